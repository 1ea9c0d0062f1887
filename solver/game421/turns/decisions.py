"""What to do at every decision of turns solved in numpy: action, value, what the second best costs, ties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from game421.turns.batch import TurnBatch, first_values
from game421.turns.exact import TOLERANCE
from game421.turns.layout import Array, Menu, Near
from game421.turns.options import option_values


@dataclass(frozen=True, eq=False)
class Decisions:
    """What to do in many positions and what it is worth: four arrays of one shape.

    `regret` is what the second best costs: 0 where several actions are best, NaN where there is only
    one action. Bit i of `ties` is set where the i-th legal action, in the order of the tie rule, is best.
    """

    action: npt.NDArray[np.uint8]
    """The action of the tie rule, numbered as `states.actions.Action`."""
    value: npt.NDArray[np.float64]
    """In the goal's unit; of exact values within one rounding."""
    regret: npt.NDArray[np.float64]
    ties: npt.NDArray[np.uint16]

    @property
    def arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """The four, in the order of the fields."""
        return self.action, self.value, self.regret, self.ties

    def of(self, places: Any) -> Decisions:
        """Those at some places, whatever numpy takes as an index."""
        return Decisions(*(array[places] for array in self.arrays))


def decisions(batch: TurnBatch, left: int, denominator: int = 1) -> Decisions:
    """The decisions with `left` throws to come after what lies on the table, as arrays [row, b].

    `denominator` is that of the payoffs; 1 in float64. With no throw left nothing can be chosen.
    """
    layout, best = batch.layout, batch.value[left]
    scale = _scale(batch, left, denominator)
    if left == 0:
        alone = np.full(best.shape, np.nan)
        return Decisions(batch.action[0], ratio(best, scale), alone, np.ones(best.shape, np.uint16))
    bound = batch.most * layout.terms.scale(left)
    options = option_values(layout, batch.payoff, batch.value[left - 1], left, bound)
    menu = layout.menus[left]
    return chosen(menu, options.take(menu.source, axis=0), batch.action[left], scale)


def first_decisions(batch: TurnBatch, denominator: int = 1) -> Decisions:
    """The decisions before the first throw, as arrays [1, b]: to throw all dice, or "le bon" before."""
    terms = batch.layout.terms
    options = first_values(batch)[:, None]
    menu = Menu.of([terms.first_actions()])
    action = np.empty(options.shape[1:], np.uint8)
    menu.choose(_near(options), action)
    return chosen(menu, options, action, _scale(batch, terms.throws, denominator))


def chosen(menu: Menu, options: Array, action: npt.NDArray[np.uint8], scale: int) -> Decisions:
    """What was chosen of `options[slot, row, b]`, numerators over `scale`."""
    best: Array = options.max(axis=0)
    second = np.where(menu.codes[:, :, None] == action, options.min(), options).max(axis=0)
    ties = menu.ties(_near(options))
    regret = np.where(ties & (ties - 1) > 0, 0.0, ratio(best - second, scale))
    alone = np.count_nonzero(menu.bits, axis=0) == 1
    return Decisions(action, ratio(best, scale), np.where(alone[:, None], np.nan, regret), ties)


def _near(options: Array) -> Near:
    """`[slot, row, b]`: which options reach the best: exactly, or within 1e-12 in float64."""
    best = options.max(axis=0)
    near: Near = options >= (best - TOLERANCE if options.dtype == np.float64 else best)
    return near


def _scale(batch: TurnBatch, left: int, denominator: int) -> int:
    """What values with `left` throws to come are over."""
    return 1 if batch.start.dtype == np.float64 else denominator * batch.layout.terms.scale(left)


def ratio(numerators: Array, denominator: int) -> npt.NDArray[np.float64]:
    """Numerators over one denominator as floats: Python divides its own integers without overflow."""
    over = denominator if numerators.dtype == object else float(denominator)
    quotient: npt.NDArray[np.float64] = (numerators / over).astype(np.float64)
    return quotient
