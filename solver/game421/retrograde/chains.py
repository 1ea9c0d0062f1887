"""Absorbing Markov chains: what fixed policies are worth, exactly; where play goes, in float64."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Ratio = tuple[int, int]
"""A rational p/q as (p, q)."""

LEFT = 1e-9
"""Chances of what follows a place that lack so much to 1 leave it for good: at the end, or by a forfeit."""


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


def solve_moves(moves: Any, right: Any, *, forward: bool) -> Any:
    """The x with x = right + moves x, or with `forward` x = right + moves' x, in float64.

    `moves[place, following place]` is a sparse matrix of chances; what lacks to 1 in a row ends the chain.
    Raises ZeroDivisionError where from some place the chain never ends. Rounding may hide that such a
    system is singular, so it is not left to the solving to find out.
    """
    from scipy.sparse import eye_array
    from scipy.sparse.linalg import splu

    if not _ends(moves):
        raise ZeroDivisionError("a chain that never ends")
    system = (eye_array(len(right)) - moves).tocsc()
    return splu(system.T.tocsc() if forward else system).solve(right)


def _ends(moves: Any) -> bool:
    """Whether from every place some way leads to one that is left for good with some chance."""
    ending = moves.sum(axis=1) < 1 - LEFT
    while True:
        before = ending.sum()
        ending |= moves @ ending > 0
        if ending.sum() == before:
            return bool(ending.all())
