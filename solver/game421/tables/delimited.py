"""The two CSV dialects: the international one and that of a French spreadsheet.

`csv` has commas, decimal points, LF; its first line is `# ` and the header as JSON. `csv-fr` has
semicolons, decimal commas, CRLF, a byte order mark; its first line is the same in one quoted cell,
which a spreadsheet keeps whole. The second line names the columns.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

from game421.errors import TableError
from game421.tables.columns import BLOCK, Cell, Column, Columns, Table
from game421.tables.raw import RawTable, header_of

MARK = "# "
"""Before the header: a comment to most readers."""

_BOM = "\ufeff"


def csv_chunks(table: Table) -> Iterator[bytes]:
    """`table` in the international dialect, as ASCII."""
    yield f"{MARK}{json.dumps(table.full_header)}\n".encode("ascii")
    yield (",".join(column.name for column in table.columns) + "\n").encode("ascii")
    for block in table.lines():
        yield block.encode("ascii")


def csv_fr_chunks(table: Table) -> Iterator[bytes]:
    """`table` in the dialect of French spreadsheets, as UTF-8 with a byte order mark."""
    quoted = json.dumps(table.full_header).replace('"', '""')
    yield f'{_BOM}"{MARK}{quoted}"\r\n'.encode()
    yield (";".join(column.name for column in table.columns) + "\r\n").encode("ascii")
    for block in table.lines(";", "\r\n", ","):
        yield block.encode("ascii")


def read_delimited(path: Path) -> RawTable:
    """What a CSV file of either dialect says, also after a spreadsheet saved it without changing it."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TableError(f"byte {error.start} is no text: the file is altered") from None
    lines = _lines(text)
    first, names = next(lines, ""), next(lines, "")
    delimiter = ";" if ";" in names else ","
    header = header_of(_first_cell(first.rstrip("\r\n"), delimiter).removeprefix(MARK))
    rows = _rows(chain([names], lines), delimiter)
    written = next(rows, [])
    return RawTable(header, tuple(written), lambda columns: _typed(columns, rows, delimiter))


def _lines(text: str) -> Iterator[str]:
    """The lines of a text one by one, with their ends: a copy of it all would take too much memory."""
    return (line.group() for line in re.finditer(r"[^\n]*\n|[^\n]+", text))


def _rows(lines: Iterator[str], delimiter: str) -> Iterator[list[str]]:
    """The cells of every row. Raises TableError where the lines are no CSV."""
    rows = csv.reader(lines, delimiter=delimiter)
    try:
        yield from rows
    except csv.Error as error:
        raise TableError(f"it is no CSV ({error}): the file is altered") from None


def _first_cell(line: str, delimiter: str) -> str:
    """The header's line: as it is, or the cells a spreadsheet made of it."""
    if not line.startswith('"'):
        return line
    return delimiter.join(next(csv.reader([line], delimiter=delimiter))).rstrip(delimiter)


def _typed(columns: Columns, rows: Iterator[list[str]], delimiter: str) -> tuple[list[Cell], ...]:
    """The cells of all rows, column by column."""
    decimal = "," if delimiter == ";" else "."
    found: tuple[list[Cell], ...] = tuple([] for _ in columns)
    known = dict[str, str]()
    while block := list(islice(rows, BLOCK)):
        first = len(found[0]) + 1
        for row, line in enumerate(block, start=first):
            if len(line) != len(columns):
                raise TableError(
                    f"row {row} has {len(line)} cells, not {len(columns)}: the file is cut or altered"
                )
        for column, cells, texts in zip(columns, found, zip(*block, strict=True), strict=True):
            cells.extend(_cells(column, texts, decimal, first, known))
    return found


def _cells(
    column: Column, texts: Sequence[str], decimal: str, first: int, known: dict[str, str]
) -> Sequence[Cell]:
    """Some cells of a column, the first of them in row `first`; one string for all texts that are `known`."""
    if column.kind == "text":
        return texts if column.key else [known.setdefault(text, text) for text in texts]
    read = int if column.kind == "count" else float
    try:
        return [read(text.replace(decimal, ".")) for text in texts]
    except ValueError:
        return [_number(column, text, decimal, first + place) for place, text in enumerate(texts)]


def _number(column: Column, text: str, decimal: str, row: int) -> Cell:
    """What a cell holds that may be empty or wrong."""
    if column.optional and not text:
        return None
    try:
        return int(text) if column.kind == "count" else float(text.replace(decimal, "."))
    except ValueError:
        raise TableError(
            f"row {row}: {column.name} reads {text!r}, which is no {column.kind}: the table was altered, "
            "as spreadsheets do when they save; export it again"
        ) from None
