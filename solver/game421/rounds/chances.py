"""What happens in a round of two when its policies are followed: the chances people ask about, in float64."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from game421.dice import ROLLS, RollIndex
from game421.errors import InputError
from game421.rounds.solving import RoundSolution
from game421.rounds.tree import RoundTree
from game421.states.actions import RAMPO, TIED
from game421.states.results import Result
from game421.states.summaries import Summary, throwing_off
from game421.states.verdicts import throw_off_actions, verdicts
from game421.turns.batch import TurnBatch
from game421.turns.forward import ending_ways
from game421.turns.layout import Array
from game421.turns.products import product


@dataclass(frozen=True)
class RoundChances:
    """Chances of what happens in the rounds of S token states, all in float64.

    Throws are those of the two turns; those of a throw-off are not counted.
    """

    leader: Array
    """`leader[throws - 1, roll, s]`: the leader stops after so many throws on this combination."""
    wins: Array
    """`wins[roll, s]`: the best of the round made this; of two who stay tied for best each counts half."""
    leader_best: Array
    """`leader_best[s]`: the leader is best of the round, with half of a tie that stays."""
    rampo: Array
    """`rampo[which, s]`: there is a throw-off at all (0), for best (1), for worst (2)."""
    verdicts: Array
    """`verdicts[throws, v, s]`: the round takes so many throws and comes to verdict `tree.verdicts[v]`."""


class _Meeting(NamedTuple):
    """A follower's results against a leader's, who made so many throws: arrays [throws - 1, roll, rank].

    `rank` numbers the combinations the leader may have made, as the tree numbers them.
    """

    cap: int
    rolls: Array
    """`rolls[rank]`: the leader's combination."""
    leader_best: Array
    """Chance that the leader is best in the end."""
    rampo: Array
    """`rampo[which, throws - 1, roll, rank]`: 1 where there is a throw-off, as in `RoundChances`."""
    kinds: Array
    """The kind of ending."""


def round_chances(solution: RoundSolution) -> RoundChances:
    """Play a solved round of two forward through every pair of results.

    Raises InputError for a round of more players, or one in which results are in already.
    """
    tree = solution.tree
    if tree.players != 2 or tree.made:
        raise InputError("these chances are of whole rounds of two players")
    states = solution.rampo.shape[1]
    leader = _ending_chances(solution.turns[0][tree.throws])
    wins, leader_best = np.zeros((len(ROLLS), states)), np.zeros(states)
    rampo = np.zeros((3, states))
    kinds = np.zeros((2 * tree.throws + 1, len(tree.endings), states))  # [throws, kind, s]
    for meeting in _meetings(tree):
        ends = _ending_chances(solution.turns[1][meeting.cap])
        ends = ends.reshape(*meeting.kinds.shape, states) * leader[meeting.cap - 1, meeting.rolls]
        led = np.einsum("trls,trl->ls", ends, meeting.leader_best)
        wins[meeting.rolls] += led
        wins += np.einsum("trls,trl->rs", ends, 1 - meeting.leader_best)
        leader_best += led.sum(axis=0)
        rampo += np.einsum("trls,wtrl->ws", ends, meeting.rampo)
        for throws in range(1, meeting.cap + 1):
            _add(kinds[meeting.cap + throws], meeting.kinds[throws - 1], ends[throws - 1])
    return RoundChances(leader, wins, leader_best, rampo, _verdicts(solution, kinds))


def _ending_chances(turns: TurnBatch) -> Array:
    """`[throws - 1, roll, b]`: chance that a turn ends so."""
    terms = turns.layout.terms
    ways = ending_ways(turns)
    chances: Array = (ways / terms.scale(terms.throws)).astype(np.float64)
    return chances


def _add(kinds: Array, places: Array, chances: Array) -> None:
    """Add chances [roll, rank, s] to the kinds [kind, s] they belong to."""
    states = kinds.shape[1]
    flat = places[..., None] * states + np.arange(states)
    kinds += np.bincount(flat.ravel(), weights=chances.ravel(), minlength=kinds.size).reshape(kinds.shape)


def _verdicts(solution: RoundSolution, kinds: Array) -> Array:
    """Chances [throws, v, s] of verdicts from those of kinds of ending, throw-offs paying what is chosen."""
    tree = solution.tree
    found = np.zeros((len(kinds), len(tree.verdicts), kinds.shape[2]))
    chosen = {TIED: ~solution.rampo, RAMPO: solution.rampo}
    for choice, law in tree.laws.items():
        shares = (law.ways / law.total).astype(np.float64).T
        for throws, ended in enumerate(kinds):
            found[throws] += product(shares, ended * chosen[choice])
    return found


@lru_cache(maxsize=8)
def _meetings(tree: RoundTree) -> tuple[_Meeting, ...]:
    """Every pair of results of a round of two, by the leader's throws."""
    return tuple(_meeting(tree, cap) for cap in range(1, tree.throws + 1))


def _meeting(tree: RoundTree, cap: int) -> _Meeting:
    first, level = tree.levels
    shown = np.nonzero(tree.results.shown)[0]
    faced = first.following[cap - 1, shown, 0]
    rolls = shown[np.argsort(faced)]
    kinds = np.broadcast_to(level.following[:cap, :, np.sort(faced)], (cap, len(ROLLS), len(rolls)))
    leader_best, rampo = np.zeros(kinds.shape), np.zeros((3, *kinds.shape))
    everything = np.arange(len(ROLLS))
    for throws in range(1, cap + 1):
        led, followed = (
            tree.results.number(roll, np.full_like(roll, count))
            for roll, count in ((rolls, cap), (everything, throws))
        )
        order = tree.results.order[led[None, :], followed[:, None]]
        leader_best[throws - 1] = order < 0
        for roll, rank in np.argwhere((order == 0) & tree.results.shown[:, None]).tolist():
            made = (Result(RollIndex(int(rolls[rank])), cap), Result(RollIndex(roll), throws))
            leader_best[throws - 1, roll, rank], *due = _tie(tree, made)
            rampo[:, throws - 1, roll, rank] = due
    return _Meeting(cap, rolls, leader_best, rampo, kinds)


def _tie(tree: RoundTree, made: tuple[Result, Result]) -> Iterator[float]:
    """Of a tie: chance that the leader is best; whether there is a throw-off at all, for best, for worst."""
    summary = Summary.of(tree.rules, tree.phase, made)
    law = verdicts(tree.rules, summary, throw_off_actions(tree.rules, summary)[0])
    led = sum(ways * (0 in verdict.best) / len(verdict.best) for ways, verdict in law)
    yield led / sum(ways for ways, _ in law)
    for_best, for_worst = (bool(places) for places in throwing_off(tree.rules, summary))
    yield from (for_best or for_worst, for_best, for_worst)
