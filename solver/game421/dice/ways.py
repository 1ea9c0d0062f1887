"""How many ways out of S**3 each keep ends on each roll, for any whole-number weights of the faces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from game421.dice.rolls import DICE, FACES, KEEP_INDEX, KEEPS, ROLLS, RollIndex
from game421.errors import InputError

FAIR: tuple[int, ...] = (1,) * FACES
"""Weights of an honest die."""

Reach = tuple[tuple[tuple[RollIndex, int], ...], ...]
"""Per keep, the rolls it can end on with their ways: 364 pairs when every face can show."""


def reach(weights: tuple[int, ...] = FAIR) -> Reach:
    """`reach(w)[keep]`: every (roll, ways) that throwing the other dice of `keep` can end on.

    With S the sum of the six weights (face f shows with chance w[f-1]/S), the ways of each of the 84
    keeps add to S**3: each throw of the 3-k other dice counts S**k times. Raises InputError for
    weights that are no die. Source: DESIGN, section 1.
    """
    check_weights(weights)
    return _reach(weights)


@lru_cache(maxsize=8)
def _reach(weights: tuple[int, ...]) -> Reach:
    total = sum(weights)
    throws = [list(_throws(weights, size)) for size in range(DICE + 1)]
    rows = []
    for keep in KEEPS:
        row: dict[RollIndex, int] = {}
        for faces, ways_of in throws[DICE - len(keep)]:
            roll = RollIndex(KEEP_INDEX[tuple(sorted((*keep, *faces), reverse=True))])
            row[roll] = row.get(roll, 0) + ways_of * total ** len(keep)
        rows.append(tuple(sorted(row.items())))
    return tuple(rows)


def _throws(weights: Sequence[int], size: int) -> list[tuple[tuple[int, ...], int]]:
    """Every ordered throw of `size` dice that can show, with its ways."""
    throws: list[tuple[tuple[int, ...], int]] = []
    for faces in product(range(1, FACES + 1), repeat=size):
        count = 1
        for face in faces:
            count *= weights[face - 1]
        if count:
            throws.append((faces, count))
    return throws


def ways(weights: tuple[int, ...] = FAIR) -> tuple[tuple[int, ...], ...]:
    """`reach` as a full matrix: `ways(w)[keep][roll]`, 84 rows of 56 whole numbers, each adding to S**3."""
    rows = []
    for pairs in reach(weights):
        row = [0] * len(ROLLS)
        for roll, count in pairs:
            row[roll] = count
        rows.append(tuple(row))
    return tuple(rows)


def check_weights(weights: Sequence[int]) -> None:
    """Refuse weights that are no die: six whole numbers, none negative, at least two above zero."""
    if len(weights) != FACES or any(isinstance(w, bool) or not isinstance(w, int) for w in weights):
        raise InputError(f"a die has six whole-number weights, one per face, not {list(weights)!r}")
    if min(weights) < 0 or sum(w > 0 for w in weights) < 2:
        raise InputError(
            f"die {list(weights)!r}: weights are 0 or more, and at least two faces must be able to show"
        )
