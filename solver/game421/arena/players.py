"""Players by what a command line calls them: built-in ones, policies in files, bots in their own process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game421.arena.behaviours import BEHAVIOURS
from game421.arena.cards import CARD, CardPolicy
from game421.arena.choosers import (
    AdvisedChooser,
    BehaviourChooser,
    Chooser,
    NoisyChooser,
    PerfectChooser,
    RandomChooser,
)
from game421.arena.policies import (
    BehaviourPolicy,
    NoisyPolicy,
    PerfectPolicy,
    Policy,
    RandomPolicy,
    StrategyPolicy,
)
from game421.arena.standings import Contest
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.goals import GAME_GOALS, SituationGoal
from game421.strategies.playing import Playing
from game421.strategies.vocabulary import Strategy
from game421.tables.library import game_values

NOISY = "noisy"
BUILT_IN = ("perfect", f"{NOISY}:0.1", "random", *BEHAVIOURS, f"{CARD}:8")
"""The built-in players; the number of a noisy one may be any chance, that of a card 3, 5, 8 or 12."""


@dataclass(frozen=True)
class BuiltIn:
    """A built-in player. Raises InputError for a name there is not."""

    name: str

    def __post_init__(self) -> None:
        kind, _, _ = self.name.partition(":")
        if kind == NOISY:
            _ = self.noise
        elif kind == CARD:
            _ = self.card
        elif self.name not in {"perfect", "random", *BEHAVIOURS}:
            raise InputError(f"{self.name!r} is no built-in player; there are {', '.join(BUILT_IN)}")

    def policy(self) -> Policy:
        """As chances, for an examination."""
        if self.name == "perfect":
            return PerfectPolicy()
        if self.name == "random":
            return RandomPolicy()
        if self.name in BEHAVIOURS:
            return BehaviourPolicy(self.name, BEHAVIOURS[self.name])
        if self.card is not None:
            return self.card
        return NoisyPolicy(PerfectPolicy(), self.noise)

    def chooser(self, contest: Contest) -> Chooser:
        """As a player of a match. Raises InputError where perfect play is asked for and not solved."""
        if self.name == "random":
            return RandomChooser()
        if self.name in BEHAVIOURS:
            return BehaviourChooser(contest.rules, BEHAVIOURS[self.name])
        if (strategy := self.strategy(contest.rules, contest.players, contest.goal)) is not None:
            return BehaviourChooser(contest.rules, Playing(strategy))
        perfect = _perfect(contest)
        return perfect if self.name == "perfect" else NoisyChooser(perfect, self.noise)

    @property
    def card(self) -> CardPolicy | None:
        """The card it plays by, if it does. Raises InputError where there is no such card."""
        if self.name.partition(":")[0] != CARD:
            return None
        return CardPolicy.of(self.name)

    def strategy(self, rules: Rules, players: int, goal: SituationGoal) -> Strategy | None:
        """The list of rules of thumb it plays by, if it does."""
        return None if self.card is None else self.card.strategy(rules, players, goal)

    @property
    def knows_values(self) -> bool:
        """Whether it plays by the values of the game."""
        return self.name == "perfect" or self.name.partition(":")[0] == NOISY

    @property
    def noise(self) -> float:
        """With what chance it plays at random. Raises InputError where that is no chance."""
        if self.name in {"perfect", "random"}:
            return float(self.name == "random")
        written = self.name.partition(":")[2]
        try:
            noise = float(written)
        except ValueError:
            noise = -1
        if not 0 <= noise <= 1:
            raise InputError(
                f"{self.name!r}: after {NOISY}: comes a chance from 0 to 1, for example {NOISY}:0.1"
            )
        return noise


@dataclass(frozen=True)
class StrategyPlayer:
    """A list of rules of thumb from a file, which plays as the built-in players do."""

    name: str
    listed: Strategy
    noise = 0.0

    def policy(self) -> Policy:
        """As chances, for an examination."""
        return StrategyPolicy(self.listed)

    def chooser(self, contest: Contest) -> Chooser:
        """As a player of a match."""
        return BehaviourChooser(contest.rules, Playing(self.listed))

    def strategy(self, rules: Rules, players: int, goal: SituationGoal) -> Strategy:
        """The list."""
        return self.listed


def _perfect(contest: Contest) -> Chooser:
    """Perfect play, for any number of players. Raises InputError where it has to be solved first."""
    if contest.exact is not None:
        return PerfectChooser()
    if contest.goal in GAME_GOALS:
        game_values(contest.rules, contest.players, GAME_GOALS[contest.goal])
    return AdvisedChooser(contest.rules, contest.goal)


def is_built_in(name: str) -> bool:
    """Whether a name is meant for a built-in player."""
    return name.partition(":")[0] in {"perfect", "random", NOISY, CARD, *BEHAVIOURS}


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The names, those that come twice with a number behind."""
    found: list[str] = []
    for name in names:
        count, written = 1, name
        while written in found:
            count += 1
            written = f"{name}#{count}"
        found.append(written)
    return tuple(found)
