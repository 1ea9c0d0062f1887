"""Throw-offs between tied players, solved exactly.

Those still tied throw again, so the chances of a throw-off among the same players satisfy
X = (decided) + p X with p the chance that all stay tied: X = (decided) / (1 - p).
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from oracles.axes import NENETTE, Axes, Dice, ranks
from oracles.turn import throws_of

Seats = tuple[int, ...]


class Both(NamedTuple):
    """What one throw-off among all players decides: best and worst seat, and what each is counted with."""

    best: int
    best_counts: Dice
    worst: int
    worst_counts: Dice


class ThrowOffs:
    """All throw-offs of one table; seats come in the order of the round and throw from the last backwards."""

    def __init__(self, table: Axes) -> None:
        self.rank = ranks(table)
        self.last_wins = table["nenette_tie"] == "last-wins"
        self.throws = throws_of(tuple(table["die"]), ())
        self.whole = sum(weight for _, weight in self.throws)
        self._one_end: dict[tuple[Seats, bool], dict[tuple[int, Dice], Fraction]] = {}
        self._both_seats: dict[Seats, dict[tuple[int, int], Fraction]] = {}
        self._both: dict[Seats, dict[Both, Fraction]] = {}
        self._mean_throws: dict[tuple[Seats, tuple[bool, ...]], Fraction] = {}

    def best(self, seats: Seats) -> dict[tuple[int, Dice], Fraction]:
        """Chance of each (winner, his last throw)."""
        return self._one(seats, True)

    def worst(self, seats: Seats) -> dict[int, Fraction]:
        """Chance of each seat to be left as the worst."""
        found: dict[int, Fraction] = {}
        for (seat, _), chance in self._one(seats, False).items():
            found[seat] = found.get(seat, Fraction(0)) + chance
        return found

    def both(self, seats: Seats) -> dict[Both, Fraction]:
        """All players are tied: the same throws decide best and worst, those tied in it going on.

        The winner counts with his last throw. The worst counts with his last throw that was for best too:
        going on for worst alone changes no value.
        """
        if seats not in self._both:
            decided: dict[Both, Fraction] = {}
            again = 0
            for thrown, ways in self._thrown(seats):
                top, low = self._extreme(seats, thrown, True), self._extreme(seats, thrown, False)
                if top == low:
                    again += ways
                    continue
                winners = self.best(top) if len(top) > 1 else {(top[0], thrown[top[0]]): Fraction(1)}
                losers = self.worst(low) if len(low) > 1 else {low[0]: Fraction(1)}
                for ((best, counts), win), (worst, lose) in product(winners.items(), losers.items()):
                    key = Both(best, counts, worst, thrown[worst])
                    decided[key] = decided.get(key, Fraction(0)) + ways * win * lose
            whole = self.whole ** len(seats) - again
            self._both[seats] = {key: ways / whole for key, ways in decided.items()}
        return self._both[seats]

    def both_seats(self, seats: Seats) -> dict[tuple[int, int], Fraction]:
        """Chance of each (best, worst) of a throw-off among all players."""
        if seats not in self._both_seats:
            found: dict[tuple[int, int], Fraction] = {}
            for both, chance in self.both(seats).items():
                key = (both.best, both.worst)
                found[key] = found.get(key, Fraction(0)) + chance
            self._both_seats[seats] = found
        return self._both_seats[seats]

    def mean_throws(self, seats: Seats, ends: tuple[bool, ...]) -> Fraction:
        """Mean number of throws until these ends (True for best, False for worst) are decided among seats."""
        if (seats, ends) not in self._mean_throws:
            whole, again = self.whole ** len(seats), 0
            mean = Fraction(len(seats) * whole)
            for thrown, ways in self._thrown(seats):
                tied = [(self._extreme(seats, thrown, high), high) for high in ends]
                if all(group == seats for group, _ in tied):
                    again += ways
                    continue
                for group, high in tied:
                    if len(group) > 1:
                        mean += ways * self.mean_throws(group, (high,))
            self._mean_throws[seats, ends] = mean / (whole - again)
        return self._mean_throws[seats, ends]

    def _one(self, seats: Seats, high: bool) -> dict[tuple[int, Dice], Fraction]:
        if (seats, high) not in self._one_end:
            decided: dict[tuple[int, Dice], Fraction] = {}
            again = 0
            for thrown, ways in self._thrown(seats):
                tied = self._extreme(seats, thrown, high)
                if tied == seats:
                    again += ways
                    continue
                ends = self._one(tied, high) if len(tied) > 1 else {(tied[0], thrown[tied[0]]): Fraction(1)}
                for key, share in ends.items():
                    decided[key] = decided.get(key, Fraction(0)) + ways * share
            whole = self.whole ** len(seats) - again
            self._one_end[seats, high] = {key: ways / whole for key, ways in decided.items()}
        return self._one_end[seats, high]

    def _thrown(self, seats: Seats) -> Iterator[tuple[dict[int, Dice], int]]:
        """All that they may throw, in ways out of `whole`, once for each of them."""
        for throws in product(self.throws, repeat=len(seats)):
            weight = 1
            for _, ways in throws:
                weight *= ways
            thrown = {seat: roll for seat, (roll, _) in zip(seats, throws, strict=True)}
            yield thrown, weight

    def _extreme(self, seats: Seats, thrown: dict[int, Dice], high: bool) -> Seats:
        """Those tied for best, or worst; the last seat throws first, and a later nénette may be stronger."""
        strength = {
            seat: (self.rank[thrown[seat]], -seat if self._later_wins(thrown[seat]) else 0) for seat in seats
        }
        limit = max(strength.values()) if high else min(strength.values())
        return tuple(seat for seat in seats if strength[seat] == limit)

    def _later_wins(self, roll: Dice) -> bool:
        return self.last_wins and roll == NENETTE
