"""Where the verdicts of a round lead many token states at once: `states.settlements.apply` by columns.

A game of five players has millions of (state, verdict) pairs; one at a time they would take longer to
list than to solve.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from game421.rules.record import Rules
from game421.rules.worth import Value
from game421.states.token_states import TokenState
from game421.states.verdicts import Verdict

Column = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class TokenStates:
    """States of one phase with equally many seats as columns; rows are states, seat 0 leads."""

    charge: Flags
    """`charge[s]`."""
    pot: Column
    """`pot[s]`."""
    stacks: Column
    """`stacks[s, seat]`."""
    lost: Column | None
    """`lost[s, seat]`: manches lost, None where only this manche counts."""

    @classmethod
    def of(cls, states: list[TokenState]) -> TokenStates:
        """These states as columns."""
        return cls(
            np.array([state.phase == "C" for state in states]),
            np.array([state.pot or 0 for state in states], np.int64),
            np.array([state.stacks for state in states], np.int64),
            np.array([state.lost for state in states], np.int64) if states[0].lost else None,
        )

    def keys(self, rules: Rules) -> Column:
        """A whole number for each state, equal for equal ones alone: of a manche, whoever else has left."""
        playing, manche = self.playing, self.lost is None
        key: Column = 2 * (playing.sum(axis=1) if manche else self.stacks.shape[1]) + self.charge
        for seat in range(self.stacks.shape[1]):
            longer = key * (rules.tokens + 1) + self.stacks[:, seat]
            key = np.where(playing[:, seat], longer, key) if manche else longer
        if self.lost is not None:
            for seat in range(self.lost.shape[1]):
                key = key * rules.manches + self.lost[:, seat]
        return key

    @property
    def playing(self) -> Flags:
        """`playing[s, seat]`: who plays the next round."""
        playing: Flags = self.charge[:, None] | (self.stacks > 0)
        return playing


@dataclass(frozen=True)
class Followed:
    """Where one verdict leads each state of a `TokenStates`."""

    over: Flags
    """`over[s]`: whether the game ends; else it goes on."""
    winners: Flags
    """`winners[s, seat]` of a game that is over."""
    share: Column
    """`share[s]`: each winner gets one part in so many."""
    state: TokenStates
    """The state it goes on from, its leader first; the seats of those who have left come last."""
    seat: Column
    """`seat[s, place]`: the seat, before the round, of each place of `state`."""
    left: Flags
    """`left[s, place]`: whether that player has left the game without losing."""


def seats_in_order(states: TokenStates) -> Column:
    """`[s, place]`: the seats that play, in playing order, then those that only watch."""
    return np.argsort(~states.playing, axis=1, kind="stable")


def follow(rules: Rules, states: TokenStates, verdict: Verdict) -> Followed:
    """Where `verdict` leads. Where manches are counted the payoff is the partie's, else the manche's."""
    order = seats_in_order(states)
    best, worst = order[:, verdict.best[0]], order[:, list(verdict.worst)]
    moved = _paid(states, best, worst, verdict.due)
    leader = {"loser": worst[:, -1], "winner": best, "rotation": np.full_like(best, 1 % order.shape[1])}
    return _after(rules, moved, leader[rules.next_leader])


def _paid(states: TokenStates, best: Column, worst: Column, due: Value) -> TokenStates:
    """The tokens moved, whoever leads: the phase is still that of the round."""
    pot, stacks, rows = states.pot.copy(), states.stacks.copy(), np.arange(len(states.pot))
    if states.charge[0]:
        for seat in worst.T:
            taken = _limited(due, pot)
            stacks[rows, seat] += taken
            pot -= taken
    else:
        given = _limited(due, stacks[rows, best])
        stacks[rows, best] -= given
        stacks[rows, worst[:, 0]] += given
    return replace(states, pot=pot, stacks=stacks)


def _limited(due: Value, source: Column) -> Column:
    if due == "all":
        return source.copy()
    if due == "all-but-one":
        return np.maximum(1, source - 1)
    return np.minimum(due, source)


def _after(rules: Rules, moved: TokenStates, leader: Column) -> Followed:
    """What stands once these tokens have moved; `leader` leads next if he is still in."""
    holds, rows = moved.stacks > 0, np.arange(len(moved.pot))
    alone = holds.sum(axis=1) == 1
    ended = (moved.pot == 0) & ~holds.all(axis=1)
    if rules.ends == "last-in":
        ended &= alone
    loser = holds.argmax(axis=1)
    share = np.ones_like(moved.pot) if rules.ends == "last-in" else (~holds).sum(axis=1)
    if moved.lost is None:
        state, seat = _seated(replace(moved, charge=moved.pot > 0), leader)
        return Followed(ended, ~holds, share, state, seat, ~state.playing)
    espagnole = moved.charge if rules.espagnole == "partie" else np.zeros_like(moved.charge)
    decided = espagnole | (moved.lost[rows, loser] + 1 >= rules.manches)
    over = ended & (decided | ~alone)
    losing = np.zeros_like(holds)
    losing[rows, loser] = alone
    anew, lost = ended & ~over, moved.lost.copy()
    lost[anew, loser[anew]] += 1
    pot = np.where(anew, rules.tokens, moved.pot)
    stacks = np.where(anew[:, None], 0, moved.stacks)
    going_on = TokenStates(pot > 0, pot, stacks, lost)
    state, seat = _seated(going_on, np.where(anew, loser, leader))
    return Followed(over, ~losing, np.ones_like(pot), state, seat, np.zeros_like(holds))


def _seated(states: TokenStates, leader: Column) -> tuple[TokenStates, Column]:
    """The states seen from the next leader, or the first after him who plays; and each place's seat.

    In a manche those who have left are moved to the end; in a partie they keep their places.
    """
    seats = states.stacks.shape[1]
    order = (leader[:, None] + np.arange(seats)) % seats
    playing = np.take_along_axis(states.playing, order, axis=1)
    if states.lost is None:
        places = np.argsort(~playing, axis=1, kind="stable")
    else:
        places = (playing.argmax(axis=1)[:, None] + np.arange(seats)) % seats
    order = np.take_along_axis(order, places, axis=1)
    stacks = np.take_along_axis(states.stacks, order, axis=1)
    lost = None if states.lost is None else np.take_along_axis(states.lost, order, axis=1)
    return replace(states, stacks=stacks, lost=lost), order
