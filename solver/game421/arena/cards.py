"""The cards that come with the program as players, each for the rules that are played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from game421.arena.examination import SEATS
from game421.arena.policies import StrategyPolicy
from game421.arena.pricing import bare_decisions, price_decided, price_game
from game421.errors import InputError
from game421.rounds.decisions import RoundDecisions
from game421.rules import digest
from game421.rules.contradictions import check_players
from game421.rules.record import Rules
from game421.states.goals import GAME_GOALS, ROUND_GOALS, SituationGoal
from game421.strategies.catalogue import LENGTHS, MANCHE, ROUND, card_of, cards_of
from game421.strategies.vocabulary import Strategy
from game421.tables.library import game_values
from game421.turns.layout import Array

CARD = "card"
"""How a built-in player is called that plays by a card; after a colon comes its number of lines."""

MOST = 3
"""Cards for a round are found for so many players at most; more play by those."""


def card_for(rules: Rules, lines: int, players: int, goal: SituationGoal = ROUND) -> Strategy:
    """The card of so many lines for these rules, players and goal; where there is none, the cheapest.

    A partie is played by the card for the manche, and by that of two however many play; more than three play
    a round by the card of three; of two, who is not worst is best. Where the rules have no card for the goal,
    it is the cheapest of their others, else of those for the goal, else of all, in a round or manche of two.

    Raises InputError for a number of lines that there is no card of, RulesError for what cannot be played.
    """
    check_players(rules, players)
    if goal in GAME_GOALS:
        return _found_for(rules, lines, SEATS, MANCHE)
    if (players, goal) == (2, "safe"):
        goal = ROUND
    return _found_for(rules, lines, min(players, MOST), goal)


@lru_cache(maxsize=64)
def _found_for(rules: Rules, lines: int, players: int, goal: SituationGoal) -> Strategy:
    own = card_of(rules, lines, players, goal)
    if own is not None:
        return own.strategy
    known = [card for card in cards_of(lines) if (card.goal == MANCHE) == (goal == MANCHE)]
    of_rules = [card for card in known if card.digest == digest(rules)]
    of_goal = [card for card in known if (card.goal, card.players) == (goal, players)]
    every = list(dict.fromkeys(card.strategy for card in of_rules or of_goal or known))
    return every[0] if len(every) == 1 else min(every, key=_costs(rules, goal))


def _costs(rules: Rules, goal: SituationGoal) -> Callable[[Strategy], float]:
    """What strategies cost one of two whose seats are drawn; the round or game is solved once for all."""
    if goal == MANCHE:
        table = game_values(rules, SEATS, MANCHE)
        return lambda strategy: price_game(table, StrategyPolicy(strategy)).mean
    wanted = ROUND_GOALS[goal]
    decided = bare_decisions(rules, wanted, SEATS)
    return lambda strategy: price_decided(decided, wanted, StrategyPolicy(strategy)).mean


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

    def strategy(self, rules: Rules, players: int, goal: SituationGoal) -> Strategy:
        """The card for what is played."""
        return card_for(rules, self.lines, players, goal)

    def chances(self, decided: RoundDecisions) -> Array:
        tree = decided.positions.tree
        goal = ROUND if tree.phase == "R" else MANCHE
        return StrategyPolicy(self.strategy(tree.rules, tree.players, goal)).chances(decided)
