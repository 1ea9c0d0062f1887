"""The 421 of the HackaGames course: states `2-6-3-1` (throws left, then dice), actions `keep-roll-keep`.

Its policies are JSON objects from state to action, or from state to the values of actions (of equal ones the
first is taken, as the course's own learner does).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from game421.dice import parse_keep
from game421.errors import TableError
from game421.states.actions import format_action, hold, turn_actions
from game421.states.positions import Position

STATE = re.compile(r"[0-9](-[1-6]){3}")
ACTION = re.compile(r"(keep|roll)(-(keep|roll)){2}")
THROWS = 3
"""The first one and two more."""

Key = tuple[int, tuple[int, ...]]
"""Throws left and dice, highest first."""


def is_hackagames(document: object) -> bool:
    """Whether a JSON document looks like such a policy."""
    return (
        isinstance(document, dict) and bool(document) and all(STATE.fullmatch(str(key)) for key in document)
    )


def policy_of(document: Mapping[str, Any]) -> dict[Key, str]:
    """The dice it keeps, as an action is written here, by state. Raises TableError naming what is wrong."""
    found = {}
    for state, said in document.items():
        left, *dice = map(int, state.split("-"))
        action = _dearest(state, said) if isinstance(said, dict) and said else said
        if not isinstance(action, str) or not ACTION.fullmatch(action):
            raise TableError(f"state {state}: {action!r} is no action; write for example keep-roll-keep")
        kept = [str(die) for die, does in zip(dice, action.split("-"), strict=True) if does == "keep"]
        key = left, tuple(sorted(dice, reverse=True))
        found[key] = format_action(hold(parse_keep("".join(kept) or "-")))
    return found


def _dearest(state: str, values: Mapping[str, Any]) -> str:
    """The action of the highest value. Raises TableError for values that have no order."""
    for action, value in values.items():
        if type(value) not in {int, float} or value != value:  # only NaN differs from itself
            raise TableError(f"state {state}: the value of {action} is {value!r}, which is no number")
    return max(values, key=values.__getitem__)


def masks(dice: tuple[int, ...], action: str) -> str:
    """What their engine takes for one of our holds: which of the dice, as they lie, are kept or rolled."""
    kept, does = list("" if action == "-" else action), []
    for die in map(str, dice):
        does.append("keep" if die in kept else "roll")
        if die in kept:
            kept.remove(die)
    return "-".join(does)


class HackaGamesPlayer:
    """A player for their engine, which calls these four methods, around a bot of this arena.

    It asks the bot about the bare turn of a leader, `T - - - 3 631 2`. Both forms of what the engine shows
    are understood: trees with `children` and `attributes`, to which an action is text, and the later ones
    with `child` and `digits`, to which it is such a tree too.
    """

    def __init__(self, decide: Callable[[str, tuple[str, ...]], str]) -> None:
        self._decide = decide
        self._left, self._dice = 0, (1, 1, 1)
        self._spoken: Callable[[str], Any] = str

    def wakeUp(self, player: int, players: int, configuration: Any) -> None:  # noqa: N802 - their name
        """A game begins."""

    def perceive(self, state: Any) -> None:
        """Remember what lies on the table: copied, for the engine goes on with its own."""
        if hasattr(state, "child"):
            self._spoken = type(state)
            left, dice = state.child(1).digit(1), state.child(2).digits()
        else:
            game, table, *_ = state.children()
            left, dice = game.attribute(1), table.attributes()
        self._left = int(left)
        first, second, third = map(int, dice)
        self._dice = first, second, third

    def decide(self) -> Any:
        """Which dice to keep and which to roll."""
        roll = "".join(map(str, sorted(self._dice, reverse=True)))
        position = Position.parse(f"T - - - {THROWS} {roll} {self._left}")
        return self._spoken(masks(self._dice, self._decide(str(position), legal_in(position))))

    def sleep(self, result: float) -> None:
        """The game is over."""


def legal_in(position: Position) -> tuple[str, ...]:
    """The legal actions in a leader's bare turn, under any rules with free dice."""
    return tuple(map(format_action, turn_actions("free", position.roll, position.left or 0)))
