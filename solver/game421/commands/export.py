"""`421 export`: the whole optimal policy of a turn goal, as a table in a file or on standard output."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from game421.commands.options import rules_option, turn_options
from game421.rules import Rules
from game421.tables.columns import HASH
from game421.tables.formats import FORMATS, Format, format_named
from game421.tables.policy import turn_policy
from game421.tables.storage import save_table, table_chunks
from game421.turns.goals import TIED_HALVES
from game421.turns.policies import PolicyQuestion

EPILOG = """\b
Examples:
  421 export --goal beat -o beat.csv             every target, every roll
  421 export --goal beat --target 654 | head
  421 export --goal points --rules my-table.toml --as follower -o points.parquet
  421 export --goal combo --target brelan --format csv-fr -o brelans.csv
\b
Formats: csv (commas, decimal points), csv-fr (semicolons, decimal commas, for a French
spreadsheet), json, parquet, sqlite, npz. Every file holds the rules and a hash of its content."""


@click.command(epilog=EPILOG)
@turn_options
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    help="The file's format. [default: what its name ends with, else csv]",
)
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to write; - for standard output.")
@rules_option
def export(form: str | None, output: str, **turn: Any) -> None:
    """Write the whole optimal policy of a turn goal as a table.

    A row for every decision: throws left, target, roll; what to do, its value, exactly too, what the
    second best costs, and everything that is as good.
    """
    chosen = _format(form, output)
    chosen.require()
    policy = turn_policy(_question(**turn))
    if output == "-":
        for chunk in table_chunks(policy.table, chosen):
            sys.stdout.buffer.write(chunk)
        return
    save_table(policy.table, Path(output), chosen)
    click.echo(f"{output}: {len(policy)} rows, {HASH} {policy.header[HASH]}", err=True)


def _format(name: str | None, output: str) -> Format:
    chosen = FORMATS[name] if name else format_named(Path(output))
    if output == "-" and chosen.chunks is None:
        raise click.UsageError(f"--format {chosen.name} is no text: name a file with -o")
    return chosen


def _question(
    rules: Rules,
    goal: str | None,
    targets: tuple[str, ...],
    role: str | None,
    cap: int | None,
    phase: str,
    ties: str | None,
) -> PolicyQuestion:
    """The policy that these options mean; a target without a goal is one to beat."""
    return PolicyQuestion(
        rules=rules,
        goal=goal or ("beat" if targets else "points"),
        phase="charge" if phase == "charge" else "decharge",
        role="follower" if role == "follower" else "leader",
        cap=cap,
        names=targets,
        tied_halves=TIED_HALVES[ties] if ties else None,
    )
