"""What a round is worth before it begins, for some token states at once, by the compiled kernel.

The same backward induction as `game421.rounds.solving`, in float64, values alone: a policy is one round
backup away from them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from game421.lanes.rows import LANES
from game421.rounds.kernel import Rows, choose_rampo, settle, solve_turns
from game421.rounds.passes import Passes, RoundPlan
from game421.states.actions import RAMPO, TIED
from game421.turns.layout import Array


def round_starts(plan: RoundPlan, verdicts: Array) -> Array:
    """`[i, s]`: what a round is worth to player i in state s, everyone playing at best.

    `verdicts[v, i, s]` is what verdict `plan.tree.verdicts[v]` is worth, for at most `LANES` states.
    The bits do not depend on which other states are solved with one, nor on threads.
    """
    rows, _ = settled(plan, in_lanes(verdicts))
    for level in plan.levels:
        rows = before_turns(plan, level, rows, level.made)
    found: Array = rows[0, :, : verdicts.shape[2]]
    return found


def in_lanes(verdicts: Array) -> Rows:
    """What verdicts are worth as rows of `LANES` states, those that there are not worth nothing."""
    count, players, states = verdicts.shape
    worth = np.zeros((count, players, LANES))
    worth[:, :, :states] = verdicts
    return worth


def settled(plan: RoundPlan, worth: Rows) -> tuple[Rows, npt.NDArray[np.bool_]]:
    """Worth of every kind of ending, a throw-off paying what its chooser prefers; where that is `rampo`."""
    found, width = {}, (0,) * worth.shape[1]
    for choice, law in plan.laws.items():
        found[choice] = np.empty((len(law.starts) - 1, *worth.shape[1:]))
        settle(width, law.starts, law.verdicts, law.chances, worth, found[choice])
    rampo = np.zeros((len(found[TIED]), worth.shape[2]), np.bool_)
    if plan.chooser is not None:
        choose_rampo(plan.chooser, found[TIED], found[RAMPO], rampo)
    return found[TIED], rampo


def before_turns(plan: RoundPlan, level: Passes, after: Rows, mover: int) -> Rows:
    """Rows before the turns of a level from those after them; `mover` is the vector that decides."""
    start = np.empty((level.rows, *after.shape[1:]))
    width = (0,) * after.shape[1]
    for turns in level.passes:
        solve_turns(
            width,
            plan.die,
            level.stopping,
            mover,
            turns.cap,
            turns.nested,
            after,
            turns.following,
            turns.first,
            start,
        )
    return start
