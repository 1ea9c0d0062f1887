"""Rounds against the slow twin, which follows every history of results: one axis changed at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from game421.rounds import solving
from game421.rounds.solving import RoundPayoffs, solve_round
from game421.rounds.tree import round_tree
from game421.rules.record import Rules
from oracles.axes import Axes
from oracles.round import Round
from oracles.settle import Settlement

from .tables import (
    BASES,
    CHANGES,
    CHARGE,
    COIN,
    OF_COMBINATIONS,
    PHASES,
    SIPS,
    THREE_FACES,
    both,
    payoffs_of,
    solved,
    wish,
)

CLOSE = 1e-12


def agree(rules: Rules, table: Axes, players: int, phase: str, *goals: str) -> None:
    """Both solvers give every player the same value, exactly; floats come within the tie rule's margin."""
    settlement = Settlement(table, PHASES[phase])
    for goal in goals:
        expected = Round(table, players, wish(goal, players), PHASES[phase], settlement=settlement).values()
        solution, found = solved(rules, goal, players, phase)
        assert found == expected, goal
        near, rough = solved(rules, goal, players, phase, exact=False)
        assert (near.rampo == solution.rampo).all()
        size = max(1, *map(abs, expected))
        assert [float(value / size) for value in rough] == pytest.approx(
            [float(value / size) for value in expected], abs=CLOSE
        )


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("base", BASES)
def test_two_players(base: str, change: str) -> None:
    rules, table = both(BASES[base], CHANGES[change])
    agree(rules, table, 2, "D", "scrambled")
    if change in CHARGE:
        agree(rules, table, 2, "C", "tokens", "scrambled")


@pytest.mark.parametrize("change", [change for change in CHANGES if change not in OF_COMBINATIONS])
@pytest.mark.parametrize("base", BASES)
def test_three_players(base: str, change: str) -> None:
    """Two throws of a die of two faces, or one of three where the change is about combinations."""
    about_dice = {"ranking", "values"} & CHANGES[change].keys()
    few = {"charge_throws": 1, "decharge_throws": 1} if about_dice else {"die": COIN}
    rules, table = both(BASES[base], CHANGES[change], few)
    agree(rules, table, 3, "D", "scrambled")
    if change in CHARGE:
        agree(rules, table, 3, "C", "scrambled")


GOALS = ("duel", "safe", "tokens", "relative")


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("followers", ["same", "up-to", "declare"])
@pytest.mark.parametrize("players", [2, 3])
def test_every_goal_with_the_ties_it_leaves(players: int, followers: str, goal: str) -> None:
    """Whoever is indifferent decides by the tie rule, and others' values hang on it."""
    change = {"followers": followers, "rampo_value": "choice", "cap": "previous", "decharge_throws": 2}
    rules, table = both({"die": COIN if players == 3 else THREE_FACES}, change)
    agree(rules, table, players, "D", goal)


@pytest.mark.parametrize(
    "change",
    [
        {"followers": "same", "transfer": "sum"},
        {"followers": "up-to", "tie_by_throws": "fewer-wins"},
        {"followers": "declare", "cap": "previous"},
    ],
)
def test_four_players(change: dict[str, Any]) -> None:
    rules, table = both({"die": COIN, "decharge_throws": 2}, change)
    agree(rules, table, 4, "D", "relative")


def test_four_players_in_the_charge() -> None:
    each = {"nenette_takes": 2, "nenette_each": True, "nenette_tie": "last-wins", "charge_throws": 2}
    rules, table = both({"die": COIN, "followers": "up-to"}, each)
    agree(rules, table, 4, "C", "scrambled")


@pytest.mark.parametrize("change", SIPS)
@pytest.mark.parametrize("players", [2, 3])
def test_sips(players: int, change: str) -> None:
    base = {"game": "sips", "followers": "up-to", "decharge_throws": 2 if players == 2 else 1}
    rules, table = both(base, SIPS[change])
    agree(rules, table, players, "R", "duel", "safe", "tokens", "relative")


def test_sips_of_three_with_two_throws() -> None:
    base = {"game": "sips", "followers": "up-to", "die": COIN, "decharge_throws": 2, "brelan_gift": True}
    rules, table = both(base)
    agree(rules, table, 3, "R", "tokens", "relative")


def test_fair_dice_single_throws() -> None:
    """All 56 combinations of both players."""
    rules, table = both({"die": (1,) * 6, "decharge_throws": 1, "rampo_value": "choice", "transfer": "sum"})
    agree(rules, table, 2, "D", "tokens")


@pytest.mark.parametrize("change", ["as it is", "fewer wins", "rampo or tied, last nenette"])
def test_zero_sum_shortcuts_change_nothing(change: str) -> None:
    """With what both share known, the other's value need not be followed, nor any policy be kept."""
    rules, _ = both(BASES["classic"], CHANGES[change])
    tree = round_tree(rules, "D", 2)
    for exact in (True, False):
        payoffs, unit = payoffs_of(tree, "duel", exact=exact)
        assert unit == 1
        whole = solve_round(tree, payoffs).start
        known = replace(payoffs, constant=1)
        for policy in (True, False):
            found = solve_round(tree, known, policy=policy).start
            if exact:
                assert (found == whole).all()
            else:
                assert found == pytest.approx(whole, abs=1e-15)


@pytest.mark.parametrize("change", ["as it is", "fewer wins", "locked", "declare", "previous, up to"])
@pytest.mark.parametrize("together", [1, 7, 512])
def test_worths_alone_found_in_parts_are_the_same(change: str, together: int, monkeypatch) -> None:
    """However few turns are solved at once; of two token states the second is worth twice the first."""
    monkeypatch.setattr(solving, "TURNS", together)
    rules, _ = both(BASES["classic"], CHANGES[change])
    tree = round_tree(rules, "D", 3)
    for exact in (True, False):
        payoffs, _ = payoffs_of(tree, "scrambled", exact=exact)
        verdicts = np.concatenate([payoffs.verdicts, 2 * payoffs.verdicts], axis=2)
        whole = solve_round(tree, RoundPayoffs(verdicts))
        parts = solve_round(tree, RoundPayoffs(verdicts), policy=False)
        assert parts.turns == ({},) * 3
        assert parts.scale == whole.scale
        for found, wanted in zip(parts.worth, whole.worth, strict=True):
            assert (found == wanted).all() if exact else found == pytest.approx(wanted, rel=1e-14)


def test_worths_alone_with_gifts() -> None:
    rules, _ = both({"game": "sips", "followers": "up-to"}, SIPS["both"])
    tree = round_tree(rules, "R", 3)
    payoffs, _ = payoffs_of(tree, "tokens")
    assert payoffs.gifts is not None
    whole, parts = solve_round(tree, payoffs), solve_round(tree, payoffs, policy=False)
    assert all((found == wanted).all() for found, wanted in zip(parts.worth, whole.worth, strict=True))
