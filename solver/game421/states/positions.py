"""A situation in which someone is to move, and its one-line spelling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from game421.dice import KEEP_NOTHING, KeepIndex, RollIndex, format_keep, parse_keep
from game421.errors import InputError
from game421.states.results import Result

if TYPE_CHECKING:
    from game421.states.goals import GameGoal
    from game421.states.token_states import RoundPhase, TokenState

PositionPhase = Literal["T", "R", "C", "D"]
"""A bare turn, or a turn in a bare round, the charge or the décharge."""

_PHASES: dict[str, PositionPhase] = {"T": "T", "R": "R", "C": "C", "D": "D"}
_NAMES = ("phase", "pot", "stacks", "results", "cap", "roll", "throws left")
_EXAMPLE = "for example: D 0 8/13 654@2 2 642 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Who has what, what was made in this round, and what lies before the player to move.

    Seats are numbered in playing order, the round's leader is 0. `players` is 0 in a bare turn; `pot`
    is None and `stacks` empty without tokens; `lost` is empty where only this manche counts. `roll`
    is None before the mover's first throw, `throws` says how many he has made, `left` how many may
    still come. `left` is None where the throw-off is due: all results are in, and the mover is the
    last of those tied for best. `kept` are the locked dice.
    """

    phase: PositionPhase
    players: int = 0
    pot: int | None = None
    stacks: tuple[int, ...] = ()
    results: tuple[Result, ...] = ()
    cap: int
    roll: RollIndex | None = None
    throws: int = 0
    left: int | None
    kept: KeepIndex = KEEP_NOTHING
    lost: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if (self.roll is None) != (self.throws == 0):
            raise InputError("a roll lies on the table after one throw or more, and none before the first")
        if self.left is None and (self.roll is not None or not self.results):
            raise InputError("throws left is - only where a throw-off is due, with all results and no roll")

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position written in `text`: seven fields, then `kept=` and `lost=` where they apply.

        The fields are phase, pot, stacks, results, cap, roll and throws left; what does not apply is
        `-`. Whether such a position can be is for `check_position`. Raises InputError that names the
        field and what is allowed there.
        """
        fields, words = _split(text)
        phase = _phase(fields[0])
        players, stacks = _stacks(fields[2], phase)
        results = tuple(map(Result.parse, fields[3].split("/"))) if fields[3] != "-" else ()
        left = None if fields[6] == "-" else _count(fields[6], "throws left")
        cap = _cap(fields[4], results, left)
        roll, throws = _roll(fields[5], cap, left)
        return cls(
            phase=phase,
            players=players,
            pot=None if fields[1] == "-" else _count(fields[1], "pot"),
            stacks=stacks,
            results=results,
            cap=cap,
            roll=roll,
            throws=throws,
            left=left,
            kept=parse_keep(words["kept"]) if "kept" in words else KEEP_NOTHING,
            lost=tuple(_count(count, "lost") for count in words["lost"].split("/"))
            if "lost" in words
            else (),
        )

    @classmethod
    def before_round(cls, state: TokenState, cap: int) -> Position:
        """The position in which the leader is about to throw; `cap` is the most throws he may make."""
        return cls(
            phase=state.phase,
            players=state.players,
            pot=state.pot,
            stacks=state.stacks,
            cap=cap,
            left=cap,
            lost=state.lost,
        )

    @property
    def round_phase(self) -> RoundPhase:
        """The phase of the round this turn is part of. Raises InputError for a bare turn."""
        if self.phase == "T":
            raise InputError("a bare turn (phase T) is no part of a round; write R, C or D")
        return self.phase

    @property
    def token_state(self) -> TokenState:
        """The state before this round began. Raises InputError for a bare turn."""
        from game421.states.token_states import TokenState

        return TokenState(self.round_phase, self.players, self.pot, self.stacks, self.lost)

    @property
    def game_goal(self) -> GameGoal | None:
        """What is most likely played for: the partie where manches lost are counted; None of a bare round."""
        if not self.stacks:
            return None
        return "partie" if self.lost else "manche"

    @property
    def leads(self) -> bool:
        """Whether the mover is the leader: in a bare turn, whether there is no target."""
        return not self.results

    @property
    def to_come(self) -> int:
        """How many play after the mover in this round. Raises InputError for a bare turn."""
        return max(0, len(self.token_state.seats_in) - len(self.results) - 1)

    def __str__(self) -> str:
        fields = (
            self.phase,
            _written(self.pot),
            "/".join(map(str, self.stacks)) or "/".join("-" * self.players) or "-",
            "/".join(map(str, self.results)) or "-",
            str(self.cap),
            self._written_roll(),
            _written(self.left),
            *((f"kept={format_keep(self.kept)}",) if self.kept != KEEP_NOTHING else ()),
            *((f"lost={'/'.join(map(str, self.lost))}",) if self.lost else ()),
        )
        return " ".join(fields)

    def _written_roll(self) -> str:
        if self.roll is None:
            return "-"
        usual = self.left is not None and self.throws == self.cap - self.left
        return format_keep(self.roll) + ("" if usual else f"@{self.throws}")


def _written(count: int | None) -> str:
    return "-" if count is None else str(count)


def _split(text: str) -> tuple[list[str], dict[str, str]]:
    """The seven fields and the optional words of a position."""
    parts = text.split()
    fields = [part for part in parts if "=" not in part] if "=" in text else parts
    if len(fields) != len(_NAMES):
        raise InputError(
            f"{text!r} has {len(fields)} fields and a position has {len(_NAMES)}: {', '.join(_NAMES)} "
            f"(- where one does not apply); {_EXAMPLE}"
        )
    if parts[: len(fields)] != fields:
        raise InputError(f"{text!r} has a word before its last field; kept= and lost= come after the seven")
    words: dict[str, str] = {}
    for part in parts[len(fields) :]:
        word, _, value = part.partition("=")
        if word not in {"kept", "lost"}:
            raise InputError(f"{part!r} is no word of a position; allowed: kept=42 and lost=1/0")
        if word in words:
            raise InputError(f"{word}= is written twice; write it once")
        if value in {"", "-"}:
            raise InputError(f"{part!r} says nothing; leave the word out where it does not apply")
        words[word] = value
    return fields, words


def _phase(text: str) -> PositionPhase:
    if text not in _PHASES:
        raise InputError(
            f"{text!r} is no phase; allowed: T bare turn, R bare round, C charge, D décharge; {_EXAMPLE}"
        )
    return _PHASES[text]


def _count(text: str, field: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and str(int(text)) == text):
        raise InputError(f"{text!r} is no {field}: it takes a whole number from 0 to 999; {_EXAMPLE}")
    return int(text)


def _stacks(text: str, phase: PositionPhase) -> tuple[int, tuple[int, ...]]:
    """How many players there are, and their stacks if they have any."""
    if phase == "T":
        if text != "-":
            raise InputError(f"{text!r}: a bare turn (phase T) has no stacks; write -, or phase R, C or D")
        return 0, ()
    parts = text.split("/")
    bare = parts.count("-")
    if bare == len(parts):
        return len(parts), ()
    if bare:
        raise InputError(f"{text!r} has stacks for some players only; write a number for each, or - for each")
    return len(parts), tuple(_count(part, "stack") for part in parts)


def _cap(text: str, results: tuple[Result, ...], left: int | None) -> int:
    """The cap; in a throw-off, where it binds nobody, - stands for the leader's number of throws."""
    if text == "-" and left is None and results and results[0].throws is not None:
        return results[0].throws
    return _count(text, "cap")


def _roll(text: str, cap: int, left: int | None) -> tuple[RollIndex | None, int]:
    """The roll on the table and the throws it took: cap - left unless written after an @."""
    if text == "-":
        return None, 0
    written = Result.parse(text)
    if written.throws is not None:
        return written.roll, written.throws
    if left is None:
        raise InputError(f"{text!r} lies on the table but throws left is -; write a number from 0 to {cap}")
    if left >= cap:
        raise InputError(
            f"{text!r} lies on the table with {left} throws left of {cap}: at least one throw was made; "
            f"write at most {cap - 1}, or - for the roll before the first throw"
        )
    return written.roll, cap - left
