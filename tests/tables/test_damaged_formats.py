"""Damage that only one format can have: spreadsheets, pickles, databases, and files that hold other types."""

import io
import json
import os
import pickle
import sqlite3
import subprocess
import sys
import zipfile
import zlib
from contextlib import closing, contextmanager

import numpy as np
import pyarrow
import pytest
from pyarrow import parquet

from game421.errors import TableError
from game421.tables import FORMATS, read
from game421.tables.columns import Table
from game421.tables.policy import COLUMNS, PolicyTable
from processes import environment, run
from tables.damaging import CLASSIC, POLICY, refused, written


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table"


def spreadsheet(path, change):
    """The French table as a spreadsheet might save it: every cell changed by `change(name, cell)`."""
    POLICY.write(path, "csv-fr")
    first, names, *rows = path.read_text(encoding="utf-8-sig").splitlines()
    columns = names.split(";")
    lines = [";".join(map(change, columns, row.split(";"))) for row in rows]
    path.write_text("\r\n".join([first + ";" * (len(columns) - 1), names, *lines, ""]), encoding="utf-8")


def test_a_spreadsheet_that_changes_nothing_is_forgiven(path):
    spreadsheet(path, lambda name, cell: cell)
    assert list(read(path)) == list(POLICY)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda name, cell: cell[1:] if name == "roll" else cell, "row 1: roll reads '666'.*spreadsheets"),
        (lambda name, cell: "06/05/2004" if cell == "d654" else cell, "target reads '06/05/2004'.*mangled"),
        (lambda name, cell: "8,75E+11" if cell == "875" else cell, "numerator reads '8,75E.11'.*mangled"),
        (lambda name, cell: "janv-04" if cell == "1,0" else cell, "reads 'janv-04', which is no number"),
        (lambda name, cell: "2,0" if (name, cell) == ("left", "2") else cell, "left reads '2,0'"),
        (lambda name, cell: cell[:5] if name == "value" else cell, "rounded by a spreadsheet"),
        (lambda name, cell: "" if name == "value" else cell, "row 1: value reads ''"),
        (lambda name, cell: "" if name == "action" else cell, "row 1: action reads ''"),
        (lambda name, cell: "inf" if name == "value" else cell, "not finite"),
    ],
)
def test_a_spreadsheet_that_mangles_is_found_out(path, change, reason):
    spreadsheet(path, change)
    refused(path, reason)


def test_the_international_dialect_after_a_spreadsheet(path):
    POLICY.write(path, "csv")
    first, *rest = path.read_text().splitlines()
    cells = ['"' + cell.replace('"', '""') + '"' if '"' in cell else cell for cell in first.split(",")]
    path.write_text("\n".join([",".join(cells), *rest, ""]))
    assert list(read(path)) == list(POLICY)


def test_default_keys_are_neither_numbers_nor_dates():
    for row in POLICY:
        for key in (row.target, row.roll, row.locked, row.action, row.ties):
            with pytest.raises(ValueError, match="could not convert"):
                float(key)
            assert key[0] in "dk"
            assert not set(key) & set(",;/:")


class Trap:
    """Makes a file when it is unpickled."""

    def __init__(self, marker):
        self.marker = marker

    def __reduce__(self):
        return open, (str(self.marker), "w")


@pytest.fixture
def marker(tmp_path):
    return tmp_path / "marker"


def test_a_pickle_is_never_loaded(path, marker):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        path.write_bytes(pickle.dumps(Trap(marker), protocol))
        refused(path, "never loaded" if protocol > 1 else "no table of this program")
    assert not marker.exists()


@pytest.mark.parametrize("name", ["header", "roll", "extra"])
def test_arrays_of_objects_are_never_loaded(path, marker, name):
    POLICY.write(path, "npz")
    with np.load(path) as stored:
        arrays = dict(stored) | {name: np.array([Trap(marker)], object)}
    with path.open("wb") as file:
        np.savez(file, **arrays)
    refused(path, "objects, which are never loaded")
    assert not marker.exists()


def test_a_pickle_inside_a_zip_is_never_loaded(path, marker):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.npy", pickle.dumps(Trap(marker)))
    refused(path, "members that are no arrays of numpy")
    assert not marker.exists()


def test_arrays_of_other_types_or_shapes(path):
    POLICY.write(path, "npz")
    with np.load(path) as stored:
        arrays = dict(stored)
    for name, array in (
        ("roll", np.arange(112)),
        ("value", arrays["value"].reshape(2, 56)),
        ("header", np.array([str(arrays["header"])])),
    ):
        with path.open("wb") as file:
            np.savez(file, **(arrays | {name: array}))
        refused(path, "altered|lacks the header")


@contextmanager
def changed(path):
    """A database opened to change it, its checksum made right again."""
    with closing(sqlite3.connect(path)) as database:
        yield database
        database.commit()
    data = path.read_bytes()
    path.write_bytes(with_checksum(data))


def with_checksum(data):
    """A database with the `user_version` that its other bytes ask for."""
    return data[:60] + zlib.crc32(data[:60] + data[64:]).to_bytes(4, "big") + data[64:]


def test_the_checksum_is_the_user_version(path):
    POLICY.write(path, "sqlite")
    data = path.read_bytes()
    with closing(sqlite3.connect(path)) as database:
        ((version,),) = database.execute("PRAGMA user_version")
    assert version % 2**32 == zlib.crc32(data[:60] + data[64:])


def test_a_database_that_another_program_has_written_to(path):
    POLICY.write(path, "sqlite")
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE INDEX faster ON entries (roll)")
    refused(path, "does not have the checksum it states: cut or altered")


def test_a_damaged_database_whose_checksum_is_right(path):
    POLICY.write(path, "sqlite")
    path.write_bytes(with_checksum(path.read_bytes()[:-4096]))
    refused(path, "SQLite cannot read it")


def test_a_database_with_a_view_in_place_of_the_rows(path):
    POLICY.write(path, "sqlite")
    with changed(path) as database:
        database.execute("ALTER TABLE entries RENAME TO others")
        database.execute("CREATE VIEW entries AS SELECT * FROM others")
    refused(path, "lacks the tables")


def test_a_database_without_header_or_of_other_types(path):
    POLICY.write(path, "sqlite")
    with changed(path) as database:
        database.execute("UPDATE entries SET value = 'much' WHERE rowid = 3")
    refused(path, "row 3: value is 'much', not a number")
    with changed(path) as database:
        database.execute("DELETE FROM metadata")
    refused(path, "lacks the header")


def test_parquet_without_header_or_of_other_types(path):
    POLICY.write(path, "parquet")
    stored, metadata = parquet.read_table(path), parquet.read_metadata(path).metadata
    parquet.write_table(stored.replace_schema_metadata(None), path)
    refused(path, "lacks the metadata")
    numbers = stored.set_column(2, "roll", pyarrow.array(range(112)))
    parquet.write_table(numbers.replace_schema_metadata(metadata), path)
    refused(path, "roll has type int64, not string")


def test_json_of_other_types(path):
    POLICY.write(path, "json")
    document = json.loads(path.read_text())
    for change, reason in (
        (lambda rows: rows[0].__setitem__(0, "1"), "row 1: left is '1', not a count"),
        (lambda rows: rows[0].__setitem__(0, True), "row 1: left is True, not a count"),
        (lambda rows: rows[4].__setitem__(1, 654), "row 5: target is 654, not a text"),
        (lambda rows: rows[4].__setitem__(5, None), "row 5: value is None, not a number"),
        (lambda rows: rows[4].__setitem__(2, [1]), "row 5: roll is \\[1\\], not a text"),
        (lambda rows: rows[4].pop(), "row 5 is no list of 10 cells"),
        (lambda rows: rows.append(3), "row 113 is no list"),
    ):
        rows = [list(row) for row in document["rows"]]
        change(rows)
        path.write_text(json.dumps({**document, "rows": rows}))
        refused(path, reason)


CHECK = """
import sys
from game421.errors import TableError
from game421.tables import read
for name in sys.argv[1:]:
    try:
        read(name)
    except TableError as error:
        print(error)
    else:
        print(name, "read")
"""


def test_the_same_without_assertions(tmp_path):
    """Under `python -O` the checks are the same."""
    files = []
    for form in FORMATS:
        whole, cut, old = (tmp_path / f"{form}-{what}" for what in ("whole", "cut", "old"))
        POLICY.write(whole, form)
        cut.write_bytes(whole.read_bytes()[:-200])
        written({**POLICY.table.header, "schema": 0}, form, old)
        dropped = tmp_path / f"{form}-dropped"
        written(POLICY.table.header, form, dropped, POLICY.table.cells[:-1], COLUMNS[:-1])
        files += [whole, cut, old, dropped]
    shown = [
        subprocess.run(
            [sys.executable, *flags, "-c", CHECK, *map(str, files)],
            env=environment(),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for flags in ([], ["-O"])
    ]
    assert shown[0] == shown[1]
    assert shown[0].count(" read\n") == len(FORMATS)
    assert shown[0].count("\n") == len(files)


def test_a_policy_is_made_of_what_its_columns_say():
    cells = list(POLICY.table.cells)
    with pytest.raises(TableError, match="row 1: value is 'x', not a number"):
        PolicyTable(Table(POLICY.table.header, COLUMNS, (*cells[:5], ["x"] * 112, *cells[6:])), CLASSIC)
    with pytest.raises(TableError, match="columns of different lengths"):
        Table(POLICY.table.header, COLUMNS, (*cells[:9], cells[9][1:]))


def test_a_csv_file_of_uneven_rows_or_no_text(path):
    POLICY.write(path, "csv")
    data = path.read_bytes()
    path.write_bytes(data.replace(b"1,d654,d666,", b"1,d654,d666,,"))
    refused(path, "row 1 has 11 cells, not 10")
    path.write_bytes(data.replace(b"d666", b"d\xff66", 1))
    refused(path, "no text")
    path.write_bytes(io.BytesIO(data).read().replace(b"k666", b'"k666', 1))
    refused(path, "altered")


def test_a_pipe_that_nobody_writes_to_is_no_table(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = run("verify", str(pipe))
    assert (done.returncode, done.stderr) == (1, f"421: {pipe}: is no regular file\n")
