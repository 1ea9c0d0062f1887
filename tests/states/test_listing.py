"""The order in which token states stand in tables, and how many there are, against plain counting."""

from __future__ import annotations

from itertools import islice, product

import pytest

from game421.rules import read_rules
from game421.states.listing import every_state, state_groups
from game421.states.token_states import TokenState

GAMES = [
    (players, tokens, ends, manches, partie)
    for players in (2, 3, 4)
    for tokens in (1, 2, 5)
    for ends in ("first-out", "last-in")
    for manches, partie in ((1, False), (2, True))
]


def by_counting(players, tokens, ends, manches, partie):
    """Every state of a game, made without the listing: stacks of all sizes, and those kept that may stand."""

    def stacks(size, held):
        return [dealt for dealt in product(range(held + 1), repeat=size) if sum(dealt) == held]

    states = []
    for lost in product(range(manches), repeat=players) if partie else [()]:
        states += [
            TokenState("C", players, pot, dealt, lost)
            for pot in range(tokens, 0, -1)
            for dealt in stacks(players, tokens - pot)
        ]
        if partie and ends == "last-in":
            playing = [dealt for dealt in stacks(players, tokens) if dealt[0] > 0 and max(dealt) < tokens]
            states += [TokenState("D", players, 0, dealt, lost) for dealt in playing]
        else:
            fewest = 2 if ends == "last-in" else players
            states += [
                TokenState("D", left, 0, dealt, lost)
                for left in range(fewest, players + 1)
                for dealt in stacks(left, tokens)
                if min(dealt) > 0
            ]
    return states


@pytest.mark.parametrize(("players", "tokens", "ends", "manches", "partie"), GAMES)
def test_states_are_listed_each_once_in_order(players, tokens, ends, manches, partie):
    rules = read_rules(f'tokens = {tokens}\nends = "{ends}"\nmanches = {manches}')
    wanted = by_counting(players, tokens, ends, manches, partie)
    assert list(every_state(rules, players, partie=partie)) == wanted


@pytest.mark.parametrize(("players", "tokens", "ends", "manches", "partie"), GAMES)
def test_the_size_of_a_group_is_that_of_its_listing(players, tokens, ends, manches, partie):
    rules = read_rules(f'tokens = {tokens}\nends = "{ends}"\nmanches = {manches}')
    for group in state_groups(rules, players, partie=partie):
        assert group.size == len(list(group.states()))


def test_of_endless_manches_the_first_states_come_at_once():
    rules = read_rules("tokens = 2\nmanches = 99999999999999999999")
    first = islice(every_state(rules, 6, partie=True), 2)
    assert [state.lost for state in first] == [(0,) * 6] * 2
