"""What may be wanted of a round and of a whole game, by name (RULES, section 6); they load nothing."""

from __future__ import annotations

from typing import Literal

RoundGoal = Literal["duel", "safe", "tokens", "relative"]
GameGoal = Literal["manche", "partie"]

ROUND_GOALS: dict[str, RoundGoal] = {
    "duel": "duel",
    "safe": "safe",
    "tokens": "tokens",
    "relative": "relative",
}
"""The goals of a round, as commands and files write them."""

GAME_GOALS: dict[str, GameGoal] = {"manche": "manche", "partie": "partie"}
"""The goals of a whole game, as commands and files write them."""

SituationGoal = RoundGoal | GameGoal

SITUATION_GOALS: dict[str, SituationGoal] = {**ROUND_GOALS, **GAME_GOALS}
"""Both: the goals that a position of a round or of a game may have."""

AMOUNTS = frozenset({"points", "tokens", "relative"})
"""The goals, one of a turn among them, whose values are numbers of tokens or sips; others' are chances."""
