"""Games solved by a real cluster of dask.distributed: a scheduler and two workers, each a process of its own.

They are started as docs/cluster.md says. Whoever dies, what is solved has the bytes of one process.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from distributed import Client

import game421
from game421.errors import Game421Error, InputError
from game421.games import cluster
from processes import PROGRAM, environment, run

RULES = """
tokens = {tokens}
charge_throws = 1
decharge_throws = 2
followers = "up-to"
tie_by_throws = "fewer-wins"
"""
"""Rounds that last long enough to be hit in the middle."""


Process = subprocess.Popen[bytes]


class Site:
    """A scheduler and its workers, the first of which is a good one; what they log is in a folder."""

    def __init__(self, folder: Path) -> None:
        self.logs = folder
        self.scheduler: Process
        self.workers: list[Process] = []
        self._client: Client
        self._log: dict[Process, Path] = {}
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self._begin()

    def _begin(self) -> None:
        host, port = self.address.removeprefix("tcp://").split(":")
        self.scheduler = self._start("scheduler", "--host", host, "--port", port)
        self.wait(lambda: b"Scheduler at" in self._log[self.scheduler].read_bytes())
        self._client = Client(self.address, set_as_default=False)

    def _start(self, *command: str, **changes: str) -> Process:
        log = self.logs / f"{len(self._log)}.log"
        with log.open("wb") as said:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *command, "--no-dashboard"],
                env=environment(**changes),
                stdout=subprocess.DEVNULL,
                stderr=said,
            )
        self._log[process] = log
        return process

    def worker(self, **changes: str) -> Process:
        """One more, without a nanny, which would start it again; as little as can go wrong in a test."""
        process = self._start("worker", self.address, "--nthreads", "1", "--no-nanny", **changes)
        self.workers.append(process)
        self.wait(lambda: b"Registered to" in self._log[process].read_bytes())
        return process

    def wait(self, until: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not until():
            assert time.monotonic() < deadline, [log.read_text() for log in self._log.values()]
            time.sleep(0.02)

    def tasks(self, worker: Process) -> bool:
        """Whether a worker is at work."""
        log = self._log[worker].read_text()
        return any(keys for place, keys in self._client.processing().items() if place in log)

    def kill(self, worker: Process) -> None:
        end(worker)
        self.workers.remove(worker)

    def tidy(self) -> None:
        """As at the start: the scheduler, and one good worker, whose tasks are all forgotten."""
        for worker in self.workers[1:]:
            self.kill(worker)
        if self.scheduler.poll() is not None:
            self.end()
            self._begin()
        if not self.workers:
            self.worker()
        self.wait(lambda: len(self._client.nthreads()) == 1 and not any(self._client.processing().values()))

    def end(self) -> None:
        self._client.close()
        for worker in [*self.workers]:
            self.kill(worker)
        end(self.scheduler)


def end(process: Process) -> None:
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def cluster_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Processes take seconds to start: all tests share those that they leave alive."""
    found = Site(tmp_path_factory.mktemp("site"))
    try:
        yield found
    finally:
        found.end()


@pytest.fixture
def site(cluster_of_all: Site) -> Site:
    cluster_of_all.tidy()
    return cluster_of_all


class Solve:
    """The program solving in a process of its own, with a cache of its own, in a folder."""

    def __init__(self, folder: Path, *more: str, tokens: int = 5) -> None:
        self.folder, self.cache, self.output = folder, folder / "cache", folder / "own.values"
        (folder / "own.toml").write_text(RULES.format(tokens=tokens), encoding="utf-8")
        self._env = environment(XDG_CACHE_HOME=str(self.cache))
        self._arguments = ["solve", "--rules", "own.toml", "--players", "3", "-o", str(self.output), *more]

    def run(self) -> subprocess.CompletedProcess[str]:
        """To the end."""
        return run(*self._arguments, env=self._env, cwd=self.folder)

    @contextmanager
    def running(self) -> Iterator[subprocess.Popen[str]]:
        """While it runs, from the end of its first sweep."""
        command = [*PROGRAM, *self._arguments]
        with subprocess.Popen(
            command, cwd=self.folder, env=self._env, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                while not list(self.cache.glob("game421/*.progress")):
                    assert process.poll() is None, process.stderr.read()
                    time.sleep(0.005)
                yield process
            finally:
                process.kill()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The values as one thread of one process finds them."""
    solve = Solve(tmp_path_factory.mktemp("alone"), "--workers", "1")
    assert solve.run().returncode == 0
    return solve.output.read_bytes()


def complaint(said: str) -> str:
    """The last line on standard error: what went wrong."""
    assert "Traceback" not in said
    return said.splitlines()[-1]


def test_a_worker_killed_in_the_middle_of_a_sweep(site: Site, tmp_path: Path, alone: bytes) -> None:
    victim = site.worker()
    solve = Solve(tmp_path, "--scheduler", site.address)
    with solve.running() as process:
        site.wait(lambda: site.tasks(victim))
        site.kill(victim)
        assert process.poll() is None
        assert process.wait(120) == 0
    assert solve.output.read_bytes() == alone


@pytest.mark.long
def test_all_workers_killed_and_another_come(site: Site, tmp_path: Path, alone: bytes) -> None:
    [victim] = site.workers
    solve = Solve(tmp_path, "--scheduler", site.address)
    with solve.running() as process:
        site.wait(lambda: site.tasks(victim))
        site.kill(victim)
        site.worker()
        assert process.wait(120) == 0
    assert solve.output.read_bytes() == alone


def another(folder: Path) -> str:
    """A path on which the program is found with a line more in its source."""
    package = Path(game421.__file__).parent
    shutil.copytree(package, folder / "other" / "game421", ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "other" / "game421" / "__init__.py").open("a") as source:
        source.write("# another\n")
    return str(folder / "other")


def older_numpy(folder: Path) -> str:
    """A path on which numpy gives another number."""
    (folder / "sitecustomize.py").write_text("import numpy\nnumpy.__version__ = '2.0.0'\n")
    return f"{folder}{os.pathsep}{Path(game421.__file__).parents[1]}"


@pytest.mark.long
@pytest.mark.parametrize(("path", "named"), [(another, "game421 "), (older_numpy, "numpy 2.0.0")])
def test_a_worker_with_other_versions_is_refused(
    site: Site, tmp_path: Path, path: Callable[[Path], str], named: str
) -> None:
    site.worker(PYTHONPATH=path(tmp_path))
    done = Solve(tmp_path, "--scheduler", site.address).run()
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert re.match(r"421: the worker at tcp://\S+ has .*; this process has .*install the same", done.stderr)
    assert named in done.stderr


@pytest.mark.long
def test_a_worker_with_other_versions_that_comes_later_is_refused(site: Site, tmp_path: Path) -> None:
    with Solve(tmp_path, "--scheduler", site.address, tokens=21).running() as process:
        site.worker(PYTHONPATH=another(tmp_path))
        _, said = process.communicate(timeout=120)
        assert process.returncode == 1
    assert re.match(r"421: the worker at tcp://\S+ has .*; this process has", complaint(said))


@pytest.mark.long
def test_a_worker_without_the_program_is_refused(site: Site, tmp_path: Path) -> None:
    (tmp_path / "bare" / "game421").mkdir(parents=True)
    (tmp_path / "bare" / "game421" / "__init__.py").touch()
    site.worker(PYTHONPATH=str(tmp_path / "bare"))
    done = Solve(tmp_path, "--scheduler", site.address).run()
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert re.match(r"421: the worker at tcp://\S+ lacks the program", done.stderr)


@pytest.mark.long
def test_a_scheduler_without_workers_is_refused(site: Site, tmp_path: Path) -> None:
    site.kill(site.workers[0])
    done = Solve(tmp_path, "--scheduler", site.address).run()
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"421: nobody works for the scheduler at {site.address}: start workers with "
        f"dask worker {site.address}\n"
    )


@pytest.mark.long
def test_the_scheduler_killed_then_gone_on_with_here(site: Site, tmp_path: Path, alone: bytes) -> None:
    [worker] = site.workers
    solve = Solve(tmp_path, "--scheduler", site.address)
    with solve.running() as process:
        site.wait(lambda: site.tasks(worker))
        end(site.scheduler)
        _, said = process.communicate(timeout=120)
        assert process.returncode == 1
    assert said.count("\n") == 1
    assert said.startswith(f"421: the scheduler at {site.address} is lost: start it and its workers again")
    assert not solve.output.exists()
    here = Solve(tmp_path, "--workers", "1").run()
    assert (here.returncode, here.stderr.splitlines()[0][:32]) == (0, "421: going on from what is kept ")
    assert solve.output.read_bytes() == alone


@pytest.mark.parametrize("mute", [True, False])
def test_an_address_where_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch, mute: bool) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        if not mute:
            listening.close()
        with pytest.raises(Game421Error, match=f"no scheduler answers at {address}, but nobody: start one"):
            cluster.Cluster(address)


@pytest.mark.parametrize("address", ["host", "host:port", "foo://host:8786", ""])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(InputError, match="is no address of a scheduler, such as tcp://host:8786"):
        cluster.Cluster(address)
