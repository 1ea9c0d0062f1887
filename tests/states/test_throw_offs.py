"""Closed forms of throw-offs against the same throw-offs followed throw by throw, over all throws."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from game421.dice import KEEP_NOTHING, ROLLS, parse_roll
from game421.dice.ways import reach
from game421.rules.families import NENETTE
from game421.rules.record import Rules
from game421.states.payments import worst_shares
from game421.states.throw_offs import best_of, both_of, worst_of

ACES_AND_TWOS = (1, 2, 0, 0, 0, 0)
THREE_FACES = (2, 1, 0, 1, 0, 0)
LOADED = (1, 2, 3, 4, 5, 6)


def single_throws(rules: Rules) -> dict[object, float]:
    """Chance of each roll of one throw."""
    pairs = reach(rules.die)[KEEP_NOTHING]
    total = sum(ways for _, ways in pairs)
    return {roll: ways / total for roll, ways in pairs}


def tied(rules: Rules, order: tuple[int, ...], rolls: tuple[int, ...], sign: int) -> tuple[int, ...]:
    """Who of `order` is best (sign 1) or worst (-1) of these throws, by the words of RULES section 3."""
    keys = {}
    for turn, (rank, roll) in enumerate(zip(order, rolls, strict=True)):
        later = turn if rules.nenette_tie == "last-wins" and roll == NENETTE else 0
        keys[rank] = (sign * rules.strength[roll], sign * later)
    return tuple(rank for rank in order if keys[rank] == max(keys.values()))


def followed(rules: Rules, players: int, sign: int) -> dict[tuple[int, int], float]:
    """Chance of (who is left, his last roll), by following all throws until too little is undecided."""
    chances = single_throws(rules)
    found: dict[tuple[int, int], float] = defaultdict(float)
    undecided = {tuple(range(players)): 1.0}
    while undecided:
        going_on: dict[tuple[int, ...], float] = defaultdict(float)
        for order, mass in undecided.items():
            for rolls in product(chances, repeat=len(order)):
                share = mass
                for roll in rolls:
                    share *= chances[roll]
                left = tied(rules, order, rolls, sign)
                if len(left) == 1:
                    found[left[0], rolls[order.index(left[0])]] += share
                else:
                    going_on[left] += share
        undecided = {order: mass for order, mass in going_on.items() if mass > 1e-14}
    return found


def close(law: dict, expected: dict) -> None:
    total = sum(law.values())
    assert law.keys() == {key for key, chance in expected.items() if chance}
    for key, ways in law.items():
        assert ways / total == pytest.approx(expected[key], abs=1e-11)


def grouped(chances: dict, key) -> dict:
    found: dict[object, float] = defaultdict(float)
    for outcome, chance in chances.items():
        found[key(*outcome)] += chance
    return found


FEW_ROLLS = [
    Rules(die=ACES_AND_TWOS, nenette_tie=last, nenette=nenette)
    for last, nenette in product(["rampo", "last-wins"], ["lowest", "above-rest"])
]
SOME_ROLLS = [
    Rules(die=THREE_FACES, nenette_tie=last, nenette=nenette, transfer="sum")
    for last, nenette in [("rampo", "lowest"), ("last-wins", "lowest"), ("last-wins", "above-rest")]
]
MANY_ROLLS = [
    Rules(),
    Rules(nenette_tie="last-wins"),
    Rules(nenette_tie="last-wins", nenette="above-rest"),
    Rules(die=LOADED, nenette_tie="last-wins"),
    Rules(tierces=2, ranking="belgian"),
]
CASES = [
    *((rules, players) for rules in FEW_ROLLS for players in (2, 3, 4, 5)),
    *((rules, players) for rules in SOME_ROLLS for players in (2, 3)),
    *((rules, 2) for rules in MANY_ROLLS),
]


@pytest.mark.parametrize(("rules", "players"), CASES)
def test_best_and_worst_as_followed_throw_by_throw(rules, players):
    best = followed(rules, players, sign=1)
    close(best_of(rules, players, valued=False), grouped(best, lambda rank, roll: (rank, None)))
    values = rules.decharge_values
    close(best_of(rules, players, valued=True), grouped(best, lambda rank, roll: (rank, values[roll])))
    worst = followed(rules, players, sign=-1)
    close(worst_of(rules, players), grouped(worst, lambda rank, roll: (rank, None)))


def followed_both(rules: Rules, players: int) -> dict[tuple[int, int, object, int], float]:
    """Chance of (best, worst, what the best's last throw and the worst's throw among all are worth)."""
    chances, shares = single_throws(rules), worst_shares(rules)
    decided: dict[tuple[int, int, object, int], float] = defaultdict(float)
    again = 0.0
    order = tuple(range(players))
    tops = {size: followed(rules, size, 1) for size in range(2, players)}
    bottoms = {size: followed(rules, size, -1) for size in range(2, players)}
    for rolls in product(chances, repeat=players):
        share = 1.0
        for roll in rolls:
            share *= chances[roll]
        best, worst = tied(rules, order, rolls, 1), tied(rules, order, rolls, -1)
        if best == worst:
            again += share
            continue
        winners = tops[len(best)] if len(best) > 1 else {(0, rolls[best[0]]): 1.0}
        losers = bottoms[len(worst)] if len(worst) > 1 else {(0, None): 1.0}
        for (winner, roll), wins in winners.items():
            for (loser, _), losses in losers.items():
                at = worst[loser]
                key = (best[winner], at, rules.decharge_values[roll], shares[rolls[at]])
                decided[key] += share * wins * losses
    return {key: chance / (1 - again) for key, chance in decided.items()}


BOTH_CASES = [
    *((rules, players) for rules in FEW_ROLLS for players in (2, 3, 4, 5)),
    *((rules, players) for rules in SOME_ROLLS for players in (2, 3)),
    *((rules, 2) for rules in MANY_ROLLS),
    (Rules(transfer="sum"), 2),
    (Rules(transfer="difference", nenette_tie="last-wins"), 2),
]


@pytest.mark.parametrize(("rules", "players"), BOTH_CASES)
def test_one_throw_off_among_all_gives_best_and_worst(rules, players):
    both = followed_both(rules, players)
    close(both_of(rules, players, valued=True), both)
    close(
        both_of(rules, players, valued=False),
        grouped(both, lambda best, worst, value, share: (best, worst, None, None)),
    )


@pytest.mark.parametrize("players", range(2, 7))
def test_without_an_order_of_nenettes_everyone_has_the_same_chance(players):
    rules = Rules()
    assert set(best_of(rules, players, valued=False).values()) == {1}
    assert set(worst_of(rules, players).values()) == {1}
    both = both_of(rules, players, valued=False)
    assert set(both.values()) == {1}
    assert len(both) == players * (players - 1)


def test_two_players_tied_by_hand():
    """83/3888 of pairs of throws are equal; 421 wins whenever the other has not made it too."""
    rules = Rules()
    law = best_of(rules, 2, valued=True)
    total = sum(law.values())
    ways = dict(reach()[KEEP_NOTHING])
    equal = sum(Fraction(count, 216) ** 2 for count in ways.values())
    assert equal == Fraction(83, 3888)
    four_twenty_one = Fraction(6, 216)
    expected = four_twenty_one * (1 - four_twenty_one) / (1 - equal)
    assert Fraction(law[0, 10], total) == Fraction(law[1, 10], total) == expected


def test_of_two_ordered_nenettes_the_later_thrower_wins_by_hand():
    """111 has 1 way, 211 6, 221 12, 222 8 of 27; 221 is lowest, and its second maker beats the first."""
    law = best_of(Rules(die=ACES_AND_TWOS, nenette_tie="last-wins"), 2, valued=False)
    equal = Fraction(1 + 36 + 64, 27**2)
    nenettes = Fraction(144, 27**2)
    first = ((1 - equal - nenettes) / 2) / (1 - equal)
    assert Fraction(law[0, None], sum(law.values())) == first
    assert Fraction(law[1, None], sum(law.values())) == 1 - first


def test_equals_are_thrown_off_again():
    tiers = (
        (parse_roll("111"), parse_roll("222")),
        (parse_roll("211"), parse_roll("221")),
        tuple(roll for roll in range(len(ROLLS)) if max(ROLLS[roll]) > 2),
    )
    values = {"both": {"111": 3, "222": 3, "211": 1, "221": 1}}
    for transfer in ("sum", "difference"):
        rules = Rules(die=ACES_AND_TWOS, ranking=tiers, values=values, transfer=transfer)
        close(both_of(rules, 3, valued=True), followed_both(rules, 3))


def test_six_players_add_up():
    rules = Rules(nenette_tie="last-wins", nenette="above-rest", transfer="difference")
    both = both_of(rules, 6, valued=True)
    for seat in range(6):
        wins = sum(ways for law, ways in both.items() if law.best == seat)
        losses = sum(ways for law, ways in both.items() if law.worst == seat)
        assert 0 < wins < sum(both.values())
        assert 0 < losses < sum(both.values())
    assert all(law.best != law.worst for law in both)
