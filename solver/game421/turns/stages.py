"""One stage of many turns at once: of every row's options the greatest value and the tie rule's action.

Options are gathered slot by slot into memory that serves again, for as many columns as stay in the
cache: memory asked for anew at every stage costs more than the arithmetic done in it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from game421.turns.exact import TOLERANCE
from game421.turns.layout import Array, Layout, Menu, Near
from game421.turns.options import option_values

CELLS = 1 << 16
"""Numbers gathered at once, at least: 512 KiB."""


class Solving(NamedTuple):
    """The arrays of turns being solved, each by throws used or by throws left, with the columns last."""

    payoff: Sequence[Array]
    leading: Sequence[Array]
    """The payoffs in the numbers that the way of solving goes by."""
    value: Sequence[Array]
    """By throws left; those of 1 and more are to be filled in."""
    action: Sequence[npt.NDArray[np.uint8]]
    """Likewise; only the first where no policy is wanted."""

    def blocks(self, columns: int) -> Iterator[Solving]:
        """The same, so many columns at a time, in the same memory."""
        every = self.action[0].shape[1]
        if every <= columns:
            yield self
            return
        for first in range(0, every, columns):
            yield Solving(*([array[:, first : first + columns] for array in arrays] for arrays in self))

    def action_with(self, left: int) -> npt.NDArray[np.uint8] | None:
        """Where the actions go, if they are wanted."""
        return self.action[left] if len(self.action) > 1 else None


class _Scratch(NamedTuple):
    """Arrays [slot, row, b], none of them filled."""

    options: Array
    spare: Array
    near: Near
    preferred: npt.NDArray[np.uint8]


class _Workspace(threading.local):
    """Memory of one thread for what a stage gathers and compares, laid out as it was last asked for."""

    def __init__(self) -> None:
        self._numbers = np.empty((2, 0))
        self._bytes = np.empty((2, 0), np.uint8)
        self._laid_out: tuple[object, _Scratch] | None = None

    def scratch(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> _Scratch:
        """Arrays of this shape, those of numbers of a type of eight bytes."""
        if self._laid_out is None or self._laid_out[0] != (shape, dtype):
            self._laid_out = ((shape, dtype), self._lay_out(shape, dtype))
        return self._laid_out[1]

    def _lay_out(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> _Scratch:
        size = prod(shape)
        if size > self._bytes.shape[1]:
            self._numbers = np.empty((2, max(size, CELLS)))
            self._bytes = np.empty(self._numbers.shape, np.uint8)
        options, spare = self._numbers.view(dtype)[:, :size].reshape(2, *shape)
        near, preferred = self._bytes[:, :size].reshape(2, *shape)
        return _Scratch(options, spare, near.view(np.bool_), preferred)


_WORKSPACE = _Workspace()


def columns_of(layout: Layout) -> int:
    """As many turns as fill the workspace at their longest stage."""
    return max(1, CELLS // max((menu.source.size for menu in layout.menus.values()), default=1))


def solve_numbers(layout: Layout, most: int, turns: Solving) -> None:
    """Solve in float64 or int64; `most` is the greatest absolute payoff of the integers."""
    for left, menu in layout.menus.items():
        bound = most * layout.terms.scale(left)
        stacked = option_values(layout, turns.payoff, turns.value[left - 1], left, bound)
        best_of(menu, stacked, turns.value[left], turns.action_with(left))


def best_of(
    menu: Menu, stacked: Array, best: Array, action: Array | None = None, tolerance: float = TOLERANCE
) -> Near:
    """Write `best[row, b]`, the greatest of each row's options, and the `action` of the tie rule.

    `stacked[place, b]` holds the values that `menu.source` points to, float64 or int64. Floats within
    `tolerance` of the greatest reach it; whole numbers must equal it. Without `action` only values are
    found; else gives, until the next call, which slots reach the greatest.
    """
    scratch = _WORKSPACE.scratch((*menu.source.shape, stacked.shape[1]), stacked.dtype)
    stacked.take(menu.source, axis=0, out=scratch.options, mode="clip")
    _greatest(scratch.options, scratch.spare, best)
    if action is not None:
        margin = tolerance if stacked.dtype == np.float64 else 0
        enough = np.subtract(best, margin, out=scratch.spare[0])
        np.greater_equal(scratch.options, enough, out=scratch.near)
        menu.choose(scratch.near, action, scratch.preferred)
    return scratch.near


def _greatest(options: Array, spare: Array, best: Array) -> None:
    """Write the greatest of the slots, halving their number at every step."""
    slots = len(options)
    while slots > 2:
        half = (slots + 1) // 2
        np.maximum(options[:half], options[slots - half : slots], out=spare[:half])
        options, slots = spare, half
    np.maximum(options[0], options[slots - 1], out=best)
