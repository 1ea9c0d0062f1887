"""The door of every kind of table: written to a file or a stream, read back and checked.

A header has at least `schema`, `version`, `kind`, `rules`, `rules_digest` and `rules_text`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from game421.errors import RulesError, TableError
from game421.rules import Rules, digest, read_rules
from game421.rules.source import printable
from game421.tables.atomic import replacing
from game421.tables.columns import Columns, Table
from game421.tables.formats import Format, format_found
from game421.tables.origin import COUNT, HASH, SCHEMA
from game421.tables.raw import RawTable


def save_table(table: Table, path: Path, form: Format) -> None:
    """Write `table` to `path`: the old file or the new one is there at any time, never half of one.

    What is no regular file, such as a pipe, is written to in place, by text formats only. Raises
    MissingExtraError, and TableError naming the file and the reason.
    """
    form.require()
    try:
        if path.is_dir():
            raise TableError(f"{printable(str(path))}: is a directory; name a file in it")
        if path.exists() and not path.is_file():
            if form.chunks is None:
                raise TableError(f"{printable(str(path))}: is no regular file, which {form.name} needs")
            form.write(table, path)
            return
        with replacing(path) as part:
            form.write(table, part)
    except BrokenPipeError:
        raise  # whoever read it has seen enough
    except OSError as error:
        raise TableError(f"{printable(str(path))}: cannot be written: {error.strerror or error}") from None


def table_chunks(table: Table, form: Format) -> Iterator[bytes]:
    """The bytes of `table` in a text format. Raises TableError for a binary one."""
    if form.chunks is None:
        raise TableError(f"{form.name} is no text: write it to a file")
    return form.chunks(table)


def load_table(path: Path, kinds: Mapping[str, Columns], rules: Rules | None = None) -> tuple[Table, Rules]:
    """The table in a file, of one of these kinds, whole and unaltered, with the rules it is for.

    The format is told by the content. Raises TableError, naming the file and the reason, where the
    file is missing, cut, altered, foreign, of another schema version or kind, or made for other rules
    than `rules`.
    """
    shown = printable(str(path))
    try:
        raw = _read(path)
        table = _checked(raw, kinds)
        return table, _rules(raw.header, rules)
    except TableError as error:
        raise TableError(f"{shown}: {error}") from None
    except OSError as error:
        raise TableError(f"{shown}: cannot be read: {error.strerror or error}") from None


def _read(path: Path) -> RawTable:
    if path.exists() and not path.is_file():
        raise TableError("is no regular file")
    with path.open("rb") as file:
        start = file.read(16)
    return format_found(start).read(path)


def _checked(raw: RawTable, kinds: Mapping[str, Columns]) -> Table:
    header = dict(raw.header)
    schema, kind = header.get("schema"), header.get("kind")
    if schema != SCHEMA or isinstance(schema, bool):
        raise TableError(
            f"the table has schema version {schema!r} and this program reads {SCHEMA}: "
            "export it again with this program, or use the one that wrote it"
        )
    if not isinstance(kind, str) or kind not in kinds:
        raise TableError(f"the table is of kind {kind!r}, and here {' or '.join(kinds)} is read")
    columns = kinds[kind]
    if raw.names != tuple(column.name for column in columns):
        wanted = ", ".join(column.name for column in columns)
        raise TableError(f"its columns are {', '.join(raw.names)}, not {wanted}: the file is altered")
    rows, stated = header.pop(COUNT, None), header.pop(HASH, None)
    table = Table(header, columns, raw.cells(columns))
    if rows != table.rows:
        raise TableError(f"it has {table.rows} rows of {rows}: the file is cut or altered")
    if table.full_header[HASH] != stated:
        raise TableError(
            "its content does not have the hash it states: the file is altered, for instance rounded by a "
            "spreadsheet; export it again"
        )
    return table


def _rules(header: Mapping[str, Any], wanted: Rules | None) -> Rules:
    try:
        rules = read_rules(str(header.get("rules_text")))
    except RulesError as error:
        raise TableError(f"its rules cannot be read by this program ({error.problems[0]})") from None
    if digest(rules) != header.get("rules_digest"):
        raise TableError("its rules do not have the digest it states: export it again")
    if wanted is not None and digest(wanted) != digest(rules):
        raise TableError(
            f"it was made for the rules {rules.name} (digest {digest(rules)[:12]}…), "
            f"not for {wanted.name} (digest {digest(wanted)[:12]}…)"
        )
    return rules
