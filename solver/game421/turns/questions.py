"""What is wanted of a turn, by whom, under which rules: the question of one roll and of a whole policy."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from game421.errors import InputError
from game421.rules.families import ALIASES
from game421.rules.record import Rules
from game421.rules.worth import PHASES, Phase
from game421.states.results import Result
from game421.turns.exact import Payoff
from game421.turns.goals import TURN_GOALS, TurnGoal, beat, combo, points, wanted_rolls
from game421.turns.terms import TurnTerms

Role = Literal["leader", "follower"]

ROLES: tuple[Role, ...] = ("leader", "follower")

_NEEDS = {
    "combo": "goal combo needs a target: a combination (421) or a family (brelan)",
    "beat": "goal beat needs a target to beat: a combination (654) or a result (654@2)",
}


@dataclass(frozen=True, eq=False)
class TurnQuestion:
    """Goal, phase, who plays, most throws, target.

    `names` are the combinations or families of `combo` (any of them), or the results that `beat` must beat
    (all of them); without them a whole policy is about every target there is. `tied_halves`: what a tie
    counts for `beat`, in halves of a win; None leaves it to the rules. Raises InputError for what these
    rules do not allow.
    """

    rules: Rules
    goal: TurnGoal = "points"
    phase: Phase = "decharge"
    role: Role = "leader"
    cap: int | None = None
    names: tuple[str, ...] = ()
    tied_halves: int | None = None
    results: tuple[Result, ...] = field(default=(), init=False)
    """What `beat` must beat; none where the goal is another."""

    def __post_init__(self) -> None:
        if self.goal not in TURN_GOALS:
            raise InputError(f"goal {self.goal!r}: a turn has the goals {', '.join(TURN_GOALS)}")
        if self.phase not in PHASES:
            raise InputError(f"phase {self.phase!r}: values and throws are those of {' or '.join(PHASES)}")
        if self.role not in ROLES:
            raise InputError(f"role {self.role!r}: a turn is played by a {' or a '.join(ROLES)}")
        if self.names and self.goal == "points":
            raise InputError("a target goes with the goals combo and beat, not with points")
        if self.tied_halves is not None and self.goal != "beat":
            raise InputError("what a tie counts (ties) goes with the goal beat alone")
        most = self.rules.throws(self.phase)
        if self.cap is not None and self.cap not in range(1, most + 1):
            raise InputError(f"cap {self.cap}: these rules allow 1 to {most} throws in the {self.phase}")
        if self.goal == "beat":
            object.__setattr__(self, "results", tuple(map(Result.parse, self.names)))
        else:
            wanted_rolls(self.rules, self.names)

    @property
    def throws(self) -> int:
        """The most throws of the turn: the cap, else what the rules allow in the phase."""
        return self.cap or self.rules.throws(self.phase)

    def within(self, throws: int) -> TurnQuestion:
        """The same question about a turn of at most so many throws."""
        return self if throws == self.throws else replace(self, cap=throws)

    @cached_property
    def terms(self) -> TurnTerms:
        """What binds the player."""
        return TurnTerms.under(self.rules, self.throws, leads=self.role == "leader")

    @property
    def targets(self) -> tuple[str, ...]:
        """What is aimed at, each under its one name: `654@2`, `421`, `brelan`."""
        return tuple(map(str, self.results)) or tuple(map(_printed, self.names))

    @cached_property
    def payoff(self) -> Payoff:
        """What ending on each combination is worth. Raises InputError for a target missing or unknown."""
        if self.goal == "points":
            return points(self.rules, self.phase, self.throws)
        if not self.names:
            raise InputError(_NEEDS[self.goal])
        if self.goal == "combo":
            return combo(wanted_rolls(self.rules, self.names), self.throws)
        return beat(self.rules, self.results, self.throws, self.tied_halves)


def _printed(name: str) -> str:
    """A combination or a family under its one name."""
    lowered = name.strip().lower()
    if any(character.isalpha() for character in lowered):
        return ALIASES.get(lowered, lowered)
    return str(Result.parse(name))
