"""Ways to play as chances of every action in every position: what an exact examination needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
import numpy.typing as npt

from game421.arena.behaviours import Behaviour
from game421.arena.menus import NO_ACTION, certain, every_regret, menu_codes
from game421.dice import ROLLS
from game421.errors import InputError
from game421.rounds.decisions import RoundDecisions
from game421.rounds.positions import RoundPositions
from game421.states.positions import Position
from game421.states.token_states import TokenState
from game421.strategies.playing import strategy_actions
from game421.strategies.vocabulary import SILENT, Strategy
from game421.tables.pages import around
from game421.turns.layout import Array


class Policy(Protocol):
    """A way to play a whole game."""

    @property
    def name(self) -> str:
        """How it is called in results."""

    def chances(self, decided: RoundDecisions) -> Array:
        """`[s, n, slot]`: with what chance it takes each legal action in every position of a round.

        `decided` says which token states and positions, and what perfect play does there. The chances of a
        position add to 1, its only action has 1; the last slot is to forfeit (see `game421.arena.menus`).
        """


@dataclass(frozen=True)
class PerfectPolicy:
    """What the solver plays: the action of the tie rule."""

    name: str = "perfect"

    def chances(self, decided: RoundDecisions) -> Array:
        return certain(decided.positions, decided.found.action)


@dataclass(frozen=True)
class RandomPolicy:
    """Every legal action with the same chance."""

    name: str = "random"

    def chances(self, decided: RoundDecisions) -> Array:
        legal = menu_codes(decided.positions) != NO_ACTION
        evenly = legal / legal.sum(axis=1, keepdims=True)
        return np.broadcast_to(evenly, (len(decided.states), *evenly.shape))


@dataclass(frozen=True)
class BehaviourPolicy:
    """A behaviour that does not look at the tokens: decided once for every round of a kind."""

    name: str
    behaviour: Behaviour

    def chances(self, decided: RoundDecisions) -> Array:
        chances = certain(decided.positions, behaves(self.behaviour, decided.positions)[None])
        return np.broadcast_to(chances, (len(decided.states), *chances.shape[1:]))


@lru_cache(maxsize=8)
def behaves(behaviour: Behaviour, positions: RoundPositions) -> npt.NDArray[np.uint8]:
    """`behaves(…)[n]`: what a behaviour does in every position of a round."""
    head, _ = around(TokenState(positions.tree.phase, positions.tree.players))
    action = menu_codes(positions)[:, 0].copy()
    for number in np.flatnonzero(positions.is_choice).tolist():
        legal = positions.menus[positions.menu[number]]
        position = Position.parse(f"{head} {positions.texts[number]}")
        action[number] = behaviour(positions.tree.rules, position, legal)
    return action


@dataclass(frozen=True)
class StrategyPolicy:
    """A list of rules of thumb, which does not look at the tokens either."""

    strategy: Strategy

    @property
    def name(self) -> str:
        return self.strategy.name

    def chances(self, decided: RoundDecisions) -> Array:
        chances = certain(decided.positions, strategy_actions(self.strategy, decided.positions)[None])
        return np.broadcast_to(chances, (len(decided.states), *chances.shape[1:]))


@dataclass(frozen=True)
class TipPolicy:
    """What the lines of a strategy say where one applies, and perfect play elsewhere: they alone can err."""

    strategy: Strategy

    @property
    def name(self) -> str:
        return f"{self.strategy.name}, else perfect"

    def chances(self, decided: RoundDecisions) -> Array:
        said = strategy_actions(self.strategy, decided.positions, alone=True)
        return certain(decided.positions, np.where(said == SILENT, decided.found.action, said[None]))


@dataclass(frozen=True)
class EveryThrow:
    """Makes every throw there is, and each of them at best otherwise: a leader never stops early."""

    name: str = "every throw"

    def chances(self, decided: RoundDecisions) -> Array:
        codes = menu_codes(decided.positions)
        stops = codes < len(ROLLS)
        early = stops.any(axis=1) & ((codes != NO_ACTION).sum(axis=1) > 1)
        costs = np.where((codes == NO_ACTION) | stops, np.inf, every_regret(decided))
        thrown = codes[np.arange(len(codes)), costs.argmin(axis=2)]
        return certain(decided.positions, np.where(early, thrown, decided.found.action))


@dataclass(frozen=True)
class DoAsTheLeader:
    """Following, does with a roll and so many throws left what he would do if he led; else plays at best.

    Where a leader would stop and a follower may not, he plays at best too.
    """

    name: str = "do as the leader"

    def chances(self, decided: RoundDecisions) -> Array:
        found, same = decided.found.action, leading(decided.positions)
        copied = found[:, np.maximum(same, 0)]
        legal = (menu_codes(decided.positions)[None] == copied[:, :, None]).any(axis=2)
        return certain(decided.positions, np.where((same >= 0) & legal, copied, found))


@lru_cache(maxsize=8)
def leading(positions: RoundPositions) -> npt.NDArray[np.int64]:
    """`leading(…)[n]`: the leader's position with the roll and the throws left of position n, -1 for none."""
    fields = [text.split() for text in positions.texts]
    leaders = {tuple(rest): number for number, (made, _cap, *rest) in enumerate(fields) if made == "-"}
    return np.array([leaders.get(tuple(rest), -1) for _made, _cap, *rest in fields], np.int64)


@dataclass(frozen=True)
class NoisyPolicy:
    """Plays like `base`, but at random with chance `epsilon`, drawn anew for every decision."""

    base: Policy
    epsilon: float

    def __post_init__(self) -> None:
        if not 0 <= self.epsilon <= 1:
            raise InputError(f"noise {self.epsilon}: it is a chance, from 0 to 1")

    @property
    def name(self) -> str:
        return f"noisy:{self.epsilon:g}"

    def chances(self, decided: RoundDecisions) -> Array:
        base, random = self.base.chances(decided), RandomPolicy().chances(decided)
        mixed: Array = (1 - self.epsilon) * base + self.epsilon * random
        return mixed
