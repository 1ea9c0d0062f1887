"""The search for the list that loses least: local moves from the best list a line shorter."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

from game421.strategies.candidates import Candidates
from game421.strategies.vocabulary import SILENT
from game421.turns.layout import Array

Order = tuple[int, ...]
"""A list: lines by their number among the candidates, in the order they are gone through."""

NEGLIGIBLE = 1e-12
"""A gain below which a list is not held to be better."""


class Found(NamedTuple):
    """A list, and what it loses."""

    order: Order
    loss: float


def best_lists(candidates: Candidates, most: int, known: Order = ()) -> tuple[Found, ...]:
    """`best_lists(…)[n]`: the best list found of at most n lines, for n up to `most`.

    Lists longer than the one `known` are grown from it.

    A list is grown by the line that helps most and bettered, by other lines in other places and by two others
    at a time, until none of that helps; then lines are taken away again, and the shorter lists bettered too.
    Nothing is drawn: the same candidates give the same lists.
    """
    found = [Found(known[:lines], candidates.loss(known[:lines])) for lines in range(len(known) + 1)]
    while len(found) <= most + BEYOND:
        grown = _settled(candidates, *_grown(candidates, *found[-1]))
        if len(grown[0]) in KICKED:
            grown = _kicked(candidates, *grown)
        found.append(Found(*grown))
    for length in range(len(found) - 2, 0, -1):
        order = found[length + 1].order
        shorter = (tuple(other for other in order if other != number) for number in order)
        order = min(shorter, key=candidates.loss, default=order)
        if len(order) > length:
            continue
        settled = Found(*_settled(candidates, order, candidates.loss(order)))
        if settled.loss < found[length].loss - NEGLIGIBLE:
            found[length] = settled
    return tuple(found[: most + 1])


BEYOND = 2
"""So many lines more than asked for are grown before lines are taken away."""

KICKED = (2, 3, 5, 8)
"""Lists of so many lines are bettered two lines at a time as well, which takes long."""


def _settled(candidates: Candidates, order: Order, loss: float) -> tuple[Order, float]:
    """Better a list until no replaced, moved line helps."""
    while True:
        before = loss
        for place in range(len(order)):
            shorter = (*order[:place], *order[place + 1 :])
            order, loss = _grown(candidates, shorter, loss, instead=order)
        if loss > before - NEGLIGIBLE:
            return order, loss


def _kicked(candidates: Candidates, order: Order, loss: float) -> tuple[Order, float]:
    """Better a list by taking two lines away at a time and growing two others."""
    for first, second in combinations(range(len(order)), 2):
        shorter = tuple(number for place, number in enumerate(order) if place not in {first, second})
        grown, _ = _grown(candidates, shorter, candidates.loss(shorter))
        found, worth = _grown(candidates, grown, candidates.loss(grown))
        if worth < loss - NEGLIGIBLE:
            return _settled(candidates, found, worth)
    return order, loss


def _grown(
    candidates: Candidates, order: Order, loss: float, instead: Order | None = None
) -> tuple[Order, float]:
    """The list with the one line more that helps most, at its best place; else `instead`."""
    best, found = loss, order if instead is None else instead
    gain = _gains(candidates, order)
    for place in range(len(order) + 1):
        for number in _promising(candidates, gain, order[:place]):
            changed = (*order[:place], number, *order[place:])
            worth = candidates.loss(changed)
            if worth < best - NEGLIGIBLE:
                best, found = worth, changed
    return found, best


PROMISING = 8
"""Lines tried at a place, those that promise most by what the decisions of the list now cost."""


def _promising(candidates: Candidates, gain: Array, before: Order) -> list[int]:
    """The lines that promise most after the lines `before`, by what changed actions gain.

    What one changes is judged with everything else of the list as it is: exactly where it changes decisions
    after the first throw alone or after the second alone, to first order else.
    """
    kinds = candidates.kinds
    undecided = candidates.forced[kinds.first] == SILENT
    for number in before:
        undecided &= candidates.says[number, kinds.first] == SILENT
    promise = kinds.lines @ np.where(undecided[:, None], gain, 0).ravel()
    return [int(number) for number in np.argsort(-promise, kind="stable")[:PROMISING]]


def _gains(candidates: Candidates, order: Order) -> Array:
    """`[kind, action]`: what each action gains where the list of these lines is played otherwise."""
    action = candidates.played(order)
    worth, often = candidates.problem.options(action)
    gain = worth - np.take_along_axis(worth, action[:, None].astype(np.intp), axis=1)
    gain[~np.isfinite(gain)] = 0
    found: Array = candidates.kinds.summing @ (gain * often[:, None])
    return found
