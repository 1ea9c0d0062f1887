"""What fixed policies make of a two-player state: one linear equation in the leaders' values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from game421.games.backups import Backup
from game421.games.space import GameSpace


@dataclass(frozen=True)
class Equation:
    """total * x[state] = constant + sum of terms[t] * x[t], in whole numbers.

    x[t] is what state t is worth to its leader. What it is worth to the other is 1 - x[t].
    """

    state: int
    total: int
    constant: int
    terms: dict[int, int]


def equations(space: GameSpace, backup: Backup) -> Iterator[Equation]:
    """The equation of every state of a backup, under the policies it found: exact, from whole ways."""
    outcomes = backup.outcomes(space)
    meaning = {place: _meaning(space, place) for place in set(backup.block.leads_to[:, 0].ravel().tolist())}
    for column, state in enumerate(backup.block.states):
        constant, terms = 0, Counter[int]()
        places = backup.block.leads_to[:, 0, column].tolist()
        for place, ways in zip(places, outcomes.ways[:, column], strict=True):
            one, following, sign = meaning[place]
            constant += one * ways
            if following is not None:
                terms[following] += sign * ways
        yield Equation(state, outcomes.total, constant, dict(terms))


def _meaning(space: GameSpace, place: int) -> tuple[int, int | None, int]:
    """A place of the vector as (constant, state, sign): constant + sign * x[state]."""
    if place < len(space.shares):
        return space.shares[place][0], None, 0
    state = space.owner[place]
    return (0, state, 1) if place == space.offset[state] else (1, state, -1)
