"""The families a combination belongs to, by name: 421, 111, fiche, brelan, tierce, rest and 221."""

from __future__ import annotations

from game421.dice import KEEP_INDEX, ROLLS, RollIndex

FAMILIES = ("421", "111", "fiche", "brelan", "tierce", "rest", "221")
"""Every family, strongest first in the classic order."""

TIERCES = ((6, 5, 4), (5, 4, 3), (4, 3, 2), (3, 2, 1))
"""The runs, highest first; a table may count only the first two (`tierces = 2`)."""

ALIASES = {
    "mac": "fiche",
    "baraque": "brelan",
    "zenzi": "brelan",
    "suite": "tierce",
    "nenette": "221",
    "nénette": "221",
}
"""Other names of a family at French tables."""


def roll_of(*dice: int) -> RollIndex:
    """Number of the roll with these dice, highest first."""
    return RollIndex(KEEP_INDEX[dice])


NENETTE = roll_of(2, 2, 1)
FOUR_TWO_ONE = roll_of(4, 2, 1)


def family_of(roll: RollIndex, tierces: int = 4) -> str:
    """Family of a roll; with `tierces = 2`, 432 and 321 belong to the rest."""
    dice = ROLLS[roll]
    if dice in {(4, 2, 1), (1, 1, 1), (2, 2, 1)}:
        return "".join(map(str, dice))
    if dice[1:] == (1, 1):
        return "fiche"
    if dice[0] == dice[2]:
        return "brelan"
    return "tierce" if dice in TIERCES[:tierces] else "rest"


def members(family: str, tierces: int = 4) -> tuple[RollIndex, ...]:
    """The rolls of a family, in the order of `ROLLS`; empty for a name that is none."""
    name = ALIASES.get(family, family)
    every = (RollIndex(index) for index in range(len(ROLLS)))
    return tuple(roll for roll in every if family_of(roll, tierces) == name)
