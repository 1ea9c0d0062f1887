"""Products in blocks: the same as whole ones, and never so large that BLAS shares them among threads."""

from __future__ import annotations

import numpy as np
import pytest

from game421.turns import products
from game421.turns.products import MOST, product


@pytest.mark.parametrize(("rows", "inner"), [(28, 56), (28, 308), (56, 28), (1, 56), (600, 700)])
@pytest.mark.parametrize("columns", [1, 127, 128, 129, 600])
def test_blocks_come_to_the_whole_product(rows, inner, columns, monkeypatch):
    generator = np.random.default_rng(rows * columns)
    matrix, value = generator.random((rows, inner)), generator.random((inner, columns))
    sizes, multiplied = [], np.matmul

    def counted(left, right, out=None):
        sizes.append(left.size * right.shape[1])
        return multiplied(left, right, out=out)

    monkeypatch.setattr(products.np, "matmul", counted)
    into = np.empty((rows, columns))
    for found in (product(matrix, value), product(matrix, value, into)):
        assert found == pytest.approx(multiplied(matrix, value), rel=1e-13)
    assert found is into or np.shares_memory(found, into)
    assert sum(sizes) == 2 * rows * inner * columns
    if rows * inner <= MOST:
        assert max(sizes) <= MOST
