"""A match shared among processes: units come back in order, and what is finished is never lost."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import NoReturn, Self

from game421.arena.matches import Match, Unit, chunks, play_here
from game421.errors import Game421Error

GRACE = 5
"""Seconds in which a worker that was told to stop ends its bots."""


@dataclass(eq=False)
class _Worker:
    """A process that plays chunks it is given."""

    process: BaseProcess
    pipe: Connection
    chunk: int | None = None
    """What it is playing."""


@dataclass(eq=False)
class Crew:
    """Workers for one match; a context, at whose end all of them are gone."""

    match: Match
    workers: int
    _crew: list[_Worker] = field(default_factory=list)
    _finished: dict[int, Unit] = field(default_factory=dict)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        for worker in self._crew:
            worker.process.terminate()
        for worker in self._crew:
            worker.process.join(GRACE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.pipe.close()
        self._crew.clear()
        self.match.sweep()

    def play(self, units: Sequence[int]) -> Iterator[Unit]:
        """The finished units, in the order of `units`, however many workers there are.

        Raises Game421Error where a worker is gone.
        """
        if self.workers == 1 or sys.platform == "win32":
            yield from play_here(self.match, units)
            return
        if self.match.contest.exact is not None:
            self.match.contest.exact.prepare()  # once for all workers, who begin as copies of this process
        waiting = dict(enumerate(chunks(units)))
        order = iter(units)
        following = next(order, None)
        self._crew += [self._hired() for _ in range(min(self.workers, len(waiting)))]
        for worker in self._crew:
            self._give(worker, waiting)
        while following is not None:
            while following is not None and following in self._finished:
                yield self._finished.pop(following)
                following = next(order, None)
            if following is not None:
                self._listen(waiting)

    def finished(self) -> list[Unit]:
        """Finished units that have not come out yet: after an interruption, they count too."""
        found = [unit for _, unit in sorted(self._finished.items())]
        self._finished.clear()
        return found

    def _hired(self) -> _Worker:
        context = get_context("fork")
        ours, theirs = context.Pipe()
        others = [worker.pipe for worker in self._crew]
        process = context.Process(target=_work, args=(self.match, theirs, [ours, *others]), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def _give(self, worker: _Worker, waiting: dict[int, Sequence[int]]) -> None:
        """Give a worker the next chunk, if there is one."""
        worker.chunk = min(waiting, default=None)
        if worker.chunk is not None:
            worker.pipe.send(list(waiting.pop(worker.chunk)))

    def _listen(self, waiting: dict[int, Sequence[int]]) -> None:
        """Take what the workers have finished."""
        busy = {worker.pipe: worker for worker in self._crew if worker.chunk is not None}
        for pipe in wait(list(busy)):
            worker = busy[pipe]  # type: ignore[index]  # only pipes were waited for
            try:
                told = worker.pipe.recv()
            except EOFError:
                raise Game421Error("a worker of the match is gone; resume to play what is missing") from None
            if isinstance(told, Game421Error):
                raise told
            if told is None:
                self._give(worker, waiting)
            else:
                self._finished[told[0].fixture.unit] = told


def _work(match: Match, pipe: Connection, inherited: Sequence[Connection]) -> NoReturn:
    """Play what comes through the pipe, until it is closed or the process told to stop."""
    for other in inherited:
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever pressed Ctrl-C is answered by the parent
    signal.signal(signal.SIGTERM, _leave)
    try:
        while True:
            for unit in match.chunk(pipe.recv()):
                pipe.send(unit)
            pipe.send(None)
    except (EOFError, BrokenPipeError, SystemExit):
        pass
    except Game421Error as error:
        pipe.send(error)
    finally:
        os._exit(0)  # a copy of the parent has no business of its own at exit


def _leave(_number: int, _frame: object) -> NoReturn:
    """Stop where one is; players are ended on the way out."""
    raise SystemExit
