"""What a list is searched for: turns whose payoffs are known, and what any list is worth in them.

A list does not look at the tokens, nor at any result but the strongest. So all turns that look the same
to it are one, whose payoff is their sum, each as often as it comes up; nothing is lost by that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.dice import KEEPS, ROLLS, RollIndex
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.actions import Action, Stopping, is_declared, is_stop, turn_actions
from game421.strategies.vocabulary import Seen
from game421.turns.layout import Array, layout_of
from game421.turns.terms import TurnTerms

Codes = npt.NDArray[np.uint8]


class Turns(NamedTuple):
    """Turns of one kind: their cap, and for each target what ending them brings."""

    phase: Phase
    cap: int
    targets: tuple[RollIndex | None, ...]
    """The strongest combination before; None alone for the leader."""
    payoff: Array
    """`payoff[throws - 1, roll, target]`, times how often such turns come up."""


class Stage(NamedTuple):
    """The situations of some turns with `left` throws to come: `first` + roll * targets + target."""

    turns: int
    left: int
    first: int


@dataclass(frozen=True, eq=False)
class Problem:
    """All turns of a role, with a perfect player's worth of them."""

    rules: Rules
    opponents: int
    leads: bool
    turns: tuple[Turns, ...]
    best: float
    """What perfect play gets in all of them."""

    @property
    def stopping(self) -> Stopping:
        """How the turns are bound."""
        return TurnTerms.under(self.rules, 1, leads=self.leads).stopping

    @cached_property
    def chances(self) -> Array:
        """`chances[keep - 56, roll]`: chance of ending on the roll when throwing all but the keep."""
        found: Array = layout_of(TurnTerms.under(self.rules, 2, leads=self.leads)).chances
        return found

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """Every stage in which there is something to decide, most throws left first."""
        found, first = [], 0
        for number, turns in enumerate(self.turns):
            for left in range(turns.cap - 1, 0, -1):
                found.append(Stage(number, left, first))
                first += len(ROLLS) * len(turns.targets)
        return tuple(found)

    @cached_property
    def situations(self) -> tuple[tuple[Seen, tuple[Action, ...]], ...]:
        """What is seen in every situation, with the legal actions."""
        return tuple(
            (
                Seen(
                    self.rules,
                    self.turns[stage.turns].phase,
                    self.opponents,
                    target,
                    RollIndex(roll),
                    self.turns[stage.turns].cap - stage.left,
                    stage.left,
                ),
                turn_actions(self.stopping, RollIndex(roll), stage.left),
            )
            for stage in self.stages
            for roll in range(len(ROLLS))
            for target in self.turns[stage.turns].targets
        )

    @cached_property
    def _legal(self) -> npt.NDArray[np.bool_]:
        """`[situation, action]`: whether it may be taken."""
        found = np.zeros((len(self.situations), 2 * len(KEEPS)), np.bool_)
        for place, (_, legal) in enumerate(self.situations):
            found[place, list(legal)] = True
        return found

    def loss(self, action: Codes) -> float:
        """What is lost of `best` by who does `action[situation]`."""
        return self.best - sum(
            float(self._start(turns, self._value(number, action)).sum())
            for number, turns in enumerate(self.turns)
        )

    def options(self, action: Codes) -> tuple[Array, Array]:
        """`[situation, action]` what each is worth if `action` goes on, and `[situation]` how often it comes.

        Worth is per turn that comes there times how often the turn is played; illegal actions are -inf.
        """
        worth = np.empty((len(action), 2 * len(KEEPS)))
        often = np.zeros(len(action))
        for number, turns in enumerate(self.turns):
            arriving = None
            self._value(number, action, worth)
            for stage in (stage for stage in self.stages if stage.turns == number):
                size = len(turns.targets)
                here = slice(stage.first, stage.first + len(ROLLS) * size)
                if arriving is None:
                    arriving = np.repeat(self.chances[-1][:, None], size, axis=1)
                often[here] = arriving.ravel()
                arriving = self._onward(action[here].reshape(-1, size), arriving)
        return worth, often

    def _onward(self, action: Codes, arriving: Array) -> Array:
        """Chances [roll, target] of the next stage."""
        after = np.zeros_like(arriving)
        for keep in range(len(ROLLS), len(KEEPS)):
            mass = np.where(action == keep, arriving, 0).sum(axis=0)
            after += self.chances[keep - len(ROLLS)][:, None] * mass
        return after

    def _value(self, number: int, action: Codes, worth: Array | None = None) -> Array:
        """`[roll, target]`: worth of the rolls after the first throw of these turns."""
        turns, size = self.turns[number], len(self.turns[number].targets)
        value = turns.payoff[turns.cap - 1]
        stages = [stage for stage in self.stages if stage.turns == number]
        for stage in reversed(stages):
            thrown = turns.cap - stage.left
            declared = np.zeros((len(ROLLS), size)), self.chances @ turns.payoff[thrown]
            every = np.concatenate([turns.payoff[thrown - 1], self.chances @ value, *declared])
            here = slice(stage.first, stage.first + len(ROLLS) * size)
            if worth is not None:
                worth[here] = np.where(self._legal[here], np.tile(every.T, (len(ROLLS), 1)), -np.inf)
            taken = action[here].reshape(len(ROLLS), size)
            value = np.take_along_axis(every, taken.astype(np.intp), axis=0)
        found: Array = value
        return found

    def _start(self, turns: Turns, value: Array) -> Array:
        found: Array = self.chances[-1] @ (value if turns.cap > 1 else turns.payoff[0])
        return found


def best_actions(problem: Problem) -> Codes:
    """The best action of every situation, as far as the target is all that is known of the results."""
    action = np.array([legal[0] for _, legal in problem.situations], np.uint8)
    for _ in range(max((turns.cap for turns in problem.turns), default=1)):
        worth, _ = problem.options(action)
        action = worth.argmax(axis=1).astype(np.uint8)
    return action


def can_stop(legal: Sequence[Action]) -> bool:
    """Whether one may stop."""
    return is_stop(legal[0])


def plain(legal: Sequence[Action]) -> tuple[Action, ...]:
    """The actions without "le bon"."""
    return tuple(action for action in legal if not is_declared(action))
