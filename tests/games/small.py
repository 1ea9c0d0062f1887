"""Small games for the judges: solved by the package, and by the slow twin."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from certificates.played import record
from game421.games.space import game_space
from game421.games.two_players import solve_two_players
from game421.games.values import GameValues
from game421.rules.record import Rules
from game421.states.goals import GameGoal
from game421.states.token_states import TokenState
from oracles.axes import ALL_DICE, Axes, name
from oracles.axes import rules as table_of
from oracles.game import State

COIN = (2, 1, 0, 0, 0, 0)
"""Aces and twos: 111 > 211 > 222 > 221, no two equally likely."""

THREE_FACES = (2, 1, 0, 1, 0, 0)
"""Ten combinations: 421, 111, 411, 444, 211, 222, three of the rest and 221."""

LOW_FACES = (2, 1, 1, 0, 0, 0)
"""Ten combinations, the tierce 321 among them."""


def both(*changes: Mapping[str, Any]) -> tuple[Rules, Axes]:
    """The same rules for the package and for its twin; later changes override earlier ones.

    A ranking of the few combinations that the die shows is completed by the others.
    """
    merged = {key: value for change in changes for key, value in change.items()}
    ranking = merged.get("ranking", "classic")
    if not isinstance(ranking, str):
        told = {one for tier in ranking for one in ([tier] if isinstance(tier, str) else tier)}
        merged["ranking"] = [*ranking, *(name(roll) for roll in ALL_DICE if name(roll) not in told)]
    table = table_of(**merged)
    return record(table), table


def goal_of(rules: Rules) -> GameGoal:
    """A partie where there is more than one manche to lose."""
    return "partie" if rules.manches > 1 else "manche"


@cache
def solved(rules: Rules, goal: GameGoal = "manche") -> GameValues:
    """The values of the two-player game, proved by the checker on the way."""
    return solve_two_players(game_space(rules, 2, goal)).values


def worth(values: GameValues) -> dict[TokenState, Fraction]:
    """What each state is worth to its leader."""
    return {state: Fraction(found[0], values.denominator) for state, found in values.values.items()}


def as_twin(state: TokenState) -> State:
    """A state of two players as the twin writes it."""
    return State("charge" if state.phase == "C" else "decharge", state.pot or 0, state.stacks, state.lost)
