"""On what an optimal turn ends: the exact distribution of the final combination and of the throws."""

from __future__ import annotations

from collections import Counter

from game421.dice import KEEP_NOTHING, KeepIndex, RollIndex
from game421.states.actions import Action, is_declared, is_stop, keep_of
from game421.turns.exact import TurnSolution

Ending = tuple[RollIndex, int]
"""A final combination and the number of throws it took."""


def endings(
    solution: TurnSolution,
    left: int | None = None,
    roll: RollIndex | None = None,
    kept: KeepIndex = KEEP_NOTHING,
) -> dict[Ending, int]:
    """Ways out of unit**left that a turn, played by the tie rule, ends on each (roll, throws).

    From before the first throw, or from `roll` on the table with `left` throws to come and `kept`
    locked. Found forward: the mass of each (roll, locked dice) after every throw follows the policy.
    """
    ended: Counter[Ending] = Counter()
    mass: Counter[tuple[RollIndex, KeepIndex]] = Counter()
    if roll is None or left is None:
        left = solution.terms.throws
        first, _ = solution.first()
    else:
        first, _ = solution.best(left, roll, kept)
    _follow(solution, first, left, 1, mass, ended)
    for remaining in range(left - 1, -1, -1):
        mass, arrived = Counter(), mass
        for (shown, locked), count in arrived.items():
            _follow(solution, solution.best(remaining, shown, locked)[0], remaining, count, mass, ended)
    return dict(ended)


def _follow(
    solution: TurnSolution,
    action: Action,
    left: int,
    count: int,
    mass: Counter[tuple[RollIndex, KeepIndex]],
    ended: Counter[Ending],
) -> None:
    """Send `count` ways with `left` throws to come where `action` leads them."""
    terms = solution.terms
    used = terms.throws - left
    if is_stop(action):
        ended[RollIndex(action), used] += count * terms.scale(left)
        return
    keep = keep_of(action)
    for roll, ways in terms.reach[keep]:
        if is_declared(action):
            ended[roll, used + 1] += count * ways * terms.scale(left - 1)
        else:
            mass[roll, keep if terms.locked else KEEP_NOTHING] += count * ways
