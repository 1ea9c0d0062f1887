"""The tables that come with the program: where they lie, and what the index says of them.

No pathlib until someone asks for a path: it takes longer to load than the values of a game.
"""
# ruff: noqa: PTH100, PTH113, PTH118, PTH120, PTH123 - pathlib takes longer to load than the values

from __future__ import annotations

import json
import os
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from game421.errors import TableError

if TYPE_CHECKING:
    from pathlib import Path

INDEX = "index.json"

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_CHECKOUT = os.path.dirname(os.path.dirname(_PACKAGE))
_PLACES = (os.path.join(_PACKAGE, "_shipped"), os.path.join(_CHECKOUT, "tables"))
"""Beside the package in an installation, at the top of a checkout: whichever holds the index."""


class Shipped(NamedTuple):
    """A line of the index: a file, the kind of table in it, the rules it is for, and the file's sha256."""

    file: str
    kind: str
    rules: str
    digest: str
    sha256: str


@lru_cache(maxsize=1)
def shipped_folder() -> str:
    """The folder of the shipped tables. Raises TableError where there is none."""
    for place in _PLACES:
        if os.path.isfile(f"{place}/{INDEX}"):
            return place
    looked = " and ".join(_PLACES)
    raise TableError(
        f"the shipped tables are missing (looked for {INDEX} in {looked}): install the program again"
    )


@lru_cache(maxsize=1)
def shipped_tables() -> tuple[Shipped, ...]:
    """Every table that is shipped, in the order of the index. Raises TableError where it cannot be read."""
    path = f"{shipped_folder()}/{INDEX}"
    try:
        with open(path, encoding="ascii") as file:
            entries = json.load(file)["files"]
        return tuple(Shipped(**entry) for entry in entries)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TableError(
            f"{path}: the index of the shipped tables is damaged ({error}): install again"
        ) from None


def shipped_path(file: str) -> Path:
    """The path of a shipped file. Raises TableError where it is not shipped, or has gone missing."""
    from pathlib import Path

    return Path(shipped_file(file))


def shipped_file(file: str) -> str:
    """The same as text."""
    names = [entry.file for entry in shipped_tables()]
    path = os.path.join(shipped_folder(), file)
    if file not in names:
        raise TableError(f"no table {file} is shipped; shipped are: {', '.join(names)}")
    if not os.path.isfile(path):
        raise TableError(
            f"{path}: this shipped table is missing: install the program again, or export it anew"
        )
    return path
