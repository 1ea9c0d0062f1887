"""Examples in Markdown: fenced blocks of commands, of Python, and of files that they need."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
"""Every page whose examples are run."""

_FENCE = re.compile(r"^```(\w+)(?: title=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, the file it stands for if it has a title, its text, its first line."""

    language: str
    title: str | None
    text: str
    line: int


@dataclass(frozen=True)
class Call:
    """A command after a `$` prompt, and what stands below it."""

    command: str
    shown: str


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(match[1], match[2], match[3], text[: match.start()].count("\n") + 2)
        for match in _FENCE.finditer(text)
    ]


def calls(text: str) -> list[Call]:
    """The commands of a `console` block."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert not parts[0], "a console block starts with a $ prompt"
    return [Call(*part.split("\n", 1)) for part in parts[1:]]


def matches(shown: str, printed: str) -> bool:
    """Whether `printed` is what is shown.

    A line of three dots stands for any number of lines, and … at the end of a line for its rest.
    """
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == "..." else _line_pattern(line) for line in shown.splitlines()
    )
    return re.fullmatch(pattern, printed) is not None


def _line_pattern(line: str) -> str:
    return re.escape(line.removesuffix("…")) + (".*\n" if line.endswith("…") else "\n")
