"""Results: spelling, and which of two is the stronger under every axis that breaks ties."""

from __future__ import annotations

from itertools import product

import pytest

from game421.dice import ROLLS, RollIndex, parse_roll
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.results import Result, compare

EVERY_ROLL = [RollIndex(index) for index in range(len(ROLLS))]
NENETTE = parse_roll("221")


def result(text: str) -> Result:
    return Result.parse(text)


def test_every_result_prints_and_reads_back_as_itself():
    for roll, throws in product(EVERY_ROLL, [None, *range(1, 10)]):
        made = Result(roll, throws)
        assert Result.parse(str(made)) == made


def test_spellings():
    assert str(result("4-5-6@2")) == "654@2"
    assert str(result("⚃⚁⚀")) == "421"


@pytest.mark.parametrize(
    "text", ["654@", "654@0", "654@10", "654@two", "654@2@1", "654@-1", "65@2", "@2", ""]
)
def test_refused(text):
    with pytest.raises(InputError, match=r"result|combination"):
        Result.parse(text)


def test_the_stronger_combination_wins_whatever_the_throws():
    rules = Rules(followers="up-to", tie_by_throws="fewer-wins", ties="later-wins", nenette_tie="last-wins")
    for one, other in product(EVERY_ROLL, repeat=2):
        if rules.strength[one] > rules.strength[other]:
            assert compare(rules, Result(one, 3), Result(other, 1)) == -1
            assert compare(rules, Result(other, 1), Result(one, 3)) == 1


@pytest.mark.parametrize(("ties", "verdict"), [("rampo", 0), ("later-wins", 1), ("earlier-wins", -1)])
def test_ties_decide_between_equals(ties, verdict):
    for roll in EVERY_ROLL:
        assert compare(Rules(ties=ties), Result(roll, 2), Result(roll, 1)) == verdict


@pytest.mark.parametrize("ties", ["rampo", "later-wins", "earlier-wins"])
def test_fewer_throws_win_before_ties_are_asked(ties):
    rules = Rules(followers="up-to", tie_by_throws="fewer-wins", ties=ties)
    assert compare(rules, result("654@2"), result("654@1")) == 1
    assert compare(rules, result("654@1"), result("654@2")) == -1
    even = compare(Rules(ties=ties), result("654"), result("654"))
    for one, other in [("654@2", "654@2"), ("654", "654@2"), ("654@1", "654")]:
        assert compare(rules, result(one), result(other)) == even


def test_of_two_nenettes_the_later_wins_whatever_throws_and_ties_say():
    for ties, throws in product(["rampo", "later-wins", "earlier-wins"], ["ignore", "fewer-wins"]):
        rules = Rules(followers="up-to", nenette_tie="last-wins", tie_by_throws=throws, ties=ties)
        assert compare(rules, Result(NENETTE, 1), Result(NENETTE, 3)) == 1
    assert compare(Rules(), Result(NENETTE, 1), Result(NENETTE, 3)) == 0


def test_combinations_ranked_equal_are_a_tie():
    tiers = ((parse_roll("421"),), tuple(roll for roll in EVERY_ROLL if roll != parse_roll("421")))
    rules = Rules(ranking=tiers)
    assert compare(rules, result("654@1"), result("322@1")) == 0
    assert compare(rules, result("654@1"), result("421@1")) == 1
