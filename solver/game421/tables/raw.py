"""What a stored table says before anything is believed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from game421.errors import TableError
from game421.tables.columns import Cell, Columns


@dataclass(frozen=True)
class RawTable:
    """The header, the names of the columns, and their cells once it is known what they should be.

    `cells(columns)` is asked only where the names agree. Raises TableError.
    """

    header: dict[str, Any]
    names: tuple[str, ...]
    cells: Callable[[Columns], tuple[Sequence[Cell], ...]]


def strict_json(text: str, what: str) -> Any:
    """The JSON in `text`, without NaN or infinities. Raises TableError."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise TableError(f"the {what} is not whole ({error}): the file is cut or altered") from None


def header_of(text: str) -> dict[str, Any]:
    """The header that a JSON text is. Raises TableError."""
    header = strict_json(text, "header")
    if not isinstance(header, dict):
        raise TableError("the header is no JSON object: the file is altered")
    return header


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")
