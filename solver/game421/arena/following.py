"""A round followed under any ways to play, given as chances of every action: what comes up, how it ends."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from game421.arena.menus import of_turns, store_turns
from game421.dice import ROLLS
from game421.rounds.positions import RoundPositions, Section
from game421.rounds.solving import turn_terms
from game421.rounds.tree import RoundTree
from game421.states.actions import RAMPO, TIED
from game421.turns.layout import SOURCE, Array, Layout, layout_of
from game421.turns.products import product

_STOPS, _HOLDS = len(ROLLS), len(SOURCE) // 2
_STACKED = int(SOURCE.max()) + 1


class Followed(NamedTuple):
    """A round in S token states, followed from before its first throw."""

    arrived: Array
    """`arrived[s, n]`: chance that position n comes up."""
    verdicts: Array
    """`verdicts[v, s]`: chance that the round comes to verdict v of its tree."""


def follow_round(positions: RoundPositions, chances: Array) -> Followed:
    """Follow a round in which the mover of position n takes its actions with `chances[s, n, slot]`.

    All in float64. For every number of players.
    """
    tree = positions.tree
    arrived = np.zeros(chances.shape[:2])
    arriving = np.ones((1, len(chances)))
    sizes = [*(len(level.cap) for level in tree.levels[1:]), len(tree.endings)]
    for made, size in enumerate(sizes):
        ended = _ends_of_turns(positions, made, chances, arriving, arrived)
        arriving = _advance(tree.levels[made].following, ended, size)
    return Followed(arrived, _verdicts(positions, chances, arriving, ended, arrived))


def _ends_of_turns(
    positions: RoundPositions, made: int, chances: Array, arriving: Array, arrived: Array
) -> Array:
    """Chances [throws - 1, roll, summary, s] of how the turns after `made` results end."""
    tree = positions.tree
    most = int(tree.levels[made].cap.max())
    ended = np.zeros((most, _STOPS, *arriving.shape))
    for section in positions.sections:
        if section.made == made:
            layout = layout_of(turn_terms(tree, made, section.cap))
            here = arriving[section.columns]
            turns = _follow_turns(layout, section, chances, here.ravel(), arrived)
            ended[: section.cap, :, section.columns] = turns.reshape(section.cap, _STOPS, *here.shape)
    return ended


def _follow_turns(layout: Layout, section: Section, chances: Array, here: Array, arrived: Array) -> Array:
    """Chances [throws - 1, roll, b] of the ends of turns that come up with chance `here[b]`."""
    terms = layout.terms
    ended = np.zeros((section.cap, _STOPS, here.size))
    store_turns(arrived, section, section.cap, here[None, None])
    first = of_turns(chances, section, section.cap, len(terms.first_actions()))[:, 0] * here
    mass = layout.chances[-1][:, None] * first[0]
    if len(first) > 1:
        ended[0] += by_roll(layout, layout.chances[-1][:, None] * first[1])
    for left in range(section.cap - 1, 0, -1):
        store_turns(arrived, section, left, mass[None])
        slots = len(layout.menus[left].codes)
        taken = of_turns(chances, section, left, slots) * mass
        gathered = _gathering(layout, left) @ taken.reshape(-1, here.size)
        used = section.cap - left
        ended[used - 1] += gathered[:_STOPS]
        mass = product(layout.chances.T, np.ascontiguousarray(gathered[_STOPS:_HOLDS]))
        if terms.stopping == "declare":
            ended[used] += by_roll(layout, layout.chances.T @ gathered[_HOLDS:])
    store_turns(arrived, section, 0, mass[None])
    ended[-1] += by_roll(layout, mass)
    return ended


@lru_cache(maxsize=64)
def _gathering(layout: Layout, left: int) -> Any:
    """The sparse matrix [stacked action, (slot, row)] that adds up what takes the same action."""
    from scipy.sparse import csr_array

    source = layout.menus[left].source.ravel()
    return csr_array((np.ones(source.size), (source, np.arange(source.size))), (_STACKED, source.size))


def by_roll(layout: Layout, mass: Array) -> Array:
    """Mass of each row added up by the roll it shows."""
    if not layout.terms.locked:
        return mass
    summed = np.zeros((_STOPS, mass.shape[1]))
    np.add.at(summed, layout.rolls, mass)
    return summed


def _advance(following: Array, ended: Array, size: int) -> Array:
    """Chances [following, s] from those of the ends of turns."""
    states = ended.shape[-1]
    places = np.broadcast_to(following[: len(ended)], ended.shape[:3])[..., None] * states + np.arange(states)
    after = np.bincount(places.ravel(), weights=ended.ravel(), minlength=size * states)
    return after.reshape(size, states)


def _verdicts(
    positions: RoundPositions, chances: Array, endings: Array, ended: Array, arrived: Array
) -> Array:
    """Chances of the verdicts, from those of the kinds of ending: throw-offs pay what their chooser says."""
    tree, throw_offs = positions.tree, positions.throw_offs
    tied, rampo = endings, np.zeros_like(endings)
    if throw_offs.after:
        before, throws, roll = np.array(throw_offs.after).T
        due = ended[throws - 1, roll, before]
        arrived[:, throw_offs.first :] = due.T
        chooses = [place for place, menu in enumerate(throw_offs.menus) if len(menu) > 1]
        if chooses:
            taken = due[chooses] * chances[:, throw_offs.first :][:, chooses, 1].T
            np.add.at(rampo, throw_offs.kinds[chooses], taken)
            tied = endings - rampo
    found = law_chances(tree, False).T @ tied
    if RAMPO in tree.laws:
        found = found + law_chances(tree, True).T @ rampo
    verdicts: Array = found
    return verdicts


@lru_cache(maxsize=16)
def law_chances(tree: RoundTree, rampo: bool) -> Array:
    """`[kind, v]`: chance of each verdict, the throw-off paying `tied` or `rampo`."""
    law = tree.laws[RAMPO if rampo else TIED]
    found: Array = (law.ways / law.total).astype(np.float64)
    return found
