"""Small tables for the judges of rounds: bases, one-axis changes of them, and both solvers of a round."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from zlib import crc32

import numpy as np

from certificates.played import record
from game421.rounds.rest import round_payoffs_of
from game421.rounds.solving import RoundPayoffs, RoundSolution, solve_round
from game421.rounds.stakes import RoundStakes
from game421.rounds.tree import RoundTree, round_tree
from game421.rules.record import Rules
from game421.states.settlements import apply
from game421.states.token_states import TokenState
from oracles.axes import ALL_DICE, Axes, name
from oracles.axes import rules as table_of
from oracles.payment import Outcome
from oracles.round import Round, Vector
from oracles.round import goal as wish_of

PHASES = {"C": "charge", "D": "decharge", "R": "decharge"}
"""A phase of the package as the twins call it."""

COIN = (2, 1, 0, 0, 0, 0)
"""Aces and twos: 111 > 211 > 222 > 221, no two equally likely."""

THREE_FACES = (2, 1, 0, 1, 0, 0)
"""Ten combinations: 421, 111, 411, 444, 211, 222, three of the rest and 221."""

LOW_FACES = (2, 1, 1, 0, 0, 0)
"""Ten combinations, the tierce 321 among them."""

BASES: dict[str, dict[str, Any]] = {
    "classic": {"tokens": 11, "nenette_takes": 2, "charge_throws": 2, "decharge_throws": 2},
    "bistro": {
        "tokens": 11,
        "values": {"421": 8},
        "followers": "declare",
        "tie_by_throws": "fewer-wins",
        "rampo_value": "choice",
        "charge_throws": 1,
        "decharge_throws": 2,
        "ends": "last-in",
    },
}
"""What the changes are made to, one at a time; a change of several keys is one axis with what it needs."""

CHANGES: dict[str, dict[str, Any]] = {
    "as it is": {},
    "belgian": {"ranking": "belgian"},
    "own ranking with equals": {
        "ranking": [["411", "211"], ["111", "421"], "222", "442", ["441", "444", "221"], "422"],
        "values": {"421": 3, "111": 3, "fiche": 2, "441": 5, "444": 5, "221": 5},
        "nenette_takes": 0,
    },
    "two tierces": {"tierces": 2, "die": LOW_FACES},
    "four tierces": {"die": LOW_FACES},
    "nenette above the rest": {"nenette": "above-rest"},
    "last nenette wins": {"nenette_tie": "last-wins"},
    "locked": {"kept_dice": "locked", "decharge_throws": 3, "charge_throws": 3, "die": COIN},
    "free, three throws": {"decharge_throws": 3, "charge_throws": 3, "die": COIN},
    "same": {"followers": "same"},
    "up to": {"followers": "up-to"},
    "declare": {"followers": "declare"},
    "previous": {"cap": "previous"},
    "previous, up to": {"cap": "previous", "followers": "up-to"},
    "throws ignored": {"tie_by_throws": "ignore", "followers": "declare"},
    "fewer wins": {"tie_by_throws": "fewer-wins", "followers": "up-to"},
    "later wins": {"ties": "later-wins"},
    "earlier wins": {"ties": "earlier-wins"},
    "tied": {"rampo_value": "tied"},
    "rampo pays": {"rampo_value": "rampo"},
    "rampo or tied": {"rampo_value": "choice"},
    "rampo or tied, last nenette": {"rampo_value": "choice", "nenette_tie": "last-wins"},
    "one throw": {"charge_throws": 1, "decharge_throws": 1},
    "nenette takes three": {"nenette_takes": 3},
    "every nenette takes": {"nenette_takes": 2, "nenette_each": True},
    "sum": {"transfer": "sum"},
    "sum of a rampo": {"transfer": "sum", "rampo_value": "rampo"},
    "difference": {"transfer": "difference"},
    "difference of a rampo": {"transfer": "difference", "rampo_value": "rampo"},
    "difference, equals of nenette": {
        "transfer": "difference",
        "ranking": ["421", "111", "411", "211", "222", "442", "441", "444", ["422", "221"]],
        "nenette_takes": 0,
        "values": {"421": 8, "422": 3, "221": 3},
    },
    "all and all but one": {"values": {"421": "all", "111": "all-but-one"}},
    "all in the charge": {"values": {"421": 9, "charge": {"421": "all"}, "decharge": {"222": "all"}}},
    "fair die of three faces": {"die": (1, 1, 0, 1, 0, 0)},
}

CHARGE = {"as it is", "last nenette wins", "nenette takes three", "every nenette takes", "all in the charge"}
"""Changes that a round of the charge is tried with; in the others it differs from the décharge in nothing."""

OF_COMBINATIONS = {
    "belgian",
    "two tierces",
    "four tierces",
    "nenette above the rest",
    "locked",
    "free, three throws",
    "all and all but one",
    "fair die of three faces",
}
"""Changes of combinations and turns alone, for which more players make no difference."""

SIPS: dict[str, dict[str, Any]] = {
    "as it is": {},
    "repeated 421": {"repeat_421": 2},
    "brelans give": {"brelan_gift": True},
    "both": {"repeat_421": 3, "brelan_gift": True, "values": {"421": 8}},
    "same": {"followers": "same", "repeat_421": 1},
    "fewer wins": {"tie_by_throws": "fewer-wins", "repeat_421": 2},
    "last nenette wins": {"nenette_tie": "last-wins"},
    "later wins": {"ties": "later-wins", "brelan_gift": True},
    "equals of 421": {
        "ranking": [["421", "111"], "411", "211", "222", "442", "441", "444", ["422", "221"]],
        "values": {"421": 7, "111": 7},
        "repeat_421": 2,
    },
}


def both(*changes: dict[str, Any]) -> tuple[Rules, Axes]:
    """The same rules for the package and for its twin; later changes override earlier ones.

    A ranking of the few combinations that the die shows is completed by the others.
    """
    merged = {key: value for change in ({"die": THREE_FACES}, *changes) for key, value in change.items()}
    ranking = merged.get("ranking", "classic")
    if not isinstance(ranking, str):
        told = {one for tier in ranking for one in ([tier] if isinstance(tier, str) else tier)}
        merged["ranking"] = [*ranking, *(name(roll) for roll in ALL_DICE if name(roll) not in told)]
    table = table_of(**merged)
    return record(table), table


def scrambled(best: tuple[int, ...], worst: tuple[int, ...], moved: Vector) -> tuple[int, ...]:
    """Whole numbers that have nothing to do with any goal, one per player: a game of general sum."""
    told = f"{best} {worst} {[str(Fraction(tokens)) for tokens in moved]}"
    return tuple(crc32(f"{told} {seat}".encode()) % 1000 for seat in range(len(moved)))


def wish(goal: str, players: int) -> Callable[[Outcome], Vector]:
    """What an outcome is worth to each player, as the twin asks it; `scrambled` is no goal of the rules."""
    if goal != "scrambled":
        return wish_of(goal, players)
    return lambda outcome: tuple(map(Fraction, scrambled(outcome.best, outcome.worst, outcome.moved)))


def payoffs_of(tree: RoundTree, goal: str, *, exact: bool = True) -> tuple[RoundPayoffs, int]:
    """The same as the solver takes it, with what it is over."""
    players = tree.players
    state = TokenState(tree.phase, players)
    if goal != "scrambled":
        stakes = RoundStakes(tree.rules, goal, players)  # type: ignore[arg-type]
        return round_payoffs_of(tree, state, stakes, list(range(players)), exact=exact), stakes.unit
    rows = []
    for verdict in tree.verdicts:
        done = apply(tree.rules, state, verdict)
        moved = tuple(Fraction(-score, done.parts) for score in done.scores)
        rows.append(scrambled(done.best, done.worst, moved))
    worth = np.array(rows, object if exact else np.float64)
    return RoundPayoffs(worth[:, :, None]), 1


def solved(
    rules: Rules, goal: str, players: int, phase: str = "D", *, exact: bool = True
) -> tuple[RoundSolution, tuple[Fraction, ...]]:
    """A bare round solved by the package, and its value for each player; floats as Fractions if not exact."""
    tree = round_tree(rules, phase, players)  # type: ignore[arg-type]
    payoffs, unit = payoffs_of(tree, goal, exact=exact)
    solution = solve_round(tree, payoffs)
    start = solution.start[:, 0].tolist()
    over = unit * solution.scale[0] if exact else 1
    return solution, tuple(Fraction(value) / over for value in start)


def twin(table: Axes, goal: str, players: int, phase: str = "D") -> Round:
    """The same round for the slow twin."""
    return Round(table, players, wish(goal, players), PHASES[phase])
