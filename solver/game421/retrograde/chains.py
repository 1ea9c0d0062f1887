"""Values of an absorbing Markov chain: what fixed policies are worth, exactly."""

from __future__ import annotations

from collections.abc import Sequence

Ratio = tuple[int, int]
"""A rational p/q as (p, q)."""


def solve_chain(coefficients: Sequence[Sequence[int]], constants: Sequence[Ratio]) -> list[Ratio]:
    """The solution x of A x = b in rationals, A in whole numbers; each in lowest terms, q > 0.

    Rows are those of (scale * I - ways), so that A is regular where the chain is absorbed for certain.
    Raises ZeroDivisionError where it is singular: from some state the chain never ends.
    """
    from flint import fmpq, fmpq_mat, fmpz_mat

    matrix = fmpq_mat(fmpz_mat([list(row) for row in coefficients]))
    right = fmpq_mat(len(constants), 1, [fmpq(p, q) for p, q in constants])
    solution = matrix.solve(right)
    return [(int(x.p), int(x.q)) for x in (solution[row, 0] for row in range(len(constants)))]
