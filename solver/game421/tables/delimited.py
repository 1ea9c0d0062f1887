"""The two CSV dialects: the international one and that of a French spreadsheet.

`csv` has commas, decimal points, LF; its first line is `# ` and the header as JSON. `csv-fr` has
semicolons, decimal commas, CRLF, a byte order mark; its first line is the same in one quoted cell,
which a spreadsheet keeps whole. The second line names the columns.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

from game421.errors import TableError
from game421.tables.columns import Cell, Column, Columns, Table
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
    first, _, rest = text.partition("\n")
    names = rest.partition("\n")[0]
    delimiter = ";" if ";" in names else ","
    try:
        header = header_of(_first_cell(first.rstrip("\r"), delimiter).removeprefix(MARK))
        rows = csv.reader(io.StringIO(rest, newline=""), delimiter=delimiter)
        written = next(rows, [])
        found = list(rows)
    except csv.Error as error:
        raise TableError(f"it is no CSV ({error}): the file is altered") from None
    for row, cells in enumerate(found):
        if len(cells) != len(written):
            raise TableError(
                f"row {row + 1} has {len(cells)} cells, not {len(written)}: the file is cut or altered"
            )
    columns = list(zip(*found, strict=True)) or [()] * len(written)
    return RawTable(header, tuple(written), lambda wanted: _typed(wanted, columns, delimiter))


def _first_cell(line: str, delimiter: str) -> str:
    """The header's line: as it is, or the cells a spreadsheet made of it."""
    if not line.startswith('"'):
        return line
    return delimiter.join(next(csv.reader([line], delimiter=delimiter))).rstrip(delimiter)


def _typed(columns: Columns, texts: list[tuple[str, ...]], delimiter: str) -> tuple[list[Cell], ...]:
    decimal = "," if delimiter == ";" else "."
    return tuple(_cells(column, cells, decimal) for column, cells in zip(columns, texts, strict=True))


def _cells(column: Column, texts: tuple[str, ...], decimal: str) -> list[Cell]:
    if column.kind == "text":
        return list(texts)
    read = int if column.kind == "count" else float
    cells: list[Cell] = []
    for row, text in enumerate(texts):
        try:
            cells.append(read(text.replace(decimal, ".")) if text or not column.optional else None)
        except ValueError:
            raise TableError(
                f"row {row + 1}: {column.name} reads {text!r}, which is no {column.kind}: the table was "
                "altered, as spreadsheets do when they save; export it again"
            ) from None
    return cells
