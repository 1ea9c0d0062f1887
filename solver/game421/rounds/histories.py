"""What can have been made in a round: the results of each player, and a history for every summary."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from game421.dice import ROLLS, RollIndex
from game421.rounds.tree import RoundTree
from game421.states.actions import stopping_of
from game421.states.results import Result

History = tuple[Result, ...]
"""Results in playing order."""

Indices = npt.NDArray[np.intp]


def made_next(tree: RoundTree, step: int) -> Indices:
    """`[(summary, throws, roll, following), i]`: every result of the player after `step` more.

    From each summary of that level, in this order; `following` is the summary of the next level it leads
    to, or the kind of ending. Throws are as the cap and the rules have them, rolls as the die shows them.
    """
    level = tree.levels[step]
    most = int(level.cap.max())
    shape = (len(level.cap), most, len(ROLLS))
    throws = np.arange(1, most + 1)[None, :, None]
    cap = level.cap[:, None, None]
    forced = stopping_of(tree.rules, leads=tree.made + step == 0) == "forced"
    possible = (throws == cap if forced else throws <= cap) & tree.results.shown
    following = np.broadcast_to(np.moveaxis(level.following[:most], 2, 0), shape)
    summary, used, roll = np.nonzero(np.broadcast_to(possible, shape))
    return np.stack([summary, used + 1, roll, following[summary, used, roll]])


def histories(tree: RoundTree) -> tuple[tuple[History | None, ...], ...]:
    """`histories(tree)[k][s]`: results after which the summary s of level k stands, None where none can.

    Of a whole round; the first such results in the order of throws and rolls. After the leader every
    result is a summary of its own, so with two players these are all the histories there are.
    """
    known: list[tuple[History | None, ...]] = [((),)]
    for step, level in enumerate(tree.levels[1:]):
        before, found = known[-1], list[History | None]([None] * len(level.cap))
        ways = made_next(tree, step)
        ways = ways[:, [before[summary] is not None for summary in ways[0]]]
        _, first = np.unique(ways[3], return_index=True)
        for summary, throws, roll, following in ways[:, first].T.tolist():
            found[following] = (*(before[summary] or ()), Result(RollIndex(roll), throws))
        known.append(tuple(found))
    return tuple(known)
