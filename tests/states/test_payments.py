"""What is due in a round, axis by axis, by hand."""

from __future__ import annotations

import pytest

from game421.dice import ROLLS, RollIndex, parse_roll
from game421.rules.record import Rules
from game421.rules.worth import limited, unlimited
from game421.states.payments import gift_parts, gifts, round_due
from game421.states.results import Result
from game421.states.summaries import Summary

ALL = {"both": {"421": "all"}}
ALL_BUT_ONE = {"both": {"421": "all-but-one"}}
BY_PHASE = {"charge": {"421": 8}, "decharge": {"421": "all"}}
HIGH_NENETTE = Rules(nenette="above-rest", transfer="difference")


def due(rules: Rules, line: str, phase: str = "D", worst: int | None = None) -> object:
    results = [Result.parse(part + "@1") for part in line.split("/")]
    summary = Summary.of(rules, phase, results)
    return round_due(rules, summary, summary.worst_places[0] if worst is None else worst)


@pytest.mark.parametrize(
    ("rules", "line", "phase", "expected"),
    [
        (Rules(), "421/654", "D", 10),
        (Rules(), "655/611", "D", 6),
        (Rules(), "654/611", "R", 6),
        (Rules(transfer="sum"), "611/654", "D", 8),
        (Rules(transfer="sum"), "611/221", "D", 7),
        (Rules(transfer="sum"), "611/611", "D", 12),
        (Rules(transfer="difference"), "611/654", "D", 4),
        (Rules(transfer="difference"), "611/221", "D", 6),
        (HIGH_NENETTE, "611/221", "D", 6),
        (Rules(nenette="above-rest", transfer="sum"), "611/221", "D", 10),
        (Rules(transfer="difference"), "654/543", "D", 1),
        (Rules(transfer="difference"), "322/322", "D", 1),
        (Rules(transfer="difference"), "221/221", "D", 1),
        (Rules(transfer="sum", values=ALL), "421/654", "D", "all"),
        (Rules(transfer="sum", values=ALL), "421/421", "D", "all"),
        (Rules(transfer="difference", values=ALL_BUT_ONE), "421/654", "D", "all-but-one"),
        (Rules(transfer="sum", values={"both": {"322": "all"}}), "611/322", "D", 6),
        (Rules(transfer="difference", values={"both": {"322": "all-but-one"}}), "611/322", "D", 6),
        (Rules(transfer="sum"), "611/654", "C", 6),
        (Rules(transfer="difference"), "611/654", "C", 6),
        (Rules(values=BY_PHASE), "421/654", "C", 8),
        (Rules(values=BY_PHASE), "421/654", "D", "all"),
        (Rules(values=BY_PHASE), "421/654", "R", "all"),
        (Rules(nenette_takes=2), "421/221", "C", 2),
        (Rules(nenette_takes=2), "421/322", "C", 10),
        (Rules(nenette_takes=2), "421/221", "D", 10),
        (Rules(), "421/221", "C", 10),
        (Rules(nenette_takes=2, nenette="above-rest"), "421/221/322", "C", 10),
        (Rules(game="sips", transfer="sum"), "611/654", "R", 6),
        (Rules(game="sips", repeat_421=2), "421/654/421", "R", 12),
        (Rules(game="sips", repeat_421=2), "421/654/611", "R", 10),
        (Rules(game="sips", repeat_421=3), "421/421/421", "R", 16),
        (Rules(game="sips", repeat_421=2), "611/654", "R", 6),
        (Rules(game="sips"), "421/421/654", "R", 10),
    ],
)
def test_what_is_due(rules, line, phase, expected):
    assert due(rules, line, phase) == expected


def test_421s_that_are_not_the_best_repeat_nothing():
    every = [RollIndex(index) for index in range(len(ROLLS))]
    aces = parse_roll("111")
    rules = Rules(game="sips", repeat_421=2, ranking=((aces,), *((roll,) for roll in every if roll != aces)))
    assert due(rules, "421/111/421", "R") == 7


def test_of_equals_in_last_place_only_221_deducts_nothing():
    nenette, low = parse_roll("221"), parse_roll("322")
    every = [RollIndex(index) for index in range(len(ROLLS))]
    tiers = (*((roll,) for roll in every if roll not in {nenette, low}), (low, nenette))
    rules = Rules(ranking=tiers, transfer="difference")
    for line in ("221/611/322", "322/611/221"):
        places = line.split("/")
        assert due(rules, line, worst=places.index("221")) == 6
        assert due(rules, line, worst=places.index("322")) == 5
    given = {"both": {"221": "all", "322": "all"}}
    assert due(Rules(ranking=tiers, transfer="difference", values=given), "611/322") == 6


@pytest.mark.parametrize(
    ("value", "source", "paid"),
    [
        (6, 8, 6),
        (6, 4, 4),
        (6, 0, 0),
        ("all", 8, 8),
        ("all-but-one", 8, 7),
        ("all-but-one", 2, 1),
        ("all-but-one", 1, 1),
    ],
)
def test_nobody_pays_more_than_he_has(value, source, paid):
    assert limited(value, source) == paid


def test_in_a_bare_round_all_counts_tokens():
    assert [unlimited(value, 11) for value in (16, "all", "all-but-one")] == [16, 11, 10]
    assert unlimited("all-but-one", 1) == 1


def test_gifts_of_sips_go_in_equal_parts():
    rules = Rules(game="sips", brelan_gift=True)
    assert gift_parts(rules, 4) == 3
    assert gifts(rules, 4, 1, parse_roll("555")) == (-5, 0, -5, -5)
    assert gifts(rules, 2, 0, parse_roll("222")) == (0, -2)
    for roll in ("111", "421", "654", "221"):
        assert gifts(rules, 3, 0, parse_roll(roll)) == (0, 0, 0)
    for silent in (Rules(game="sips"), Rules(brelan_gift=True)):
        assert gift_parts(silent, 4) == 1
        assert gifts(silent, 3, 0, parse_roll("555")) == (0, 0, 0)
