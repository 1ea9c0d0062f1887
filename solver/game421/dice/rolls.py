"""The 56 rolls, the 84 keeps, and how one grows into the other by a single die.

Both are multisets written highest die first. They are numbered so that a smaller number is the
one the tie rule prefers: more dice first, then the higher dice. A roll therefore has the same
number as the keep of all its three dice.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import NewType

FACES = 6
DICE = 3

RollIndex = NewType("RollIndex", int)
"""Position of a roll in `ROLLS`: 0 (666) to 55 (111)."""

KeepIndex = NewType("KeepIndex", int)
"""Position of a keep in `KEEPS`: 0 to 55 all three dice, 56 to 76 two, 77 to 82 one, 83 none."""


def _multisets(size: int) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(range(FACES, 0, -1), size))


ROLLS: tuple[tuple[int, ...], ...] = tuple(_multisets(DICE))
"""The 56 rolls, 666 first and 111 last, each highest die first."""

KEEPS: tuple[tuple[int, ...], ...] = ROLLS + tuple(keep for size in (2, 1, 0) for keep in _multisets(size))
"""The 84 keeps, in the order of the tie rule: three dice, two, one, none; higher dice first."""

KEEP_NOTHING = KeepIndex(len(KEEPS) - 1)

KEEP_INDEX: dict[tuple[int, ...], KeepIndex] = {keep: KeepIndex(i) for i, keep in enumerate(KEEPS)}
"""Number of a keep (and so of a roll) from its dice, highest first."""

GROW: tuple[tuple[KeepIndex, ...], ...] = tuple(
    tuple(KEEP_INDEX[tuple(sorted((*keep, face), reverse=True))] for face in range(1, FACES + 1))
    if len(keep) < DICE
    else ()
    for keep in KEEPS
)
"""`GROW[keep][face - 1]`: the keep one die larger; empty for three dice."""

KEEPS_OF: tuple[tuple[KeepIndex, ...], ...] = tuple(
    tuple(sorted({KEEP_INDEX[part] for size in range(DICE + 1) for part in combinations(roll, size)}))
    for roll in ROLLS
)
"""`KEEPS_OF[roll]`: the at most 8 keeps contained in a roll, in the order of the tie rule: 364 in all."""
