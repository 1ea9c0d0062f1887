"""SQLite: a table of the rows with an index on their keys, and a table of metadata with the header.

Text is TEXT, numbers are REAL, counts INTEGER; only optional columns may be NULL. The file's
`user_version` is the CRC-32 of all its other bytes, for a database has room that holds nothing and
that no hash of its content could answer for.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from errno import EIO
from io import SEEK_CUR
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from zlib import crc32

from game421.errors import TableError
from game421.tables.columns import Cell, Table
from game421.tables.raw import RawTable, header_of

if TYPE_CHECKING:
    import sqlite3

ROWS, METADATA, HEADER = "entries", "metadata", "header"
_VERSION_AT = 60
"""Where `user_version` stands in a file of SQLite: four bytes, the highest first."""

_TYPES = {"text": "TEXT", "number": "REAL", "count": "INTEGER"}


def write_sqlite(table: Table, path: Path) -> None:
    """Write `table`, whole, to `path`, which is an empty file. Raises OSError."""
    import sqlite3

    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            _fill(database, table)
        with path.open("rb+") as file:
            checksum = _checksum(file)
            file.seek(_VERSION_AT)
            file.write(checksum)
    except sqlite3.OperationalError as error:
        raise OSError(EIO, str(error), str(path)) from None


def _checksum(file: BinaryIO) -> bytes:
    """The CRC-32 of a file but for its `user_version`."""
    file.seek(0)
    crc = crc32(file.read(_VERSION_AT))
    file.seek(4, SEEK_CUR)
    while block := file.read(1 << 20):
        crc = crc32(block, crc)
    return crc.to_bytes(4, "big")


def _fill(database: sqlite3.Connection, table: Table) -> None:
    fields = ", ".join(
        f'"{column.name}" {_TYPES[column.kind]}{"" if column.optional else " NOT NULL"}'
        for column in table.columns
    )
    key = ", ".join(f'"{column.name}"' for column in table.columns if column.key)
    places = ", ".join("?" * len(table.columns))
    database.execute("PRAGMA journal_mode = OFF")  # a failed file is thrown away whole
    database.execute("PRAGMA synchronous = OFF")  # it is put on the disk once, when complete
    database.execute("BEGIN")
    database.execute(f"CREATE TABLE {METADATA} (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    database.execute(f"INSERT INTO {METADATA} VALUES (?, ?)", (HEADER, json.dumps(table.full_header)))  # noqa: S608 - our names
    database.execute(f"CREATE TABLE {ROWS} ({fields})")
    database.executemany(f"INSERT INTO {ROWS} VALUES ({places})", zip(*table.cells, strict=True))  # noqa: S608 - our names
    database.execute(f"CREATE UNIQUE INDEX {ROWS}_key ON {ROWS} ({key})")
    database.execute("COMMIT")


def read_sqlite(path: Path) -> RawTable:
    """What a SQLite file says; nothing in it is run."""
    import sqlite3

    with path.open("rb") as file:
        checksum = _checksum(file)
        file.seek(_VERSION_AT)
        if file.read(len(checksum)) != checksum:
            raise TableError("SQLite's file does not have the checksum it states: cut or altered")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            database.execute("PRAGMA trusted_schema = OFF")
            return _read(database)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise TableError(f"SQLite cannot read it ({error}): cut or altered") from None


def _read(database: sqlite3.Connection) -> RawTable:
    ordinary = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {ROWS, METADATA} <= ordinary:
        raise TableError("the file lacks the tables that tables of this program have")
    header = database.execute(f"SELECT value FROM {METADATA} WHERE name = ?", (HEADER,)).fetchone()  # noqa: S608 - our names
    if header is None:
        raise TableError("the file lacks the header that tables of this program have")
    rows = database.execute(f"SELECT * FROM {ROWS} NOT INDEXED ORDER BY rowid")  # noqa: S608 - our names
    names = tuple(name for name, *_ in rows.description)
    cells: tuple[Sequence[Cell], ...] = tuple(zip(*rows, strict=True)) or ((),) * len(names)
    return RawTable(header_of(str(header[0])), names, lambda _: cells)
