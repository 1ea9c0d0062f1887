"""Turns with free dice and payoffs of whole numbers or halves: values and policy in one minimum.

What an option loses, a whole number of ways, and the place of its action in the tie rule go into one
number, so that the least number is the best option and says which. Products are exact in float64, and all
else is in int32 where that will do: the fewer bytes, the quicker.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

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

_NARROW = 1 << 30
"""And these, with such a place, in int32."""

_START_LIMIT = 1 << 62
"""Values before the first throw stay below this, in int64."""

_PLACE = np.arange(2 * len(KEEPS), dtype=np.int32)[:, None]
"""`[action, 0]`: the smaller the number of an action, the more the tie rule prefers it. All stops go by 0."""
_HOLD = _PLACE[len(ROLLS) : len(KEEPS)]
_LE_BON = _PLACE[len(KEEPS) + len(ROLLS) :]


class Counted(NamedTuple):
    """Payoffs in whole numbers, ready to be solved by counting."""

    losses: npt.NDArray[np.signedinteger[Any]]
    """-256 times the payoffs times `over`, in int32 where all that is worked out fits."""
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
    whole = payoff * float(over)
    if over == 2 and (2 * scale * TOLERANCE >= 1 or not (np.rint(whole) == whole).all()):
        return None
    most = np.abs(whole).max() * scale * _PLACES
    if not most < min(_LIMIT, _PLACES * _START_LIMIT / terms.unit):
        return None
    whole *= -_PLACES
    return Counted(whole.astype(np.int32 if most < _NARROW else np.int64), over)


def solve_counts(layout: Layout, over: int, turns: Solving) -> None:
    """Solve by the leading payoffs, `losses` as in `Counted`: the least is best."""
    terms, losses = layout.terms, turns.leading
    after = losses[-1].astype(np.float64)
    for left in layout.menus:
        least = best_holds(_reroll_keys(layout, losses, after, left), np.minimum)
        if terms.stopping == "free":
            np.minimum(least, losses[terms.throws - left - 1] * terms.scale(left), out=least)
        if (action := turns.action_with(left)) is not None:
            action[:] = least
            np.maximum(action, layout.stops, out=action)
        least &= -_PLACES
        after = least.astype(np.float64)
        if turns.value[left].dtype == np.float64:
            np.divide(after, -_PLACES * over * terms.scale(left), out=turns.value[left])
        else:
            np.negative(np.right_shift(least, _BITS, out=least), out=turns.value[left])


def _reroll_keys(layout: Layout, losses: Sequence[Array], after: Array, left: int) -> Array:
    """`[keep - 56, b]`: the better of rerolling from a keep and of "le bon" before it."""
    terms, kind = layout.terms, losses[0].dtype
    keys = product(layout.counts, after).astype(kind)
    keys += _HOLD
    if terms.stopping == "declare" and left > 1:
        declared = product(layout.counts, losses[terms.throws - left].astype(np.float64)).astype(kind)
        declared *= terms.scale(left - 1)
        np.minimum(keys, np.add(declared, _LE_BON, out=declared), out=keys)
    return keys
