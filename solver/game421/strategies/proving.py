"""The best list of so many lines, proved: a search of all, leaving out only what cannot be best.

For a leader's turns. Lists are built line by line from the first. What the lines so far decide costs at least
what it costs when everything they leave open is decided at best; where that is not below the best list
known, no list that begins so is. The last line is tried whole. Of two neighbouring lines that could change
places, since they are never both right to decide the same situation otherwise, one order is enough.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.dice import KEEPS, KEEPS_OF, ROLLS
from game421.errors import InputError
from game421.strategies.candidates import Candidates
from game421.strategies.problems import Codes, Problem, best_actions
from game421.strategies.searching import Found, Order
from game421.strategies.vocabulary import SILENT
from game421.turns.layout import Array

MARGIN = 1e-12
"""A list must lose less by so much to be held better."""

Flags = npt.NDArray[np.bool_]


class Proof(NamedTuple):
    """The best list found, and whether it is `whole`: all others were looked at or cannot be better."""

    found: Found
    whole: bool


def proved_best(candidates: Candidates, lines: int, known: Found, *, steps: int = 10**9) -> Proof:
    """The list of at most so many lines that loses least, no worse than the one `known`.

    It is given up after so many beginnings of lists. Raises InputError for a problem that is not a leader's
    turn of three throws.
    """
    search = _Search(candidates, lines, known.order, known.loss, steps)
    nothing = np.zeros(candidates.says.shape[1], np.bool_)
    search.extend((), nothing, nothing, candidates.last)
    return Proof(Found(search.order, search.loss), search.steps >= 0)


class _Turn:
    """A leader's turn of three throws: what many policies lose at once."""

    def __init__(self, problem: Problem) -> None:
        if not problem.leads or len(problem.turns) != 1 or problem.turns[0].cap != THROWS:
            raise InputError("lists are proved best for a leader's turn of three throws alone")
        self._best = problem.best
        self._payoff = problem.turns[0].payoff[:, :, 0]
        self._chances = problem.chances
        thrown = np.concatenate([self._payoff[1], self._chances @ self._payoff[2]])
        self._second = np.broadcast_to(thrown, (len(ROLLS), len(thrown)))
        self._second_best = thrown[_HELD].max(axis=1)

    def losses(self, actions: Codes, decided: Flags | None) -> Array:
        """What each policy [policy, situation] loses, where it has not `decided` playing at best."""
        rolls = np.arange(len(ROLLS))
        first, second = actions[:, : len(ROLLS)].astype(np.intp), actions[:, len(ROLLS) :]
        value = self._second[rolls, second]
        if decided is not None:
            value = np.where(decided[:, len(ROLLS) :], value, self._second_best)
        rerolled = value @ self._chances.T
        every = np.concatenate([np.broadcast_to(self._payoff[0], value.shape), rerolled], axis=1)
        taken = np.take_along_axis(every, first, axis=1)
        if decided is not None:
            taken = np.where(decided[:, : len(ROLLS)], taken, every[:, _HELD].max(axis=2))
        found: Array = self._best - taken @ self._chances[-1]
        return found


class _Covering:
    """What so many more lines cannot mend: each situation left open costs what throwing all costs there.

    Less at most what the most useful lines save, as if each saved by itself whatever the others do and their
    order. Situations after the second throw count as often as the decisions already made lead there.
    """

    def __init__(self, candidates: Candidates) -> None:
        worth, _ = candidates.problem.options(best_actions(candidates.problem))
        regret = worth.max(axis=1, keepdims=True) - worth
        self._chances = candidates.problem.chances
        self._regret = np.where(np.isfinite(regret), np.maximum(regret, 0), 0)
        places = np.arange(len(regret))
        self._open = self._regret[places, candidates.last]
        said = np.where(candidates.says == SILENT, candidates.last, candidates.says)
        self._saved = np.maximum(self._open - self._regret[places, said], 0)

    def bounds(self, actions: Codes, decided: Flags, more: int) -> Array:
        """`[policy]`: a lower bound of what it loses, `decided` so far, with so many lines `more`."""
        places, size = np.arange(decided.shape[1]), len(ROLLS)
        often = np.concatenate(
            [np.broadcast_to(self._chances[-1], (len(actions), size)), self._led(actions, decided)], axis=1
        )
        spent = np.where(decided, self._regret[places, actions], self._open) * often
        saved = np.where(decided, 0, often) @ self._saved.T
        most = np.partition(saved, -more, axis=1)[:, -more:]
        found: Array = spent.sum(axis=1) - most.sum(axis=1)
        return found

    def _led(self, actions: Codes, decided: Flags) -> Array:
        """`[policy, roll]`: how often at least a roll lies there after the second throw."""
        size = len(ROLLS)
        taken = np.where(decided[:, :size], actions[:, :size], 0)
        mass = (taken[:, :, None] == np.arange(size, len(KEEPS))) * self._chances[-1][:, None]
        found: Array = mass.sum(axis=1) @ self._chances
        return found


THROWS = 3

_HELD = np.array([(*keeps, *keeps[:1] * (8 - len(keeps))) for keeps in KEEPS_OF])
"""`_HELD[roll]`: the keeps in a roll, the first repeated up to eight."""


@dataclass
class _Search:
    """The lists looked at so far, the best of them kept."""

    candidates: Candidates
    lines: int
    order: Order
    loss: float
    steps: int
    applies: Flags = field(init=False)
    turn: _Turn = field(init=False)
    covering: _Covering = field(init=False)

    def __post_init__(self) -> None:
        self.applies = self.candidates.says != SILENT
        self.turn = _Turn(self.candidates.problem)
        self.covering = _Covering(self.candidates)

    def extend(self, order: Order, before: Flags, decided: Flags, action: Codes) -> None:
        """Try every list that begins so; `before` its last line something else was decided already."""
        self.steps -= 1
        if self.steps < 0:
            return
        new = self.applies & ~decided
        useful = new.any(axis=1)
        if order:
            useful &= ~self._swapped(order[-1], before)
        numbers = np.flatnonzero(useful)
        if not numbers.size:
            return
        actions = np.where(new[numbers], self.candidates.says[numbers], action)
        losses = self.turn.losses(actions, None)
        best = int(losses.argmin())
        if losses[best] < self.loss - MARGIN:
            self.order, self.loss = (*order, int(numbers[best])), float(losses[best])
        if len(order) + 1 == self.lines:
            return
        after = decided | new[numbers]
        bounds = self.turn.losses(actions, after)
        hopeful = bounds < self.loss - MARGIN
        bounds[hopeful] = np.maximum(
            bounds[hopeful],
            self.covering.bounds(actions[hopeful], after[hopeful], self.lines - len(order) - 1),
        )
        for place in np.argsort(bounds, kind="stable").tolist():
            if bounds[place] >= self.loss - MARGIN:
                return
            self.extend((*order, int(numbers[place])), decided, after[place], actions[place])

    def _swapped(self, last: int, before: Flags) -> Flags:
        """`[line]`: whether it might as well stand before the `last`, and does so by its number."""
        says = self.candidates.says
        both = self.applies & (self.applies[last] & ~before)
        apart = ~(both & (says != says[last])).any(axis=1)
        found: Flags = apart & (np.arange(len(says)) < last)
        return found
