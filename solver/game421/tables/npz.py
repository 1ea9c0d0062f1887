"""npz, by numpy: an array per column and the header, none of them an array of objects.

Text is `U`, numbers float64, counts int64; an empty number is NaN. The header is JSON, a single `U`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from game421.errors import TableError
from game421.tables.columns import Cell, Column, Columns, Table
from game421.tables.raw import RawTable, header_of

HEADER = "header"
_KINDS = {"text": "U", "number": "f", "count": "i"}


def write_npz(table: Table, path: Path) -> None:
    """Write `table`, whole, to `path`."""
    import json

    import numpy as np

    arrays = {HEADER: np.array(json.dumps(table.full_header))}
    for column, cells in zip(table.columns, table.cells, strict=True):
        if column.kind == "number":
            arrays[column.name] = np.array([np.nan if cell is None else cell for cell in cells], np.float64)
        else:
            arrays[column.name] = np.array(cells, np.str_ if column.kind == "text" else np.int64)
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # the stub knows no names of arrays


def read_npz(path: Path) -> RawTable:
    """What an npz file says; arrays of objects, which could run code, are never loaded."""
    import numpy as np

    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except Exception as error:  # on damaged bytes numpy, zipfile and zlib raise some ten kinds
        reason = "it holds objects, which are never loaded" if "allow_pickle" in str(error) else str(error)
        raise TableError(f"numpy cannot read it ({reason}): cut, altered or foreign") from None
    if not all(isinstance(array, np.ndarray) for array in arrays.values()):
        raise TableError("the file has members that are no arrays of numpy")
    header = arrays.pop(HEADER, None)
    if header is None or header.shape != () or header.dtype.kind != "U":
        raise TableError("the file lacks the header that tables of this program have")
    return RawTable(header_of(str(header)), tuple(arrays), lambda columns: _cells(columns, arrays))


def _cells(columns: Columns, arrays: Mapping[str, Any]) -> tuple[Sequence[Cell], ...]:
    return tuple(_list(column, arrays[column.name]) for column in columns)


def _list(column: Column, array: Any) -> Sequence[Cell]:
    if array.dtype.kind != _KINDS[column.kind] or array.ndim != 1:
        raise TableError(f"{column.name} is an array of {array.dtype} in {array.ndim} axes: altered")
    cells: list[Cell] = array.tolist()
    return [None if cell != cell else cell for cell in cells] if column.optional else cells
