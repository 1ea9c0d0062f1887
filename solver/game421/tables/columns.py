"""What a table is before it has a format: a header, named columns, and one hash of both.

The hash is the sha256 of a text: the header as compact JSON with sorted keys (without the hash
itself), a line feed, then every row as a line of cells with a comma between. It does not depend on
how the table is stored, so one check serves every format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import isfinite
from typing import Any, Literal, overload

from game421.errors import TableError
from game421.tables.origin import COUNT, HASH

Cell = str | int | float | None
Header = Mapping[str, Any]
"""What a table says about itself: values that JSON has."""

BLOCK = 20_000
"""Rows turned into text at a time."""

WORD = r"[!#-+\--:<-~]+"
"""A text cell unless its column says more: no space, comma, semicolon or quotation mark."""


@dataclass(frozen=True)
class Column:
    """One column: `text` that `pattern` describes, a whole number (`count`) or a float64 (`number`).

    A pattern lets no comma, semicolon, quotation mark or line end through, so no cell needs quoting.
    Only where `optional` a cell may be empty: None here. `key` columns together name a row.
    """

    name: str
    kind: Literal["text", "count", "number"]
    meaning: str
    optional: bool = False
    pattern: str = WORD
    key: bool = False


Columns = tuple[Column, ...]


class Computed(Sequence[Cell]):
    """The cells of a column, computed whenever they are read: millions of them take no memory.

    `compute(places)` gives the cells at a slice of places from 0 to `length` - 1.
    """

    def __init__(self, length: int, compute: Callable[[slice], list[Cell]]) -> None:
        self._length, self._compute = length, compute

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> Cell: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Cell]: ...

    def __getitem__(self, place: int | slice) -> Cell | Sequence[Cell]:
        if isinstance(place, slice):
            return self._compute(place)
        start = range(self._length)[place]
        return self._compute(slice(start, start + 1))[0]

    def __iter__(self) -> Iterator[Cell]:
        return (cell for part in parts(self) for cell in part)


def parts(cells: Sequence[Cell], size: int = BLOCK) -> Iterator[Sequence[Cell]]:
    """The cells of a column in order, `size` at a time."""
    return (cells[start : start + size] for start in range(0, len(cells), size))


@dataclass(frozen=True, eq=False)
class Table:
    """A header without hash and row count, and the cells of each column in order.

    Raises TableError for cells that are not what their column says.
    """

    header: Header
    columns: Columns
    cells: tuple[Sequence[Cell], ...]

    def __post_init__(self) -> None:
        if len({len(column) for column in self.cells}) > 1 or len(self.cells) != len(self.columns):
            raise TableError("columns of different lengths: the table is cut or altered")
        for column, cells in zip(self.columns, self.cells, strict=True):
            _check(column, cells)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.cells[0])

    @cached_property
    def full_header(self) -> dict[str, Any]:
        """The header as it is stored: with the number of rows and the hash."""
        counted = {**self.header, COUNT: self.rows}
        return {**counted, HASH: self._hash(counted)}

    def lines(self, separator: str = ",", newline: str = "\n", decimal: str = ".") -> Iterator[str]:
        """The rows as text, blocks of lines at a time; an empty cell is nothing between separators."""
        for start in range(0, self.rows, BLOCK):
            texts = [
                _texts(column, cells[start : start + BLOCK], decimal)
                for column, cells in zip(self.columns, self.cells, strict=True)
            ]
            yield "".join(separator.join(row) + newline for row in zip(*texts, strict=True))

    def _hash(self, counted: Header) -> str:
        digest = sha256(json.dumps(counted, sort_keys=True, separators=(",", ":")).encode("ascii"))
        digest.update(b"\n")
        for block in self.lines():
            digest.update(block.encode("ascii"))
        return digest.hexdigest()


def _texts(column: Column, cells: Sequence[Cell], decimal: str) -> Sequence[str]:
    if column.kind == "text":
        return [str(cell) for cell in cells]
    texts = ["" if cell is None else repr(cell) for cell in cells]
    return [text.replace(".", decimal) for text in texts] if decimal != "." else texts


_TYPES = {"text": str, "count": int, "number": float}


def _check(column: Column, cells: Sequence[Cell]) -> None:
    """Refuse the first cell that is not what the column says."""
    first = 1
    for part in parts(cells):
        _check_part(column, part, first)
        first += len(part)


def _check_part(column: Column, cells: Sequence[Cell], first: int) -> None:
    """The same for some of the cells, the first of which is in row `first`."""
    wanted = {_TYPES[column.kind]} | ({type(None)} if column.optional else set())
    if set(map(type, cells)) - wanted:
        place = next(place for place, cell in enumerate(cells) if type(cell) not in wanted)
        raise TableError(f"row {first + place}: {column.name} is {cells[place]!r}, not a {column.kind}")
    if column.kind == "number" and not all(isfinite(cell) for cell in cells if isinstance(cell, float)):
        raise TableError(f"{column.name} has a number that is not finite")
    if column.kind == "text":
        pattern = re.compile(column.pattern)
        wrong = {cell for cell in set(cells) if not pattern.fullmatch(str(cell))}
        if wrong:
            place = next(place for place, cell in enumerate(cells) if cell in wrong)
            raise TableError(
                f"row {first + place}: {column.name} reads {cells[place]!r}, which is not how tables write "
                "it: keys were mangled, as spreadsheets do when they save; export the table again"
            )
