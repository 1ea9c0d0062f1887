"""What a round is worth before it begins, for some token states at once, by the compiled kernel.

The same backward induction as `game421.rounds.solving`, in float64, values alone: a policy is one round
backup away from them.
"""

from __future__ import annotations

import numpy as np

from game421.lanes.rows import LANES
from game421.rounds.kernel import Rows, choose_rampo, settle, solve_turns
from game421.rounds.passes import RoundPlan
from game421.states.actions import RAMPO, TIED
from game421.turns.layout import Array


def round_starts(plan: RoundPlan, verdicts: Array) -> Array:
    """`[i, s]`: what a round is worth to player i in state s, everyone playing at best.

    `verdicts[v, i, s]` is what verdict `plan.tree.verdicts[v]` is worth, for at most `LANES` states.
    The bits do not depend on which other states are solved with one, nor on threads.
    """
    count, players, states = verdicts.shape
    worth = np.zeros((count, players, LANES))
    worth[:, :, :states] = verdicts
    width = (0,) * players
    rows = _settled(plan, width, worth)
    for level in plan.levels:
        start = np.empty((level.rows, players, LANES))
        for turns in level.passes:
            solve_turns(
                width,
                plan.die,
                level.stopping,
                level.made,
                turns.cap,
                turns.nested,
                rows,
                turns.following,
                turns.first,
                start,
            )
        rows = start
    found: Array = rows[0, :, :states]
    return found


def _settled(plan: RoundPlan, width: tuple[int, ...], worth: Rows) -> Rows:
    """Worth of every kind of ending, a throw-off paying what its chooser prefers."""
    found = {}
    for choice, law in plan.laws.items():
        found[choice] = np.empty((len(law.starts) - 1, *worth.shape[1:]))
        settle(width, law.starts, law.verdicts, law.chances, worth, found[choice])
    if plan.chooser is not None:
        choose_rampo(plan.chooser, found[TIED], found[RAMPO])
    return found[TIED]
