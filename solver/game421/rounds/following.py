"""What happens in rounds by the thousand when their policies are followed, by the compiled kernel.

The values of all summaries are found first, then, where there is mass to follow them, the policies, a few
turns at a time: none is kept. So rounds of four players fit into little memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import numpy as np
import numpy.typing as npt

from game421.dice import ROLLS
from game421.lanes.rows import LANES
from game421.rounds.chances import (
    TOGETHER,
    Flow,
    FollowedRound,
    RoundChances,
    Step,
    best_by_kind,
    follow_steps,
)
from game421.rounds.kernel import BEFORE, FORCED, solve_turns
from game421.rounds.masses import follow_turns
from game421.rounds.passes import Pass, Passes, RoundPlan
from game421.rounds.starts import before_turns, in_lanes, settled
from game421.turns.layout import Array


def follow_rounds(plan: RoundPlan, verdicts: Array) -> FollowedRound:
    """Solve and follow the rounds of at most `LANES` token states.

    `verdicts[v, i, s]` is what verdict `plan.tree.verdicts[v]` is worth to player i.
    """
    tree, states = plan.tree, verdicts.shape[2]
    after, rampo = settled(plan, in_lanes(verdicts))
    won = best_by_kind(tree, rampo)
    steps = []
    for level in plan.levels:
        own = after[:, level.made]
        steps.append(Step(_solved(plan, level, own), np.ascontiguousarray(won[:, level.made])))
        others = won[:, : tree.players - 1]  # once he has played nobody asks for the last player's chance
        won = before_turns(plan, level, np.concatenate([own[:, None], others], axis=1), 0)[:, 1:]
        after = before_turns(plan, level, after, level.made)
    chances, by_verdict = follow_steps(tree, steps[::-1], won[0, 0], rampo)
    cut = (getattr(chances, field.name)[..., :states] for field in fields(chances))
    return FollowedRound(RoundChances(*cut), by_verdict[..., :states])


def _solved(plan: RoundPlan, level: Passes, own: Array) -> Callable[[Flow], Array]:
    """The turns of a level, solved where they have mass; `own[row, lane]` is what the mover plays for."""
    after = np.stack([own, np.zeros_like(own)], axis=1)

    def follow(flow: Flow) -> Array:
        ended = np.empty(0)
        for part in level.passes:
            caps = part.cap if part.nested else 1
            rows = flow.rows
            rows = rows[(rows >= part.first) & (rows < part.first + len(part.following) * caps)]
            for at in range(0, len(rows), TOGETHER):
                ended = _follow_some(plan, level, part, after, rows[at : at + TOGETHER], flow)
        return ended

    return follow


def _follow_some(
    plan: RoundPlan, level: Passes, part: Pass, after: Array, rows: npt.NDArray[np.intp], flow: Flow
) -> Array:
    """Solve the turns of these rows once more, for the mover alone, and follow them."""
    caps = part.cap if part.nested else 1
    columns, own_cap = np.divmod(rows - part.first, caps)
    cap = own_cap + 1 if part.nested else np.full(len(rows), part.cap)
    distinct, column = np.unique(columns, return_inverse=True)
    following = part.following[distinct]
    actions = np.empty((len(distinct), part.cap, BEFORE + 1, LANES), np.uint8)
    start = np.empty((len(distinct) * caps, *after.shape[1:]))
    terms = (0, 0), plan.die, level.stopping, 0, part.cap, part.nested
    solve_turns(*terms, after, following, 0, start, actions)
    die = np.array(plan.die * (6 // len(plan.die)))
    ended = np.empty((part.cap, len(ROLLS), LANES))
    follow_turns(die, level.stopping == FORCED, column, cap, actions, following, rows, *flow, ended)
    return ended
