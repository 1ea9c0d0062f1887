"""The exact examination of a way to play a whole game of two: nothing in it is an estimate.

With r(x, a) what action a costs its mover in position x when everyone plays on at best, and w(x) how often
a player comes to x, his chance is the value of the game less the sum of w(x) r(x, his action): against
perfect play w is counted against perfect play, and for the best reply the other's own r counts for him.
Worked so, in float64, a perfect player loses exactly 0. Everything else is right within 1e-11.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from game421.arena.accounts import Account
from game421.arena.following import follow_round
from game421.arena.menus import certain, every_regret, movers
from game421.arena.policies import Policy
from game421.arena.replies import reply_round
from game421.errors import Game421Error, InputError
from game421.games.decisions import decide_states
from game421.games.order import Step, steps
from game421.games.space import Block, GameSpace, game_space
from game421.games.values import GameValues
from game421.reports import Report
from game421.retrograde import solve_moves
from game421.rounds.decisions import RoundDecisions
from game421.turns.layout import Array

SETTLED = 1e-14
"""Change of a gain below which a best reply is settled."""

PATIENCE = 100
"""Improvements of a best reply after which it is reported not to settle."""

SEATS = 2
"""Players of the whole games that are examined and priced in one piece."""


class Part(NamedTuple):
    """Some token states of a block, their round decided, and where its verdicts lead."""

    decided: RoundDecisions
    states: tuple[int, ...]
    leads_to: Array
    """`leads_to[v, seat, s]`: a place in the vector of values."""


def parts(space: GameSpace, table: GameValues, block: Block) -> Iterator[Part]:
    """The states of a block, those together that are solved together; none where nothing is decided."""
    if block.tree is None:
        return
    first = 0
    for decided in decide_states(table, [space.states[index] for index in block.states]):
        chosen = slice(first, first + len(decided.states))
        yield Part(decided, block.states[chosen], block.leads_to[:, :, chosen])
        first = chosen.stop


@dataclass
class Moves:
    """Where one player's rounds lead him and what they bring: entries of a sparse matrix."""

    space: GameSpace
    places: list[Array] = field(default_factory=list)
    following: list[Array] = field(default_factory=list)
    weights: list[Array] = field(default_factory=list)
    brings: Array = field(init=False)
    """`brings[place]`: what his next round brings beyond its value."""

    def __post_init__(self) -> None:
        self.brings = np.zeros(self.space.size)

    def add(self, states: tuple[int, ...], seat: int, leads_to: Array, verdicts: Array) -> None:
        """The rounds of some states, `seat` being his: where each verdict leads, and its chance, [v, s]."""
        place = self.space.offset[list(states)] + seat
        self.places.append(np.broadcast_to(place, verdicts.shape).ravel())
        self.following.append(leads_to.ravel())
        self.weights.append(verdicts.ravel())

    def add_throws(self, block: Block) -> None:
        """The single throws of a havraise charge, for both seats."""
        ways = self.space.throw_ways
        chances = np.repeat((ways / ways.sum()).astype(np.float64)[:, None], len(block.states), axis=1)
        for seat in range(SEATS):
            self.add(block.states, seat, block.leads_to[:, seat], chances)

    def matrix(self) -> Any:
        """`[place, following place]`, sparse."""
        from scipy.sparse import coo_array

        entries = (
            np.concatenate(self.weights),
            (np.concatenate(self.places), np.concatenate(self.following)),
        )
        return coo_array(entries, shape=(self.space.size, self.space.size)).tocsr()


def solve_places(space: GameSpace, matrix: Any, right: Array, *, forward: bool) -> Array:
    """The x with x = right + matrix x, or with `forward` x = right + matrix' x.

    Raises Game421Error where there is none, since play can go on for ever.
    """
    try:
        found: Array = solve_moves(matrix, right, forward=forward)
    except ZeroDivisionError:
        raise Game421Error(
            f"rules {space.rules.name}: a game of this player may go on for ever, so it has no value"
        ) from None
    return found


class Visits(NamedTuple):
    """A player's games against perfect play."""

    brings: Array
    """`brings[seat]`: what he gets beyond the game's value when he sits there in the first round."""
    rounds: Array
    """`rounds[place]`: how often he plays a round there, his first seat being drawn."""


Note = Callable[[Part, int, Array, Array, Array], None]
"""Given the rounds of some states that a player plays from a seat: the chances of all actions and what they
cost, both [s, n, slot], and how often a round comes to each position, [s, n]."""


def against_perfect(
    space: GameSpace,
    table: GameValues,
    policy: Policy,
    note: Note | None = None,
    report: Report | None = None,
) -> Visits:
    """Play `policy` against perfect play through every token state.

    `note` is given its rounds there, `report` told of how many of the states with decisions they are.
    """
    moves, done = Moves(space), 0
    decided_in = sum(len(block.states) for block in space.blocks if block.tree is not None)
    for block in space.blocks:
        if block.tree is None:
            moves.add_throws(block)
        for part in parts(space, table, block):
            decided, regret = part.decided, every_regret(part.decided)
            perfect, chances = certain(decided.positions, decided.found.action), policy.chances(decided)
            for seat in range(SEATS):
                mine = movers(decided.positions) == seat
                mixed = np.where(mine[:, None], chances, perfect)
                followed = follow_round(decided.positions, mixed)
                loss = (mixed * regret).sum(axis=2)
                if note is not None:
                    note(part, seat, mixed, regret, followed.arrived)
                moves.add(part.states, seat, part.leads_to[:, seat], followed.verdicts)
                moves.brings[space.offset[list(part.states)] + seat] = -(followed.arrived * loss).sum(axis=1)
            done += len(part.states)
            if report is not None:
                report(done, decided_in)
    matrix = moves.matrix()
    start = space.offset[space.start] + np.arange(SEATS)
    begin = np.zeros(space.size)
    begin[start] = 1 / SEATS
    gains = solve_places(space, matrix, moves.brings, forward=False)
    return Visits(gains[start], solve_places(space, matrix, begin, forward=True))


def account_of(space: GameSpace, table: GameValues, policy: Policy, visits: Visits) -> Account:
    """All decisions of a player in those games, with what they cost."""
    account = Account()
    for block in space.blocks:
        for part in parts(space, table, block):
            places = space.offset[list(part.states)]
            account.add(
                part.decided, policy, np.stack([visits.rounds[places + seat] for seat in range(SEATS)])
            )
    return account


def against_best_reply(space: GameSpace, table: GameValues, policy: Policy) -> Array:
    """`[seat]`: what `policy` gets beyond the game's value against the one who knows it best."""
    gains = np.zeros(space.size)
    for step in steps(space):
        _reply_to_step(space, table, policy, step, gains)
    found: Array = gains[space.offset[space.start] + np.arange(SEATS)]
    return found


def _reply_to_step(space: GameSpace, table: GameValues, policy: Policy, step: Step, gains: Array) -> None:
    """Find the gains of a step's states from those of the steps before."""
    every = [part for block in step.blocks for part in parts(space, table, block)]
    replying = [_Replied(part, policy.chances(part.decided), every_regret(part.decided)) for part in every]
    for block in step.blocks:
        if block.tree is None:
            chances = (space.throw_ways / space.throw_ways.sum()).astype(np.float64)
            for seat in range(SEATS):
                gains[space.offset[list(block.states)] + seat] = chances @ gains[block.leads_to[:, seat]]
    for _ in range(PATIENCE):
        change = max((replied.improve(space, gains) for replied in replying), default=0.0)
        if not step.cyclic or change <= SETTLED:
            return
        _settle(space, replying, gains)
    raise Game421Error(f"rules {space.rules.name}: the best reply did not settle in {PATIENCE} improvements")


@dataclass
class _Replied:
    """Some token states of a step, with the reply found so far."""

    part: Part
    chances: Array
    regret: Array
    reply: list[Array] = field(default_factory=list)
    """`reply[seat]`: actions against the fixed player at that seat."""

    def improve(self, space: GameSpace, gains: Array) -> float:
        """Reply at best to what the gains now say; how much they change."""
        decided, change = self.part.decided, 0.0
        self.reply = []
        for seat in range(SEATS):
            after = gains[self.part.leads_to[:, seat]]
            found = reply_round(decided, self.chances, self.regret, seat, after)
            place = space.offset[list(self.part.states)] + seat
            change = max(change, float(np.abs(found.gain - gains[place]).max()))
            gains[place] = found.gain
            self.reply.append(found.action)
        return change

    def moves(self, space: GameSpace, moves: Moves) -> None:
        """Where the rounds lead under the reply."""
        positions = self.part.decided.positions
        for seat, action in enumerate(self.reply):
            mine = movers(positions) == seat
            mixed = np.where(mine[:, None], self.chances, certain(positions, action))
            followed = follow_round(positions, mixed)
            cost = followed.arrived * (mixed * self.regret).sum(axis=2)
            place = space.offset[list(self.part.states)] + seat
            moves.add(self.part.states, seat, self.part.leads_to[:, seat], followed.verdicts)
            moves.brings[place] = cost[:, ~mine].sum(axis=1) - cost[:, mine].sum(axis=1)


def _settle(space: GameSpace, replying: Iterable[_Replied], gains: Array) -> None:
    """Replace the gains of a cyclic step by what the reply found so far brings for ever."""
    moves = Moves(space)
    inside = np.zeros(space.size, np.bool_)
    for replied in replying:
        replied.moves(space, moves)
        for seat in range(SEATS):
            inside[space.offset[list(replied.part.states)] + seat] = True
    fixed = np.where(inside, moves.brings, gains)
    gains[:] = solve_places(space, moves.matrix(), fixed, forward=False)


@dataclass(frozen=True)
class Examination:
    """What a way to play is worth: chances (payoffs of the goal) by the seat it has in the first round.

    The first leader is drawn, so what a game brings is the mean over seats.
    """

    name: str
    table: GameValues
    value: tuple[float, ...]
    """What perfect play gets there."""
    chance: tuple[float, ...]
    """What this player gets there against perfect play."""
    against_reply: tuple[float, ...] | None
    """What he gets there against the best reply to him; None where more than two play."""
    account: Account
    """His decisions in games against perfect play."""

    @property
    def loss(self) -> float:
        """What he loses to perfect play in a game."""
        return self.account.total.loss

    @property
    def exploitability(self) -> float | None:
        """What the one who knows him best wins from him in a game, beyond the value of the game."""
        if self.against_reply is None:
            return None
        pairs = zip(self.value, self.against_reply, strict=True)
        return sum(value - reply for value, reply in pairs) / len(self.value)


def examine(table: GameValues, policy: Policy) -> Examination:
    """Examine a way to play the whole game of two whose values are in `table`.

    Raises InputError for another number of players, Game421Error where its games need not end.
    """
    if table.players != SEATS:
        raise InputError(
            f"{table.players} players: this is about games of two; examine_several is about those of more"
        )
    space = game_space(table.rules, table.players, table.goal)
    visits = against_perfect(space, table, policy)
    reply = against_best_reply(space, table, policy)
    value = table.floats(space.opening)
    return Examination(
        policy.name,
        table,
        value,
        tuple(float(worth + gain) for worth, gain in zip(value, visits.brings, strict=True)),
        tuple(float(worth + gain) for worth, gain in zip(value, reply, strict=True)),
        account_of(space, table, policy, visits),
    )
