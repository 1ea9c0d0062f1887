"""Optimal policies of the two-player game, found in float64.

Value iteration would creep towards the values of the décharge; strategy iteration jumps: play a round at
best against the values at hand, work out what those policies are worth, and again, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from game421.errors import Game421Error
from game421.games.backups import Backup, back_up, store
from game421.games.equations import Equation, equations
from game421.games.order import Step
from game421.games.space import GameSpace
from game421.turns.layout import Array

CLOSE = 1e-13
"""Change of a sweep below which nothing changes any more: as fine as float64 can tell here."""

PATIENCE = 200
"""Sweeps of one component after which its play is reported not to settle."""

JUMPS = 20
"""Sweeps that may be followed by strategy iteration; should it cycle, value iteration takes over."""

Report = Callable[[int, float], None]
"""Told after each sweep: how many states it had, and the greatest change of a value."""


def float_policies(
    space: GameSpace, order: Iterable[Step], report: Report | None = None
) -> tuple[list[list[Equation]], Array]:
    """The equations of optimal policies, step by step, and their values in float64."""
    values = np.full(space.size, 0.5)
    values[: len(space.shares)] = [p / q for p, q in space.shares]
    found = []
    for step in order:
        backups = _settle(space, step, values, report) if step.cyclic else _sweep(space, step, values)
        found.append([row for backup in backups for row in equations(space, backup)])
    return found, values


def _sweep(space: GameSpace, step: Step, values: Array) -> list[Backup]:
    """One backup of every block of a step, all from the same values, then stored."""
    backups = [back_up(space, block, values) for block in step.blocks]
    for backup in backups:
        store(space, backup, values)
    return backups


def _settle(space: GameSpace, step: Step, values: Array, report: Report | None) -> list[Backup]:
    """Sweep a component until its values stay, jumping to the values of the policies found."""
    for sweep in range(PATIENCE):
        before = values.copy()
        backups = _sweep(space, step, values)
        change = float(np.abs(values - before).max())
        if report is not None:
            report(sum(len(block.states) for block in step.blocks), change)
        if change < CLOSE:
            return backups
        if sweep < JUMPS:
            _jump(space, [row for backup in backups for row in equations(space, backup)], values)
    raise Game421Error(
        f"rules {space.rules.name}: play did not settle in {PATIENCE} sweeps (last change {change:.1e})"
    )


def _jump(space: GameSpace, rows: list[Equation], values: Array) -> None:
    """Replace the values of a component by what its policies are worth."""
    place = {row.state: index for index, row in enumerate(rows)}
    matrix, right = np.eye(len(rows)), np.empty(len(rows))
    for index, row in enumerate(rows):
        right[index] = row.constant / row.total
        for state, ways in row.terms.items():
            if state in place:
                matrix[index, place[state]] -= ways / row.total
            else:
                right[index] += ways / row.total * values[space.offset[state]]
    try:
        solved = np.linalg.solve(matrix, right)
    except np.linalg.LinAlgError:
        return  # these policies could go on for ever; the next sweep finds better ones
    for row, value in zip(rows, solved, strict=True):
        values[space.offset[row.state]] = value
        values[space.offset[row.state] + 1] = 1 - value
