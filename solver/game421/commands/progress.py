"""Progress of long work on standard error: a bar where a person looks on, elsewhere a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic

import click

from game421.reports import Report, duration

EVERY = 30.0
"""Seconds between two lines, at least."""

SEEN = 10.0
"""Seconds of work from which its speed is judged, at least."""

COUNTED = 10**6
"""Larger totals are told in percent: they count what nobody has a name for."""


@contextmanager
def progress(what: str) -> Iterator[Report]:
    """Show how far the block is, how far it has to go, and how long that takes."""
    if not sys.stderr.isatty():
        yield Lines(what)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, speed_estimate_period=20 * EVERY) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def late_progress(what: str) -> Iterator[Report]:
    """The same, for work that is seldom to be done: nothing is loaded before it is told of."""
    with ExitStack() as stack:
        shown: list[Report] = []

        def report(done: int, total: int) -> None:
            if not shown:
                shown.append(stack.enter_context(progress(what)))
            shown[0](done, total)

        yield report


class Lines:
    """Progress in lines, none in the first `EVERY` seconds: work that is done by then needs none."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._began = self._told = monotonic()
        self._before = self._done = self._total = 0
        """What was done already when this began, is now, and will be."""

    def __call__(self, done: int, total: int) -> None:
        """Tell of it, unless a line has just been."""
        now = monotonic()
        if self._total == 0 or (done < self._done and total != self._total):  # other work
            self._began, self._before = now, done
        self._done, self._total = done, total
        if now - self._told < EVERY or now - self._began < SEEN or done == self._before:
            return
        self._told = now
        left = (total - done) * (now - self._began) / (done - self._before)
        part = f"{done:,} of {total:,}" if total < COUNTED else f"{done / total:.1%}"
        click.echo(f"{self._what}: {part}, {duration(left)} left", err=True)
