"""A long check survives being stopped, and only findings on the same table are gone on from."""

from __future__ import annotations

from dataclasses import asdict, replace
from math import inf
from pathlib import Path

import numpy as np
import pytest

from game421.certificates.equilibrium import Equilibrium, Reached
from game421.games.values import GameValues
from game421.reports import silent
from game421.rules.record import Rules
from game421.tables import judging
from game421.tables.judging import CHECK, judge
from game421.tables.solving import kept_file, solve_game

RULES = Rules(tokens=3, charge_throws=1, decharge_throws=1)


@pytest.fixture(scope="module")
def table() -> GameValues:
    return solve_game(RULES, 3).values


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(judging, "_OFTEN", 0.0)
    return kept_file(RULES, 3, "manche", CHECK)


class InterruptionError(Exception):
    """Somebody stops the check."""


def stop_after(table: GameValues, blocks: int) -> None:
    """Check, until so many blocks are played back."""

    def report(done: int, _of: int) -> None:
        if done > blocks:
            raise InterruptionError

    with pytest.raises(InterruptionError):
        judge(table, report)


def played(table: GameValues) -> tuple[Equilibrium, int, list[str]]:
    """What a check finds, how many blocks it plays back for that, and what it says."""
    told, said = list[int](), list[str]()
    found = judge(table, lambda done, _of: told.append(done), said.append)
    return found, len(told), said


def test_a_check_goes_on_where_it_was_stopped(kept: Path, table: GameValues) -> None:
    whole, blocks, said = played(table)
    assert said == []
    assert not kept.exists()
    stop_after(table, blocks // 2)
    assert kept.exists()
    again, left, said = played(table)
    assert again == whole
    assert left < blocks
    assert said == [f"the check goes on from what is kept in {kept}"]
    assert not kept.exists()


@pytest.mark.parametrize(("short", "rounds"), [(0.125, 0.0), (inf, 7.5)])
def test_all_of_how_far_it_is_is_kept(kept: Path, table: GameValues, short: float, rounds: float) -> None:
    numbers = np.random.default_rng(421).random((5, 3))
    reached = Reached(3, numbers, sweep=5, short=short, rounds=rounds, residual=1e-14)
    judging._Findings(table, silent).keep(reached)
    found = judging._Findings(table, silent).begun()
    assert found is not None
    assert (found.numbers == numbers).all()
    assert asdict(found) | {"numbers": None} == asdict(reached) | {"numbers": None}


def test_what_another_checker_found_is_not_used(
    kept: Path, table: GameValues, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, blocks, _ = played(table)
    stop_after(table, blocks // 2)
    monkeypatch.setattr(judging, "CHECKER", judging.CHECKER + 1)
    assert played(table)[1:] == (blocks, [])


def test_what_was_found_of_another_table_is_not_used(kept: Path, table: GameValues) -> None:
    state, numbers = next(iter(table.values.items()))
    other = replace(table, values={**table.values, state: (numbers[0] + 1e-14, *numbers[1:])})
    _, blocks, _ = played(table)
    stop_after(other, blocks // 2)
    assert played(table)[1:] == (blocks, [])


@pytest.mark.parametrize("content", [b"", b"no progress", b'{"sha256": ""}\n12345678'])
def test_what_is_damaged_is_not_used(kept: Path, table: GameValues, content: bytes) -> None:
    _, blocks, _ = played(table)
    kept.write_bytes(content)
    assert played(table)[1:] == (blocks, [])


def test_a_place_that_keeps_nothing_stops_no_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: Path, table: GameValues
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert played(table)[2] == []


def test_a_short_check_keeps_nothing(kept: Path, table: GameValues, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "_OFTEN", 1000.0)
    _, blocks, _ = played(table)
    stop_after(table, blocks // 2)
    assert not kept.exists()
