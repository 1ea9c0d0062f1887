"""The course of a two-player game under optimal play: how often each state is visited, how long it lasts.

A game is followed as the way of its first leader through the places of the vector of values: the seat he
has in each state, and in the end his payoff. Policies are one round backup away from the values; they and
everything here are float64.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from game421.errors import Game421Error
from game421.games.backups import back_up
from game421.games.space import Block, GameSpace
from game421.games.values import GameValues
from game421.rounds.chances import RoundChances, round_chances
from game421.turns.layout import Array

CERTAIN = 1e-12
"""A distribution is followed until what is left of it is less."""

TOGETHER = 64
"""States whose rounds are played together: enough for speed, few enough for memory."""

Matrix = Any
"""A sparse matrix of scipy, [place, following place]."""


@dataclass(frozen=True)
class Played:
    """The rounds of some states under optimal play.

    `outcomes[throws, o, s]`: chance that the round of state `block.states[s]` takes so many throws and
    comes to the block's outcome o. `chances` is None where a round is a single throw without best or
    worst (a havraise charge).
    """

    block: Block
    outcomes: Array
    chances: RoundChances | None


def play(space: GameSpace, table: GameValues) -> Iterator[Played]:
    """Play a round at best from every state, towards the values of `table`."""
    values = space.vector()
    for index, state in enumerate(space.states):
        places = slice(space.offset[index], space.offset[index + 1])
        values[places] = [value / table.denominator for value in table.of(state)]
    for block in space.blocks:
        for first in range(0, len(block.states), TOGETHER):
            columns = range(first, min(first + TOGETHER, len(block.states)))
            yield _played(space, block.take(columns), values)


def _played(space: GameSpace, block: Block, values: Array) -> Played:
    solution = back_up(space, block, values).solution
    if solution is not None:
        chances = round_chances(solution)
        return Played(block, chances.verdicts, chances)
    chances_of_rolls = (space.throw_ways / sum(space.rules.die) ** 3).astype(np.float64)
    outcomes = np.zeros((2, len(chances_of_rolls), len(block.states)))
    outcomes[1] = chances_of_rolls[:, None]
    return Played(block, outcomes, None)


@dataclass(frozen=True)
class Course:
    """The first leader's way through a game.

    `moves[throws][place, following]`: chance that the round he plays at this place of the vector of values
    takes so many throws and leads him there. Payoffs are places too, and nothing follows them.
    """

    space: GameSpace
    moves: Mapping[int, Matrix]

    @property
    def move(self) -> Matrix:
        """`move[place, following]`, whatever the throws."""
        return sum(self.moves.values())

    def places(self, *phases: str) -> npt.NDArray[np.bool_]:
        """Which places of the vector belong to states of these phases (`C`, `D`)."""
        wanted = np.array([state.phase in phases for state in self.space.states])
        return np.where(self.space.owner < 0, False, wanted[self.space.owner])

    def visits(self) -> Array:
        """`visits[place]`: expected number of rounds he plays there; of a payoff the chance to get it.

        The solution of a linear system. Raises Game421Error where play could go on for ever.
        """
        from scipy.sparse import eye_array
        from scipy.sparse.linalg import splu

        begin = np.zeros(self.space.size)
        begin[self.space.offset[self.space.start]] = 1
        try:
            visits: Array = splu((eye_array(self.space.size) - self.move).T.tocsc()).solve(begin)
        except RuntimeError:  # singular
            raise Game421Error(
                f"rules {self.space.rules.name}: optimal play may go on for ever, so nothing has a mean"
            ) from None
        return visits

    def by_state(self, places: Array) -> Array:
        """Sums over the places of each state."""
        return np.add.reduceat(places, self.space.offset[:-1])


def course(space: GameSpace, played: Iterable[Played]) -> Course:
    """The course of a game whose states have all been played."""
    from scipy.sparse import coo_array

    entries: dict[int, list[tuple[Array, Array, Array]]] = {}
    for part in played:
        leads_to = part.block.leads_to
        seats = np.arange(leads_to.shape[1])[None, :, None]
        places = np.broadcast_to(space.offset[list(part.block.states)] + seats, leads_to.shape)
        for throws, chances in enumerate(part.outcomes):
            weights = np.broadcast_to(chances[:, None, :], leads_to.shape)
            kept = weights > 0
            if kept.any():
                entries.setdefault(throws, []).append((weights[kept], places[kept], leads_to[kept]))
    shape = (space.size, space.size)
    moves = {}
    for throws, parts in sorted(entries.items()):
        weights, places, following = (np.concatenate(column) for column in zip(*parts, strict=True))
        moves[throws] = coo_array((weights, (places, following)), shape=shape).tocsr()
    return Course(space, moves)


def distribution(moves: Mapping[int, Matrix], entry: Array, inside: npt.NDArray[np.bool_]) -> Array:
    """`distribution(…)[n]`: chance that n are counted while the game stays `inside`, by power iteration.

    Every move through `moves[w]` counts w, the one that leaves included. `entry[place]` is the chance to
    come inside there; what it lacks to 1 never comes and counts 0. Ends when less than 1e-12 is left.
    """
    stay = {count: matrix[inside][:, inside].T.tocsr() for count, matrix in moves.items()}
    leave = {count: matrix[inside][:, ~inside].sum(axis=1) for count, matrix in moves.items()}
    masses, found = [entry[inside]], [max(0.0, 1 - float(entry[inside].sum()))]
    left = 1 - found[0]
    while left >= CERTAIN:
        before = {count: masses[-count] for count in moves if count <= len(masses)}
        found.append(sum(float(leave[count] @ mass) for count, mass in before.items()))
        masses.append(sum((stay[count] @ mass for count, mass in before.items()), np.zeros_like(masses[0])))
        del masses[: -max(moves)]
        left -= found[-1]
    return np.array(found)
