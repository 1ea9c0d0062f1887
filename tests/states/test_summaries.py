"""Summaries against the definition over all results of a round, and how many of them can occur."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game421.dice import ROLLS, RollIndex, parse_roll
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.results import Result, compare
from game421.states.summaries import Summary, throwing_off

EVERY_ROLL = [RollIndex(index) for index in range(len(ROLLS))]


def made(line: str) -> list[Result]:
    return [Result.parse(part) for part in line.split("/")]


def summary_of(rules: Rules, line: str, phase: str = "D") -> Summary:
    return Summary.of(rules, phase, made(line))


def extremes(rules: Rules, results: list[Result], sign: int) -> tuple[int, ...]:
    """The places no other result beats (sign 1) or loses to (sign -1), compared two by two."""

    def beaten(place: int) -> bool:
        for other in range(len(results)):
            low, high = sorted((place, other))
            later_wins = compare(rules, results[low], results[high]) if place != other else 0
            if sign * (later_wins if other == high else -later_wins) > 0:
                return True
        return False

    return tuple(place for place in range(len(results)) if not beaten(place))


any_result = st.builds(
    Result,
    st.sampled_from([*map(parse_roll, ["221", "221", "421", "654", "322"]), *EVERY_ROLL]),
    st.integers(1, 3),
)
any_rules = st.builds(
    Rules,
    followers=st.sampled_from(["up-to", "declare", "same"]),
    cap=st.sampled_from(["leader", "previous"]),
    nenette_tie=st.sampled_from(["rampo", "last-wins"]),
    tie_by_throws=st.sampled_from(["ignore", "fewer-wins"]),
    ties=st.sampled_from(["rampo", "later-wins", "earlier-wins"]),
    nenette=st.sampled_from(["lowest", "above-rest"]),
)


@given(any_rules, st.lists(any_result, min_size=1, max_size=6))
def test_best_and_worst_are_those_nobody_beats_or_loses_to(rules, results):
    if rules.followers == "same":
        results = [Result(result.roll, results[0].throws) for result in results]
    summary = Summary.of(rules, "D", results)
    assert summary.made == len(results)
    assert summary.best_places == extremes(rules, results, 1)
    assert summary.worst_places == extremes(rules, results, -1)
    assert summary.best.roll == results[summary.best_places[0]].roll
    assert summary.worst.roll == results[summary.worst_places[0]].roll


def test_as_many_summaries_occur_as_the_mathematics_says():
    """56 + 1540 (3^k - 2 2^k + 1) for k players; of three players' no one fits between neighbours."""
    rules = Rules()
    after = {Summary.start(rules, "D", Result(roll, 1)) for roll in EVERY_ROLL}
    counts = []
    for _ in range(2):
        after = {summary.add(rules, Result(roll, 1)) for summary in after for roll in EVERY_ROLL}
        counts.append(len(after))
    assert counts == [56 + 1540 * (9 - 8 + 1), 18_206]


def test_throws_are_kept_only_where_they_break_ties():
    fewer = Rules(followers="up-to", tie_by_throws="fewer-wins")
    assert summary_of(fewer, "654@2/654@1").best == Result.parse("654@1")
    assert summary_of(fewer, "654@2/654@1").worst_places == (0,)
    for rules in (Rules(followers="up-to"), Rules(tie_by_throws="fewer-wins")):
        summary = summary_of(rules, "654@2/654@2/653@2")
        assert (summary.best, summary.worst) == (Result.parse("654"), Result.parse("653"))
    one_throw = Rules(followers="up-to", tie_by_throws="fewer-wins", charge_throws=1)
    assert summary_of(one_throw, "654@1/653@1", "C").best == Result.parse("654")


@pytest.mark.parametrize(("cap", "bound"), [("leader", 3), ("previous", 1)])
def test_the_cap_of_the_next_player(cap, bound):
    assert summary_of(Rules(followers="up-to", cap=cap), "654@3/653@1").cap == bound


def test_a_result_without_throws_binds_nobody():
    with pytest.raises(InputError, match="lacks its throws"):
        summary_of(Rules(), "654/653@2")
    with pytest.raises(InputError, match="at least the leader"):
        Summary.of(Rules(), "D", [])


def test_421s_are_counted_in_sips_that_repeat_them_only():
    line = "421@1/654@1/421@1"
    assert summary_of(Rules(game="sips", repeat_421=2), line, "R").four_twenty_ones == 2
    for rules in (Rules(game="sips"), Rules(repeat_421=2)):
        assert summary_of(rules, line, "R").four_twenty_ones == 0


def test_makers_of_221_are_noted_where_each_of_them_takes():
    line = "221@1/654@1/221@1"
    each = Rules(nenette_takes=2, nenette_each=True)
    assert summary_of(each, line, "C").nenettes == (0, 2)
    assert summary_of(each, line, "D").nenettes == ()
    assert summary_of(Rules(nenette_takes=2), line, "C").nenettes == ()


def test_makers_of_221_are_noted_where_an_equal_would_deduct():
    nenette, low = parse_roll("221"), parse_roll("322")
    tiers = tuple((roll,) for roll in EVERY_ROLL if roll not in {nenette, low})
    equals = Rules(ranking=(*tiers, (low, nenette)), transfer="difference")
    assert summary_of(equals, "221@1/654@1/322@1").nenettes == (0,)
    assert summary_of(equals, "221@1/654@1/322@1", "C").nenettes == ()
    assert summary_of(Rules(transfer="difference"), "221@1/654@1/322@1").nenettes == ()


def test_of_equals_the_421_is_kept_as_the_best():
    tiers = tuple((roll,) for roll in EVERY_ROLL if roll not in {parse_roll("421"), parse_roll("111")})
    rules = Rules(ranking=((parse_roll("421"), parse_roll("111")), *tiers), game="sips", repeat_421=2)
    for line in ("421@1/111@1", "111@1/421@1"):
        assert summary_of(rules, line, "R").best.roll == parse_roll("421")
        assert summary_of(rules, line, "R").best_places == (0, 1)


def test_who_throws_off():
    everything = product(["654@1", "221@1", "322@1"], repeat=3)
    for line in map("/".join, everything):
        best, worst = throwing_off(Rules(), summary_of(Rules(), line))
        summary = summary_of(Rules(), line)
        assert best == (summary.best_places if len(summary.best_places) > 1 else ())
        assert worst == (summary.worst_places if len(summary.worst_places) > 1 else ())
        sips = Rules(game="sips")
        assert throwing_off(sips, summary_of(sips, line, "R")) == ((), worst)
        each = Rules(nenette_takes=2, nenette_each=True)
        nobody = "221" in line
        assert throwing_off(each, summary_of(each, line, "C")) == (best, () if nobody else worst)
        assert throwing_off(each, summary_of(each, line, "D")) == (best, worst)
