"""The compiled kernel: turns of one player after another, for `LANES` token states at once.

Rows are those of `game421.lanes.rows`: a row holds what something is worth to each player, a vector of
states each. From the rows a turn can end on, a stage makes the mean of every keep one die at a time (21
keeps of two dice from the rolls, 6 of one from those, then of none) and takes the best along the same
lattice: the best of a keep is its own mean or the best of a smaller keep, the best of a roll that of one
of its pairs. The mover compares his own vector; the others' follow. The tie rule is in the comparison:
each action's key is its value plus a bonus of at most 1e-12, the greater the more it is preferred, so
that equal actions never differ by the rounding of their sums.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from game421.dice import GROW, KEEP_INDEX, KEEPS, ROLLS
from game421.lanes.rows import add, choose, copy, improve, mean_of_six, rank
from game421.turns.exact import TOLERANCE
from game421.turns.terms import PROPER_KEEPS

Rows = npt.NDArray[np.float64]
"""`[row, player, lane]`."""

Places = npt.NDArray[np.int64]

Actions = npt.NDArray[np.uint8]
"""`[column, left - 1, roll, lane]`: what to do with a roll and so many throws left, numbered as
`states.actions.Action`; at roll `BEFORE`: before the first of so many throws."""

Width = tuple[int, ...]
"""As many entries as there are players; see `game421.lanes.rows`."""

FORCED, FREE, DECLARE = range(3)
"""When a mover may end his turn: not before his last throw, after any throw, or by "le bon" before one."""

_ROLLS, _KEEPS = len(ROLLS), len(PROPER_KEEPS)
BEFORE = _ROLLS
"""Where `Actions` have what is done before the first throw."""

_TWO = sum(len(KEEPS[keep]) == 2 for keep in PROPER_KEEPS)
_ONE, NOTHING = _KEEPS - _TWO - 1, _KEEPS - 1
PAIR_FROM = np.array([GROW[keep] for keep in PROPER_KEEPS[:_TWO]], np.int64)
SINGLE_FROM = np.array([GROW[keep] for keep in PROPER_KEEPS[_TWO:NOTHING]], np.int64) - _ROLLS
NOTHING_FROM = np.array(GROW[PROPER_KEEPS[NOTHING]], np.int64) - _ROLLS
_PAIR_HAS = np.array([[KEEP_INDEX[(die,)] for die in KEEPS[keep]] for keep in PROPER_KEEPS[:_TWO]]) - _ROLLS
_ROLL_HAS = np.array([[KEEP_INDEX[roll[:at] + roll[at + 1 :]] for at in range(3)] for roll in ROLLS]) - _ROLLS
_CODES = 2 * len(KEEPS)
SAID = _CODES - _KEEPS
_BONUS = TOLERANCE * (1 - np.arange(_CODES) / _CODES)
"""`_BONUS[action]`: codes ascend in tie-rule order, so the bonus falls."""


@njit(nogil=True, cache=True)
def settle(width: Width, starts: Places, verdicts: Places, ways: Rows, worth: Rows, ends: Rows) -> None:
    """ends[kind] = sum of ways[at] * worth[verdicts[at]] for at in starts[kind] to starts[kind + 1]."""
    for kind in range(len(starts) - 1):
        ends[kind] = 0.0
        for at in range(starts[kind], starts[kind + 1]):
            add(width, ways[at], worth, verdicts[at], ends, kind)


@njit(nogil=True, cache=True)
def choose_rampo(chooser: Places, tied: Rows, rampo: Rows, chosen: npt.NDArray[np.bool_]) -> None:
    """Replace in `tied` what the chooser of a kind of ending, if any, betters by `rampo`; say where.

    `chosen[kind, lane]` is set there.
    """
    players, lanes = tied.shape[1:]
    for kind in range(len(chooser)):
        if chooser[kind] >= 0:
            for lane in range(lanes):
                if rampo[kind, chooser[kind], lane] > tied[kind, chooser[kind], lane] + TOLERANCE:
                    chosen[kind, lane] = True
                    for player in range(players):
                        tied[kind, player, lane] = rampo[kind, player, lane]


@njit(nogil=True, cache=True)
def solve_turns(
    width: Width,
    die: tuple[float, ...],
    stopping: int,
    mover: int,
    cap: int,
    nested: bool,
    after: Rows,
    following: npt.NDArray[np.uint32],
    first: int,
    start: Rows,
    actions: Actions | None = None,
) -> None:
    """start[first + column] = what a turn of at most `cap` throws is worth to each player before it.

    `width` is a tuple of as many entries as there are players; `die` the chances of the faces 1 to 6, or
    a single one that all share; `stopping` FORCED, FREE or DECLARE.
    `following[column, throws - 1, roll]` is the row of `after` that an end leads to; a single throws
    entry serves all. `nested` (which needs that) finds the turns of every cap up to `cap` in one go, in
    the rows first + column * cap + own cap - 1.
    `actions`, if given, is filled with the policy; then the last vector of every row is no payoff but room
    for the action that the row is worth, which goes wherever the row goes.
    """
    shape, lanes = after.shape[1:], after.shape[2]
    paid, value, keeps = np.empty((_ROLLS, *shape)), np.empty((_ROLLS, *shape)), np.empty((_KEEPS, *shape))
    ranks, rolls_ranks = np.zeros((_KEEPS, 1, lanes)), np.zeros((_ROLLS, 1, lanes))
    said, said_ranks = np.empty((_KEEPS, *shape)), np.zeros((_KEEPS, 1, lanes))
    by_throws = following.shape[1] > 1
    for column in range(following.shape[0]):
        last = following[column, cap - 1 if by_throws else 0]
        _load(width, after, last, value, actions)
        if stopping != FORCED:
            _load(width, after, last, paid, actions)
        for left in range(1, cap + 1):
            _weigh(width, die, mover, value, _ROLLS, keeps, ranks, actions)
            if stopping == DECLARE and left > 1:
                if by_throws:
                    _load(width, after, following[column, cap - left], paid, actions)
                if by_throws or left == 2:
                    _weigh(width, die, mover, paid, SAID, said, said_ranks, actions)
                _say(width, keeps, ranks, said, said_ranks)
            if nested or left == cap:
                row = first + (column * cap + left - 1 if nested else column)
                copy(width, keeps, NOTHING, start, row)
            _note(keeps, NOTHING, 1, actions, column, left, BEFORE)
            if left < cap:
                _best_keeps(width, keeps, ranks)
                if stopping == FREE and by_throws:
                    _load(width, after, following[column, cap - left - 1], paid, actions)
                _best_rolls(width, mover, stopping == FREE, paid, keeps, ranks, value, rolls_ranks)
                _note(value, 0, _ROLLS, actions, column, left, 0)


@njit(nogil=True, cache=True)
def _load(
    width: Width, after: Rows, rows: npt.NDArray[np.uint32], paid: Rows, actions: Actions | None
) -> None:
    """What ending on each roll is worth; as an action that is to stop on it."""
    for roll in range(_ROLLS):
        copy(width, after, np.int64(rows[roll]), paid, roll)
    _name(paid, 0, actions)


@njit(nogil=True, cache=True)
def _name(rows: Rows, first: int, actions: Actions | None) -> None:
    """Write into every row the action it is worth, where that is asked for: numbered from `first` on."""
    if actions is not None:
        for row in range(len(rows)):
            rows[row, -1] = first + row


@njit(nogil=True, cache=True)
def _note(
    rows: Rows, first: int, count: int, actions: Actions | None, column: int, left: int, place: int
) -> None:
    """Keep the actions that so many rows are worth, where that is asked for, from `place` on."""
    if actions is not None:
        for at in range(count):
            for lane in range(rows.shape[2]):
                actions[column, left - 1, place + at, lane] = np.uint8(rows[first + at, -1, lane])


@njit(nogil=True, cache=True)
def _weigh(
    width: Width,
    die: tuple[float, ...],
    mover: int,
    value: Rows,
    first: int,
    keeps: Rows,
    ranks: Rows,
    actions: Actions | None,
) -> None:
    """Mean of every keep and its key; as actions they are numbered from `first` on."""
    _means(width, die, value, keeps)
    _name(keeps, first, actions)
    _rank(width, mover, _BONUS[first : first + _KEEPS], keeps, ranks)


@njit(nogil=True, cache=True)
def _means(width: Width, die: tuple[float, ...], value: Rows, keeps: Rows) -> None:
    """Mean of every keep, one die at a time."""
    for keep in range(_TWO):
        mean_of_six(width, value, _six(PAIR_FROM[keep]), die, keeps, keep)
    for keep in range(_ONE):
        mean_of_six(width, keeps, _six(SINGLE_FROM[keep]), die, keeps, _TWO + keep)
    mean_of_six(width, keeps, _six(NOTHING_FROM), die, keeps, NOTHING)


@njit(nogil=True, cache=True)
def _rank(width: Width, mover: int, bonus: npt.NDArray[np.float64], keeps: Rows, ranks: Rows) -> None:
    """Key of every keep: the mover's mean and the bonus of the tie rule."""
    for keep in range(_KEEPS):
        rank(width, keeps, keep, mover, bonus[keep], ranks, keep)


@njit(nogil=True, cache=True)
def _say(width: Width, keeps: Rows, ranks: Rows, said: Rows, said_ranks: Rows) -> None:
    """Say "le bon" with every keep with which that is better."""
    for keep in range(_KEEPS):
        improve(width, keeps, ranks, keep, said, said_ranks, (keep,))


@njit(inline="always")
def _six(rows: Places) -> tuple[int, int, int, int, int, int]:
    return rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]


@njit(nogil=True, cache=True)
def _best_keeps(width: Width, keeps: Rows, ranks: Rows) -> None:
    """Make every keep as good as the best of the keeps within it."""
    for keep in range(_TWO, NOTHING):
        improve(width, keeps, ranks, keep, keeps, ranks, (NOTHING,))
    for keep in range(_TWO):
        improve(width, keeps, ranks, keep, keeps, ranks, (_PAIR_HAS[keep, 0], _PAIR_HAS[keep, 1]))


@njit(nogil=True, cache=True)
def _best_rolls(
    width: Width,
    mover: int,
    stops: bool,
    paid: Rows,
    keeps: Rows,
    ranks: Rows,
    value: Rows,
    rolls_ranks: Rows,
) -> None:
    """Value of every roll: the best of its pairs, or of what it is `paid` where the mover `stops`."""
    for roll in range(_ROLLS):
        pairs = (_ROLL_HAS[roll, 0], _ROLL_HAS[roll, 1], _ROLL_HAS[roll, 2])
        if stops:
            copy(width, paid, roll, value, roll)
            rank(width, paid, roll, mover, _BONUS[roll], rolls_ranks, roll)
            improve(width, value, rolls_ranks, roll, keeps, ranks, pairs)
        else:
            choose(width, keeps, ranks, pairs, value, roll)
