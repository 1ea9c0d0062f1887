"""The cards that come with the program as players, each for the rules that are played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from game421.arena.policies import StrategyPolicy
from game421.arena.pricing import bare_decisions, mean_loss, price_decided
from game421.errors import InputError
from game421.rounds.decisions import RoundDecisions
from game421.rules import digest
from game421.rules.record import Rules
from game421.states.goals import RoundGoal
from game421.strategies.catalogue import LENGTHS, MANCHE, ROUND, card_of, cards
from game421.strategies.vocabulary import Strategy
from game421.tables.library import game_values
from game421.turns.layout import Array

CARD = "card"
"""How a built-in player is called that plays by a card; after a colon comes its number of lines."""

COMPARED = 2
"""For rules without a card of their own, all cards are compared for so many players."""


@lru_cache(maxsize=64)
def card_for(rules: Rules, lines: int, players: int, goal: str = ROUND) -> Strategy:
    """The card of so many lines for these rules; where they have none of their own, the cheapest.

    That is the cheapest of all cards for a round, or for a manche, between two under these rules.

    Raises InputError for a number of lines that there is no card of.
    """
    own = card_of(rules, lines, players, goal)
    if (own.digest, own.goal == MANCHE) == (digest(rules), goal == MANCHE):
        return own.strategy
    every = dict.fromkeys(
        card.strategy for card in cards() if (card.lines, card.goal == MANCHE) == (lines, goal == MANCHE)
    )
    return min(every, key=_costs(rules, goal))


def _costs(rules: Rules, goal: str) -> Callable[[Strategy], float]:
    """What strategies cost of two players whose seats are drawn; the round or game is solved once for all."""
    if goal == MANCHE:
        table = game_values(rules, COMPARED, "manche")
        return lambda strategy: mean_loss(table, StrategyPolicy(strategy))
    compared: RoundGoal = "tokens" if rules.game == "sips" else "duel"
    decided = bare_decisions(rules, compared, COMPARED)
    return lambda strategy: price_decided(decided, compared, StrategyPolicy(strategy)).mean


@dataclass(frozen=True)
class CardPolicy:
    """Plays by the card of so many lines, whatever the rules."""

    lines: int

    def __post_init__(self) -> None:
        if self.lines not in LENGTHS:
            known = ", ".join(f"{CARD}:{lines}" for lines in LENGTHS)
            raise InputError(f"{self.name}: there are {known}")

    @property
    def name(self) -> str:
        return f"{CARD}:{self.lines}"

    def strategy(self, rules: Rules, players: int, *, bare: bool = False) -> Strategy:
        """The card: of a whole game the one for the manche, of a `bare` round the one for that."""
        return card_for(rules, self.lines, players, ROUND if bare else MANCHE)

    def chances(self, decided: RoundDecisions) -> Array:
        tree = decided.positions.tree
        bare = tree.phase == "R"
        return StrategyPolicy(self.strategy(tree.rules, tree.players, bare=bare)).chances(decided)
