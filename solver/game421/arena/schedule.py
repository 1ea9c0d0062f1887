"""Who meets whom, from which seats, on which dice: a unit is a line-up's every seating on one deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from game421.arena.dice import derived_seed
from game421.errors import InputError
from game421.rules.contradictions import FEWEST_PLAYERS, MOST_PLAYERS


class Fixture(NamedTuple):
    """One game to be played."""

    game: int
    """Its number: with the seed of the match it says everything else."""
    unit: int
    seed: int
    """Of the dice: the deal, which all games of a unit have in common and no other unit has."""
    seating: tuple[int, ...]
    """The players, by their number in the field, from the first leader on."""


@dataclass(frozen=True)
class Schedule:
    """The games of a field of players.

    The line-ups of `seats` players play units in turn: one game from each rotation of the seats, all on one
    deal. Each unit has a deal of its own, so that units, not games, are independent of one another; also
    those of two line-ups in which the same player sits. Raises InputError.
    """

    players: int
    seats: int
    seed: int

    def __post_init__(self) -> None:
        if not FEWEST_PLAYERS <= self.seats <= MOST_PLAYERS:
            raise InputError(f"{self.seats} seats: a game has {FEWEST_PLAYERS} to {MOST_PLAYERS}")
        if self.players < self.seats:
            raise InputError(
                f"{self.players} players for {self.seats} seats: name as many, the same one twice if need be"
            )

    @cached_property
    def lineups(self) -> tuple[tuple[int, ...], ...]:
        """Who sits down together."""
        return tuple(combinations(range(self.players), self.seats))

    def units(self, games: int) -> int:
        """How many units make at least so many games for every line-up."""
        return -(-games // self.seats) * len(self.lineups)

    def unit(self, unit: int) -> Iterator[Fixture]:
        """The games of a unit."""
        seed, players = derived_seed(self.seed, "deal", unit), self.lineups[unit % len(self.lineups)]
        for turn in range(self.seats):
            seating = players[turn:] + players[:turn]
            yield Fixture(unit * self.seats + turn, unit, seed, seating)

    def game(self, number: int) -> Fixture:
        """The game of that number."""
        unit, turn = divmod(number, self.seats)
        return tuple(self.unit(unit))[turn]
