"""Millions of situations answered at once: index arrays in; action, value, regret and tie mask out.

Every decision of a turn is solved once, exactly, for every target; a situation is then one look-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from game421.dice import KEEP_NOTHING, KEEPS, ROLLS
from game421.errors import InputError
from game421.turns.batch import greatest, solve_batch
from game421.turns.decisions import Decisions, decisions
from game421.turns.layout import Array, Layout
from game421.turns.policies import by_target
from game421.turns.questions import TurnQuestion
from game421.turns.terms import TurnTerms

Indices = npt.NDArray[np.integer[Any]]
"""Whole numbers of any width, one per situation."""


@dataclass(frozen=True, eq=False)
class SituationTable:
    """A turn solved for B targets, laid out for look-up."""

    layout: Layout
    targets: int
    answers: Decisions
    """Of every [left, row, target], raveled."""
    row_of: npt.NDArray[np.intp]
    """`row_of[locked, roll]`: the row of these dice, -1 where they cannot lie so."""

    @classmethod
    def of(cls, question: TurnQuestion) -> SituationTable:
        """Solve a question for every target, a column per target in the order of `by_target`."""
        payoffs = [each.payoff for each in by_target(question)]
        numerators = np.array([payoff.numerators for payoff in payoffs], object).transpose(1, 2, 0)
        return cls.solved(question.terms, numerators, payoffs[0].denominator)

    @classmethod
    def solved(cls, terms: TurnTerms, numerators: Array, denominator: int = 1) -> SituationTable:
        """Solve payoffs `numerators[throws used - 1, roll, target] / denominator`, whole numbers, exactly."""
        fits = terms.scale(terms.throws) * greatest(numerators) < 1 << 62
        batch = solve_batch(terms, numerators.astype(np.int64 if fits else object))
        tables = [decisions(batch, left, denominator).arrays for left in range(terms.throws)]
        joined = [np.concatenate([part.ravel() for part in parts]) for parts in zip(*tables, strict=True)]
        return cls(batch.layout, numerators.shape[-1], Decisions(*joined), _row_of(batch.layout))

    def answer(
        self,
        roll: Indices,
        left: Indices | int,
        target: Indices | int = 0,
        locked: Indices | int = KEEP_NOTHING,
    ) -> Decisions:
        """Answer n situations: what lies on the table, throws that may still come, target, locked dice.

        `roll` counts as `ROLLS` does, `locked` as `KEEPS`, `target` from 0 in the table's order; a single
        number holds for all. Raises InputError for numbers out of range and dice that cannot lie so.
        """
        _check("throws left", left, self.layout.terms.throws)
        _check("target", target, self.targets)
        _check("roll", roll, len(ROLLS))
        _check("locked", locked, len(KEEPS))
        row = self.row_of[locked].take(roll) if isinstance(locked, int) else self.row_of[locked, roll]
        if row.size and row.min() < 0:
            raise InputError("some situation has dice that cannot lie so under these terms")
        place = (np.asarray(left, np.intp) * len(self.layout.rows) + row) * self.targets + target
        return self.answers.of(place)


def _row_of(layout: Layout) -> npt.NDArray[np.intp]:
    row_of = np.full((len(KEEPS), len(ROLLS)), -1, np.intp)
    for row, (roll, kept) in enumerate(layout.rows):
        row_of[kept, roll] = row
    return row_of


def _check(name: str, numbers: Indices | int, limit: int) -> None:
    """Refuse what is no whole number from 0 to `limit` - 1."""
    array = np.asarray(numbers)
    if array.dtype.kind not in "iu":
        raise InputError(f"{name} is an array of {array.dtype}: give whole numbers from 0 to {limit - 1}")
    if array.size and not (array.min() >= 0 and array.max() < limit):
        raise InputError(f"{name} has numbers from {array.min()} to {array.max()}: allowed 0 to {limit - 1}")
