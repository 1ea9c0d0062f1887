"""A turn as rows of numbers: where the means over throws come from, and what may be chosen on each roll.

The rows of a turn are, in this order: values at each position after a throw; what ending on each roll
leaves; the worth of each hold before its throw; the same if that throw is announced as the last; and,
where held dice are locked, holds that nothing obliges, and room for means. Positions are the rolls; where
held dice are locked, what is locked and the roll. Holds keep two dice, then one, then none, the higher
dice first: the order of the tie rule.

A hold that may be let go for a smaller one in it becomes the better of both: of one die, or none; then of
two dice, or one of those. What is best on a roll is then to end on it, or the best of its pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from math import gcd
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.certificates.endings import ROLLS
from game421.certificates.tallies import FREE
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
    goes. `last` makes the holds of ends, `announced` the announced holds of ends, `main` the holds of
    positions. `copies` are pairs of rows, the second to become the first. A line of `smaller` lists a hold
    and two that may be held instead; `options[position]` are the rows to choose from at a position, at
    least one of them twice; the first, where a turn may be stopped, ends it.

    `possible` are the positions that the die can show; `ends`, `holds` and `said` the first row of an end,
    of a hold and of one announced, `nothing` the hold of no die; `pairs` is the number of holds of two
    dice. `bonus[row]` is what the tie rule adds to the mover's own value, as a share of the difference
    that it takes for none: 1 for the first of the 168 actions (each of the 84 keeps, plain, then announced),
    the later ones in equal steps down to nothing. `die` holds the chances of the faces 6 to 1, or a single
    one that all share.
    """

    stopping: int
    rows: int
    ends: int
    holds: int
    said: int
    nothing: int
    pairs: int
    last: Program
    announced: Program
    main: Program
    copies: Program
    smaller: Program
    possible: npt.NDArray[np.int64]
    options: Program
    bonus: npt.NDArray[np.float64]
    die: tuple[float, ...]


def turn_rows(rules: Rules, stopping: int) -> TurnRows:
    """The layout of a turn under these rules."""
    layout = _Layout(rules)
    shown = [at for at, position in enumerate(layout.positions) if layout.possible(position)]
    return TurnRows(
        stopping,
        layout.size,
        layout.ends,
        layout.holds,
        layout.said,
        layout.holds + HOLDS.index(()),
        len(PAIRS),
        layout.program(layout.ends_at, layout.holds),
        layout.program(layout.ends_at, layout.said),
        layout.locked_program() if layout.locked else layout.program(layout.position_at, layout.holds),
        layout.copies(),
        layout.smaller(),
        np.array(shown, np.int64),
        layout.options(stopping),
        layout.bonus(),
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
        self.free = self.said + len(HOLDS) if self.locked else self.holds
        self.room = self.free + len(HOLDS)
        self.size = self.room + len(HOLDS) + len(FACES) ** 2 if self.locked else self.said + len(HOLDS)

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

    def copies(self) -> Program:
        """Where a hold stands twice: as it is, and as what may still be let go for a smaller one."""
        rows = [(self.holds + at, self.free + at) for at in range(len(HOLDS))]
        return np.array(rows if self.locked else [], np.int64).reshape(-1, 2)

    def smaller(self) -> Program:
        """Each hold that is not empty, and the two holds of one die less."""
        return np.array(
            [
                [self.free + HOLDS.index(part) for part in (hold, hold[1:], hold[:-1])]
                for hold in sorted(HOLDS[:-1], key=len)
            ],
            np.int64,
        )

    def options(self, stopping: int) -> Program:
        """Rows to choose from at every position."""
        return np.array([self._options(*position, stopping) for position in self.positions], np.int64)

    def _options(self, locked: Dice, roll: Dice, stopping: int) -> list[int]:
        if locked:
            holds = [hold for hold in HOLDS if _holds(locked, hold) and _holds(hold, roll)]
            rows = [self.holds + HOLDS.index(hold) for hold in holds]
        else:
            rows = [self.free + PAIRS.index((roll[:at] + roll[at + 1 :])[:2]) for at in range(len(roll))]
        first = self.ends_at(roll) if stopping == FREE else rows[0]
        return [first, *rows, *rows[:1] * (3 - len(rows))]

    def bonus(self) -> npt.NDArray[np.float64]:
        """The share of each row, in the order of the actions that the tie rule goes by."""
        actions, place = 2 * (len(ROLLS) + len(HOLDS)), np.zeros(self.size)
        place[self.holds : self.holds + len(HOLDS)] = len(ROLLS) + np.arange(len(HOLDS))
        place[self.said : self.said + len(HOLDS)] = actions - len(HOLDS) + np.arange(len(HOLDS))
        return 1 - place / actions
