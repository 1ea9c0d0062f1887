"""An honest ε for games of several players: how much anyone could gain, at most, by playing otherwise.

The policies under test are one round away from the table: at each decision the mover takes what is best
for him if all go on so and the table then counts; of options within 1e-12 of the best, the one that the tie
rule prefers, by a bonus no greater than that. Two ways lead to what anyone could gain against them. V is what
they are worth to each player, U what each player's best reply to the others is worth, W at least the expected
number of rounds to the end whatever one player replies: in the décharge w >= 1 + P w for every reply,
confirmed by a round of play back (of any w with r = max(1 + P w - w) < 1, w / (1 - r) is such a bound); in
the charge every round takes a token. A table that one round of play moves by at most d is within d W of its
fixed point.

Where a round of the policies moves the table by at most d, no more than 1e-13, and no decision of a round
leaves its mover more than g below his best: a reply gains at most 2 g in a round, as he decides in his turn
and, if the throw-off is his, on what it pays. So V is at most d W below the table, U (d + 2 g) W above it:

    epsilon = 2 (d + g) (W + 1).

Elsewhere V and U are each solved on their own, from the table on, until a sweep moves them no more than
rounding does, by d_V and d_U:

    epsilon = max(U - V) + (d_U + d_V) (W + 1),

over all states and players; and over the mover's decisions within every round as well, hence one more round.
To each d belongs the rounding of float64: at most 5 roundings for the mean over a die, 3 dice a throw, the
throws and players of a round, and the chances of an ending, each 2^-53 of values whose size is bounded; a
change of values never grows in a round, as it is a mean and a maximum. A round with a reply in it is off by
no more than one without, both being means and maxima of the same numbers: d + g is off by one such rounding
in all. That of one turn is added for the differences themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from os import cpu_count
from typing import Literal

import numpy as np
import numpy.typing as npt

from game421.certificates.backups import Board, Component, build_board
from game421.certificates.between import Between, State, spell
from game421.certificates.tallies import RoundTree
from game421.errors import TableError
from game421.exactly import at_most
from game421.rules.record import Rules

__all__ = ["Equilibrium", "Reached", "check_equilibrium"]

Floats = npt.NDArray[np.float64]
Report = Callable[[int, int], None]
"""Told how many blocks of states are played back, of how many that are expected."""

ROUNDING = 2.0**-53
_NEAR, _EVERY = 0.25, 4
_MANY, _NEAR_OF_MANY = 5, 0.9
"""A bound on the rounds may fall short by so much before it is raised: of many players a sweep takes long."""
_MOST_SWEEPS = 1000
_EXPECTED = 8
"""Times that a component in which play goes round is usually played back, at most."""
_STILL = 1e-13
"""The most that a round of its policies may move a table that stands for what they are worth."""
_LONGEST = 400
"""Sweeps after which play that has not come nearer to an end is said not to end."""


@dataclass(frozen=True)
class Equilibrium:
    """What was found of a table: nobody gains more than `epsilon` by deviating from its policies anywhere.

    `gain` is the largest difference found, at `state` by `player` (a seat of its playing order, the leader
    0; of a state whose table entry lists fewer players, among those listed); `bound` what sweeps and float
    arithmetic may hide, `rounding` the part of it that is float error; `rounds` bounds the expected number
    of rounds that any one player can make a game last; `residual` is the most that a value of the table
    differs from one round of its policies, `drift` from what they are worth (where the table stands for that,
    a bound but for rounding). `sweeps` counts rounds played back over the largest component.
    """

    rules: Rules
    players: int
    goal: Literal["manche", "partie"]
    epsilon: float
    gain: float
    state: State
    player: int
    bound: float
    rounding: float
    rounds: float
    residual: float
    drift: float
    sweeps: int
    states: int
    sentence: str


@dataclass(frozen=True)
class Reached:
    """How far the check of one table is: it goes on from here, bit for bit.

    Of the parts of the table before number `part`, `numbers[state or end, player]` is what was found: while
    `rounds` is 0, a bound on the rounds to the end (of `part` itself, what is tried after `sweep` sweeps,
    the last of which fell `short` by that much); from then on the gains, with the largest `residual`.
    """

    part: int
    numbers: Floats
    sweep: int = 0
    short: float = inf
    rounds: float = 0.0
    residual: float = 0.0


Keep = Callable[[Reached], None]
"""Given how far the check is, whenever it is further."""


def check_equilibrium(
    rules: Rules,
    players: int,
    goal: Literal["manche", "partie"],
    values: Mapping[State, Sequence[float]],
    *,
    report: Report | None = None,
    threads: int | None = None,
    spoiled: int = 0,
    begun: Reached | None = None,
    keep: Keep | None = None,
) -> Equilibrium:
    """Find how much anyone could gain against the policies of a table: an upper bound, everywhere.

    `values[state]` are the chances of the players of a state, in its playing order, not to lose (to win,
    where a manche is won); every state that can follow one in the table must be in it. `spoiled` of a
    thousand decisions are made at random instead, for tests. `threads` changes no bit of the result, and
    neither does `begun`, which is what `keep` was given when the same table was checked before.

    Raises:
        TableError: A state is missing or impossible; a value is no number; play need not end, so that
            nothing can be said of the policies this way.
        InputError: The rules, the goal and the number of players do not go together.
    """
    between = Between(rules, players, goal)
    named = {between.key(state): state for state in values}
    board = build_board(between, np.array(sorted(named), np.int64))
    table = _table(board, values)
    check = _Check(board, table, spoiled, threads or cpu_count() or 1, report or _unheard, keep or _unheard)
    return check.equilibrium(begun or check.start())


def _unheard(*_told: object) -> None:
    """Nobody asked to be told."""


def _table(board: Board, values: Mapping[State, Sequence[float]]) -> Floats:
    """The table by state and player, in each state's own order, then what each end is worth."""
    between, rows = board.between, np.ones((len(board.names), board.between.players))
    for number, state in enumerate(board.names):
        listed = len(state) - 2 - (between.players if between.partie else 0)
        numbers = np.array(values[state], np.float64)
        if numbers.shape != (listed,) or not np.isfinite(numbers).all():
            raise TableError(f"the values of {spell(state, between)} must be {listed} numbers")
        seats = board.order[number][:listed]
        rows[number, :listed] = numbers[seats]
    return np.concatenate([rows, between.payoffs()])


class _Check:
    """The sweeps over one table."""

    def __init__(
        self,
        board: Board,
        table: Floats,
        spoiled: int,
        threads: int,
        report: Report,
        keep: Keep = _unheard,
    ) -> None:
        self.board, self.table, self.spoiled, self.threads = board, table, spoiled, threads
        self.report, self.keep = report, keep
        self.played = 0
        self.expected = self._of_sweeps()
        self.states = len(board.names)
        self.roundings = max(_roundings(part.tree, part.tree.players) for part in board.components)
        self.sweeps, self.residual, self.left = 0, 0.0, np.zeros(2)
        self.gains = np.zeros((self.states, board.between.players))

    def equilibrium(self, begun: Reached) -> Equilibrium:
        """All of it, in order: how long play lasts, then what is gained."""
        if not begun.rounds:
            begun = self.start(self._rounds(begun))
        self.expected = self.played + sum(part.blocks for part in self.board.components)
        if not self.spoiled and (found := self._at_once(begun)):
            return found
        self.expected = self.played + self._of_sweeps()
        return self._on_their_own(begun.rounds)

    def _of_sweeps(self) -> int:
        """How many blocks are played back, about, where every component is swept until it stands still."""
        return sum(part.blocks * (_EXPECTED if part.cyclic else 1) for part in self.board.components)

    def start(self, rounds: float = 0.0) -> Reached:
        """Nothing found yet, or nothing but the bound on the rounds to the end."""
        return Reached(0, np.zeros_like(self.table), rounds=rounds)

    def _at_once(self, begun: Reached) -> Equilibrium | None:
        """By one round of the policies and its decisions; None where it moves the table by too much."""
        rounds = begun.rounds
        values, self.sweeps, self.residual = self.table[:, None], 1, begun.residual
        numbers = begun.numbers.copy()
        for part, component in enumerate(self.board.components):
            if part < begun.part:
                self.played += component.blocks
                continue
            found, numbers[component.numbers] = self._back(component, values)
            self.residual = max(self.residual, float(np.abs(found - values[component.numbers]).max()))
            if self.residual > _STILL:
                return None
            self.keep(Reached(part + 1, numbers.copy(), rounds=rounds, residual=self.residual))
        trees = [component.tree for component in self.board.components]
        turn = max(_roundings(tree, players=1) for tree in trees)
        rounding = 2 * (self.roundings + turn) * self._unit(values) * (rounds + 1)
        gains = numbers[: self.states]
        gain = float(gains.max())
        bound = 2 * (self.residual + gain) * (rounds + 1) - gain + rounding
        return self._told(gains, bound, rounding, rounds, self.residual * (rounds + 1))

    def _on_their_own(self, rounds: float) -> Equilibrium:
        """By what the policies and the best replies are worth, each swept until it stands still."""
        values = np.repeat(self.table[:, None], 3, axis=1)
        self.residual, self.sweeps = 0.0, 0
        for component in self.board.components:
            self._solve(component, values)
        policies, replies = values[: self.states, 1], values[: self.states, 2]
        rounding = 2 * self.roundings * self._unit(values) * (rounds + 1)
        bound = float(self.left.sum()) * (rounds + 1) + rounding
        drift = float(np.abs(policies - self.table[: self.states]).max())
        return self._told(np.maximum(self.gains, replies - policies), bound, rounding, rounds, drift)

    def _unit(self, values: Floats) -> float:
        """The most that one rounding may change a value by."""
        return ROUNDING * float(np.abs(values).max())

    def _told(self, gains: Floats, bound: float, rounding: float, rounds: float, drift: float) -> Equilibrium:
        """What was found, of the gains by state and player."""
        at, player = np.unravel_index(int(gains.argmax()), gains.shape)
        gain = max(0.0, float(gains[at, player]))
        state, seat = self.board.names[int(at)], int(self.board.order[at, player])
        between, epsilon = self.board.between, gain + bound
        sentence = (
            f"In none of {self.states} states, nor at any decision of a round there, can a player gain more "
            f"than {at_most(epsilon)} by playing otherwise while the others keep to the policies of this "
            f"table: {gain:.1e} found, at {spell(state, between)} by player {seat + 1}, and at most "
            f"{bound:.1e} that sweeps and float arithmetic may hide ({rounding:.1e} of it float arithmetic)."
        )
        return Equilibrium(
            rules=between.rules,
            players=between.players,
            goal=between.goal,
            epsilon=epsilon,
            gain=gain,
            state=state,
            player=seat,
            bound=bound,
            rounding=rounding,
            rounds=rounds,
            residual=self.residual,
            drift=drift,
            sweeps=self.sweeps,
            states=self.states,
            sentence=sentence,
        )

    def _back(self, component: Component, values: Floats) -> tuple[Floats, Floats]:
        return self.board.back(
            component, values, spoiled=self.spoiled, threads=self.threads, played=self._count
        )

    def _count(self) -> None:
        self.played += 1
        self.report(self.played, max(self.played, self.expected))

    def _solve(self, component: Component, values: Floats) -> None:
        """Sweep until the policies' worth and the best replies' stand still; other parts stay as they are."""
        enough = self.roundings * ROUNDING
        for sweep in range(1, _MOST_SWEEPS + 1):
            found, gains = self._back(component, values)
            here = values[component.numbers]
            values[component.numbers, 1:] = found[:, 1:]
            moved = np.abs(found - here).max(axis=(0, 2))
            self.sweeps = max(self.sweeps, sweep)
            if not component.cyclic or moved[1:].max() <= enough:
                break
        self.residual = max(self.residual, float(moved[0]))
        self.gains[component.numbers] = gains
        if component.cyclic:
            self.left = np.maximum(self.left, moved[1:])

    def _rounds(self, begun: Reached) -> float:
        """A bound on the expected rounds to the end of the game, whatever one player replies."""
        values = np.stack([self.table, begun.numbers], axis=1)
        longest: dict[int, float] = {}
        for part, component in enumerate(self.board.components):
            if component.cyclic and part >= begun.part:
                at = begun if part == begun.part else Reached(part, begun.numbers)
                self._bound_rounds(component, values, at)
            lasting = float(values[component.numbers, -1].max()) if component.cyclic else 0.0
            longest[component.manches_lost] = max(longest.get(component.manches_lost, 0.0), lasting)
        charge = self.board.between.rules.tokens
        return sum(charge + one for one in longest.values())

    def _bound_rounds(self, component: Component, values: Floats, begun: Reached) -> None:
        """Find w >= 1 + P w for every reply, in one part of the décharge, the others having theirs."""
        before, first = begun.short, begun.sweep
        near = _NEAR if self.board.between.players < _MANY else _NEAR_OF_MANY
        if first == 0 and not values[:, -1].any():  # the first sweep would say of every state: one round
            values[component.numbers, -1] = 1.0
            before, first = inf, 1
        for sweep in range(first, _LONGEST):
            old = values[component.numbers, -1]
            new = self._back(component, values)[0][:, -1] + 1
            slack = 2 * self.roundings * ROUNDING * (1 + float(new.max()))
            short = max(0.0, float((new - old).max()) + slack)
            if short < near:
                values[component.numbers, -1] = old / (1 - short)
                self.keep(Reached(begun.part + 1, values[:, -1].copy()))
                return
            ratio = short / before
            guess = sweep % _EVERY == _EVERY - 1 and ratio < 1
            values[component.numbers, -1] = new + (new - old) * ratio / (1 - ratio) if guess else new
            before = inf if guess else short
            self.keep(Reached(begun.part, values[:, -1].copy(), sweep + 1, before))
        state = spell(self.board.names[int(component.numbers[0])], self.board.between)
        raise TableError(
            f"play from {state} need not end: after {_LONGEST} rounds a player may still go on, so no gain "
            "can be bounded for such rules"
        )


def _roundings(tree: RoundTree, players: int) -> int:
    """The most roundings between an outcome and the value before so many turns (see the module's text)."""
    drawn = int(np.diff(tree.starts).max())
    return 15 * tree.throws * players + drawn + 3
