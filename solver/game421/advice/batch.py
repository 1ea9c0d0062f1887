"""Many questions, each as the text of a row: out comes an answer, or what is wrong with the row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from game421.advice.answers import Ratio
from game421.advice.turn import options_at, question_of_position, turn_position
from game421.advice.words import turn_question
from game421.dice import KeepIndex, RollIndex, parse_keep, parse_roll
from game421.errors import InputError
from game421.reports import Notice, silent
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.checks import check_position
from game421.states.goals import SITUATION_GOALS, SituationGoal
from game421.states.positions import Position
from game421.states.results import Result
from game421.tables.keys import action_key, written_key
from game421.turns.goals import TIED_HALVES, TURN_GOALS, TurnGoal
from game421.turns.questions import Role, TurnQuestion

if TYPE_CHECKING:
    from game421.advice.situations import Situations


class Reply(NamedTuple):
    """The answer to a row as text: the action and those as good spelled `k42`; or what is wrong."""

    action: str = ""
    value: str = ""
    exact: str = ""
    ties: str = ""
    error: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Desk:
    """Answers row after row; what a row leaves out is as given here. Equal questions are answered once.

    `targets`, `left` and `locked` are written as on the command line; `notice` is told what takes time.
    Raises InputError where they could not be right for any row.
    """

    rules: Rules
    goal: TurnGoal | SituationGoal | None = None
    targets: tuple[str, ...] = ()
    role: Role | None = None
    cap: int | None = None
    phase: Phase | None = None
    ties: str | None = None
    left: str | None = None
    locked: str | None = None
    notice: Notice = silent
    _questions: dict[tuple[str, ...], TurnQuestion] = field(default_factory=dict, init=False)
    _replies: dict[tuple[object, ...], Reply] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        if self.targets or self.goal in {None, "points"}:
            self._question(self.targets)
        if self.left is not None:
            _left(self.left)
        if self.locked is not None:
            _locked(self.locked)

    def of_cells(self, roll: str, left: str = "", target: str = "", locked: str = "") -> Reply:
        """What to do with `roll`: spelled in any way, or `d642`; `-` before the first throw.

        `target` may name several, `654@2/611@1`; `locked` may be spelled `k42`.
        """
        try:
            throws = left.strip() or self.left
            asked = (
                self._question(_names(target) or self.targets),
                _roll(roll),
                None if throws is None else _left(throws),
                _locked(locked.strip() or self.locked or "-"),
            )
            if asked not in self._replies:
                self._replies[asked] = _answer(asked[0], turn_position(*asked))
            return self._replies[asked]
        except InputError as error:
            return _refusal(error)

    def of_positions(self, texts: Sequence[str]) -> list[Reply]:
        """What to do in positions, in order; exact values of turns and bare rounds, not of whole games."""
        others = [text for text in texts if not _is_turn(text)]
        if others and self.goal not in TURN_GOALS:
            self._situations.expect(others)
        return list(map(self.of_position, texts))

    def of_position(self, text: str) -> Reply:
        """The same for one position."""
        try:
            if not _is_turn(text):
                return self._of_situation(text)
            position = Position.parse(text)
            if (position,) not in self._replies:
                self._replies[(position,)] = _answer(self._question_of(position), position)
            return self._replies[(position,)]
        except InputError as error:
            return _refusal(error)

    def _question(self, targets: tuple[str, ...]) -> TurnQuestion:
        if targets not in self._questions:
            self._questions[targets] = turn_question(
                self.rules,
                self._turn_goal(),
                targets,
                role=self.role or "leader",
                cap=self.cap,
                phase=self.phase or "decharge",
                ties=self.ties,
            )
        return self._questions[targets]

    def _question_of(self, position: Position) -> TurnQuestion:
        """The question of a position, the same one for all that share cap, results and role."""
        question = question_of_position(
            self.rules,
            position,
            self._turn_goal(),
            phase=self.phase or "decharge",
            role=self.role,
            wanted=self.targets,
            tied_halves=TIED_HALVES[self.ties] if self.ties else None,
        )
        check_position(self.rules, position)
        shared = (question.role, str(question.cap), *question.names)
        return self._questions.setdefault(shared, question)

    def _turn_goal(self) -> TurnGoal | None:
        if self.goal is not None and self.goal not in TURN_GOALS:
            raise InputError(f"goal {self.goal} is about a round or a game: it needs a position of one")
        return TURN_GOALS[self.goal] if self.goal else None

    @cached_property
    def _situations(self) -> Situations:
        from game421.advice.situations import Situations

        return Situations(self.rules, SITUATION_GOALS[self.goal] if self.goal else None, self.notice)

    def _of_situation(self, text: str) -> Reply:
        if self.goal in TURN_GOALS:
            Position.parse(text)
            raise InputError(f"goal {self.goal} is about a bare turn: it needs a position of phase T")
        if asked := self.role or self.phase:
            raise InputError(f"{asked} is about a bare turn: it needs a position of phase T")
        answer = self._situations.answer(text)
        ties = _spelled(answer.ties)
        exact = "" if answer.exact is None else str(answer.exact)
        return Reply(ties.partition(" ")[0], repr(answer.value), exact, ties)


def _answer(question: TurnQuestion, position: Position) -> Reply:
    options, denominator = options_at(question, position)
    best = max(numerator for _, numerator in options)
    ties = [action_key(action) for action, numerator in options if numerator == best]
    exact = Ratio.of(best, denominator)
    return Reply(ties[0], repr(float(exact)), str(exact), " ".join(ties))


@lru_cache(maxsize=4096)
def _spelled(actions: tuple[str, ...]) -> str:
    """Actions as tables spell them."""
    return " ".join(map(written_key, actions))


def _is_turn(text: str) -> bool:
    return text.lstrip()[:1] not in {"R", "C", "D"}


def _refusal(error: InputError) -> Reply:
    return Reply(error=" ".join(str(error).split()))


@lru_cache(maxsize=4096)
def _roll(text: str) -> RollIndex | None:
    dice = _without_letter(text, "d")
    return None if dice == "-" else parse_roll(dice)


@lru_cache(maxsize=4096)
def _locked(text: str) -> KeepIndex:
    return parse_keep(_without_letter(text, "k"))


@lru_cache(maxsize=4096)
def _names(text: str) -> tuple[str, ...]:
    """The targets that a cell names, each in its one spelling."""
    if text.strip() in {"", "-"}:
        return ()
    parts = [_without_letter(part, "d") for part in text.split("/")]
    return tuple(part if any(map(str.isalpha, part)) else str(Result.parse(part)) for part in parts)


@lru_cache(maxsize=4096)
def _left(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise InputError(f"throws left {text!r}: write a whole number, for example 2")
    return int(text)


def _without_letter(text: str, letter: str) -> str:
    """Dice without the letter that tables put before them; anything else as it is."""
    bare = text.strip()
    follows = bare[1:2]
    return bare[1:] if bare[:1].lower() == letter and (follows.isdigit() or follows == "-") else bare
