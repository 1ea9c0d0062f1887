"""All the token states of a game, in the one order in which tables of values hold them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from game421.rules.record import Rules
from game421.states.token_states import TokenState


def every_state(rules: Rules, players: int, *, partie: bool = False) -> Iterator[TokenState]:
    """Every state of the manche, or of the partie, of so many players under `rules`, each once.

    In this order: by manches lost; the charge before the décharge, more in the pot first; in the
    décharge fewer players first; stacks ascending from the leader's on. Some may never be reached.
    """
    losses = list(product(range(rules.manches), repeat=players)) if partie else [()]
    for lost in losses:
        for pot in range(rules.tokens, 0, -1):
            for stacks in _stacks(rules.tokens - pot, players, least=0):
                yield TokenState("C", players, pot, stacks, lost)
        if lost and rules.ends == "last-in":
            for stacks in _stacks(rules.tokens, players, least=0):
                if stacks[0] and sum(map(bool, stacks)) > 1:
                    yield TokenState("D", players, 0, stacks, lost)
            continue
        for remaining in range(2 if rules.ends == "last-in" else players, players + 1):
            for stacks in _stacks(rules.tokens, remaining, least=1):
                yield TokenState("D", remaining, 0, stacks, lost)


def _stacks(tokens: int, players: int, least: int) -> Iterator[tuple[int, ...]]:
    """Every way to deal so many tokens, at least `least` to each."""
    if players == 1:
        if tokens >= least:
            yield (tokens,)
        return
    for first in range(least, tokens - least * (players - 1) + 1):
        for others in _stacks(tokens - first, players - 1, least):
            yield (first, *others)
