"""The compiled part: one round played back for eight token states, whatever the policies leave to choose.

A row holds a few sections, each a vector for every player. The first says what the policies go by: each
mover takes the first of his options that is within `SLACK` of the best by it. The other sections follow
that choice, but in the last one the mover's own entry is the greatest of all his options: what his best
reply is worth. `low` and `peak` are the mover's entries in the last section but one and in the last.
"""

# mypy: disable-error-code="no-untyped-def, untyped-decorator"
# numba is not typed, and infers the types of what it compiles.

from __future__ import annotations

import numpy as np
from numba import njit

from game421.certificates.tallies import DECLARE, FREE
from game421.lanes.choices import choose_first, greatest_of, widen
from game421.lanes.rows import LANES, add, copy, mean_of_six

SLACK = 1e-12
"""Options as near as this to the best one are equal to it (RULES, section 6)."""

_DECLARE, _FREE = DECLARE, FREE


@njit(nogil=True, cache=True)
def gather(players, sections, values, followed, entries, states, worth):
    """worth[outcome, section * players + player, lane] = the value of what follows the outcome.

    `values[state, section, entry]`; `followed[state, outcome]` is the state that follows and `entries`
    there the entry of each player, three bits for each.
    """
    for lane in range(LANES):
        for outcome in range(followed.shape[1]):
            after, seats = followed[states[lane], outcome], entries[states[lane], outcome]
            for player in range(players):
                entry = seats >> 3 * player & 7
                for section in range(sections):
                    worth[outcome, section * players + player, lane] = values[after, section, entry]


@njit(nogil=True, cache=True)
def draw(width, starts, drawn, weights, worth, lots):
    """lots[lot] = the mean of the outcomes it draws."""
    for lot in range(len(starts) - 1):
        lots[lot] = 0.0
        for at in range(starts[lot], starts[lot + 1]):
            add(width, weights[at], worth, drawn[at], lots, lot)


@njit(nogil=True, cache=True)
def decide(width, own, low, peak, wrong, source, options, at, count, target, into, gains):
    """One decision: the policy's choice into `target`, the mover's best into its peak, his gain noted.

    `wrong` from 0 up spoils the policy: it takes the option of that number, counted round.
    """
    if wrong >= 0:
        copy(width, source, np.int64(options[at, wrong % count]), target, into)
    else:
        choose_first(width, own, SLACK, source, options, at, count, target, into)
    greatest_of(width, peak, source, options, at, count, target, into)
    widen(width, peak, low, target, into, gains, own)


@njit(nogil=True, cache=True)
def settle(width, players, spoiled, kinds, choosers, lots, ends, gains):
    """ends[kind] = its lot, or the better of two for the seat that chooses what the throw-off pays."""
    low, peak = len(width) - 2 * players, len(width) - players
    for kind in range(len(choosers)):
        seat = choosers[kind]
        if seat < 0:
            copy(width, lots, np.int64(kinds[kind, 0]), ends, kind)
        else:
            wrong = _wrong(spoiled, kind, seat, 0, 0)
            decide(width, seat, low + seat, peak + seat, wrong, lots, kinds, kind, 2, ends, kind, gains)


@njit(nogil=True, cache=True)
def _wrong(spoiled, column, position, left, mover):
    """The number of the option to take by mistake, at `spoiled` of a thousand decisions; -1 at others."""
    if spoiled == 0:
        return -1
    mixed = (column * 7919 + position * 104729 + left * 1299709 + mover * 15485863 + 12345) % 1000003
    mixed = mixed * 48271 % 2147483647
    return mixed // 1000 % 1009 if mixed % 1000 < spoiled else -1


@njit(nogil=True, cache=True)
def _means(width, die, program, table):
    for line in range(len(program)):
        six = (
            program[line, 0],
            program[line, 1],
            program[line, 2],
            program[line, 3],
            program[line, 4],
            program[line, 5],
        )
        mean_of_six(width, table, six, die, table, program[line, 6])


@njit(nogil=True, cache=True)
def _load(width, after, base, rows, table, ends):
    for roll in range(len(rows)):
        copy(width, after, base + rows[roll], table, ends + roll)


@njit(nogil=True, cache=True)
def _positions(width, players, mover, spoiled, rows, column, left, table, gains):
    """The decision at every position after a throw, `left` throws being still allowed."""
    low, peak = len(width) - 2 * players + mover, len(width) - players + mover
    for at in range(len(rows.possible)):
        position = rows.possible[at]
        many = rows.counts[position]
        if rows.stopping == _DECLARE and left == 1:
            many //= 2  # the last throw allowed is not announced
        wrong = _wrong(spoiled, column, position, left, mover)
        decide(width, mover, low, peak, wrong, table, rows.options, position, many, table, position, gains)


@njit(nogil=True, cache=True)
def _before(width, players, mover, spoiled, rows, column, left, table, start, into, gains):
    """The decision before the first throw: where it may be announced as the last, whether it is."""
    low, peak = len(width) - 2 * players + mover, len(width) - players + mover
    many = 2 if rows.stopping == _DECLARE and left > 1 else 1
    wrong = _wrong(spoiled, column, -1, left, mover) if many > 1 else -1
    decide(width, mover, low, peak, wrong, table, rows.start, 0, many, start, into, gains)


@njit(nogil=True, cache=True)
def play(width, players, mover, spoiled, rows, cap, following, base, nested, after, first, start, gains):
    """start[first[cap - 1] + tally] = what the mover's turn of `cap` throws is worth before the first.

    `rows` are `TurnRows`; `cap`, `following` and `base` those of `Turns`; with `nested` the turns of
    every shorter cap are written too.
    """
    timed = following.shape[1] > 1
    table = np.zeros((rows.rows, len(width), LANES))
    for column in range(following.shape[0]):
        _load(width, after, base, following[column, cap - 1 if timed else 0], table, rows.ends)
        _means(width, rows.die, rows.last, table)
        for left in range(1, cap + 1):
            if left > 1:
                _means(width, rows.die, rows.main, table)
            if rows.stopping == _DECLARE and left > 1:
                if timed:
                    _load(width, after, base, following[column, cap - left], table, rows.ends)
                if timed or left == 2:
                    _means(width, rows.die, rows.said, table)
            if left == cap or nested:
                into = first[left - 1] + column
                _before(width, players, mover, spoiled, rows, column, left, table, start, into, gains)
            if left < cap:
                if rows.stopping == _FREE and timed:
                    _load(width, after, base, following[column, cap - left - 1], table, rows.ends)
                _positions(width, players, mover, spoiled, rows, column, left, table, gains)
