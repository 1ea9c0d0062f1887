"""What a round comes to when its policies are followed: exact ways of every verdict."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game421.rounds.solving import RoundSolution, turn_terms
from game421.states.actions import RAMPO, TIED
from game421.turns.forward import ending_ways
from game421.turns.layout import Array


@dataclass(frozen=True)
class RoundOutcomes:
    """Whole-number ways of each verdict in each token state, under a solution's policies."""

    ways: Array
    """`ways[v, s]` (Python integers) out of `total`."""
    total: int


def round_outcomes(solution: RoundSolution) -> RoundOutcomes:
    """Ways of every verdict: forward through the players, then the law of each kind of ending."""
    tree = solution.tree
    mass = endings_of_rounds(solution)
    chosen = {TIED: np.where(solution.rampo, 0, mass), RAMPO: np.where(solution.rampo, mass, 0)}
    ways = np.zeros((len(tree.verdicts), mass.shape[1]), object)
    for choice, law in tree.laws.items():
        ways += law.ways.astype(object).T @ _integers(chosen[choice])
    unit = turn_terms(tree, 0, tree.throws).scale(tree.throws)
    return RoundOutcomes(ways, tree.laws[TIED].total * unit ** len(tree.levels))


def endings_of_rounds(solution: RoundSolution) -> Array:
    """`[kind, s]`: ways out of unit**(throws * players to come) that a round comes to each kind of ending.

    Whole numbers, in float64 where they stay below 2**53, else Python integers.
    """
    tree = solution.tree
    states = solution.rampo.shape[1]
    whole = turn_terms(tree, 0, tree.throws).scale(tree.throws * len(tree.levels))
    mass: Array = np.ones((1, states), np.float64 if whole < 1 << 53 else object)
    sizes = [*(len(level.cap) for level in tree.levels[1:]), len(tree.endings)]
    for step, following in enumerate(sizes):
        mass = _advance(solution, step, mass, following)
    return mass


def _advance(solution: RoundSolution, step: int, mass: Array, following: int) -> Array:
    """Mass [summary of the next level, s] from that of this level, after the next player's turn."""
    tree = solution.tree
    level, states = tree.levels[step], mass.shape[1]
    after = np.zeros(following * states, mass.dtype)
    for cap, turns in solution.turns[step].items():
        columns = np.nonzero(level.cap == cap)[0]
        ended = ending_ways(turns).reshape(cap, -1, len(columns), states)
        places = level.following[:cap, :, columns]
        if len(places) == 1:
            ended = ended.sum(axis=0, keepdims=True)
        if mass.dtype == object:
            ended = _integers(ended)
        flow = ended * (mass[columns] * turns.layout.terms.scale(tree.throws - cap))
        places = places[..., None] * states + np.arange(states)
        _add(after, places.ravel(), flow.ravel())
    return after.reshape(following, states)


def _add(after: Array, places: Array, flow: Array) -> None:
    if after.dtype == object:
        np.add.at(after, places, flow)
    else:
        after += np.bincount(places, weights=flow, minlength=len(after))


def _integers(mass: Array) -> Array:
    """Whole numbers held in float64 as Python integers."""
    return mass if mass.dtype == object else mass.astype(np.int64).astype(object)
