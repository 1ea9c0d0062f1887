"""A turn as rows of numbers: where the means over throws come from, and what may be chosen on each roll.

The rows of a turn are, in this order: values at each position after a throw; what ending on each roll
leaves; the worth of each hold before its throw; the same if that throw is announced as the last; and
room for means. Positions are the rolls; where held dice are locked, what is locked and the roll. Holds
keep two dice, then one, then none, the higher dice first: the order of the tie rule.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from math import gcd
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.certificates.endings import ROLLS
from game421.certificates.tallies import DECLARE, FREE
from game421.rules.record import Rules

__all__ = ["TurnRows", "turn_rows"]

FACES = range(6, 0, -1)
Dice = tuple[int, ...]
PAIRS: list[Dice] = list(combinations_with_replacement(FACES, 2))
HOLDS: list[Dice] = [*PAIRS, *((face,) for face in FACES), ()]
_ROLL_AT: dict[Dice, int] = {roll: at for at, roll in enumerate(ROLLS)}
Program = npt.NDArray[np.int64]
Position = tuple[Dice, Dice]
"""What is locked, and the roll."""


class TurnRows(NamedTuple):
    """The layout of the rows of a turn with one way of `stopping`, for compiled code.

    A program is lines of seven row numbers: the mean of six rows over the faces 6 to 1, and where it
    goes. `last` makes the holds of ends, `said` the announced holds of ends, `main` the holds of positions,
    which its lines `from_positions` read.
    `options[position, :counts[position]]` are the rows to choose from at a position, `start[0]` before the
    first throw; `possible` are the positions that the die can show, `ends` the first row of an end,
    `pairs` the number of holds of two dice, `still` all rows, each in its own place. `die` holds the
    chances of the faces 6 to 1, or a single one that all share.
    """

    stopping: int
    rows: int
    ends: int
    pairs: int
    still: npt.NDArray[np.int64]
    last: Program
    said: Program
    main: Program
    from_positions: npt.NDArray[np.bool_]
    possible: npt.NDArray[np.int64]
    options: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]
    start: npt.NDArray[np.int32]
    die: tuple[float, ...]


def turn_rows(rules: Rules, stopping: int) -> TurnRows:
    """The layout of a turn under these rules."""
    layout = _Layout(rules)
    shown = [at for at, position in enumerate(layout.positions) if layout.possible(position)]
    options, counts = layout.options(stopping)
    main = layout.locked_program() if layout.locked else layout.program(layout.position_at, layout.holds)
    nothing = HOLDS.index(())
    return TurnRows(
        stopping,
        layout.size,
        layout.ends,
        len(PAIRS),
        np.arange(layout.size),
        layout.program(layout.ends_at, layout.holds),
        layout.program(layout.ends_at, layout.said),
        main,
        main[:, 0] < layout.ends,
        np.array(shown, np.int64),
        options,
        counts,
        np.array([[layout.holds + nothing, layout.said + nothing]], np.int32),
        _chances(rules),
    )


def _chances(rules: Rules) -> tuple[float, ...]:
    weights = [rules.die[face - 1] // gcd(*rules.die) for face in FACES]
    chances = tuple(weight / sum(weights) for weight in weights)
    return chances[:1] if len(set(weights)) == 1 else chances


def _with(hold: Dice, *faces: int) -> Dice:
    return tuple(sorted((*hold, *faces), reverse=True))


def _holds(part: Dice, whole: Dice) -> bool:
    return all(part.count(face) <= whole.count(face) for face in part)


class _Layout:
    """Row numbers of everything in a turn."""

    def __init__(self, rules: Rules) -> None:
        self.locked = rules.kept_dice == "locked"
        self.die = rules.die
        self.positions: list[Position] = [((), roll) for roll in ROLLS]
        if self.locked:
            self.positions += [(hold, roll) for hold in HOLDS[:-1] for roll in ROLLS if _holds(hold, roll)]
        self.at = {position: row for row, position in enumerate(self.positions)}
        self.ends = len(self.positions)
        self.holds = self.ends + len(ROLLS)
        self.said = self.holds + len(HOLDS)
        self.room = self.said + len(HOLDS)
        self.size = self.room + (len(HOLDS) + len(FACES) ** 2 if self.locked else 0)

    def possible(self, position: Position) -> bool:
        """Whether the die can show the roll."""
        return all(self.die[face - 1] for face in position[1])

    def ends_at(self, roll: Dice) -> int:
        """The row of what ending on a roll leaves."""
        return self.ends + _ROLL_AT[roll]

    def position_at(self, roll: Dice) -> int:
        """The row of the position after a throw that locks nothing."""
        return self.at[(), roll]

    def program(self, of: Callable[[Dice], int], into: int) -> Program:
        """Worth of each hold, one die at a time, from rows by roll."""
        lines = [[*(of(_with(pair, face)) for face in FACES), into + at] for at, pair in enumerate(PAIRS)]
        for face in FACES:
            pairs = [into + PAIRS.index(_with((face,), other)) for other in FACES]
            lines.append([*pairs, into + HOLDS.index((face,))])
        lines.append([*(into + HOLDS.index((face,)) for face in FACES), into + HOLDS.index(())])
        return np.array(lines, np.int64)

    def locked_program(self) -> Program:
        """The same where each hold leads to positions of its own."""
        lines = [
            [*(self.at[pair, _with(pair, face)] for face in FACES), self.holds + at]
            for at, pair in enumerate(PAIRS)
        ]
        between = self.room + len(HOLDS)
        for place, face in enumerate(FACES):
            rows = [between + place * len(FACES) + other for other in range(len(FACES))]
            for row, second in zip(rows, FACES, strict=True):
                ends = [self.at[(face,), _with((face,), second, third)] for third in FACES]
                lines.append([*ends, row])
            lines.append([*rows, self.holds + HOLDS.index((face,))])
        none = self.program(self.position_at, self.room)
        none[-1, -1] = self.holds + HOLDS.index(())
        return np.concatenate([np.array(lines, np.int64), none])

    def options(self, stopping: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """Rows to choose from at every position, in the order of the tie rule, and how many."""
        table = np.zeros((len(self.positions), 1 + 2 * (len(HOLDS) - 1)), np.int32)
        counts = np.zeros(len(self.positions), np.int64)
        for at, (locked, roll) in enumerate(self.positions):
            holds = [i for i, hold in enumerate(HOLDS) if _holds(locked, hold) and _holds(hold, roll)]
            rows = [self.ends_at(roll)] if stopping == FREE else []
            rows += [self.holds + hold for hold in holds]
            rows += [self.said + hold for hold in holds] if stopping == DECLARE else []
            table[at, : len(rows)], counts[at] = rows, len(rows)
        return table[:, : counts.max()].copy(), counts
