"""`421 review`: what the decisions of games that were played cost each player."""

from __future__ import annotations

import click
from click.core import ParameterSource

from game421.commands.interrupting import stoppable
from game421.commands.options import json_option, lang_option, rules_option
from game421.commands.output import language, print_json
from game421.commands.progress import progress
from game421.commands.situations import tell
from game421.rules.record import Rules
from game421.states.goals import SITUATION_GOALS

EPILOG = """\b
Examples:
  421 bench points aces --games 10 --goal duel --log games.jsonl
  421 review games.jsonl                       what each player's decisions cost
  421 review games.jsonl --worst 5 --json
  421 review friday.jsonl --rules my-table.toml --goal manche
\b
FILE is the log of a match, which says itself what was played for and by which rules, or has a JSON object
a line for each decision, by people or programs: {"position": "D 0 8/13 654@2 2 642 1", "action": "42"}, and
if you like "player" and "game", a text or a number; the lines of a game stand together. Other keys are
not read. Costs are parts of a win: what 421 best --position says that the action costs."""

WORST = 20
"""How many of the costliest decisions are told."""


@click.command(epilog=EPILOG)
@click.argument("file", metavar="FILE")
@click.option(
    "--goal",
    type=click.Choice(["manche", "partie", "duel", "safe"]),
    help="What was played for; a log says it. [default: manche, or partie where the first position has lost "
    "manches; of a bare round duel, in sips safe]",
)
@click.option(
    "--worst",
    type=click.IntRange(0, 10_000),
    default=WORST,
    show_default=True,
    metavar="N",
    help="Show the N costliest decisions.",
)
@rules_option
@json_option
@lang_option
@click.pass_context
def review(
    context: click.Context,
    file: str,
    rules: Rules,
    goal: str | None,
    worst: int,
    as_json: bool,
    lang: str | None,
) -> None:
    """What each player's decisions cost in the games of FILE (- for standard input)."""
    from game421.arena.records import open_records
    from game421.arena.reviews import review_records, rules_of
    from game421.commands.review_wording import ReviewText, review_content

    given = context.get_parameter_source("rules") is ParameterSource.COMMANDLINE
    with stoppable(), open_records(file) as records, progress("421 review, bytes") as report:
        size = records.size
        found = review_records(
            records,
            rules_of(records, rules, given=given),
            SITUATION_GOALS[goal] if goal else None,
            worst=worst,
            notice=tell,
            report=lambda read: report(read, size) if size else None,
        )
    if found.cut_off is not None:
        tell(f"{found.label}:{found.cut_off}: ends in the middle of the line, which is left out")
    if as_json:
        print_json(review_content(found))
    else:
        click.echo(ReviewText(language(lang)).review(found))
