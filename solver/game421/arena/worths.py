"""What every summary of a round is worth to each player, for some token states at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.rounds.solving import RoundPayoffs, solve_round
from game421.rounds.tree import RoundTree
from game421.turns.layout import Array


class Worths(NamedTuple):
    """A round solved in S token states, everyone playing at best, in float64."""

    after: tuple[Array, ...]
    """`after[made][summary, i, s]`: what it is worth to player i once `made` results are in; after the last
    player a kind of ending stands in the place of a summary."""
    rampo: npt.NDArray[np.bool_]
    """`rampo[kind, s]`: whether its throw-off pays `rampo` because its chooser prefers it."""


def round_worths(tree: RoundTree, verdicts: Array) -> Worths:
    """Solve a round in which verdict v is worth `verdicts[v, i, s]` to player i in state s.

    By the compiled kernel, at most `game421.lanes.rows.LANES` states; dice that lock by numpy.
    """
    if tree.rules.kept_dice == "locked":
        solution = solve_round(tree, RoundPayoffs(verdicts), policy=False)
        return Worths(solution.worth, solution.rampo)
    from game421.rounds.passes import round_plan
    from game421.rounds.starts import before_turns, in_lanes, settled

    plan, states = round_plan(tree), verdicts.shape[2]
    rows, rampo = settled(plan, in_lanes(verdicts))
    after = [rows]
    for level in plan.levels:
        rows = before_turns(plan, level, rows, level.made)
        after.append(rows[level.row_of])
    return Worths(tuple(found[..., :states] for found in after[::-1]), rampo[:, :states])
