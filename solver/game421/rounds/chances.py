"""What happens in a round when its policies are followed: the chances people ask about, in float64.

The mass of 1 with which the leader begins moves from turn to turn, through every summary that comes up.
Of a round that numpy has solved the policies are taken as they are; for token states by the thousand they
are found by the compiled kernel, a few turns at a time, where there is mass to follow them.
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
from game421.lanes.rows import LANES
from game421.rounds.kernel import BEFORE, FORCED, solve_turns
from game421.rounds.masses import Following, follow_turns, pass_on
from game421.rounds.passes import Pass, Passes, RoundPlan
from game421.rounds.solving import RoundSolution
from game421.rounds.starts import before_turns, in_lanes, settled
from game421.rounds.tree import Level, RoundTree
from game421.states.actions import RAMPO, TIED
from game421.states.summaries import throwing_off
from game421.states.throw_offs import throws_of
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


class _Flow(NamedTuple):
    """What goes on between the turns of one player and those of the next."""

    mass: Array
    """`mass[row, throws so far, lane]` before his turns."""
    after: Array
    """The same after them, to be added to."""
    won: Array
    """`won[row after, lane]`: chance that he is best of the round in the end."""
    wins: Array
    """`wins[roll, lane]`, to be added to."""

    @property
    def rows(self) -> npt.NDArray[np.intp]:
        """Where there is mass."""
        return np.nonzero(self.mass.any(axis=(1, 2)))[0]


class _Step(NamedTuple):
    """One player's turns, in the course of a round."""

    follow: Callable[[_Flow], Array]
    """Follows them, and says [throws - 1, roll, lane] how the last of them ends."""
    won: Array
    """As in the flow."""


def follow_solution(solution: RoundSolution) -> FollowedRound:
    """Follow the policies of a round solved for at most `LANES` states.

    Raises InputError where results are in already.
    """
    tree, states = solution.tree, solution.rampo.shape[1]
    if tree.made:
        raise InputError("these chances are of whole rounds, from the leader's first throw on")
    won = _best_by_kind(tree, solution.rampo)
    steps = list[_Step]()
    for level, turns in zip(tree.levels[::-1], solution.turns[::-1], strict=True):
        made = tree.players - 1 - len(steps)
        ended = _ended(level, turns)
        following = np.ascontiguousarray(np.moveaxis(level.following[: ended.shape[1]], 2, 0), np.uint32)
        steps.append(_Step(_known(level.cap.astype(np.int64), ended, following), _padded(won[:, made])))
        won = _best_before(ended, following, won)
    return _follow(tree, steps[::-1], won[0, 0], _padded(solution.rampo), states)


def _padded(lanes: Array) -> Array:
    """The same with as many lanes as the kernel works on."""
    padded = np.zeros((*lanes.shape[:-1], LANES), lanes.dtype)
    padded[..., : lanes.shape[-1]] = lanes
    return padded


def _ended(level: Level, by_cap: Mapping[int, TurnBatch]) -> Array:
    """`[summary, throws - 1, roll, s]`: chance that the turn after a summary ends so."""
    states = next(iter(by_cap.values())).start.size // np.count_nonzero(level.cap == next(iter(by_cap)))
    ended = np.zeros((len(level.cap), int(level.cap.max()), len(ROLLS), states))
    for cap, turns in by_cap.items():
        columns = np.nonzero(level.cap == cap)[0]
        chances = (ending_ways(turns) / turns.layout.terms.scale(cap)).astype(np.float64)
        ended[columns, :cap] = chances.reshape(cap, len(ROLLS), len(columns), -1).transpose(2, 0, 1, 3)
    return ended


def _known(cap: Array, ended: Array, following: Following) -> Callable[[_Flow], Array]:
    """Turns of which is known how they end."""

    def follow(flow: _Flow) -> Array:
        rows, last = flow.rows, np.empty(0)
        for at in range(0, len(rows), TOGETHER):
            some = rows[at : at + TOGETHER]
            ends = _padded(ended[some])
            pass_on(False, cap[some], ends, following[some], some, *flow)
            last = ends[-1]
        return last

    return follow


def _best_before(ended: Array, following: Following, won: Array) -> Array:
    """`[row, i, lane]`: who will be best, before turns that end so, from the same after them."""
    chances = ended if following.shape[1] > 1 else ended.sum(axis=1, keepdims=True)
    found = np.empty((len(ended), *won.shape[1:]))
    for row, ends in enumerate(chances):
        found[row] = np.einsum("trl,tril->il", ends, won[following[row]])
    return found


def follow_rounds(plan: RoundPlan, verdicts: Array) -> FollowedRound:
    """Solve and follow the rounds of at most `LANES` token states.

    `verdicts[v, i, s]` is what verdict `plan.tree.verdicts[v]` is worth to player i.
    """
    tree, states = plan.tree, verdicts.shape[2]
    after, rampo = settled(plan, in_lanes(verdicts))
    won = _best_by_kind(tree, rampo)
    steps = []
    for level in plan.levels:
        own = after[:, level.made]
        steps.append(_Step(_solved(plan, level, own), np.ascontiguousarray(won[:, level.made])))
        others = won[:, : tree.players - 1]  # once he has played nobody asks for the last player's chance
        won = before_turns(plan, level, np.concatenate([own[:, None], others], axis=1), 0)[:, 1:]
        after = before_turns(plan, level, after, level.made)
    return _follow(tree, steps[::-1], won[0, 0], rampo, states)


def _solved(plan: RoundPlan, level: Passes, own: Array) -> Callable[[_Flow], Array]:
    """The turns of a level, solved where they have mass; `own[row, lane]` is what the mover plays for."""
    after = np.stack([own, np.zeros_like(own)], axis=1)

    def follow(flow: _Flow) -> Array:
        ended = np.empty(0)
        for part in level.passes:
            caps = part.cap if part.nested else 1
            rows = flow.rows
            rows = rows[(rows >= part.first) & (rows < part.first + len(part.following) * caps)]
            for at in range(0, len(rows), TOGETHER):
                ended = _follow_some(plan, level, part, after, rows[at : at + TOGETHER], flow)
        return ended

    return follow


def _follow_some(
    plan: RoundPlan, level: Passes, part: Pass, after: Array, rows: npt.NDArray[np.intp], flow: _Flow
) -> Array:
    """Solve the turns of these rows once more, for the mover alone, and follow them."""
    caps = part.cap if part.nested else 1
    columns, own_cap = np.divmod(rows - part.first, caps)
    cap = own_cap + 1 if part.nested else np.full(len(rows), part.cap)
    distinct, column = np.unique(columns, return_inverse=True)
    following = part.following[distinct]
    actions = np.empty((len(distinct), part.cap, BEFORE + 1, LANES), np.uint8)
    start = np.empty((len(distinct) * caps, *after.shape[1:]))
    terms = (0, 0), plan.die, level.stopping, 0, part.cap, part.nested
    solve_turns(*terms, after, following, 0, start, actions)
    die = np.array(plan.die * (6 // len(plan.die)))
    ended = np.empty((part.cap, len(ROLLS), LANES))
    follow_turns(die, level.stopping == FORCED, column, cap, actions, following, rows, *flow, ended)
    return ended


def _follow(
    tree: RoundTree, steps: Sequence[_Step], leader_best: Array, rampo: Flags, states: int
) -> FollowedRound:
    """Let the leader's mass of 1 move through all turns to the verdicts."""
    mass, wins = np.ones((1, 1, LANES)), np.zeros((len(ROLLS), LANES))
    leader = np.empty(0)
    for step in steps:
        flow = _Flow(mass, np.zeros((len(step.won), mass.shape[1] + tree.throws, LANES)), step.won, wins)
        ended = step.follow(flow)
        leader = ended if step is steps[0] else leader
        mass = flow.after
    rampos = np.tensordot(_throw_offs(tree), mass.sum(axis=1), axes=1)
    cut = slice(states)
    chances = RoundChances(leader[..., cut], wins[:, cut], leader_best[cut], rampos[:3, cut], rampos[3, cut])
    return FollowedRound(chances, _verdicts(tree, mass, rampo)[..., cut])


def _verdicts(tree: RoundTree, kinds: Array, rampo: Flags) -> Array:
    """Chances [throws, v, s] of verdicts from those of kinds of ending, throw-offs paying what is chosen."""
    found = np.zeros((kinds.shape[1], len(tree.verdicts), kinds.shape[2]))
    for choice, shares in _shares(tree).items():
        chosen = rampo if choice == RAMPO else ~rampo
        for throws in range(len(found)):
            found[throws] += product(shares.T, kinds[:, throws] * chosen)
    return found


def _best_by_kind(tree: RoundTree, rampo: Flags) -> Array:
    """`[kind, i, lane]`: the part of player i in being best, throw-offs paying what is chosen."""
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
