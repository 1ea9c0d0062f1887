"""In which order the states of a game are solved, and what each depends on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from game421.games.space import Block, GameSpace, Indices
from game421.retrograde import solving_order


@dataclass(frozen=True)
class Step:
    """States solved together; they lead only to themselves and to states of earlier steps.

    `cyclic` says whether play can come back to a state of the step.
    """

    blocks: tuple[Block, ...]
    cyclic: bool


def steps(space: GameSpace) -> Iterator[Step]:
    """The steps that solve a game, in order: components of the graph of what may follow what.

    A node of the graph is a class of states: those with as much in the pot, as many players and as many
    manches lost by each. So few nodes suffice, since a round either takes from the pot, or makes a
    player leave or lose a manche, or may well come back. All classes that wait for nothing but earlier
    steps and never come back are one step.
    """
    class_of = _classes(space)
    following = _following(space, class_of)
    for generation in solving_order(following):
        cyclic = [
            members for members in generation if len(members) > 1 or members[0] in following[members[0]]
        ]
        if lone := [members[0] for members in generation if members not in cyclic]:
            yield Step(_by_block(space, class_of, lone), cyclic=False)
        for members in cyclic:
            yield Step(_by_block(space, class_of, members), cyclic=True)


def _classes(space: GameSpace) -> Indices:
    """The class of every state, numbered as they come."""
    number: dict[tuple[object, ...], int] = {}
    fresh = count()
    classes = []
    for state in space.states:
        key = state.lost, state.phase, state.pot, len(state.seats_in)
        if key not in number:
            number[key] = next(fresh)
        classes.append(number[key])
    return np.array(classes, np.int32)


def _following(space: GameSpace, class_of: Indices) -> dict[int, list[int]]:
    """For each class those that a round may lead to."""
    many = int(class_of.max()) + 1
    pairs = [np.empty(0, np.int64)]
    for block in space.blocks:
        owner = space.owner[block.leads_to]
        source = np.broadcast_to(class_of[list(block.states)], owner.shape).astype(np.int64)
        pairs.append(np.unique((source * many + class_of[owner])[owner >= 0]))
    found: dict[int, list[int]] = {index: [] for index in range(many)}
    for pair in np.unique(np.concatenate(pairs)).tolist():
        found[pair // many].append(pair % many)
    return found


def _by_block(space: GameSpace, class_of: Indices, classes: list[int]) -> tuple[Block, ...]:
    """The states of these classes, by block."""
    columns = [np.nonzero(np.isin(class_of[list(block.states)], classes))[0] for block in space.blocks]
    return tuple(
        block.take(some.tolist()) for block, some in zip(space.blocks, columns, strict=True) if some.size
    )
