"""Sweeps: every state once, in chunks and groups that depend on no worker, and the same bits from any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
import pytest

from game421.games import visits
from game421.games.order import Step, steps
from game421.games.space import GameSpace, game_space
from game421.games.sweeps import GROUPS, Chunk, Threads, back_up_chunk, chunks_of, groups_of, sweep
from game421.lanes.rows import LANES
from game421.rules.record import Rules
from game421.turns.layout import Array

from .small import COIN, both

SPACES = {
    "three, first out": game_space(Rules(tokens=9, die=COIN, charge_throws=1, decharge_throws=2), 3),
    "four, last in": game_space(Rules(tokens=5, die=COIN, charge_throws=1, ends="last-in"), 4),
    "three, a partie": game_space(
        Rules(tokens=3, die=COIN, charge_throws=1, ends="last-in", manches=2), 3, "partie"
    ),
    "two, locked, havraise": game_space(
        both({"die": COIN, "tokens": 6, "kept_dice": "locked", "charge": "havraise"})[0], 2
    ),
    "three, locked": game_space(Rules(tokens=4, die=COIN, charge_throws=1, kept_dice="locked"), 3),
}


@pytest.fixture(params=SPACES)
def space(request: pytest.FixtureRequest) -> GameSpace:
    return SPACES[request.param]


def vector(space: GameSpace) -> Array:
    values = np.random.default_rng(421).random(space.size)
    values[: len(space.shares)] = space.vector()[: len(space.shares)]
    return values


def groups(space: GameSpace, step: Step) -> list[Sequence[Chunk]]:
    return groups_of(chunks_of(space, step), cyclic=step.cyclic)


def test_every_state_is_in_one_chunk_of_its_step(space: GameSpace) -> None:
    seen: list[int] = []
    for step in steps(space):
        in_step = sorted(chain.from_iterable(block.states for block in step.blocks))
        chunks = chunks_of(space, step)
        assert sorted(chain.from_iterable(chunk.states(space) for chunk in chunks)) == in_step
        assert all(1 <= len(chunk.columns) <= LANES for chunk in chunks)
        seen += in_step
    assert sorted(seen) == list(range(len(space.states)))


def test_groups_hold_every_chunk_once(space: GameSpace) -> None:
    for step in steps(space):
        chunks, found = chunks_of(space, step), groups(space, step)
        assert sorted(chain(*found), key=chunks.index) == chunks
        assert len(found) <= (GROUPS if step.cyclic else 1)


def test_one_thread_and_four_find_the_same_bits(space: GameSpace) -> None:
    for step in steps(space):
        one, four = (
            sweep(space, Threads(count), groups(space, step), vector(space), lambda _: None)
            for count in (1, 4)
        )
        assert one.tobytes() == four.tobytes()


@pytest.mark.parametrize("name", ["three, first out", "four, last in", "three, a partie"])
def test_a_state_does_not_depend_on_its_chunk(name: str) -> None:
    """By the compiled kernel; numpy, which solves locked dice, may add up otherwise."""
    space = SPACES[name]
    values = vector(space)
    for number, block in enumerate(space.blocks):
        columns = tuple(range(min(LANES, len(block.states))))
        together = back_up_chunk(space, Chunk(number, columns), values)
        alone = [back_up_chunk(space, Chunk(number, (column,)), values) for column in columns]
        assert together.tobytes() == np.concatenate(alone, axis=1).tobytes()


class Named:
    """Workers who find the number of each state, for every player, and remember what they were shown."""

    def __init__(self) -> None:
        self.shown: list[Array] = []

    def back_up(self, space: GameSpace, chunks: Sequence[Chunk], values: Array) -> Iterator[Array]:
        self.shown.append(values.copy())
        for chunk in chunks:
            seats = 10 * np.arange(space.states[chunk.states(space)[0]].players)[:, None]
            yield np.array(chunk.states(space)) + seats / 100


def test_what_is_found_stands_at_each_players_seat_and_later_groups_see_it(space: GameSpace) -> None:
    """Playing seats come first in a chunk; in the vector everyone stands in playing order."""
    workers, before = Named(), vector(space)
    for step in steps(space):
        counted: list[int] = []
        workers.shown.clear()
        after = sweep(space, workers, groups(space, step), before, counted.append)
        expected, done = before.copy(), 0
        for group, shown in zip(groups(space, step), workers.shown, strict=True):
            assert shown.tobytes() == expected.tobytes()
            for state in chain.from_iterable(chunk.states(space) for chunk in group):
                first, done = space.offset[state], done + 1
                for place, seat in enumerate(space.states[state].seating):
                    expected[first + seat] = state + place / 10
        assert after.tobytes() == expected.tobytes()
        assert sum(counted) == done


def test_states_are_followed_as_many_together_as_the_kernel_has_lanes() -> None:
    """The number is written twice, as its own module would load the compiler."""
    assert visits.TOGETHER == LANES
