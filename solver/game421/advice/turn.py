"""Questions about a single turn: the best hold of a roll, the odds before the first throw."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from game421.advice.answers import BestAnswer, Chance, OddsAnswer, Ratio, Source, rank_options
from game421.dice import KEEP_NOTHING, KeepIndex, RollIndex, format_keep
from game421.errors import InputError
from game421.rules.record import Rules
from game421.rules.worth import PHASES, Phase
from game421.states.actions import format_action
from game421.states.checks import check_position
from game421.states.positions import Position
from game421.states.results import Result
from game421.turns.exact import Payoff, TurnSolution, solve_turn
from game421.turns.goals import TURN_GOALS, beat, combo, points, wanted_rolls
from game421.turns.terms import TurnTerms

METHOD = "backward induction, exact integers"

TurnGoal = Literal["points", "combo", "beat"]

Role = Literal["leader", "follower"]

ROLES: tuple[Role, ...] = ("leader", "follower")


@dataclass(frozen=True, eq=False)
class TurnQuestion:
    """What is wanted of a turn, under which rules, by whom.

    `wanted`: the combinations and families of `combo`. `targets`: the results `beat` must beat.
    `tied_halves`: what a tie counts for `beat`, in halves of a win; None leaves it to the rules.
    """

    rules: Rules
    goal: TurnGoal = "points"
    phase: Phase = "decharge"
    role: Role = "leader"
    cap: int | None = None
    wanted: tuple[str, ...] = ()
    targets: tuple[Result, ...] = ()
    tied_halves: int | None = None

    def __post_init__(self) -> None:
        if self.goal not in TURN_GOALS:
            raise InputError(f"goal {self.goal!r}: a turn has the goals {', '.join(TURN_GOALS)}")
        if self.phase not in PHASES:
            raise InputError(f"phase {self.phase!r}: values and throws are those of {' or '.join(PHASES)}")
        if self.role not in ROLES:
            raise InputError(f"role {self.role!r}: a turn is played by a {' or a '.join(ROLES)}")
        if self.goal == "combo" and not self.wanted:
            raise InputError("goal combo needs a target: a combination (421) or a family (brelan)")
        if self.goal == "beat" and not self.targets:
            raise InputError("goal beat needs a target to beat: a combination (654) or a result (654@2)")
        most = self.rules.throws(self.phase)
        if self.cap is not None and self.cap not in range(1, most + 1):
            raise InputError(f"cap {self.cap}: these rules allow 1 to {most} throws in the {self.phase}")

    @property
    def throws(self) -> int:
        """The most throws of the turn: the cap, else what the rules allow in the phase."""
        return self.cap or self.rules.throws(self.phase)

    def terms(self, throws: int) -> TurnTerms:
        """The same turn with at most `throws` throws."""
        return TurnTerms.under(self.rules, throws, leads=self.role == "leader")

    def payoff(self, throws: int) -> Payoff:
        """What ending on each combination is worth."""
        if self.goal == "combo":
            return combo(wanted_rolls(self.rules, self.wanted), throws)
        if self.goal == "points":
            return points(self.rules, self.phase, throws)
        return beat(self.rules, self.targets, throws, self.tied_halves)

    def solve(self, throws: int | None = None) -> TurnSolution:
        """The turn solved; kept, since a batch asks the same turn about many rolls."""
        return _solved(self, throws or self.throws)

    def solve_at(self, position: Position) -> TurnSolution:
        """The turn of a position solved: with fewer throws than the cap once "le bon" was said."""
        return self.solve(position.throws + (position.left or 0))

    def source(self, position: Position) -> Source:
        """The head of an answer about `position`."""
        return Source(self.rules, self.goal, self.phase, str(position), METHOD)


@lru_cache(maxsize=256)
def _solved(question: TurnQuestion, throws: int) -> TurnSolution:
    return solve_turn(question.terms(throws), question.payoff(throws))


def question_of_position(
    rules: Rules,
    position: Position,
    goal: TurnGoal | None = None,
    *,
    phase: Phase = "decharge",
    role: Role | None = None,
    wanted: tuple[str, ...] = (),
    tied_halves: int | None = None,
) -> TurnQuestion:
    """The question a bare-turn position asks: its results are the targets, and show who is to play.

    Unless said otherwise, a position with results is a follower's who wants to beat them, one without
    is a leader's who wants points. Raises InputError for another phase than T.
    """
    if position.phase != "T":
        raise InputError(f"position {position}: a turn goal is about phase T, a bare turn")
    chosen = goal or ("beat" if position.results else "points")
    return TurnQuestion(
        rules=rules,
        goal=chosen,
        phase=phase,
        role=role or ("leader" if position.leads else "follower"),
        cap=position.cap,
        wanted=wanted,
        targets=position.results if chosen == "beat" else (),
        tied_halves=tied_halves,
    )


def turn_position(
    question: TurnQuestion,
    roll: RollIndex | None,
    left: int | None = None,
    kept: KeepIndex = KEEP_NOTHING,
) -> Position:
    """The position of a bare turn: `roll` on the table (None before the first throw), `left` to come.

    Without `left`, two throws are left, or as many as the cap leaves. Raises InputError where no turn
    of that cap can have come there.
    """
    cap = question.throws
    most = cap if roll is None else cap - 1
    if left is None:
        left = most if roll is None else min(2, most)
    if left not in range(most + 1):
        raise InputError(f"throws left {left}: with a cap of {cap} it takes a whole number from 0 to {most}")
    position = Position(
        phase="T",
        results=question.targets,
        cap=cap,
        roll=roll,
        throws=0 if roll is None else cap - left,
        left=left,
        kept=kept,
    )
    check_position(question.rules, position)
    return position


def best_of_turn(question: TurnQuestion, position: Position) -> BestAnswer:
    """Every legal action in a bare-turn `position`, with exact value and regret, best first."""
    solution = question.solve_at(position)
    left = position.left or 0
    if position.roll is None:
        numerators = solution.first_options()
    else:
        numerators = solution.options(left, position.roll, position.kept)
    written = [(format_action(action), numerator) for action, numerator in numerators]
    options, ties = rank_options(written, solution.denominator(left))
    return BestAnswer(question.source(position), options, ties)


def odds_of_turn(question: TurnQuestion) -> OddsAnswer:
    """Value before the first throw with 1, 2 … `question.throws` throws, and what the turn ends on."""
    by_throws = []
    for throws in range(1, question.throws + 1):
        solution = question.solve(throws)
        numerator = max(numerator for _, numerator in solution.first_options())
        by_throws.append(_chance(str(throws), numerator, solution.denominator(throws)))
    source = question.source(turn_position(question, None))
    return OddsAnswer(source, tuple(by_throws), _outcomes(question))


def _outcomes(question: TurnQuestion) -> tuple[Chance, ...]:
    """Chance of each final combination of the optimal turn, strongest first."""
    from game421.turns.distribution import endings

    solution = question.solve()
    ways: dict[RollIndex, int] = {}
    for (roll, _), count in endings(solution).items():
        ways[roll] = ways.get(roll, 0) + count
    strength = question.rules.strength
    total = solution.terms.scale(question.throws)
    ordered = sorted(ways, key=lambda roll: (-strength[roll], roll))
    return tuple(_chance(format_keep(roll), ways[roll], total) for roll in ordered)


def _chance(label: str, numerator: int, denominator: int) -> Chance:
    exact = Ratio.of(numerator, denominator)
    return Chance(label, float(exact), exact)
