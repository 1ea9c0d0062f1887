"""Parquet, by pyarrow (the extra `tables`): a fixed schema, the header in the file's metadata.

Text columns are `string`, numbers `double`, counts `int32`; only optional columns may be null. The
header is JSON under the metadata key `game421`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from game421.errors import MissingExtraError, TableError
from game421.tables.columns import Cell, Columns, Table, parts
from game421.tables.raw import RawTable, header_of

KEY = "game421"
GROUP = 200_000
"""Rows of one row group: a reader or a writer holds no more at a time."""

_TYPES = {"text": "string", "number": "double", "count": "int32"}


def require_pyarrow() -> None:
    """Say at once, before any work, where pyarrow is not installed. Raises MissingExtraError."""
    try:
        import pyarrow.parquet  # noqa: F401 - is it there?
    except ImportError:
        raise MissingExtraError(
            "Parquet needs pyarrow, which is not installed: pip install 'game421[tables]'"
        ) from None


def write_parquet(table: Table, path: Path) -> None:
    """Write `table`, whole, to `path`."""
    require_pyarrow()
    import json

    import pyarrow
    from pyarrow import parquet

    schema = pyarrow.schema(
        pyarrow.field(column.name, pyarrow.type_for_alias(_TYPES[column.kind]), nullable=column.optional)
        for column in table.columns
    )
    with (
        path.open("wb") as file,
        parquet.ParquetWriter(
            file,
            schema,
            compression="zstd",
            write_statistics=False,
            store_schema=False,
        ) as writer,
    ):
        for group in zip(*(parts(cells, GROUP) for cells in table.cells), strict=True):
            arrays = [pyarrow.array(cells, field.type) for cells, field in zip(group, schema, strict=True)]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
        writer.add_key_value_metadata({KEY: json.dumps(table.full_header)})


def read_parquet(path: Path) -> RawTable:
    """What a Parquet file says."""
    require_pyarrow()
    from pyarrow import ArrowException, parquet

    try:
        with path.open("rb") as file, parquet.ParquetFile(file) as stored:
            found, metadata = stored.read(), stored.metadata.metadata or {}
    except (ArrowException, OSError, ValueError) as error:
        raise TableError(f"Parquet cannot read it ({str(error).splitlines()[0]}): cut or altered") from None
    header = metadata.get(KEY.encode())
    if header is None:
        raise TableError("the file lacks the metadata that tables of this program have")
    names = tuple(found.column_names)
    return RawTable(
        header_of(header.decode("utf-8", "replace")), names, lambda columns: _cells(columns, found)
    )


def _cells(columns: Columns, found: Any) -> tuple[Sequence[Cell], ...]:
    for column, field in zip(columns, found.schema, strict=True):
        if str(field.type) != _TYPES[column.kind]:
            raise TableError(f"{column.name} has type {field.type}, not {_TYPES[column.kind]}: altered")
    return tuple(found.column(place).to_pylist() for place in range(len(columns)))
