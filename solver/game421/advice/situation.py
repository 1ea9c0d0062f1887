"""Questions about a position of a round or of a whole game: every option, and what it is worth to all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, cast

from game421.advice.answers import (
    BestAnswer,
    Ratio,
    Source,
    ValueAnswer,
    rank_options,
    rank_rough_options,
)
from game421.games.values import GameStakes, GameValues
from game421.rounds.ends import Judge, TurnEnds, turn_ends
from game421.rounds.stakes import RoundStakes, Stakes
from game421.rules.record import Rules
from game421.states.actions import format_action
from game421.states.checks import check_position
from game421.states.goals import GAME_GOALS, GameGoal, RoundGoal
from game421.states.play import mover, round_summary
from game421.states.positions import Position
from game421.states.token_states import rules_phase
from game421.turns.distribution import endings
from game421.turns.exact import EXACTLY, ROUGHLY, TOLERANCE, Payoff, TurnSolution, solve_turn
from game421.turns.terms import TurnTerms

FOLLOWERS_IN_WHOLE_NUMBERS = 1
"""Players still to come for whom a bare round is solved in whole numbers without being asked to."""


@dataclass(frozen=True)
class Situation:
    """A position and what is played for in it. Made by `round_situation` and `game_situation`."""

    rules: Rules
    position: Position
    goal: RoundGoal | GameGoal
    stakes: Stakes
    exact: bool
    """Whether the answer is wanted in whole numbers even where floats are much quicker."""

    @property
    def known(self) -> tuple[int, ...] | tuple[float, ...] | None:
        """What the table says of it, before the first throw of a round of a game; None elsewhere."""
        if isinstance(self.stakes, GameStakes) and self.position.leads and self.position.roll is None:
            return self.stakes.table.of(self.position.token_state)
        return None

    def source(self, *, exact: bool) -> Source:
        """The head of an answer."""
        epsilon = self.stakes.epsilon if exact or self.goal in GAME_GOALS else None
        phase = rules_phase(self.position.round_phase)
        method = EXACTLY if exact else ROUGHLY
        return Source(self.rules, self.goal, phase, str(self.position), method, epsilon)


def round_situation(rules: Rules, position: Position, goal: RoundGoal, *, exact: bool = False) -> Situation:
    """A position whose round is played for itself. Raises InputError for one that cannot be."""
    check_position(rules, position)
    stakes = RoundStakes(rules, goal, position.players)
    return Situation(rules, position, goal, stakes, exact or position.to_come <= FOLLOWERS_IN_WHOLE_NUMBERS)


def game_situation(rules: Rules, position: Position, table: GameValues, *, exact: bool = False) -> Situation:
    """A position of a whole game whose values are known. Raises InputError for one that cannot be."""
    check_position(rules, position)
    return Situation(rules, position, table.goal, GameStakes(table), exact)


class MoverTurn(NamedTuple):
    """The turn of a position's mover: what its ends are worth, and the best play towards them."""

    ends: TurnEnds
    solution: TurnSolution


def best_of_situation(situation: Situation, turn: MoverTurn | None = None) -> BestAnswer:
    """Every legal action in a position with value and regret, best first: everyone plays on at best.

    `turn`: the mover's, where it is solved already.
    """
    position = situation.position
    if position.left is None:
        return _best_choice(situation)
    ends, solution = turn or mover_turn(situation)
    if position.roll is None:
        options = solution.first_options()
    else:
        options = solution.options(position.left, position.roll, position.kept)
    written: list[tuple[str, float]] = [(format_action(action), value) for action, value in options]
    return _answer(situation, written, solution.denominator(position.left), exact=ends.exact)


def value_of_situation(situation: Situation) -> ValueAnswer:
    """What a position is worth to each player, in playing order, when everyone plays at best."""
    position, stakes = situation.position, situation.stakes
    if position.left is None:
        return _value_of_throw_off(situation)
    if situation.known is not None:
        return _values(situation, list(situation.known), stakes.unit, exact=stakes.exact)
    ends, solution = mover_turn(situation)
    ended = endings(solution, position.left, position.roll, position.kept)
    values = [
        sum(ways * rows[throws - 1][roll] for (roll, throws), ways in ended.items()) for rows in ends.rows
    ]
    denominator = solution.terms.scale(position.left) * ends.denominator
    return _values(situation, values, denominator, exact=ends.exact)


def mover_turn(situation: Situation) -> MoverTurn:
    """Solve the turn of the mover, who is not in a throw-off; it is the same whatever lies before him."""
    rules, position = situation.rules, situation.position
    ends = turn_ends(rules, position, situation.stakes, exact=situation.exact)
    throws = position.throws + (position.left or 0)  # fewer than the cap once "le bon" was said
    terms = TurnTerms.under(rules, throws, leads=position.leads)
    rows = cast("tuple[tuple[int, ...], ...]", ends.own)  # floats are added, scaled and compared alike
    tolerance = 0 if ends.exact else TOLERANCE
    payoff = Payoff(rows, ends.denominator, tolerance).within(throws)
    return MoverTurn(ends, solve_turn(terms, payoff))


def _judge(situation: Situation) -> Judge:
    position = situation.position
    return Judge(situation.rules, position.token_state, situation.stakes, position.results)


def _best_choice(situation: Situation) -> BestAnswer:
    """What a throw-off should pay, for the one who chooses."""
    seat = mover(situation.rules, situation.position)
    options = _judge(situation).options(round_summary(situation.rules, situation.position))
    whole = 1
    for _, total in options.values():
        whole *= total
    written = [
        (format_action(action), numerators[seat] * (whole // total))
        for action, (numerators, total) in options.items()
    ]
    return _answer(situation, written, whole * situation.stakes.unit, exact=situation.stakes.exact)


def _value_of_throw_off(situation: Situation) -> ValueAnswer:
    numerators, total = _judge(situation).settled(round_summary(situation.rules, situation.position))
    return _values(situation, list(numerators), total * situation.stakes.unit, exact=situation.stakes.exact)


def _answer(
    situation: Situation, written: list[tuple[str, float]], denominator: int, *, exact: bool
) -> BestAnswer:
    if exact:
        whole = [(action, int(value)) for action, value in written]
        options, ties = rank_options(whole, denominator)
    else:
        rough = [(action, value / denominator) for action, value in written]
        options, ties = rank_rough_options(rough, TOLERANCE)
    return BestAnswer(situation.source(exact=exact), options, ties)


def _values(situation: Situation, values: list[float], denominator: int, *, exact: bool) -> ValueAnswer:
    source = situation.source(exact=exact)
    if not exact:
        return ValueAnswer(source, tuple(value / denominator for value in values), None)
    ratios = tuple(Ratio.of(int(value), denominator) for value in values)
    return ValueAnswer(source, tuple(map(float, ratios)), ratios)
