"""A round laid out for the compiled kernel: which turns it solves, in which order, from which rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from game421.rounds.kernel import DECLARE, FORCED, FREE
from game421.rounds.solving import turn_terms
from game421.rounds.tree import Law, Level, RoundTree
from game421.states.actions import RAMPO, Stopping

_STOPPING: dict[Stopping, int] = {"forced": FORCED, "free": FREE, "declare": DECLARE}


@dataclass(frozen=True)
class Mixture:
    """A law as the kernel reads it: kind k has the verdicts at starts[k] to starts[k + 1], with chances."""

    starts: npt.NDArray[np.int64]
    verdicts: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float64]

    @classmethod
    def of(cls, law: Law) -> Mixture:
        """The verdicts of each kind that can be."""
        kinds, verdicts = np.nonzero(law.ways)
        counts = np.bincount(kinds, minlength=len(law.ways))
        chances = np.array([int(ways) / law.total for ways in law.ways[kinds, verdicts]])
        return cls(np.concatenate([[0], np.cumsum(counts)]), verdicts.astype(np.int64), chances)


@dataclass(frozen=True)
class Pass:
    """Turns of one player that have the same cap: the arguments of `kernel.solve_turns` of these names."""

    cap: int
    nested: bool
    following: npt.NDArray[np.uint32]
    first: int


@dataclass(frozen=True)
class Passes:
    """All passes of the player after `made` others, and how many rows they fill."""

    made: int
    stopping: int
    passes: tuple[Pass, ...]
    rows: int
    row_of: npt.NDArray[np.intp]
    """`row_of[summary]`: the row of each summary of the level."""


class RoundPlan:
    """What the kernel needs of a round; the last player's passes come first. Get it from `round_plan`."""

    def __init__(self, tree: RoundTree) -> None:
        self.tree = tree
        total = sum(tree.rules.die)
        fair = len(set(tree.rules.die)) == 1
        self.die = (1 / 6,) if fair else tuple(weight / total for weight in tree.rules.die)
        """The chances of the faces, or the one that all share."""
        self.laws = {choice: Mixture.of(law) for choice, law in tree.laws.items()}
        """The law of every kind of ending by what a throw-off pays."""
        self.chooser = tree.chooser.astype(np.int64) if RAMPO in tree.laws else None
        """Who chooses, by kind of ending; None where nobody ever does."""
        self.levels = tuple(self._levels())

    def _levels(self) -> list[Passes]:
        levels = []
        row_of: npt.NDArray[np.intp] = np.arange(len(self.tree.endings))
        for made in range(self.tree.players - 1, self.tree.made - 1, -1):
            level = self.tree.levels[made - self.tree.made]
            stopping = _STOPPING[turn_terms(self.tree, made, self.tree.throws).stopping]
            passes, row_of, rows = _passes(level, row_of)
            levels.append(Passes(made, stopping, passes, rows, row_of))
        return levels


def _passes(level: Level, row_of: npt.NDArray[np.intp]) -> tuple[tuple[Pass, ...], npt.NDArray[np.intp], int]:
    """The passes of a level; the row of each of its summaries; how many rows there are.

    `row_of` is the row of each summary of the next level, or kind of ending.
    """
    most = int(level.cap.max())
    if len(level.following) == 1 and len(set(level.alike.tolist())) < len(level.cap):
        _, columns = np.unique(level.alike, return_index=True)
        nested = Pass(most, True, _rows(level, 1, columns, row_of), 0)
        return (nested,), level.alike * most + level.cap - 1, len(columns) * most
    passes, first, place = [], 0, np.empty(len(level.cap), np.intp)
    for cap in np.unique(level.cap).tolist():
        columns = np.nonzero(level.cap == cap)[0]
        passes.append(Pass(cap, False, _rows(level, cap, columns, row_of), first))
        place[columns] = np.arange(first, first + len(columns))
        first += len(columns)
    return tuple(passes), place, first


def _rows(
    level: Level, throws: int, columns: npt.NDArray[np.intp], row_of: npt.NDArray[np.intp]
) -> npt.NDArray[np.uint32]:
    """`[column, throws - 1, roll]`: the row that each end leads to."""
    following = np.moveaxis(level.following[:throws][:, :, columns], 2, 0)
    return np.ascontiguousarray(row_of[following].astype(np.uint32))


@lru_cache(maxsize=16)
def round_plan(tree: RoundTree) -> RoundPlan:
    """The plan of a tree, made once."""
    return RoundPlan(tree)
