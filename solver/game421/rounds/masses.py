"""Compiled: how chances move when policies are followed, through a turn and on to the next player's turns.

Tables of mass have a row of one vector (see `game421.lanes.rows`) for every keep, roll or summary; lanes
are token states, which have nothing to do with each other.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from game421.lanes.rows import LANES, add, add_times
from game421.rounds.kernel import (
    BEFORE,
    NOTHING,
    NOTHING_FROM,
    PAIR_FROM,
    SAID,
    SINGLE_FROM,
    Actions,
    Places,
)

Masses = npt.NDArray[np.float64]

Following = npt.NDArray[np.uint32]
"""`[turn, throws - 1, roll]`: the row that an end leads to; a single throws entry serves all."""

_ONE = (0,)
"""The width of these rows."""

_ROLLS, _KEEPS, _TWO = BEFORE, NOTHING + 1, len(PAIR_FROM)


@njit(nogil=True, cache=True)
def follow_turns(
    die: Masses,
    forced: bool,
    column: Places,
    cap: Places,
    actions: Actions,
    following: Following,
    rows: Places,
    mass: Masses,
    after: Masses,
    won: Masses,
    wins: Masses,
    ended: Masses,
) -> None:
    """Follow the turns of column[at], with at most cap[at] throws, by `actions`.

    So mass[rows[at], throws so far] moves to `after`, the same before the next player's turns. `die` are the
    chances of the six faces; `forced`: all throws have to be made. won[row] is the chance that the mover is
    best of the round from a row of `after`; wins[roll] grows by the mass that becomes best with this
    combination. `ended` is room for how a turn ends, and says it of the last.
    """
    rolls, keeps, said = np.zeros((_ROLLS, LANES)), np.zeros((_KEEPS, LANES)), np.zeros((_KEEPS, LANES))
    for at in range(len(rows)):
        policy = actions[column[at]]
        _clear(ended)
        for lane in range(LANES):
            first = said if policy[cap[at] - 1, BEFORE, lane] >= SAID else keeps
            first[NOTHING, lane] = 1.0
        for left in range(cap[at] - 1, -1, -1):
            end = ended[cap[at] - left - 1]
            _throw(die, said, end)
            _throw(die, keeps, rolls if left else end)
            if left:
                _act(policy[left - 1], rolls, end, keeps, said)
        _pass(forced, cap[at], ended, following[column[at]], mass[rows[at]], after, won, wins)


@njit(nogil=True, cache=True)
def _pass(
    forced: bool,
    cap: int,
    ended: Masses,
    following: npt.NDArray[np.uint32],
    mass: Masses,
    after: Masses,
    won: Masses,
    wins: Masses,
) -> None:
    """Move the mass [throws so far] of one turn on."""
    every, best = np.zeros((1, LANES)), np.zeros((1, LANES))
    least, most = len(mass), 0
    for before in range(len(mass)):
        if mass[before].any():
            least, most = min(least, before), before + 1
            add(_ONE, 1.0, mass, before, every, 0)
    by_throws = len(following) > 1
    for used in range(cap if forced else 1, cap + 1):
        chance = ended[used - 1]
        for roll in range(_ROLLS):
            row = np.int64(following[used - 1 if by_throws else 0, roll])
            reached = after[row]
            for before in range(least, most):
                add_times(_ONE, chance, roll, mass, before, reached, before + used)
            for lane in range(LANES):
                best[0, lane] = 0.0
            add_times(_ONE, chance, roll, every, 0, best, 0)
            add_times(_ONE, best, 0, won, row, wins, roll)


@njit(nogil=True, cache=True)
def _clear(ended: Masses) -> None:
    for throws in range(len(ended)):
        for roll in range(_ROLLS):
            for lane in range(LANES):
                ended[throws, roll, lane] = 0.0


@njit(nogil=True, cache=True)
def _act(policy: npt.NDArray[np.uint8], rolls: Masses, ended: Masses, keeps: Masses, said: Masses) -> None:
    """Move the mass of every roll to what is done with it."""
    for roll in range(_ROLLS):
        for lane in range(LANES):
            mass, action = rolls[roll, lane], policy[roll, lane]
            rolls[roll, lane] = 0.0
            if action < _ROLLS:
                ended[roll, lane] += mass
            elif action < SAID:
                keeps[action - _ROLLS, lane] += mass
            else:
                said[action - SAID, lane] += mass


@njit(nogil=True, cache=True)
def _throw(die: Masses, keeps: Masses, rolls: Masses) -> None:
    """Move the mass of every keep to the rolls it comes to, one die at a time."""
    for face in range(6):
        add(_ONE, die[face], keeps, NOTHING, keeps, NOTHING_FROM[face])
    for keep in range(_TWO, NOTHING):
        for face in range(6):
            add(_ONE, die[face], keeps, keep, keeps, SINGLE_FROM[keep - _TWO, face])
    for keep in range(_TWO):
        for face in range(6):
            add(_ONE, die[face], keeps, keep, rolls, PAIR_FROM[keep, face])
    for keep in range(_KEEPS):
        for lane in range(LANES):
            keeps[keep, lane] = 0.0
