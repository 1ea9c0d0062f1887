"""Questions about a single turn: the best hold of a roll, the odds before the first throw."""

from __future__ import annotations

from functools import lru_cache

from game421.advice.answers import BestAnswer, Chance, OddsAnswer, Ratio, Source, rank_options
from game421.dice import KEEP_NOTHING, KeepIndex, RollIndex, format_keep
from game421.errors import InputError
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.actions import Action, format_action
from game421.states.checks import check_position
from game421.states.positions import Position
from game421.turns.exact import EXACTLY, TurnSolution, solve_turn
from game421.turns.goals import TurnGoal
from game421.turns.questions import Role, TurnQuestion


@lru_cache(maxsize=256)
def solve(question: TurnQuestion) -> TurnSolution:
    """The turn solved; kept, since a batch asks the same turn about many rolls."""
    return solve_turn(question.terms, question.payoff)


@lru_cache(maxsize=256)
def _within(question: TurnQuestion, throws: int) -> TurnQuestion:
    return question.within(throws)


def _solve_at(question: TurnQuestion, position: Position) -> TurnSolution:
    """The turn of a position solved: with fewer throws than the cap once "le bon" was said."""
    return solve(_within(question, position.throws + (position.left or 0)))


def options_at(question: TurnQuestion, position: Position) -> tuple[tuple[tuple[Action, int], ...], int]:
    """Every legal action in a bare-turn position with its value's numerator, and their denominator."""
    solution = _solve_at(question, position)
    left = position.left or 0
    if position.roll is None:
        return solution.first_options(), solution.denominator(left)
    return solution.options(left, position.roll, position.kept), solution.denominator(left)


def _source(question: TurnQuestion, position: Position) -> Source:
    """The head of an answer about `position`."""
    return Source(question.rules, question.goal, question.phase, str(position), EXACTLY)


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
        names=tuple(map(str, position.results)) if chosen == "beat" else wanted,
        tied_halves=tied_halves if chosen == "beat" else None,
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
        results=question.results,
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
    numerators, denominator = options_at(question, position)
    written = [(format_action(action), numerator) for action, numerator in numerators]
    options, ties = rank_options(written, denominator)
    return BestAnswer(_source(question, position), options, ties)


def odds_of_turn(question: TurnQuestion) -> OddsAnswer:
    """Value before the first throw with 1, 2 … `question.throws` throws, and what the turn ends on."""
    by_throws = []
    for throws in range(1, question.throws + 1):
        solution = solve(question.within(throws))
        numerator = max(numerator for _, numerator in solution.first_options())
        by_throws.append(_chance(str(throws), numerator, solution.denominator(throws)))
    source = _source(question, turn_position(question, None))
    return OddsAnswer(source, tuple(by_throws), _outcomes(question))


def _outcomes(question: TurnQuestion) -> tuple[Chance, ...]:
    """Chance of each final combination of the optimal turn, strongest first."""
    from game421.turns.distribution import endings

    solution = solve(question)
    ways: dict[RollIndex, int] = {}
    for (roll, _), count in endings(solution).items():
        ways[roll] = ways.get(roll, 0) + count
    total = solution.terms.scale(question.throws)
    ordered = (roll for roll in question.rules.strongest_first() if roll in ways)
    return tuple(_chance(format_keep(roll), ways[roll], total) for roll in ordered)


def _chance(label: str, numerator: int, denominator: int) -> Chance:
    exact = Ratio.of(numerator, denominator)
    return Chance(label, float(exact), exact)
