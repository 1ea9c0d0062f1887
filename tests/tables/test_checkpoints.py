"""Kept progress is read back bit for bit, or refused: never another game's, never a damaged one."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from game421.errors import TableError
from game421.games.equilibrium import Progress
from game421.games.mixing import Iterate
from game421.games.space import GameSpace, game_space
from game421.rules.record import Rules
from game421.tables.checkpoints import Checkpoint

SPACE = game_space(Rules(tokens=2), 3)
OTHERS = {
    "rules": (game_space(Rules(tokens=2, followers="up-to"), 3), 1),
    "players": (game_space(Rules(tokens=2), 4), 1),
    "goal": (game_space(Rules(tokens=2, ends="last-in"), 3, "partie"), 1),
    "ending": (game_space(Rules(tokens=2, ends="last-in"), 3), 1),
    "solver": (SPACE, 2),
}

vectors = arrays(np.float64, SPACE.size)
iterates = st.builds(Iterate, vectors, vectors)
counts = st.integers(0, 1000)
progresses = st.builds(
    Progress,
    step=counts,
    values=vectors,
    iterates=st.lists(iterates, max_size=4).map(tuple),
    best=st.none() | iterates,
    since_best=counts,
    sweeps=counts,
    all_sweeps=counts,
    change=st.floats(0, 1),
)


def bits(progress: Progress) -> list[object]:
    """All of it, NaN and the sign of zero included."""

    def plain(thing: object) -> object:
        if isinstance(thing, np.ndarray):
            return thing.dtype.str, thing.tobytes()
        if isinstance(thing, Iterate):
            return plain(thing.point), plain(thing.image)
        return [*map(plain, thing)] if isinstance(thing, tuple) else thing

    return [plain(getattr(progress, field.name)) for field in fields(progress)]


def kept(folder: str | Path, space: GameSpace = SPACE, solver: int = 1) -> Checkpoint:
    return Checkpoint(Path(folder) / "cache" / "own.progress", space, solver)


@settings(max_examples=30)
@given(progresses)
def test_what_is_kept_is_read_back_bit_for_bit(progress: Progress) -> None:
    with TemporaryDirectory() as folder:
        kept(folder).save(progress)
        found = kept(folder).load()
        assert found is not None
        assert bits(found) == bits(progress)


def content(folder: str | Path) -> bytes:
    one = Iterate(np.zeros(SPACE.size), np.ones(SPACE.size))
    kept(folder).save(Progress(3, np.full(SPACE.size, 0.5), (one, one), one, 1, 2, 2, 0.25))
    return kept(folder).path.read_bytes()


with TemporaryDirectory() as _folder:
    WHOLE = content(_folder)


@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_no_byte_may_change(place: int, change: int) -> None:
    spoiled = bytearray(WHOLE)
    spoiled[place] ^= change
    assert_refused(bytes(spoiled))


@given(st.integers(0, len(WHOLE) - 1))
def test_none_may_be_missing_at_the_end(length: int) -> None:
    assert_refused(WHOLE[:length])


@given(st.binary(min_size=1, max_size=20))
def test_none_may_come_after(more: bytes) -> None:
    assert_refused(WHOLE + more)


@given(st.binary(max_size=200))
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_any_other_bytes_are_refused(end: bytes, text: bytes) -> None:
    assert_refused(text + end)


@pytest.mark.parametrize(
    "line", ["[]", "1", '"text"', "null", "{}", '{"sha256": []}', "[" * 100_000, "9" * 9999]
)
def test_any_other_json_is_refused(line: str) -> None:
    assert_refused(line.encode() + b"\n")


def assert_refused(written: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = kept(folder).path
        path.parent.mkdir()
        path.write_bytes(written)
        with pytest.raises(TableError, match=f"^{path}: it is (damaged|no progress)"):
            kept(folder).load()


@pytest.mark.parametrize("other", OTHERS)
def test_the_progress_of_another_game_or_solver_is_refused(tmp_path: Path, other: str) -> None:
    content(tmp_path)
    space, solver = OTHERS[other]
    with pytest.raises(TableError, match="it is damaged, or the progress of a solve of another game"):
        kept(tmp_path, space, solver).load()


def test_where_nothing_is_kept(tmp_path: Path) -> None:
    assert kept(tmp_path).load() is None
    kept(tmp_path).clear()
    content(tmp_path)
    kept(tmp_path).clear()
    assert kept(tmp_path).load() is None


def test_a_place_that_cannot_be_read(tmp_path: Path) -> None:
    kept(tmp_path).path.mkdir(parents=True)
    with pytest.raises(TableError, match=r"own\.progress: cannot be read: Is a directory"):
        kept(tmp_path).load()
    kept(tmp_path).clear()
