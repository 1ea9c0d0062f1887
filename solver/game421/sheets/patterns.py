"""What a person looks for among his dice: holds, told by the dice themselves or by a pattern of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from game421.dice import DICE, FACES, KEEP_INDEX, KEEP_NOTHING, KEEPS, ROLLS, KeepIndex, RollIndex

Kind = Literal["dice", "with", "pair", "highest"]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A hold that a roll may offer.

    `dice`: exactly the dice of `keep`. `with`: the one die of `keep` and the highest other. `pair`: two
    alike. `highest`: the two highest dice. The last two say `KEEP_NOTHING`.
    """

    kind: Kind
    keep: KeepIndex = KEEP_NOTHING

    def hold(self, roll: RollIndex) -> KeepIndex | None:
        """What the pattern holds of a roll, None where it is not there."""
        return _held(self)[roll]


def dice_of(keep: KeepIndex) -> Pattern:
    """The pattern that is exactly these dice."""
    return Pattern("dice", keep)


def together(face: int) -> Pattern:
    """One die of this face with the highest other."""
    return Pattern("with", KEEP_INDEX[face,])


PAIR = Pattern("pair")
HIGHEST = Pattern("highest")

PATTERNS: tuple[Pattern, ...] = (
    *(dice_of(KeepIndex(keep)) for keep, dice in enumerate(KEEPS) if len(dice) < DICE),
    *(together(face) for face in range(FACES, 0, -1)),
    PAIR,
    HIGHEST,
)
"""Every pattern of fewer than three dice; of equally useful ones the first is taken."""


@lru_cache(maxsize=len(PATTERNS))
def _held(pattern: Pattern) -> tuple[KeepIndex | None, ...]:
    """`[roll]`: what the pattern holds."""
    holds = _HOLDS[pattern.kind]
    return tuple(holds(ROLLS[roll], KEEPS[pattern.keep]) for roll in range(len(ROLLS)))


def _exactly(roll: tuple[int, ...], dice: tuple[int, ...]) -> KeepIndex | None:
    left = list(roll)
    for die in dice:
        if die not in left:
            return None
        left.remove(die)
    return KEEP_INDEX[dice]


def _with_highest(roll: tuple[int, ...], dice: tuple[int, ...]) -> KeepIndex | None:
    if dice[0] not in roll:
        return None
    others = list(roll)
    others.remove(dice[0])
    return KEEP_INDEX[tuple(sorted((dice[0], others[0]), reverse=True))]


def _pair(roll: tuple[int, ...], _: tuple[int, ...]) -> KeepIndex | None:
    high, middle, low = roll
    return KEEP_INDEX[middle, middle] if middle in {high, low} else None


def _highest(roll: tuple[int, ...], _: tuple[int, ...]) -> KeepIndex | None:
    return KEEP_INDEX[roll[:2]]


_HOLDS: dict[Kind, Callable[[tuple[int, ...], tuple[int, ...]], KeepIndex | None]] = {
    "dice": _exactly,
    "with": _with_highest,
    "pair": _pair,
    "highest": _highest,
}
"""How each kind finds its dice in a roll."""


def size(pattern: Pattern) -> int:
    """How many dice the pattern holds."""
    return len(KEEPS[pattern.keep]) if pattern.kind == "dice" else DICE - 1
