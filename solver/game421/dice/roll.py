"""A roll as a record of its own, for those who ask from Python; the solver itself works with its number."""

from __future__ import annotations

from dataclasses import dataclass

from game421.dice.rolls import KEEP_INDEX, ROLLS, RollIndex
from game421.dice.spelling import parse_roll
from game421.errors import InputError


@dataclass(frozen=True, order=True)
class Roll:
    """Three dice as they lie, in no order: one of the 56. Printed highest die first."""

    dice: tuple[int, int, int]

    def __post_init__(self) -> None:
        if self.dice not in KEEP_INDEX:
            raise InputError(f"{self.dice} is not a roll: it takes three faces from 1 to 6, highest first")

    @classmethod
    def parse(cls, text: str) -> Roll:
        """The roll written in `text`: 642, 246, 6-4-2, 6,4,2, "6 4 2" and ⚅⚃⚁ are one.

        Raises InputError naming the part that is wrong.
        """
        return cls.at(parse_roll(text))

    @classmethod
    def at(cls, index: RollIndex) -> Roll:
        """The roll numbered `index`."""
        high, middle, low = ROLLS[index]
        return cls((high, middle, low))

    @property
    def index(self) -> RollIndex:
        """Its number in `ROLLS`."""
        return RollIndex(KEEP_INDEX[self.dice])

    def __str__(self) -> str:
        return "".join(map(str, self.dice))
