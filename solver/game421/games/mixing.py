"""Anderson mixing: the fixed point of a map, from the last few points it was applied to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]

DEPTH = 4
"""Points that are mixed; more gained nothing on games of three players."""


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

    A map that is linear near its fixed point, as a game's backup is once the policies stay, is
    followed along its slowest directions to the end at once. With a single iterate it is the plain next
    step. Sums in numpy's fixed order, so the bits are the same everywhere. Source: Anderson, "Iterative
    procedures for nonlinear integral equations", Journal of the ACM 12 (1965), in the form of Walker
    and Ni, SIAM Journal on Numerical Analysis 49 (2011).
    """
    *earlier, last = iterates
    if not earlier:
        return last.image
    gap = last.image - last.point
    steps = [gap - (past.image - past.point) for past in earlier]
    products = np.array([[(one * other).sum() for other in steps] for one in steps])
    right = np.array([(one * gap).sum() for one in steps])
    weights = np.linalg.lstsq(products, right, rcond=1e-14)[0]
    moves = (weight * (last.image - past.image) for weight, past in zip(weights, earlier, strict=True))
    found: Vector = last.image - np.sum(list(moves), axis=0)
    return found
