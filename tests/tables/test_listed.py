"""Float values looked up group by group: the same as in a plain dictionary of them all."""

from __future__ import annotations

from array import array

import pytest

from game421.errors import TableError
from game421.rules import read_rules
from game421.states.listing import every_state, state_groups
from game421.states.token_states import TokenState
from game421.tables.listed import ListedValues

GAMES = {
    "a manche of three": (3, "", False),
    "a manche that the last one in loses": (4, 'ends = "last-in"', False),
    "a partie of three": (3, "manches = 2", True),
    "a partie that the last one in loses": (3, 'manches = 2\nends = "last-in"', True),
}


def listed(name):
    players, text, partie = GAMES[name]
    rules = read_rules(f"tokens = 4\n{text}")
    plain, at = {}, 0
    for state in every_state(rules, players, partie=partie):
        plain[state] = tuple(float(at + player) for player in range(state.players))
        at += state.players
    numbers = array("d", (float(number) for number in range(at)))
    return state_groups(rules, players, partie=partie), numbers, plain


@pytest.mark.parametrize("name", GAMES)
def test_every_state_has_its_own_numbers(name):
    groups, numbers, plain = listed(name)
    values = ListedValues(groups, numbers)
    assert len(values) == len(plain)
    assert list(values.items()) == list(plain.items())
    assert all(values[state] == plain[state] for state in reversed(plain))


@pytest.mark.parametrize("missing", ["D 3 0 5/1/1", "D 3 0 0/2/2", "D 2 0 2/2", "C 3 9 0/0/0"])
def test_a_state_of_another_game_has_none(missing):
    groups, numbers, _ = listed("a manche of three")
    phase, players, pot, stacks = missing.split()
    held = tuple(map(int, stacks.split("/")))
    state = TokenState("C" if phase == "C" else "D", int(players), int(pot), held)
    assert ListedValues(groups, numbers).get(state) is None


@pytest.mark.parametrize("too_many", [-3, -1, 1, 3])
def test_numbers_of_another_game_are_refused(too_many):
    groups, numbers, _ = listed("a manche of three")
    other = array("d", bytes(8 * (len(numbers) + too_many)))
    with pytest.raises(TableError, match="numbers are not those of its game"):
        ListedValues(groups, other)
