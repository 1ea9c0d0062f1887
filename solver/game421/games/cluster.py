"""Workers on other machines: the chunks of a sweep as tasks of a dask.distributed cluster (extra `cluster`).

A task carries all it needs: the rules as text and, for each of its chunks, what every verdict of the
round is worth to every player. So no worker holds the states of the game, nothing that a dead worker
held is missed, and a task can be done again anywhere. What comes back has the bits that this process
would have found, since a worker with other versions of what computes them does nothing.
"""

from __future__ import annotations

import logging
import platform
from asyncio import run, wait_for
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from functools import lru_cache
from hashlib import sha256
from itertools import groupby, pairwise
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Self

import numba
import numpy as np

from game421 import __version__
from game421.errors import Game421Error, InputError, MissingExtraError
from game421.games.space import GameSpace
from game421.games.sweeps import Chunk, back_up_chunk, back_up_round
from game421.rounds.passes import round_plan
from game421.rounds.tree import RoundTree, round_tree
from game421.rules import Rules, read_rules, write_rules
from game421.states.token_states import RoundPhase
from game421.turns.layout import Array

if TYPE_CHECKING:
    from distributed import Client, Future

LEAST = 0.2
"""Seconds that a task should last at least, while all are busy: each takes the scheduler milliseconds."""

AHEAD = 4
"""Tasks on their way for every thread of the cluster: enough to keep it busy, and all that memory holds."""

PATIENCE = 10
"""Seconds within which a scheduler has to answer."""

Job = tuple[RoundPhase, int, tuple[int, ...], bytes]
"""A chunk as it travels: phase, how many play, shape and numbers of `back_up_round`'s `worth`."""

Done = tuple[float, list[tuple[tuple[int, ...], bytes]]]
"""What comes back: the seconds it took, then shape and numbers of what was found for each chunk."""


class Versions(NamedTuple):
    """What decides the bits of a backup."""

    program: str
    """Version of the program, and a hash of its source: a checkout may differ from what bears its number."""
    numpy: str
    numba: str
    python: str

    def __str__(self) -> str:
        return f"game421 {self.program}, numpy {self.numpy}, numba {self.numba}, Python {self.python}"


@lru_cache(maxsize=1)
def versions() -> Versions:
    """Those of this process."""
    source, package = sha256(), Path(__file__).parents[1]
    for path in sorted(package.rglob("*.py")):
        source.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    python = ".".join(platform.python_version_tuple()[:2])
    return Versions(f"{__version__} ({source.hexdigest()[:8]})", np.__version__, numba.__version__, python)


class Cluster:
    """`Workers` who are whoever works for the scheduler at an address; close it, or use it in a `with` block.

    Workers may come and go: what one had not finished when it died, another does.

    Raises:
        MissingExtraError: dask.distributed is not installed.
        InputError: It is no address.
        Game421Error: Nobody answers there or works there, or a worker has other versions.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._client = _connected(address)
        self._seconds: dict[tuple[RoundPhase, int], float] = {}
        """What a chunk has taken at the least, by phase and how many play."""
        try:
            self._refuse_strangers()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster; its workers stay."""
        self._client.close()

    def back_up(self, space: GameSpace, chunks: Sequence[Chunk], values: Array) -> Iterator[Array]:
        """As `Workers.back_up`. Raises Game421Error where the cluster is lost or a newcomer is no use."""
        rules = write_rules(space.rules)
        for number, some in groupby(chunks, lambda chunk: chunk.block):
            tree = space.blocks[number].tree
            if tree is None:  # a single throw: it would travel for longer than it takes
                yield from (back_up_chunk(space, chunk, values) for chunk in some)
                continue
            kind = tree.phase, tree.players
            tasks = (
                [_job(space, tree, chunk, values) for chunk in batch]
                for batch in self._batches(kind, list(some))
            )
            for seconds, found in self._results(rules, tasks):
                self._seconds[kind] = min(seconds / len(found), self._seconds.get(kind, seconds))
                yield from (np.frombuffer(numbers).reshape(shape) for shape, numbers in found)

    def _batches(self, kind: tuple[RoundPhase, int], chunks: list[Chunk]) -> list[list[Chunk]]:
        """Chunks in even batches, one for every thread at least, but no more than last `LEAST` each.

        One by one where it is not known yet how long they last.
        """
        seconds = self._seconds.get(kind, LEAST)
        count = min(len(chunks), max(self._threads(), int(len(chunks) * seconds / LEAST)))
        bounds = [len(chunks) * at // count for at in range(count + 1)]
        return [chunks[start:end] for start, end in pairwise(bounds)]

    def _threads(self) -> int:
        """Those of the cluster now; 1 where everybody is gone, whose work waits for someone to come."""
        there: dict[str, int] = self._client.nthreads()
        return max(1, sum(there.values()))

    def _results(self, rules: str, tasks: Iterable[list[Job]]) -> Iterator[Done]:
        """What is made of each task, in their order; a few are on their way for every thread."""
        waiting: deque[tuple[Future[Done], list[Job]]] = deque()
        most = AHEAD * self._threads()
        for jobs in tasks:
            waiting.append((self._submit(rules, jobs), jobs))
            if len(waiting) >= most:
                yield self._result(rules, *waiting.popleft())
        while waiting:
            yield self._result(rules, *waiting.popleft())

    def _submit(self, rules: str, jobs: list[Job]) -> Future[Done]:
        return self._client.submit(work, versions(), rules, jobs, pure=False)

    def _result(self, rules: str, future: Future[Done], jobs: list[Job]) -> Done:
        """What is made of a task; once more from the start if the cluster has given it up."""
        from distributed import KilledWorker

        done: Done
        try:
            try:
                done = future.result()
            except (CancelledError, KilledWorker):
                future = self._submit(rules, jobs)
                done = future.result()
        except KilledWorker as error:
            raise Game421Error(
                f"every worker that took {error.task} died of it: have they enough memory?"
            ) from None
        except (CancelledError, OSError, RuntimeError):
            if future.status == "error":  # it is a worker's own
                raise
            raise Game421Error(
                f"the scheduler at {self._address} is lost: start it and its workers again; what is solved "
                "so far is kept, and the same command goes on from there"
            ) from None
        except ImportError as error:
            raise Game421Error(
                f"a worker has come that lacks the program ({error}): install it there"
            ) from None
        return done

    def _refuse_strangers(self) -> None:
        """Raise Game421Error unless there are workers, all with the versions of this process."""
        there = self._client.run(versions, on_error="return")
        if not there:
            raise Game421Error(
                f"nobody works for the scheduler at {self._address}: start workers with "
                f"dask worker {self._address}"
            )
        for worker, found in there.items():
            if isinstance(found, Exception):
                raise Game421Error(f"the worker at {worker} lacks the program ({found}): install it there")
            if found != versions():
                raise Game421Error(_strange(worker, found, versions()))


def _connected(address: str) -> Client:
    """A client of the scheduler at an address. Raises as `Cluster`."""
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError(
            "a cluster needs dask.distributed, which is not installed: pip install 'game421[cluster]'"
        ) from None
    for name in ("distributed", "distributed.client"):  # what matters of what they log is said by us
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        kind = run(_kind_of(address))
    except ValueError as error:
        raise InputError(
            f"{address!r} is no address of a scheduler, such as tcp://host:8786: {error}"
        ) from None
    except OSError:
        kind = "nobody"
    if kind != "Scheduler":
        raise Game421Error(
            f"no scheduler answers at {address}, but {kind}: start one there with dask scheduler, "
            "and see that nothing on the way closes its port"
        )
    return Client(address, set_as_default=False)


async def _kind_of(address: str) -> str:
    """Who answers at an address. Raises ValueError, OSError."""
    from distributed import rpc

    async def ask() -> str:
        async with rpc(address, timeout=PATIENCE) as there:
            return str((await there.identity())["type"])

    return await wait_for(ask(), PATIENCE)


def _job(space: GameSpace, tree: RoundTree, chunk: Chunk, values: Array) -> Job:
    worth = values[space.blocks[chunk.block].take(chunk.columns).leads_to]
    return tree.phase, tree.players, worth.shape, worth.tobytes()


_building = Lock()
"""Held while a round is laid out: the threads of a worker share it."""


def work(wanted: Versions, rules_text: str, jobs: list[Job]) -> Done:
    """Back up some chunks, on a worker: the seconds it took, and what was found.

    Raises Game421Error on a worker with other versions than those that are wanted.
    """
    if tuple(wanted) != versions():
        from distributed import get_worker

        raise Game421Error(_strange(get_worker().address, versions(), wanted))
    rules = _rules(rules_text)
    found, began = [], perf_counter()
    for phase, players, shape, numbers in jobs:
        with _building:
            tree = round_tree(rules, phase, players)
            round_plan(tree)
        value = back_up_round(tree, np.frombuffer(numbers).reshape(shape))
        found.append((value.shape, value.tobytes()))
    return perf_counter() - began, found


@lru_cache(maxsize=4)
def _rules(text: str) -> Rules:
    return read_rules(text)


def _strange(worker: str, found: Versions, wanted: Versions) -> str:
    return (
        f"the worker at {worker} has {found}; this process has {wanted}: results could differ, "
        "so install the same there"
    )
