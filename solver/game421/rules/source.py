"""The text of a rules file: read, parsed by the standard library, and where each key stands in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from game421.errors import InputError, RulesError

if TYPE_CHECKING:
    from pathlib import Path

KeyPath = tuple[str, ...]

RULES_FILE = "rules file"

LARGEST_FILE = 1_000_000
"""Bytes; what is larger is no rules file, and a device that never ends is not read for ever."""

DEEPEST = 100
"""Tables in tables; a rules file has two or three."""

_STRING = re.compile(r'"(?:[^"\\]|\\.?)*(?:"|$)|\'[^\']*(?:\'|$)')
"""A string, or the rest of a line in which one does not end: every character is looked at once."""
_DOTTED = re.compile(r"[\w\-. \t]+")


class Source:
    """One rules file: its label in messages, its text, and the place its `extends` starts from.

    `kind`: what messages call it, where it is another file that is read likewise.
    """

    def __init__(self, label: str, text: str, path: Path | None = None, kind: str = RULES_FILE) -> None:
        self.label, self.kind = printable(label), kind
        self.text = text.replace("\r\n", "\n")
        self.path = path
        self._lines: dict[KeyPath, int] | None = None

    def table(self) -> dict[str, Any]:
        """What the file says. Raises RulesError with the line where it is not TOML."""
        import tomllib

        for number, line in enumerate(self.text.split("\n"), start=1):
            if line.count(".") > DEEPEST and _dots(line) > DEEPEST:  # slow to read, and to find again
                raise self._too_deep(number)
        try:
            table = tomllib.loads(self.text)
        except RecursionError:
            raise self._too_deep(1) from None
        except ValueError as error:
            raise RulesError((self._syntax_problem(str(error)),)) from None
        if _depth(table) > DEEPEST:
            raise self._too_deep(1)
        return table

    def _too_deep(self, line: int) -> RulesError:
        return RulesError((f"{self.label}:{line}: nested too deep for a {self.kind}",))

    def line(self, path: KeyPath) -> int:
        """The line where the key `path` is written, else that of the table that holds it, else 1."""
        if self._lines is None:
            self._lines = key_lines(self.text)
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def _syntax_problem(self, message: str) -> str:
        if message.startswith("Exceeds the limit"):  # of digits that Python itself reads
            return self._too_long()
        found = re.search(r" ?\(at (?:line (\d+), column \d+|end of document)\)", message)
        line = self.text.count("\n") + 1 if found is None or found[1] is None else int(found[1])
        what = message if found is None else message.replace(found[0], "")
        if what == "Cannot overwrite a value":
            key = self.text.split("\n")[line - 1].split("=")[0].strip()
            return f"{self.label}:{line}: {printable(key)}: written twice; a key is written once"
        return f"{self.label}:{line}: not TOML: {printable(what)}"

    def _too_long(self) -> str:
        """Where the number stands that has more digits than Python reads."""
        found = re.search(r"[0-9][0-9_]{4000,}", self.text)
        line = self.text.count("\n", 0, found.start()) + 1 if found else 1
        return f"{self.label}:{line}: a number of thousands of digits; allowed: numbers of at most 300 digits"


def read_source(path: Path, kind: str = RULES_FILE) -> Source:
    """The file at `path`. Raises InputError where there is none to read, or it is not UTF-8 text.

    A pipe or a device may never end, nor even begin: it is refused.
    """
    shown = printable(str(path))
    try:
        if path.is_dir():
            raise InputError(f"{shown}: a directory, not a {kind}")
        if path.exists() and not path.is_file():
            raise InputError(f"{shown}: no regular file; a {kind} is one, or - for standard input")
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"{shown}: cannot be read: {reason}") from None
    return _decoded(shown, data, path, kind)


def read_typed(kind: str = RULES_FILE) -> Source:
    """What comes on standard input. Raises InputError as `read_source` does."""
    import sys

    if sys.stdin is None:
        raise InputError(f"standard input is closed: name a {kind}")
    return _decoded("standard input", sys.stdin.buffer.read(LARGEST_FILE + 1), None, kind)


def _decoded(shown: str, data: bytes, path: Path | None, kind: str) -> Source:
    if len(data) > LARGEST_FILE:
        raise InputError(f"{shown}: larger than {LARGEST_FILE} bytes, which no {kind} is")
    try:
        return Source(shown, data.decode("utf-8-sig"), path, kind)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputError(
            f"{shown}:{line}: byte {data[error.start]:#04x} is not UTF-8; save the file as UTF-8 text"
        ) from None


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line on which each key of a TOML text starts, the standard library's parser doing the reading.

    Lines are gathered until they parse on their own: they are then one table header or one key with
    its value.
    """
    import tomllib

    found: dict[KeyPath, int] = {}
    header: KeyPath = ()
    gathered: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        gathered.append(line)
        try:
            table = tomllib.loads("\n".join(gathered))
        except (ValueError, RecursionError):
            continue
        start = number - len(gathered) + 1
        paths = list(_paths(table))
        if gathered[0].lstrip().startswith("["):
            header = max(paths, key=len)
            found.setdefault(header, start)
        else:
            for path in paths:
                found.setdefault(header + path, start)
        gathered = []
    return found


def _dots(line: str) -> int:
    """The dots of the longest dotted key, or what looks like one, in a line of TOML."""
    bare = _STRING.sub("", line).partition("#")[0]
    return max((run.count(".") for run in _DOTTED.findall(bare)), default=0)


def _depth(table: dict[str, Any]) -> int:
    """How many tables stand in one another."""
    depth, inside = 0, [table]
    while inside:
        depth += 1
        inside = [value for one in inside for value in one.values() if isinstance(value, dict)]
    return depth


def _paths(table: dict[str, Any]) -> list[KeyPath]:
    paths: list[KeyPath] = []
    for key, value in table.items():
        paths.append((key,))
        if isinstance(value, dict):
            paths += [(key, *path) for path in _paths(value)]
    return paths


def printable(text: str) -> str:
    """`text` on one line: what cannot be printed is written as an escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shown(value: object) -> str:
    """A value as a rules file writes it, short enough for a message."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > 200:
        return f"a number of {value.bit_length()} bits"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        text = f"[{', '.join(shown(part) for part in value[:20])}]"
    else:
        text = f'"{printable(value)}"' if isinstance(value, str) else printable(str(value))
    return text if len(text) <= 60 else f"{text[:57]}..."


def nearest(word: str, known: Sequence[str]) -> str:
    """The known name that is most like `word`."""
    from difflib import get_close_matches

    return get_close_matches(word.lower(), known, n=1, cutoff=0.0)[0]


def suggestion(word: str, known: Sequence[str]) -> str:
    """` (did you mean "…"?)` where a known name is near, else nothing."""
    from difflib import get_close_matches

    close = get_close_matches(word, known, n=1) or get_close_matches(word.lower(), known, n=1)
    return f' (did you mean "{close[0]}"?)' if close else ""
