"""The leader's turn against one follower, in plain floats, equals the rest of the round solved in numpy."""

import pytest

from game421.advice.asking import situation_of
from game421.rounds.ends import turn_ends
from game421.rounds.one_follower import leader_ends
from game421.rounds.rest import rest_ends
from game421.rules import load_rules
from game421.states.positions import Position

POSITIONS = [
    ("classic", "D 0 8/13 - 3 - 3"),
    ("classic", "C 5 8/8 - 3 - 3"),
    ("bistro", "D 0 20/1 - 3 - 3"),
    ("bistro", "C 7 7/7 - 1 - 1"),
    ("fiches", "D 0 5/6 - 3 - 3"),
    ("havraise", "D 0 3/18 - 3 - 3 lost=1/0"),
]


@pytest.mark.parametrize(("rules", "text"), POSITIONS)
def test_both_ways_agree_for_every_end(rules, text):
    table, position = load_rules(rules), Position.parse(text)
    stakes = situation_of(table, position).stakes
    plain, solved = leader_ends(table, position, stakes), rest_ends(table, position, stakes, exact=False)
    assert plain.seat == solved.seat == 0
    for seat in (0, 1):
        for by_throws, expected in zip(plain.rows[seat], solved.rows[seat], strict=True):
            assert by_throws == pytest.approx(expected, abs=1e-12)


def test_a_question_about_the_leader_goes_the_plain_way_and_an_exact_one_does_not():
    table, position = load_rules("fiches"), Position.parse("D 0 5/6 - 3 - 3")
    stakes = situation_of(table, position).stakes
    assert turn_ends(table, position, stakes) == leader_ends(table, position, stakes)
    exact = turn_ends(table, position, stakes, exact=True)
    assert exact.exact
    rough = leader_ends(table, position, stakes)
    for by_throws, expected in zip(exact.own, rough.own, strict=True):
        assert [worth / exact.denominator for worth in by_throws] == pytest.approx(expected, abs=1e-12)
