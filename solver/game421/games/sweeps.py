"""One sweep: a round backup of many token states, in chunks that workers may do in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Protocol

from game421.games.backups import back_up, store
from game421.games.order import Step
from game421.games.space import GameSpace
from game421.lanes.rows import LANES
from game421.rounds.passes import round_plan
from game421.rounds.solving import RoundPayoffs, solve_round
from game421.rounds.starts import round_starts
from game421.rounds.tree import RoundTree
from game421.turns.layout import Array


@dataclass(frozen=True)
class Chunk:
    """At most `LANES` states of one block, the same ones however many workers there are."""

    block: int
    """Its number among the blocks of the space."""
    columns: tuple[int, ...]
    """Where its states stand in the block."""

    def states(self, space: GameSpace) -> tuple[int, ...]:
        """The numbers of its states."""
        return tuple(space.blocks[self.block].states[column] for column in self.columns)


class Workers(Protocol):
    """Whoever does the chunks of a sweep: threads here, or the machines of a cluster."""

    def back_up(self, space: GameSpace, chunks: Sequence[Chunk], values: Array) -> Iterable[Array]:
        """The values of each chunk's states, [i, s] with playing seats first, in the order of `chunks`."""


@dataclass(frozen=True)
class Threads:
    """Workers in this process: the compiled kernel lets them run side by side."""

    count: int

    def back_up(self, space: GameSpace, chunks: Sequence[Chunk], values: Array) -> Iterator[Array]:
        """As `Workers.back_up`."""
        with ThreadPoolExecutor(self.count) as pool:
            yield from pool.map(lambda chunk: back_up_chunk(space, chunk, values), chunks)


def chunks_of(space: GameSpace, step: Step) -> list[Chunk]:
    """All states of a step in chunks."""
    homes = sorted(space.home[state] for block in step.blocks for state in block.states)
    chunks = []
    for block, members in groupby(homes, itemgetter(0)):
        columns = [column for _, column in members]
        chunks += [Chunk(block, tuple(columns[at : at + LANES])) for at in range(0, len(columns), LANES)]
    return chunks


def back_up_chunk(space: GameSpace, chunk: Chunk, values: Array) -> Array:
    """What one round of best play makes of `values`, in float64, for the states of a chunk: [i, s]."""
    block = space.blocks[chunk.block].take(chunk.columns)
    if block.tree is None:
        return back_up(space, block, values).value
    return back_up_round(block.tree, values[block.leads_to])


def back_up_round(tree: RoundTree, worth: Array) -> Array:
    """The same of a round whose verdict v is worth `worth[v, i, s]` to player i in state s: [i, s].

    By the compiled kernel, but for dice that lock.
    """
    if tree.rules.kept_dice == "locked":
        return solve_round(tree, RoundPayoffs(worth), policy=False).start
    return round_starts(round_plan(tree), worth)


def groups_of(chunks: Sequence[Chunk], *, cyclic: bool) -> list[Sequence[Chunk]]:
    """Chunks that are backed up from the same values, group after group.

    Where play can come back, a group sees what the groups before it found in the same sweep, which
    settles sooner: in `GROUPS` groups three players take 17 sweeps, in one group 24. Those whose leader
    has most come first: where losers lead, that is where rounds lead to. Each group has work for
    several workers, and none depends on how many there are.
    """
    if not cyclic:
        return [chunks]
    falling = chunks[::-1]
    size = max(2, -(-len(falling) // GROUPS))
    return [falling[at : at + size] for at in range(0, len(falling), size)]


GROUPS = 24
"""Groups of a sweep, at most."""


def sweep(
    space: GameSpace,
    workers: Workers,
    groups: Iterable[Sequence[Chunk]],
    values: Array,
    done: Callable[[int], None],
) -> Array:
    """The whole vector of values after a backup of these groups, one after the other.

    `done` is told of every few states that are.
    """
    after = values.copy()
    for group in groups:
        for chunk, found in zip(group, workers.back_up(space, group, after.copy()), strict=True):
            store(space, chunk.states(space), found, after)
            done(len(chunk.columns))
    return after
