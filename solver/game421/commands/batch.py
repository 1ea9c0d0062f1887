"""`421 best --batch`: a CSV file of situations in, the same rows with their answers out."""

from __future__ import annotations

import csv
import io
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from game421.advice.batch import Desk, Reply
from game421.commands.options import refuse_said
from game421.commands.situations import tell
from game421.errors import InputError
from game421.rules.source import printable, suggestion
from game421.turns.goals import TURN_GOALS

_NAMES = {
    "roll": "roll rolls dice hand throw lancer jet des main tirage combinaison",
    "a": "a die1 d1 de1 dea",
    "b": "b die2 d2 de2 deb",
    "c": "c die3 d3 de3 dec",
    "left": "left throwsleft reste restant restants lancersrestants jetsrestants relances",
    "target": "target targets cible cibles objectif abattre",
    "locked": "locked bloque bloques desbloques verrouille verrouilles",
    "position": "position situation",
}
ALIASES = {alias: name for name, aliases in _NAMES.items() for alias in aliases.split()}
"""What a column may be called, without accents, spaces and capitals."""

_OPTIONS = ("goal", "as", "cap", "phase", "ties", "rules")

ANSWERS = Reply._fields
"""The columns that are added."""

_BLOCK = 10_000
_WANTED = "name a column roll, or three a, b and c, or one position"


@dataclass(frozen=True)
class Sheet:
    """A CSV file taken apart: how it is written, what its columns are, and its rows."""

    encoding: str
    mark: str
    delimiter: str
    newline: str
    header: tuple[str, ...]
    places: dict[str, int]
    rows: list[list[str]]

    @property
    def width(self) -> int:
        """The most cells of a row."""
        return max(len(self.header), *map(len, self.rows), 0)

    @property
    def unread(self) -> list[str]:
        """The columns of one's own, which stand in the answer as they stood in the file."""
        own = [name for place, name in enumerate(self.header) if place not in self.places.values()]
        return [name for name in own if name.strip()]


def answer_batch(source: str, turn: dict[str, Any], left: str | None, locked: str | None) -> None:
    """Answer every row of the file `source` (`-`: standard input) on standard output.

    `turn`, `left` and `locked` are the options of the command, for what a row leaves out. Raises
    InputError where nothing can be answered, and at the end where some row could not be.
    """
    sheet = read_sheet(_bytes(source))
    if "position" in sheet.places:
        refuse_said(left, locked, turn)
    elif turn["goal"] not in {None, *TURN_GOALS}:
        raise click.UsageError(f"--goal {turn['goal']} is about a round or a game: give a column position")
    desk = Desk(**turn, left=left, locked=locked, notice=tell)
    if sheet.unread:
        tell(f"carried along, not read: {', '.join(map(_with_nearest, sheet.unread))}")
    wrong = 0
    for lines, errors in _answered(sheet, desk):
        sys.stdout.buffer.write(lines.encode(sheet.encoding, "replace"))
        wrong += errors
    sys.stdout.buffer.flush()
    if wrong:
        raise InputError(f"{wrong} of {len(sheet.rows)} rows have no answer: see the column error")


def _bytes(source: str) -> bytes:
    if source == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed: name a file")
        return sys.stdin.buffer.read()
    try:
        return Path(source).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{printable(source)}: cannot be read: {reason}") from None


def read_sheet(data: bytes) -> Sheet:
    """Take a CSV file apart: UTF-8 or cp1252, `;`, `,` or tab, with a header or in order.

    Raises InputError for what is no such file.
    """
    text, encoding = _decoded(data)
    mark = text[:1] if text.startswith("\ufeff") else ""
    text = text.removeprefix(mark)
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = next((mark for mark in (";", "\t") if mark in first), ",")
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise InputError(f"the batch is no CSV file: {error}") from None
    start = next((place for place, row in enumerate(rows) if not _is_blank(row)), None)
    if start is None:
        raise InputError(f"the batch is empty; {_WANTED}")
    header, named = _header(rows[start])
    if named:
        del rows[start]
    if len(header) == 1 and named:  # 6,4,2 below `roll` is a roll
        rows = [row if _is_blank(row[1:]) else [delimiter.join(row)] for row in rows]
    newline = "\r\n" if "\r\n" in text else "\n"
    return Sheet(encoding, mark, delimiter, newline, header, _places(header), rows)


def _decoded(data: bytes) -> tuple[str, str]:
    for encoding in ("utf-8", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text, encoding
    raise InputError("the batch is no text in UTF-8 or Windows-1252: save it as CSV")


def _header(row: list[str]) -> tuple[tuple[str, ...], bool]:
    """The names of the columns, and whether `row` gives them or is data in the usual order."""
    if any(_plain(cell) in ALIASES for cell in row):
        return tuple(row), True
    first = row[0].strip()
    if len(first.split()) >= 7:
        return ("position",), False
    if any(character.isalpha() for character in first[1:]):
        raise InputError(f"no column is known in the header {printable(' '.join(row))!r}; {_WANTED}")
    separate = len(row) >= 3 and all(len(cell.strip()) == 1 for cell in row[:3])
    dice = ("a", "b", "c") if separate else ("roll",)
    return (*dice, "left", "target", "locked"), False


def _places(header: tuple[str, ...]) -> dict[str, int]:
    """Where each known column stands. Raises InputError where the dice are named twice or not at all."""
    places: dict[str, int] = {}
    for place, cell in enumerate(header):
        name = ALIASES.get(_plain(cell))
        if name in places:
            raise InputError(f"two columns mean {name}: {header[places[name]]!r} and {cell!r}; keep one")
        if name:
            places[name] = place
    dice = {"a", "b", "c"} & places.keys()
    ways = ("position" in places) + ("roll" in places) + bool(dice)
    if ways != 1 or (dice and len(dice) < 3) or ("position" in places and len(places) > 1):
        raise InputError(f"the columns {', '.join(places)} do not go together; {_WANTED}")
    return places


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.lower())
    return "".join(letter for letter in letters if letter.isalnum() and letter.isascii())


def _with_nearest(column: str) -> str:
    """A column of one's own, with the name it was perhaps meant to have, or the option that says it."""
    if _plain(column) in _OPTIONS:
        return f"{printable(column)} (--{_plain(column)} says it for all rows)"
    return printable(column) + suggestion(_plain(column), list(_NAMES))


def _is_blank(row: list[str]) -> bool:
    return not any(cell.strip() for cell in row)


def _answered(sheet: Sheet, desk: Desk) -> Iterator[tuple[str, int]]:
    """The answered file in blocks of lines, each with the number of rows that have no answer."""
    width, decimal = sheet.width, "," if sheet.delimiter == ";" else "."
    lines = io.StringIO()
    writer = csv.writer(lines, delimiter=sheet.delimiter, lineterminator=sheet.newline)
    lines.write(sheet.mark)
    writer.writerow([*_padded(list(sheet.header), width), *ANSWERS])
    for first in range(0, max(len(sheet.rows), 1), _BLOCK):
        rows = sheet.rows[first : first + _BLOCK]
        replies = _replies(sheet, desk, rows)
        for row, reply in zip(rows, replies, strict=True):
            if reply is None:
                writer.writerow([*_padded(row, width), *[""] * len(ANSWERS)] if row else [])
            else:
                value = reply.value.replace(".", decimal)
                writer.writerow([*_padded(row, width), reply.action, value, *reply[2:]])
        yield lines.getvalue(), sum(reply is not None and bool(reply.error) for reply in replies)
        lines.seek(0)
        lines.truncate()


def _padded(row: list[str], width: int) -> list[str]:
    return row + [""] * (width - len(row))


def _replies(sheet: Sheet, desk: Desk, rows: list[list[str]]) -> list[Reply | None]:
    """The answers to some rows, None for blank ones."""
    named, places = len(sheet.header), sheet.places
    replies: list[Reply | None] = [None] * len(rows)
    asked: list[tuple[int, dict[str, str]]] = []
    for number, row in enumerate(rows):
        if _is_blank(row):
            continue
        if len(row) > named and not _is_blank(row[named:]):
            replies[number] = Reply(error=f"the row has {len(row)} cells and there are {named} columns")
        else:
            cells = {name: row[place] for name, place in places.items() if place < len(row)}
            asked.append((number, cells))
    if "position" in places:
        found = desk.of_positions([cells.get("position", "") for _, cells in asked])
    else:
        found = [desk.of_cells(*_cells(places, cells)) for _, cells in asked]
    for (number, _), reply in zip(asked, found, strict=True):
        replies[number] = reply
    return replies


def _cells(places: dict[str, int], cells: dict[str, str]) -> list[str]:
    """Roll, throws left, target and locked dice of a row that has its dice in one cell or in three."""
    roll = cells.get("roll", "") if "roll" in places else ",".join(cells.get(die, "") for die in "abc")
    return [roll, *(cells.get(name, "") for name in ("left", "target", "locked"))]
