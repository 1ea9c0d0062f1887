"""One backup against the slow twin's round, for any rules, any values and any state."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game421.certificates import bellman_backup
from game421.errors import TableError
from oracles.axes import ALL_DICE, Axes, name, rules
from oracles.game import State

from .played import SmallGame, record, written

CHOICES: dict[str, list[Any]] = {
    "die": [(1, 1, 0, 1, 0, 0), (1, 3, 0, 2, 0, 0), (1, 1, 0, 0, 0, 0), (1, 2, 0, 0, 0, 1)],
    "tokens": [1, 2, 3, 4, 5, 6],
    "nenette_tie": ["rampo", "last-wins"],
    "kept_dice": ["free", "locked"],
    "followers": ["same", "up-to", "declare"],
    "cap": ["leader", "previous"],
    "tie_by_throws": ["ignore", "fewer-wins"],
    "ties": ["rampo", "rampo", "later-wins", "earlier-wins"],
    "rampo_value": ["tied", "rampo", "choice"],
    "next_leader": ["loser", "winner", "rotation"],
    "charge": ["rounds", "rounds", "rounds", "havraise"],
    "charge_throws": [1, 2, 3],
    "decharge_throws": [1, 2, 3],
    "nenette_takes": [0, 2, 3],
    "transfer": ["best", "sum", "difference"],
    "espagnole": ["manche", "partie"],
    "ends": ["first-out", "last-in"],
    "manches": [1, 2],
}
WORTHS = st.sampled_from([1, 2, 3, 4, "all", "all-but-one"])
KEYS = st.sampled_from(["421", "111", "fiche", "brelan", "tierce", "rest", "221", "411", "442"])


@st.composite
def tables(draw: st.DrawFn) -> Axes:
    """Rules of any kind, few tokens and few faces."""
    axes = {axis: draw(st.sampled_from(choices)) for axis, choices in CHOICES.items()}
    if draw(st.integers(0, 3)):
        axes["ranking"] = draw(st.sampled_from(["classic", "belgian"]))
        axes["nenette"] = draw(st.sampled_from(["lowest", "above-rest"]))
        values: dict[str, Any] = draw(st.dictionaries(KEYS, WORTHS))
        axes["values"] = {**values, "charge": draw(st.dictionaries(KEYS, WORTHS))}
        lowest = axes["nenette"] == "lowest"
    else:
        axes["ranking"], axes["values"] = draw(own_rankings())
        lowest = axes["ranking"][-1] == ["221"]
    axes["nenette_each"] = lowest and axes["nenette_takes"] > 0 and draw(st.booleans())
    return rules(**axes)


@st.composite
def own_rankings(draw: st.DrawFn) -> tuple[list[list[str]], dict[str, Any]]:
    """An order of one's own, of tiers of one to three, 221 alone in its tier; equal values within a tier."""
    others = draw(st.permutations([name(roll) for roll in ALL_DICE if name(roll) != "221"]))
    ranking: list[list[str]] = []
    while others:
        size = draw(st.integers(1, 3))
        ranking.append(others[:size])
        others = others[size:]
    ranking.insert(draw(st.sampled_from([0, len(ranking) // 2, len(ranking)])), ["221"])
    worths = [draw(WORTHS) for _ in ranking]
    values = {one: worth for tier, worth in zip(ranking, worths, strict=True) for one in tier}
    return ranking, {"decharge": values}


def all_states(game: SmallGame) -> list[State]:
    """Every way the tokens, and in a partie the lost manches, may lie."""
    manches = range(game.table["manches"] if game.partie else 0)
    return [
        state
        for lost in list(product(manches, manches)) or [()]
        for phase in ("charge", "decharge")
        for state in game.states(phase, lost)
    ]


@settings(max_examples=50, deadline=None)
@given(tables(), st.sampled_from(["manche", "partie"]), st.integers(1, 10**9), st.integers(0, 10**9))
def test_a_backup_is_a_round_of_best_play(table: Axes, goal: Any, denominator: int, seed: int) -> None:
    dice, game = random.Random(seed), SmallGame(table, goal)
    states = all_states(game)
    values = {state: dice.randint(0, denominator) for state in states}
    compare(game, dice.sample(states, min(2, len(states))), values, denominator)


def compare(game: SmallGame, states: list[State], values: dict[State, int], denominator: int) -> None:
    def both(state: State) -> tuple[Fraction, Fraction]:
        return Fraction(values[state], denominator), 1 - Fraction(values[state], denominator)

    table = {written(state): value for state, value in values.items()}
    for state in states:
        goal: Any = "partie" if game.partie else "manche"
        found = bellman_backup(record(game.table), table, denominator, written(state), goal)
        assert Fraction(*found) == game.backup(state, both)[0]


def test_a_backup_with_all_six_faces() -> None:
    axes = {"followers": "declare", "tie_by_throws": "fewer-wins", "rampo_value": "choice"}
    game = SmallGame(rules(tokens=4, decharge_throws=2, **axes), "manche")
    values = {state: state.stacks[0] ** 2 for state in game.states("decharge")}
    compare(game, [State("decharge", 0, (3, 1))], values, 11)


def test_a_backup_names_what_it_lacks() -> None:
    with pytest.raises(TableError, match="the table lacks D 0 3/1, which can follow D 0 2/2"):
        bellman_backup(record(rules(tokens=4)), {("D", 0, 1, 3): 1, ("D", 0, 2, 2): 1}, 2, ("D", 0, 2, 2))


@pytest.mark.parametrize("state", [("D", 0, 2, 3), ("D", 0, 4, 0), ("C", 0, 2, 2), ("C", 5, -1, 0), ("R", 4)])
def test_a_state_that_cannot_be_has_no_backup(state: Any) -> None:
    with pytest.raises(TableError, match="is no state between two rounds of this manche"):
        bellman_backup(record(rules(tokens=4)), {}, 2, state)
