"""The JSON form: one document, the header's fields first, then the columns' names and the rows.

Each row is an array on its own line. Fractions travel as text, so no reader drops digits; an empty
cell is null.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from game421.errors import TableError
from game421.tables.columns import BLOCK, Cell, Columns, Table
from game421.tables.raw import RawTable, header_of

NAMES, ROWS = "columns", "rows"


def json_chunks(table: Table) -> Iterator[bytes]:
    """`table` as one strict JSON document in ASCII."""
    head, names = json.dumps(table.full_header), json.dumps([column.name for column in table.columns])
    yield f'{head[:-1]},\n"{NAMES}": {names},\n"{ROWS}": ['.encode("ascii")
    encode = json.JSONEncoder(allow_nan=False).encode
    before = "\n"
    for start in range(0, table.rows, BLOCK):
        block = zip(*(cells[start : start + BLOCK] for cells in table.cells), strict=True)
        yield (before + ",\n".join(map(encode, block))).encode("ascii")
        before = ",\n"
    yield b"\n]}\n"


def read_json(path: Path) -> RawTable:
    """What a JSON document says."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise TableError(f"byte {error.start} is no text: the file is altered") from None
    document = header_of(text)
    names, rows = document.pop(NAMES, None), document.pop(ROWS, None)
    if not isinstance(names, list) or not isinstance(rows, list):
        raise TableError(f"the document lacks {NAMES} or {ROWS}: it is no table of this program, or altered")
    for row, cells in enumerate(rows):
        if not isinstance(cells, list) or len(cells) != len(names):
            raise TableError(f"row {row + 1} is no list of {len(names)} cells: the file is altered")
    return RawTable(document, tuple(map(str, names)), lambda columns: _cells(columns, rows))


def _cells(columns: Columns, rows: list[list[Any]]) -> tuple[list[Cell], ...]:
    return tuple([row[place] for row in rows] for place in range(len(columns)))
