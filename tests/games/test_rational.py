"""Games of three in rationals: the slow twin's round of best play leaves every value exactly as it is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from game421.errors import Game421Error
from game421.games import rational
from game421.games.rational import rational_values
from game421.games.space import GameSpace, game_space
from game421.games.values import GameValues
from game421.rules.record import Rules
from game421.turns.layout import Array
from oracles.game import Game, State

from .small import COIN, both, goal_of
from .test_equilibrium import BASE, limit_of, progressed, twins_state

CHANGES: dict[str, dict[str, Any]] = {
    "first out": {"ends": "first-out", "tokens": 4},
    "last in": {"ends": "last-in", "tokens": 4, "decharge_throws": 1},
    "up to, fewer wins": {"followers": "up-to", "tie_by_throws": "fewer-wins"},
    "declare": {"followers": "declare", "cap": "previous"},
    "winner leads, three throws": {"next_leader": "winner", "decharge_throws": 3},
    "partie": {"ends": "last-in", "manches": 2, "tokens": 2, "decharge_throws": 1},
}


def exact_of(rules: Rules, players: int = 3) -> GameValues:
    space = game_space(rules, players, goal_of(rules))
    return rational_values(space, progressed(rules, players, goal_of(rules))[-1].values)


def twins_worth(found: GameValues, game: Game) -> dict[State, tuple[Fraction, ...]]:
    """The table as the twin looks it up: who has left has won, wherever he sits."""
    written = {
        twins_state(state, 3): [Fraction(value, found.denominator) for value in values]
        for state, values in found.values.items()
    }
    worth = {}
    for state in limit_of(game):
        gone = not game.partie and state.phase == "decharge" and 0 in state.stacks
        there = tuple(stack for stack in state.stacks if stack or not gone)
        values = iter(written[state._replace(stacks=there + (0,) * (3 - len(there)))])
        worth[state] = tuple(next(values) if stack or not gone else Fraction(1) for stack in state.stacks)
    return worth


@pytest.mark.parametrize("change", CHANGES)
def test_one_exact_round_of_the_twins_best_play_leaves_every_value_as_it_is(change: str) -> None:
    rules, table = both(BASE, CHANGES[change])
    found, twin = exact_of(rules), Game(table, 3, goal_of(rules))
    worth = twins_worth(found, twin)
    assert found.exact
    assert found.epsilon == 0
    for state, values in worth.items():
        assert twin.backup(state, worth.__getitem__) == values, state


@pytest.mark.parametrize("ends", ["first-out", "last-in"])
def test_shares_add_up_to_the_last_digit(ends: str) -> None:
    found = exact_of(both(BASE, {"ends": ends})[0])
    for values in found.values.values():
        winners = 1 if ends == "first-out" else len(values) - 1
        assert sum(values) == winners * found.denominator


def far_off(rules: Rules) -> tuple[GameSpace, Array]:
    """Values at random, after which the first policies of the décharge are not the best."""
    space = game_space(rules, 3)
    random = np.random.default_rng(3).uniform(0, 1, space.size)
    return space, np.where(np.arange(space.size) < len(space.shares), space.vector(), random)


def test_floats_that_are_far_off_are_put_right() -> None:
    rules = both(BASE, {"ends": "first-out", "tokens": 5})[0]
    assert rational_values(*far_off(rules)).values == exact_of(rules).values


def test_what_is_not_put_right_in_time_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rational, "IMPROVEMENTS", 1)
    with pytest.raises(Game421Error, match=r"did not settle in 1 improvements from D 0 1/1/3$"):
        rational_values(*far_off(both(BASE, {"ends": "first-out", "tokens": 5})[0]))


def test_what_is_done_is_told() -> None:
    rules, told = both(BASE)[0], list[tuple[int, int]]()
    space = game_space(rules, 3)
    rational_values(space, progressed(rules, 3, "manche")[-1].values, lambda *done: told.append(done))
    assert told == sorted(told)
    assert told[-1] == (len(space.states),) * 2


def test_play_that_need_not_end_has_no_exact_values() -> None:
    equal = {
        "ranking": [["111", "211", "221", "222"]],
        "values": dict.fromkeys(("111", "211", "221", "222"), 1),
        "ties": "later-wins",
        "next_leader": "winner",
        "decharge_throws": 1,
        "tokens": 6,
        "die": COIN,
    }
    rules = both(BASE, equal)[0]
    space = game_space(rules, 3)
    with pytest.raises(Game421Error, match="need not end"):
        rational_values(space, space.vector(0.5))
