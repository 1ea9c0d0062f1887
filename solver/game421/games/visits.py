"""The course of a game under equilibrium play: how often each state is visited, how long it lasts.

What is followed is the whole manche, whoever plays on: under `last-in` a player who leaves has won, and the
rounds of the others go on being counted until one of them has lost. States are followed as they are, seen
from their leader; only where a seat matters, in the charge, which nobody leaves, a player's way through
the places of the vector of values is followed. Policies are one round backup away from the values; they
and everything here are float64.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from os import cpu_count
from typing import Any

import numpy as np
import numpy.typing as npt

from game421.errors import Game421Error, InputError
from game421.games.backups import back_up
from game421.games.space import LOST, Block, GameSpace
from game421.games.values import GameValues
from game421.reports import Report
from game421.retrograde import solve_moves
from game421.rounds.chances import FollowedRound, RoundChances, follow_solution
from game421.rounds.summaries import most_summaries
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.turns.layout import Array

CERTAIN = 1e-12
"""A distribution is followed until what is left of it is less."""

TOGETHER, OF_TWO = 8, 64
"""States whose rounds are followed together: the lanes of the compiled kernel; of two players, in numpy."""

Matrix = Any
"""A sparse matrix of scipy, [from, to]."""


@dataclass(frozen=True)
class Played:
    """The rounds of some states of one block under equilibrium play.

    `outcomes[throws, o, s]`: chance that the round of state `block.states[s]` takes so many throws and
    comes to the block's outcome o. `chances` is None where a round is a single throw without best or
    worst (a havraise charge).
    """

    block: Block
    outcomes: Array
    chances: RoundChances | None


def play(space: GameSpace, table: GameValues, report: Report | None = None) -> Iterator[Played]:
    """Play a round at best from every state, towards the values of `table`; always in the same order."""
    values = space.filled(table.floats)
    together = OF_TWO if space.players == 2 else TOGETHER
    parts = [
        block.take(range(first, min(first + together, len(block.states))))
        for block in space.blocks
        for first in range(0, len(block.states), together)
    ]
    done = 0
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        for played in pool.map(lambda part: _played(space, part, values), parts):
            yield played
            done += len(played.block.states)
            if report is not None:
                report(done, len(space.states))


def _played(space: GameSpace, block: Block, values: Array) -> Played:
    if block.tree is not None:
        found = _followed(space, block, values)
        return Played(block, found.verdicts, found.chances)
    chances_of_rolls = (space.throw_ways / sum(space.rules.die) ** 3).astype(np.float64)
    outcomes = np.zeros((2, len(chances_of_rolls), len(block.states)))
    outcomes[1] = chances_of_rolls[:, None]
    return Played(block, outcomes, None)


def _followed(space: GameSpace, block: Block, values: Array) -> FollowedRound:
    """By numpy where that is quicker than loading a compiler (two players), and for dice that lock."""
    if block.tree is not None and space.players > 2 and space.rules.kept_dice != "locked":
        from game421.rounds.following import follow_rounds
        from game421.rounds.passes import round_plan

        return follow_rounds(round_plan(block.tree), values[block.leads_to])
    solution = back_up(space, block, values).solution
    if solution is None:
        raise AssertionError("a round of turns has a solution")
    return follow_solution(solution)


@dataclass(frozen=True)
class Course:
    """What a manche comes to, round by round.

    `moves[throws][state, following]`: chance that the round played from a state takes so many throws and
    leads to another; the last of `following`, one more than there are states, is the end.
    """

    space: GameSpace
    moves: Mapping[int, Matrix]
    espagnole: tuple[float, ...]
    """Chance that each seat of the first round ends the charge with all tokens."""

    @property
    def move(self) -> Matrix:
        """`move[state, following]`, whatever the throws."""
        return sum(self.moves.values())

    @property
    def begin(self) -> Array:
        """`begin[state]`: 1 for the state a game begins in."""
        begin = np.zeros(len(self.space.states) + 1)
        begin[self.space.start] = 1
        return begin

    def of_phases(self, *phases: str) -> npt.NDArray[np.bool_]:
        """Which states are of these phases (`C`, `D`); the end is of none."""
        return np.array([*(state.phase in phases for state in self.space.states), False])

    def visits(self) -> Array:
        """`visits[state]`: expected number of rounds played from it; 1 for the end.

        The solution of a linear system. Raises Game421Error where play could go on for ever.
        """
        try:
            visits: Array = solve_moves(self.move, self.begin, forward=True)
        except ZeroDivisionError:
            raise Game421Error(
                f"rules {self.space.rules.name}: optimal play may go on for ever, so nothing has a mean"
            ) from None
        return visits


def course(space: GameSpace, played: Iterable[Played]) -> Course:
    """The course of a game whose states have all been played; what was played is forgotten on the way."""
    moves, taking, keeping = _Entries(), _Entries(), _Entries()
    for part in played:
        block, states = part.block, np.array(part.block.states)
        following = space.owner[block.leads_to].max(axis=1)  # of those who play on, if any do
        following = np.where(following < 0, len(space.states), following)
        for throws, chances in enumerate(part.outcomes):
            moves.add(throws, chances, np.broadcast_to(states, chances.shape), following)
        if space.states[states[0]].phase == "C":
            _add_charge(space, part, taking, keeping)
    whole = len(space.states) + 1
    return Course(space, moves.matrices(whole), _espagnole(space, taking, keeping))


def _add_charge(space: GameSpace, part: Played, taking: _Entries, keeping: _Entries) -> None:
    """Note where each player's way in the charge leads: to all tokens, or on in the charge."""
    leads_to, chances = part.block.leads_to, part.outcomes.sum(axis=0)
    lost = leads_to == space.shares.index(LOST)
    alone = lost & (lost.sum(axis=1, keepdims=True) == 1)
    charge = np.array([*(state.phase == "C" for state in space.states), False])
    for seat in range(leads_to.shape[1]):
        places = np.broadcast_to(space.offset[list(part.block.states)] + seat, chances.shape)
        taking.add(0, np.where(alone[:, seat], chances, 0), places, np.zeros_like(places))
        on = charge[space.owner[leads_to[:, seat]]]
        keeping.add(0, np.where(on, chances, 0), places, leads_to[:, seat])


def _espagnole(space: GameSpace, taking: _Entries, keeping: _Entries) -> tuple[float, ...]:
    """Chance of each seat at the start: a charge is over after as many rounds as there are tokens."""
    now = taking.matrix(0, space.size)[:, [0]].toarray()[:, 0]
    keep, ever = keeping.matrix(0, space.size), now.copy()
    while now.any():
        now = keep @ now
        ever += now
    first = space.offset[space.start]
    return tuple(ever[first : first + space.players].tolist())


class _Entries:
    """Entries of sparse matrices, by a number each."""

    def __init__(self) -> None:
        self._parts: dict[int, list[tuple[Array, Array, Array]]] = {}

    def add(self, number: int, weights: Array, rows: Array, columns: Array) -> None:
        """Add these entries, those of weight 0 left out."""
        kept = weights > 0
        if kept.any():
            entries = weights[kept], rows[kept].astype(np.int32), columns[kept].astype(np.int32)
            self._parts.setdefault(number, []).append(entries)

    def matrix(self, number: int, size: int) -> Matrix:
        """The sum of what was added under a number."""
        from scipy.sparse import coo_array, csr_array

        if number not in self._parts:
            return csr_array((size, size))
        weights, rows, columns = (np.concatenate(each) for each in zip(*self._parts[number], strict=True))
        return coo_array((weights, (rows, columns)), shape=(size, size)).tocsr()

    def matrices(self, size: int) -> dict[int, Matrix]:
        """All of them, numbers ascending."""
        return {number: self.matrix(number, size) for number in sorted(self._parts)}


def distribution(moves: Mapping[int, Matrix], entry: Array, inside: npt.NDArray[np.bool_]) -> Array:
    """`distribution(…)[n]`: chance that n are counted while the game stays `inside`, by power iteration.

    Every move through `moves[w]` counts w, the one that leaves included. `entry[state]` is the chance to
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


MOST_WORK = 10**9
"""Summaries of all states that are followed at most: some minutes."""

SLOWER_LOCKED, MORE_BY_THROWS = 30, 12
"""How much longer a round takes where dice lock; how many more summaries it has where throws break ties."""


def refuse_too_long(rules: Rules, players: int) -> None:
    """Raise InputError for a game that would take hours to follow."""
    summaries = most_summaries(players - 1)
    states: dict[Phase, int] = {
        "charge": comb(rules.tokens + players - 1, players),
        "decharge": comb(rules.tokens - 1, players - 1),
    }
    work = sum(
        count * summaries * (MORE_BY_THROWS if rules.throws_break_ties(phase) else 1)
        for phase, count in states.items()
    )
    if work * (SLOWER_LOCKED if rules.kept_dice == "locked" else 1) > MOST_WORK:
        raise InputError(
            f"{players} players: {sum(states.values()):,} states of about {summaries:,} summaries each would "
            "take hours to follow; ask about fewer players or fewer tokens, or for the value of a position"
        )
