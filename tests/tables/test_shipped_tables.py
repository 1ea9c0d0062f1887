"""The tables that are shipped: rebuilt byte for byte, listed with their hashes, found and documented."""

import json
from hashlib import sha256
from math import ceil
from pathlib import Path

import numpy as np
import pytest
from rebuild import FOLDER, GAMES, QUICK, SHIPPED, readme, shipped_bytes

from game421.errors import TableError
from game421.games.values import GameStakes, GameValues
from game421.rounds.rest import round_payoffs_of
from game421.rounds.solving import solve_round
from game421.rounds.tree import round_tree
from game421.rules import digest, load_rules
from game421.states.token_states import TokenState
from game421.tables import read, shipped
from game421.tables.shipped import shipped_folder, shipped_path, shipped_tables
from game421.tables.values import load_values


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Two places for shipped tables, empty, that only this test looks into."""
    found = (tmp_path / "_shipped", tmp_path / "tables")
    for place in found:
        place.mkdir()
    monkeypatch.setattr(shipped, "_PLACES", tuple(map(str, found)))
    shipped_folder.cache_clear()
    shipped_tables.cache_clear()
    yield found
    shipped_folder.cache_clear()
    shipped_tables.cache_clear()


def index(place, entries):
    (place / "index.json").write_text(json.dumps({"schema": 1, "files": entries}))


ENTRY = {"file": "a.csv", "kind": "turn-policy", "rules": "x", "digest": "d", "sha256": "s"}


@pytest.mark.parametrize("file", [*SHIPPED, *QUICK])
def test_a_shipped_table_is_rebuilt_byte_for_byte(file):
    assert shipped_path(file).read_bytes() == shipped_bytes(file)


def test_every_shipped_file_has_the_hash_of_the_index():
    entries = shipped_tables()
    assert {entry.file for entry in entries} >= set(SHIPPED)
    for entry in entries:
        assert sha256(shipped_path(entry.file).read_bytes()).hexdigest() == entry.sha256
        assert digest(load_rules(entry.rules)) == entry.digest


LOOKED_AT = {3: 6, 4: 2, 5: 1}
"""States of each phase of a long table that are played back, by players: a round of more takes longer."""


def looked_at(table: GameValues) -> list[TokenState]:
    """Some states of the charge, the start first, and some of the décharge, from the middle of parts."""
    charge, rest = ([state for state in table.values if state.phase == phase] for phase in ("C", "D"))
    number = LOOKED_AT[table.players]
    every, each = ceil(len(charge) / number), ceil(len(rest) / number)
    return charge[::every] + rest[each // 2 :: each]


@pytest.mark.parametrize("file", sorted({*GAMES} - {*QUICK}))
def test_a_long_table_is_a_fixed_point_where_it_is_looked_at(file):
    """A round of best play from the start and other states leaves their values; all values add up."""
    rules, players, goal = GAMES[file]
    table = load_values(shipped_path(file), load_rules(rules))
    assert (table.players, table.goal, table.exact) == (players, goal, False)
    assert 0 < table.epsilon <= 1e-10
    for state in looked_at(table):
        order = list(state.seating)
        tree = round_tree(table.rules, state.phase, len(order))
        payoffs = round_payoffs_of(tree, state, GameStakes(table), order, exact=False)
        found = solve_round(tree, payoffs, policy=False).start[:, 0]
        assert np.abs(found - np.array(table.of(state))[order]).max() < 1e-13
    for state, shares in table.values.items():
        win = 1 if table.rules.ends == "first-out" else state.players - 1
        assert abs(sum(shares) - win) < 1e-12


def test_the_index_lists_what_is_there_and_nothing_else():
    listed = {entry.file for entry in shipped_tables()}
    assert listed == {*SHIPPED, *GAMES}
    assert {entry.file for entry in shipped_tables() if entry.kind == "turn-policy"} == set(SHIPPED)
    lying = {file.name for file in Path(shipped_folder()).iterdir() if file.is_file()}
    assert lying - {"README.md", "index.json"} == listed


def test_the_worked_example_is_in_the_shipped_table():
    policy = read(shipped_path("beat-classic.csv"), load_rules("classic"))
    row = policy.probe(2, "d642", "d654")
    assert (row.action, row.numerator, row.denominator) == ("k-", "875", "2592")
    assert len(policy) == 6272


def test_the_page_shows_every_format_as_it_is():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert readme(page) == page


def test_tables_is_data_and_no_package():
    assert not list(FOLDER.rglob("*.py"))


def test_beside_the_package_comes_before_the_checkout(places):
    beside, top = places
    index(top, [ENTRY])
    assert shipped_folder() == str(top)
    shipped_folder.cache_clear()
    index(beside, [ENTRY])
    assert shipped_folder() == str(beside)


def test_no_index_at_all(places):
    with pytest.raises(TableError, match=r"missing \(looked for index.json in .*_shipped and .*tables\)"):
        shipped_tables()


def test_a_missing_or_unknown_table_is_named(places):
    index(places[1], [ENTRY])
    with pytest.raises(TableError, match=r"no table b\.csv is shipped; shipped are: a\.csv"):
        shipped_path("b.csv")
    with pytest.raises(TableError, match=r"a\.csv: this shipped table is missing: install the program again"):
        shipped_path("a.csv")
    Path(places[1] / "a.csv").touch()
    assert shipped_path("a.csv") == places[1] / "a.csv"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"files": [1]}', '{"files": [{"file": "a"}]}'])
def test_a_damaged_index(places, text):
    (places[1] / "index.json").write_text(text)
    with pytest.raises(TableError, match=r"index\.json: the index of the shipped tables is damaged"):
        shipped_tables()
