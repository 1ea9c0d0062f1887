"""Turns of one player in a token state, followed under a way to play, with what his decisions cost.

A block of turns has a column b for every summary it may begin after. Rows are those of the turn's layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from game421.arena.following import by_roll
from game421.arena.menus import NO_ACTION
from game421.arena.ways import Codes
from game421.dice import ROLLS
from game421.rounds.positions import Section
from game421.turns.batch import TurnBatch
from game421.turns.exact import TOLERANCE
from game421.turns.layout import SOURCE, Array, Layout, Menu
from game421.turns.options import first_option_values, option_values
from game421.turns.products import product

_STOPS, _HOLDS = len(ROLLS), len(SOURCE) // 2
FEW = _HOLDS - _STOPS
"""Rows of a product at a time."""


@dataclass(frozen=True)
class Decision:
    """The decisions of a block with so many throws left, all rows of it."""

    layout: Layout
    left: int
    menu: Menu
    """Its `source` is where an action stands among `options`."""
    options: Array
    """`options[at, b]`: what everything that can be done is worth."""
    best: Array
    """`best[row, b]`."""
    perfect: Codes
    """`perfect[row, b]`: what perfect play does."""

    def place(self, action: Codes) -> npt.NDArray[np.intp]:
        """`[row, b]`: where actions stand among the options; anywhere for `NO_ACTION`."""
        if len(self.perfect) == 1:
            return np.where(action == self.menu.codes[-1], len(self.options) - 1, 0)
        found: npt.NDArray[np.intp] = SOURCE[np.where(action == NO_ACTION, 0, action)]
        return found

    def regret(self, action: Codes) -> Array:
        """`[row, b]`: what an action costs, 0 within 1e-12; all there is where it is `NO_ACTION`."""
        found = self.best - np.take_along_axis(self.options, self.place(action), axis=0)
        found[found <= TOLERANCE] = 0
        return np.where(action == NO_ACTION, self.best, found)

    @cached_property
    def every_regret(self) -> Array:
        """`[slot, row, b]`: the same of every action; 0 in slots that only fill up."""
        found = self.best - self.options.take(self.menu.source, axis=0)
        found[found <= TOLERANCE] = 0
        return found * (self.menu.bits > 0)[:, :, None]


@lru_cache(maxsize=16)
def first_menu(layout: Layout) -> Menu:
    """What may be done before the first throw, as the menu of a single row."""
    actions = np.array(layout.terms.first_actions(), np.uint8)[:, None]
    places = np.arange(len(actions))
    return Menu(places[:, None], actions, (1 << places).astype(np.uint16)[:, None])


@lru_cache(maxsize=64)
def evenly(layout: Layout, left: int, options: int) -> Array:
    """`[at, row]`: chance that any legal action, all alike, is the one of so many that stands there."""
    menu = layout.menus[left] if left < layout.terms.throws else first_menu(layout)
    chance = (menu.bits > 0) / (menu.bits > 0).sum(axis=0)
    found = np.zeros((options, menu.codes.shape[1]))
    np.add.at(found, (menu.source, np.arange(menu.codes.shape[1])), chance)
    return found


Note = Callable[[Decision, Array, Codes], None]
"""Told the decisions of a block, with what chance [row, b] each comes up, and what is done there."""

Done = Callable[[Decision, Array], Codes]
"""What a player does, [row, b], where decisions come up with some chance [row, b]."""


def perfectly(decision: Decision, _mass: Array) -> Codes:
    """What perfect play does."""
    return decision.perfect


def decisions(turns: TurnBatch) -> Iterator[Decision]:
    """The decisions of the turns of a block, most throws left first."""
    layout, throws = turns.layout, turns.layout.terms.throws
    first = np.stack(first_option_values(layout, turns.payoff, turns.value[-1]))
    menu = first_menu(layout)
    taken = menu.codes[turns.declares.astype(np.intp), 0][None]
    yield Decision(layout, throws, menu, first, turns.start[None], taken)
    for left in range(throws - 1, 0, -1):
        options = option_values(layout, turns.payoff, turns.value[left - 1], left, 0)
        yield Decision(layout, left, layout.menus[left], options, turns.value[left], turns.action[left])


def follow_block(
    block: Sequence[Decision],
    here: Array,
    done: Done = perfectly,
    noise: float = 0.0,
    note: Note | None = None,
) -> Array:
    """Chances [throws - 1, roll, b] of how turns end that begin with chance `here[b]`.

    With chance `noise` any legal action is taken, else what `done` says; a forfeited turn ends nowhere.
    """
    layout = block[0].layout
    ended = np.zeros((layout.terms.throws, _STOPS, here.size))
    mass = here[None]
    for used, decision in enumerate(block):
        action = done(decision, mass)
        if note is not None:
            note(decision, mass, action)
        gathered = _gather(decision, action, mass, noise)
        mass = _thrown(layout, gathered, ended[max(0, used - 1) :], first=used == 0)
    ended[-1] += by_roll(layout, mass)
    return ended


def _gather(decision: Decision, action: Codes, mass: Array, noise: float) -> Array:
    """Mass [at, b] of everything that is done."""
    size, columns = decision.options.shape
    gathered = np.zeros(decision.options.shape)
    if noise < 1:
        places = decision.place(action) * columns + np.arange(columns)
        weights = mass * (action != NO_ACTION) * (1 - noise)
        counted = np.bincount(places.ravel(), weights=weights.ravel(), minlength=size * columns)
        gathered += counted.reshape(size, columns)
    if noise:
        shares, alike = evenly(decision.layout, decision.left, size), np.ascontiguousarray(mass)
        for first in range(0, size, FEW):  # so that BLAS shares none with threads: see `turns.products`
            part = slice(first, first + FEW)
            gathered[part] += noise * product(shares[part], alike)
    return gathered


def _thrown(layout: Layout, gathered: Array, ended: Array, *, first: bool) -> Array:
    """Mass [row, b] after the throw; turns that are over are added to `ended`, this throw's number first."""
    if first:
        if len(gathered) > 1:
            ended[0] += by_roll(layout, layout.chances[-1][:, None] * gathered[1])
        mass: Array = layout.chances[-1][:, None] * gathered[0]
        return mass
    ended[0] += gathered[:_STOPS]
    if len(gathered) > _HOLDS:
        ended[1] += by_roll(layout, product(layout.chances.T, gathered[_HOLDS:]))
    return product(layout.chances.T, gathered[_STOPS:_HOLDS])


def numbered(section: Section, columns: npt.NDArray[np.intp], left: int) -> npt.NDArray[np.intp]:
    """`[row, b]`: the numbers of the positions with so many throws left, of some columns of a section."""
    rows = np.arange(len(section.rows))[section.rows_left(left)]
    return section.first + rows[:, None] + len(section.rows) * columns
