"""Known values of rounds, each derived here once more, and laws that hold under any rules."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from game421.dice import KEEP_NOTHING
from game421.dice.ways import reach
from game421.errors import InputError
from game421.rounds.stakes import RoundStakes
from game421.rules.record import Rules
from game421.states.results import Result
from game421.turns.exact import Payoff, best_option, solve_turn
from game421.turns.goals import beat
from game421.turns.terms import TurnTerms

from .tables import BASES, COIN, both, solved

FAIR = [ways for _, ways in reach((1,) * 6)[KEEP_NOTHING]]
TIED = Fraction(83, 3888)
"""Chance that two single throws are equal."""


def duel(rules: Rules, players: int = 2) -> tuple[Fraction, ...]:
    return solved(rules, "duel", players)[1]


def test_two_single_throws_are_equal() -> None:
    """6 triples of 1 way, 30 pairs of 3, 20 of three faces of 6: (6 + 30·9 + 20·36) / 216² = 83/3888."""
    assert Fraction(sum(ways * ways for ways in FAIR), 216**2) == TIED
    assert sorted(FAIR) == [1] * 6 + [3] * 30 + [6] * 20
    rules = Rules(decharge_throws=1)
    assert duel(rules) == (Fraction(1, 2), Fraction(1, 2))
    assert duel(replace(rules, ties="earlier-wins"))[0] == (1 + TIED) / 2
    assert duel(replace(rules, ties="later-wins"))[0] == (1 - TIED) / 2


@pytest.mark.parametrize(
    ("followers", "known"),
    [("up-to", Fraction(1692791176921, 2821109907456)), ("same", None), ("declare", None)],
)
def test_a_duel_is_a_turn_against_what_the_follower_leaves(followers: str, known: Fraction | None) -> None:
    """The follower beats a target with what the cap allows; the leader stops where that leaves him most."""
    rules = Rules(followers=followers)  # type: ignore[arg-type]
    stopping = {"same": "forced", "up-to": "free", "declare": "declare"}[followers]
    rows = []
    for cap in (1, 2, 3):
        row = []
        for roll in range(56):
            terms = TurnTerms(cap, stopping)  # type: ignore[arg-type]
            follower = solve_turn(terms, beat(rules, [Result(roll)], cap))
            lost = Fraction(best_option(follower.first_options())[1], follower.denominator(cap))
            row.append(1 - lost)
        rows.append(row)
    common = 2 * 216**3
    whole = tuple(tuple(int(value * common) for value in row) for row in rows)
    leader = solve_turn(TurnTerms(3), Payoff(whole, common))
    value = Fraction(best_option(leader.first_options())[1], leader.denominator(3))
    assert known in {None, value}
    assert duel(rules) == (value, 1 - value)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("goal", ["duel", "safe", "tokens", "relative"])
@pytest.mark.parametrize("change", [{}, {"ties": "later-wins"}, {"nenette_tie": "last-wins"}])
def test_saying_le_bon_before_a_throw_never_gains(change: dict[str, Any], goal: str, players: int) -> None:
    """While throws break no ties and the leader's number binds all, values are those of `same`."""
    die = {"die": (1,) * 6} if players == 2 else {"die": COIN}
    tables = [both({"followers": followers}, change, die)[0] for followers in ("declare", "same")]
    declare, same = (solved(rules, goal, players)[1] for rules in tables)
    assert declare == same


def test_where_fewer_throws_win_saying_le_bon_gains() -> None:
    tables = [Rules(followers=each, tie_by_throws="fewer-wins") for each in ("declare", "same")]  # type: ignore[arg-type]
    declare, same = map(duel, tables)
    assert declare[1] > same[1]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("base", BASES)
def test_someone_is_best_and_someone_worst(base: str, players: int) -> None:
    rules, _ = both(BASES[base], {"die": COIN})
    assert sum(duel(rules, players)) == 1
    for phase, goal in product("CD", ("safe", "relative")):
        assert sum(solved(rules, goal, players, phase)[1]) == {"safe": players - 1, "relative": 0}[goal]
    assert sum(solved(rules, "tokens", players, "D")[1]) == 0
    assert sum(solved(rules, "tokens", players, "C")[1]) < 0


@pytest.mark.parametrize("phase", ["C", "D"])
def test_payments_as_loss_are_the_negative_of_payments_as_gain(phase: str) -> None:
    """Nobody clips a negative score: two players' décharge is what the one gives and the other gets."""
    rules, _ = both(BASES["bistro"])
    mine, his = solved(rules, "tokens", 2, phase)[1]
    if phase == "D":
        assert mine == -his
    relative = solved(rules, "relative", 2, phase)[1]
    assert relative[0] == -relative[1]


@pytest.mark.parametrize("followers", ["up-to", "declare", "same"])
def test_a_leader_with_more_throws_is_never_worse_off(followers: str) -> None:
    """He may stop as if he had fewer; whoever follows is bound by his number anyway."""
    starts = [
        duel(Rules(followers=followers, decharge_throws=throws, tie_by_throws=ties))[0]  # type: ignore[arg-type]
        for ties in ("ignore", "fewer-wins")
        for throws in (1, 2, 3)
    ]
    assert starts[:3] == sorted(starts[:3])
    assert starts[3:] == sorted(starts[3:])


def test_a_followers_wider_choice_never_helps_the_leader() -> None:
    """Forced to throw on, then free to say so before, then free to stop after: the leader can only lose."""
    for ties in ("ignore", "fewer-wins"):
        same, declare, up_to = (
            duel(Rules(followers=each, tie_by_throws=ties))[0]  # type: ignore[arg-type]
            for each in ("same", "declare", "up-to")
        )
        assert same >= declare >= up_to


@pytest.mark.parametrize("players", [2, 3])
def test_single_throws_favour_nobody(players: int) -> None:
    """Without choice and without order all seats are worth the same."""
    rules = Rules(decharge_throws=1)
    assert set(duel(rules, players)) == {Fraction(1, players)}
    assert set(solved(rules, "safe", players)[1]) == {Fraction(players - 1, players)}
    assert set(solved(rules, "tokens", players)[1]) == {Fraction(0)}


@pytest.mark.parametrize("kind", [2, 3, 5])
def test_equal_dice_whatever_their_unit(kind: int) -> None:
    """Weights count as ratios."""
    few, many = (both({"die": tuple(times * weight for weight in COIN)})[0] for times in (1, kind))
    assert solved(few, "tokens", 2)[1] == solved(many, "tokens", 2)[1]


def test_a_goal_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="a round has the goals duel, safe, tokens, relative"):
        RoundStakes(Rules(), "manche", 2)  # type: ignore[arg-type]
