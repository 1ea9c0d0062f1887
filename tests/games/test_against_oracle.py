"""Whole games of two, every state's value exactly, against the slow twin's: one axis changed at a time."""

from __future__ import annotations

from typing import Any

import pytest

from oracles.axes import LE_BON_TO_THE_LAST
from oracles.game import Game

from .small import COIN, LOW_FACES, THREE_FACES, as_twin, both, goal_of, solved, worth

CLASSIC: dict[str, Any] = {
    "die": COIN,
    "tokens": 3,
    "charge_throws": 2,
    "decharge_throws": 2,
    "nenette_takes": 2,
}
BISTRO: dict[str, Any] = {
    "die": COIN,
    "tokens": 3,
    **LE_BON_TO_THE_LAST,
}
BASES = {"classic": CLASSIC, "bistro": BISTRO}

CHANGES: dict[str, dict[str, Any]] = {
    "one token": {"tokens": 1},
    "two tokens": {"tokens": 2},
    "as it is": {},
    "four tokens": {"tokens": 4},
    "three faces": {"die": THREE_FACES},
    "belgian": {"ranking": "belgian", "die": THREE_FACES},
    "own ranking with equals": {
        "ranking": ["221", ["211", "222"], "111"],
        "values": {"211": 2, "222": 2, "111": 3},
        "nenette_takes": 0,
    },
    "two tierces": {"tierces": 2, "die": LOW_FACES, "tokens": 2},
    "nenette above the rest": {"nenette": "above-rest", "die": THREE_FACES, "nenette_takes": 0},
    "last nenette wins": {"nenette_tie": "last-wins"},
    "locked": {"kept_dice": "locked", "charge_throws": 3, "decharge_throws": 3, "tokens": 2},
    "free": {"charge_throws": 3, "decharge_throws": 3, "tokens": 2},
    "previous": {"cap": "previous"},
    "same": {"followers": "same"},
    "up to": {"followers": "up-to"},
    "declare": {"followers": "declare"},
    "fewer wins": {"followers": "up-to", "tie_by_throws": "fewer-wins"},
    "throws ignored": {"tie_by_throws": "ignore"},
    "later wins": {"ties": "later-wins"},
    "earlier wins": {"ties": "earlier-wins"},
    "tied": {"rampo_value": "tied"},
    "rampo pays": {"rampo_value": "rampo"},
    "rampo or tied": {"rampo_value": "choice", "nenette_tie": "last-wins", "tokens": 4},
    "winner leads": {"next_leader": "winner"},
    "rotation": {"next_leader": "rotation"},
    "havraise": {"charge": "havraise", "tokens": 4},
    "one throw, then three": {"charge_throws": 1, "decharge_throws": 3},
    "three throws, then one": {"charge_throws": 3, "decharge_throws": 1},
    "nenette takes nothing": {"nenette_takes": 0},
    "nenette takes three": {"nenette_takes": 3, "tokens": 4},
    "every nenette takes": {"nenette_takes": 2, "nenette_each": True, "tokens": 4},
    "every nenette takes, winner leads": {"nenette_takes": 1, "nenette_each": True, "next_leader": "winner"},
    "sum": {"transfer": "sum", "tokens": 4},
    "sum of a rampo": {"transfer": "sum", "rampo_value": "rampo", "tokens": 4},
    "difference": {"transfer": "difference", "tokens": 4},
    "difference of a rampo": {"transfer": "difference", "rampo_value": "rampo", "tokens": 4},
    "all": {"values": {"111": "all", "211": "all-but-one"}, "tokens": 4},
    "all in the charge": {"values": {"charge": {"111": "all"}, "decharge": {"222": "all-but-one"}}},
    "first out": {"ends": "first-out"},
    "last in": {"ends": "last-in"},
    "partie": {"manches": 2, "tokens": 2},
    "partie of three manches": {"manches": 3, "tokens": 1},
    "partie, Espagnole": {"manches": 2, "espagnole": "partie", "tokens": 2},
    "partie, three tokens": {"manches": 2, "next_leader": "winner", "charge_throws": 1},
    "partie, havraise": {"manches": 2, "charge": "havraise"},
    "partie, havraise, Espagnole": {"manches": 2, "charge": "havraise", "espagnole": "partie", "tokens": 2},
}


@pytest.mark.parametrize(
    ("base", "change"),
    [
        (base, change)
        for base in BASES
        for change in CHANGES
        if base == "classic" or CHANGES[change].get("die") != THREE_FACES
    ],
)
def test_every_state_is_worth_what_the_twin_says(base: str, change: str) -> None:
    rules, table = both(BASES[base], CHANGES[change])
    game = Game(table, 2, goal_of(rules))
    for state, value in worth(solved(rules, goal_of(rules))).items():
        assert game.exact(as_twin(state)) == (value, 1 - value), state


def test_a_partie_of_one_manche_is_the_manche() -> None:
    rules, _ = both(BISTRO)
    partie, manche = (worth(solved(rules, goal)) for goal in ("partie", "manche"))
    assert {(state.phase, state.pot, state.stacks): value for state, value in partie.items()} == {
        (state.phase, state.pot, state.stacks): value for state, value in manche.items()
    }
