"""What ε is made of: how long anyone can make a game last, and what each part of the bound adds."""

from __future__ import annotations

import math

import numpy as np
import pytest

from certificates.several import listed, reachable, small_game, written, wrong_table
from certificates.test_at_once import board_of, random_values
from certificates.test_equilibrium import CHANGES, checked, solved, table_of
from game421.certificates.backups import Component
from game421.certificates.equilibrium import ROUNDING, _Check
from oracles.game import Move, State
from oracles.replies import Replies, Worth


class Lengths(Replies):
    """Rounds counted in place of what they bring: the best reply is the one that lasts longest."""

    def longest(self) -> dict[State, float]:
        """The most rounds that any one player can make the game last on average, by state."""
        nothing = dict.fromkeys(self.table, (0.0,) * self.game.players)
        self.policies, self.replies = dict(nothing), dict(nothing)
        return {state: max(vector) for state, vector in self.find().replies.items()}

    def back(self, state: State) -> Worth:
        worth = super().back(state)
        policies, replies = (tuple(rounds + 1 for rounds in counted) for counted in worth[1:])
        return Worth(worth.table, policies, replies)

    def follow(self, move: Move) -> Worth:
        worth, nothing = super().follow(move), (0.0,) * self.game.players
        return worth if move.state is not None else Worth(worth.table, nothing, nothing)


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("name", ["first out", "last in", "partie", "partie, Espagnole"])
def test_nobody_can_make_a_game_last_longer_than_is_said(name: str, wrong: bool) -> None:
    game, values = solved(name)
    values = wrong_table(game, reachable(game)) if wrong else values
    longest, found = Lengths(game, values).longest(), checked(game, table_of(game, values))
    assert max(longest.values()) < found.rounds
    if not game.partie:
        most = max(rounds for state, rounds in longest.items() if state.phase == "decharge")
        assert most <= found.rounds - game.table["tokens"] < 1.5 * most


class Measured(_Check):
    """A check to which every round moves the table by so much, and leaves so much to be gained."""

    moved, left_over = 3e-14, 2e-13

    def _back(self, component: Component, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        here = values[component.numbers]
        return here + self.moved, np.full((len(here), here.shape[2]), self.left_over)


def test_what_moves_and_what_is_left_add_up_over_the_rounds() -> None:
    board = board_of(small_game({"ends": "last-in"}))
    check = Measured(board, random_values(board, 1)[:, 0], 0, 1, lambda _done, _of: None)
    found = check._at_once(check.start(10.0))
    assert found is not None
    assert found.gain == 2e-13
    assert found.epsilon - found.rounding == pytest.approx(2 * (3e-14 + 2e-13) * 11, abs=1e-14)
    assert found.rounding > 2 * (15 * 2 * 3) * ROUNDING * 0.9 * 11
    assert found.drift > 3e-14 * 10


def test_a_round_that_moves_the_table_by_more_is_no_round_at_once() -> None:
    board = board_of(small_game({}))
    check = Measured(board, random_values(board, 1)[:, 0], 0, 1, lambda _done, _of: None)
    check.moved = 2e-13
    assert check._at_once(check.start(10.0)) is None


@pytest.mark.parametrize("name", ["last in", "declare", "locked", "rampo's choice"])
def test_what_each_player_gains_at_his_decisions_is_what_the_twin_finds_there(name: str) -> None:
    """One round, the table, the policies' worth and the replies' having nothing to do with each other."""
    game = small_game(CHANGES[name])
    table, board = wrong_table(game, reachable(game)), board_of(game)
    kinds = [
        {
            state: tuple(value if value == 1 else math.cos(turns * value) for value in vector)
            for state, vector in table.items()
        }
        for turns in (3, 5, 7)
    ]
    twin, ends = Replies(game, kinds[0]), board.between.payoffs()
    twin.policies, twin.replies = kinds[1:]
    values, found = np.ones((len(board.names) + len(ends), 3, game.players)), {}
    values[len(board.names) :] = ends[:, None]
    for number, name_of in enumerate(board.names):
        for kind, vectors in enumerate(kinds):
            row = np.array(table_of(game, vectors)[name_of])
            values[number, kind, : len(row)] = row[board.order[number][: len(row)]]
    for component in board.components:
        _, gains = board.back(component, values, spoiled=0, threads=1, played=lambda: None)
        for number, row in zip(component.numbers, gains, strict=True):
            found[board.names[number]] = dict(zip(board.order[number].tolist(), row.tolist(), strict=True))
    for state in table:
        twin.back(state)
        right = listed(game, state, tuple(twin.gains[state, seat] for seat in range(game.players)))
        gained = [found[written(game, state)][seat] for seat in range(len(right))]
        assert gained == pytest.approx(right, abs=1e-12), state
