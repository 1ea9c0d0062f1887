"""Rules files written by the tests themselves, with no help from the package, and what they must mean."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Any

COMBINATIONS = ["".join(map(str, dice)) for dice in combinations_with_replacement(range(6, 0, -1), 3)]

FICHES = ["611", "511", "411", "311", "211"]
BRELANS = ["666", "555", "444", "333", "222"]
RUNS = ["654", "543", "432", "321"]
CLASSIC_TOP = ["421", "111", "611", "666", "511", "555", "411", "444", "311", "333", "211", "222"]
BELGIAN_TOP = ["421", "111", *FICHES, *BRELANS]

DEFAULTS: dict[str, Any] = {
    "game": "tokens",
    "tokens": 21,
    "repeat_421": 0,
    "brelan_gift": False,
    "ranking": "classic",
    "tierces": 4,
    "nenette": "lowest",
    "nenette_tie": "rampo",
    "die": [1, 1, 1, 1, 1, 1],
    "kept_dice": "free",
    "followers": "same",
    "cap": "leader",
    "tie_by_throws": "ignore",
    "ties": "rampo",
    "rampo_value": "tied",
    "next_leader": "loser",
    "charge": "rounds",
    "charge_throws": 3,
    "decharge_throws": 3,
    "nenette_takes": 0,
    "nenette_each": False,
    "transfer": "best",
    "espagnole": "manche",
    "ends": "first-out",
    "manches": 1,
}

TOKENS_ONLY = [
    "tokens",
    "charge",
    "charge_throws",
    "nenette_takes",
    "nenette_each",
    "espagnole",
    "transfer",
    "ends",
    "manches",
    "rampo_value",
]


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def document(axes: Mapping[str, Any], **values: Mapping[str, Any]) -> str:
    """A rules file with these axes; `both`, `charge` and `decharge` are the lines of its values."""
    lines = [f"{axis} = {toml(value)}" for axis, value in axes.items()]
    for table, header in {"both": "values", "charge": "values.charge", "decharge": "values.decharge"}.items():
        if values.get(table):
            lines += [f"[{header}]", *(f"{key} = {toml(value)}" for key, value in values[table].items())]
    return "\n".join([*lines, ""])


def order(ranking: str = "classic", tierces: int = 4, nenette: str = "lowest") -> list[str]:
    """The 56 combinations strongest first, as RULES section 1 lists them."""
    top = (BELGIAN_TOP if ranking == "belgian" else CLASSIC_TOP) + RUNS[:tierces]
    rest = [name for name in COMBINATIONS if name not in top and name != "221"]
    return [*top, "221", *rest] if nenette == "above-rest" else [*top, *rest, "221"]


def family(name: str, tierces: int = 4) -> str:
    for members, word in ((FICHES, "fiche"), (BRELANS, "brelan"), (RUNS[:tierces], "tierce")):
        if name in members:
            return word
    return name if name in {"421", "111", "221"} else "rest"


def worth(name: str, phase: str, axes: Mapping[str, Any], values: Mapping[str, Mapping[str, Any]]) -> Any:
    """What a combination is worth: its own line beats its family's, a phase's line the general one."""
    axes = {**DEFAULTS, **axes}
    words = {"421": 10, "111": 7, "fiche": "face", "brelan": "face", "tierce": 2, "rest": 1}
    words["221"] = 4 if axes["nenette"] == "above-rest" else 1
    kind = family(name, axes["tierces"])
    for key in (name, kind):
        for table in (phase, "both"):
            if key in values.get(table, {}):
                found = values[table][key]
                return int(name[0]) if found == "face" else found
    return int(name[0]) if words[kind] == "face" else words[kind]
