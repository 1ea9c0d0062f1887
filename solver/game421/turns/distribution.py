"""On what an optimal turn ends: the exact distribution of the final combination and of the throws."""

from __future__ import annotations

from collections import Counter

from game421.dice import KEEP_NOTHING, KeepIndex, RollIndex
from game421.states.actions import Action, is_declared, is_stop, keep_of
from game421.turns.exact import TurnSolution, best_option

Ending = tuple[RollIndex, int]
"""A final combination and the number of throws it took."""


def endings(solution: TurnSolution) -> dict[Ending, int]:
    """Ways out of unit**throws that a whole turn, played by the tie rule, ends on each (roll, throws).

    Found forward: the mass of each (roll, locked dice) after every throw follows the policy.
    """
    throws = solution.terms.throws
    first, _ = best_option(solution.first_options())
    ended: Counter[Ending] = Counter()
    mass: Counter[tuple[RollIndex, KeepIndex]] = Counter()
    _follow(solution, first, throws, 1, mass, ended)
    for left in range(throws - 1, -1, -1):
        mass, arrived = Counter(), mass
        for (roll, kept), count in arrived.items():
            _follow(solution, solution.best(left, roll, kept)[0], left, count, mass, ended)
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
