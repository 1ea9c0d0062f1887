"""Small whole games, state by state.

A state is (phase, pot, stacks, manches lost), seats in playing order, the leader first. Who has left the
décharge keeps his seat with an empty stack, so that a vector always has an entry for each player.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeAlias

from oracles.axes import Axes
from oracles.linear import solve
from oracles.payment import Outcome, Payments
from oracles.round import Round, Vector
from oracles.settle import Settlement
from oracles.turn import throws_of

NO_CHANGE = 1e-13
NEAR_ENOUGH = 1e-9


class State(NamedTuple):
    """Between two rounds; `lost` is empty where only the manche counts."""

    phase: str
    pot: int
    stacks: tuple[int, ...]
    lost: tuple[int, ...] = ()


class Move(NamedTuple):
    """What follows a round: a state and which present seat leads it, or an end (no state) and its payoffs."""

    state: State | None
    leader: int
    payoffs: tuple[Fraction, ...]


Lookup: TypeAlias = Callable[[State], Vector]


class Game:
    """The manche, or the partie, of one table and number of players.

    Goal `manche`: 1 for winning it (`first-out`, shared evenly by several winners) or for not losing it
    (`last-in`). Goal `partie`: 1 for not losing the partie; every state then carries the manches lost.
    """

    def __init__(self, table: Axes, players: int, wanted: str = "manche") -> None:
        assert wanted in ("manche", "partie")
        assert wanted == "manche" or players == 2 or table["ends"] == "last-in"
        assert table["charge"] == "rounds" or players == 2
        self.table = table
        self.players = players
        self.partie = wanted == "partie"
        self.last_in = table["ends"] == "last-in"
        self.values: dict[State, Vector] = {}
        self._settlements: dict[tuple[str, type], Settlement] = {}

    def start(self, lost: tuple[int, ...] | None = None) -> State:
        """The first state of a manche."""
        none = (0,) * self.players
        return State("charge", self.table["tokens"], none, (lost or none) if self.partie else ())

    def seats(self, state: State) -> list[int]:
        """Who plays the round."""
        return [seat for seat, held in enumerate(state.stacks) if held or state.phase == "charge"]

    def states(self, phase: str, lost: tuple[int, ...] = ()) -> Iterator[State]:
        """All states of a phase: the charge by falling pots; in the décharge at least two are in."""
        tokens = self.table["tokens"]
        for stacks in sorted(product(range(tokens + 1), repeat=self.players), key=sum):
            if phase == "charge" and sum(stacks) < tokens:
                yield State(phase, tokens - sum(stacks), stacks, lost)
            led = sum(stacks) == tokens and 0 < stacks[0] < tokens
            if phase == "decharge" and led and (self.last_in or all(stacks)):
                yield State(phase, 0, stacks, lost)

    def follow(self, state: State, outcome: Outcome) -> Move:
        """What a round's outcome leads to."""
        seats = self.seats(state)
        stacks = list(state.stacks)
        for seat, gain in zip(seats, outcome.moved, strict=True):
            stacks[seat] += gain
        assert outcome.leader is not None
        return self._arrive(state, tuple(stacks), seats[outcome.leader])

    def _arrive(self, state: State, stacks: tuple[int, ...], leader: int) -> Move:
        pot = self.table["tokens"] - sum(stacks)
        if pot:
            return self._go(State("charge", pot, stacks, state.lost), leader)
        holders = [seat for seat, held in enumerate(stacks) if held]
        if len(holders) == 1 and (self.last_in or state.phase == "charge"):
            return self._lose(state, holders[0], espagnole=state.phase == "charge")
        if len(holders) < self.players and not self.last_in:
            return self._win(state, [seat for seat, held in enumerate(stacks) if not held])
        while not stacks[leader]:
            leader = (leader + 1) % self.players
        return self._go(State("decharge", 0, stacks, state.lost), leader)

    def _go(self, state: State, leader: int) -> Move:
        """The same state seen by the leader."""
        turned = State(
            state.phase,
            state.pot,
            rotate(state.stacks, leader),
            rotate(state.lost, leader) if state.lost else (),
        )
        return Move(turned, leader, ())

    def _win(self, state: State, winners: list[int]) -> Move:
        if self.partie:
            return self._lose(state, 1 - winners[0], espagnole=False)
        return Move(None, 0, tuple(Fraction(seat in winners, len(winners)) for seat in range(self.players)))

    def _lose(self, state: State, loser: int, espagnole: bool) -> Move:
        others = Fraction(1) if self.last_in else Fraction(1, self.players - 1)
        if self.partie and not (espagnole and self.table["espagnole"] == "partie"):
            lost = tuple(count + (seat == loser) for seat, count in enumerate(state.lost))
            if lost[loser] < self.table["manches"]:
                return self._go(self.start(lost), loser)
        return Move(None, 0, tuple(Fraction(0) if seat == loser else others for seat in range(self.players)))

    def payoffs(self, move: Move, lookup: Lookup) -> Vector:
        """The value of what follows, in the seats of the present state."""
        if move.state is None:
            return move.payoffs
        return rotate(lookup(move.state), -move.leader)

    def round(self, state: State, lookup: Lookup, number: type = Fraction) -> Round:
        """The round of a state, what follows being worth what `lookup` says."""
        seats = tuple(self.seats(state))
        key = (state.phase, number)
        if key not in self._settlements:
            self._settlements[key] = Settlement(self.table, state.phase, number)

        def payoff(outcome: Outcome) -> Vector:
            return tuple(map(number, self.payoffs(self.follow(state, outcome), lookup)))

        stacks = tuple(state.stacks[seat] for seat in seats)
        return Round(
            self.table,
            len(seats),
            payoff,
            state.phase,
            pot=state.pot,
            stacks=stacks,
            entries=seats,
            settlement=self._settlements[key],
        )

    def moves(self, state: State, lookup: Lookup) -> dict[Move, Fraction]:
        """Chance of all that may follow a state, everyone playing for what `lookup` says."""
        if self.throws_alternately(state):
            return self._thrown_to_the_other(state)
        found: dict[Move, Fraction] = {}
        for outcome, chance in self.round(state, lookup).chances().items():
            move = self.follow(state, outcome)
            found[move] = found.get(move, Fraction(0)) + chance
        return found

    def throws_alternately(self, state: State) -> bool:
        """Whether the state is a throw of the havraise charge."""
        return state.phase == "charge" and self.table["charge"] == "havraise"

    def _thrown_to_the_other(self, state: State) -> dict[Move, Fraction]:
        payments = Payments(self.table, "charge")
        found: dict[Move, Fraction] = {}
        ends = throws_of(tuple(self.table["die"]), ())
        whole = sum(weight for _, weight in ends)
        for roll, weight in ends:
            given = payments.tokens(payments.worth[roll], state.pot)
            move = self._arrive(state, (state.stacks[0], state.stacks[1] + given), 1)
            found[move] = found.get(move, Fraction(0)) + Fraction(weight, whole)
        return found

    def backup(self, state: State, lookup: Lookup, number: type = Fraction) -> Vector:
        """The value of a state from the values of what follows."""
        if not self.throws_alternately(state):
            return self.round(state, lookup, number).values()
        total = [number(0)] * self.players
        for move, chance in self._thrown_to_the_other(state).items():
            for seat, value in enumerate(self.payoffs(move, lookup)):
                total[seat] += number(chance) * number(value)
        return tuple(total)

    def exact(self, state: State) -> Vector:
        """The value of a state of a two-player game, as Fractions; equal to its own backup."""
        assert self.players == 2
        if state not in self.values:
            if state.phase == "charge":
                self.values[state] = self.backup(state, self.exact)
            else:
                turned = {rotate(state.lost, 1), state.lost} if state.lost else {()}
                self._solve_decharge(
                    [each for lost in sorted(turned) for each in self.states("decharge", lost)]
                )
        return self.values[state]

    def _solve_decharge(self, block: list[State]) -> None:
        """Sweep in floats to guess; then solve the equations of the best replies until they are their own.

        What ends the loop is equality: the values of everyone's best replies to the values are the values.
        """
        guess: dict[State, Vector] = {state: self.even(state) for state in block}
        change = 1.0
        while change > NEAR_ENOUGH:
            swept = {state: self.backup(state, self._within(guess, float), float) for state in block}
            change = distance(guess, swept)
            guess = swept
        guess = {state: tuple(map(Fraction, vector)) for state, vector in guess.items()}
        solved = self._evaluate(block, self._within(guess, Fraction))
        while solved != guess:
            guess = solved
            solved = self._evaluate(block, self._within(guess, Fraction))
        self.values.update(solved)

    def _within(self, guess: dict[State, Vector], number: type) -> Lookup:
        """Guessed values inside a block, solved ones outside."""
        return lambda state: guess[state] if state in guess else tuple(map(number, self.exact(state)))

    def _evaluate(self, block: list[State], lookup: Lookup) -> dict[State, Vector]:
        """The values, for ever, of what everyone does now for `lookup`."""
        place = {(state, seat): i for i, (state, seat) in enumerate(product(block, range(self.players)))}
        matrix = [[Fraction(row == column) for column in range(len(place))] for row in range(len(place))]
        constants = [Fraction(0)] * len(place)
        for state in block:
            for move, chance in self.moves(state, lookup).items():
                for seat in range(self.players):
                    row = place[state, seat]
                    key = (move.state, (seat - move.leader) % self.players)
                    if move.state is not None and key in place:
                        matrix[row][place[key]] -= chance
                    else:
                        constants[row] += chance * self.payoffs(move, lookup)[seat]
        found = solve(matrix, constants)
        return {state: tuple(found[place[state, seat]] for seat in range(self.players)) for state in block}

    def even(self, state: State) -> Vector:
        """What a game cut off here pays: those who are out keep their win, the others share evenly."""
        if self.partie:
            return ((self.players - 1) / self.players,) * self.players
        if not self.last_in:
            return (1 / self.players,) * self.players
        inside = self.seats(state)
        share = (len(inside) - 1) / len(inside)
        return tuple(share if seat in inside else 1.0 for seat in range(self.players))

    def cut(self, rounds: int, states: list[State]) -> dict[State, Vector]:
        """Values, in floats, of the game cut off after so many rounds; `states` hold all that follow."""
        values = {state: self.even(state) for state in states}
        for _ in range(rounds):
            values = {state: self.backup(state, values.__getitem__, float) for state in states}
        return values

    def limit(self, states: list[State]) -> dict[State, Vector]:
        """The limit of `cut` for ever more rounds: until a round moves nothing."""
        values = {state: self.even(state) for state in states}
        change = 1.0
        while change > NO_CHANGE:
            swept = {state: self.backup(state, values.__getitem__, float) for state in states}
            change = distance(values, swept)
            values = swept
        return values


def rotate(entries: tuple[int, ...], places: int) -> tuple[int, ...]:
    """The entries from this place on, then those before it."""
    places %= len(entries)
    return entries[places:] + entries[:places]


def distance(one: dict[State, Vector], other: dict[State, Vector]) -> float:
    """The largest difference between two tables."""
    return max(abs(float(a - b)) for state in one for a, b in zip(one[state], other[state], strict=True))
