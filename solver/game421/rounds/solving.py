"""A round solved by backward induction over its players, for many token states at once.

With w[v, i, s] what verdict v is worth to player i in state s, the last player's turn is solved for
the payoffs that each summary before him leaves, then the turn of the player before, and so on to the
leader, whose payoff for stopping after n throws is what the others, bound by that cap, leave him. The
mover maximises his own entry and the others' entries follow his choice. Source: DESIGN, section 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from game421.rounds.summaries import Following
from game421.rounds.tree import Indices, Level, RoundTree
from game421.states.actions import RAMPO, TIED, Action
from game421.turns.batch import TurnBatch, follow, follow_first, solve_batch
from game421.turns.exact import TOLERANCE
from game421.turns.layout import Array
from game421.turns.terms import TurnTerms


@dataclass(frozen=True)
class RoundSolution:
    """A round solved for S token states.

    Counting from the results the tree starts with: exact worths (dtype object) after k players more are
    over `scale[k]`, besides the scale of the payoffs.
    """

    tree: RoundTree
    worth: tuple[Array, ...]
    """`worth[k][summary, i, s]`: what the round is worth to player i after k players
    more; in the end a kind of ending in the place of a summary, at k = 0 a single entry."""
    scale: tuple[int, ...]
    turns: tuple[Mapping[int, TurnBatch], ...]
    """`turns[k][cap]`: the turns of the player after k more, a column per (summary of that cap, state); of
    a round solved without policy there are none."""
    rampo: npt.NDArray[np.bool_]
    """`rampo[kind, s]`: whether the throw-off pays `rampo` because its chooser prefers it."""

    @property
    def start(self) -> Array:
        """`start[i, s]`: what the round is worth to each player before the next turn, over `scale[0]`."""
        start: Array = self.worth[0][0]
        return start


@dataclass(frozen=True)
class RoundPayoffs:
    """What a round is played for, in S token states: float64, or Python integers (dtype object)."""

    verdicts: Array
    """`verdicts[v, i, s]`: what verdict `tree.verdicts[v]` is worth to player i in state s."""
    gifts: Array | None = None
    """`gifts[mover, roll, i]`: what player i gains besides when `mover` ends his turn on `roll`."""
    constant: int | None = None
    """With two players, what both always share: then the mover's worth decides the other's."""


def turn_terms(tree: RoundTree, made: int, cap: int) -> TurnTerms:
    """How the turn of the player after `made` others is bound."""
    return TurnTerms.under(tree.rules, cap, leads=made == 0)


def solve_round(tree: RoundTree, payoffs: RoundPayoffs, *, policy: bool = True) -> RoundSolution:
    """Solve a round for every token state of `payoffs`.

    Without `policy` only worths are found, much faster, and no turns are kept.
    """
    exact = payoffs.verdicts.dtype == object
    settled, rampo = _settled(tree, payoffs.verdicts)
    worth, turns = [settled], list[Mapping[int, TurnBatch]]()
    scale = [tree.laws[TIED].total if exact else 1]
    for made in range(tree.players - 1, tree.made - 1, -1):
        after, solved = _Mover(tree, payoffs, made, worth[-1], scale[-1]).level(policy=policy)
        worth.append(after)
        turns.append(solved)
        scale.append(scale[-1] * (turn_terms(tree, made, tree.throws).scale(tree.throws) if exact else 1))
    return RoundSolution(tree, tuple(worth[::-1]), tuple(scale[::-1]), tuple(turns[::-1]), rampo)


def _settled(tree: RoundTree, verdicts: Array) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Worth of every kind of ending, [kind, i, s], with the choice of what a throw-off pays."""
    tied = mean_worth(tree, TIED, verdicts)
    rampo = np.zeros((len(tied), tied.shape[2]), np.bool_)
    if RAMPO not in tree.laws:
        return tied, rampo
    other = mean_worth(tree, RAMPO, verdicts)
    kinds = np.nonzero(tree.chooser >= 0)[0]
    chooser = tree.chooser[kinds]
    margin = 0 if tied.dtype == object else TOLERANCE
    rampo[kinds] = other[kinds, chooser] > tied[kinds, chooser] + margin
    fixed = tree.chooser < 0
    return np.where((rampo & ~fixed[:, None])[:, None, :], other, tied), rampo


def mean_worth(tree: RoundTree, choice: Action, verdicts: Array) -> Array:
    """Mean [kind, i, s] over the verdicts of each kind of ending; where exact, times the law's total."""
    law = tree.laws[choice]
    ways = law.ways if verdicts.dtype == object else law.ways / law.total
    mean: Array = np.tensordot(ways.astype(verdicts.dtype), verdicts, axes=1)
    return mean


@dataclass(frozen=True)
class _Mover:
    """The player after `made` others, with what the summaries after him are worth already."""

    tree: RoundTree
    payoffs: RoundPayoffs
    made: int
    after: Array
    """`after[summary, i, s]`, over `scale`."""
    scale: int

    def level(self, *, policy: bool) -> tuple[Array, Mapping[int, TurnBatch]]:
        """Worth [summary, i, s] of every summary before him, and with `policy` his turns."""
        level = self.tree.levels[self.made - self.tree.made]
        states = self.after.shape[2]
        worth = np.empty((len(level.cap), *self.after.shape[1:]), self.after.dtype)
        turns: dict[int, TurnBatch] = {}
        whole = policy or self.payoffs.constant is not None  # of two, nothing has to be followed
        for caps in _solved_at_once(level):
            for some in [caps] if whole else _parts(caps, max(1, TURNS // states)):
                solved, starts = self._turns(level, some, policy=policy)
                for columns, found in zip(some.values(), starts, strict=True):
                    by_player = [value.reshape(len(columns), states) for value in found]
                    worth[columns] = np.stack(by_player, axis=1)
                if policy:
                    turns |= zip(some, solved, strict=True)
        return worth, turns

    def _turns(
        self, level: Level, caps: Mapping[int, Indices], *, policy: bool
    ) -> tuple[list[TurnBatch], list[list[Array]]]:
        """His turns from these summaries, and the worth to each player before the first throw of each.

        `caps`: the summaries of each cap, ascending, alike but for their caps.
        """
        made, most = self.made, max(caps)
        by_player = _by_player(self.after, level.following[:most, :, caps[most]])
        if self.payoffs.gifts is not None:
            given = self.payoffs.gifts[made] * self.scale
            by_player = [payoff + given[:, player, None] for player, payoff in enumerate(by_player)]
        terms, followed = turn_terms(self.tree, made, most), self.payoffs.constant is None
        longest = solve_batch(terms, by_player[made], policy=policy or followed)
        turns = [longest.shortened(cap) for cap in caps]
        starts = self._starts(turns, by_player)
        if self.after.dtype == object:
            fewer = [terms.scale(self.tree.throws - cap) for cap in caps]
            starts = [[value * rest for value in found] for rest, found in zip(fewer, starts, strict=True)]
        return turns, starts

    def _starts(self, turns: Sequence[TurnBatch], by_player: list[Array]) -> list[list[Array]]:
        """Worth to each player before each turn; they are alike but for their caps, the longest last."""
        if self.payoffs.constant is not None:
            found = [[_other(each, self.payoffs.constant, self.scale)] for each in turns]
        else:
            others = [payoff for player, payoff in enumerate(by_player) if player != self.made]
            followed = list(zip(others, follow(turns[-1], others), strict=True))
            found = [
                [follow_first(each, payoff, value[throws - 1]) for payoff, value in followed]
                for each, throws in ((each, each.layout.terms.throws) for each in turns)
            ]
        for each, worths in zip(turns, found, strict=True):
            worths.insert(self.made, each.start)
        return found


TURNS = 512
"""Turns solved and followed at once where none is kept, or all of one summary: they stay in the cache."""


def _parts(caps: Mapping[int, Indices], size: int) -> Iterator[dict[int, Indices]]:
    """The same summaries, so many of each cap at a time."""
    for first in range(0, len(next(iter(caps.values()))), size):
        yield {cap: own[first : first + size] for cap, own in caps.items()}


def _solved_at_once(level: Level) -> list[dict[int, Indices]]:
    """Caps, ascending, with their summaries: together where those differ in the cap alone."""
    caps = {int(cap): np.nonzero(level.cap == cap)[0] for cap in np.unique(level.cap)}
    first = level.alike[next(iter(caps.values()))]
    if len(level.following) == 1 and all(np.array_equal(level.alike[own], first) for own in caps.values()):
        return [caps]
    return [{cap: own} for cap, own in caps.items()]


def _by_player(after: Array, following: Following) -> list[Array]:
    """Payoffs of a turn for each player, as `solve_batch` takes them, from worths [summary, i, s]."""
    shape = following.shape[1:2] if len(following) == 1 else following.shape[:2]
    places = following.astype(np.intp)
    return [after[:, player].take(places, axis=0).reshape(*shape, -1) for player in range(after.shape[1])]


def _other(turns: TurnBatch, constant: int, scale: int) -> Array:
    """Worth to the other of two, who share `constant`, before the first throw."""
    terms = turns.layout.terms
    whole = constant * scale * terms.scale(terms.throws) if turns.start.dtype == object else constant
    other: Array = whole - turns.start
    return other
