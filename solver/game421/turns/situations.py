"""Millions of situations answered at once: index arrays in; action, value, regret and tie mask out.

Every decision of a turn is solved once, exactly, for every target; a situation is then one look-up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from game421.dice import KEEP_NOTHING, KEEPS, ROLLS, RollIndex
from game421.errors import InputError
from game421.states.actions import Action
from game421.turns.policies import PolicyQuestion
from game421.turns.terms import TurnTerms

Indices = npt.NDArray[np.integer] | npt.NDArray[np.intp]
"""Whole numbers of any width, one per situation."""


@dataclass(frozen=True, eq=False)
class SituationAnswers:
    """What to do in n situations and what it is worth: four arrays of length n.

    `regret` is what the second best costs: 0 where several actions are best, NaN where there is only
    one. Bit i of `ties` is set where the i-th legal action, in tie-rule order, is best.
    """

    action: npt.NDArray[np.uint8]
    """The action of the tie rule, as `states.actions.Action` numbers them."""
    value: npt.NDArray[np.float64]
    """In the goal's unit; within one rounding of the exact value."""
    regret: npt.NDArray[np.float64]
    ties: npt.NDArray[np.uint16]


@dataclass(frozen=True, eq=False)
class SituationTable:
    """A turn solved for B targets, laid out for look-up: arrays [left, row, target], raveled."""

    terms: TurnTerms
    targets: int
    answers: SituationAnswers
    row_of: npt.NDArray[np.intp]
    """`row_of[locked keep, roll]`: the row of that pair, -1 where it cannot be."""

    @classmethod
    def of(cls, question: PolicyQuestion) -> SituationTable:
        """The table of a policy question, a column per target, in the order of `question.targets`."""
        payoffs = [target.payoff for target in question.targets]
        numerators = np.array([payoff.numerators for payoff in payoffs], object).transpose(1, 2, 0)
        return solve_situations(question.terms, numerators, payoffs[0].denominator)

    def actions(self, left: int, roll: RollIndex, locked: int = KEEP_NOTHING) -> tuple[Action, ...]:
        """The legal actions of a situation in tie-rule order: what the bits of `ties` stand for."""
        return self.terms.actions(left, roll, KEEPS_INDEX(locked))

    def answer(
        self, roll: Indices, left: Indices, target: Indices | int = 0, locked: Indices | int = KEEP_NOTHING
    ) -> SituationAnswers:
        """Answer situations given by the number of the roll, the throws left, target and locked dice.

        `roll` counts as `ROLLS` does, `locked` as `KEEPS`, `target` from 0 in the table's order. Raises
        InputError for numbers out of range and for dice that cannot lie so.
        """
        _check("throws left", left, self.terms.throws)
        _check("target", target, self.targets)
        row = self._rows(roll, locked)
        rows = len(self.answers.action) // (self.terms.throws * self.targets)
        place = (np.asarray(left, np.intp) * rows + row) * self.targets + target
        found = self.answers
        return SituationAnswers(
            found.action.take(place),
            found.value.take(place),
            found.regret.take(place),
            found.ties.take(place),
        )

    def _rows(self, roll: Indices, locked: Indices | int) -> Indices:
        _check("roll", roll, len(ROLLS))
        _check("locked", locked, len(KEEPS))
        row = self.row_of[locked, roll]
        if row.size and row.min() < 0:
            raise InputError("a situation has dice that cannot lie so: locked dice not in the roll")
        return row
