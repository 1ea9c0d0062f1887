"""How many ways out of S**3 each keep ends on each roll, for any whole-number weights of the faces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game421.dice.rolls import DICE, GROW, KEEPS, ROLLS
from game421.errors import InputError

FAIR: tuple[int, ...] = (1,) * 6


@lru_cache(maxsize=8)
def ways(weights: tuple[int, ...] = FAIR) -> tuple[tuple[int, ...], ...]:
    """`ways(w)[keep][roll]`: whole-number ways that throwing the other dice of `keep` ends on `roll`.

    With S the sum of the six weights (face f shows with chance w[f-1]/S), each of the 84 rows adds
    to S**3: a row of a keep of k dice counts each of its S**(3-k) throws S**k times. Fair dice give
    216. Raises InputError for weights that are no die. Source: DESIGN, section 1.
    """
    check_weights(weights)
    total = sum(weights)
    rows: list[list[int]] = []
    for _keep in ROLLS:
        row = [0] * len(ROLLS)
        row[len(rows)] = total**DICE
        rows.append(row)
    for index in range(len(ROLLS), len(KEEPS)):
        grown = [rows[larger] for larger in GROW[index]]
        rows.append(
            [
                sum(w * row[roll] for w, row in zip(weights, grown, strict=True)) // total
                for roll in range(len(ROLLS))
            ]
        )
    return tuple(map(tuple, rows))


def check_weights(weights: Sequence[int]) -> None:
    """Refuse weights that are no die: six whole numbers, none negative, at least two above zero."""
    if len(weights) != 6 or any(isinstance(w, bool) or not isinstance(w, int) for w in weights):
        raise InputError(f"a die has six whole-number weights, one per face, not {list(weights)!r}")
    if min(weights) < 0 or sum(w > 0 for w in weights) < 2:
        raise InputError(
            f"die {list(weights)!r}: weights are 0 or more, and at least two faces must be able to show"
        )


WAYS: tuple[tuple[int, ...], ...] = ways()
"""`WAYS[keep][roll]` for fair dice: each of the 84 rows adds to 216."""
