"""The legal actions of every position of a round as one array, and arrays over them taken turn by turn.

Whatever belongs to the actions of a round is an array [s, n, slot]: token state, position as
`game421.rounds.positions` numbers it, place of the action in the menu (tie-rule order). One more slot, the
last, stands for doing nothing legal, which forfeits the game.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from game421.rounds.decisions import RoundDecisions
from game421.rounds.positions import RoundPositions, Section
from game421.states.actions import RAMPO, TIED
from game421.turns.batch import TurnBatch
from game421.turns.exact import TOLERANCE
from game421.turns.layout import Array
from game421.turns.options import first_option_values, option_values

NO_ACTION = 255
"""Fills the menus that are shorter than the longest, and the slot of forfeiting."""


@lru_cache(maxsize=8)
def menu_codes(positions: RoundPositions) -> npt.NDArray[np.uint8]:
    """`menu_codes(positions)[n, slot]`: the legal actions of every position; `NO_ACTION` in other slots."""
    longest = max(map(len, positions.menus))
    codes = np.full((len(positions.menus), longest + 1), NO_ACTION, np.uint8)
    for menu, actions in enumerate(positions.menus):
        codes[menu, : len(actions)] = actions
    found: npt.NDArray[np.uint8] = codes[positions.menu]
    return found


@lru_cache(maxsize=8)
def movers(positions: RoundPositions) -> npt.NDArray[np.int8]:
    """`movers(positions)[n]`: the place, in playing order, of who is to move."""
    found = np.empty(len(positions), np.int8)
    for section in positions.sections:
        found[section.first : section.stop] = section.made
    found[positions.throw_offs.first :] = positions.throw_offs.movers
    return found


def certain(positions: RoundPositions, action: npt.NDArray[np.uint8]) -> Array:
    """Chances [s, n, slot] of a player who does `action[s, n]` and nothing else."""
    chances: Array = (menu_codes(positions) == action[:, :, None]).astype(np.float64)
    return chances


def of_turns(array: Array, section: Section, left: int, slots: int) -> Array:
    """Of an array [s, n, slot] the part [slot, row, b] of a section with so many throws left.

    Columns b are as in a `TurnBatch` of that section: the summaries, and for each the token states.
    """
    states = len(array)
    turns = array[:, section.first : section.stop].reshape(
        states, len(section.columns), len(section.rows), array.shape[2]
    )
    part = turns[:, :, section.rows_left(left), :slots].transpose(3, 2, 1, 0)
    found: Array = part.reshape(slots, part.shape[1], -1)
    return found


def store_turns(array: Array, section: Section, left: int, found: Array) -> None:
    """Write `found[slot, row, b]` to the place `of_turns` reads it from; arrays [s, n] have a slot of 1."""
    states = len(array)
    shape = (states, len(section.columns), len(section.rows), *array.shape[2:])
    turns = array[:, section.first : section.stop].reshape(shape)
    part = found.reshape(*found.shape[:2], len(section.columns), states).transpose(3, 2, 1, 0)
    if array.ndim == 3:
        turns[:, :, section.rows_left(left), : len(found)] = part
    else:
        turns[:, :, section.rows_left(left)] = part[..., 0]


def every_regret(decided: RoundDecisions) -> Array:
    """`[s, n, slot]`: what each action costs its mover against the best, everyone playing on at best.

    0 for every action within 1e-12 of the best. To forfeit costs all that the position is worth: payoffs
    are not below 0, and it brings 0. What stands in empty slots means nothing.
    """
    positions = decided.positions
    regret = np.zeros((len(decided.states), *menu_codes(positions).shape))
    for section in positions.sections:
        turns = decided.solution.turns[section.made][section.cap]
        for left in range(1, section.cap + 1):
            store_turns(regret, section, left, _regrets(turns, left))
    regret[:, :, -1] = decided.found.value
    first = positions.throw_offs.first
    if len(positions.throw_offs.kinds):
        cost = np.nan_to_num(decided.found.regret[:, first:])
        best = decided.found.action[:, first:]
        codes = menu_codes(positions)[first:]
        other = np.isin(codes, (TIED, RAMPO)) & (codes != best[:, :, None])
        regret[:, first:, :-1] = (other * cost[:, :, None])[:, :, :-1]
    return regret


def _regrets(turns: TurnBatch, left: int) -> Array:
    """What each action of a turn's menu costs, [slot, row, b]."""
    layout = turns.layout
    if left == layout.terms.throws:
        options = np.stack(first_option_values(layout, turns.payoff, turns.value[-1]))[:, None]
    else:
        stacked = option_values(layout, turns.payoff, turns.value[left - 1], left, 0)
        options = stacked.take(layout.menus[left].source, axis=0)
    found: Array = options.max(axis=0) - options
    found[found <= TOLERANCE] = 0
    return found
