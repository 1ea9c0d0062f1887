"""The file formats by name: how each is written, recognised and read, whatever a table holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from game421.errors import InputError, TableError
from game421.rules.source import printable
from game421.tables.columns import Table
from game421.tables.delimited import csv_chunks, csv_fr_chunks, read_delimited
from game421.tables.documents import json_chunks, read_json
from game421.tables.npz import read_npz, write_npz
from game421.tables.parquet import read_parquet, require_pyarrow, write_parquet
from game421.tables.raw import RawTable
from game421.tables.sqlite import read_sqlite, write_sqlite


@dataclass(frozen=True)
class Format:
    """One format. A text format has `chunks`, its bytes in order; a binary one `save`s to a file.

    `beginnings` are what its files start with, `endings` what their names end with by custom.
    `require` says early, by MissingExtraError, that a library is missing.
    """

    name: str
    endings: tuple[str, ...]
    beginnings: tuple[bytes, ...]
    read: Callable[[Path], RawTable]
    chunks: Callable[[Table], Iterator[bytes]] | None = None
    save: Callable[[Table, Path], None] | None = None
    require: Callable[[], None] = lambda: None

    def write(self, table: Table, path: Path) -> None:
        """Write `table` to the file at `path`. Raises OSError."""
        if self.chunks is None:
            if self.save is not None:
                self.save(table, path)
            return
        with path.open("wb") as file:
            file.writelines(self.chunks(table))


_FORMATS = (
    Format(
        "csv",
        (".csv",),
        (b"# {", b'"# {', b'\xef\xbb\xbf"# {', b"\xef\xbb\xbf# {"),
        read_delimited,
        csv_chunks,
    ),
    Format("csv-fr", (".csv",), (), read_delimited, csv_fr_chunks),
    Format("json", (".json",), (b"{",), read_json, json_chunks),
    Format("parquet", (".parquet",), (b"PAR1",), read_parquet, save=write_parquet, require=require_pyarrow),
    Format("sqlite", (".sqlite", ".sqlite3", ".db"), (b"SQLite format 3\0",), read_sqlite, save=write_sqlite),
    Format("npz", (".npz",), (b"PK\x03\x04",), read_npz, save=write_npz),
)

FORMATS: dict[str, Format] = {each.name: each for each in _FORMATS}
"""Every format by its name."""


def format_named(path: Path) -> Format:
    """The format that the ending of a file's name means, csv where it has none.

    Raises InputError for an ending that no format has.
    """
    ending = path.suffix.lower()
    if not ending:
        return FORMATS["csv"]
    found = next((each for each in _FORMATS if ending in each.endings), None)
    if found is None:
        known = ", ".join(dict.fromkeys(known for each in _FORMATS for known in each.endings))
        raise InputError(
            f"{printable(str(path))}: no format has the ending {printable(ending)}; known: {known}; "
            f"or choose with --format: {', '.join(FORMATS)}"
        )
    return found


def format_found(start: bytes) -> Format:
    """The format of a file that starts with these bytes. Raises TableError where it is none of them."""
    if not start:
        raise TableError("the file is empty")
    if start.startswith(b"\x80"):
        raise TableError("the file is a Python pickle, which could run code and is never loaded")
    for each in _FORMATS:
        if start.startswith(each.beginnings):
            return each
    raise TableError(f"the file is no table of this program ({', '.join(FORMATS)}), or its start is altered")
