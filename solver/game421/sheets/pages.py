"""A sheet in one language, apart from any layout: sections of tables whose cells are words."""

from __future__ import annotations

from typing import Literal, NamedTuple

from game421.strategies.telling import Lang

CellKind = Literal["words", "dice", "set", "holds", "number"]


class Cell(NamedTuple):
    """What stands in one place of a table.

    `words`, `number`: a single part. `dice`: a combination to be drawn. `set`: combinations as people name
    them, a part for each run. `holds`: a part for each hold of a list, the first to be tried first.
    """

    kind: CellKind
    parts: tuple[str, ...]


class Block(NamedTuple):
    """A table: its caption (empty where the section's heading says it), its columns' heads, its rows."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Section(NamedTuple):
    """A heading, what is said about it, tables. `kind` tells a layout what it is."""

    kind: Literal["rules", "ladder", "leader", "rolls", "follower", "rampo", "price", "legend"]
    heading: str
    notes: tuple[str, ...]
    blocks: tuple[Block, ...] = ()


class Page(NamedTuple):
    """A whole sheet."""

    lang: Lang
    title: str
    goal: str
    facts: tuple[str, ...]
    """Players, stacks, how exact: what stands under the title."""
    rules: str
    sections: tuple[Section, ...]
    footer: tuple[str, ...]
