"""Values of every action of a turn, for many payoffs at once, from the values after the next throw."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from game421.dice import GROW, KEEPS, ROLLS
from game421.turns.layout import Array, Layout
from game421.turns.products import product
from game421.turns.terms import PROPER_KEEPS, TurnTerms

_STOPS, _HOLDS = len(ROLLS), len(PROPER_KEEPS)


def option_values(layout: Layout, payoff: Sequence[Array], value: Array, left: int, bound: int) -> Array:
    """Values of every action with `left` throws to come: [stop (56), reroll (28), "le bon" (28)].

    `payoff[throws used - 1][roll, b]`; `value[row, b]` with one throw less to come; `bound` as in
    `rerolls`, on sums scaled unit**left.
    """
    terms = layout.terms
    used = terms.throws - left
    declares = terms.stopping == "declare" and left > 1
    stacked = np.empty((_STOPS + _HOLDS * (1 + declares), value.shape[1]), value.dtype)
    stacked[:_STOPS] = scaled(terms, payoff[used - 1], left)
    rerolls(layout, value, bound, stacked[_STOPS : _STOPS + _HOLDS])
    if declares:
        ended = rerolls(layout, ended_on(layout, payoff[used]), bound, stacked[_STOPS + _HOLDS :])
        ended[:] = scaled(terms, ended, left - 1)
    return stacked


def first_option_values(layout: Layout, payoff: Sequence[Array], value: Array) -> list[Array]:
    """Values [b] of every action before the first throw, in tie-rule order."""
    options = [_throw_all(layout, value)]
    if layout.terms.stopping == "declare" and layout.terms.throws > 1:
        declared = _throw_all(layout, ended_on(layout, payoff[0]))
        options.append(scaled(layout.terms, declared, layout.terms.throws - 1))
    return options


def ended_on(layout: Layout, payoff: Array) -> Array:
    """`[row, b]`: what ending on each row is worth."""
    return payoff[layout.rolls] if layout.terms.locked else payoff


def scaled(terms: TurnTerms, value: Array, throws: int) -> Array:
    """Exact values count ways, so they grow by `unit` a throw; floats are means and stay."""
    return value if value.dtype == np.float64 else value * terms.scale(throws)


def _throw_all(layout: Layout, value: Array) -> Array:
    """Value of throwing all three dice: the last row of `rerolls` alone."""
    if value.dtype == np.float64:
        mean: Array = layout.chances[-1] @ value
        return mean
    rows, ways = layout.ways[-1]
    total: Array
    if value.dtype == object:  # additions are quicker than products
        alike = ((count, rows[ways == count]) for count in sorted(set(ways.tolist())))
        total = sum(value[those].sum(axis=0) * count for count, those in alike)
    else:
        total = ways @ value[rows]
    return total


def rerolls(layout: Layout, value: Array, bound: int, into: Array) -> Array:
    """Write `into[keep - 56, b]`, the value of throwing the other dice of each keep, and give it.

    `value[row, b]` after that throw; `bound` on the absolute sums. A weighted sum over rows: chances
    in float64, counts in exact dtypes. Sums below 2**53 are exact in float64 too, where the product is
    fastest; larger ones of free dice go one die at a time: 168 additions instead of 308 products.
    """
    if value.dtype == np.float64:
        return product(layout.chances, value, into)
    if value.dtype == np.int64 and bound < 1 << 53:
        into[:] = product(layout.counts, value.astype(np.float64))
    elif layout.terms.locked:
        for keep, (rows, ways) in enumerate(layout.ways):
            into[keep] = ways @ value[rows]
    else:
        _die_by_die(layout.terms.die, value, into)
    return into


_PAIRS = np.array([GROW[keep] for keep in PROPER_KEEPS if len(KEEPS[keep]) == 2])
_SINGLES = np.array([GROW[keep] for keep in PROPER_KEEPS if len(KEEPS[keep]) == 1]) - len(ROLLS)


def _die_by_die(die: tuple[int, ...], value: Array, into: Array) -> None:
    total = sum(die)
    weights = np.array(die, object if value.dtype == object else np.int64)

    def grown(values: Array, larger: npt.NDArray[np.intp]) -> Array:
        added = values[larger]
        if max(die) > 1 or min(die) < 1:
            added = added * weights[:, None]
        sums: Array = added.sum(axis=1)
        return sums

    pairs = grown(value, _PAIRS)
    singles = grown(pairs, _SINGLES)
    into[: len(_PAIRS)] = pairs * total**2
    into[len(_PAIRS) : -1] = singles * total
    into[-1] = weights[::-1] @ singles
