"""The shorter way to ε: one round of the policies, and what its decisions leave to be gained."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import numpy as np
import pytest

from certificates.played import record
from certificates.several import listed, reachable, small_game, written, wrong_table
from certificates.test_equilibrium import CHANGES, checked, drift_of, solved, table_of
from game421.certificates.backups import Board, Component, build_board
from game421.certificates.between import Between
from game421.certificates.equilibrium import _Check
from game421.certificates.holds import FACES, turn_rows
from game421.certificates.passes import play
from game421.certificates.tallies import FORCED
from game421.rules import load_rules
from oracles.game import Game
from oracles.replies import Replies


def board_of(game: Game) -> Board:
    between = Between(record(game.table), game.players, "partie" if game.partie else "manche")
    keys = {between.key(written(game, state)) for state in reachable(game)}
    return build_board(between, np.array(sorted(keys), np.int64))


def random_values(board: Board, sections: int) -> np.ndarray:
    one = np.random.default_rng(7).uniform(-1, 1, (len(board.names), board.between.players))
    return np.repeat(np.concatenate([one, board.between.payoffs()])[:, None], sections, axis=1)


def played(board: Board, component: Component, sections: int, spoiled: int) -> tuple[np.ndarray, np.ndarray]:
    return board.back(
        component, random_values(board, sections), spoiled=spoiled, threads=1, played=lambda: None
    )


@pytest.mark.parametrize("name", ["last in", "declare", "locked", "up to, fewer wins"])
def test_one_section_gains_in_a_turn_what_three_of_the_same_values_do(name: str) -> None:
    board, gained = board_of(small_game(CHANGES[name])), 0.0
    for component in board.components:
        (one, gains), (three, same) = (played(board, component, sections, 100) for sections in (1, 3))
        assert (one[:, 0] == three[:, 1]).all()
        assert (gains == same).all()
        gained = max(gained, gains.max())
    assert gained > 0.1


def test_with_a_choice_of_what_is_paid_a_reply_gains_at_most_twice_the_most_of_a_decision() -> None:
    board, gained = board_of(small_game(CHANGES["rampo's choice"])), 0.0
    for component in board.components:
        (one, gains), (three, _) = (played(board, component, sections, 100) for sections in (1, 3))
        more = three[:, 2] - one[:, 0]
        assert (more <= 2 * gains + 1e-15).all()
        gained = max(gained, more.max())
    assert gained > 0.01


@pytest.mark.parametrize("name", ["first out", "last in", "partie"])
def test_of_a_table_that_is_hardly_off_it_bounds_the_twins_gain(name: str) -> None:
    game, right = solved(name)
    random = Random(3)
    moved = {
        state: tuple(value + random.uniform(-4e-14, 4e-14) for value in vector)
        for state, vector in right.items()
    }
    alike = {written(game, state): listed(game, state, vector) for state, vector in moved.items()}
    settled = {
        state: tuple(
            alike[written(game, state)][listed(game, state, tuple(range(game.players))).index(seat)]
            if seat in listed(game, state, tuple(range(game.players)))
            else 1.0
            for seat in range(game.players)
        )
        for state in moved
    }
    found, twin = checked(game, alike), Replies(game, settled).find()
    assert 1e-14 < found.residual < 1e-13
    assert found.sweeps == 1
    assert twin.gain <= found.epsilon < 2.1e-13 * (found.rounds + 1)
    assert found.epsilon >= 2 * (found.residual + found.gain) * (found.rounds + 1)


def test_both_ways_say_the_same_of_a_right_table() -> None:
    game, right = solved("last in")
    board = board_of(game)
    table = table_of(game, right)
    rows = np.ones((len(board.names), game.players))
    for number, state in enumerate(board.names):
        seats = board.order[number][: len(table[state])]
        rows[number, : len(seats)] = np.array(table[state])[seats]
    check = _Check(board, np.concatenate([rows, board.between.payoffs()]), 0, 1, lambda _done, _of: None)
    rounds = check._rounds(check.start())
    once, own = check._at_once(check.start(rounds)), check._on_their_own(rounds)
    assert once is not None
    assert once == checked(game, table)
    assert own.gain < once.epsilon < 1e-10
    assert own.epsilon < 1e-10
    assert replace(once, sweeps=0).rounds == own.rounds


def test_a_wrong_table_is_not_judged_at_once() -> None:
    game = small_game({})
    found = checked(game, table_of(game, wrong_table(game, reachable(game))))
    assert found.sweeps > 1


@pytest.mark.parametrize(("mover", "kept_dice"), [(0, "free"), (1, "free"), (2, "free"), (1, "locked")])
def test_a_mover_to_whom_all_is_the_same_keeps_what_the_tie_rule_prefers(mover: int, kept_dice: Any) -> None:
    """Three throws to be used up: his two highest dice each time, whatever rounding makes of his means."""
    random = np.random.default_rng(1)
    rules = replace(load_rules("classic"), kept_dice=kept_dice)
    rows, rolls = turn_rows(rules, FORCED), list(combinations_with_replacement(FACES, 3))
    after = random.uniform(0, 1, (len(rolls), 3, 8))
    after[:, mover] = random.uniform(0, 1, 8)
    start, gains = np.empty((1, 3, 8)), np.zeros((3, 1, 8))
    straight = np.arange(len(rolls), dtype=np.int32)[None, None]
    play((0,) * 3, 3, mover, 0, rows, 3, straight, 0, False, after, np.zeros(3, np.int64), start, gains)

    def worth(kept: tuple[int, ...], throws: int) -> np.ndarray:
        thrown = [sorted((*kept, *dice), reverse=True) for dice in product(FACES, repeat=3 - len(kept))]
        if throws == 1:
            return np.mean([after[rolls.index(tuple(roll))] for roll in thrown], axis=0)
        locked = kept if kept_dice == "locked" else ()
        return np.mean([worth(locked or tuple(roll[:2]), throws - 1) for roll in thrown], axis=0)

    assert start[0] == pytest.approx(worth((), 3), abs=1e-14)
    assert 0 <= gains.max() < 1e-15


@pytest.mark.parametrize("name", ["first out", "last in", "up to, fewer wins", "declare", "locked"])
def test_of_options_that_are_equal_for_the_mover_the_tie_rule_decides_for_the_others(name: str) -> None:
    """Two values alone, of which the means are never exact: a mover is often indifferent, up to rounding."""
    game = small_game(CHANGES[name])
    wrong = {
        state: tuple(value if value == 1 else (0.1, 0.7)[round(value) % 2] for value in vector)
        for state, vector in wrong_table(game, reachable(game)).items()
    }
    found, twin = checked(game, table_of(game, wrong)), Replies(game, wrong).find()
    assert found.drift == pytest.approx(drift_of(game, wrong, twin), abs=1e-10)
    assert found.gain == pytest.approx(twin.gain, abs=1e-10)
