"""What is said to a bot in a process of its own, and how its answers are read: one JSON object a line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from game421 import __version__
from game421.arena.bots import Forfeit, on_one_line, shown
from game421.errors import InputError
from game421.rules import Rules, digest
from game421.rules.writing import write_rules

PROTOCOL = 1
"""Number of the protocol."""


LONGEST = 86_400
"""Seconds that a bot may be given at most: a day."""


@dataclass(frozen=True)
class Limits:
    """How long a bot may take, in seconds. Raises InputError for no time at all or more than a day."""

    start: float = 10
    """From its start to its answer to `hello`."""
    move: float = 5
    """For every answer."""

    def __post_init__(self) -> None:
        for what, seconds in (("start", self.start), ("answer", self.move)):
            if not 0 < seconds <= LONGEST:
                raise InputError(f"{seconds:g} seconds to {what}: more than 0, and {LONGEST} at most")


def line(message: dict[str, Any]) -> bytes:
    """A message as it is sent: ASCII, so that any reader takes it."""
    return json.dumps(message, separators=(", ", ": "), allow_nan=False).encode("ascii") + b"\n"


def hello(rules: Rules, players: int, goal: str, limits: Limits) -> dict[str, Any]:
    """The first message of all, to be answered."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "version": __version__,
        "players": players,
        "goal": goal,
        "seconds": limits.move,
        "rules": {
            "name": rules.name,
            "digest": digest(rules),
            "text": write_rules(rules),
        },
    }


def newgame(game: int, seat: int, players: int) -> dict[str, Any]:
    """A game begins; seat 0 leads the first round."""
    return {"type": "newgame", "game": game, "seat": seat, "players": players}


def decide(position: str, legal: tuple[str, ...]) -> dict[str, Any]:
    """A question, to be answered with one of the legal actions."""
    return {"type": "decide", "position": position, "legal": legal}


def result(game: int, payoff: float, forfeit: str | None) -> dict[str, Any]:
    """A game has ended."""
    return {"type": "result", "game": game, "payoff": payoff, "forfeit": forfeit}


BYE: dict[str, Any] = {"type": "bye"}
"""Nothing more will be asked."""


def answer_in(said: bytes) -> dict[str, Any]:
    """The object in an answer; white space, CRLF and a byte order mark are forgiven. Raises Forfeit."""
    try:
        text = said.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise Forfeit("not an answer", f"{shown(said)} is not UTF-8") from None
    if not text:
        raise Forfeit("not an answer", "an empty line")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Forfeit("not an answer", f"{shown(text)} is not JSON") from None
    if not isinstance(found, dict):
        raise Forfeit("not an answer", f"{shown(text)} is not a JSON object")
    return found


def action_in(said: bytes) -> object:
    """The action in an answer to `decide`, whatever it is. Raises Forfeit where there is none."""
    found = answer_in(said)
    if "error" in found:
        raise Forfeit("not an answer", on_one_line(found["error"]))
    if "action" not in found:
        raise Forfeit("not an answer", f'{shown(said.decode("utf-8", "replace").strip())} has no "action"')
    action: object = found["action"]
    return action
