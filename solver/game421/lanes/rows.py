"""Arithmetic on rows of `LANES` float64 numbers, inside functions compiled by numba.

A table of rows has shape (rows, width, LANES), C-contiguous: a row holds `width` vectors. Lanes are
independent pieces of work, here token states; a row's vectors are the payoffs of the players. Each
operation is written as vector instructions outright, because a compiler that cannot prove that two rows
do not overlap falls back to one number at a time: measured, three to five times slower.

`width` is given as a tuple of that length: its type makes it a constant of the compiled code. Nothing
is reordered or contracted, so the bits depend neither on the machine's vector size nor on threads.
Source for the idea: vectors across independent problems ("structure of arrays").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

LANES = 8
"""Numbers in a vector."""

_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_SHUFFLE = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
_NUMBER = 8
"""Bytes of a float64, the alignment that numpy promises."""

Signature = tuple[Any, Callable[..., Any]]


class _Rows:
    """A table of rows seen from the code that is being emitted."""

    def __init__(self, context: Any, builder: Any, kind: Any, table: Any, width: int) -> None:
        self.builder, self.width = builder, width
        self.first = builder.bitcast(make_array(kind)(context, builder, table).data, _VECTOR.as_pointer())

    def at(self, row: Any, vector: Any) -> Any:
        """Where a vector of a row stands."""
        start = self.builder.mul(row, ir.Constant(row.type, self.width))
        return self.builder.gep(self.first, [self.builder.add(start, vector)])

    def load(self, row: Any) -> list[Any]:
        """All vectors of a row."""
        return [self.load_one(row, ir.Constant(row.type, vector)) for vector in range(self.width)]

    def load_one(self, row: Any, vector: Any) -> Any:
        """One vector of a row."""
        return self.builder.load(self.at(row, vector), align=_NUMBER)

    def store(self, vectors: Sequence[Any], row: Any) -> None:
        """Write all vectors of a row."""
        for vector, value in enumerate(vectors):
            self.builder.store(value, self.at(row, ir.Constant(row.type, vector)), align=_NUMBER)


def _everywhere(builder: Any, number: Any) -> Any:
    """A number in every lane."""
    undefined = ir.Constant(_VECTOR, ir.Undefined)
    single = builder.insert_element(undefined, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(single, undefined, _SHUFFLE)


def _sum_of_six(builder: Any, terms: Sequence[Any]) -> Any:
    """((a + b) + (c + d)) + (e + f): always in this order."""
    one, two, three = (builder.fadd(terms[at], terms[at + 1]) for at in (0, 2, 4))
    return builder.fadd(builder.fadd(one, two), three)


def _prefer(
    builder: Any, goal: _Rows, into: Any, ranked: Sequence[tuple[_Rows, _Rows, Any]], ranks: _Rows | None
) -> None:
    """goal[into] = lane by lane the row with the greatest key, the earlier where keys are equal.

    `ranked` lists tables, the tables of their keys and row numbers; the key goes into `ranks`, if given.
    Vectors are taken one after the other, so that few of them have to be held at a time.
    """
    key, *others = (keys.load_one(row, ir.Constant(row.type, 0)) for _, keys, row in ranked)
    greater = []
    for other in others:
        greater.append(builder.fcmp_ordered(">", other, key))
        key = builder.select(greater[-1], other, key)
    for vector in range(goal.width):
        value, *values = (table.load_one(row, ir.Constant(row.type, vector)) for table, _, row in ranked)
        for better, other in zip(greater, values, strict=True):
            value = builder.select(better, other, value)
        builder.store(value, goal.at(into, ir.Constant(into.type, vector)), align=_NUMBER)
    if ranks is not None:
        ranks.store([key], into)


@intrinsic
def copy(_typing: Any, width: Any, source: Any, row: Any, target: Any, into: Any) -> Signature:
    """Call with `width, source, row, target, into`: target[into] = source[row]."""

    def emit(context: Any, builder: Any, _signature: Any, args: Sequence[Any]) -> Any:
        taken = _Rows(context, builder, source, args[1], len(width)).load(args[2])
        _Rows(context, builder, target, args[3], len(width)).store(taken, args[4])
        return context.get_dummy_value()

    return types.void(width, source, row, target, into), emit


@intrinsic
def add(_typing: Any, width: Any, weight: Any, source: Any, row: Any, target: Any, into: Any) -> Signature:
    """Call with `width, weight, source, row, target, into`: target[into] += weight * source[row]."""

    def emit(context: Any, builder: Any, _signature: Any, args: Sequence[Any]) -> Any:
        every, goal = _everywhere(builder, args[1]), _Rows(context, builder, target, args[4], len(width))
        added = _Rows(context, builder, source, args[2], len(width)).load(args[3])
        sums = [
            builder.fadd(old, builder.fmul(every, new))
            for old, new in zip(goal.load(args[5]), added, strict=True)
        ]
        goal.store(sums, args[5])
        return context.get_dummy_value()

    return types.void(width, weight, source, row, target, into), emit


@intrinsic
def add_times(
    _typing: Any, width: Any, weights: Any, at: Any, source: Any, row: Any, target: Any, into: Any
) -> Signature:
    """Call with `width, weights, at, source, row, target, into`: target[into] += weights[at] * source[row].

    `weights` is a table of rows of width 1: every lane has a weight of its own.
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Sequence[Any]) -> Any:
        each = _Rows(context, builder, weights, args[1], 1).load(args[2])[0]
        goal = _Rows(context, builder, target, args[5], len(width))
        added = _Rows(context, builder, source, args[3], len(width)).load(args[4])
        sums = [
            builder.fadd(old, builder.fmul(each, new))
            for old, new in zip(goal.load(args[6]), added, strict=True)
        ]
        goal.store(sums, args[6])
        return context.get_dummy_value()

    return types.void(width, weights, at, source, row, target, into), emit


@intrinsic
def mean_of_six(
    _typing: Any, width: Any, source: Any, six: Any, weights: Any, target: Any, into: Any
) -> Signature:
    """Call with `width, source, six, weights, target, into`: target[into] = their mean.

    That is the sum of weights[i] * source[six[i]].

    `six` are row numbers. `weights` are six, or a single one that all share.
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Sequence[Any]) -> Any:
        table, goal = (
            _Rows(context, builder, source, args[1], len(width)),
            _Rows(context, builder, target, args[4], len(width)),
        )
        rows = cgutils.unpack_tuple(builder, args[2], 6)
        shares = [_everywhere(builder, w) for w in cgutils.unpack_tuple(builder, args[3], len(weights))]
        for vector in range(len(width)):
            terms = [table.load_one(row, ir.Constant(row.type, vector)) for row in rows]
            if len(shares) == 1:
                mean = builder.fmul(_sum_of_six(builder, terms), shares[0])
            else:
                parts = [builder.fmul(term, share) for term, share in zip(terms, shares, strict=True)]
                mean = _sum_of_six(builder, parts)
            builder.store(mean, goal.at(args[5], ir.Constant(args[5].type, vector)), align=_NUMBER)
        return context.get_dummy_value()

    return types.void(width, source, six, weights, target, into), emit


@intrinsic
def rank(
    _typing: Any, width: Any, source: Any, row: Any, vector: Any, bonus: Any, keys: Any, into: Any
) -> Signature:
    """Call with `width, source, row, vector, bonus, keys, into`: keys[into] = source[row][vector] + bonus.

    `keys` is a table of rows of width 1.
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Sequence[Any]) -> Any:
        value = _Rows(context, builder, source, args[1], len(width)).load_one(args[2], args[3])
        key = builder.fadd(value, _everywhere(builder, args[4]))
        _Rows(context, builder, keys, args[5], 1).store([key], args[6])
        return context.get_dummy_value()

    return types.void(width, source, row, vector, bonus, keys, into), emit


@intrinsic
def choose(_typing: Any, width: Any, source: Any, keys: Any, rows: Any, target: Any, into: Any) -> Signature:
    """Call with `width, source, keys, rows, target, into`: target[into] = the row with the greatest key.

    Lane by lane, of the rows whose numbers `rows` holds; the first of several with equal keys.
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Sequence[Any]) -> Any:
        table = _Rows(context, builder, source, args[1], len(width))
        ranks = _Rows(context, builder, keys, args[2], 1)
        ranked = [(table, ranks, row) for row in cgutils.unpack_tuple(builder, args[3], len(rows))]
        _prefer(builder, _Rows(context, builder, target, args[4], len(width)), args[5], ranked, None)
        return context.get_dummy_value()

    return types.void(width, source, keys, rows, target, into), emit


@intrinsic
def improve(
    _typing: Any,
    width: Any,
    target: Any,
    target_keys: Any,
    into: Any,
    source: Any,
    keys: Any,
    rows: Any,
) -> Signature:
    """Call with `width, target, target_keys, into, source, keys, rows`: target[into] or a better row.

    Lane by lane target[into] and its key become those of the row of `rows` with the greatest key, where
    it is greater.
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Sequence[Any]) -> Any:
        goal, goal_ranks = (
            _Rows(context, builder, target, args[1], len(width)),
            _Rows(context, builder, target_keys, args[2], 1),
        )
        table, ranks = (
            _Rows(context, builder, source, args[4], len(width)),
            _Rows(context, builder, keys, args[5], 1),
        )
        others = [(table, ranks, row) for row in cgutils.unpack_tuple(builder, args[6], len(rows))]
        _prefer(builder, goal, args[3], [(goal, goal_ranks, args[3]), *others], goal_ranks)
        return context.get_dummy_value()

    return types.void(width, target, target_keys, into, source, keys, rows), emit


@intrinsic
def widen(
    _typing: Any, width: Any, high: Any, top: Any, source: Any, row: Any, low: Any, gaps: Any, into: Any
) -> Signature:
    """gaps[into] = max(gaps[into], high[top] - source[row][low]); `high` and `gaps` have rows of width 1.

    widen(width, high, top, source, row, low, gaps, into)
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Sequence[Any]) -> Any:
        above = _Rows(context, builder, high, args[1], 1).load(args[2])[0]
        below = _Rows(context, builder, source, args[3], len(width)).load_one(args[4], args[5])
        widest = _Rows(context, builder, gaps, args[6], 1)
        gap, old = builder.fsub(above, below), widest.load(args[7])[0]
        widest.store([builder.select(builder.fcmp_ordered(">", gap, old), gap, old)], args[7])
        return context.get_dummy_value()

    return types.void(width, high, top, source, row, low, gaps, into), emit
