"""On what many turns end when they follow their policies: exact ways, a column per turn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game421.dice import ROLLS
from game421.turns.batch import TurnBatch
from game421.turns.layout import SOURCE, Array, Layout
from game421.turns.products import product

_STOPS = len(ROLLS)


@dataclass(frozen=True)
class TurnWays:
    """How B turns go when they follow their policies: whole-number ways of what comes up on the way.

    In float64 where unit**throws < 2**53, which holds them exactly, else Python integers.
    """

    arrived: tuple[Array, ...]
    """`arrived[left][row, b]`: ways out of unit**(throws - left) that a decision is due on this row with
    so many throws to come; with none left, that the turn ends there after its last throw."""
    ended: Array
    """`ended[throws - 1, roll, b]`: ways out of unit**throws that turn b ends so."""


def ending_ways(batch: TurnBatch) -> Array:
    """`ending_ways(batch)[throws - 1, roll, b]`: ways out of unit**throws that turn b ends so."""
    return turn_ways(batch).ended


def turn_ways(batch: TurnBatch) -> TurnWays:
    """Follow the policies of B turns from before their first throw."""
    layout, terms = batch.layout, batch.layout.terms
    whole = terms.scale(terms.throws)
    counts = layout.counts if whole < 1 << 53 else _exact_counts(layout)
    mass = np.where(batch.declares, 0, counts[-1][:, None])
    arrived = [mass]
    ended = np.zeros((terms.throws, _STOPS, batch.start.size), counts.dtype)
    ended[0] += _by_roll(layout, np.where(batch.declares, counts[-1][:, None], 0)) * terms.scale(
        terms.throws - 1
    )
    for left in range(terms.throws - 1, 0, -1):
        used = terms.throws - left
        gathered = _gather(SOURCE[batch.action[left]], mass)
        ended[used - 1] += gathered[:_STOPS] * terms.scale(left)
        rerolled, declared = np.split(gathered[_STOPS:], 2)
        mass = _thrown(counts, rerolled)
        arrived.append(mass)
        if terms.stopping == "declare":
            ended[used] += _by_roll(layout, _thrown(counts, declared)) * terms.scale(left - 1)
    ended[-1] += _by_roll(layout, mass)
    return TurnWays(tuple(arrived[::-1]), ended)


def _exact_counts(layout: Layout) -> Array:
    counts = np.zeros(layout.counts.shape, object)
    for keep, (rows, ways) in enumerate(layout.ways):
        counts[keep, rows] = [int(count) for count in ways]
    return counts


def _thrown(counts: Array, mass: Array) -> Array:
    """Mass [row, b] after the throw, from the mass [keep, b] of each reroll."""
    return counts.T @ mass if counts.dtype == object else product(counts.T, mass)


def _gather(source: Array, mass: Array) -> Array:
    """Mass by the action taken: [stop (56), reroll (28), "le bon" (28)], a column per turn."""
    turns = mass.shape[1]
    places = source * turns + np.arange(turns)
    size = (2 * len(SOURCE) // 3) * turns
    if mass.dtype == object:
        gathered = np.zeros(size, object)
        np.add.at(gathered, places.ravel(), mass.ravel())
    else:
        gathered = np.bincount(places.ravel(), weights=mass.ravel(), minlength=size)
    return gathered.reshape(-1, turns)


def _by_roll(layout: Layout, mass: Array) -> Array:
    """Mass of each row added up by the roll it shows."""
    if not layout.terms.locked:
        return mass
    by_roll = np.zeros((_STOPS, mass.shape[1]), mass.dtype)
    np.add.at(by_roll, layout.rolls, mass)
    return by_roll
