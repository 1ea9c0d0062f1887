"""Anderson mixing: the fixed point of a map, from the last few points it was applied to."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]

DEPTH = 4
"""Points that are mixed; more gained nothing on games of three players."""

NEGLIGIBLE = 1e-7
"""A change that is this close, in proportion, to earlier ones says nothing new."""


@dataclass(frozen=True)
class Iterate:
    """A point and what the map makes of it."""

    point: Vector
    image: Vector

    @property
    def change(self) -> float:
        """The greatest difference between the two: 0 at a fixed point."""
        return float(np.abs(self.image - self.point).max())


def mixed(iterates: tuple[Iterate, ...]) -> Vector:
    """The next point: of all mixtures of the images, with weights adding to 1, the one changed least.

    A map that is linear near its fixed point, as a game's backup is once the policies stay, is followed
    along its slowest directions to the end at once. With a single iterate it is the plain next step. The
    least change is found by making the earlier changes orthogonal, in sums of a fixed order: the same
    bits on any machine. Source: Anderson, "Iterative procedures for nonlinear integral equations",
    Journal of the ACM 12 (1965), in the form of Walker and Ni, SIAM Journal on Numerical Analysis 49 (2011).
    """
    *earlier, last = iterates
    change, point = last.image - last.point, last.image
    directions: list[tuple[Vector, Vector]] = []
    for past in reversed(earlier):
        step, move = _difference(past, last), last.image - past.image
        length = _length(step)
        for unit, along in directions:
            part = float((unit * step).sum())
            step, move = step - part * unit, move - part * along
        rest = _length(step)
        if rest > NEGLIGIBLE * length:
            directions.append((step / rest, move / rest))
    for unit, along in directions:
        point = point - float((unit * change).sum()) * along
    return point


def _difference(past: Iterate, last: Iterate) -> Vector:
    """How much less, or more, the later point is changed by the map."""
    return (last.image - last.point) - (past.image - past.point)


def _length(vector: Vector) -> float:
    return math.sqrt(float((vector * vector).sum()))
