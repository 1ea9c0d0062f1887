"""The compiled part: one round played back for eight token states, whatever the policies leave to choose.

A row holds a few sections, each a vector for every player. The first says what the policies go by: each
mover takes what is best by it, after a bonus for what the tie rule prefers that never exceeds `SLACK`. The
other sections follow that choice, but in the last of several the mover's own entry is the greatest of all
his options: what his best reply is worth. A single section follows the policies throughout. `low` and
`peak` are the mover's entries in the last section but one and in the last, or both in the only one.

The parts of a turn are inlined, which halves the time that compiling takes, and vectors are copied lane by
lane: assigning a whole one brings in messages about shapes that take three seconds to compile.
"""

# mypy: disable-error-code="no-untyped-def"
# numba is not typed, and infers the types of what it compiles.

from __future__ import annotations

import numpy as np
from numba import njit

from game421.certificates.tallies import DECLARE, FREE
from game421.lanes.rows import LANES, add, choose, copy, improve, mean_of_six, rank, widen

SLACK = 1e-12
"""Options as near as this to the best one may be equal to it (RULES, section 6)."""

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
    low, peak = _low(width, players), len(width) - players
    for kind in range(len(choosers)):
        seat, tied, rampo = choosers[kind], np.int64(kinds[kind, 0]), np.int64(kinds[kind, 1])
        copy(width, lots, tied, ends, kind)
        if seat < 0:
            continue
        wrong = _wrong(spoiled, kind, seat, 0, 0)
        for lane in range(LANES):
            better = lots[rampo, seat, lane] > lots[tied, seat, lane] + SLACK
            if (wrong % 2 == 1) if wrong >= 0 else better:
                for vector in range(len(width)):
                    ends[kind, vector, lane] = lots[rampo, vector, lane]
            best = max(lots[tied, peak + seat, lane], lots[rampo, peak + seat, lane])
            gains[seat, 0, lane] = max(gains[seat, 0, lane], best - ends[kind, low + seat, lane])
            if peak > low:
                ends[kind, peak + seat, lane] = best


@njit(inline="always")
def _low(width, players):
    """Where the section begins that gains are counted from: the last but one, or the only one."""
    return max(len(width) - 2 * players, 0)


@njit(inline="always")
def _wrong(spoiled, column, position, left, mover):
    """The number of the option to take by mistake, at `spoiled` of a thousand decisions; -1 at others."""
    if spoiled == 0:
        return -1
    mixed = (column * 7919 + position * 104729 + left * 1299709 + mover * 15485863 + 12345) % 1000003
    mixed = mixed * 48271 % 2147483647
    return mixed // 1000 % 1009 if mixed % 1000 < spoiled else -1


@njit(inline="always")
def _mean(width, die, source, places, program, at, table):
    """One line of a program: the mean of six rows, wherever their places say that they stand."""
    six = (
        places[program[at, 0]],
        places[program[at, 1]],
        places[program[at, 2]],
        places[program[at, 3]],
        places[program[at, 4]],
        places[program[at, 5]],
    )
    mean_of_six(width, source, six, die, table, program[at, 6])


@njit(inline="always")
def _mean_here(width, die, program, at, table):
    """The same of rows of the table that it goes to."""
    six = (
        program[at, 0],
        program[at, 1],
        program[at, 2],
        program[at, 3],
        program[at, 4],
        program[at, 5],
    )
    mean_of_six(width, table, six, die, table, program[at, 6])


@njit(inline="always")
def _place_ends(width, rows, after, base, following, peak, ends, own):
    """Where what ending on each roll leaves stands in `after`, and what it is worth to the mover's reply."""
    for roll in range(len(following)):
        row = base + following[roll]
        ends[rows.ends + roll] = row
        rank(width, after, row, peak, 0.0, own, rows.ends + roll)


@njit(inline="always")
def _keys(width, mover, rows, first, count, table, keys):
    """What the mover compares of so many rows: his own value and the bonus of the tie rule."""
    for row in range(first, first + count):
        rank(width, table, row, mover, SLACK * rows.bonus[row], keys, row)


@njit(inline="always")
def _holds_of_ends(width, mover, rows, program, after, ends, table, keys, own):
    """Worth of each hold if its throw is the last: of two dice from the ends, of fewer from those."""
    for at in range(len(program)):
        if at < rows.pairs:
            _mean(width, rows.die, after, ends, program, at, table)
        else:
            _mean_here(width, rows.die, program, at, table)
        _mean_here((0,), rows.die, program, at, own)
    _keys(width, mover, rows, program[0, 6], len(program), table, keys)


@njit(inline="always")
def _holds(width, mover, rows, table, keys, own):
    """Worth of each hold if the turn goes on after its throw, from the positions."""
    for at in range(len(rows.main)):
        _mean_here(width, rows.die, rows.main, at, table)
        _mean_here((0,), rows.die, rows.main, at, own)
    _keys(width, mover, rows, rows.holds, rows.said - rows.holds, table, keys)


@njit(inline="always")
def _better(width, table, keys, own, row, other, another):
    """Put the better of two rows into a row that is not as good."""
    improve(width, table, keys, row, table, keys, (other, another))
    improve((0,), own, own, row, own, own, (other, another))


@njit(inline="always")
def _announce(width, rows, table, keys, own):
    """Announce with every hold with which that is better."""
    for at in range(rows.said - rows.holds):
        said = rows.said + at
        _better(width, table, keys, own, rows.holds + at, said, said)


@njit(inline="always")
def _hold_less(width, rows, table, keys, own):
    """Make every hold what is best of it and the smaller ones in it, where those may be held."""
    for at in range(len(rows.copies)):
        hold, free = rows.copies[at, 0], rows.copies[at, 1]
        copy(width, table, hold, table, free)
        copy((0,), own, hold, own, free)
        copy((0,), keys, hold, keys, free)
    for at in range(len(rows.smaller)):
        _better(width, table, keys, own, rows.smaller[at, 0], rows.smaller[at, 1], rows.smaller[at, 2])


@njit(inline="always")
def _stop(width, mover, rows, after, ends, table, keys):
    """Copy what ending on each roll leaves, so that it can be chosen."""
    for row in range(rows.ends, rows.holds):
        copy(width, after, ends[row], table, row)
    _keys(width, mover, rows, rows.ends, rows.holds - rows.ends, table, keys)


@njit(inline="always")
def _positions(width, players, mover, spoiled, rows, cap, column, left, table, keys, own, gains):
    """The decision at every position after a throw, `left` throws being still allowed."""
    low = _low(width, players) + mover
    for at in range(len(rows.possible)):
        position = rows.possible[at]
        end, one, two, three = (
            rows.options[position, 0],
            rows.options[position, 1],
            rows.options[position, 2],
            rows.options[position, 3],
        )
        if rows.stopping == _FREE:
            choose(width, table, keys, (end, one, two, three), table, position)
            choose((0,), own, own, (end, one, two, three), own, position)
        else:
            choose(width, table, keys, (one, two, three), table, position)
            choose((0,), own, own, (one, two, three), own, position)
        wrong = _wrong(spoiled, column, position, left, mover)
        if wrong >= 0:
            copy(width, table, rows.options[position, wrong % 4], table, position)
        if left < cap - 1 or position < rows.holds - rows.ends:  # nothing is locked after a first throw
            widen(width, own, position, table, position, low, gains, mover)


@njit(inline="always")
def _before(width, players, mover, rows, table, own, start, into, gains):
    """What the turn is worth before its first throw."""
    low, peak, nothing = _low(width, players) + mover, len(width) - players + mover, rows.nothing
    copy(width, table, nothing, start, into)
    widen(width, own, nothing, table, nothing, low, gains, mover)
    if peak > low:
        for lane in range(LANES):
            start[into, peak, lane] = own[nothing, 0, lane]


@njit(nogil=True, cache=True)
def play(width, players, mover, spoiled, rows, cap, following, base, nested, after, first, start, gains):
    """start[first[cap - 1] + tally] = what the mover's turn of `cap` throws is worth before the first.

    `rows` are `TurnRows`; `cap`, `following` and `base` those of `Turns`; with `nested` the turns of
    every shorter cap are written too. What the mover's own best reply is worth has a table of its own,
    `own`.
    """
    timed, peak = following.shape[1] > 1, len(width) - players + mover
    table, ends = np.zeros((rows.rows, len(width), LANES)), np.zeros(rows.rows, np.int64)
    keys, own = np.zeros((rows.rows, 1, LANES)), np.zeros((rows.rows, 1, LANES))
    for column in range(following.shape[0]):
        last = following[column, cap - 1 if timed else 0]
        _place_ends(width, rows, after, base, last, peak, ends, own)
        _holds_of_ends(width, mover, rows, rows.last, after, ends, table, keys, own)
        for left in range(1, cap + 1):
            if left > 1:
                _holds(width, mover, rows, table, keys, own)
            if rows.stopping == _DECLARE and left > 1:
                said = following[column, cap - left if timed else 0]
                _place_ends(width, rows, after, base, said, peak, ends, own)
                _holds_of_ends(width, mover, rows, rows.announced, after, ends, table, keys, own)
                _announce(width, rows, table, keys, own)
            if left == cap or nested:
                _before(width, players, mover, rows, table, own, start, first[left - 1] + column, gains)
            if left < cap:
                if rows.stopping == _FREE:
                    earlier = following[column, cap - left - 1 if timed else 0]
                    _place_ends(width, rows, after, base, earlier, peak, ends, own)
                    _stop(width, mover, rows, after, ends, table, keys)
                _hold_less(width, rows, table, keys, own)
                _positions(width, players, mover, spoiled, rows, cap, column, left, table, keys, own, gains)
