"""Optimal policies of the two-player game, found in float64.

Value iteration would creep towards the values of the décharge; strategy iteration jumps: play a round at
best against the values at hand, work out what those policies are worth, and again, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from game421.errors import Game421Error
from game421.games.backups import Backup, back_up, store
from game421.games.equations import Equation, equations
from game421.games.order import Step
from game421.games.space import GameSpace
from game421.reports import Report
from game421.turns.layout import Array

CLOSE = 1e-13
"""Change of a sweep below which nothing changes any more: as fine as float64 can tell here."""

PATIENCE = 200
"""Sweeps of one component after which its play is reported not to settle."""

JUMPS = 20
"""Sweeps that may be followed by strategy iteration; should it cycle, value iteration takes over."""


def float_policies(
    space: GameSpace, order: Iterable[Step], report: Report | None = None
) -> tuple[list[list[Equation]], int]:
    """The equations of optimal policies, step by step, and the sweeps that cyclic states took."""
    values = space.vector(0.5)
    found, sweeps, done = [], 0, 0
    for step in order:
        backups, made = _settle(space, step, values) if step.cyclic else (_sweep(space, step, values), 0)
        found.append([row for backup in backups for row in equations(space, backup)])
        sweeps += made
        done += sum(len(block.states) for block in step.blocks)
        if report is not None:
            report(done, len(space.states))
    return found, sweeps


def _sweep(space: GameSpace, step: Step, values: Array) -> list[Backup]:
    """One backup of every block of a step, all from the same values, then stored."""
    backups = [back_up(space, block, values) for block in step.blocks]
    for backup in backups:
        store(space, backup.block.states, backup.value, values)
    return backups


def _settle(space: GameSpace, step: Step, values: Array) -> tuple[list[Backup], int]:
    """Sweep a component until its values stay, jumping to the values of the policies found."""
    for sweep in range(1, PATIENCE + 1):
        before = values.copy()
        backups = _sweep(space, step, values)
        change = float(np.abs(values - before).max())
        if change < CLOSE:
            return backups, sweep
        if sweep <= JUMPS:
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
