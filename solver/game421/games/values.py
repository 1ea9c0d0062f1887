"""The values of a whole game: what every token state is worth to each of its players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game421.dice import RollIndex
from game421.errors import TableError
from game421.rules.record import Rules
from game421.states.goals import GameGoal
from game421.states.payoffs import game_payoffs
from game421.states.settlements import Settlement
from game421.states.token_states import TokenState


@dataclass(frozen=True)
class GameValues:
    """What every state is worth to each of its players, in playing order.

    Whole numbers over `denominator` where `exact`, else floats (and `denominator` 1). `epsilon`: the
    most any player can gain by deviating from the policies these values are of, 0 where exact.
    """

    rules: Rules
    players: int
    goal: GameGoal
    method: str
    exact: bool
    epsilon: float
    denominator: int
    values: Mapping[TokenState, tuple[int, ...]] | Mapping[TokenState, tuple[float, ...]]

    def of(self, state: TokenState) -> tuple[int, ...] | tuple[float, ...]:
        """What a state is worth to each player, over `denominator`. Raises TableError where it is missing."""
        found = self.values.get(state)
        if found is None:
            raise TableError(f"the values of {self.rules.name} for {self.players} players lack {state}")
        return found

    def floats(self, state: TokenState) -> tuple[float, ...]:
        """The same as numbers from 0 to 1, in float64."""
        return tuple(worth / self.denominator for worth in self.of(state))


@dataclass(frozen=True)
class Solution:
    """A game solved now: its values, the sweeps of cyclic states it took, and what was proved of it."""

    values: GameValues
    sweeps: int
    proof: str


@dataclass(frozen=True)
class GameStakes:
    """A round played for the whole game: what it leaves is worth what the states that follow are."""

    table: GameValues

    @property
    def unit(self) -> int:
        """The common denominator of the table."""
        return self.table.denominator

    @property
    def exact(self) -> bool:
        """Whether the table is exact."""
        return self.table.exact

    @property
    def epsilon(self) -> float:
        """That of the table."""
        return self.table.epsilon

    @property
    def shared(self) -> bool:
        """One of two players wins."""
        return self.table.players == 2

    def payoffs(self, settlement: Settlement) -> tuple[int, ...] | tuple[float, ...]:
        """The values of the next state at each seat; 1 for whoever has left without losing."""
        unit = self.table.denominator
        players = len(settlement.scores)
        if settlement.state is None:
            if settlement.ending is None:
                raise TableError("a round without tokens leads to no state of a game")
            numerators, denominator = game_payoffs(self.table.goal, settlement.ending, players)
            if self.exact:
                return tuple(numerator * unit // denominator for numerator in numerators)
            return tuple(numerator / denominator for numerator in numerators)
        following = self.table.of(settlement.state)
        by_seat = dict(zip(settlement.seats, following, strict=True))
        return tuple(by_seat.get(seat, unit) for seat in range(players))

    def gift(self, place: int, roll: RollIndex) -> None:
        """Nothing is given besides in a game of tokens."""
