"""What to do in every position of a game whose values are known, some token states at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice

from game421.games.values import GameStakes, GameValues
from game421.rounds.decisions import RoundDecisions, decide
from game421.states.token_states import TokenState

TOGETHER = 32
"""Token states solved together: enough for speed, few enough for memory."""


def decide_states(table: GameValues, states: Iterable[TokenState]) -> Iterator[RoundDecisions]:
    """The decisions in these states, in their order, those together that are neighbours and alike.

    In float64: actions within 1e-12 of the best tie with it. States in which nothing is decided, those of
    a havraise charge, are left out.
    """
    constant = 1 if table.players == 2 else None
    for (phase, _), alike in groupby(states, lambda state: (state.phase, len(state.seats_in))):
        if phase == "C" and table.rules.charge == "havraise":
            continue
        while chunk := tuple(islice(alike, TOGETHER)):
            yield decide(table.rules, chunk, GameStakes(table), constant=constant)
