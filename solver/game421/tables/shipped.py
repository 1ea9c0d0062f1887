"""The tables that come with the program: where they lie, and what the index says of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from game421.errors import TableError

INDEX = "index.json"

_PACKAGE = Path(__file__).parents[1]
_PLACES = (_PACKAGE / "_shipped", _PACKAGE.parents[1] / "tables")
"""Beside the package in an installation, at the top of a checkout: whichever holds the index."""


@dataclass(frozen=True)
class Shipped:
    """A line of the index: a file, the kind of table in it, the rules it is for, and the file's sha256."""

    file: str
    kind: str
    rules: str
    digest: str
    sha256: str


@lru_cache(maxsize=1)
def shipped_folder() -> Path:
    """The folder of the shipped tables. Raises TableError where there is none."""
    for place in _PLACES:
        if (place / INDEX).is_file():
            return place
    looked = " and ".join(map(str, _PLACES))
    raise TableError(
        f"the shipped tables are missing (looked for {INDEX} in {looked}): install the program again"
    )


@lru_cache(maxsize=1)
def shipped_tables() -> tuple[Shipped, ...]:
    """Every table that is shipped, in the order of the index. Raises TableError where it cannot be read."""
    path = shipped_folder() / INDEX
    try:
        entries = json.loads(path.read_text(encoding="ascii"))["files"]
        return tuple(Shipped(**entry) for entry in entries)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TableError(
            f"{path}: the index of the shipped tables is damaged ({error}): install again"
        ) from None


def shipped_path(file: str) -> Path:
    """The path of a shipped file. Raises TableError where it is not shipped, or has gone missing."""
    names = [entry.file for entry in shipped_tables()]
    path = shipped_folder() / file
    if file not in names:
        raise TableError(f"no table {file} is shipped; shipped are: {', '.join(names)}")
    if not path.is_file():
        raise TableError(
            f"{path}: this shipped table is missing: install the program again, or export it anew"
        )
    return path
