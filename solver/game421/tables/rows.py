"""Tables of policies row by row, whatever a row holds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from game421.errors import InputError
from game421.rules import Rules
from game421.tables.columns import Cell, Table
from game421.tables.formats import FORMATS
from game421.tables.storage import save_table

Row = TypeVar("Row")


@dataclass(frozen=True, eq=False)
class RowTable(ABC, Generic[Row]):
    """A table and the rules it is for, its rows as records."""

    table: Table
    rules: Rules

    @staticmethod
    @abstractmethod
    def record(cells: Iterable[Any]) -> Row:
        """The record of a row with these cells."""

    @property
    def header(self) -> dict[str, Any]:
        """What the table says about itself, with the number of rows and the hash."""
        return self.table.full_header

    def __len__(self) -> int:
        return self.table.rows

    def __iter__(self) -> Iterator[Row]:
        return map(self.record, zip(*self.table.cells, strict=True))

    def write(self, path: str | Path, form: str = "csv") -> None:
        """Write the table to a file in the format of that name, whole or not at all.

        Raises InputError for a format there is not, MissingExtraError and TableError.
        """
        if form not in FORMATS:
            raise InputError(f"format {form!r}: there are {', '.join(FORMATS)}")
        save_table(self.table, Path(path), FORMATS[form])

    def find(self, *key: Cell) -> Row:
        """The row with these key cells. Raises InputError where there is none."""
        place = self._places.get(key)
        if place is None:
            names = [column.name for column in self.table.columns if column.key]
            asked = ", ".join(f"{name} {cell}" for name, cell in zip(names, key, strict=True))
            raise InputError(f"the table has no decision with {asked}")
        return self.record(cells[place] for cells in self.table.cells)

    @cached_property
    def _places(self) -> dict[tuple[Cell, ...], int]:
        columns = zip(self.table.columns, self.table.cells, strict=True)
        keys = (cells for column, cells in columns if column.key)
        return {key: place for place, key in enumerate(zip(*keys, strict=True))}
