"""A table's rules as a plain dict of axes: defaults, order of strength and worth of each combination.

Dice are tuples of faces, highest first: `(6, 4, 2)` is 642.
"""

from itertools import combinations_with_replacement
from typing import Any, TypeAlias

Dice: TypeAlias = tuple[int, ...]
Axes: TypeAlias = dict[str, Any]
Worth: TypeAlias = int | str

DEFAULTS: Axes = {
    "game": "tokens",
    "tokens": 21,
    "repeat_421": 0,
    "brelan_gift": False,
    "ranking": "classic",
    "tierces": 4,
    "nenette": "lowest",
    "nenette_tie": "rampo",
    "die": (1, 1, 1, 1, 1, 1),
    "kept_dice": "free",
    "followers": "same",
    "cap": "leader",
    "tie_by_throws": "ignore",
    "ties": "rampo",
    "rampo_value": "tied",
    "charge": "rounds",
    "charge_throws": 3,
    "decharge_throws": 3,
    "nenette_takes": 0,
    "nenette_each": False,
    "transfer": "best",
    "espagnole": "manche",
    "ends": "first-out",
    "manches": 1,
    "next_leader": "loser",
    "values": {},
}
VALUES: dict[str, Worth] = {
    "421": 10,
    "111": 7,
    "fiche": "face",
    "brelan": "face",
    "tierce": 2,
    "rest": 1,
    "221": 1,
}
NENETTE: Dice = (2, 2, 1)
FOUR_TWENTY_ONE: Dice = (4, 2, 1)


def rules(**axes: Any) -> Axes:
    """The default rules with some axes changed; an axis nobody knows is a KeyError."""
    for axis in axes:
        if axis not in DEFAULTS:
            raise KeyError(axis)
    return {**DEFAULTS, **axes}


def dice(text: str) -> Dice:
    """Read `642`, in any order; `-` and nothing are no dice."""
    return tuple(sorted((int(face) for face in text if face != "-"), reverse=True))


def name(kept: Dice) -> str:
    """Write dice highest first; no dice are `-`."""
    return "".join(map(str, kept)) or "-"


ALL_DICE: tuple[Dice, ...] = tuple(
    sorted(
        (tuple(sorted(roll, reverse=True)) for roll in combinations_with_replacement(range(1, 7), 3)),
        reverse=True,
    )
)


def family(table: Axes, roll: Dice) -> str:
    """The family a combination belongs to; 421, 111 and 221 are their own."""
    high, middle, low = roll
    if name(roll) in ("421", "111", "221"):
        return name(roll)
    if middle == low == 1:
        return "fiche"
    if high == middle == low:
        return "brelan"
    lowest_run = 5 if table["tierces"] == 2 else 3
    if high - 1 == middle == low + 1 and high >= lowest_run:
        return "tierce"
    return "rest"


def order(table: Axes) -> list[list[Dice]]:
    """All 56 combinations, strongest first, equals together."""
    if not isinstance(table["ranking"], str):
        return [
            [dice(entry)] if isinstance(entry, str) else [dice(equal) for equal in entry]
            for entry in table["ranking"]
        ]
    members: dict[str, list[Dice]] = {}
    for roll in ALL_DICE:
        members.setdefault(family(table, roll), []).append(roll)
    fiches, brelans = members["fiche"], members["brelan"]
    if table["ranking"] == "belgian":
        named = fiches + brelans
    else:
        named = [roll for pair in zip(fiches, brelans, strict=True) for roll in pair]
    ladder = members["421"] + members["111"] + named + members["tierce"]
    if table["nenette"] == "above-rest":
        ladder += members["221"] + members["rest"]
    else:
        ladder += members["rest"] + members["221"]
    return [[roll] for roll in ladder]


def ranks(table: Axes) -> dict[Dice, int]:
    """Strength of each combination: the higher number is stronger, equal numbers are equal."""
    return {roll: -place for place, equals in enumerate(order(table)) for roll in equals}


def worth(table: Axes, phase: str) -> dict[Dice, Worth]:
    """What each combination is worth in `charge` or `decharge`: tokens or sips, `all` or `all-but-one`."""
    said: dict[str, Worth] = dict(VALUES)
    if table["nenette"] == "above-rest":
        said["221"] = 4
    general = {key: value for key, value in table["values"].items() if key not in ("charge", "decharge")}
    for entries in (general, table["values"].get(phase, {})):
        for key, value in entries.items():
            said[name(dice(key)) if key.isdigit() else key] = value
    found: dict[Dice, Worth] = {}
    for roll in ALL_DICE:
        entry = said.get(name(roll), said.get(family(table, roll)))
        assert entry is not None
        found[roll] = roll[0] if entry == "face" else entry
    return found


LE_BON_TO_THE_LAST: dict[str, Any] = {
    "charge_throws": 1,
    "decharge_throws": 2,
    "followers": "declare",
    "tie_by_throws": "fewer-wins",
    "rampo_value": "choice",
    "ends": "last-in",
}
"""Changes that bring in "le bon", throws that break ties, a choice of what a rampo pays, and leaving."""
