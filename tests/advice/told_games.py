"""Small games told in full, and the facts of the same games."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from certificates.played import record
from game421.advice.facts import Facts, facts_of_values
from game421.advice.round_facts import Share
from game421.games.equilibrium import solve_equilibrium
from game421.games.space import game_space
from game421.games.sweeps import Threads
from game421.games.values import GameValues
from game421.tables.solving import solve_game, values_of
from oracles.axes import ALL_DICE, LE_BON_TO_THE_LAST, Axes, name
from oracles.axes import rules as table_of

from .enumeration import Story

THREE_FACES = (2, 1, 0, 1, 0, 0)
"""Ten combinations: 421, 111, 411, 444, 211, 222, three of the rest and 221."""

VALUES: dict[str, Any] = {"421": 2, "111": 2, "fiche": 1, "brelan": 1}

BASE: dict[str, Any] = {"tokens": 3, "die": THREE_FACES, "values": VALUES, "decharge_throws": 2}

WORTHS = [*VALUES, "tierce", "rest", "221"]

EQUALS = [["421", "111"], ["411", "211"], ["444", "222", "441"], ["442", "221"]]
"""The combinations of three faces, few of them with a rank of their own."""

GAMES: dict[str, dict[str, Any]] = {
    "classic": BASE | {"nenette_takes": 2, "charge_throws": 2, "decharge_throws": 3},
    "bistro": BASE
    | {
        "followers": "declare",
        "tie_by_throws": "fewer-wins",
        "rampo_value": "choice",
        "charge_throws": 1,
        "ends": "last-in",
    },
    "havraise": BASE | {"charge": "havraise", "followers": "up-to", "rampo_value": "rampo"},
    "locked": BASE | {"kept_dice": "locked", "followers": "up-to", "next_leader": "winner"},
    "ordered": BASE
    | {
        "charge_throws": 2,
        "nenette_tie": "last-wins",
        "transfer": "sum",
        "next_leader": "rotation",
        "tokens": 4,
        "decharge_throws": 2,
    },
    "every nenette takes": BASE | {"charge_throws": 1, "nenette_takes": 1, "nenette_each": True},
    "later wins": BASE | {"ties": "later-wins", "charge_throws": 2, "decharge_throws": 2},
    "equals": BASE
    | {
        "ranking": [
            *EQUALS,
            *(one for one in map(name, ALL_DICE) if not any(one in tier for tier in EQUALS)),
        ],
        "charge_throws": 1,
        "decharge_throws": 2,
    },
    "all at once": BASE | {"tokens": 2, "values": dict.fromkeys(WORTHS, 2)},
    "a single token": BASE | {"tokens": 1, "charge": "havraise"},
    "more ways than floats can count": BASE
    | {"die": (3, 1, 0, 1, 0, 0), "charge_throws": 1, "decharge_throws": 4, "followers": "up-to"},
    "runs as well": {"tokens": 2, "die": (1, 1, 1, 1, 0, 0), "charge_throws": 1, "decharge_throws": 1},
}

COIN = (2, 1, 0, 0, 0, 0)
"""Aces and twos: 111 > 211 > 222 > 221, no two equally likely."""

SEVERAL: dict[str, tuple[int, dict[str, Any]]] = {
    "three": (3, {"tokens": 4, "charge_throws": 1, "decharge_throws": 2, "nenette_takes": 2}),
    "three, last in": (
        3,
        {
            "tokens": 3,
            **LE_BON_TO_THE_LAST,
        },
    ),
    "three, up to, locked": (
        3,
        {
            "tokens": 3,
            "charge_throws": 1,
            "decharge_throws": 2,
            "followers": "up-to",
            "kept_dice": "locked",
            "ends": "last-in",
        },
    ),
    "three, up to, winner leads": (
        3,
        {
            "tokens": 3,
            "charge_throws": 2,
            "decharge_throws": 2,
            "followers": "up-to",
            "cap": "previous",
            "next_leader": "winner",
        },
    ),
    "three, equals": (
        3,
        {
            "tokens": 3,
            "ranking": [
                ["111", "222"],
                ["211", "221"],
                *(one for one in map(name, ALL_DICE) if one not in {"111", "222", "211", "221"}),
            ],
            "values": dict.fromkeys(WORTHS, 1),
            "charge_throws": 1,
            "decharge_throws": 2,
            "next_leader": "rotation",
        },
    ),
    "three, every nenette takes": (
        3,
        {"tokens": 3, "charge_throws": 1, "decharge_throws": 1, "nenette_takes": 1, "nenette_each": True},
    ),
    "four": (
        4,
        {
            "tokens": 2,
            "charge_throws": 1,
            "decharge_throws": 1,
            "nenette_tie": "last-wins",
            "ends": "last-in",
        },
    ),
}
"""Games of more players, of small dice; worths as in VALUES."""

STAGES = {"charge": ("charge",), "decharge": ("decharge",), "all": ("charge", "decharge")}

near = pytest.approx


EVERY = [*GAMES, *SEVERAL]


def table_and_players(game: str) -> tuple[Axes, int]:
    if game in GAMES:
        return table_of(**GAMES[game]), 2
    players, axes = SEVERAL[game]
    return table_of(**{"die": COIN, "values": dict.fromkeys(WORTHS, 1) | VALUES} | axes), players


@cache
def story(game: str) -> Story:
    return Story(*table_and_players(game))


@cache
def values(game: str) -> GameValues:
    """Values of a game; of three and more players without a check of what anyone could gain."""
    table, players = table_and_players(game)
    if players == 2:
        return solve_game(record(table), 2).values
    space = game_space(record(table), players)
    *_, progress = solve_equilibrium(space, Threads(1), lambda done, total: None)
    return values_of(space, progress)


@cache
def facts(game: str) -> Facts:
    return facts_of_values(values(game))


def by_name(shares: tuple[Share, ...]) -> dict[str | None, float]:
    assert len({share.combination for share in shares}) == len(shares)
    assert all(share.value > 0 for share in shares)
    return {share.combination: share.value for share in shares}
