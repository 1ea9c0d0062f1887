"""One Bellman backup: the values of some states from the values of the states that may follow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from game421.games.space import Block, GameSpace
from game421.rounds.outcomes import RoundOutcomes, round_outcomes
from game421.rounds.solving import RoundPayoffs, RoundSolution, solve_round
from game421.turns.layout import Array


@dataclass(frozen=True)
class Backup:
    """What one round makes of a vector of values, for the states of one block.

    `value[i, s]`, playing seats first, over `scale` in exact arithmetic (1 in floats); `solution` is
    the round played best, None for a single throw without choice.
    """

    block: Block
    value: Array
    scale: int
    solution: RoundSolution | None

    def outcomes(self, space: GameSpace) -> RoundOutcomes:
        """Exact ways of every outcome under the policies that were found."""
        if self.solution is not None:
            return round_outcomes(self.solution)
        ways = space.throw_ways
        columns = np.repeat(ways[:, None], len(self.block.states), axis=1)
        return RoundOutcomes(columns, int(ways.sum()))


def back_up(space: GameSpace, block: Block, values: Array, unit: int = 1, *, policy: bool = True) -> Backup:
    """Play one round at best from every state of a block.

    `values` is the whole vector (payoffs, then states), in float64 or Python integers over a common
    denominator; `unit` is what 1 is in it. With two players one's value is the other's loss.
    """
    worth = values[block.leads_to]
    if block.tree is None:
        ways, total = space.throw_ways, sum(space.rules.die) ** 3
        weights = (ways / total).astype(np.float64) if values.dtype == np.float64 else ways
        return Backup(block, np.tensordot(weights, worth, axes=1), total, None)
    constant = unit if space.players == 2 else None
    solution = solve_round(block.tree, RoundPayoffs(worth, constant=constant), policy=policy)
    return Backup(block, solution.start, solution.scale[0], solution)


def store(space: GameSpace, states: Iterable[int], value: Array, values: Array) -> None:
    """Write the backups `value[i, s]` of these states into the vector, each player at his seat."""
    for column, index in enumerate(states):
        values[space.offset[index] + np.array(space.states[index].seating)] = value[:, column]
