"""Decisions by the million as the columns of a table: numbers are kept, texts are made when they are read."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np

from game421.rounds.decisions import RoundDecisions
from game421.rounds.positions import RoundPositions
from game421.states.actions import RAMPO, Action
from game421.states.token_states import TokenState
from game421.tables.columns import Cell, Computed
from game421.tables.keys import action_key
from game421.turns.decisions import Decisions
from game421.turns.layout import Array

_ACTIONS = tuple(action_key(Action(code)) for code in range(RAMPO + 1))
"""Every action as tables spell it."""

_BITS = 16
"""More actions than this no menu has."""


@dataclass(frozen=True, eq=False)
class Page:
    """Decisions of some token states, state by state: position `numbers[i]` of state `states[places[i]]`."""

    states: tuple[TokenState, ...]
    positions: RoundPositions
    places: Array
    numbers: Array
    found: Decisions

    @classmethod
    def of(cls, decisions: RoundDecisions, wanted: Array) -> Page:
        """Those decisions that are `wanted[s, n]`."""
        places, numbers = (indices.astype(np.int32) for indices in np.nonzero(wanted))
        return cls(decisions.states, decisions.positions, places, numbers, decisions.found.of(wanted))

    def of_states(self, wanted: AbstractSet[TokenState]) -> Page:
        """The decisions in those states alone."""
        kept = np.array([state in wanted for state in self.states])[self.places]
        return Page(self.states, self.positions, self.places[kept], self.numbers[kept], self.found.of(kept))


def columns(pages: Sequence[Page]) -> tuple[Sequence[Cell], ...]:
    """The columns position, action, value, regret and ties of all these pages, at least one."""
    ends = [around(state) for page in pages for state in page.states]
    firsts = np.cumsum([0, *(len(page.states) for page in pages)])
    state = np.concatenate([page.places + first for page, first in zip(pages, firsts[:-1], strict=True)])
    text, texts = _texts(pages)
    action, value, regret = (
        np.concatenate([page.found.arrays[which] for page in pages]) for which in range(3)
    )
    tied, ties = _ties(pages)

    def positions(part: slice) -> list[Cell]:
        pairs = zip(state[part].tolist(), text[part].tolist(), strict=True)
        return [f"{ends[place][0]} {texts[number]}{ends[place][1]}" for place, number in pairs]

    return (
        Computed(len(state), positions),
        Computed(len(state), lambda part: [_ACTIONS[code] for code in action[part].tolist()]),
        Computed(len(state), lambda part: list(value[part].tolist())),
        Computed(len(state), lambda part: list(regret[part].tolist())),
        Computed(len(state), lambda part: [ties[number] for number in tied[part].tolist()]),
    )


def around(state: TokenState) -> tuple[str, str]:
    """What a position in this state begins with, and what it ends with."""
    stacks = "/".join(map(str, state.stacks)) or "/".join("-" * state.players)
    pot = "-" if state.pot is None else state.pot
    lost = f" lost={'/'.join(map(str, state.lost))}" if state.lost else ""
    return f"{state.phase} {pot} {stacks}", lost


def _texts(pages: Sequence[Page]) -> tuple[Array, list[str]]:
    """Which text each decision has, and the texts of all positions."""
    firsts, texts = dict[RoundPositions, int](), list[str]()
    for page in pages:
        if page.positions not in firsts:
            firsts[page.positions] = len(texts)
            texts += page.positions.texts
    return np.concatenate([page.numbers + firsts[page.positions] for page in pages]), texts


def _ties(pages: Sequence[Page]) -> tuple[Array, list[str]]:
    """Which text each decision's ties have, and the texts."""
    number = dict[tuple[Action, ...], int]()
    parts = []
    for page in pages:
        menus = np.array([number.setdefault(menu, len(number)) for menu in page.positions.menus])
        parts.append((menus[page.positions.menu[page.numbers]] << _BITS) + page.found.ties)
    different, tied = np.unique(np.concatenate(parts), return_inverse=True)
    menu_of = list(number)
    texts = [
        " ".join(_ACTIONS[action] for bit, action in enumerate(menu_of[key >> _BITS]) if key >> bit & 1)
        for key in different.tolist()
    ]
    return tied.astype(np.int32), texts
