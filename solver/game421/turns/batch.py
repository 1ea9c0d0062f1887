"""Any number of payoffs at once, in numpy: float64, int64 or Python integers.

The same recursion as `game421.turns.exact`, a column per payoff. A stage is one product (the value of
rerolling from each keep) and one maximum over the legal actions of each row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.dice import ROLLS
from game421.errors import InputError
from game421.turns.counting import counted, solve_counts
from game421.turns.exact import TOLERANCE
from game421.turns.holds import COLUMNS, solve_values
from game421.turns.integers import floats, solve_integers
from game421.turns.layout import SOURCE, Array, Layout, layout_of
from game421.turns.options import ended_on, first_option_values, option_values
from game421.turns.stages import Solving, columns_of, solve_numbers
from game421.turns.terms import TurnTerms

_DTYPES = frozenset(map(np.dtype, ("float64", "int64", "object")))

_INT64 = 1 << 62
"""Whole numbers up to here, and differences of two, fit int64."""


@dataclass(frozen=True)
class TurnBatch:
    """B turns under the same terms, solved for B payoffs; index 0 of each tuple is 0 throws left.

    Values with `left` throws to come are numerators over denominator * unit**left where the dtype is
    exact (int64 or object), and plain values in float64.
    """

    layout: Layout
    """Whose `rows` say which (roll, locked dice) pair each row is: the 56 rolls unless dice lock."""
    value: tuple[Array, ...]
    """`value[left][row, b]`: best value, for left 0 to throws - 1."""
    action: tuple[npt.NDArray[np.uint8], ...]
    """`action[left][row, b]`: the action of the tie rule; solved without policy, only what stops."""
    start: Array
    """`start[b]`: value before the first throw, scaled unit**throws in the exact dtypes."""
    declares: npt.NDArray[np.bool_]
    """`declares[b]`: whether "le bon" is said before the first throw already."""
    payoff: tuple[Array, ...]
    """`payoff[throws used - 1][roll, b]`: what was solved for."""

    @cached_property
    def most(self) -> int:
        """The greatest absolute payoff; 0 in float64."""
        return max(map(greatest, self.payoff))

    def shortened(self, throws: int) -> TurnBatch:
        """The same turns with at most so many throws, for payoffs that the throws made do not change."""
        if throws == self.layout.terms.throws:
            return self
        layout, payoff = layout_of(replace(self.layout.terms, throws=throws)), self.payoff[:throws]
        value, action = self.value[:throws], self.action[:throws]
        return TurnBatch(layout, value, action, *_before_first_throw(layout, payoff, value[-1]), payoff)

    def as_integers(self) -> TurnBatch:
        """The same with values as Python integers."""
        value, payoff = (
            tuple(array.astype(object) for array in arrays) for arrays in (self.value, self.payoff)
        )
        return replace(self, value=value, payoff=payoff, start=self.start.astype(object))


def solve_batch(terms: TurnTerms, payoff: Array, *, policy: bool = True) -> TurnBatch:
    """Solve one turn for B payoffs at once.

    `payoff[roll, b]`, or `payoff[throws used - 1, roll, b]` where throws matter; float64, int64, or
    object holding Python integers. int64 is refused where unit**throws * max|payoff| could reach
    2**62: use object there (what fits is worked in int64 all the same). Without `policy`
    only values are found. Raises InputError.
    """
    layout = layout_of(terms)
    by_throws = _by_throws(terms, payoff)
    most = greatest(payoff) if payoff.dtype == object else 0
    if payoff.dtype == object and terms.scale(terms.throws) * most < _INT64:
        return solve_batch(terms, payoff.astype(np.int64), policy=policy).as_integers()
    way = _way(layout, payoff, most, policy=policy)
    shape = (len(layout.rows), payoff.shape[-1])
    value = [ended_on(layout, by_throws[-1])]
    value += [np.empty(shape, payoff.dtype) for _ in range(1, terms.throws)]
    action = [np.empty(shape, np.uint8) for _ in range(terms.throws if policy else 1)]
    action[0][:] = layout.stops
    for part in Solving(by_throws, _by_throws(terms, way.leading), value, action).blocks(way.columns):
        way.solve(layout, way.number, part)
    start, declares = _before_first_throw(layout, by_throws, value[-1])
    return TurnBatch(layout, tuple(value), tuple(action), start, declares, by_throws)


class _Way(NamedTuple):
    """How to solve: a function, a number it needs, the payoffs it goes by, so many columns at a time."""

    solve: Callable[[Layout, int, Solving], None]
    number: int
    leading: Array
    columns: int


def _way(layout: Layout, payoff: Array, most: int, *, policy: bool) -> _Way:
    """The quickest way for such payoffs; `most` is the greatest of Python integers."""
    if payoff.dtype not in _DTYPES:
        raise InputError(f"a payoff is float64, int64 or object (Python integers), not {payoff.dtype}")
    terms, narrow = layout.terms, columns_of(layout)
    alone = not policy and not terms.locked
    if payoff.dtype == object:
        if alone:
            return _Way(solve_values, most, payoff, COLUMNS)
        return _Way(solve_integers, most, floats(payoff, most), narrow)
    if policy and (whole := counted(terms, payoff)):
        return _Way(solve_counts, whole.over, whole.losses, COLUMNS)
    most = greatest(payoff)
    if terms.scale(terms.throws) * most >= _INT64:
        raise InputError("payoffs too large for int64 here: give them as Python integers (dtype object)")
    return _Way(solve_values, most, payoff, COLUMNS) if alone else _Way(solve_numbers, most, payoff, narrow)


def _by_throws(terms: TurnTerms, payoff: Array) -> tuple[Array, ...]:
    if payoff.ndim not in {2, 3} or payoff.shape[-2] != len(ROLLS):
        raise InputError(f"a payoff has shape (56, B) or (throws, 56, B), not {payoff.shape}")
    by_throws = tuple(payoff) if payoff.ndim == 3 else (payoff,) * terms.throws
    if len(by_throws) != terms.throws:
        raise InputError(f"a payoff by throws needs {terms.throws} of them, not {len(by_throws)}")
    return by_throws


def greatest(payoff: Array) -> int:
    """The greatest absolute payoff where payoffs are integers, else 0."""
    if payoff.dtype == np.float64 or not payoff.size:
        return 0
    return max(abs(int(payoff.max())), abs(int(payoff.min())))


def follow(batch: TurnBatch, payoffs: Sequence[Array]) -> list[tuple[Array, ...]]:
    """`follow(batch, payoffs)[k][left][row, b]`: what other payoffs come to by the same policy.

    Each of `payoffs` as for `solve_batch`, B columns; say what the turn is worth to the other players. In
    exact dtypes the caller answers for the range, as in `solve_batch`; values are scaled as the batch's.
    """
    layout, terms = batch.layout, batch.layout.terms
    each = [_by_throws(terms, payoff) for payoff in payoffs]
    values = [[ended_on(layout, by_throws[-1])] for by_throws in each]
    for left in range(1, terms.throws):
        columns = np.arange(batch.start.size)
        taken = SOURCE[batch.action[left]] * columns.size + columns
        for by_throws, value in zip(each, values, strict=True):
            stacked = option_values(layout, by_throws, value[-1], left, 1 << 62)
            value.append(stacked.ravel().take(taken))
    return [tuple(value) for value in values]


def follow_first(batch: TurnBatch, payoff: Array, value: Array) -> Array:
    """`[b]`: what another payoff comes to before the first throw, `value[row, b]` after it."""
    by_throws = _by_throws(batch.layout.terms, payoff)
    thrown, *declared = first_option_values(batch.layout, by_throws, value)
    return np.where(batch.declares, declared[0], thrown) if batch.declares.any() else thrown


def _before_first_throw(
    layout: Layout, payoff: tuple[Array, ...], value: Array
) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Value before the first throw, and where "le bon" is worth saying before it."""
    thrown, *declared = first_option_values(layout, payoff, value)
    if not declared:
        return thrown, np.zeros(thrown.shape, np.bool_)
    margin = TOLERANCE if thrown.dtype == np.float64 else 0
    return np.maximum(thrown, declared[0]), (declared[0] > thrown + margin).astype(np.bool_)


def first_values(batch: TurnBatch) -> Array:
    """`first_values(batch)[slot, b]`: value of every action before the first throw, in tie-rule order."""
    return np.stack(first_option_values(batch.layout, batch.payoff, batch.value[-1]))
