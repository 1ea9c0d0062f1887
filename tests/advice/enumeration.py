"""Small games told in full: every history of every round in Fractions, from the slow twins of `oracles`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from oracles.axes import NENETTE, Axes, Dice
from oracles.game import Game, Move, State
from oracles.linear import solve
from oracles.payment import Outcome
from oracles.round import Round
from oracles.settle import Results
from oracles.turn import throws_of

Walker = tuple[State, int]
"""A state, and the seat that the first leader of the game has in it."""

Chances = Counter


@dataclass
class Told:
    """What happens in the rounds played from one state."""

    moves: Chances = field(default_factory=Counter)
    """By (throws of both turns, move)."""
    leader: Chances = field(default_factory=Counter)
    """By (dice, throws) the leader stops with."""
    wins: Chances = field(default_factory=Counter)
    """By the dice of the best."""
    seats: Chances = field(default_factory=Counter)
    """By the seat of the best."""
    rampo: Chances = field(default_factory=Counter)
    """`any`, `best` and `worst` throw-offs."""


class Story:
    """A manche of two under one table's rules, everyone playing at best."""

    def __init__(self, table: Axes) -> None:
        self.table = table
        self.game = Game(table, 2)
        self._told: dict[State, Told] = {}

    def told(self, state: State) -> Told:
        if state not in self._told:
            if self.game.throws_alternately(state):
                alone = self.game.moves(state, self.game.exact)
                self._told[state] = Told(Counter({(1, move): chance for move, chance in alone.items()}))
            else:
                self._told[state] = self._round(state)
        return self._told[state]

    def _round(self, state: State) -> Told:
        return tell(self.game.round(state, self.game.exact), lambda outcome: self.game.follow(state, outcome))

    def steps(self, walker: Walker) -> Iterator[tuple[int, Walker | None, Move, Fraction]]:
        """All that may follow, with the throws it takes and its chance."""
        state, seat = walker
        for (throws, move), chance in self.told(state).moves.items():
            after = None if move.state is None else (move.state, (seat - move.leader) % 2)
            yield throws, after, move, chance

    @cached_property
    def visits(self) -> dict[Walker, Fraction]:
        """Expected number of rounds the first leader plays as each walker."""
        begin = (self.game.start(), 0)
        walkers = [begin]
        for walker in walkers:
            walkers += {after for _, after, _, _ in self.steps(walker) if after} - set(walkers)
        place = {walker: number for number, walker in enumerate(walkers)}
        matrix = [[Fraction(row == column) for column in range(len(place))] for row in range(len(place))]
        for walker in walkers:
            for _, after, _, chance in self.steps(walker):
                if after:
                    matrix[place[after]][place[walker]] -= chance
        return dict(
            zip(walkers, solve(matrix, [Fraction(walker == begin) for walker in walkers]), strict=True)
        )

    def mean(self, phases: str, *, by_throws: bool) -> Fraction:
        """Mean number of rounds, or throws, in these phases."""
        return sum(
            (
                visits * chance * (throws if by_throws else 1)
                for walker, visits in self.visits.items()
                if walker[0].phase in phases
                for throws, _, _, chance in self.steps(walker)
            ),
            Fraction(0),
        )

    def distribution(self, phases: str, rounds: int, *, by_throws: bool) -> Counter[int]:
        """Chance of each number of rounds, or throws, of manches that end within so many rounds."""
        at: Counter[tuple[Walker, int]] = Counter({((self.game.start(), 0), 0): 1.0})
        ended: Counter[int] = Counter()
        for _ in range(rounds):
            following: Counter[tuple[Walker, int]] = Counter()
            for (walker, count), mass in at.items():
                for throws, after, _, chance in self.steps(walker):
                    more = (throws if by_throws else 1) if walker[0].phase in phases else 0
                    if after:
                        following[after, count + more] += mass * float(chance)
                    else:
                        ended[count + more] += mass * float(chance)
            at = following
        return ended

    def espagnole(self) -> tuple[Fraction, Fraction]:
        """Chance that the first leader, or the other, ends the charge with all tokens."""
        found = [Fraction(0), Fraction(0)]
        for walker, visits in self.visits.items():
            for _, after, move, chance in self.steps(walker):
                if after is None and walker[0].phase == "charge":
                    found[move.payoffs[walker[1]] != 0] += visits * chance
        return found[0], found[1]

    def mean_round(self, phases: str) -> Told:
        """What happens in the mean round of these phases."""
        rounds = [
            (self.told(state), visits)
            for (state, _), visits in self.visits.items()
            if state.phase in phases and not self.game.throws_alternately(state)
        ]
        total = sum(visits for _, visits in rounds)
        mean = Told()
        for told, visits in rounds:
            for chances, sums in ((told.leader, mean.leader), (told.wins, mean.wins)):
                for key, chance in chances.items():
                    sums[key] += chance * visits / total
            for chances, sums in ((told.seats, mean.seats), (told.rampo, mean.rampo)):
                for key, chance in chances.items():
                    sums[key] += chance * visits / total
        return mean

    def weakest(self, state: State, throws: int) -> Dice | None:
        """The weakest dice on which the leader of a state stops after so many throws."""
        rank = self.game.round(state, self.game.exact).settlement.rank
        stops = [
            dice for (dice, used), chance in self.told(state).leader.items() if used == throws and chance
        ]
        return min(stops, key=lambda dice: (rank[dice], dice), default=None)

    def throws_of_a_rampo(self) -> Fraction:
        """Mean number of throws of a throw-off of two, by the chance that one pair of throws decides it."""
        rank = self.game.round(self.game.start(), self.game.even).settlement.rank
        ends = throws_of(tuple(self.table["die"]), ())
        whole = sum(weight for _, weight in ends) ** 2
        last_wins = self.table["nenette_tie"] == "last-wins"
        decided = sum(
            one * two
            for mine, one in ends
            for his, two in ends
            if rank[mine] != rank[his] or (last_wins and mine == NENETTE)
        )
        return 2 * Fraction(whole, decided)


def tell(a_round: Round, follow: Callable[[Outcome], Move | None]) -> Told:
    """What happens in a round; `follow` says what an outcome leads to."""
    told = Told()
    for results, chance in histories(a_round):
        told.leader[results[0]] += chance
        for kind in throw_offs(a_round, results):
            told.rampo[kind] += chance
        for outcome, share in a_round.chances(results).items():
            part = chance * Fraction(share)
            for best in outcome.best:
                told.wins[results[best][0]] += part / len(outcome.best)
                told.seats[best] += part / len(outcome.best)
            told.moves[sum(used for _, used in results), follow(outcome)] += part
    return told


def throw_offs(a_round: Round, results: Results) -> list[str]:
    """Which throw-offs two results make necessary."""
    strength = a_round.settlement.strength
    if strength(results, 0) != strength(results, 1):
        return []
    if a_round.settlement.sips:
        return ["any", "worst"]
    takers = a_round.settlement.each and any(roll == NENETTE for roll, _ in results)
    return ["any", "best"] if takers else ["any", "best", "worst"]


def histories(a_round: Round) -> Iterator[tuple[Results, Fraction]]:
    """Every pair of results of a round of two, with its chance."""
    for first, chance in a_round.turn(()).outcomes().items():
        for second, share in a_round.turn((first,)).outcomes().items():
            if chance * share:
                yield (first, second), Fraction(chance * share)
