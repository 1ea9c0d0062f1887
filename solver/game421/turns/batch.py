"""Any number of payoffs at once, in numpy: float64, int64 or Python integers.

The same recursion as `game421.turns.exact`, a column per payoff. A stage is one product (the value of
rerolling from each keep) and one maximum over the legal actions of each row, laid out in slots in
tie-rule order, so that the first slot that reaches the maximum is the action to take.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from game421.dice import GROW, KEEP_INDEX, KEEPS, ROLLS
from game421.errors import InputError
from game421.turns.exact import TOLERANCE
from game421.turns.layout import SOURCE, Array, Layout, Near, layout_of
from game421.turns.products import product
from game421.turns.terms import PROPER_KEEPS, TurnTerms


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
    """`action[left][row, b]`: the action of the tie rule."""
    near: tuple[Near, ...]
    """`near[left][slot, row, b]`: which actions reach the best; nothing to choose with none left."""
    start: Array
    """`start[b]`: value before the first throw, scaled unit**throws in the exact dtypes."""
    declares: npt.NDArray[np.bool_]
    """`declares[b]`: whether "le bon" is said before the first throw already."""
    payoff: Array
    """`payoff[throws used - 1, roll, b]`: what was solved for."""

    def as_integers(self) -> TurnBatch:
        """The same with values as Python integers."""
        value = tuple(array.astype(object) for array in self.value)
        return replace(self, value=value, start=self.start.astype(object))


def solve_batch(terms: TurnTerms, payoff: Array, *, policy: bool = True) -> TurnBatch:
    """Solve one turn for B payoffs at once.

    `payoff[roll, b]`, or `payoff[throws used - 1, roll, b]` where throws matter; float64, int64, or
    object holding Python integers. int64 is refused where unit**throws * max|payoff| could reach
    2**62: use object there (what fits is worked in int64 all the same). Without `policy`
    only values are found. Raises InputError.
    """
    layout = layout_of(terms)
    most = _greatest_allowed(terms, payoff)
    if payoff.dtype == object and terms.scale(terms.throws) * most < 1 << 62:
        return solve_batch(terms, payoff.astype(np.int64), policy=policy).as_integers()
    by_throws = _by_throws(terms, payoff)
    value: list[Array] = [by_throws[-1][layout.rolls] if terms.locked else by_throws[-1]]
    actions = [np.broadcast_to(layout.stops, (len(layout.stops), payoff.shape[-1]))]
    nears: list[Near] = [np.broadcast_to(True, (1, *actions[0].shape))]
    for left in range(1, terms.throws):
        menu = layout.menus[left]
        bound = most * terms.scale(left)
        stacked = option_values(layout, by_throws, value[-1], left, bound)
        if not policy and not terms.locked:
            value.append(_best_of_free_dice(terms, stacked))
            continue
        best, near = _near_best(stacked, menu.source, bound)
        value.append(best)
        actions.append(menu.choose(near))
        nears.append(near)
    start, declares = _before_first_throw(layout, by_throws, value[-1])
    return TurnBatch(layout, tuple(value), tuple(actions), tuple(nears), start, declares, by_throws)


def _by_throws(terms: TurnTerms, payoff: Array) -> Array:
    if payoff.ndim not in {2, 3} or payoff.shape[-2] != len(ROLLS):
        raise InputError(f"a payoff has shape (56, B) or (throws, 56, B), not {payoff.shape}")
    by_throws = payoff if payoff.ndim == 3 else np.broadcast_to(payoff, (terms.throws, *payoff.shape))
    if len(by_throws) != terms.throws:
        raise InputError(f"a payoff by throws needs {terms.throws} of them, not {len(by_throws)}")
    return by_throws


def greatest(payoff: Array) -> int:
    """The greatest absolute payoff where payoffs are integers, else 0."""
    if payoff.dtype == np.float64 or not payoff.size:
        return 0
    return max(abs(int(payoff.max())), abs(int(payoff.min())))


def _greatest_allowed(terms: TurnTerms, payoff: Array) -> int:
    """The same, refusing what could overflow."""
    if payoff.dtype not in {np.dtype(np.float64), np.dtype(np.int64), np.dtype(object)}:
        raise InputError(f"a payoff is float64, int64 or object (Python integers), not {payoff.dtype}")
    most = greatest(payoff)
    if payoff.dtype == np.int64 and terms.scale(terms.throws) * most >= 1 << 62:
        raise InputError("payoffs too large for int64 here: give them as Python integers (dtype object)")
    return most


def option_values(layout: Layout, payoff: Array, value: Array, left: int, bound: int) -> Array:
    """Values of every action with `left` throws to come: [stop (56), reroll (28), "le bon" (28)]."""
    terms = layout.terms
    used = terms.throws - left
    parts = [_scaled(terms, payoff[used - 1], left), rerolls(layout, value, bound)]
    if terms.stopping == "declare" and left > 1:
        ended = payoff[used][layout.rolls] if terms.locked else payoff[used]
        parts.append(_scaled(terms, rerolls(layout, ended, bound), left - 1))
    return np.concatenate(parts)


def follow(batch: TurnBatch, payoff: Array) -> Array:
    """`follow(batch, payoff)[b]`: what other payoffs come to before the first throw, by the same policy.

    `payoff` as for `solve_batch`, B columns; say what the turn is worth to the other players. In exact
    dtypes the caller answers for the range, as in `solve_batch`, and values are scaled unit**throws.
    """
    layout, terms = batch.layout, batch.layout.terms
    by_throws = _by_throws(terms, payoff)
    bound = 1 << 62
    value = by_throws[-1][layout.rolls] if terms.locked else by_throws[-1]
    columns = np.arange(payoff.shape[-1])
    for left in range(1, terms.throws):
        stacked = option_values(layout, by_throws, value, left, bound)
        value = stacked[SOURCE[batch.action[left]], columns]
    start = _throw_all(layout, value)
    if batch.declares.any():
        start = np.where(batch.declares, _declared_first(layout, by_throws), start)
    return start


def _before_first_throw(layout: Layout, payoff: Array, value: Array) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Value before the first throw, and where "le bon" is worth saying before it."""
    thrown, *declared = _first_options(layout, payoff, value)
    if not declared:
        return thrown, np.zeros(thrown.shape, np.bool_)
    margin = TOLERANCE if thrown.dtype == np.float64 else 0
    return np.maximum(thrown, declared[0]), (declared[0] > thrown + margin).astype(np.bool_)


def first_values(batch: TurnBatch) -> Array:
    """`first_values(batch)[slot, b]`: value of every action before the first throw, in tie-rule order."""
    return np.stack(_first_options(batch.layout, batch.payoff, batch.value[-1]))


def _first_options(layout: Layout, payoff: Array, value: Array) -> list[Array]:
    options = [_throw_all(layout, value)]
    if layout.terms.stopping == "declare" and layout.terms.throws > 1:
        options.append(_declared_first(layout, payoff))
    return options


def _declared_first(layout: Layout, payoff: Array) -> Array:
    ended = payoff[0][layout.rolls] if layout.terms.locked else payoff[0]
    return _scaled(layout.terms, _throw_all(layout, ended), layout.terms.throws - 1)


def _scaled(terms: TurnTerms, value: Array, throws: int) -> Array:
    """Exact values count ways, so they grow by `unit` a throw; floats are means and stay."""
    return value if value.dtype == np.float64 else value * terms.scale(throws)


def _throw_all(layout: Layout, value: Array) -> Array:
    """Value of throwing all three dice: the last row of `rerolls` alone."""
    if value.dtype == np.float64:
        mean: Array = layout.chances[-1] @ value
        return mean
    rows, ways = layout.ways[-1]
    total: Array = ways @ value[rows]
    return total


def rerolls(layout: Layout, value: Array, bound: int) -> Array:
    """`rerolls(layout, value, bound)[keep - 56, b]`: value of throwing the other dice of each keep.

    `value[row, b]` after that throw; `bound` on the absolute sums. A weighted sum over rows: chances
    in float64, counts in exact dtypes. Sums below 2**53 are exact in float64 too, where the product is
    fastest; larger ones of free dice go one die at a time: 168 additions instead of 308 products.
    """
    if value.dtype == np.float64:
        return product(layout.chances, value)
    if value.dtype == np.int64 and bound < 1 << 53:
        return product(layout.counts, value.astype(np.float64)).astype(np.int64)
    if layout.terms.locked:
        return np.array([ways @ value[rows] for rows, ways in layout.ways], value.dtype)
    return _die_by_die(layout.terms.die, value)


_PAIRS = np.array([GROW[keep] for keep in PROPER_KEEPS if len(KEEPS[keep]) == 2])
_SINGLES = np.array([GROW[keep] for keep in PROPER_KEEPS if len(KEEPS[keep]) == 1]) - len(ROLLS)


def _die_by_die(die: tuple[int, ...], value: Array) -> Array:
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
    nothing = weights[::-1] @ singles
    return np.concatenate([pairs * total**2, singles * total, nothing[None]])


_PAIR_PARTS = np.array([[KEEP_INDEX[(die,)] for die in KEEPS[keep]] for keep in PROPER_KEEPS[:21]]).T - 77
_ROLL_PARTS = np.array([[KEEP_INDEX[roll[:at] + roll[at + 1 :]] for at in range(3)] for roll in ROLLS]).T - 56


def _best_of_free_dice(terms: TurnTerms, stacked: Array) -> Array:
    """Greatest value of each roll, without the action: the best of a keep is its own or a smaller one's."""
    rerolled = stacked[56:84]
    if len(stacked) > 84:
        rerolled = np.maximum(rerolled, stacked[84:])
    one = np.maximum(rerolled[21:27], rerolled[27])
    first, second = (one[parts] for parts in _PAIR_PARTS)
    two = np.maximum(np.maximum(first, second, out=first), rerolled[:21], out=first)
    best: Array
    best, middle, last = (two[parts] for parts in _ROLL_PARTS)
    np.maximum(np.maximum(best, middle, out=best), last, out=best)
    if terms.stopping == "free":
        np.maximum(best, stacked[:56], out=best)
    return best


def _near_best(stacked: Array, source: npt.NDArray[np.intp], most: int) -> tuple[Array, Near]:
    """Greatest value of each row, and which slots reach it: exactly, or within 1e-12 in float64.

    `most` bounds the absolute values where they are Python integers.
    """
    if stacked.dtype == object:
        return _near_best_of_integers(stacked, source, most)
    options = stacked.take(source, axis=0)
    best = options.max(axis=0)
    return best, options >= (best - TOLERANCE if stacked.dtype == np.float64 else best)


def _near_best_of_integers(stacked: Array, source: npt.NDArray[np.intp], most: int) -> tuple[Array, Near]:
    """The same for Python integers: floats rule out what is clearly less, integers decide the rest.

    A float is within 2**-52 of `most` of its integer, far inside the margin of 2**-40.
    """
    shift = max(0, most.bit_length() - 1000)
    rough = (stacked >> shift if shift else stacked).astype(np.float64)
    options = rough.take(source, axis=0)
    near = options >= options.max(axis=0) - np.ldexp(1.0, most.bit_length() - shift - 40) - 1
    first = near.argmax(axis=0)
    rows, columns = np.indices(first.shape, sparse=True)
    best = stacked[source[first, rows], columns]
    row, column = np.nonzero(near.sum(axis=0) > 1)
    exact = stacked[source[:, row], column]
    best[row, column] = exact.max(axis=0)
    near[:, row, column] = exact == best[row, column]
    return best, near
