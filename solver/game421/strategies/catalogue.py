"""The cards that come with the program: the best lists found for rules, goal and players."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from game421.errors import InputError
from game421.rules import digest
from game421.rules.record import Rules
from game421.states.goals import GameGoal, RoundGoal
from game421.strategies.reading import read_strategy
from game421.strategies.vocabulary import Strategy

LENGTHS = (3, 5, 8, 12)
"""Lines that a card has at most, for the leader and for followers each."""

ROUND: RoundGoal = "duel"
MANCHE: GameGoal = "manche"
"""What most cards are for: being best of the round, or winning the manche."""

FOLDER = Path(__file__).with_name("cards")
INDEX = "index.json"


class ListPrice(NamedTuple):
    """What is known of one list of a card."""

    loss: float
    """What it loses in a round, in all seats of the role together; of a game, to first order."""
    lower: float
    """No list of as many lines from the lines searched loses less: proved."""
    candidates: int
    """How many lines were searched."""


class Card(NamedTuple):
    """A card: what it was found for, and its lists."""

    digest: str
    goal: str
    players: int
    lines: int
    file: str
    price: float
    """What it costs a player whose seat is drawn: in a round, or in a game, as an examination finds.

    It is a chance, or of the goal `tokens` a number of tokens or sips."""
    leader: ListPrice
    follower: ListPrice

    @property
    def strategy(self) -> Strategy:
        """The lists."""
        return read_strategy((FOLDER / self.file).read_text(encoding="utf-8"), self.file)


@lru_cache(maxsize=1)
def cards() -> tuple[Card, ...]:
    """Every card that comes with the program."""
    entries = json.loads((FOLDER / INDEX).read_text(encoding="utf-8"))
    return tuple(
        Card(**{**entry, "leader": ListPrice(**entry["leader"]), "follower": ListPrice(**entry["follower"])})
        for entry in entries
    )


def cards_of(lines: int) -> tuple[Card, ...]:
    """Every card of at most so many lines. Raises InputError for another number of lines."""
    if lines not in LENGTHS:
        raise InputError(f"{lines} lines: there are cards of {', '.join(map(str, LENGTHS))}")
    return tuple(card for card in cards() if card.lines == lines)


def card_of(rules: Rules, lines: int, players: int, goal: str) -> Card | None:
    """The card of so many lines that was found for these rules, players and goal, if there is one."""
    wanted = digest(rules), goal, players
    return next((card for card in cards_of(lines) if card[:3] == wanted), None)
