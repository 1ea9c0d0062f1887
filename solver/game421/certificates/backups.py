"""One round played back for many states: blocks of eight, shared among threads that never change a bit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from game421.certificates.between import Between, Group, State, spell
from game421.certificates.holds import TurnRows, turn_rows
from game421.certificates.passes import draw, gather, play, settle
from game421.certificates.tallies import DECLARE, FORCED, FREE, RoundTree, round_tree
from game421.errors import TableError
from game421.lanes.rows import LANES

__all__ = ["Board", "Component", "build_board"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Component:
    """States, by number, that are played back together; what follows is among them or comes before.

    `followed[state, outcome]` and `entries` are as the compiled code wants them. `cyclic` says that
    states of the component may follow each other.
    """

    tree: RoundTree
    numbers: npt.NDArray[np.int64]
    followed: npt.NDArray[np.int32]
    entries: npt.NDArray[np.int32]
    cyclic: bool
    manches_lost: int

    @property
    def blocks(self) -> int:
        """How many blocks of states it is played back in."""
        return -(-len(self.numbers) // LANES)


@dataclass(frozen=True)
class Board:
    """All states of a table, numbered in the order of their keys; after them every end of the game.

    `rows[stopping]` is the layout of a turn, `order[state]` lists seats in the state's own order,
    `names[state]` is the state as tables write it.
    """

    between: Between
    rows: tuple[TurnRows, ...]
    names: tuple[State, ...]
    order: npt.NDArray[np.int64]
    components: tuple[Component, ...]

    def back(
        self,
        component: Component,
        values: Floats,
        *,
        spoiled: int,
        threads: int,
        played: Callable[[], None],
    ) -> tuple[Floats, Floats]:
        """The round before `values[state or end, section, player]`, played back as `passes` says.

        `played` is called after each of its `blocks`.
        Returns `[state of the component, section, player]`, and by state and player the most that his
        best reply gains at one of his own decisions in the round: last section less the last but one.
        """
        size, done = len(component.numbers), []
        blocks = [np.minimum(np.arange(at, at + LANES), size - 1) for at in range(0, size, LANES)]

        def run(block: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
            return self._block(component, values, block, spoiled)

        with ThreadPoolExecutor(threads) as pool:
            for part in pool.map(run, blocks):
                done.append(part)
                played()
        found = np.concatenate([worth for worth, _ in done])[:size]
        return found, np.concatenate([gains for _, gains in done])[:size]

    def _block(
        self, component: Component, values: Floats, block: npt.NDArray[np.int64], spoiled: int
    ) -> tuple[Floats, Floats]:
        """Eight states: the round from its outcomes back to the leader's first throw."""
        tree, players, sections = component.tree, self.between.players, values.shape[1]
        width = (0,) * (sections * players)
        worth = np.empty((len(tree.outcomes), len(width), LANES))
        gather(players, sections, values, component.followed, component.entries, block, worth)
        lots = np.empty((len(tree.starts) - 1, len(width), LANES))
        draw(width, tree.starts, tree.drawn, tree.weights, worth, lots)
        after, gains = np.empty((len(tree.kinds), len(width), LANES)), np.zeros((players, 1, LANES))
        settle(width, players, spoiled, tree.kinds, tree.choosers, lots, after, gains)
        for mover in reversed(range(tree.players)):
            stage = tree.stages[mover]
            start = np.empty((stage.rows, len(width), LANES))
            rows, nested = self.rows[stage.stopping], stage.nested
            for turn in stage.turns:
                table, cap, base = turn.following, turn.cap, turn.base
                mine = (players, mover, spoiled, rows, cap, table, base, nested)
                play(width, *mine, after, stage.first, start, gains)
            after = start
        found = after[0].reshape(sections, players, LANES)
        return np.moveaxis(found, -1, 0).copy(), gains[:, 0].T.copy()


def build_board(between: Between, keys: npt.NDArray[np.int64]) -> Board:
    """Every state of a table, by its sorted keys. Raises TableError where it lacks one that can follow."""
    names = between.states(keys)
    start = between.key(between.start)
    if start not in names:
        raise TableError(f"the table lacks the start, {spell(between.start, between)}")
    order = np.zeros((len(keys), between.players), np.int64)
    trees, components = dict[tuple[bool, int], RoundTree](), list[tuple[tuple[int, ...], Component]]()
    for group in between.groups(keys):
        order[np.searchsorted(keys, group.keys)] = group.order
        kind = (group.charge, group.players)
        trees[kind] = round_tree(between.rules, "charge" if group.charge else "decharge", group.players)
        components += _components(between, trees[kind], keys, group)
    ordered = [part for _, part in sorted(components, key=lambda pair: pair[0])]
    rows = tuple(turn_rows(between.rules, stopping) for stopping in (FORCED, FREE, DECLARE))
    named = tuple(names[int(key)] for key in keys)
    return Board(between, rows, named, order, tuple(ordered))


def _components(
    between: Between, tree: RoundTree, keys: npt.NDArray[np.int64], group: Group
) -> Iterator[tuple[tuple[int, ...], Component]]:
    """Parts of a group in the order of play, the last first: more lost manches, décharge, smaller pots."""
    depth = np.stack([-group.lost.sum(axis=1), group.pots], axis=1)
    for place in np.unique(depth, axis=0):
        here = np.flatnonzero((depth == place).all(axis=1))
        part = Group(group.charge, group.players, *(array[here] for array in group[2:]))
        pieces = [
            _following(between, tree, keys, _piece(part, slice(at, at + _PIECE)))
            for at in range(0, len(here), _PIECE)
        ]
        followed, entries = (np.concatenate(arrays).astype(np.int32) for arrays in zip(*pieces, strict=True))
        numbers = np.searchsorted(keys, part.keys)
        component = Component(tree, numbers, followed, entries, not group.charge, -int(place[0]))
        yield (int(place[0]), int(group.charge), int(place[1]), group.players), component


_PIECE = 2048
"""States whose followers are found at once, to bound memory."""


def _piece(group: Group, rows: slice) -> Group:
    return Group(group.charge, group.players, *(array[rows] for array in group[2:]))


def _following(
    between: Between, tree: RoundTree, keys: npt.NDArray[np.int64], group: Group
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Numbers of the states and ends that follow, and the players' entries there."""
    after = between.after(group, tree.outcomes)
    found = np.searchsorted(keys, after.keys).clip(max=len(keys) - 1)
    lacking = (after.keys >= 0) & (keys[found] != after.keys)
    if lacking.any():
        row, column = (int(at[0]) for at in np.nonzero(lacking))
        missing = int(after.keys[row, column])
        names = between.states(np.array([missing, int(group.keys[row])]))
        raise TableError(
            f"the table lacks {spell(names[missing], between)}, which can follow "
            f"{spell(names[int(group.keys[row])], between)}"
        )
    return np.where(after.keys < 0, len(keys) - 1 - after.keys, found), after.entries
