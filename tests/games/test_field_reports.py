"""Faults that solvers of games are known for, tried on two players (areas B and C of the reports)."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import game421.games.two_players as two_players
from game421.errors import TableError
from game421.games.backups import back_up
from game421.games.equations import Equation, equations
from game421.games.order import steps
from game421.games.policies import float_policies
from game421.games.space import GameSpace, game_space
from game421.games.two_players import prove, prove_values, solve_two_players
from game421.rules.record import Rules
from game421.states.token_states import TokenState
from processes import environment

from .small import COIN, THREE_FACES, both, solved, worth

SMALL: dict[str, Any] = {"die": THREE_FACES, "tokens": 4, "charge_throws": 2, "decharge_throws": 2}
ONES = {"both": dict.fromkeys(("421", "111", "fiche", "brelan", "tierce", "rest", "221"), 1)}


def start_of(rules: Rules) -> Fraction:
    return worth(solved(rules))[game_space(rules, 2, "manche").opening]


def test_one_token_is_one_round() -> None:
    """B2: the worst takes the only token, which is the Espagnole."""
    rules, _ = both(SMALL, {"tokens": 1})
    assert len(worth(solved(rules))) == 1
    assert start_of(rules) > Fraction(1, 2)


@pytest.mark.parametrize(("ties", "leader"), [("later-wins", 0), ("earlier-wins", 1)])
def test_games_decided_before_they_begin(ties: str, leader: int) -> None:
    """B2: all combinations equal, so every round goes the same way; every value is 0 or 1."""
    next_leader = "loser" if leader == 0 else "winner"
    everything = (tuple(range(56)),)
    rules = Rules(die=COIN, tokens=5, ranking=everything, values=ONES, ties=ties, next_leader=next_leader)  # type: ignore[arg-type]
    assert set(worth(solved(rules)).values()) == {Fraction(leader)}


def test_an_all_equal_game() -> None:
    """B2: single throws and a token each: every state of as many tokens is worth a half to both."""
    rules = Rules(tokens=2, charge_throws=1, decharge_throws=1, values=ONES)  # type: ignore[arg-type]
    values = worth(solved(rules))
    assert values[TokenState("D", 2, 0, (1, 1))] == values[TokenState("C", 2, 2, (0, 0))] == Fraction(1, 2)


def test_the_worst_policies_are_improved_to_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """B2: from the worst policies there are, exact improvement alone finds the best, and proves them."""
    rules, _ = both(SMALL)
    space = game_space(rules, 2, "manche")
    bad, _ = spoiled(space)
    monkeypatch.setattr(two_players, "float_policies", lambda *_: (bad, 0))
    assert solve_two_players(space).values.values == solved(rules).values


def spoiled(space: GameSpace) -> tuple[list[list[Equation]], tuple[tuple[int, ...], int]]:
    """Policies that are best if the loser's share were the winner's, and what they are really worth."""
    order = list(steps(space))
    worst = two_players.integer_vector(space, tuple(range(len(space.states))), len(space.states))
    worst[:2] = worst[1::-1]
    policies = [
        [
            row
            for block in step.blocks
            for row in equations(space, back_up(space, block, worst, len(space.states)))
        ]
        for step in order
    ]
    return policies, two_players._over_one_denominator(two_players._evaluate(space, policies))


def test_a_spoiled_policy_is_refused() -> None:
    """The exact values of policies that are not the best are no fixed point of best play."""
    rules, _ = both(SMALL)
    space = game_space(rules, 2, "manche")
    _, (numerators, denominator) = spoiled(space)
    assert Fraction(numerators[space.start], denominator) != start_of(rules)
    with pytest.raises(TableError, match="is not what best play makes of the others"):
        prove(space, numerators, denominator)


def test_a_spoiled_value_is_refused() -> None:
    """C1: any numerator off by one, either seat's; and floats are no proof."""
    rules, _ = both(SMALL, {"tokens": 2})
    table = solved(rules)
    for state, (mine, other) in table.values.items():
        for wrong in ((mine + 1, other - 1), (mine - 1, other + 1), (mine, other + 1)):
            with pytest.raises(TableError):
                prove_values(replace(table, values={**table.values, state: wrong}))
    with pytest.raises(TableError, match="only exact values"):
        prove_values(replace(table, exact=False))


def test_forty_one_tokens_need_no_deep_recursion() -> None:
    """B3: 901 states, and Python's recursion limit stays where it is."""
    before = sys.getrecursionlimit()
    rules = Rules(die=COIN, tokens=41, charge_throws=1, decharge_throws=1, nenette_takes=2)
    values = worth(solved(rules))
    assert len(values) == 41 * 42 // 2 + 40
    assert values[TokenState("C", 2, 41, (0, 0))] == Fraction(1, 2)
    assert sys.getrecursionlimit() == before


CYCLE: list[dict[str, Any]] = [
    {"nenette_takes": 1},
    {"nenette_takes": 2},
    {"tokens": 3},
    {"values": {"421": 2}},
    {"nenette_tie": "last-wins"},
    {"followers": "up-to"},
    {"nenette_takes": 1},
]


def test_no_answer_is_kept_for_other_rules() -> None:
    """B9: A, B and A again in one process, whatever differs, as each in a process of its own would find."""
    tables = [both(SMALL, change)[0] for change in CYCLE]
    tables.insert(4, replace(tables[4], name="another name"))
    cached = [solved(rules) for rules in tables]
    for cache in (game_space, solved):
        cache.cache_clear()
    for rules, before in zip(tables[::-1], cached[::-1], strict=True):
        fresh = solve_two_players(GameSpace(rules, 2)).values
        assert (fresh.values, fresh.denominator) == (before.values, before.denominator)
    distinct = {tuple(worth(table).items()) for table in cached}
    assert len(distinct) == len(CYCLE) - 1  # the first and the last are one table, whatever its name


PRINTED = """
from hashlib import sha256
from game421.games.space import GameSpace
from game421.games.two_players import solve_two_players
from game421.rules.record import Rules
rules = Rules(die=(2, 1, 0, 1, 0, 0), tokens=5, charge_throws=2, followers="declare", rampo_value="choice",
              tie_by_throws="fewer-wins", ends="last-in", manches=2)
found = [solve_two_players(GameSpace(rules, 2, goal)).values for goal in ("manche", "partie")]
text = repr([(table.denominator, list(table.values.items())) for table in found])
print(sha256(text.encode()).hexdigest())
"""


def test_the_same_bytes_whatever_the_order_of_hashes() -> None:
    """B16: every number and the order of the states."""
    digests = {
        subprocess.run(
            [sys.executable, "-c", PRINTED],
            env=environment(PYTHONHASHSEED=seed),
            capture_output=True,
            encoding="utf-8",
            check=True,
            timeout=120,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(digests) == 1


def test_players_who_swap_names_swap_chances() -> None:
    """B7: nobody is taken for a helper: what one gains the other loses, seen from either side."""
    rules, _ = both(SMALL, {"followers": "up-to", "rampo_value": "choice"})
    for state, (mine, other) in solved(rules).values.items():
        assert mine + other == solved(rules).denominator
        assert 0 <= mine <= solved(rules).denominator, state


def test_one_key_for_each_state() -> None:
    """B13: nothing that matters between rounds is left out of a state, and nothing is in twice."""
    rules, _ = both(SMALL, {"manches": 2, "tokens": 2})
    space = game_space(rules, 2, "partie")
    keys = {(state.phase, state.pot, state.stacks, state.lost) for state in space.states}
    assert len(keys) == len(space.states) == 4 * (3 + 1)
    assert len(set(worth(solved(rules, "partie")).values())) > 8


def test_every_step_of_the_way_is_reported() -> None:
    rules, _ = both(SMALL)
    space = game_space(rules, 2, "manche")
    told: list[tuple[int, int]] = []
    float_policies(space, steps(space), lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[-1] == (len(space.states), len(space.states))
