"""The best hold of every roll where dice are free: that of a roll is the best of the three pairs in it.

That of a pair is itself or the best of its two dice: 154 comparisons instead of 392.
"""

from __future__ import annotations

import numpy as np

from game421.dice import KEEP_INDEX, KEEPS, ROLLS
from game421.turns.layout import Array, Layout
from game421.turns.options import option_values
from game421.turns.stages import Solving
from game421.turns.terms import PROPER_KEEPS

COLUMNS = 256
"""Turns solved at once: what they need stays in the cache."""

_FIRST = len(ROLLS)
_HOLDS = slice(_FIRST, len(KEEPS))
_SINGLE = KEEP_INDEX[(6,)] - _FIRST

_DICE_OF_PAIR = np.array(
    [[KEEP_INDEX[(die,)] - _FIRST - _SINGLE for die in KEEPS[keep]] for keep in PROPER_KEEPS[:_SINGLE]]
).T.copy()
_PAIRS_OF_ROLL = np.array(
    [[KEEP_INDEX[roll[:at] + roll[at + 1 :]] - _FIRST for at in range(3)] for roll in ROLLS]
).T.copy()


def best_holds(values: Array, better: np.ufunc = np.maximum) -> Array:
    """`best_holds(values)[roll, b]`: the best of `values[keep - 56, b]` over the keeps in each roll.

    `better` is np.maximum, or np.minimum where less is better.
    """
    singles = better(values[_SINGLE:-1], values[-1])
    one, other = singles.take(_DICE_OF_PAIR, axis=0)
    pairs = better(better(one, other, out=one), values[:_SINGLE], out=one)
    one, other, third = pairs.take(_PAIRS_OF_ROLL, axis=0)
    best: Array = better(better(one, other, out=one), third, out=one)
    return best


def solve_values(layout: Layout, most: int, turns: Solving) -> None:
    """Solve turns with free dice for values alone; `most` is the greatest absolute payoff of integers."""
    for left in layout.menus:
        bound = most * layout.terms.scale(left)
        stacked = option_values(layout, turns.payoff, turns.value[left - 1], left, bound)
        rerolled = stacked[_HOLDS]
        if len(stacked) > len(KEEPS):
            rerolled = np.maximum(rerolled, stacked[len(KEEPS) :])
        if layout.terms.stopping == "free":
            np.maximum(best_holds(rerolled), stacked[:_FIRST], out=turns.value[left])
        else:
            turns.value[left][:] = best_holds(rerolled)
