"""Every token state of a game, and where each outcome of a round leads from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import comb

import numpy as np
import numpy.typing as npt

from game421.dice import KEEP_NOTHING
from game421.dice.ways import reach
from game421.errors import InputError
from game421.rounds.tree import RoundTree, round_tree
from game421.rules.record import Rules
from game421.states.goals import GameGoal
from game421.states.payoffs import game_payoffs
from game421.states.settlements import Settlement, apply, settle_throw
from game421.states.token_states import TokenState, game_opening

Indices = npt.NDArray[np.intp]

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

    def select(self, wanted: list[int]) -> Block:
        """The block of some of its states only."""
        place = {state: index for index, state in enumerate(self.states)}
        chosen = [place[state] for state in wanted]
        return Block(tuple(wanted), self.tree, self.playing, self.leads_to[:, :, chosen])


class GameSpace:
    """All states of the game of `players` under `rules` for `goal`. Get it from `game_space`.

    Values form one vector: first `shares`, the payoffs a game can end with, then one entry per state
    and player of it, in playing order. `offset[state]` is the place of a state's first entry.
    """

    def __init__(self, rules: Rules, players: int, goal: GameGoal = "manche") -> None:
        self.rules, self.players, self.goal = rules, players, goal
        self.opening = game_opening(rules, players, partie=goal == "partie")
        _refuse_too_many(rules, players, self.opening)
        self.shares: list[Share] = [LOST, WON]
        self.states = tuple(_every_state(rules, players, self.opening))
        """Every token state, in a fixed order: charge before décharge, more in the pot first."""
        self.number = {state: index for index, state in enumerate(self.states)}
        self.shares += [(1, share) for share in range(2, players)]
        sizes = np.array([state.players for state in self.states])
        self.offset = len(self.shares) + np.concatenate([[0], np.cumsum(sizes)])
        self.owner = np.repeat(np.arange(-1, len(sizes)), [len(self.shares), *sizes])
        """`owner[place]`: the state whose entry stands there in the vector of values, -1 for a payoff."""
        self.blocks = tuple(self._blocks())
        """The states by block, together all of them."""

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

    def _blocks(self) -> Iterator[Block]:
        groups: dict[tuple[str, int, int], list[int]] = {}
        for index, state in enumerate(self.states):
            groups.setdefault((state.phase, len(state.seats_in), state.players), []).append(index)
        for (phase, playing, _), members in groups.items():
            state = self.states[members[0]]
            single_throw = phase == "C" and self.rules.charge == "havraise"
            tree = None if single_throw else round_tree(self.rules, state.phase, playing)
            leads_to = np.array([self._leads(self.states[member], tree) for member in members], np.intp)
            yield Block(tuple(members), tree, playing, np.moveaxis(leads_to, 0, -1))

    def _leads(self, state: TokenState, tree: RoundTree | None) -> list[list[int]]:
        """`[o][i]`: where each outcome leads each player of a state."""
        order = [*state.seats_in, *(seat for seat in range(state.players) if seat not in state.seats_in)]
        if tree is None:
            rolls = [roll for roll, _ in reach(self.rules.die)[KEEP_NOTHING]]
            settlements = [settle_throw(self.rules, state, roll) for roll in rolls]
        else:
            settlements = [apply(self.rules, state, verdict) for verdict in tree.verdicts]
        return [
            [self._place(settlement, seat, state.players) for seat in order] for settlement in settlements
        ]

    def _place(self, settlement: Settlement, seat: int, players: int) -> int:
        """Where a settlement leaves one seat: an entry of the next state, or a payoff."""
        following = settlement.state
        if following is not None and seat in settlement.seats:
            return int(self.offset[self.number[following]]) + settlement.seats.index(seat)
        if settlement.ending is None:
            return self.shares.index(WON)
        payoffs, parts = game_payoffs(self.goal, settlement.ending, players)
        return self.shares.index(LOST if not payoffs[seat] else (payoffs[seat], parts))


MOST_STATES = 20_000
"""More states than this are refused: their exact values would fill memory before they were solved."""


def _refuse_too_many(rules: Rules, players: int, opening_state: TokenState) -> None:
    """Raise InputError where a game has more states than can be solved."""
    count = comb(rules.tokens + players, players)
    if opening_state.lost:
        count *= rules.manches**players
    if count > MOST_STATES:
        raise InputError(
            f"rules {rules.name}: {rules.tokens} tokens, {players} players and {rules.manches} manches make "
            f"more than {MOST_STATES:,} states; play with fewer tokens or manches"
        )


def _every_state(rules: Rules, players: int, opening_state: TokenState) -> Iterator[TokenState]:
    losses: list[tuple[int, ...]] = [()]
    if opening_state.lost:
        losses = list(product(range(rules.manches), repeat=players))
    for lost in losses:
        for pot in range(rules.tokens, 0, -1):
            for stacks in _stacks(rules.tokens - pot, players, least=0):
                yield TokenState("C", players, pot, stacks, lost)
        if lost and rules.ends == "last-in":
            for stacks in _stacks(rules.tokens, players, least=0):
                if stacks[0] and sum(map(bool, stacks)) > 1:
                    yield TokenState("D", players, 0, stacks, lost)
            continue
        for remaining in range(2 if rules.ends == "last-in" else players, players + 1):
            for stacks in _stacks(rules.tokens, remaining, least=1):
                yield TokenState("D", remaining, 0, stacks, lost)


def _stacks(tokens: int, players: int, least: int) -> Iterator[tuple[int, ...]]:
    """Every way to deal so many tokens, at least `least` to each."""
    if players == 1:
        if tokens >= least:
            yield (tokens,)
        return
    for first in range(least, tokens - least * (players - 1) + 1):
        for others in _stacks(tokens - first, players - 1, least):
            yield (first, *others)


@lru_cache(maxsize=4)
def game_space(rules: Rules, players: int, goal: GameGoal = "manche") -> GameSpace:
    """The states of a game, built once."""
    return GameSpace(rules, players, goal)
