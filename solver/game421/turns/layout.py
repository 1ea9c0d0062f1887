"""A turn laid out as arrays: its rows, the chances of each reroll, and the menu of every decision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from game421.dice import KEEP_NOTHING, KEEPS, ROLLS, KeepIndex, RollIndex
from game421.states.actions import Action, is_declared, is_stop, keep_of
from game421.turns.terms import PROPER_KEEPS, TurnTerms

Array = npt.NDArray[Any]

Near = npt.NDArray[np.bool_]
"""`near[slot, row, b]`: whether the action in that slot reaches the best value."""

Row = tuple[RollIndex, KeepIndex]
"""What a decision stands on: the roll on the table and the dice already locked (none unless they lock)."""


@dataclass(frozen=True)
class Menu:
    """The legal actions of every row, as arrays over (slot, row), slots in tie-rule order.

    `source[slot, row]` is where the slot's value stands among the stacked values [stop by roll (56),
    reroll by keep (28), "le bon" by keep (28)]; `codes` the action; `bits` 1 << slot, or 0 where the
    slot only fills up (it then repeats the first).
    """

    source: npt.NDArray[np.intp]
    codes: npt.NDArray[np.uint8]
    bits: npt.NDArray[np.uint16]

    @classmethod
    def of(cls, actions: list[tuple[Action, ...]]) -> Menu:
        """The menu of rows with these actions."""
        slots = max(map(len, actions))
        filled = [menu + (menu[0],) * (slots - len(menu)) for menu in actions]
        bits = np.array([[(1 << slot) * (slot < len(menu)) for slot in range(slots)] for menu in actions])
        return cls(
            SOURCE[np.array(filled).T.copy()],
            np.array(filled, np.uint8).T.copy(),
            bits.T.astype(np.uint16),
        )

    @cached_property
    def _preference(self) -> npt.NDArray[np.uint8]:
        """`[slot, row, 1]`: 255 - code. Codes ascend in tie-rule order, so more is preferred."""
        return (255 - self.codes)[:, :, None]

    def choose(
        self, near: Near, action: npt.NDArray[np.uint8], preferred: npt.NDArray[np.uint8] | None = None
    ) -> None:
        """Write `action[row, b]`, that of the tie rule, given which slots reach the best.

        `preferred` is memory for as many bytes as `near` has, if there is some.
        """
        np.multiply(near.view(np.uint8), self._preference, out=preferred).max(axis=0, out=action)
        np.subtract(255, action, out=action)

    def ties(self, near: Near) -> npt.NDArray[np.uint16]:
        """`[row, b]`: bit i set where the i-th legal action of the row, in tie-rule order, is best."""
        mask: npt.NDArray[np.uint16] = (near * self.bits[:, :, None]).sum(axis=0, dtype=np.uint16)
        return mask


def _source(action: Action) -> int:
    if is_stop(action):
        return int(action)
    return int(keep_of(action)) + (len(PROPER_KEEPS) if is_declared(action) else 0)


SOURCE = np.array([_source(Action(code)) for code in range(2 * len(KEEPS))], np.intp)
"""`SOURCE[action]`: where the value of an action stands among the stacked values of a menu."""


class Layout:
    """Everything about a turn's terms that the payoffs do not change. Get it from `layout_of`."""

    def __init__(self, terms: TurnTerms) -> None:
        self.terms = terms
        self.rows: tuple[Row, ...] = _rows(terms)
        """The (roll, locked dice) pairs of every batch array, in order: the 56 rolls unless dice lock."""
        self.rolls = np.array([roll for roll, _ in self.rows])
        """`rolls[row]`."""
        self.stops = self.rolls.astype(np.uint8)[:, None]
        """`stops[row, 0]`: the action of keeping all three dice."""
        self.ways = self._ways()
        """Per keep of two dice or fewer, the rows it can end on and their ways out of `unit`."""
        self.chances = np.zeros((len(PROPER_KEEPS), len(self.rows)))
        """`chances[keep - 56, row]` of ending on the row when rerolling from the keep."""
        self.counts = np.zeros_like(self.chances)
        """The same as ways, whole numbers; only where `unit` is below 2**53, which holds them exactly."""
        for keep, (rows, ways) in enumerate(self.ways):
            self.chances[keep, rows] = [int(count) / terms.unit for count in ways]
            if terms.unit < 1 << 53:
                self.counts[keep, rows] = ways
        self.menus = {left: self._menu(left) for left in range(1, terms.throws)}
        """The menu of every number of throws left from 1."""

    def _ways(self) -> tuple[tuple[npt.NDArray[np.intp], Array], ...]:
        place = {row: index for index, row in enumerate(self.rows)}
        ways = []
        for keep in PROPER_KEEPS:
            locked = keep if self.terms.locked else KEEP_NOTHING
            rows = np.array([place[roll, locked] for roll, _ in self.terms.reach[keep]], np.intp)
            counts = [count for _, count in self.terms.reach[keep]]
            ways.append((rows, np.array(counts, np.int64 if max(counts) < 1 << 62 else object)))
        return tuple(ways)

    def _menu(self, left: int) -> Menu:
        return Menu.of([self.terms.actions(left, roll, kept) for roll, kept in self.rows])


def _rows(terms: TurnTerms) -> tuple[Row, ...]:
    if terms.locked:
        return tuple((roll, kept) for kept in terms.lockings for roll, _ in terms.reach[kept])
    return tuple((RollIndex(roll), KEEP_NOTHING) for roll in range(len(ROLLS)))


@lru_cache(maxsize=64)
def layout_of(terms: TurnTerms) -> Layout:
    """The layout of these terms, built once."""
    return Layout(terms)
