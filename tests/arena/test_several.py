"""The exact examination of games of three: against a slow twin, and what must hold of every examination."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from game421.arena import grade
from game421.arena.asking import AskedPolicy
from game421.arena.behaviours import BEHAVIOURS
from game421.arena.examination import examine
from game421.arena.policies import (
    BehaviourPolicy,
    EveryThrow,
    NoisyPolicy,
    PerfectPolicy,
    RandomPolicy,
    TipPolicy,
)
from game421.arena.several import examine_round, examine_several
from game421.errors import InputError
from game421.games.values import GameValues
from game421.rules import load_rules
from game421.rules.record import Rules
from game421.states.actions import format_action, parse_action
from game421.states.checks import parse_token_state
from game421.states.positions import Position
from game421.states.token_states import TokenState
from game421.strategies.reading import read_strategy
from game421.tables.solving import solve_game
from games.small import COIN, both, goal_of
from games.small import solved as solved_two
from oracles.axes import LE_BON_TO_THE_LAST
from oracles.game import Game
from oracles.match_of_several import MatchOfSeveral
from strategies.lists import SMALL

from .test_examination import PLAYERS, Odd, Picking
from .test_examination import TABLES as OF_TWO

TABLES: dict[str, dict[str, Any]] = {
    "first out": {"die": COIN, "tokens": 3, "charge_throws": 2, "decharge_throws": 2},
    "last in": {
        "die": COIN,
        "tokens": 3,
        **LE_BON_TO_THE_LAST,
    },
    "locked": {
        "die": COIN,
        "tokens": 2,
        "charge_throws": 2,
        "kept_dice": "locked",
        "followers": "up-to",
        "next_leader": "winner",
    },
}


WAYS = (
    PerfectPolicy(),
    RandomPolicy(),
    NoisyPolicy(PerfectPolicy(), 0.25),
    BehaviourPolicy("aces", BEHAVIOURS["aces"]),
)


@cache
def solved(name: str) -> GameValues:
    rules, _ = both(TABLES[name])
    return solve_game(rules, 3).values


@pytest.mark.parametrize("name", ["classic", "bistro", "locked, up to"])
@pytest.mark.parametrize(
    "policy",
    [PerfectPolicy(), RandomPolicy(), NoisyPolicy(PerfectPolicy(), 0.25)],
    ids=lambda each: each.name,
)
def test_games_of_two_come_out_as_by_their_own_examination(name, policy):
    rules, _ = both(OF_TWO[name])
    table = solved_two(rules, goal_of(rules))
    found, known = examine_several(table, policy), examine(table, policy)
    assert found.chance == pytest.approx(known.chance, abs=1e-12)
    assert found.loss == pytest.approx(known.loss, abs=1e-12)
    for kind, tally in known.account.tallies.items():
        mine = found.account.tallies[kind]
        assert vars(mine) == pytest.approx(vars(tally), abs=1e-10)
    costs = [blunder.cost for blunder in found.account.blunders]
    assert costs == pytest.approx([blunder.cost for blunder in known.account.blunders], abs=1e-12)


@pytest.mark.parametrize("name", TABLES)
def test_perfect_play_loses_exactly_nothing(name):
    found = examine_several(solved(name), PerfectPolicy())
    assert found.chance == found.value
    assert found.loss == 0
    assert found.account.blunders == []
    assert found.account.total.errors == 0


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", TABLES)
def test_chances_are_those_of_the_slow_twin(name, player):
    _, axes = both(TABLES[name])
    make, rule = PLAYERS[player]
    found = examine_several(solved(name), make())
    game = Game(axes, 3)
    states = [state for phase in ("decharge", "charge") for state in game.states(phase)]
    twin = MatchOfSeveral(game, rule, game.limit(states)).chance()
    assert found.chance == pytest.approx(twin, abs=1e-10)
    assert min(found.chance) > 0
    assert max(worth - chance for worth, chance in zip(found.value, found.chance, strict=True)) > 1e-3


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("policy", WAYS[1:], ids=lambda each: each.name)
def test_what_is_lost_is_the_sum_of_the_decisions(name, policy):
    found = examine_several(solved(name), policy)
    missing = np.mean(found.value) - np.mean(found.chance)
    assert found.loss == pytest.approx(missing, abs=1e-11)
    for blunder in found.account.blunders:
        assert blunder.cost == pytest.approx(blunder.often * blunder.chance * blunder.regret)
        assert str(Position.parse(blunder.position)) == blunder.position
        assert blunder.action != blunder.best
    costs = [blunder.cost for blunder in found.account.blunders]
    assert costs == sorted(costs, reverse=True)
    assert found.exploitability is None


def test_a_bot_that_is_asked_is_the_behaviour_it_plays():
    table = solved("last in")

    class Aces:
        def decide(self, position: str, legal: tuple[str, ...]) -> str:
            actions = tuple(map(parse_action, legal))
            return format_action(BEHAVIOURS["aces"](table.rules, Position.parse(position), actions))

    asked = AskedPolicy("asked", Aces())
    found, known = examine_several(table, asked), examine_several(table, WAYS[-1])
    assert found.chance == pytest.approx(known.chance, abs=1e-12)
    assert asked.unsteady == 0
    assert asked.asked > 0


@pytest.mark.parametrize("name", TABLES)
def test_a_tip_errs_only_where_it_says_something(name):
    table = solved(name)
    nothing = read_strategy('stops_ahead = false\n[[leader]]\nopponents = 5\ndo = "stop"\n')
    found = examine_several(table, TipPolicy(nothing))
    assert found.chance == found.value
    assert found.loss == 0
    rules, _ = both(OF_TWO["bistro"])
    two, tip = solved_two(rules, goal_of(rules)), TipPolicy(read_strategy(SMALL))
    assert examine_several(two, tip).chance == pytest.approx(examine(two, tip).chance, abs=1e-12)
    with pytest.raises(InputError, match="every throw: this way to play is examined in rounds and"):
        examine_several(table, EveryThrow())


def test_a_single_round_is_its_part_of_the_game():
    table, policy = solved("first out"), RandomPolicy()
    opening = TokenState("C", 3, 3, (0, 0, 0))
    found = examine_round(table, policy, opening)
    assert found.value == table.of(opening)
    assert 0 < found.loss < examine_several(table, policy).loss
    assert found.loss == pytest.approx(np.mean(found.value) - np.mean(found.chance))
    assert all(blunder.position.startswith("C 3 0/0/0 ") for blunder in found.account.blunders)
    assert examine_round(table, PerfectPolicy(), opening).loss == 0
    with pytest.raises(InputError, match="D 0 1/1/2: no token state of the manche of 3 players under"):
        examine_round(table, policy, TokenState("D", 3, 0, (1, 1, 2)))


def test_answers_that_are_no_legal_action_lose_the_game_and_are_counted():
    odd = AskedPolicy("odd", Odd())
    found = examine_several(solved("first out"), odd)
    assert found.chance[0] == pytest.approx(0, abs=1e-12)
    assert odd.forfeits
    assert found.account.blunders[0].action == "forfeit"
    assert found.loss == pytest.approx(np.mean(found.value) - np.mean(found.chance), abs=1e-11)


def test_a_bot_is_graded_in_one_round_of_a_game(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    rules, _ = both(TABLES["last in"])
    found = grade(lambda position, legal: legal[0], rules=rules, state="D 0 1/1/1")
    assert len(found.chance) == 3
    assert 0 < found.loss < max(found.value)
    whole = grade(lambda position, legal: legal[0], rules=rules, players=3)
    assert len(whole.chance) == 3
    assert 0 < whole.loss < found.loss  # few games come to that round
    with pytest.raises(InputError, match="write phase, pot and stacks"):
        grade(Picking(), state="D 0")
    bistro = load_rules("bistro")
    assert parse_token_state(bistro, "D 0 8/13 lost=1/0") == TokenState("D", 2, 0, (8, 13), (1, 0))
    assert parse_token_state(bistro, " C 21  0/0 ") == TokenState("C", 2, 21, (0, 0))
    with pytest.raises(InputError, match="examined in games of two"):
        examine_several(solved_two(Rules(charge="havraise", tokens=2), "manche"), RandomPolicy())
