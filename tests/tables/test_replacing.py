"""A file is there whole, old or new, whoever writes it and however the writing ends."""

import os
import re
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from game421.errors import TableError
from game421.rules import load_rules
from game421.tables import FORMATS, read, turn_policy
from game421.tables.atomic import replacing
from game421.turns.questions import TurnQuestion
from processes import PROGRAM, environment, run, run_here

POLICY = turn_policy(TurnQuestion(load_rules("classic"), "beat", names=("654",)))
EXPORT = ("export", "--goal", "beat", "--target", "654")


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "table"
    path.write_text("old")
    return path


def only(path):
    """Whether nothing but the file itself is in its folder."""
    return [file.name for file in path.parent.iterdir()] == [path.name]


def test_the_new_file_takes_the_place_of_the_old(path):
    with replacing(path) as part:
        assert part.parent == path.parent
        part.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert only(path)


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt, SystemExit])
def test_a_writer_that_fails_leaves_the_old_file_and_nothing_else(path, error):
    def fail(part):
        part.write_text("half")
        raise error

    with pytest.raises(error), replacing(path) as part:
        fail(part)
    assert path.read_text() == "old"
    assert only(path)


def test_the_mode_is_what_the_umask_gives(path):
    path.chmod(0o600)
    before = os.umask(0o027)
    try:
        with replacing(path) as part:
            part.write_text("new")
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_one(path):
    link = path.with_name("link")
    link.symlink_to(path)
    with replacing(link) as part:
        part.write_text("new")
    assert link.is_symlink()
    assert path.read_text() == "new"


def test_links_in_a_circle_are_said_to_be_that(tmp_path):
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    here.symlink_to(there)
    there.symlink_to(here)
    for command in (("export", "-o"), ("verify",)):
        done = run_here(*command, str(here))
        assert (done.returncode, done.stdout) == (1, "")
        assert re.fullmatch(r"421: .*/here.csv: cannot be (written|read): .*symbolic links\n", done.stderr)


def test_a_name_as_long_as_names_may_be(tmp_path):
    path = tmp_path / ("x" * 250)
    with replacing(path) as part:
        part.write_text("new")
    assert path.read_text() == "new"


def test_a_read_only_file_is_not_replaced(path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda file, mode: mode != os.W_OK)  # root may write everywhere
    with pytest.raises(TableError, match=f"{path}: cannot be written: the file is read-only"):
        POLICY.write(path)
    assert path.read_text() == "old"


@pytest.mark.parametrize(
    ("place", "reason"), [("missing/table", "No such file or directory"), (".", "is a directory")]
)
def test_a_place_that_takes_no_file(tmp_path, place, reason):
    with pytest.raises(TableError, match=reason):
        POLICY.write(tmp_path / place)


def test_the_file_that_cannot_be_is_named_and_not_the_unfinished_one(tmp_path):
    path = tmp_path / "missing" / "table"
    with pytest.raises(FileNotFoundError) as caught, replacing(path):
        pass
    assert caught.value.filename == str(path)


def test_what_a_killed_writer_left_is_removed_and_a_living_one_is_left_alone(path):
    abandoned = path.with_name(f".{path.name}.0123abcd.421-part")
    abandoned.write_text("half")
    stranger = path.with_name(".table.0123abcd.part")
    stranger.write_text("not ours")
    with replacing(path) as living:
        assert not abandoned.exists()
        living.write_text("slow")
        with replacing(path) as other:
            assert living.exists()
            other.write_text("quick")
        assert path.read_text() == "quick"
    assert path.read_text() == "slow"
    assert sorted(file.name for file in path.parent.iterdir()) == sorted([path.name, stranger.name])


@pytest.mark.parametrize("form", FORMATS)
def test_a_full_disk(form, path):
    """A limit on the size of files stands for the disk: writing fails in the middle."""
    POLICY.write(path, form)
    whole = path.read_bytes()
    limit = len(whole) // 2 // 512 * 512

    def full():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        [*PROGRAM, *EXPORT, "--ties", "1", "--format", form, "-o", str(path)],
        capture_output=True,
        text=True,
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        preexec_fn=full,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"421: {path}: cannot be written: ")
    assert done.stderr.count("\n") == 1
    assert path.read_bytes() == whole
    assert only(path)


@pytest.mark.parametrize("form", ["csv", "csv-fr", "json"])
def test_a_device_that_is_full(form):
    done = run_here(*EXPORT, "--format", form, "-o", "/dev/full")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "421: /dev/full: cannot be written: No space left on device\n"
    assert os.path.exists("/dev/full")  # noqa: PTH110
    assert not os.path.isfile("/dev/full")  # noqa: PTH113


@pytest.mark.parametrize("form", ["parquet", "sqlite", "npz"])
def test_a_device_is_no_place_for_a_binary_table(form):
    done = run_here(*EXPORT, "--format", form, "-o", "/dev/null")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"421: /dev/null: is no regular file, which {form} needs\n"


def test_standard_output_that_is_full():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [*PROGRAM, *EXPORT], stdout=full, stderr=subprocess.PIPE, text=True, env=environment()
        )
    assert done.returncode == 1
    assert done.stderr == "421: the answer could not be written: No space left on device\n"


def test_a_pipe_can_be_named(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        taken = pool.submit(pipe.read_bytes)
        POLICY.write(pipe)
        assert taken.result(timeout=20) == b"".join(FORMATS["csv"].chunks(POLICY.table))


SLOW = """
import sys, time
from pathlib import Path
from game421.tables.atomic import replacing
with replacing(Path(sys.argv[1])) as part:
    with part.open("w") as file:
        file.write("half")
        file.flush()
        print("writing", flush=True)
        time.sleep(60)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_killed_in_the_middle_then_written_again(path, end):
    writer = subprocess.Popen(
        [sys.executable, "-c", SLOW, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    with writer:
        assert writer.stdout.readline() == b"writing\n"
        writer.send_signal(end)
        writer.wait(20)
    assert path.read_text() == "old"
    POLICY.write(path)
    assert list(read(path)) == list(POLICY)
    assert only(path)


def test_export_killed_at_any_moment_leaves_the_old_or_the_new_table(tmp_path):
    path = tmp_path / "table.sqlite"
    POLICY.write(path, "sqlite")
    started = time.monotonic()
    assert run(*EXPORT, "--ties", "1", "-o", str(path)).returncode == 0
    lasts = time.monotonic() - started
    new = read(path).header
    POLICY.write(path, "sqlite")
    for part in range(4):
        writer = subprocess.Popen(
            [*PROGRAM, *EXPORT, "--ties", "1", "-o", str(path)],
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        with writer:
            time.sleep(lasts * (0.5 + part / 6))
            writer.kill()
        assert read(path).header in (POLICY.header, new)
    POLICY.write(path, "sqlite")
    assert only(path)


@pytest.mark.parametrize("form", ["csv", "sqlite"])
def test_eight_writers_at_once(tmp_path, form):
    """Each of eight first runs writes the same file; whoever reads meanwhile meets a whole one."""
    path = tmp_path / "table"
    ties = ["0", "1/2", "1", "0", "1/2", "1", "0", "1/2"]
    expected = {
        turn_policy(TurnQuestion(load_rules("classic"), "beat", names=("654",), tied_halves=halves)).header[
            "sha256"
        ]
        for halves in (0, 1, 2)
    }
    writers = [
        subprocess.Popen(
            [*PROGRAM, *EXPORT, "--ties", tied, "--format", form, "-o", str(path)],
            stderr=subprocess.PIPE,
            env=environment(),
        )
        for tied in ties
    ]
    seen = set()
    while any(writer.poll() is None for writer in writers):
        if path.exists():
            seen.add(read(path).header["sha256"])
        time.sleep(0.005)  # leaves the processor to the writers
    for writer in writers:
        with writer:
            assert (writer.wait(), writer.stderr.read().count(b"\n")) == (0, 1)
    assert read(path).header["sha256"] in expected
    assert seen <= expected
    assert only(path)
