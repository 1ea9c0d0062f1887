"""Choosing among rows of numbers: the same lanes as `game421.lanes.rows`, the candidates listed at run time.

A list of candidates is a row of a table of int32, `options[at, :count]`, of which the earlier is preferred.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from game421.lanes.rows import _VECTOR, LANES, Signature, _everywhere, _Rows

_WHOLE = ir.IntType(64)


class _Listed:
    """The candidates in one row of a table of options, seen from the code that is being emitted."""

    def __init__(self, context: Any, builder: Any, kinds: Sequence[Any], args: Sequence[Any]) -> None:
        table = make_array(kinds[0])(context, builder, args[0])
        self.builder, self.data, self.count = builder, table.data, args[2]
        self.start = builder.mul(args[1], cgutils.unpack_tuple(builder, table.shape, 2)[1])

    def row(self, place: Any) -> Any:
        """Row number of the candidate in a place."""
        where = self.builder.gep(self.data, [self.builder.add(self.start, place)])
        return self.builder.sext(self.builder.load(where), _WHOLE)

    @contextmanager
    def each(self, leaving: int) -> Iterator[Any]:
        """Code for all candidates but so many, in a loop over their numbers from 0."""
        number = self.builder.sub(self.count, ir.Constant(_WHOLE, leaving))
        with cgutils.for_range(self.builder, number, intp=_WHOLE) as loop:
            yield loop.index

    def greatest(self, table: _Rows, vector: Any) -> Any:
        """Lane by lane the greatest number in a vector of the candidates."""
        top = cgutils.alloca_once(self.builder, _VECTOR)
        self.builder.store(table.load_one(self.row(ir.Constant(_WHOLE, 0)), vector), top)
        with self.each(1) as before:
            place = self.builder.add(before, ir.Constant(_WHOLE, 1))
            value, so_far = table.load_one(self.row(place), vector), self.builder.load(top)
            self.builder.store(
                self.builder.select(self.builder.fcmp_ordered(">", value, so_far), value, so_far), top
            )
        return self.builder.load(top)

    def first(self, table: _Rows, vector: Any, reach: Any) -> tuple[Any, Any]:
        """The first candidate, the last if there is none, that reaches somewhere; and a bit for each lane."""
        builder, at = self.builder, cgutils.alloca_once(self.builder, _WHOLE)
        builder.store(ir.Constant(_WHOLE, 0), at)
        scan, found = builder.append_basic_block("scan"), builder.append_basic_block("found")
        builder.branch(scan)
        builder.position_at_end(scan)
        row = self.row(builder.load(at))
        bits = self.reaching(table, row, vector, reach)
        after = builder.add(builder.load(at), ir.Constant(_WHOLE, 1))
        builder.store(after, at)
        none = builder.icmp_unsigned("==", bits, ir.Constant(bits.type, 0))
        builder.cbranch(builder.and_(none, builder.icmp_signed("<", after, self.count)), scan, found)
        builder.position_at_end(found)
        return row, bits

    def reaching(self, table: _Rows, row: Any, vector: Any, reach: Any) -> Any:
        """A bit for each lane in which a row comes up to `reach`."""
        good = self.builder.fcmp_ordered(">=", table.load_one(row, vector), reach)
        return self.builder.bitcast(good, ir.IntType(LANES))

    def blended(self, table: _Rows, vector: Any, reach: Any) -> list[Any]:
        """Lane by lane the first candidate that comes up to `reach`."""
        builder = self.builder
        last = builder.sub(self.count, ir.Constant(_WHOLE, 1))
        chosen = [cgutils.alloca_once(builder, _VECTOR) for _ in range(table.width)]
        for place, value in zip(chosen, table.load(self.row(last)), strict=True):
            builder.store(value, place)
        with self.each(1) as passed:
            row = self.row(builder.sub(builder.sub(last, passed), ir.Constant(_WHOLE, 1)))
            bits = self.reaching(table, row, vector, reach)
            with builder.if_then(builder.icmp_unsigned("!=", bits, ir.Constant(bits.type, 0))):
                good = builder.bitcast(bits, ir.VectorType(ir.IntType(1), LANES))
                for place, value in zip(chosen, table.load(row), strict=True):
                    builder.store(builder.select(good, value, builder.load(place)), place)
        return [builder.load(place) for place in chosen]


@intrinsic
def choose_first(
    _typing: Any,
    width: Any,
    vector: Any,
    slack: Any,
    source: Any,
    options: Any,
    at: Any,
    count: Any,
    target: Any,
    into: Any,
) -> Signature:
    """The first candidate whose `vector` is at most `slack` below the greatest, lane by lane.

    choose_first(width, vector, slack, source, options, at, count, target, into) returns its row in
    `source` where that is the same in all lanes; else it puts them together in target[into] and returns -1.
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Sequence[Any]) -> Any:
        table = _Rows(context, builder, source, args[3], len(width))
        listed = _Listed(context, builder, (options,), args[4:7])
        reach = builder.fsub(listed.greatest(table, args[1]), _everywhere(builder, args[2]))
        answer = cgutils.alloca_once(builder, _WHOLE)
        row, bits = listed.first(table, args[1], reach)
        builder.store(row, answer)
        with builder.if_then(builder.icmp_unsigned("!=", bits, ir.Constant(bits.type, 2**LANES - 1))):
            goal = _Rows(context, builder, target, args[7], len(width))
            goal.store(listed.blended(table, args[1], reach), args[8])
            builder.store(ir.Constant(_WHOLE, -1), answer)
        return builder.load(answer)

    return types.int64(width, vector, slack, source, options, at, count, target, into), emit


@intrinsic
def greatest_of(
    _typing: Any,
    width: Any,
    vector: Any,
    source: Any,
    options: Any,
    at: Any,
    count: Any,
    target: Any,
    into: Any,
) -> Signature:
    """target[into][vector] = the greatest source[row] of the candidates; `source` has rows of width 1.

    greatest_of(width, vector, source, options, at, count, target, into)
    """

    def emit(context: Any, builder: Any, _signature: Any, args: Sequence[Any]) -> Any:
        table = _Rows(context, builder, source, args[2], 1)
        listed = _Listed(context, builder, (options,), args[3:6])
        goal = _Rows(context, builder, target, args[6], len(width))
        top = listed.greatest(table, ir.Constant(_WHOLE, 0))
        builder.store(top, goal.at(args[7], args[1]), align=8)
        return context.get_dummy_value()

    return types.void(width, vector, source, options, at, count, target, into), emit


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
