"""A sheet read back: its tables out of HTML, Markdown and text, knowing nothing of how they were written."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import NamedTuple


class Read(NamedTuple):
    """A table as it was read."""

    section: str
    caption: str
    columns: list[str]
    rows: list[list[str]]


def read(form: str, text: str) -> list[Read]:
    """Every table of a sheet in one of the three formats, a list of holds separated by dots."""
    return {"html": _html, "md": _markdown, "txt": _text}[form](text)


class _Tables(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[Read] = []
        self.section, self.inside, self.cell, self.hidden = "", "", [], 0

    def handle_starttag(self, tag, attrs):
        if tag == "table":
            self.tables.append(Read(self.section, "", [], []))
        elif tag == "tr":
            self.tables[-1].rows.append([])
        elif tag in {"th", "td", "h2", "caption"}:
            self.inside, self.cell = tag, []
        if tag == "th":
            assert dict(attrs).get("scope") in {"col", "row"}, "a header says of what"

    def handle_data(self, data):
        if self.inside:
            self.cell.append(data)

    def handle_endtag(self, tag):
        if tag == "li":
            self.cell.append(" · ")
        if tag != self.inside:
            return
        text = re.sub(r"[ \n]+", " ", "".join(self.cell)).strip(" ·")
        text = re.sub(r"( · )+ ?", " · ", text)
        if tag == "h2":
            self.section = text
        elif tag == "caption":
            self.tables[-1] = self.tables[-1]._replace(caption=text)
        else:
            self.tables[-1].rows[-1].append(text)
        self.inside = ""


def _html(text: str) -> list[Read]:
    parser = _Tables()
    parser.feed(text)
    return [table._replace(columns=table.rows[0], rows=table.rows[1:]) for table in parser.tables]


def _markdown(text: str) -> list[Read]:
    tables, section, caption, fresh = [], "", "", True
    for line in text.splitlines():
        plain = re.sub(r"\\([\\`*_{}\[\]<>#|~])", r"\1", line)
        if line.startswith("## "):
            section, caption = plain[3:], ""
        elif line.startswith("### "):
            caption = plain[4:]
        elif line.startswith("| "):
            cells = [cell.strip() for cell in plain[1:-1].split(" | ")]
            if fresh:
                tables.append(Read(section, caption, cells, []))
            elif set(line) - set("| -"):
                tables[-1].rows.append(cells)
        fresh = not line.startswith("|")
    return tables


def _text(text: str) -> list[Read]:
    """A table is what stands around a line of dashes, which says how wide its columns are."""
    lines, tables, section = text.splitlines(), [], ""
    for number, line in enumerate(lines):
        if line and not set(line) - {"="}:
            section = lines[number - 1]
        if (line and not set(line) - set("- ") and "--" in line) or line == "-":
            spans = [match.span() for match in re.finditer(r"-+", line)]
            rows = []
            for row in lines[number + 1 :]:
                if not row:
                    break
                rows.append([row[start:end].strip() for start, end in spans])
            columns = [lines[number - 1][start:end].strip() for start, end in spans]
            tables.append(Read(section, lines[number - 2], columns, rows))
    return tables
