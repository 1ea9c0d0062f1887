"""What `tables/` should hold, made anew; run as a program, it writes it: python tests/tables/rebuild.py.

Tables that take minutes or hours are left as they are unless named: python tests/tables/rebuild.py FILE …
"""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from pyarrow import parquet

from game421.rules import digest, load_rules
from game421.states.goals import GameGoal
from game421.tables import FORMATS, PolicyTable, round_policy, turn_policy
from game421.tables.columns import Columns
from game421.tables.library import shipped_kind
from game421.tables.policy import COLUMNS, KIND
from game421.tables.situations import COLUMNS as SITUATION_COLUMNS
from game421.tables.solving import solve_game
from game421.tables.values import values_content
from game421.turns.questions import TurnQuestion

FOLDER = Path(__file__).parents[2] / "tables"
SHIPPED = {"beat-classic.csv": ("classic", "beat")}
"""The shipped turn policies: file, rules, goal."""

GAMES: dict[str, tuple[str, int, GameGoal]] = {
    f"{rules}-{players}-{goal}.values": (rules, players, goal)
    for (players, goal), presets in {
        (2, "manche"): ("classic", "bistro", "belgian", "havraise", "fiches"),
        (2, "partie"): ("bistro", "belgian", "havraise", "fiches"),
        (3, "manche"): ("classic", "bistro", "belgian", "fiches"),
        (4, "manche"): ("classic", "bistro", "fiches"),
        (5, "manche"): ("classic",),
    }.items()
    for rules in presets
}
"""The shipped values of games: file, rules, players, goal; a partie of one manche is that manche."""

QUICK = tuple(
    file for file, (rules, players, _) in GAMES.items() if players == 2 or (rules, players) == ("fiches", 3)
)
"""Those of them that a test makes anew; the others take minutes or hours."""

_SHOWN = ((1, "d552"), (2, "d642"), (2, "d421"))
_BLOCK = re.compile(r"<!-- sample: (\S+) -->\n(?:\n```.*?\n```\n)?", re.DOTALL)


@cache
def policy(rules: str, goal: str, *names: str) -> PolicyTable:
    """A turn policy of a leader under a preset."""
    return turn_policy(TurnQuestion(load_rules(rules), goal, names=names))


def text_of(table: PolicyTable, form: str) -> str:
    """A table in a text format."""
    return b"".join(FORMATS[form].chunks(table.table)).decode("utf-8-sig")


@cache
def shipped_bytes(file: str) -> bytes:
    """A shipped file."""
    if file in SHIPPED:
        return text_of(policy(*SHIPPED[file]), "csv").encode("ascii")
    rules, players, goal = GAMES[file]
    return values_content(solve_game(load_rules(rules), players, goal).values)


def index_bytes() -> bytes:
    """The index of the shipped files, as they lie there."""
    kinds = {file: (KIND, rules) for file, (rules, _) in SHIPPED.items()}
    kinds |= {file: (shipped_kind(players, goal), rules) for file, (rules, players, goal) in GAMES.items()}
    entries = [
        {
            "file": file,
            "kind": kind,
            "rules": rules,
            "digest": digest(load_rules(rules)),
            "sha256": sha256((FOLDER / file).read_bytes()).hexdigest(),
        }
        for file, (kind, rules) in kinds.items()
    ]
    return (json.dumps({"schema": 1, "files": entries}, indent=2) + "\n").encode("ascii")


def readme(text: str) -> str:
    """The page of formats with every sample made anew."""
    return _BLOCK.sub(lambda found: f"<!-- sample: {found[1]} -->\n\n{_fenced(found[1])}", text)


def _fenced(name: str) -> str:
    table = policy("classic", "beat", "654")
    language, lines = _SAMPLES[name](table)
    return "\n".join([f"```{language}", *lines, "```", ""])


def _sample_columns(columns: Columns) -> Callable[[PolicyTable], tuple[str, Iterator[str]]]:
    def sample(_table: PolicyTable) -> tuple[str, Iterator[str]]:
        width = max(len(column.name) for column in columns)
        return "text", (f"{column.name:<{width}}  {column.kind:<6}  {column.meaning}" for column in columns)

    return sample


def _sample_situations(_table: PolicyTable) -> tuple[str, list[str]]:
    shown = ("R - -/- - 3 642 2", "R - -/- 654@3 3 642 1", "R - -/- 421@2 2 421 1")
    duel = round_policy(load_rules("classic"), "duel")
    first, names, *rows = b"".join(FORMATS["csv"].chunks(duel.table)).decode("ascii").splitlines()
    return "text", [f"{first[:58]}…", names, *(row for row in rows if row.split(",")[0] in shown)]


def _sample_header(table: PolicyTable) -> tuple[str, list[str]]:
    rules_text = table.header["rules_text"]
    return "json", json.dumps({**table.header, "rules_text": rules_text[:49] + "…"}, indent=2).replace(
        "\\u2026", "…"
    ).splitlines()


def _sample_text(form: str, language: str) -> Callable[[PolicyTable], tuple[str, list[str]]]:
    def sample(table: PolicyTable) -> tuple[str, list[str]]:
        first, names, *rows = text_of(table, form).splitlines()
        return language, [f"{first[:58]}…", names, *_some(rows)]

    return sample


def _sample_json(table: PolicyTable) -> tuple[str, list[str]]:
    first, names, start, *rows, end = text_of(table, "json").splitlines()
    return "text", [f"{first[:58]}…", names, start, *_some(rows), "…", end]


def _some(rows: list[str]) -> list[str]:
    """The rows that samples show, of a table's rows in order."""
    places = [_keys().index(key) for key in _SHOWN]
    return [rows[place] for place in places]


@cache
def _keys() -> list[tuple[int, str]]:
    return [(row.left, row.roll) for row in policy("classic", "beat", "654")]


def _file(table: PolicyTable, form: str, folder: str) -> Path:
    path = Path(folder) / "sample"
    table.write(path, form)
    return path


def _sample_parquet(table: PolicyTable) -> tuple[str, list[str]]:
    with TemporaryDirectory() as folder:
        found = parquet.read_table(_file(table, "parquet", folder))
    fields = [f"{field.name}: {field.type}{'' if field.nullable else ' not null'}" for field in found.schema]
    return "text", [*fields, "", *_some([str(tuple(row.values())) for row in found.to_pylist()])]


def _sample_sqlite(table: PolicyTable) -> tuple[str, list[str]]:
    question = "SELECT action, value, ties FROM entries WHERE left = 2 AND target = 'd654' AND roll = 'd642';"
    with TemporaryDirectory() as folder, closing(sqlite3.connect(_file(table, "sqlite", folder))) as database:
        made = [f"{sql};" for (sql,) in database.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL")]
        answers = ["-- " + "|".join(map(str, row)) for row in database.execute(question)]
    return "sql", [*made, "", question, *answers]


def _sample_npz(table: PolicyTable) -> tuple[str, list[str]]:
    lines = []
    with TemporaryDirectory() as folder, np.load(_file(table, "npz", folder)) as arrays:
        for name in arrays.files:
            array = arrays[name]
            first = "" if array.ndim == 0 else f"  {array[0]} …"
            kind = "U" if array.dtype.kind == "U" else array.dtype.name
            lines.append(f"{name:<11}  {kind:<7}  {array.shape!s:<6}{first}".rstrip())
    return "text", lines


def _sample_values(_table: PolicyTable) -> tuple[str, list[str]]:
    header, *lines = (FOLDER / "classic-2-manche.values").read_text(encoding="ascii").splitlines()
    return "text", [f"{header[:98]}…", *(f"{line[:60]}…" for line in (lines[0], lines[-1]))]


_SAMPLES = {
    "columns": _sample_columns(COLUMNS),
    "header": _sample_header,
    "csv": _sample_text("csv", "text"),
    "csv-fr": _sample_text("csv-fr", "text"),
    "json": _sample_json,
    "parquet": _sample_parquet,
    "sqlite": _sample_sqlite,
    "npz": _sample_npz,
    "situation-columns": _sample_columns(SITUATION_COLUMNS),
    "situations": _sample_situations,
    "values": _sample_values,
}


if __name__ == "__main__":
    for shipped in sys.argv[1:] or (*SHIPPED, *QUICK):
        (FOLDER / shipped).write_bytes(shipped_bytes(shipped))
    (FOLDER / "index.json").write_bytes(index_bytes())
    page = FOLDER / "README.md"
    page.write_text(readme(page.read_text(encoding="utf-8")), encoding="utf-8")
