"""`421 verify`: prove what a table says, from its rules alone."""

from __future__ import annotations

import time
from pathlib import Path

import click

from game421.commands.options import json_option
from game421.commands.output import head, print_json
from game421.commands.progress import progress
from game421.commands.situations import tell
from game421.rules.source import printable
from game421.tables.proving import Verdict, verify_file
from game421.tables.shipped import shipped_path, shipped_tables

EPILOG = """\b
Examples:
  421 verify my-table.values    values of a whole game: every one is proved, exactly
  421 verify policy.csv         an exported policy: solved anew and compared
  421 verify --all              every table that comes with the program"""


@click.command(epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--all", "everything", is_flag=True, help="Every table that comes with the program.")
@json_option
def verify(file: Path | None, everything: bool, as_json: bool) -> None:
    """Prove FILE, and say what was proved, on which rules, in how long."""
    if (file is None) == (not everything):
        raise click.UsageError("give one of FILE and --all")
    files = [shipped_path(entry.file) for entry in shipped_tables()] if file is None else [file]
    found = []
    for path in files:
        began = time.monotonic()
        with progress(f"421 verify: {printable(path.name)}") as report:
            verdict = verify_file(path, report, tell)
        seconds = time.monotonic() - began
        found.append((path, verdict, seconds))
        if not as_json:
            click.echo(f"{printable(str(path))}: {verdict.sentence} ({verdict.rules.name}, {seconds:.1f} s)")
    if as_json:
        print_json(_head(found) | {"verified": [_content(*each) for each in found]})


def _head(found: list[tuple[Path, Verdict, float]]) -> dict[str, object]:
    """The head of the document: what it is all about, where it is about one table."""
    if len(found) > 1:
        return head(None)
    [(_, verdict, _)] = found
    return head(verdict.rules, verdict.goal, verdict.phase, method=verdict.method, epsilon=verdict.epsilon)


def _content(path: Path, verdict: Verdict, seconds: float) -> dict[str, object]:
    return {
        "file": str(path),
        "kind": verdict.kind,
        "rules": verdict.rules.name,
        "rules_digest": verdict.digest,
        "goal": verdict.goal,
        "proved": verdict.sentence,
        "seconds": round(seconds, 3),
    }
