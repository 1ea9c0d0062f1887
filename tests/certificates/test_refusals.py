"""What is no table, and rules under which no table can be proved."""

from __future__ import annotations

from typing import Any

import pytest

from game421.certificates import check_two_players
from game421.errors import InputError, TableError
from oracles.axes import ALL_DICE, VALUES, name, rules

from .played import SmallGame, numerators, record

TABLE = rules(die=(1, 1, 0, 1, 0, 0), tokens=2, charge_throws=1)
VALUES_OF_TABLE, DENOMINATOR = numerators(SmallGame(TABLE, "manche").solve())
ONE_TIER = [[name(roll) for roll in ALL_DICE]]


def test_the_error_is_named_with_its_size() -> None:
    wrong = {**VALUES_OF_TABLE, ("D", 0, 1, 1): VALUES_OF_TABLE["D", 0, 1, 1] * 10**500 + 10**350}
    for state in set(wrong) - {("D", 0, 1, 1)}:
        wrong[state] *= 10**500
    with pytest.raises(TableError) as caught:
        check_two_players(record(TABLE), wrong, DENOMINATOR * 10**500)
    first = min(state for state in wrong if state in {("D", 0, 1, 1), ("C", 1, 0, 1), ("C", 1, 1, 0)})
    assert f"{first[0]} {first[1]} {first[2]}/{first[3]}" in str(caught.value)
    assert "off by" in str(caught.value)
    assert len(str(caught.value)) < 150
    assert "E-1" in str(caught.value)


@pytest.mark.parametrize(
    "state",
    [
        ("D", 0, 2, 0),
        ("D", 0, 1, 2),
        ("D", 1, 1, 0),
        ("D", 0, 3, -1),
        ("C", 0, 1, 1),
        ("C", 3, -1, 0),
        ("C", 1, 0, 0),
        ("T", 0, 1, 1),
        ("D", 0, 1, 1, 0, 0),
        ("D", 0, 1),
        ("D", 0, 1.0, 1.0),
        ("D", False, True, True),
        "D 0 1/1",
        None,
        7,
    ],
)
def test_a_state_that_cannot_be_is_refused(state: Any) -> None:
    with pytest.raises(TableError, match="is no state between two rounds of this manche"):
        check_two_players(record(TABLE), {state: 1, **VALUES_OF_TABLE}, DENOMINATOR)


@pytest.mark.parametrize("lost", [(2, 0), (0, 2), (-1, 0), (0, -1)])
def test_a_partie_that_is_over_is_no_state(lost: tuple[int, int]) -> None:
    with pytest.raises(TableError, match="is no state between two rounds of this partie"):
        check_two_players(record({**TABLE, "manches": 2}), {("D", 0, 1, 1, *lost): 1}, 2, "partie")


@pytest.mark.parametrize("value", [0.5, True, "1", None])
def test_a_value_must_be_a_whole_numerator(value: Any) -> None:
    with pytest.raises(TableError, match="the value of D 0 1/1 must be a whole numerator"):
        check_two_players(record(TABLE), {**VALUES_OF_TABLE, ("D", 0, 1, 1): value}, DENOMINATOR)


@pytest.mark.parametrize("denominator", [0, -3, 1.0, True, "7"])
def test_a_denominator_must_be_a_whole_number(denominator: Any) -> None:
    with pytest.raises(TableError, match="denominator must be a whole number from 1 up"):
        check_two_players(record(TABLE), VALUES_OF_TABLE, denominator)


def test_an_empty_table_lacks_the_start() -> None:
    with pytest.raises(TableError, match="the table lacks the start, C 2 0/0"):
        check_two_players(record(TABLE), {}, 1)


def test_play_without_end_is_refused() -> None:
    """All combinations equal and the later thrower stronger: a token goes to and fro between 2/2 and 3/1."""
    never = {"ranking": ONE_TIER, "ties": "later-wins", "values": dict.fromkeys(VALUES, 1)}
    table = {**TABLE, **never, "next_leader": "winner", "tokens": 4}
    states = SmallGame(table, "manche").states()
    assert {("D", 0, 2, 2), ("D", 0, 1, 3)} <= states
    with pytest.raises(TableError, match="play from C 1 1/2 need not end: no table is proved for such rules"):
        check_two_players(record(table), dict.fromkeys(states, 1), 2)


def test_equal_combinations_do_not_matter_where_play_ends_all_the_same() -> None:
    """The loser leads and, throwing first, loses again: the other is out in a few rounds."""
    ends = {"ranking": ONE_TIER, "ties": "later-wins", "values": dict.fromkeys(VALUES, 1)}
    table = {**TABLE, **ends, "tokens": 4}
    values, denominator = numerators(SmallGame(table, "manche").solve())
    assert check_two_players(record(table), values, denominator).states == len(values)


def test_a_rampo_that_cannot_end_is_refused() -> None:
    with pytest.raises(TableError, match="a rampo could never end"):
        check_two_players(record({**TABLE, "ranking": ONE_TIER}), {}, 1)


def test_a_die_of_one_face_is_refused() -> None:
    with pytest.raises(TableError, match="fewer than two faces"):
        check_two_players(record({**TABLE, "die": (0, 0, 5, 0, 0, 0)}), {}, 1)


def test_only_tokens_are_proved() -> None:
    with pytest.raises(InputError, match="with tokens is proved, not sips for manche"):
        check_two_players(record({**TABLE, "game": "sips"}), {}, 1)


@pytest.mark.parametrize("goal", ["duel", "", None, "Manche"])
def test_only_manche_and_partie_are_proved(goal: Any) -> None:
    with pytest.raises(InputError, match="only a manche or a partie"):
        check_two_players(record(TABLE), VALUES_OF_TABLE, DENOMINATOR, goal)
