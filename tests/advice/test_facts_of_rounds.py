"""Facts of bare rounds and chances of compiled ones: against the round told in full, and against numpy."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from certificates.played import record
from game421.advice.facts import facts_of_round
from game421.advice.round_facts import Share, round_facts
from game421.dice import ROLLS
from game421.errors import InputError
from game421.rounds.chances import RoundChances, follow_solution
from game421.rounds.following import follow_rounds
from game421.rounds.passes import round_plan
from game421.rounds.rest import round_payoffs_of
from game421.rounds.solving import RoundPayoffs, solve_round
from game421.rounds.stakes import RoundStakes
from game421.rounds.tree import round_tree
from game421.rules import load_rules
from game421.rules.families import roll_of
from game421.states.results import Result
from game421.states.token_states import TokenState
from oracles.axes import ALL_DICE, name
from oracles.axes import rules as table_of
from oracles.round import Round
from oracles.round import goal as wish_of

from .enumeration import tell
from .told_games import (
    COIN,
    GAMES,
    THREE_FACES,
    VALUES,
    WORTHS,
    by_name,
    near,
)

BARE: dict[str, tuple[str, dict[str, Any]]] = {
    "duel": ("duel", {"followers": "up-to"}),
    "safe": ("safe", {"kept_dice": "locked"}),
    "tokens": ("tokens", {"tie_by_throws": "fewer-wins", "followers": "declare", "rampo_value": "rampo"}),
    "sips": ("tokens", {"game": "sips", "followers": "up-to", "repeat_421": 2, "brelan_gift": True}),
    "nothing but equals": (
        "safe",
        {"ranking": [list(map(name, ALL_DICE))], "values": dict.fromkeys(WORTHS, 1), "ties": "later-wins"},
    ),
    "sips of equals": ("duel", {"game": "sips", "ranking": GAMES["equals"]["ranking"], "decharge_throws": 2}),
}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("case", BARE)
def test_a_bare_round_is_the_round_told_in_full(case, players):
    goal, axes = BARE[case]
    few = {} if players == 2 else {"die": COIN, "decharge_throws": 2}
    table = table_of(**{"die": THREE_FACES, "values": VALUES} | axes | few)
    a_round = Round(table, players, wish_of(goal, players))
    expected, found = tell(a_round, lambda outcome: None), facts_of_round(record(table), goal, players)
    assert [ratio.fraction() for ratio in found.exact] == list(a_round.values())
    throws: Counter[int] = Counter()
    for (count, _), chance in expected.moves.items():
        throws[count] += chance
    assert list(found.throws) == list(found.round) == ["all"]
    assert dict(enumerate(found.throws["all"].chances)) == near(
        {count: float(throws[count]) for count in range(players * table["decharge_throws"] + 1)}
    )
    assert found.throws["all"].mean == near(float(sum(count * chance for count, chance in throws.items())))
    mean = found.round["all"]
    assert mean.leader_best == near(float(expected.seats[0]))
    assert (mean.rampo, mean.rampo_best, mean.rampo_worst) == near(
        tuple(float(expected.rampo[kind]) for kind in ("any", "best", "worst"))
    )
    wins = {name(dice): float(chance) for dice, chance in expected.wins.items() if chance}
    assert by_name(mean.wins) == near(wins, abs=1e-12)
    ends = {(name(dice), used): float(chance) for (dice, used), chance in expected.leader.items() if chance}
    assert {
        (share.combination, stop.throws): share.value for stop in mean.stops for share in stop.ends
    } == near(ends, abs=1e-12)
    assert found.rampo_throws == near(float(expected.rampo["throws"]))
    assert (found.rounds, found.even, found.espagnole) == ({}, (), None)


ROUNDS: dict[str, dict[str, Any]] = {
    "same": {},
    "up to, fewer wins": {"followers": "up-to", "tie_by_throws": "fewer-wins"},
    "declare, fewer wins, choice": {
        "followers": "declare",
        "tie_by_throws": "fewer-wins",
        "rampo_value": "choice",
    },
    "declare, previous": {"followers": "declare", "cap": "previous"},
    "a loaded die of six faces": {"die": (3, 1, 2, 1, 2, 4)},
}
"""Rounds of all kinds that the kernel solves."""


@pytest.mark.parametrize("axes", ROUNDS)
@pytest.mark.parametrize("players", [2, 3])
def test_compiled_chances_are_those_of_numpy(axes, players):
    """The same policies, found twice: by the kernel and in numpy; of several states, no two alike."""
    rules = record(table_of(**{"die": THREE_FACES, "values": VALUES, "decharge_throws": 2} | ROUNDS[axes]))
    tree = round_tree(rules, "D", players)
    worth = np.random.default_rng(players).random((len(tree.verdicts), players, 3))
    found, expected = (
        follow_rounds(round_plan(tree), worth),
        follow_solution(solve_round(tree, RoundPayoffs(worth))),
    )
    assert found.verdicts == near(expected.verdicts, abs=1e-12)
    for one in ("leader", "wins", "leader_best", "rampo", "rampo_throws"):
        assert getattr(found.chances, one) == near(getattr(expected.chances, one), abs=1e-12)


def test_chances_of_a_round_are_from_its_start():
    rules = record(table_of(die=THREE_FACES, decharge_throws=1))
    tree = round_tree(rules, "R", 2, (Result(roll_of(4, 2, 1), 1),))
    payoffs = round_payoffs_of(tree, TokenState("R", 2), RoundStakes(rules, "duel", 2), [0, 1], exact=False)
    with pytest.raises(InputError, match="whole rounds, from the leader's first throw on"):
        follow_solution(solve_round(tree, payoffs))


def test_a_leader_who_would_never_stop_has_no_weakest_combination():
    leader = np.zeros((2, len(ROLLS), 3))
    leader[0, roll_of(4, 2, 1), 0] = leader[0, roll_of(6, 5, 4), 0] = 0.25
    leader[1] = 1 / len(ROLLS)
    nothing = np.zeros((len(ROLLS), 3))
    chances = RoundChances(leader, nothing, nothing[0], nothing[:3], nothing[0])
    mean = round_facts(load_rules("classic"), [(chances, np.array([1.0, 2.0, 0.0]))])
    assert mean.stops[0].weakest == (Share("654", 1 / 3), Share(None, 2 / 3))
    assert mean.stops[1].weakest == ()
