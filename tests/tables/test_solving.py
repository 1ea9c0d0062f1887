"""A long solve survives whatever happens: what it comes to has the bytes of an undisturbed one."""

from __future__ import annotations

import json
import re
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from game421.errors import TableError
from game421.games.equilibrium import solve_equilibrium
from game421.games.space import game_space
from game421.games.sweeps import Threads
from game421.rules import load_rules
from game421.rules.record import Rules
from game421.tables.checkpoints import Checkpoint
from game421.tables.solving import PROGRESS, SOLVER, kept_file, solve_game
from game421.tables.values import values_content
from processes import PROGRAM, environment, run

TEXT = "tokens = 6\ncharge_throws = 1\n"
"""Three players of these rules take some thirty sweeps and steps of a tenth of a second at most."""


class Place:
    """A folder with the rules, and a cache that nobody else has written to."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache, self.output = folder, folder / "cache", folder / "own.values"
        (folder / "own.toml").write_text(TEXT, encoding="utf-8")
        self.env = environment(XDG_CACHE_HOME=str(self.cache))
        self.command = ("solve", "--rules", "own.toml", "--players", "3")

    @property
    def rules(self) -> Rules:
        return load_rules(self.folder / "own.toml")

    def run(self, *more: str) -> subprocess.CompletedProcess[str]:
        """The program, to its end."""
        return run(*self.command, "-o", str(self.output), *more, env=self.env, cwd=self.folder)

    @contextmanager
    def running(self, *more: str) -> Iterator[subprocess.Popen[str]]:
        """The program, from the end of its first sweep."""
        with subprocess.Popen(
            [*PROGRAM, *self.command, "-o", str(self.output), *more],
            env=self.env,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                while not self.progress():
                    assert process.poll() is None, process.communicate()
                    time.sleep(0.002)
                yield process
            finally:
                process.kill()

    def progress(self) -> list[Path]:
        """What is kept of a solve, if anything."""
        return list(self.cache.glob(f"game421/*.{PROGRESS}"))

    def kept(self) -> list[str]:
        """The endings of what the cache holds."""
        return sorted(path.suffix for path in (self.cache / "game421").iterdir())


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    found = Place(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(found.cache))
    return found


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The values as one thread finds them."""
    with pytest.MonkeyPatch.context() as patch:
        place = Place(tmp_path_factory.mktemp("undisturbed"))
        patch.setenv("XDG_CACHE_HOME", str(place.cache))
        return values_content(solve_game(place.rules, 3, workers=Threads(1)).values)


def solved_here(place: Place, workers: int = 2) -> tuple[bytes, list[str]]:
    """The same solve in this process, and all it gave notice of."""
    said: list[str] = []
    solution = solve_game(place.rules, 3, workers=Threads(workers), notice=said.append)
    return values_content(solution.values), said


def test_four_workers_find_what_one_finds(place: Place, undisturbed: bytes) -> None:
    found, said = solved_here(place, 4)
    assert found == undisturbed
    assert said == ["solved; finding what anyone could gain by playing otherwise …"]
    assert not place.progress()


def test_how_far_it_is_is_told_for_the_sweeps_and_for_epsilon(place: Place) -> None:
    told: list[tuple[int, int]] = []
    solve_game(place.rules, 3, report=lambda done, expected: told.append((done, expected)))
    done = [done for done, _ in told]
    assert all(0 < one <= expected for one, expected in told)
    (again,) = (place for place in range(1, len(done)) if done[place] < done[place - 1])
    assert done[again:] == list(range(1, len(done) - again + 1))
    assert told[again - 1][0] == told[again - 1][1]


def test_killed_in_the_middle_of_a_sweep_it_goes_on_where_it_was(place: Place, undisturbed: bytes) -> None:
    with place.running("--workers", "4") as process:
        process.kill()
    (kept,) = place.progress()
    header = json.loads(kept.read_bytes().partition(b"\n")[0])
    assert (header["step"], header["sweeps"] > 0) == (0, True)
    assert not place.output.exists()
    again = place.run()
    assert again.returncode == 0
    assert again.stderr.splitlines()[0] == f"421: going on from what is kept in {kept}"
    assert place.output.read_bytes() == undisturbed
    assert place.kept() == [".values"]


def test_interrupted_it_says_how_to_go_on(place: Place, undisturbed: bytes) -> None:
    with place.running() as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, "")
    line = "421: interrupted; what is solved so far is kept, and the same command goes on from there"
    assert err.strip().splitlines() == [line]
    found, said = solved_here(place)
    assert found == undisturbed
    assert said[0].startswith("going on from what is kept in ")


def test_two_at_once_do_not_hurt_each_other(place: Place, undisturbed: bytes) -> None:
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda _: solved_here(place)[0], range(2)))
    assert found == [undisturbed] * 2
    assert place.kept() == []


def test_without_a_cache_it_is_said_once_and_solved_all_the_same(place: Place, undisturbed: bytes) -> None:
    place.cache.write_text("no folder")
    found, said = solved_here(place)
    assert found == undisturbed
    first, *rest = said
    assert re.fullmatch(r"the progress cannot be kept: \S+/cache\S*: (Not a directory|File exists)", first)
    assert rest == ["solved; finding what anyone could gain by playing otherwise …"]


@contextmanager
def small_files(most: int) -> Iterator[None]:
    """No file of this process may become longer: what a full disk does to the file being written."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        signal.signal(signal.SIGXFSZ, before)


def test_a_disk_that_fills_up(place: Place, undisturbed: bytes) -> None:
    with small_files(2048):
        found, said = solved_here(place)
    assert found == undisturbed
    first, *rest = said
    assert re.fullmatch(r"the progress cannot be kept: \S+: File too large", first)
    assert rest == ["solved; finding what anyone could gain by playing otherwise …"]
    assert place.kept() == []


def first_sweep(place: Place) -> Path:
    """The file in which a solve keeps what its first sweep found."""
    space = game_space(place.rules, 3, "manche")
    path = kept_file(place.rules, 3, "manche", PROGRESS)
    reached = next(solve_equilibrium(space, Threads(1), lambda _done, _of: None))
    Checkpoint(path, space, SOLVER).save(reached)
    return path


def spoiled(content: bytes) -> bytes:
    return content[:-1] + bytes([content[-1] ^ 1])


@pytest.mark.parametrize("change", [spoiled, lambda _: b"no progress"])
def test_progress_that_cannot_be_used_is_said_and_not_used(
    place: Place, undisturbed: bytes, change: Callable[[bytes], bytes]
) -> None:
    kept = first_sweep(place)
    kept.write_bytes(change(kept.read_bytes()))
    found, said = solved_here(place)
    assert found == undisturbed
    assert re.fullmatch(r"solving from the start: \S+: it is (damaged|no progress of a solve).*", said[0])
    assert not place.progress()


def test_play_that_need_not_end_is_said_and_no_value_of_it_kept(place: Place) -> None:
    """All combinations equal and the last thrower best: tokens go round and round."""
    rules = Rules(
        ranking=(tuple(range(56)),),  # type: ignore[arg-type]
        values={"both": dict.fromkeys(("421", "111", "fiche", "brelan", "tierce", "rest", "221"), 1)},
        die=(2, 1, 0, 0, 0, 0),
        tokens=4,
        ties="later-wins",
        next_leader="rotation",
        decharge_throws=1,
    )
    with pytest.raises(TableError, match=r"play from D 0 1/1/2 need not end"):
        solve_game(rules, 3)


def test_progress_of_each_solver_has_a_name_of_its_own(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = kept_file(place.rules, 3, "manche", PROGRESS)
    monkeypatch.setattr("game421.tables.solving.SOLVER", SOLVER + 1)
    assert kept_file(place.rules, 3, "manche", PROGRESS) != ours
