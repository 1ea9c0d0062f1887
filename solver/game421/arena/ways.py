"""A way to play as what is done plus a chance to play at random: all that an examination of three needs.

A round of three has a million positions in every token state, so nothing is held for all its actions.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from game421.arena.menus import menu_codes
from game421.arena.policies import NoisyPolicy, PerfectPolicy, Policy, RandomPolicy
from game421.rounds.decisions import RoundDecisions, decide
from game421.rounds.positions import RoundPositions
from game421.rounds.stakes import RoundStakes
from game421.states.token_states import TokenState

Codes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.intp]


class Actions(Protocol):
    """What a player does in some positions of a round."""

    def __call__(self, positions: RoundPositions, state: TokenState, numbers: Numbers, /) -> Codes:
        """`[i]`: the action in position numbers[i], which leaves a choice; `NO_ACTION` to forfeit."""


class Answering(Protocol):
    """A player who has to be asked, which takes its time."""

    name: str

    def answer(self, positions: RoundPositions, state: TokenState, numbers: Numbers) -> Codes:
        """As `Actions`."""


class Way(NamedTuple):
    """With chance `noise` any legal action, else what `actions` says; None is what perfect play does."""

    noise: float
    actions: Actions | None
    asked: bool = False
    """Whether someone has to be asked, one question after the other."""


def way_of(policy: Policy | Answering) -> Way:
    """A policy as a way to play; one that is neither asked nor noisy does not look at the tokens."""
    if isinstance(policy, PerfectPolicy):
        return Way(0.0, None)
    if isinstance(policy, RandomPolicy):
        return Way(1.0, None)
    if isinstance(policy, NoisyPolicy):
        base = way_of(policy.base)
        return base._replace(noise=1 - (1 - policy.epsilon) * (1 - base.noise))
    if hasattr(policy, "answer"):
        return Way(0.0, policy.answer, asked=True)
    return Way(0.0, _Blind(policy))


class _Blind:
    """A policy that does the same in every token state."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._everywhere: dict[RoundPositions, Codes] = {}
        """`[n]`: what it does in every position."""

    def __call__(self, positions: RoundPositions, _state: TokenState, numbers: Numbers) -> Codes:
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
