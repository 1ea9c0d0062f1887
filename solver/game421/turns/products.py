"""Matrix products that no other work on the machine can stall."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

MOST = 28 * 56 * 128
"""Multiplications of one product, at most: so few OpenBLAS does not give to threads."""


def product(
    matrix: npt.NDArray[Any], value: npt.NDArray[Any], into: npt.NDArray[Any] | None = None
) -> npt.NDArray[Any]:
    """`matrix @ value` in float64, in blocks of columns too small for BLAS to share among threads.

    For products of this size waiting for another thread costs up to a hundred times the work. A matrix that
    is too large for a single column is multiplied as a whole.
    """
    size = MOST // max(1, matrix.size)
    if not size or value.shape[1] <= size:
        found: npt.NDArray[Any] = np.matmul(matrix, value, out=into)
        return found
    result = np.empty((len(matrix), value.shape[1])) if into is None else into
    for first in range(0, value.shape[1], size):
        columns = slice(first, first + size)
        np.matmul(matrix, value[:, columns], out=result[:, columns])
    return result
