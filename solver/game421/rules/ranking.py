"""Who beats whom: the order of the 56 combinations as a number per roll."""

from __future__ import annotations

from collections.abc import Iterable

from game421.dice import ROLLS, RollIndex
from game421.rules.families import NENETTE, family_of, roll_of

_FACES_DOWN = (6, 5, 4, 3, 2)

Tiers = tuple[tuple[RollIndex, ...], ...]
"""The combinations strongest first; those of one inner tuple are equal."""


def named_order(ranking: str, tierces: int, nenette: str) -> Tiers:
    """The order called `ranking` (RULES section 1): every tier holds one combination.

    `classic` puts fiche before brelan at equal face, `belgian` every fiche before every brelan;
    `tierces = 2` sends 432 and 321 to the rest; nenette is last of all or just above the rest.
    """
    fiches = [roll_of(face, 1, 1) for face in _FACES_DOWN]
    brelans = [roll_of(face, face, face) for face in _FACES_DOWN]
    if ranking == "belgian":
        middle = fiches + brelans
    else:
        middle = [roll for pair in zip(fiches, brelans, strict=True) for roll in pair]
    every = [RollIndex(index) for index in range(len(ROLLS))]
    runs = [roll for roll in every if family_of(roll, tierces) == "tierce"]
    rest = [roll for roll in every if family_of(roll, tierces) == "rest"]
    low = [NENETTE, *rest] if nenette == "above-rest" else [*rest, NENETTE]
    return tuple((roll,) for roll in [roll_of(4, 2, 1), roll_of(1, 1, 1), *middle, *runs, *low])


def strengths(tiers: Iterable[Iterable[RollIndex]]) -> tuple[int, ...]:
    """`strengths(tiers)[roll]`: 0 for the weakest tier, one more for each tier above it."""
    ordered = [tuple(tier) for tier in tiers]
    strength = {roll: len(ordered) - 1 - place for place, tier in enumerate(ordered) for roll in tier}
    return tuple(strength[RollIndex(index)] for index in range(len(ROLLS)))
