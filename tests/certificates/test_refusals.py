"""What is no table, and rules under which no table can be proved."""

from __future__ import annotations

from typing import Any

import pytest

from game421.certificates import check_two_players
from game421.certificates.proofs import State
from game421.errors import InputError, TableError
from oracles.axes import ALL_DICE, VALUES, name, rules

from .played import SmallGame, numerators, record, written

TABLE = rules(die=(1, 1, 0, 1, 0, 0), tokens=2, charge_throws=1)
VALUES_OF_TABLE, DENOMINATOR = numerators(SmallGame(TABLE, "manche").solved())
ONE_TIER = [[name(roll) for roll in ALL_DICE]]


@pytest.mark.parametrize("state", VALUES_OF_TABLE)
def test_the_wrong_value_is_named_with_its_error(state: State) -> None:
    bigger = {other: value * 10**5000 for other, value in VALUES_OF_TABLE.items()}
    bigger[state] += 10**2500 * DENOMINATOR
    with pytest.raises(TableError) as caught:
        check_two_players(record(TABLE), bigger, DENOMINATOR * 10**5000)
    told = "is not what best play makes of the others: it is off by 1E-2500"
    assert str(caught.value) == f"the value of {state[0]} {state[1]} {state[2]}/{state[3]} {told}"


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
    states = {written(state) for state in SmallGame(table, "manche").reachable()}
    assert {("D", 0, 2, 2), ("D", 0, 1, 3)} <= states
    with pytest.raises(TableError, match="play from D 0 1/3 need not end: no table is proved for such rules"):
        check_two_players(record(table), dict.fromkeys(states, 1), 2)


def test_play_that_the_players_can_make_endless_is_refused() -> None:
    """All equal: a follower wins if he ends in fewer throws, else loses: they may choose to go on and on."""
    axes = {"ties": "earlier-wins", "tie_by_throws": "fewer-wins", "followers": "up-to", "charge_throws": 3}
    table = {**TABLE, **axes, "ranking": ONE_TIER, "values": dict.fromkeys(VALUES, 1)}
    for tokens in (3, 4):
        game = SmallGame({**table, "tokens": tokens}, "manche")
        states = {written(state) for state in game.reachable()}
        with pytest.raises(TableError, match=r"play from D 0 1/. need not end"):
            check_two_players(record(game.table), dict.fromkeys(states, 1), 2)
    values, denominator = numerators(SmallGame(table, "manche").solved())
    assert check_two_players(record(table), values, denominator).states == len(values)


@pytest.mark.parametrize("ties", [("later-wins", "loser"), ("earlier-wins", "winner")])
def test_equal_combinations_are_proved_where_play_ends_all_the_same(ties: tuple[str, str]) -> None:
    """The one who leads, or follows, in every round wins them all, and is out in a few."""
    ends = {"ranking": ONE_TIER, "ties": ties[0], "next_leader": ties[1], "tie_by_throws": "fewer-wins"}
    table = {**TABLE, **ends, "values": dict.fromkeys(VALUES, 1), "tokens": 4}
    game = SmallGame(table, "manche")
    values, denominator = numerators(game.solved(set(game.states("decharge"))))
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
