"""Simple ways to play that look at the turn alone, as people do: no tokens, no later rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from game421.dice import KEEPS
from game421.rounds.stakes import RoundStakes
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.actions import Action, is_declared, is_stop, keep_of
from game421.states.goals import RoundGoal
from game421.states.positions import Position
from game421.states.results import Result
from game421.states.token_states import RoundPhase, TokenState, rules_phase
from game421.turns.exact import TurnSolution, solve_turn
from game421.turns.goals import beat, points
from game421.turns.terms import TurnTerms

if TYPE_CHECKING:  # it loads numpy
    from game421.rounds.decisions import RoundDecisions

Behaviour = Callable[[Rules, Position, tuple[Action, ...]], Action]
"""What is done in a position of a round (its stacks are not looked at) that leaves a choice."""

ACE = 1


def for_points(rules: Rules, position: Position, legal: tuple[Action, ...]) -> Action:
    """The most valuable combination on average, whoever has made what; of throw-offs the first way to pay."""
    if position.left is None:
        return legal[0]
    return _best(_points(rules, *_turn(position), leads=position.leads), position)


def for_target(rules: Rules, position: Position, legal: tuple[Action, ...]) -> Action:
    """The best chance to beat everything made so far in the round; a leader goes for points."""
    if position.leads or position.left is None:
        return for_points(rules, position, legal)
    return _best(_beats(rules, _turn(position)[1], position.results), position)


def keep_aces(_rules: Rules, position: Position, legal: tuple[Action, ...]) -> Action:
    """Every ace is kept and everything else thrown while one may; three aces and 421 are enough."""
    if position.roll is None or position.left is None:
        return legal[0]
    aces = tuple(die for die in KEEPS[position.roll] if die == ACE)
    enough = len(aces) == len(KEEPS[position.roll]) or KEEPS[position.roll] == (4, 2, 1)
    if enough:
        return legal[0]  # to stop, where one may: it comes first
    open_ways = [action for action in legal if not is_stop(action) and not is_declared(action)]
    return max(open_ways, key=_likes_aces)


def _likes_aces(action: Action) -> tuple[int, int]:
    """How well a hold keeps the aces and nothing else."""
    kept = KEEPS[keep_of(action)]
    return kept.count(ACE), -len(kept)


def every_throw(rules: Rules, position: Position, legal: tuple[Action, ...]) -> Action:
    """Every throw there is, each for the most valuable combination at the end."""
    if position.left is None:
        return legal[0]
    return _best(_forced_points(rules, *_turn(position)), position)


def as_a_round(goal: RoundGoal) -> Behaviour:
    """Every round for itself and nothing after it, played at best for `goal`: what a cheat sheet tells."""

    def behave(rules: Rules, position: Position, legal: tuple[Action, ...]) -> Action:
        players = position.players
        decided = _decided(rules, position.round_phase, players, goal)
        number = decided.positions.number(position)
        if number is None:  # "le bon" was said: nothing is left to choose
            return legal[0]
        return Action(int(decided.found.action[0, number]))

    return behave


BEHAVIOURS: Mapping[str, Behaviour] = {
    "points": for_points,
    "target": for_target,
    "aces": keep_aces,
    "throws": every_throw,
    "duel": as_a_round("duel"),
    "safe": as_a_round("safe"),
    "tokens": as_a_round("tokens"),
}
"""Every behaviour by its name."""


def _turn(position: Position) -> tuple[Phase, int]:
    """Whose values count in a position's turn, and how many throws it has."""
    return rules_phase(position.round_phase), position.throws + (position.left or 0)


def _best(solution: TurnSolution, position: Position) -> Action:
    """The best action of a turn solved for itself, which is not over."""
    if position.roll is None:
        return solution.first()[0]
    return solution.best(position.left or 0, position.roll, position.kept)[0]


@lru_cache(maxsize=64)
def _points(rules: Rules, phase: Phase, throws: int, *, leads: bool) -> TurnSolution:
    return solve_turn(TurnTerms.under(rules, throws, leads=leads), points(rules, phase, throws))


@lru_cache(maxsize=64)
def _forced_points(rules: Rules, phase: Phase, throws: int) -> TurnSolution:
    terms = TurnTerms(throws, "forced", rules.kept_dice == "locked", rules.die)
    return solve_turn(terms, points(rules, phase, throws))


@lru_cache(maxsize=4096)
def _beats(rules: Rules, throws: int, made: tuple[Result, ...]) -> TurnSolution:
    return solve_turn(TurnTerms.under(rules, throws, leads=False), beat(rules, made, throws))


@lru_cache(maxsize=8)
def _decided(rules: Rules, phase: RoundPhase, players: int, goal: RoundGoal) -> RoundDecisions:
    from game421.rounds.decisions import decide

    return decide(rules, [TokenState(phase, players)], RoundStakes(rules, goal, players))
