"""A turn goal against every target at once: what a whole policy answers, and under which terms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from game421.dice import ROLLS, RollIndex, format_keep
from game421.errors import InputError
from game421.rules.families import ALIASES
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.checks import check_position
from game421.states.positions import Position
from game421.states.results import Result
from game421.turns.exact import Payoff
from game421.turns.goals import TURN_GOALS, beat, combo, points, wanted_rolls
from game421.turns.terms import TurnTerms

Role = Literal["leader", "follower"]


class TurnTarget(NamedTuple):
    """One thing to aim at: its names as the dice are printed (`654@2`, `brelan`), and its payoff."""

    names: tuple[str, ...]
    payoff: Payoff


@dataclass(frozen=True, eq=False)
class PolicyQuestion:
    """Which turn policy is meant: goal, phase, who plays, most throws, targets.

    `names` are the combinations or families of `combo` (any of them), or the results `beat` must beat
    (all of them); they make one target together. Without them there is a target for every combination
    the die can show, or for `beat` where fewer throws win for every such result of the same round.
    `tied_halves`: what a tie counts for `beat`, in halves of a win; None leaves it to the rules.
    Raises InputError for what these rules do not allow.
    """

    rules: Rules
    goal: str = "points"
    phase: Phase = "decharge"
    role: Role = "leader"
    cap: int | None = None
    names: tuple[str, ...] = ()
    tied_halves: int | None = None

    def __post_init__(self) -> None:
        if self.goal not in TURN_GOALS:
            raise InputError(f"goal {self.goal!r}: a turn has the goals {', '.join(TURN_GOALS)}")
        if self.names and self.goal == "points":
            raise InputError("a target goes with the goals combo and beat, not with points")
        if self.tied_halves is not None and self.goal != "beat":
            raise InputError("what a tie counts goes with the goal beat")
        most = self.rules.throws(self.phase)
        if self.cap is not None and not 1 <= self.cap <= most:
            raise InputError(f"cap {self.cap}: these rules allow 1 to {most} throws in the {self.phase}")

    @property
    def throws(self) -> int:
        """The most throws of the turn: the cap, else what the rules allow in the phase."""
        return self.cap or self.rules.throws(self.phase)

    @cached_property
    def terms(self) -> TurnTerms:
        """What binds the player."""
        return TurnTerms.under(self.rules, self.throws, leads=self.role == "leader")

    @cached_property
    def targets(self) -> tuple[TurnTarget, ...]:
        """Every target with its payoff, in the order of `ROLLS` and then of throws.

        Raises InputError for a target that cannot be, and where no throw leaves a choice.
        """
        if self.throws == 1:
            raise InputError("a turn of one throw has no decision, so there is no policy to tabulate")
        if self.goal == "points":
            return (TurnTarget((), points(self.rules, self.phase, self.throws)),)
        if self.goal == "combo":
            return self._combinations()
        given = (tuple(map(Result.parse, self.names)),) if self.names else self._every_result()
        return tuple(self._to_beat(results) for results in given)

    def _combinations(self) -> tuple[TurnTarget, ...]:
        given = (self.names,) if self.names else tuple((format_keep(roll),) for roll in self._shown())
        return tuple(self._to_end_on(names) for names in given)

    def _to_end_on(self, names: tuple[str, ...]) -> TurnTarget:
        wanted = wanted_rolls(self.rules, names)
        return TurnTarget(tuple(map(_printed, names)), combo(wanted, self.throws))

    def _to_beat(self, results: tuple[Result, ...]) -> TurnTarget:
        check_position(self.rules, self._facing(results))
        payoff = beat(self.rules, results, self.throws, self.tied_halves)
        return TurnTarget(tuple(map(str, results)), payoff)

    def _every_result(self) -> tuple[tuple[Result, ...], ...]:
        """What one other player can have made: combinations, or results where throws tell them apart."""
        if not self.rules.throws_break_ties(self.phase):
            return tuple((Result(roll),) for roll in self._shown())
        made = [n for n in range(1, self.rules.throws(self.phase) + 1) if self._can_have_made(n)]
        return tuple((Result(roll, throws),) for roll in self._shown() for throws in made)

    def _can_have_made(self, throws: int) -> bool:
        """Whether someone may have ended after so many throws when the cap is what it is."""
        try:
            check_position(self.rules, self._facing((Result(next(self._shown()), throws),)))
        except InputError:
            return False
        return True

    def _facing(self, results: tuple[Result, ...]) -> Position:
        return Position(phase="T", results=results, cap=self.throws, left=self.throws)

    def _shown(self) -> Iterator[RollIndex]:
        return (RollIndex(roll) for roll in range(len(ROLLS)) if self.rules.shows(RollIndex(roll)))


def _printed(name: str) -> str:
    """A combination or a family under its one name."""
    lowered = name.strip().lower()
    if any(character.isalpha() for character in lowered):
        return ALIASES.get(lowered, lowered)
    return str(Result.parse(name))
