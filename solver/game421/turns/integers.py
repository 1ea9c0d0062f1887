"""One stage in Python integers of any length, led by floats.

Floats say which options may be the greatest; among these the integers decide. Whole numbers that floats
cannot tell apart are nearly always equal, and to see that two are equal is quick.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from game421.turns.layout import SOURCE, Array, Layout, Menu, Near
from game421.turns.options import ended_on, option_values
from game421.turns.stages import Solving, best_of

MARGIN = 2.0**-40
"""How close to the greatest an option may come in floats and still be it. Floats of numbers up to 1 err
by less than 2**-47 a stage, so after nine throws by less than a fourteenth of this."""


def floats(payoff: Array, most: int) -> npt.NDArray[np.float64]:
    """Python integers up to `most` as floats up to 1."""
    shift = max(0, most.bit_length() - 1000)
    rough = (payoff >> shift if shift else payoff).astype(np.float64)
    return np.ldexp(rough, shift - most.bit_length())


def solve_integers(layout: Layout, most: int, turns: Solving) -> None:
    """Solve in Python integers up to `most`, led by their `floats`."""
    about = ended_on(layout, turns.leading[-1])
    for left, menu in layout.menus.items():
        stacked = option_values(layout, turns.leading, about, left, 0)
        about, action = np.empty(about.shape), np.empty(about.shape, np.uint8)
        near = best_of(menu, stacked, about, action, MARGIN)
        exact = option_values(
            layout, turns.payoff, turns.value[left - 1], left, most * layout.terms.scale(left)
        )
        turns.value[left][:] = _settle(menu, exact, near, action)
        if (wanted := turns.action_with(left)) is not None:
            wanted[:] = action


def _settle(menu: Menu, stacked: Array, near: Near, action: npt.NDArray[np.uint8]) -> Array:
    """The greatest integer of each row, `[row, b]`, and `action` put right where floats chose another.

    `stacked` as for `stages.best_of`; `near[slot, row, b]`: which slots come close to the greatest in
    floats; `action` is the first of these.
    """
    columns = stacked.shape[1]
    best: Array = stacked.take(SOURCE[action] * columns + np.arange(columns))
    near &= menu.codes[:, :, None] != action
    place = np.flatnonzero(near)
    option, at = place // columns, place % best.size
    others = stacked.take(menu.source.take(option) * columns + at % columns)
    unequal = others != best.take(at)
    if unequal.any():
        row, column = np.divmod(np.unique(at[unequal]), columns)
        exact = stacked[menu.source[:, row], column]
        best[row, column] = exact.max(axis=0)
        reached = exact == best[row, column]
        action[row, column] = np.where(reached, menu.codes[:, row], 255).min(axis=0)
    return best
