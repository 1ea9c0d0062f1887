"""The cards that come with the program as players, each for the rules that are played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from game421.arena.examination import SEATS
from game421.arena.policies import StrategyPolicy
from game421.arena.pricing import bare_decisions, price_decided, price_game
from game421.errors import InputError
from game421.reports import Notice, silent
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


def card_for(
    rules: Rules, lines: int, players: int, goal: SituationGoal = ROUND, notice: Notice = silent
) -> Strategy:
    """The card of so many lines for these rules, players and goal; where there is none, the cheapest.

    A partie is played by the card for the manche, and by that of two however many play; more than three play
    a round by the card of three; of two, who is not worst is best. Where the rules have no card for the goal,
    it is the cheapest of their others, else of those for the goal, else of all, in a round or manche of two.

    `notice` is told of a comparison. Raises InputError for a number of lines that there is no card of,
    RulesError for what cannot be played.
    """
    check_players(rules, players)
    wanted = wanted_card(players, goal)
    own = card_of(rules, lines, *wanted)
    if own is not None:
        return own.strategy
    notice(f"no card was found for just this under {rules.name}: comparing others …")
    return _cheapest(rules, lines, *wanted)


def wanted_card(players: int, goal: SituationGoal) -> tuple[int, SituationGoal]:
    """The players and the goal whose card is played by."""
    if goal in GAME_GOALS:
        return SEATS, MANCHE
    return min(players, MOST), ROUND if (players, goal) == (2, "safe") else goal


def is_borrowed(rules: Rules, lines: int, players: int, goal: SituationGoal) -> bool:
    """Whether `card_for` gives a card that was found for other rules or players, or for another goal.

    That of the manche serves a partie too; of two, who is not worst is best.
    """
    return card_of(rules, lines, players, wanted_card(players, goal)[1]) is None


@lru_cache(maxsize=64)
def _cheapest(rules: Rules, lines: int, players: int, goal: SituationGoal) -> Strategy:
    """The cheapest of the cards that come into question, where there is none of their own."""
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
            raise _no_card(self.name)

    @classmethod
    def of(cls, name: str) -> CardPolicy:
        """The one called so, such as `card:8`. Raises InputError where there is none."""
        lines = name.partition(":")[2]
        if lines not in map(str, LENGTHS):
            raise _no_card(name)
        return cls(int(lines))

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


def _no_card(name: str) -> InputError:
    return InputError(f"{name!r}: there are {', '.join(f'{CARD}:{known}' for known in LENGTHS)}")
