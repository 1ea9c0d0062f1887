"""The compiled part: one round played back for eight token states, whatever the policies leave to choose.

A row holds a few sections, each a vector for every player. The first says what the policies go by: each
mover takes the first of his options that is within `SLACK` of the best by it. The other sections follow
that choice, but in the last one the mover's own entry is the greatest of all his options: what his best
reply is worth. `low` and `peak` are the mover's entries in the last section but one and in the last.
"""

# mypy: disable-error-code="no-untyped-def"
# numba is not typed, and infers the types of what it compiles.

from __future__ import annotations

import numpy as np
from numba import njit

from game421.certificates.tallies import DECLARE, FREE
from game421.lanes.choices import choose_first, greatest_of, widen
from game421.lanes.rows import LANES, add, copy, mean_of_six, rank

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
def settle(width, players, spoiled, kinds, choosers, lots, ends, gains):
    """ends[kind] = its lot, or the better of two for the seat that chooses what the throw-off pays."""
    low, peak = len(width) - 2 * players, len(width) - players
    for kind in range(len(choosers)):
        seat, tied, rampo = choosers[kind], np.int64(kinds[kind, 0]), np.int64(kinds[kind, 1])
        if seat < 0:
            copy(width, lots, tied, ends, kind)
            continue
        row, wrong = np.int64(-1), _wrong(spoiled, kind, seat, 0, 0)
        if wrong >= 0:
            row = rampo if wrong % 2 else tied
        else:
            row = choose_first(width, seat, SLACK, lots, kinds, kind, 2, ends, kind)
        if row >= 0:
            copy(width, lots, row, ends, kind)
        for lane in range(LANES):
            best = max(lots[tied, peak + seat, lane], lots[rampo, peak + seat, lane])
            ends[kind, peak + seat, lane] = best
            gains[seat, 0, lane] = max(gains[seat, 0, lane], best - ends[kind, low + seat, lane])


@njit(nogil=True, cache=True)
def _wrong(spoiled, column, position, left, mover):
    """The number of the option to take by mistake, at `spoiled` of a thousand decisions; -1 at others."""
    if spoiled == 0:
        return -1
    mixed = (column * 7919 + position * 104729 + left * 1299709 + mover * 15485863 + 12345) % 1000003
    mixed = mixed * 48271 % 2147483647
    return mixed // 1000 % 1009 if mixed % 1000 < spoiled else -1


@njit(nogil=True, cache=True)
def _mean(width, die, source, places, line, table):
    """One line of a program: the mean of six rows, wherever their places say that they stand."""
    six = (
        places[line[0]],
        places[line[1]],
        places[line[2]],
        places[line[3]],
        places[line[4]],
        places[line[5]],
    )
    mean_of_six(width, source, six, die, table, line[6])


@njit(nogil=True, cache=True)
def _place_ends(width, rows, after, base, following, peak, stop, ends, table, own):
    """Where what ending on each roll leaves stands in `after`; with `stop` it is copied to be chosen from."""
    for roll in range(len(following)):
        row = base + following[roll]
        ends[rows.ends + roll] = row
        rank(width, after, row, peak, 0.0, own, rows.ends + roll)
        if stop:
            copy(width, after, row, table, rows.ends + roll)


@njit(nogil=True, cache=True)
def _holds_of_ends(width, rows, program, after, ends, table, own):
    """Worth of each hold if its throw is the last: of two dice from the ends, of fewer from those."""
    for at in range(len(program)):
        if at < rows.pairs:
            _mean(width, rows.die, after, ends, program[at], table)
        else:
            _mean(width, rows.die, table, rows.still, program[at], table)
        _mean((0,), rows.die, own, rows.still, program[at], own)


@njit(nogil=True, cache=True)
def _holds(width, rows, before, places, table, own):
    """Worth of each hold if the turn goes on after its throw, from positions in the table `before`."""
    for at in range(len(rows.main)):
        if rows.from_positions[at]:
            _mean(width, rows.die, before, places, rows.main[at], table)
        else:
            _mean(width, rows.die, table, rows.still, rows.main[at], table)
        _mean((0,), rows.die, own, rows.still, rows.main[at], own)


@njit(nogil=True, cache=True)
def _positions(width, players, mover, spoiled, rows, column, left, places, table, own, gains):
    """The decision at every position after a throw, `left` throws being still allowed."""
    low = len(width) - 2 * players + mover
    for at in range(len(rows.possible)):
        position = rows.possible[at]
        many = rows.counts[position]
        if rows.stopping == _DECLARE and left == 1:
            many //= 2  # the last throw allowed is not announced
        row, wrong = np.int64(-1), _wrong(spoiled, column, position, left, mover)
        if wrong >= 0:
            row = np.int64(rows.options[position, wrong % many])
        else:
            row = choose_first(width, mover, SLACK, table, rows.options, position, many, table, position)
        places[position] = row if row >= 0 else position
        greatest_of((0,), 0, own, rows.options, position, many, own, position)
        widen(width, own, position, table, places[position], low, gains, mover)


@njit(nogil=True, cache=True)
def _before(width, players, mover, spoiled, rows, column, left, table, own, start, into, gains):
    """The decision before the first throw: where it may be announced as the last, whether it is."""
    low, peak = len(width) - 2 * players + mover, len(width) - players + mover
    many = 2 if rows.stopping == _DECLARE and left > 1 else 1
    row, wrong = np.int64(-1), _wrong(spoiled, column, -1, left, mover)
    if wrong >= 0:
        row = np.int64(rows.start[0, wrong % many])
    else:
        row = choose_first(width, mover, SLACK, table, rows.start, 0, many, start, into)
    if row >= 0:
        copy(width, table, row, start, into)
    greatest_of((0,), 0, own, rows.start, 0, many, own, rows.ends)
    widen(width, own, rows.ends, start, into, low, gains, mover)
    greatest_of(width, peak, own, rows.start, 0, many, start, into)


@njit(nogil=True, cache=True)
def play(width, players, mover, spoiled, rows, cap, following, base, nested, after, first, start, gains):
    """start[first[cap - 1] + tally] = what the mover's turn of `cap` throws is worth before the first.

    `rows` are `TurnRows`; `cap`, `following` and `base` those of `Turns`; with `nested` the turns of
    every shorter cap are written too. A position is not copied where all lanes choose alike: `places`
    says where it stands, in one of two tables that take turns. What the mover's own best reply is worth
    has a table of its own, `own`.
    """
    timed, peak = following.shape[1] > 1, len(width) - players + mover
    tables, own = np.zeros((2, rows.rows, len(width), LANES)), np.zeros((rows.rows, 1, LANES))
    places, ends = rows.still.copy(), rows.still.copy()
    for column in range(following.shape[0]):
        last = following[column, cap - 1 if timed else 0]
        _place_ends(width, rows, after, base, last, peak, False, ends, tables[1], own)
        _holds_of_ends(width, rows, rows.last, after, ends, tables[1], own)
        for left in range(1, cap + 1):
            table = tables[left % 2]
            if left > 1:
                _holds(width, rows, tables[1 - left % 2], places, table, own)
            if rows.stopping == _DECLARE and left > 1:
                said = following[column, cap - left if timed else 0]
                _place_ends(width, rows, after, base, said, peak, False, ends, table, own)
                _holds_of_ends(width, rows, rows.said, after, ends, table, own)
            if left == cap or nested:
                into = first[left - 1] + column
                _before(width, players, mover, spoiled, rows, column, left, table, own, start, into, gains)
            if left < cap:
                if rows.stopping == _FREE:
                    earlier = following[column, cap - left - 1 if timed else 0]
                    _place_ends(width, rows, after, base, earlier, peak, True, ends, table, own)
                _positions(width, players, mover, spoiled, rows, column, left, places, table, own, gains)
