"""Ratings of a field of players: the Bradley-Terry model, fitted by the library choix."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.errors import MissingExtraError

PRIOR = 0.5
"""So many wins each way are added between every two: who has won everything is still rated."""

ELO = 400 / log(10)
"""Points of the usual scale to one of the model's."""


class Rating(NamedTuple):
    """A player's strength in points, the field's mean being 0, and the standard error of it."""

    points: float
    error: float | None
    """None where there is too little to tell."""


def ratings(wins: Sequence[Sequence[Sequence[float]]]) -> list[Rating]:
    """Ratings from `wins[block][i][j]`, as `game421.arena.results.Standings` counts them.

    Errors by the jackknife: every block left out once. Raises MissingExtraError where choix is missing.
    """
    blocks = np.array(wins)
    filled = blocks[blocks.sum(axis=(1, 2)) > 0]
    points = _fit(filled.sum(axis=0))
    if len(filled) < 3:
        return [Rating(float(each), None) for each in points]
    left_out = np.array([_fit(filled.sum(axis=0) - block) for block in filled])
    count = len(filled)
    spread = (count - 1) / count * ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0)
    return [Rating(float(each), sqrt(error)) for each, error in zip(points, spread, strict=True)]


def _fit(wins: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    try:
        import choix
    except ImportError:
        raise MissingExtraError(
            "ratings of three players or more need choix: python3 -m pip install 'game421[arena]'"
        ) from None
    met = (wins + wins.T) > 0
    found: npt.NDArray[np.float64] = ELO * choix.ilsr_pairwise_dense(wins + PRIOR * met)
    return found
