"""In which order the states of a game are solved, and what each depends on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from game421.games.space import Block, GameSpace
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

    All states that wait for nothing but earlier steps and never come back are one step.
    """
    home: dict[int, Block] = {}
    following: dict[int, list[int]] = {}
    for block in space.blocks:
        for column, state in enumerate(block.states):
            after = np.unique(space.owner[block.leads_to[:, :, column]])
            following[state] = [int(index) for index in after if index >= 0]
            home[state] = block
    for generation in solving_order(dict(sorted(following.items()))):
        cyclic = [
            members for members in generation if len(members) > 1 or members[0] in following[members[0]]
        ]
        if lone := [members[0] for members in generation if members not in cyclic]:
            yield Step(_by_block(home, lone), cyclic=False)
        for members in cyclic:
            yield Step(_by_block(home, members), cyclic=True)


def _by_block(home: dict[int, Block], states: list[int]) -> tuple[Block, ...]:
    blocks = {id(home[state]): home[state] for state in states}
    return tuple(
        block.select([state for state in states if home[state] is block]) for block in blocks.values()
    )
