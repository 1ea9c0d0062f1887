"""A sheet as plain text and as Markdown: for a terminal, a mail, a wiki."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from game421.sheets.pages import Block, Cell, Page

WIDTH = 79
"""Characters of a line of running text."""

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")
"""What means something in Markdown wherever it stands."""


def as_text(page: Page) -> str:
    """The sheet as lines of text, its columns aligned."""
    lines = [f"{page.title} · {page.goal}", " · ".join([page.rules, *page.facts])]
    for section in page.sections:
        lines += ["", section.heading, "=" * len(section.heading)]
        for note in section.notes:
            lines += wrap(note, WIDTH, break_long_words=False, break_on_hyphens=False)
        for block in section.blocks:
            lines += ["", *_aligned(block)]
    return "\n".join([*lines, "", " · ".join(page.footer), ""])


def as_markdown(page: Page) -> str:
    """The sheet as Markdown, its tables in pipes."""
    lines = [
        f"# {_plain(page.title)}: {_plain(page.goal)}",
        "",
        _plain(" · ".join([page.rules, *page.facts])),
    ]
    for section in page.sections:
        lines += ["", f"## {_plain(section.heading)}"]
        for note in section.notes:
            lines += ["", _plain(note)]
        for block in section.blocks:
            lines += ["", *([f"### {_plain(block.caption)}", ""] if block.caption else []), *_piped(block)]
    return "\n".join([*lines, "", _plain(" · ".join(page.footer)), ""])


def cell_text(cell: Cell) -> str:
    """A cell in a line: the holds of a list by dots, what else there are several of by commas."""
    return (" · " if cell.kind == "holds" else ", ").join(cell.parts)


def _aligned(block: Block) -> Iterator[str]:
    if block.caption:
        yield block.caption
    rows = [list(block.columns), *([cell_text(cell) for cell in row] for row in block.rows)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(block.columns))]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        if row is rows[0]:
            yield "  ".join("-" * width for width in widths)


def _piped(block: Block) -> Iterator[str]:
    yield f"| {' | '.join(map(_plain, block.columns))} |"
    yield f"|{'|'.join(' --- ' for _ in block.columns)}|"
    for row in block.rows:
        yield f"| {' | '.join(_plain(cell_text(cell)) for cell in row)} |"


def _plain(text: str) -> str:
    """The text with nothing that Markdown would take for a mark."""
    return _MARKS.sub(r"\\\1", text)
