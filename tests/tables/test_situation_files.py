"""Policies of rounds and games in files: nothing lost in any format, whatever is changed found."""

from __future__ import annotations

import csv
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from game421.errors import InputError, TableError
from game421.rules.record import Rules
from game421.states.positions import Position
from game421.tables import FORMATS, SituationPolicy, read, round_policy
from game421.tables.columns import Table
from game421.tables.proving import verify_file
from processes import environment
from tables.situation_games import duel, policy


def test_a_row_is_found_by_its_position() -> None:
    position = "D 0 1/1 411@1/411@1 1 - - lost=1/0"
    row = policy("bistro, partie").probe(Position.parse(position))
    assert (row.position, row.action) == (position, row.ties.split()[0])
    assert row.ties in {"tied", "rampo", "tied rampo"}
    assert policy("bistro, partie").probe(position) == row
    with pytest.raises(InputError, match="no decision with position D 0 1/2 - 3 - 3"):
        policy("bistro").probe("D 0 1/2 - 3 - 3")


def test_rules_that_leave_no_choice_have_no_policy() -> None:
    rules = Rules(tokens=2, charge_throws=1, decharge_throws=1)
    with pytest.raises(InputError, match="no position leaves a choice"):
        round_policy(rules, "duel")
    with pytest.raises(InputError, match="number of players 7; allowed: 2 to 6"):
        round_policy(Rules(), "duel", 7)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", ["bistro, partie", "duel"])
def test_nothing_is_lost_in_any_format(name: str, form: str, tmp_path: Path) -> None:
    asked = duel() if name == "duel" else policy(name)
    asked.write(tmp_path / "table", form)
    back = read(tmp_path / "table", asked.rules)
    assert isinstance(back, SituationPolicy)
    assert back.header == asked.header
    assert list(back) == list(asked)
    asked.write(tmp_path / "again", form)
    assert (tmp_path / "again").read_bytes() == (tmp_path / "table").read_bytes()


def test_what_other_programs_see(tmp_path: Path) -> None:
    asked = policy("bistro")
    for form in ("csv", "sqlite", "npz"):
        asked.write(tmp_path / form, form)
    first, *lines = (tmp_path / "csv").read_text(encoding="ascii").splitlines()
    assert first.startswith("# {")
    assert [row["position"] for row in csv.DictReader(lines)] == [row.position for row in asked]
    with closing(sqlite3.connect(tmp_path / "sqlite")) as database:
        plan = database.execute(
            "EXPLAIN QUERY PLAN SELECT action FROM entries WHERE position = ''"
        ).fetchall()
    assert "USING INDEX entries_key" in str(plan)
    with np.load(tmp_path / "npz", allow_pickle=False) as arrays:
        assert arrays["value"].tolist() == [row.value for row in asked]


def changed(asked: SituationPolicy, column: str, change) -> SituationPolicy:
    """The same with the first cell of a column that a change alters, and a hash that fits."""
    place = [each.name for each in asked.table.columns].index(column)
    cells = [list(column) for column in asked.table.cells]
    row = next(row for row, cell in enumerate(cells[place]) if change(cell) != cell)
    cells[place][row] = change(cells[place][row])
    return SituationPolicy(Table(asked.table.header, asked.table.columns, tuple(cells)), asked.rules)


@pytest.mark.parametrize(("name", "reachable"), [("bistro, partie", True), ("havraise", False)])
def test_a_policy_is_proved_by_solving_anew(name: str, reachable: bool, tmp_path: Path) -> None:
    asked = policy(name, reachable=reachable)
    asked.write(tmp_path / "table")
    verdict = verify_file(tmp_path / "table")
    assert verdict.kind == "situation-policy"
    assert verdict.sentence.startswith(f"All {len(asked)} decisions are optimal")


CHANGES = {
    "action": ("action", lambda cell: "k-", "action reads 'k-', not "),
    "the other of two as good": ("ties", lambda cell: cell.split()[-1], "ties reads "),
    "value": ("value", lambda cell: cell + 1e-9, "row 1: value reads "),
    "regret": ("regret", lambda cell: cell * (1 + 1e-9), "regret reads "),
    "position": ("position", lambda cell: cell.replace(" 666 ", " 665 "), "row 1: position reads "),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_changed_is_found_although_the_hash_fits(change: str, tmp_path: Path) -> None:
    column, alter, said = CHANGES[change]
    asked = round_policy(Rules(decharge_throws=2, die=(2, 1, 0, 1, 0, 1)), "tokens")
    changed(asked, column, alter).write(tmp_path / "table")
    with pytest.raises(TableError, match="it is not the optimal policy; export it again") as error:
        verify_file(tmp_path / "table")
    assert said in str(error.value)


def test_rounding_of_another_machine_is_no_change(tmp_path: Path) -> None:
    changed(duel(), "value", lambda cell: cell * (1 + 3e-16)).write(tmp_path / "table")
    assert verify_file(tmp_path / "table").kind == "situation-policy"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"epsilon": 1e-3}, "header says epsilon 0.001, not 0"),
        ({"method": "a guess"}, "header says method 'a guess', not 'backward"),
        ({"reachable": True}, "rows, not"),
        ({"players": 3}, "says histories 'all', not 'one for"),
        ({"goal": "manche", "phase": None}, "says"),
        ({"goal": "points"}, "its header asks for no such policy: goal 'points'"),
        ({"players": 9}, "its header asks for no such policy: .*players 9"),
        ({"goal": "points", "phase": None}, "its header asks for no such policy"),
        ({"players": "two"}, "its header asks for no such policy"),
    ],
)
def test_a_header_that_says_something_else_is_found(change, message: str, tmp_path: Path) -> None:
    table = duel().table
    SituationPolicy(replace(table, header={**table.header, **change}), duel().rules).write(tmp_path / "table")
    with pytest.raises(TableError, match=message):
        verify_file(tmp_path / "table")


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from game421.rules import load_rules\n"
        "from game421.tables import round_policy\n"
        "round_policy(load_rules('sips'), 'relative', reachable=True).write(sys.argv[1], 'npz')\n"
    )
    written = set()
    for seed in ("0", "1"):
        path = tmp_path / seed
        subprocess.run(
            [sys.executable, "-c", code, str(path)], env=environment(PYTHONHASHSEED=seed), check=True
        )
        written.add(path.read_bytes())
    assert len(written) == 1
