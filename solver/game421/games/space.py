"""Every token state of a game, and where each outcome of a round leads from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from game421.dice import KEEP_NOTHING
from game421.dice.ways import reach
from game421.errors import InputError
from game421.games.transitions import Followed, TokenStates, follow, seats_in_order
from game421.rounds.tree import RoundTree, round_tree
from game421.rules.record import Rules
from game421.states.goals import GameGoal
from game421.states.listing import every_state
from game421.states.payoffs import game_payoffs
from game421.states.settlements import Settlement, settle_throw
from game421.states.token_states import TokenState, game_opening

Indices = npt.NDArray[np.int32]

Share = tuple[int, int]
"""A payoff p/q as (p, q)."""

LOST: Share = (0, 1)
WON: Share = (1, 1)


@dataclass(frozen=True)
class Block:
    """States whose rounds are alike but for their tokens: one phase, so many playing, so many watching.

    `tree` is their round, or None where a round is a single throw (a havraise charge), whose outcomes
    are then the rolls. `leads_to[o, i, s]` is where outcome o of the s-th state of `states` leads
    player i: a place in the vector of values, playing seats first, then those who only watch.
    """

    states: tuple[int, ...]
    tree: RoundTree | None
    playing: int
    leads_to: Indices

    def take(self, columns: Sequence[int]) -> Block:
        """The block of some of its states only."""
        states = tuple(self.states[column] for column in columns)
        return Block(states, self.tree, self.playing, self.leads_to[:, :, list(columns)])


class GameSpace:
    """All states of the game of `players` under `rules` for `goal`. Get it from `game_space`.

    Values form one vector: first `shares`, the payoffs a game can end with, then one entry per state
    and player of it, in playing order. `offset[state]` is the place of a state's first entry.
    """

    def __init__(self, rules: Rules, players: int, goal: GameGoal = "manche") -> None:
        self.rules, self.players, self.goal = rules, players, goal
        self.opening = game_opening(rules, players, partie=goal == "partie")
        refuse_too_many(rules, players, goal)
        self.shares: list[Share] = [LOST, WON]
        self.states = tuple(every_state(rules, players, partie=goal == "partie"))
        """Every token state, in a fixed order: charge before décharge, more in the pot first."""
        self.number = {state: index for index, state in enumerate(self.states)}
        self.shares += [(1, share) for share in range(2, players)]
        sizes = np.array([state.players for state in self.states])
        self.offset = len(self.shares) + np.concatenate([[0], np.cumsum(sizes)])
        self._share_place = np.array([-1, *(self.shares.index((1, part)) for part in range(1, players))])
        """By how many share a win."""
        keys = np.empty(len(self.states), np.int64)
        for group in self._groups():
            keys[group] = TokenStates.of([self.states[member] for member in group]).keys(rules)
        self._key_order = np.argsort(keys)
        self._keys = keys[self._key_order]
        self.owner = np.repeat(np.arange(-1, len(sizes)), [len(self.shares), *sizes])
        """`owner[place]`: the state whose entry stands there in the vector of values, -1 for a payoff."""
        self.blocks = tuple(self._blocks())
        """The states by block, together all of them."""
        self.home = {
            state: (number, column)
            for number, block in enumerate(self.blocks)
            for column, state in enumerate(block.states)
        }
        """`home[state]`: the number of its block, and its column there."""

    def vector(self, start: float = np.nan) -> npt.NDArray[np.float64]:
        """A vector of values: the payoffs, then `start` for every state and player."""
        values = np.full(self.size, start)
        values[: len(self.shares)] = [p / q for p, q in self.shares]
        return values

    def filled(self, floats: Callable[[TokenState], Sequence[float]]) -> npt.NDArray[np.float64]:
        """A vector of what every state is worth to its players, in their order."""
        values = self.vector()
        for first, state in zip(self.offset.tolist(), self.states, strict=False):
            values[first : first + state.players] = floats(state)
        return values

    @cached_property
    def throw_ways(self) -> npt.NDArray[np.object_]:
        """Ways of one throw of three dice, one Python integer per roll that can show."""
        return np.array([count for _, count in reach(self.rules.die)[KEEP_NOTHING]], object)

    @property
    def size(self) -> int:
        """Length of the vector of values."""
        return int(self.offset[-1])

    @property
    def start(self) -> int:
        """Number of the state a game begins in."""
        return self.number[self.opening]

    def _groups(self) -> Iterable[list[int]]:
        """States of one phase with as many playing and as many seats."""
        groups: dict[tuple[str, int, int], list[int]] = {}
        for index, state in enumerate(self.states):
            groups.setdefault((state.phase, len(state.seats_in), state.players), []).append(index)
        return groups.values()

    def _blocks(self) -> Iterator[Block]:
        for members in self._groups():
            state = self.states[members[0]]
            phase, playing = state.phase, len(state.seats_in)
            single_throw = phase == "C" and self.rules.charge == "havraise"
            tree = None if single_throw else round_tree(self.rules, phase, playing)
            leads_to = self._thrown(members) if tree is None else self._led(members, tree)
            yield Block(tuple(members), tree, playing, leads_to)

    def _led(self, members: list[int], tree: RoundTree) -> Indices:
        """`[v, i, s]`: where each verdict leads each player of these states."""
        states = TokenStates.of([self.states[member] for member in members])
        order = seats_in_order(states)
        leads_to = np.empty((len(tree.verdicts), order.shape[1], len(members)), np.int32)
        for index, verdict in enumerate(tree.verdicts):
            after = follow(self.rules, states, verdict)
            leads_to[index] = np.take_along_axis(self._places(after), order, axis=1).T
        return leads_to

    def _places(self, after: Followed) -> Indices:
        """`[s, seat]`: where each seat's value stands: an entry of the next state, or a payoff."""
        keys = after.state.keys(self.rules)
        keys[after.over] = self._keys[0]
        place = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        if (self._keys[place] != keys).any():
            raise AssertionError("a round leads to a token state that is none of the game's")
        number = self._key_order[place]
        entry = self.offset[number][:, None] + np.arange(after.seat.shape[1])
        going_on = np.empty_like(entry)
        np.put_along_axis(going_on, after.seat, np.where(after.left, self.shares.index(WON), entry), axis=1)
        won = self._share_place[after.share][:, None]
        ended = np.where(after.winners, won, self.shares.index(LOST))
        return np.where(after.over[:, None], ended, going_on)

    def _thrown(self, members: list[int]) -> Indices:
        """`[roll, i, s]`: the same for the throws of a havraise charge."""
        rolls = [roll for roll, _ in reach(self.rules.die)[KEEP_NOTHING]]
        leads_to = np.empty((len(rolls), self.players, len(members)), np.int32)
        for column, member in enumerate(members):
            state = self.states[member]
            for row, roll in enumerate(rolls):
                settlement = settle_throw(self.rules, state, roll)
                leads_to[row, :, column] = [
                    self._place(settlement, seat, state.players) for seat in range(state.players)
                ]
        return leads_to

    def _place(self, settlement: Settlement, seat: int, players: int) -> int:
        """Where a settlement leaves one seat: an entry of the next state, or a payoff."""
        following = settlement.state
        if following is not None and seat in settlement.seats:
            return int(self.offset[self.number[following]]) + settlement.seats.index(seat)
        if settlement.ending is None:
            return self.shares.index(WON)
        payoffs, parts = game_payoffs(self.goal, settlement.ending, players)
        return self.shares.index(LOST if not payoffs[seat] else (payoffs[seat], parts))


MOST_EXACT_STATES = 20_000
"""More states of two players are refused: their exact values would fill memory before they were solved."""

MOST_STATES = 300_000
"""More states of more players are refused: where their rounds lead would fill memory."""


def refuse_too_many(rules: Rules, players: int, goal: GameGoal) -> None:
    """Raise InputError where a game has more states than can be solved."""
    most = MOST_EXACT_STATES if players == 2 else MOST_STATES
    count = comb(rules.tokens + players, players)
    if goal == "partie":
        count *= rules.manches**players
    if count > most:
        raise InputError(
            f"rules {rules.name}: {rules.tokens} tokens, {players} players and {rules.manches} manches make "
            f"more than {most:,} states; play with fewer tokens or manches"
        )


@lru_cache(maxsize=4)
def game_space(rules: Rules, players: int, goal: GameGoal = "manche") -> GameSpace:
    """The states of a game, built once."""
    return GameSpace(rules, players, goal)
