"""Matrix products that no other work on the machine can stall."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

BLOCK = 128
"""Columns of one product: 28 x 56 x 128 multiplications stay below what BLAS gives to threads."""


def product(
    matrix: npt.NDArray[Any], value: npt.NDArray[Any], into: npt.NDArray[Any] | None = None
) -> npt.NDArray[Any]:
    """`matrix @ value` in float64, in blocks of columns too small for BLAS to share among threads.

    For products of this size waiting for another thread costs up to a hundred times the work.
    """
    if value.shape[1] <= BLOCK:
        found: npt.NDArray[Any] = np.matmul(matrix, value, out=into)
        return found
    result = np.empty((len(matrix), value.shape[1])) if into is None else into
    for first in range(0, value.shape[1], BLOCK):
        columns = slice(first, first + BLOCK)
        np.matmul(matrix, value[:, columns], out=result[:, columns])
    return result
