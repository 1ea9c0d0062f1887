"""All the token states of a game, in the one order in which tables of values hold them."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from game421.rules.record import Rules
from game421.states.token_states import RoundPhase, TokenState


class StateGroup(NamedTuple):
    """The states alike in all but their stacks, which ascend from the leader's on."""

    phase: RoundPhase
    players: int
    pot: int
    lost: tuple[int, ...]
    tokens: int
    """How many lie in the stacks."""
    watched: bool = False
    """Whether players who have left watch with 0 tokens; the leader and another one have some then."""

    @property
    def least(self) -> int:
        """How many tokens each stack holds at least."""
        return 0 if self.phase == "C" or self.watched else 1

    @property
    def size(self) -> int:
        """How many states there are."""
        free = self.tokens - self.least * self.players - self.watched
        return comb(free + self.players - 1, free) - self.watched if free >= 0 else 0

    def stacks(self) -> Iterator[tuple[int, ...]]:
        """The stacks of each."""
        for stacks in _stacks(self.tokens, self.players, self.least):
            if not self.watched or (stacks[0] and any(stacks[1:])):
                yield stacks

    def states(self) -> Iterator[TokenState]:
        """Each of them."""
        for stacks in self.stacks():
            yield TokenState(self.phase, self.players, self.pot, stacks, self.lost)


def state_groups(rules: Rules, players: int, *, partie: bool = False) -> Iterator[StateGroup]:
    """Every state of the manche, or of the partie, of so many players under `rules`, each once.

    In this order: by manches lost; the charge before the décharge, more in the pot first; in the
    décharge fewer players first. Some states may never be reached.
    """
    for lost in _losses(rules.manches, players) if partie else [()]:
        for pot in range(rules.tokens, 0, -1):
            yield StateGroup("C", players, pot, lost, rules.tokens - pot)
        if lost and rules.ends == "last-in":
            yield StateGroup("D", players, 0, lost, rules.tokens, watched=True)
            continue
        for remaining in range(2 if rules.ends == "last-in" else players, players + 1):
            yield StateGroup("D", remaining, 0, lost, rules.tokens)


def every_state(rules: Rules, players: int, *, partie: bool = False) -> Iterator[TokenState]:
    """The states of all `state_groups`, group after group."""
    for group in state_groups(rules, players, partie=partie):
        yield from group.states()


def _losses(manches: int, players: int) -> Iterator[tuple[int, ...]]:
    """Every count of manches lost by each; `itertools.product` would list them first, however many."""
    if not players:
        yield ()
        return
    for first in range(manches):
        for others in _losses(manches, players - 1):
            yield (first, *others)


def _stacks(tokens: int, players: int, least: int) -> Iterator[tuple[int, ...]]:
    """Every way to deal so many tokens, at least `least` to each."""
    if players == 1:
        if tokens >= least:
            yield (tokens,)
        return
    for first in range(least, tokens - least * (players - 1) + 1):
        for others in _stacks(tokens - first, players - 1, least):
            yield (first, *others)
