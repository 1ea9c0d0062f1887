"""Small games told in full: every history of every round, from the slow twins of `oracles`.

In Fractions for two players, in floats for more: their values are the limit of ever longer games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from oracles.axes import NENETTE, Axes, Dice, ranks
from oracles.game import Game, Lookup, Move, State
from oracles.linear import solve
from oracles.payment import Outcome
from oracles.round import Round
from oracles.settle import Results
from oracles.turn import Number

Walker = tuple[State, int]
"""A state, and the seat that the first leader of the game has in it."""

Step = tuple[int, Walker | None, Move, Number]
"""Throws of all turns, who comes where, the move, its chance."""

Chances = Counter


@dataclass
class Told:
    """What happens in the rounds played from one state."""

    moves: Chances = field(default_factory=Counter)
    """By (throws of all turns, move)."""
    leader: Chances = field(default_factory=Counter)
    """By (dice, throws) the leader stops with."""
    wins: Chances = field(default_factory=Counter)
    """By the dice of the best."""
    seats: Chances = field(default_factory=Counter)
    """By the seat of the best."""
    rampo: Chances = field(default_factory=Counter)
    """`any`, `best` and `worst` throw-offs, and the mean number of their `throws`."""


class Story:
    """A manche under one table's rules, everyone playing at best."""

    def __init__(self, table: Axes, players: int = 2) -> None:
        self.table, self.players = table, players
        self.game = Game(table, players)
        self.number: type = Fraction if players == 2 else float
        self._told: dict[State, Told] = {}
        self._steps: dict[Walker, list[Step]] = {}

    @cached_property
    def rank(self) -> dict[Dice, int]:
        """Strength of each combination."""
        return ranks(self.table)

    @cached_property
    def values(self) -> Lookup:
        """What every state is worth to each seat."""
        if self.players == 2:
            return self.game.exact
        return self.game.limit([*self.game.states("charge"), *self.game.states("decharge")]).__getitem__

    def told(self, state: State) -> Told:
        if state not in self._told:
            if self.game.throws_alternately(state):
                alone = self.game.moves(state, self.values)
                self._told[state] = Told(Counter({(1, move): chance for move, chance in alone.items()}))
            else:
                self._told[state] = self._round(state)
        return self._told[state]

    def _round(self, state: State) -> Told:
        a_round = self.game.round(state, self.values, self.number)
        return tell(a_round, lambda outcome: self.game.follow(state, outcome))

    def steps(self, walker: Walker) -> list[Step]:
        """All that may follow, with the throws it takes and its chance."""
        if walker not in self._steps:
            (state, seat), found = walker, []
            for (throws, move), chance in self.told(state).moves.items():
                after = None if move.state is None else (move.state, (seat - move.leader) % self.players)
                found.append((throws, after, move, chance))
            self._steps[walker] = found
        return self._steps[walker]

    @cached_property
    def visits(self) -> dict[Walker, Number]:
        """Expected number of rounds of the manche that are played with the first leader as each walker."""
        begin = (self.game.start(), 0)
        walkers = [begin]
        for walker in walkers:
            walkers += {after for _, after, _, _ in self.steps(walker) if after} - set(walkers)
        place = {walker: number for number, walker in enumerate(walkers)}
        matrix = [[self.number(row == column) for column in range(len(place))] for row in range(len(place))]
        for walker in walkers:
            for _, after, _, chance in self.steps(walker):
                if after:
                    matrix[place[after]][place[walker]] -= chance
        constants = [self.number(walker == begin) for walker in walkers]
        return dict(zip(walkers, solve(matrix, constants), strict=True))

    def mean(self, phases: str, *, by_throws: bool) -> Number:
        """Mean number of rounds, or throws, in these phases."""
        return sum(
            (
                visits
                * sum(chance * (throws if by_throws else 1) for throws, _, _, chance in self.steps(walker))
                for walker, visits in self.visits.items()
                if walker[0].phase in phases
            ),
            self.number(0),
        )

    def distribution(self, phases: str, rounds: int, *, by_throws: bool) -> Counter[int]:
        """Chance of each number of rounds, or throws, of manches that end within so many rounds."""
        follow = {
            walker: [(throws, after, float(chance)) for throws, after, _, chance in self.steps(walker)]
            for walker in self.visits
        }
        at: Counter[tuple[Walker, int]] = Counter({((self.game.start(), 0), 0): 1.0})
        ended: Counter[int] = Counter()
        for _ in range(rounds):
            following: Counter[tuple[Walker, int]] = Counter()
            for (walker, count), mass in at.items():
                for throws, after, chance in follow[walker]:
                    more = (throws if by_throws else 1) if walker[0].phase in phases else 0
                    if after:
                        following[after, count + more] += mass * chance
                    else:
                        ended[count + more] += mass * chance
            at = following
        return ended

    def espagnole(self) -> list[Number]:
        """Chance that each player, from the first leader on, ends the charge with all tokens."""
        found = [self.number(0)] * self.players
        for (state, seat), visits in self.visits.items():
            for _, _, move, chance in self.steps((state, seat)):
                if state.phase == "charge" and move.payoffs.count(0) == 1:
                    found[(move.payoffs.index(0) - seat) % self.players] += visits * chance
        return found

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
        stops = [
            dice for (dice, used), chance in self.told(state).leader.items() if used == throws and chance
        ]
        return min(stops, key=lambda dice: (self.rank[dice], dice), default=None)


def tell(a_round: Round, follow: Callable[[Outcome], Move | None]) -> Told:
    """What happens in a round; `follow` says what an outcome leads to."""
    told = Told()
    for results, chance in histories(a_round):
        told.leader[results[0]] += chance
        for kind, count in throw_offs(a_round, results):
            told.rampo[kind] += chance * count
        for outcome, share in a_round.chances(results).items():
            part = chance * share
            for best in outcome.best:
                told.wins[results[best][0]] += part / len(outcome.best)
                told.seats[best] += part / len(outcome.best)
            told.moves[sum(used for _, used in results), follow(outcome)] += part
    return told


def throw_offs(a_round: Round, results: Results) -> Iterator[tuple[str, Number]]:
    """Which throw-offs these results make necessary, and the mean number of their throws."""
    settlement = a_round.settlement
    strengths = [settlement.strength(results, seat) for seat in range(len(results))]
    top, low = (
        tuple(seat for seat, strength in enumerate(strengths) if strength == limit)
        for limit in (max(strengths), min(strengths))
    )
    takers = settlement.each and any(roll == NENETTE for roll, _ in results)
    for_best = len(top) > 1 and not settlement.sips
    for_worst = len(low) > 1 and not takers
    if for_best or for_worst:
        yield "any", 1
    if for_best:
        yield "best", 1
    if for_worst:
        yield "worst", 1
    if for_best and for_worst and top == low:
        yield "throws", settlement.throw_offs.mean_throws(top, (True, False))
    else:
        yield "throws", settlement.throw_offs.mean_throws(top, (True,)) if for_best else 0
        yield "throws", settlement.throw_offs.mean_throws(low, (False,)) if for_worst else 0


def histories(a_round: Round, made: Results = ()) -> Iterator[tuple[Results, Number]]:
    """Every way a round can go after some results, with its chance."""
    if len(made) == a_round.players:
        yield made, 1
        return
    for result, chance in a_round.turn(made).outcomes().items():
        if chance:
            for results, share in histories(a_round, (*made, result)):
                yield results, chance * share
