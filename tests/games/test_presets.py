"""The tables people play, with all their tokens: proved, and at the values that are known of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game421.games.space import GameSpace
from game421.games.two_players import solve_two_players
from game421.rules import load_rules, preset_names
from game421.rules.record import Rules
from game421.states.token_states import TokenState, opening

from .small import solved, worth

TOKENS = [name for name in preset_names() if load_rules(name).game == "tokens"]

KNOWN = {
    "C 21 0/0": 0.521842152016185,
    "D 0 1/20": 0.919878297402976,
    "D 0 10/11": 0.585332006911371,
    "D 0 20/1": 0.162215455530907,
}
"""Classic, to the leader; found by value iteration too in tests/certificates/test_references.py."""


def state_of(line: str) -> TokenState:
    phase, pot, stacks = line.split()
    return TokenState(phase, 2, int(pot), tuple(map(int, stacks.split("/"))))  # type: ignore[arg-type]


def test_there_are_five() -> None:
    assert len(TOKENS) == 5


@pytest.mark.parametrize("name", TOKENS)
def test_every_state_is_proved(name: str) -> None:
    """Charge: pot and stacks in (T + 1) T / 2 ways with a pot left; décharge: a stack of 1 to T - 1.

    Only a havraise throw can be certain: what is left in the pot makes the other hold everything.
    """
    rules = load_rules(name)
    values = worth(solved(rules))
    tokens = rules.tokens
    assert len(values) == tokens * (tokens + 1) // 2 + tokens - 1
    certain = [state for state, value in values.items() if not 0 < value < 1]
    last = [state for state in values if state.pot == 1 and not state.stacks[0]]
    assert certain == (last if rules.charge == "havraise" else [])


def test_classic_is_worth_what_is_known() -> None:
    rules = next(
        rules for rules in map(load_rules, TOKENS) if rules == Rules(name=rules.name, nenette_takes=2)
    )
    values = worth(solved(rules))
    for line, value in KNOWN.items():
        assert float(values[state_of(line)]) == pytest.approx(value, abs=1e-15)
    denominator = solved(rules).denominator
    assert 465 <= denominator.bit_length() * 0.30103 <= 475


@pytest.mark.parametrize("name", TOKENS)
def test_seats_are_worth_the_same_where_the_charge_is_one_throw(name: str) -> None:
    """Nobody decides anything in it, and its loser leads whoever he is; else order counts."""
    rules = load_rules(name)
    even = worth(solved(rules))[opening(rules, 2)] == Fraction(1, 2)
    assert even == (rules.charge == "rounds" and rules.charge_throws == 1)


def test_two_runs_give_the_same_numbers() -> None:
    rules = min(map(load_rules, TOKENS), key=lambda rules: rules.tokens)
    again = solve_two_players(GameSpace(rules, 2)).values
    assert again.values == solved(rules).values
    assert list(again.values) == list(solved(rules).values)
    assert again.denominator == solved(rules).denominator
