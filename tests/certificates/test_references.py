"""Known figures of the real game, with six faces, three throws and 21 tokens."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game421.certificates import bellman_backup, check_two_players
from game421.certificates.proofs import State, TwoPlayerGame
from game421.rules.record import Rules

ONE_TOKEN: State = ("C", 1, 0, 0)


def start_with_one_token(**axes: object) -> Fraction:
    """With one token in all the worst of the only round takes it, and has lost."""
    return Fraction(*bellman_backup(Rules(tokens=1, **axes), {}, 1, ONE_TOKEN))  # type: ignore[arg-type]


def test_one_token_is_a_duel() -> None:
    duel = Fraction(1692791176921, 2821109907456)
    assert start_with_one_token(followers="up-to") == duel
    table = {ONE_TOKEN: duel.numerator}
    assert check_two_players(Rules(tokens=1, followers="up-to"), table, duel.denominator).states == 1


@pytest.mark.parametrize("throws", [1, 2, 3, 5])
def test_saying_le_bon_gains_nothing_unless_throws_break_ties(throws: int) -> None:
    same = start_with_one_token(charge_throws=throws)
    assert start_with_one_token(charge_throws=throws, followers="declare") == same
    saying = start_with_one_token(charge_throws=throws, followers="declare", tie_by_throws="fewer-wins")
    assert (saying < same) is (throws > 1)


def test_one_throw_each_is_even_with_a_rampo() -> None:
    assert start_with_one_token(charge_throws=1) == Fraction(1, 2)
    ties = Fraction(83, 3888)
    assert start_with_one_token(charge_throws=1, ties="earlier-wins") == (1 + ties) / 2
    assert start_with_one_token(charge_throws=1, ties="later-wins") == (1 - ties) / 2


def test_one_throw_more_is_one_more_choice_of_the_leader() -> None:
    by_throws = [start_with_one_token(charge_throws=throws) for throws in (1, 2, 3, 4)]
    assert by_throws == sorted(by_throws)


def test_the_whole_game_of_classic() -> None:
    """Value iteration in fixed point, far finer than the known figures."""
    rules = Rules(nenette_takes=2)
    game, one = TwoPlayerGame(rules, "manche"), 1 << 56
    values: dict[State, int] = {("D", 0, mine, 21 - mine): one // 2 for mine in range(1, 21)}
    change = one
    while change > one >> 44:
        change = 0
        for state, old in list(values.items()):
            found, scale = game.backup(values, one, state)
            values[state] = found // scale
            change = max(change, abs(values[state] - old))
    for pot in range(1, 22):
        for mine in range(22 - pot):
            found, scale = game.backup(values, one, ("C", pot, mine, 21 - pot - mine))
            values["C", pot, mine, 21 - pot - mine] = found // scale
    known: dict[State, float] = {
        game.start: 0.521842152016185,
        ("D", 0, 1, 20): 0.919878297402976,
        ("D", 0, 10, 11): 0.585332006911371,
        ("D", 0, 20, 1): 0.162215455530907,
    }
    for state, value in known.items():
        assert values[state] / one == pytest.approx(value, abs=1e-11)
