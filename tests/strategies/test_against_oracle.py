"""Lists against the twin: what they do with every roll, and what they cost in a duel, in fractions."""

from __future__ import annotations

import tomllib
from itertools import product

import pytest

from game421.arena.policies import PerfectPolicy, StrategyPolicy
from game421.arena.pricing import price_round
from game421.dice import ROLLS, RollIndex, parse_keep
from game421.rules import load_rules, read_rules
from game421.states.actions import format_action, turn_actions
from game421.strategies.reading import read_strategy
from game421.strategies.vocabulary import Seen
from oracles.axes import dice
from oracles.axes import rules as table_of
from oracles.strategies import Duel, Player, every_roll
from strategies.lists import EVERYTHING, SMALL

LISTS = {"small": SMALL, "everything": EVERYTHING}
TARGETS = (None, "421", "411", "666", "633", "221")
THROWS = 2
"""Turns of three throws take the twin a minute."""
TABLES = {
    "same": {"decharge_throws": THROWS},
    "up-to": {"decharge_throws": THROWS, "followers": "up-to"},
}


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize(("target", "may_stop"), [*product(TARGETS, (True, False))])
def test_a_list_does_with_every_roll_what_the_twin_does(name, target, may_stop):
    rules, player = load_rules("classic"), Player(table_of(), tomllib.loads(LISTS[name]))
    strategy = read_strategy(LISTS[name])
    against = None if target is None else RollIndex(parse_keep(target))
    for roll, left in product(range(len(ROLLS)), (2, 1)):
        legal = turn_actions("free" if may_stop else "forced", RollIndex(roll), left)
        seen = Seen(rules, "decharge", 1, against, RollIndex(roll), 3 - left, left)
        found = format_action(strategy.action(seen, legal))
        twin = player.keeps(
            ROLLS[roll], left, 3 - left, None if target is None else dice(target), may_stop=may_stop
        )
        assert found == ("".join(map(str, twin)) or "-"), (roll, left)
    assert len(every_roll()) == len(ROLLS)


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("followers", TABLES)
def test_what_a_list_costs_in_a_duel(name, followers):
    rules = read_rules(f'followers = "{followers}"\ndecharge_throws = {THROWS}\n')
    duel = Duel(table_of(**TABLES[followers]), tomllib.loads(LISTS[name]), THROWS)
    price = price_round(rules, "duel", 2, StrategyPolicy(read_strategy(LISTS[name])))
    perfect = duel.leader(listed=False), duel.follower(listed=False)
    listed = duel.leader(listed=True), duel.follower(listed=True)
    assert sum(perfect) == 1
    assert price.value == pytest.approx([float(value) for value in perfect], abs=1e-12)
    lost = [float(best - mine) for best, mine in zip(perfect, listed, strict=True)]
    assert price.loss == pytest.approx(lost, abs=1e-12)


@pytest.mark.parametrize(
    ("goal", "players"), [("duel", 2), ("safe", 2), ("tokens", 2), ("relative", 2), ("safe", 3)]
)
def test_perfect_play_loses_exactly_nothing(goal, players):
    price = price_round(load_rules("classic"), goal, players, PerfectPolicy())
    assert price.loss == (0.0,) * players
    assert price.worst is None
    assert price.costliest is None
