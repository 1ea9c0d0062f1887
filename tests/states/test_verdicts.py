"""Verdicts on finished rounds: rampo's order and value, ties in sips, makers of 221, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.actions import RAMPO, TIED
from game421.states.results import Result
from game421.states.summaries import Summary
from game421.states.verdicts import Verdict, throw_off_actions, verdicts

COIN = (1, 1, 0, 0, 0, 0)
"""Rolls 111, 211, 221 and 222 in 1, 3, 3 and 1 ways of 8; in order of strength 111, 211, 222, 221."""
COIN_VALUES = {"both": {"111": 7, "211": 2, "222": 5, "221": 1}}


def chances(rules: Rules, line: str, phase: str = "D", choice=None) -> dict[Verdict, Fraction]:
    results = [Result.parse(part if "@" in part else part + "@1") for part in line.split("/")]
    pairs = verdicts(rules, Summary.of(rules, phase, results), choice)
    total = sum(ways for ways, _ in pairs)
    assert len({verdict for _, verdict in pairs}) == len(pairs)
    return {verdict: Fraction(ways, total) for ways, verdict in pairs}


def test_without_a_tie_the_verdict_is_certain():
    assert chances(Rules(), "654/421/322") == {Verdict((1,), (2,), 10): 1}
    assert chances(Rules(ties="later-wins"), "421/421") == {Verdict((1,), (0,), 10): 1}
    assert chances(Rules(ties="earlier-wins"), "421/421/421") == {Verdict((0,), (2,), 10): 1}
    last = Rules(nenette_tie="last-wins")
    assert chances(last, "221/221/221") == {Verdict((2,), (0,), 1): 1}


def test_ties_at_both_ends_are_thrown_off_apart():
    found = chances(Rules(), "654/322/654/322")
    assert found == {Verdict((best,), (worst,), 2): Fraction(1, 4) for best in (0, 2) for worst in (1, 3)}


def test_fewer_throws_leave_nothing_to_throw_off():
    rules = Rules(followers="up-to", tie_by_throws="fewer-wins")
    assert chances(rules, "654@2/654@1") == {Verdict((1,), (0,), 2): 1}
    assert len(chances(rules, "654@2/654@2")) == 2


def test_all_tied_throw_off_once_for_both():
    found = chances(Rules(), "654/654/654")
    assert found == {
        Verdict((best,), (worst,), 2): Fraction(1, 6)
        for best in range(3)
        for worst in range(3)
        if best != worst
    }


def test_the_last_of_the_tied_throws_first():
    """Two coins: 221 in 3/8 is the lowest and its second maker wins, so throwing second is the better.

    The second thrower is the first in playing order. Equal otherwise: (1 + 9 + 1) / 64; both 221: 9 / 64.
    """
    rules = Rules(die=COIN, nenette_tie="last-wins")
    decided = 1 - Fraction(11, 64)
    second = (Fraction(9, 64) + (1 - Fraction(20, 64)) / 2) / decided
    found = chances(rules, "222/222")
    assert found == {Verdict((0,), (1,), 2): second, Verdict((1,), (0,), 2): 1 - second}
    outer = chances(rules, "111/222/111")
    assert {verdict.best: chance for verdict, chance in outer.items()} == {(0,): second, (2,): 1 - second}
    low = chances(rules, "222/111/222")
    assert {verdict.worst: chance for verdict, chance in low.items()} == {(2,): second, (0,): 1 - second}


def test_rampo_pays_what_the_winner_throws_last():
    """Coins between two: 111 wins against the other three, 211 against 222 and 221, 222 against 221."""
    rules = Rules(die=COIN, values=COIN_VALUES, rampo_value="rampo")
    wins = {7: Fraction(1 * 7), 2: Fraction(3 * 4), 5: Fraction(1 * 3)}
    whole = sum(wins.values())
    for line, places in [("222/222/221", (0, 1)), ("222/221/222", (0, 2))]:
        found = chances(rules, line)
        worst = 3 - sum(places)
        assert found == {
            Verdict((best,), (worst,), value): ways / whole / 2
            for best in places
            for value, ways in wins.items()
        }


def test_rampo_and_sum_count_what_all_of_the_throw_off_threw_last():
    rules = Rules(die=COIN, values=COIN_VALUES, rampo_value="rampo", transfer="sum")
    pairs = {(7, 2): 3, (7, 5): 1, (7, 1): 3, (2, 5): 3, (2, 1): 9, (5, 1): 3}
    expected: dict[Verdict, Fraction] = {}
    for (high, low), ways in pairs.items():
        for best in (0, 1):
            verdict = Verdict((best,), (1 - best,), high + low)
            expected[verdict] = expected.get(verdict, Fraction(0)) + Fraction(ways, 44)
    assert chances(rules, "222/222") == expected
    apart = chances(rules, "222/222/221")
    assert {verdict.due for verdict in apart} == {7 + 1, 2 + 1, 5 + 1}


def test_rampo_and_difference_where_the_worst_threw_a_nenette_last():
    rules = Rules(die=COIN, values=COIN_VALUES, rampo_value="rampo", transfer="difference")
    pairs = {(7, 2): (3, 5), (7, 5): (1, 2), (7, 1): (3, 7), (2, 5): (3, 1), (2, 1): (9, 2), (5, 1): (3, 5)}
    expected: dict[Verdict, Fraction] = {}
    for ways, due in pairs.values():
        for best in (0, 1):
            verdict = Verdict((best,), (1 - best,), due)
            expected[verdict] = expected.get(verdict, Fraction(0)) + Fraction(ways, 44)
    assert chances(rules, "222/222") == expected


def test_rampo_value_works_for_best_in_the_decharge_only():
    rampo = Rules(die=COIN, values=COIN_VALUES, rampo_value="rampo")
    tied = Rules(die=COIN, values=COIN_VALUES)
    for line, phase in [("222/222", "C"), ("222/222/222", "C"), ("111/222/222", "D"), ("111/222/222", "C")]:
        assert chances(rampo, line, phase) == chances(tied, line, phase)
        assert throw_off_actions(rampo, summary(rampo, line, phase)) == (TIED,)
    assert chances(rampo, "222/222") != chances(tied, "222/222")
    assert chances(rampo, "222/222", "R") == chances(rampo, "222/222", "D")


def summary(rules: Rules, line: str, phase: str = "D") -> Summary:
    return Summary.of(rules, phase, [Result.parse(part + "@1") for part in line.split("/")])


def test_the_choice_is_between_tied_and_rampo():
    choice = Rules(rampo_value="choice")
    assert throw_off_actions(choice, summary(choice, "654/654")) == (TIED, RAMPO)
    assert throw_off_actions(choice, summary(choice, "654/654/322")) == (TIED, RAMPO)
    assert throw_off_actions(choice, summary(choice, "654/654", "R")) == (TIED, RAMPO)
    assert throw_off_actions(choice, summary(choice, "654/654", "C")) == (TIED,)
    assert throw_off_actions(choice, summary(choice, "421/654/654")) == (TIED,)
    sips = Rules(game="sips", rampo_value="choice")
    assert throw_off_actions(sips, summary(sips, "654/654", "R")) == (TIED,)
    for line in ("654/654", "654/654/322"):
        assert chances(choice, line, choice=TIED) == chances(Rules(), line)
        assert chances(choice, line, choice=RAMPO) == chances(Rules(rampo_value="rampo"), line)


def test_a_choice_missing_or_not_offered_is_refused():
    choice = Rules(rampo_value="choice")
    with pytest.raises(InputError, match="no choice for what the throw-off pays; allowed: tied or rampo"):
        chances(choice, "654/654")
    with pytest.raises(InputError, match="rampo for what the throw-off pays; allowed: tied"):
        chances(choice, "654/421", choice=RAMPO)


def test_values_of_a_part_of_the_stack_come_through_a_throw_off():
    values = {"both": {**COIN_VALUES["both"], "111": "all"}}
    rules = Rules(die=COIN, values=values, rampo_value="rampo", transfer="sum")
    found = chances(rules, "222/222/221")
    assert {verdict.due for verdict in found} == {"all", 2 + 1, 5 + 1}


def test_in_sips_a_tie_for_best_stays():
    rules = Rules(game="sips")
    assert chances(rules, "654/654/322", "R") == {Verdict((0, 1), (2,), 2): 1}
    third = Fraction(1, 3)
    assert chances(rules, "654/654/654", "R") == {
        Verdict((0, 1, 2), (worst,), 2): third for worst in range(3)
    }


def test_every_maker_of_221_takes_and_the_last_leads():
    rules = Rules(nenette_takes=2, nenette_each=True)
    assert chances(rules, "221/421/221", "C") == {Verdict((1,), (0, 2), 2): 1}
    assert chances(rules, "221/421/322", "C") == {Verdict((1,), (0,), 2): 1}
    assert chances(rules, "322/421/322", "C") == {
        Verdict((1,), (0,), 10): Fraction(1, 2),
        Verdict((1,), (2,), 10): Fraction(1, 2),
    }
    assert chances(rules, "221/221", "C") == {Verdict((best,), (0, 1), 2): Fraction(1, 2) for best in (0, 1)}
    assert chances(rules, "221/421/221", "D") == {
        Verdict((1,), (worst,), 10): Fraction(1, 2) for worst in (0, 2)
    }


def test_every_maker_takes_even_if_one_of_them_is_the_weakest():
    for axes in ({"nenette_tie": "last-wins"}, {"ties": "later-wins"}, {"ties": "earlier-wins"}):
        rules = Rules(nenette_takes=2, nenette_each=True, **axes)
        assert chances(rules, "221/421/221", "C") == {Verdict((1,), (0, 2), 2): 1}


def test_a_loser_with_nenette_takes_so_many_even_if_the_throw_off_goes_on():
    rules = Rules(nenette_takes=2)
    assert {verdict.due for verdict in chances(rules, "421/221/221", "C")} == {2}
    assert {verdict.due for verdict in chances(rules, "421/322/322", "C")} == {10}
