"""A way to play as what is done plus a chance to play at random: all that an examination of three needs.

A round of three has a million positions in every token state, so nothing is held for all its actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from game421.arena.menus import menu_codes
from game421.arena.policies import (
    DoAsTheLeader,
    EveryThrow,
    NoisyPolicy,
    PerfectPolicy,
    Policy,
    RandomPolicy,
    TipPolicy,
)
from game421.errors import InputError
from game421.rounds.decisions import RoundDecisions, decide
from game421.rounds.positions import RoundPositions
from game421.rounds.stakes import RoundStakes
from game421.states.token_states import TokenState
from game421.strategies.playing import strategy_actions
from game421.strategies.vocabulary import SILENT, Strategy

Codes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.intp]


class Actions(Protocol):
    """What a player does in some positions of a round."""

    def __call__(
        self, positions: RoundPositions, state: TokenState, numbers: Numbers, perfect: Codes, /
    ) -> Codes:
        """`[i]`: the action in position numbers[i], which leaves a choice; `NO_ACTION` to forfeit.

        `perfect[i]` is what perfect play does there.
        """


class Answering(Protocol):
    """A player who has to be asked, which takes its time."""

    name: str

    def answer(self, positions: RoundPositions, state: TokenState, numbers: Numbers) -> Codes:
        """As of `Actions`, whatever perfect play does."""


class Way(NamedTuple):
    """With chance `noise` any legal action, else what `actions` says; None is what perfect play does."""

    noise: float
    actions: Actions | None
    asked: bool = False
    """Whether someone has to be asked, one question after the other."""


def way_of(policy: Policy | Answering) -> Way:
    """A policy as a way to play; one that is neither asked nor noisy nor a tip does not look at the tokens.

    Raises InputError for one that needs what every action costs, or what is best elsewhere.
    """
    if isinstance(policy, PerfectPolicy):
        return Way(0.0, None)
    if isinstance(policy, RandomPolicy):
        return Way(1.0, None)
    if isinstance(policy, NoisyPolicy):
        base = way_of(policy.base)
        return base._replace(noise=1 - (1 - policy.epsilon) * (1 - base.noise))
    if isinstance(policy, TipPolicy):
        return Way(0.0, _Tip(policy.strategy))
    if isinstance(policy, EveryThrow | DoAsTheLeader):
        raise InputError(f"{policy.name}: this way to play is examined in rounds and in games of two")
    if hasattr(policy, "answer"):
        return Way(0.0, _Asked(policy.answer), asked=True)
    return Way(0.0, _Blind(policy))


class _Asked:
    """A player who is asked."""

    def __init__(self, answer: Callable[[RoundPositions, TokenState, Numbers], Codes]) -> None:
        self._answer = answer

    def __call__(
        self, positions: RoundPositions, state: TokenState, numbers: Numbers, _perfect: Codes
    ) -> Codes:
        return self._answer(positions, state, numbers)


class _Tip:
    """The lines of a strategy where one applies, and perfect play elsewhere."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy

    def __call__(
        self, positions: RoundPositions, _state: TokenState, numbers: Numbers, perfect: Codes
    ) -> Codes:
        said = strategy_actions(self._strategy, positions, alone=True)[numbers]
        return np.where(said == SILENT, perfect, said)


class _Blind:
    """A policy that does the same in every token state."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._everywhere: dict[RoundPositions, Codes] = {}
        """`[n]`: what it does in every position."""

    def __call__(
        self, positions: RoundPositions, _state: TokenState, numbers: Numbers, _perfect: Codes
    ) -> Codes:
        if positions not in self._everywhere:
            slots = self._policy.chances(_anywhere(positions))[0].argmax(axis=1)
            self._everywhere[positions] = menu_codes(positions)[np.arange(len(positions)), slots]
        found: Codes = self._everywhere[positions][numbers]
        return found


def _anywhere(positions: RoundPositions) -> RoundDecisions:
    """The round in some token state."""
    tree = positions.tree
    bare = RoundStakes(tree.rules, "duel", tree.players)
    return decide(tree.rules, [TokenState(tree.phase, tree.players)], bare)
