"""What happens in a round when its policies are followed: the chances people ask about, in float64.

The mass of 1 with which the leader begins moves from turn to turn, through every summary that comes up.
Here the policies of a round that numpy has solved are followed; those of rounds by the thousand, which the
compiled kernel solves, in `game421.rounds.following`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.dice import ROLLS
from game421.errors import InputError
from game421.rounds.solving import RoundSolution
from game421.rounds.tree import Level, RoundTree
from game421.states.actions import RAMPO, TIED
from game421.states.lengths import throws_of
from game421.states.summaries import throwing_off
from game421.turns.batch import TurnBatch
from game421.turns.forward import ending_ways
from game421.turns.layout import Array
from game421.turns.products import product

Flags = npt.NDArray[np.bool_]

TOGETHER = 256
"""Turns followed at once: enough for speed, few enough for the machine's cache."""


@dataclass(frozen=True)
class RoundChances:
    """Chances of what happens in the rounds of S token states, all in float64."""

    leader: Array
    """`leader[throws - 1, roll, s]`: the leader stops after so many throws on this combination."""
    wins: Array
    """`wins[roll, s]`: the best of the round made this; of those who stay tied each counts an equal part."""
    leader_best: Array
    """`leader_best[s]`: the leader is best of the round, with his part of a tie that stays."""
    rampo: Array
    """`rampo[which, s]`: there is a throw-off at all (0), for best (1), for worst (2)."""
    rampo_throws: Array
    """`rampo_throws[s]`: mean number of throws in throw-offs."""


class FollowedRound(NamedTuple):
    """The rounds of S token states under their policies."""

    chances: RoundChances
    verdicts: Array
    """`verdicts[throws, v, s]`: the round takes so many throws in all turns, those of throw-offs not
    counted, and comes to verdict `tree.verdicts[v]`."""


class Flow(NamedTuple):
    """What goes on between the turns of one player and those of the next."""

    mass: Array
    """`mass[row, throws so far, s]` before his turns."""
    after: Array
    """The same after them, to be added to."""
    won: Array
    """`won[row after, s]`: chance that he is best of the round in the end."""
    wins: Array
    """`wins[roll, s]`, to be added to."""

    @property
    def rows(self) -> npt.NDArray[np.intp]:
        """Where there is mass."""
        return np.nonzero(self.mass.any(axis=(1, 2)))[0]


class Step(NamedTuple):
    """One player's turns, in the course of a round."""

    follow: Callable[[Flow], Array]
    """Follows them, and says [throws - 1, roll, s] how the last of them ends."""
    won: Array
    """As in the flow."""


def follow_solution(solution: RoundSolution) -> FollowedRound:
    """Follow the policies of a solved round. Raises InputError where results are in already."""
    tree = solution.tree
    if tree.made:
        raise InputError("these chances are of whole rounds, from the leader's first throw on")
    won = best_by_kind(tree, solution.rampo)
    steps = list[Step]()
    for level, turns in zip(tree.levels[::-1], solution.turns[::-1], strict=True):
        made = tree.players - 1 - len(steps)
        ended = _ended(level, turns)
        following = np.moveaxis(level.following[: ended.shape[1]], 2, 0)
        steps.append(Step(_known(ended, following), won[:, made]))
        won = _best_before(ended, following, won)
    return follow_steps(tree, steps[::-1], won[0, 0], solution.rampo)


def _ended(level: Level, by_cap: Mapping[int, TurnBatch]) -> Array:
    """`[summary, throws - 1, roll, s]`: chance that the turn after a summary ends so."""
    states = next(iter(by_cap.values())).start.size // np.count_nonzero(level.cap == next(iter(by_cap)))
    ended = np.zeros((len(level.cap), int(level.cap.max()), len(ROLLS), states))
    for cap, turns in by_cap.items():
        columns = np.nonzero(level.cap == cap)[0]
        chances = (ending_ways(turns) / turns.layout.terms.scale(cap)).astype(np.float64)
        ended[columns, :cap] = chances.reshape(cap, len(ROLLS), len(columns), -1).transpose(2, 0, 1, 3)
    return ended


def _known(ended: Array, following: Array) -> Callable[[Flow], Array]:
    """Turns of which is known how they end, and [summary, throws - 1, roll] where that leads."""

    def follow(flow: Flow) -> Array:
        massive = flow.rows
        for at in range(0, len(massive), TOGETHER):
            rows = massive[at : at + TOGETHER]
            for throws in range(ended.shape[1]):
                reached = following[rows, min(throws, following.shape[1] - 1)]
                chance, mass = ended[rows, throws], flow.mass[rows]
                for before in np.nonzero(mass.any(axis=(0, 2)))[0]:
                    np.add.at(flow.after[:, before + throws + 1], reached, chance * mass[:, before, None])
                best = chance * mass.sum(axis=1)[:, None] * flow.won[reached]
                flow.wins[:] += best.sum(axis=0)
        last: Array = ended[massive[-1]]
        return last

    return follow


def _best_before(ended: Array, following: Array, won: Array) -> Array:
    """`[row, i, s]`: who will be best, before turns that end so, from the same after them."""
    chances = ended if following.shape[1] > 1 else ended.sum(axis=1, keepdims=True)
    found = np.empty((len(ended), *won.shape[1:]))
    for row, ends in enumerate(chances):
        found[row] = np.einsum("trl,tril->il", ends, won[following[row]])
    return found


def follow_steps(tree: RoundTree, steps: Sequence[Step], leader_best: Array, rampo: Flags) -> FollowedRound:
    """Let the leader's mass of 1 move through all turns to the verdicts; `rampo` is as in a solution."""
    states = rampo.shape[1]
    mass, wins = np.ones((1, 1, states)), np.zeros((len(ROLLS), states))
    leader = np.empty(0)
    for step in steps:
        flow = Flow(mass, np.zeros((len(step.won), mass.shape[1] + tree.throws, states)), step.won, wins)
        ended = step.follow(flow)
        leader = ended if step is steps[0] else leader
        mass = flow.after
    rampos = np.tensordot(_throw_offs(tree), mass.sum(axis=1), axes=1)
    chances = RoundChances(leader, wins, leader_best, rampos[:3], rampos[3])
    return FollowedRound(chances, _verdicts(tree, mass, rampo))


def _verdicts(tree: RoundTree, kinds: Array, rampo: Flags) -> Array:
    """Chances [throws, v, s] of verdicts from those of kinds of ending, throw-offs paying what is chosen."""
    found = np.zeros((kinds.shape[1], len(tree.verdicts), kinds.shape[2]))
    for choice, shares in _shares(tree).items():
        chosen = rampo if choice == RAMPO else ~rampo
        for throws in range(len(found)):
            found[throws] += product(shares.T, kinds[:, throws] * chosen)
    return found


def best_by_kind(tree: RoundTree, rampo: Flags) -> Array:
    """`[kind, i, s]`: the part of player i in being best, throw-offs paying what is chosen."""
    players, best = range(tree.players), [verdict.best for verdict in tree.verdicts]
    parts = np.array([[(player in shared) / len(shared) for player in players] for shared in best])
    shares = _shares(tree)
    tied = (shares[TIED] @ parts)[:, :, None]
    found: Array = np.where(rampo[:, None], (shares.get(RAMPO, shares[TIED]) @ parts)[:, :, None], tied)
    return found


@lru_cache(maxsize=8)
def _shares(tree: RoundTree) -> dict[int, Array]:
    """`[kind, v]`: the chance of each verdict by kind of ending, by what a throw-off pays."""
    return {choice: (law.ways / law.total).astype(np.float64) for choice, law in tree.laws.items()}


@lru_cache(maxsize=8)
def _throw_offs(tree: RoundTree) -> Array:
    """`[which, kind]`: 1 where there is a throw-off at all, for best, for worst; and its mean throws."""
    found = []
    for summary in tree.endings.as_records():
        best, worst = throwing_off(tree.rules, summary)
        found.append(
            (bool(best or worst), bool(best), bool(worst), float(throws_of(tree.rules, best, worst)))
        )
    return np.array(found, np.float64).T
