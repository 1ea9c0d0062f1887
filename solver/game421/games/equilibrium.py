"""Games of any number of players solved by sweeps: what every state is worth under equilibrium play.

A round is played at best against the values at hand, in every state; where play can come back, again and
again. Such sweeps from an even share tend to the equilibrium that is meant: the limit of the game cut
off after n rounds, its payoff then shared evenly (RULES, section 6). Using what a sweep has found
already, and mixing the last few sweeps, reaches it in two thirds as many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from game421.games.forecast import EXPECTED_SWEEPS
from game421.games.mixing import DEPTH, Iterate, mixed
from game421.games.order import Step, steps
from game421.games.space import Block, GameSpace
from game421.games.sweeps import Workers, chunks_of, groups_of, sweep
from game421.reports import Report
from game421.turns.layout import Array

SETTLED = 5e-15
"""A change this small is rounding: no further sweep would say more."""

PATIENCE = 100
"""Sweeps of one component after which its play is taken to cycle, and the best of them kept."""

STUCK = 4
"""Sweeps without any gain after which a change below `CLOSE` is taken for rounding as well."""

CLOSE = 1e-13


@dataclass(frozen=True)
class Progress:
    """How far a game is solved: all that is needed to go on from here, bit for bit."""

    step: int
    """The step that is being solved, in the order of `steps`; all earlier ones are."""
    values: Array
    """The whole vector of values: payoffs, then states."""
    iterates: tuple[Iterate, ...] = ()
    """The last sweeps of the step, if play can come back in it."""
    best: Iterate | None = None
    """That of them which changed least."""
    since_best: int = 0
    """Sweeps since then."""
    sweeps: int = 0
    """Sweeps of this step so far."""
    all_sweeps: int = 0
    """Sweeps of all steps in which play can come back."""
    change: float = 0.0
    """The greatest last change of a step that is solved: far above rounding where play cycled."""


def begin(space: GameSpace) -> Progress:
    """Nothing solved: the game would be shared evenly at once."""
    values = space.vector()
    for index, state in enumerate(space.states):
        players = state.players
        even = 1 / players if space.rules.ends == "first-out" else (players - 1) / players
        values[space.offset[index] : space.offset[index + 1]] = even
    return Progress(0, values)


def solve_equilibrium(
    space: GameSpace, workers: Workers, report: Report, progress: Progress | None = None
) -> Iterator[Progress]:
    """Solve a game from `progress` on, or from nothing; yields after every sweep, solved at the end.

    The same progress gives the same bits, whoever works and wherever it was interrupted.
    """
    order = list(steps(space))
    meter = _Meter(order, report)
    progress = progress or begin(space)
    meter.skip(progress)
    while progress.step < len(order):
        step = order[progress.step]
        groups = groups_of(chunks_of(space, step), cyclic=step.cyclic)
        image = sweep(space, workers, groups, progress.values, meter.count)
        progress = _after_sweep(progress, step, image)
        meter.skip(progress)
        yield progress


def _after_sweep(progress: Progress, step: Step, image: Array) -> Progress:
    if not step.cyclic:
        return Progress(progress.step + 1, image, all_sweeps=progress.all_sweeps, change=progress.change)
    iterate = Iterate(progress.values, image)
    best, since = progress.best, progress.since_best + 1
    if best is None or iterate.change < best.change:
        best, since = iterate, 0
    sweeps, all_sweeps = progress.sweeps + 1, progress.all_sweeps + 1
    stuck = since >= STUCK and best.change <= CLOSE
    if best.change <= SETTLED or stuck or sweeps >= PATIENCE:
        change = max(progress.change, best.change)
        return Progress(progress.step + 1, best.image, all_sweeps=all_sweeps, change=change)
    strayed = since > 0 and iterate.change > 2 * best.change
    iterates = (iterate,) if strayed else (*progress.iterates, iterate)[-DEPTH:]
    return replace(
        progress,
        values=mixed(iterates),
        iterates=iterates,
        best=best,
        since_best=since,
        sweeps=sweeps,
        all_sweeps=all_sweeps,
    )


class _Meter:
    """Counts the work done towards an estimate: turns to solve, a throw of each."""

    def __init__(self, order: list[Step], report: Report) -> None:
        self._sizes = [sum(len(block.states) for block in step.blocks) for step in order]
        self._sweeps = [sum(len(block.states) * _work(block) for block in step.blocks) for step in order]
        """What a sweep of each step takes."""
        self._costs = [
            work * (EXPECTED_SWEEPS if step.cyclic else 1)
            for work, step in zip(self._sweeps, order, strict=True)
        ]
        self._report, self._step, self._done = report, 0, 0

    def count(self, states: int) -> None:
        """So many states of the step are backed up."""
        self._done += states * self._sweeps[self._step] // self._sizes[self._step]
        self._report(self._done, max(self._done, sum(self._costs)))

    def skip(self, progress: Progress) -> None:
        """Be where this progress is."""
        self._step, within = progress.step, 0
        if progress.sweeps:
            within = min(progress.sweeps, EXPECTED_SWEEPS - 1) * self._sweeps[progress.step]
        self._done = sum(self._costs[: progress.step]) + within


def _work(block: Block) -> int:
    """About how long a state of a block takes, in turns of one throw."""
    if block.tree is None:
        return 1
    return sum(int(level.cap.sum()) for level in block.tree.levels)
