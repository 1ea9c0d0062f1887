"""Perfect play of a game of two as tables to look up while it is played, with what every error costs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.arena.menus import every_regret
from game421.arena.nodes import UNNUMBERED, Node
from game421.games.decisions import decide_states
from game421.games.values import GameValues
from game421.rounds.positions import RoundPositions
from game421.states.actions import Action
from game421.states.token_states import TokenState
from game421.turns.layout import Array

TOGETHER = 32
"""Token states solved together when one of them is asked for."""


class Decided(NamedTuple):
    """Perfect play in the round of one token state."""

    perfect: bytes
    """`perfect[n]`: the action in every position."""
    value: Array
    """`value[n]`: what the position is worth to its mover."""
    costs: Array
    """`costs[choice, slot]`: what each action costs, for the positions that leave a choice."""
    choice: npt.NDArray[np.int32]
    """`choice[n]`: which of them position n is."""
    positions: RoundPositions

    def number(self, node: Node) -> int:
        """The number of a node among the positions."""
        if node.number == UNNUMBERED:
            node.number = self.positions.number(node.position) or 0
        return node.number

    def action(self, node: Node) -> Action:
        """What perfect play does."""
        number = node.number
        if number == UNNUMBERED:
            number = self.number(node)
        return self.perfect[number]  # type: ignore[return-value]  # a call to say so takes time

    def worths(self, node: Node) -> tuple[float, ...]:
        """What it is worth to both: one of two wins."""
        worth = float(self.value[self.number(node)])
        return (worth, 1 - worth) if node.place == 0 else (1 - worth, worth)

    def shift(self, node: Node, action: Action) -> tuple[float, ...]:
        """What an action brings both more than the best; nothing where it is as good."""
        number = self.number(node)
        cost = 0.0
        if self.perfect[number] != action:
            cost = float(self.costs[self.choice[number], node.actions.index(action)])
        return (-cost, cost) if node.place == 0 else (cost, -cost)


class ExactPlay:
    """Perfect play towards the values of a game of two; token states are solved when they are come to."""

    def __init__(self, table: GameValues) -> None:
        self.table = table
        self._decided: dict[TokenState, Decided] = {}
        alike: dict[tuple[str, int], list[TokenState]] = {}
        for state in table.values:
            alike.setdefault((state.phase, len(state.seats_in)), []).append(state)
        self._neighbours = {
            state: tuple(states[first : first + TOGETHER])
            for states in alike.values()
            for first in range(0, len(states), TOGETHER)
            for state in states[first : first + TOGETHER]
        }

    def at(self, state: TokenState) -> Decided:
        """Perfect play in one token state."""
        return self._decided.get(state) or self._decide(state)

    def prepare(self) -> None:
        """Solve every token state now, which takes a few seconds."""
        for state in self._neighbours:
            if state not in self._decided:
                self._decide(state)

    def _decide(self, state: TokenState) -> Decided:
        """Solve a state with its neighbours."""
        for decided in decide_states(self.table, self._neighbours[state]):
            positions = decided.positions
            choices = np.flatnonzero(positions.is_choice)
            choice = np.zeros(len(positions), np.int32)
            choice[choices] = np.arange(len(choices))
            regret = every_regret(decided)
            for place, each in enumerate(decided.states):
                self._decided[each] = Decided(
                    decided.found.action[place].tobytes(),
                    decided.found.value[place].copy(),
                    regret[place, choices, :-1],
                    choice,
                    positions,
                )
        return self._decided[state]
