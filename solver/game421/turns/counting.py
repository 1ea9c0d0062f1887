"""Turns with free dice and payoffs of whole numbers or halves: values and policy in one minimum.

What an option loses, a whole number of ways, and the place of its action in the tie rule go into one
number, so that the least number is the best option and says which. All is exact in float64.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.dice import KEEPS, ROLLS
from game421.turns.exact import TOLERANCE
from game421.turns.holds import best_holds
from game421.turns.layout import Array, Layout
from game421.turns.products import product
from game421.turns.stages import Solving
from game421.turns.terms import TurnTerms

_BITS = 8
_PLACES = 1 << _BITS
"""More than there are actions."""

_LIMIT = 1 << 52
"""Whole numbers twice as great are still exact in float64: there is room for an action's place."""

_START_LIMIT = 1 << 62
"""Values before the first throw stay below this, in int64."""

_PLACE = np.arange(2.0 * len(KEEPS))[:, None]
"""`[action, 0]`: the smaller the number of an action, the more the tie rule prefers it."""
_STOP = _PLACE[: len(ROLLS)]
_HOLD = _PLACE[len(ROLLS) : len(KEEPS)]
_LE_BON = _PLACE[len(KEEPS) + len(ROLLS) :]


class Counted(NamedTuple):
    """Payoffs in whole numbers, ready to be solved by counting."""

    losses: npt.NDArray[np.float64]
    """-256 times the payoffs times `over`."""
    over: int


def counted(terms: TurnTerms, payoff: Array) -> Counted | None:
    """Payoffs, float64 or int64, where they can be counted here; else None.

    Dice are free, numbers whole or halves and small enough, and different values of floats further apart
    than their tolerance.
    """
    scale = terms.scale(terms.throws - 1)
    if terms.locked or not payoff.size or scale >= _LIMIT:
        return None
    over = 1 if payoff.dtype == np.int64 else 2
    losses = payoff * float(-over * _PLACES)
    if not np.abs(losses).max() * scale < min(_LIMIT, _PLACES * _START_LIMIT / terms.unit):
        return None
    if over == 2 and (2 * scale * TOLERANCE >= 1 or (np.rint(twice := payoff * 2) != twice).any()):
        return None
    return Counted(losses, over)


def solve_counts(layout: Layout, over: int, turns: Solving) -> None:
    """Solve by the leading payoffs, `losses` as in `Counted`: the least is best."""
    terms, losses = layout.terms, turns.leading
    after = losses[-1]
    for left in layout.menus:
        keys = best_holds(_reroll_keys(layout, losses, after, left), np.minimum)
        if terms.stopping == "free":
            stops = losses[terms.throws - left - 1] * float(terms.scale(left))
            np.minimum(keys, np.add(stops, _STOP, out=stops), out=keys)
        least = keys.astype(np.int64)
        if (action := turns.action_with(left)) is not None:
            action[:] = least
        least >>= _BITS
        if turns.value[left].dtype == np.float64:
            np.divide(least, -over * terms.scale(left), out=turns.value[left])
        else:
            np.negative(least, out=turns.value[left])
        if left < terms.throws - 1:
            after = least * float(_PLACES)


def _reroll_keys(layout: Layout, losses: Sequence[Array], after: Array, left: int) -> Array:
    """`[keep - 56, b]`: the better of rerolling from a keep and of "le bon" before it."""
    terms = layout.terms
    keys = product(layout.counts, after)
    keys += _HOLD
    if terms.stopping == "declare" and left > 1:
        declared = product(layout.counts, losses[terms.throws - left])
        declared *= terms.scale(left - 1)
        np.minimum(keys, np.add(declared, _LE_BON, out=declared), out=keys)
    return keys
