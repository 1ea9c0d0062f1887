"""A game of three that no certain play settles: sweeps go round for ever, and ε says so."""

from __future__ import annotations

import numpy as np
import pytest

from game421.games import equilibrium
from game421.games.equilibrium import CLOSE, begin
from game421.games.order import Step, steps
from game421.games.space import GameSpace, game_space
from game421.games.sweeps import Threads, chunks_of, sweep
from game421.rules import read_rules
from game421.tables import solving
from game421.tables.solving import solve_game
from game421.turns.layout import Array

RULES = read_rules(
    """
    extends = "belgian"
    name = "round and round"
    tokens = 7
    followers = "up-to"
    tie_by_throws = "ignore"
    rampo_value = "rampo"
    next_leader = "rotation"
    transfer = "difference"
    """,
    "round.toml",
)


def cyclic(space: GameSpace) -> list[Step]:
    return [step for step in steps(space) if step.cyclic]


def one_more_round(space: GameSpace, step: Step, values: Array) -> Array:
    """All states of a step at once, none seeing another's new value: the game cut off a round later."""
    return sweep(space, Threads(2), [tuple(chunks_of(space, step))], values, lambda states: None)


def test_cut_off_ever_later_the_game_comes_to_no_limit() -> None:
    space = game_space(RULES, 3)
    of_two, of_three = cyclic(space)
    values = begin(space).values
    for _ in range(60):
        values = one_more_round(space, of_two, values)
    assert np.abs(one_more_round(space, of_two, values) - values).max() < 1e-12
    for _ in range(40):
        before, values = values, one_more_round(space, of_three, values)
    after = one_more_round(space, of_three, values)
    assert np.abs(values - before).max() == pytest.approx(0.0002601929950529769, rel=1e-9)
    assert np.abs(after - values).max() == pytest.approx(0.0002601929950529769, rel=1e-9)


def test_it_is_said_and_epsilon_is_no_smaller_than_it_is(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(equilibrium, "PATIENCE", 10)
    monkeypatch.setattr(solving, "kept_file", lambda *_: tmp_path / "progress")
    said: list[str] = []
    solution = solve_game(RULES, 3, notice=said.append)
    (told,) = (notice for notice in said if notice.startswith("play goes round: "))
    assert "the nearest to a fixed point is kept" in told
    assert 1e-6 < solution.values.epsilon < 1e-2
    assert CLOSE < 1e-6
