"""What a settled round is worth to each player: the link from the game as played to what is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import Protocol

from game421.dice import RollIndex
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.goals import ROUND_GOALS, RoundGoal
from game421.states.payments import gift_parts, gifts
from game421.states.payoffs import round_payoffs
from game421.states.settlements import Settlement

EXACT_PLAYERS = 3
"""Bare rounds of so many players are solved in whole numbers, of more in float64, which is much quicker."""


class Stakes(Protocol):
    """What is played for. Payoffs are whole numbers, or floats, over `unit`, one per seat of the round."""

    @property
    def unit(self) -> int:
        """What all payoffs are over: a common denominator, 1 where they are floats."""

    @property
    def exact(self) -> bool:
        """Whether payoffs are whole numbers."""

    @property
    def epsilon(self) -> float:
        """The most a player can gain by deviating from what the payoffs assume of later rounds."""

    @property
    def shared(self) -> bool:
        """Whether the payoffs of two players always add up to `unit`: what one gains the other loses."""

    def payoffs(self, settlement: Settlement) -> tuple[int, ...] | tuple[float, ...]:
        """What a settlement is worth to each seat of the state before it."""

    def gift(self, place: int, roll: RollIndex) -> tuple[int, ...] | None:
        """What each seat gains besides when `place` ends his turn on `roll`; None where nothing ever."""


@dataclass(frozen=True)
class RoundStakes:
    """A round played for itself: `duel`, `safe`, `tokens` or `relative` (RULES, section 6)."""

    rules: Rules
    goal: RoundGoal
    players: int

    def __post_init__(self) -> None:
        if self.goal not in ROUND_GOALS:
            raise InputError(f"goal {self.goal!r}: a round has the goals {', '.join(ROUND_GOALS)}")

    @property
    def exact(self) -> bool:
        """Always: payoffs are whole numbers."""
        return True

    @property
    def epsilon(self) -> float:
        """Nothing is assumed of later rounds."""
        return 0

    @property
    def shared(self) -> bool:
        """Never: a round's tokens may come from the pot, its sips from nowhere."""
        return False

    @property
    def unit(self) -> int:
        """Ties for best share a duel in sips; gifts and means go in equal parts over the others."""
        if self.goal == "duel":
            return lcm(*range(1, self.players + 1)) if self.rules.game == "sips" else 1
        if self.goal == "safe":
            return 1
        return gift_parts(self.rules, self.players) * (self.players - 1 if self.goal == "relative" else 1)

    def payoffs(self, settlement: Settlement) -> tuple[int, ...]:
        """The goal's payoffs over `unit`."""
        numerators, denominator = round_payoffs(self.goal, settlement)
        return tuple(numerator * self.unit // denominator for numerator in numerators)

    def gift(self, place: int, roll: RollIndex) -> tuple[int, ...] | None:
        """Sips handed out by a brelan, where the goal counts sips."""
        if not self.rules.brelan_gift or self.goal in {"duel", "safe"}:
            return None
        given = gifts(self.rules, self.players, place, roll)
        return self.payoffs(Settlement((), (), given, gift_parts(self.rules, self.players)))
