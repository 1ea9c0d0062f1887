"""`421 sheet`: one page to take to the table, computed for its rules and for what one wants."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

import click

from game421.commands.options import json_option, lang_option, refuse, require_output, rules_option
from game421.commands.output import language
from game421.commands.situations import tell
from game421.dice import parse_roll
from game421.errors import InputError
from game421.rules.record import Rules
from game421.sheets.contents import SHEET_GOALS
from game421.sheets.contents import sheet as sheet_of
from game421.sheets.pages import Page
from game421.sheets.picturing import PICTURES, Subject
from game421.sheets.picturing import picture as draw
from game421.sheets.saving import (
    FORMS,
    form_named,
    lost_on_paper,
    rendered,
    rendered_picture,
    require,
    save,
)
from game421.sheets.telling import told
from game421.states.goals import SITUATION_GOALS, SituationGoal
from game421.strategies.telling import Lang

EPILOG = """\b
Examples:
  421 sheet -o duel.pdf                       one page, A4 or Letter, for the default rules
  421 sheet --rules bistro --lang fr -o bistro.pdf
  421 sheet --goal tokens --players 3 -o trois.html
  421 sheet --goal manche --stacks 8/13       as text, on standard output
  421 sheet --level full --players 3 -o all.pdf
  421 sheet --level card --lines 5 -o card.pdf   a few rules of thumb, and what they cost
  421 sheet --price my-rules.toml              what your own rules of thumb cost
  421 sheet --picture tokens -o tokens.svg"""


@click.command(epilog=EPILOG)
@click.option(
    "--goal",
    type=click.Choice(SHEET_GOALS),
    help="What is played for: a round (duel, safe, tokens, relative), or the manche. "
    "[default: duel; tokens in sips; a price is also told over the manche of two]",
)
@click.option("--players", type=int, default=2, show_default=True, metavar="N", help="How many play.")
@click.option(
    "--stacks", metavar="A/B", help="For the manche: the tokens of each, the leader's first. [default: equal]"
)
@click.option(
    "--level",
    type=click.Choice(["card", "page", "full"]),
    default="page",
    show_default=True,
    help="A card of a few rules of thumb with their price, one page with what matters, or everything on as "
    "many as it takes.",
)
@click.option(
    "--lines",
    type=int,
    metavar="N",
    help="For --level card: at most so many lines for each role (3, 5, 8, 12). [default: 8]",
)
@click.option(
    "--price", "strategy", metavar="FILE", help="A strategy file (TOML; - for standard input): what it costs."
)
@click.option(
    "--format", "form", type=click.Choice(FORMS), help="[default: what the file's name ends with, else txt]"
)
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to write; - for standard output.")
@click.option("--picture", type=click.Choice(list(PICTURES)), help="Draw a chart instead (svg, png, pdf).")
@click.option("--roll", metavar="DICE", help="For --picture holds: the roll, for example 642.")
@click.option("--left", type=int, metavar="N", help="For --picture holds: throws left. [default: 2]")
@click.option(
    "--date", "day", metavar="YYYY-MM-DD", help="A date to print; else SOURCE_DATE_EPOCH's if set, else none."
)
@click.option(
    "--tip", is_flag=True, help="For cards and --price: judge the lines alone, with perfect play elsewhere."
)
@lang_option
@json_option
@rules_option
def sheet(**options: Any) -> None:
    """Write a sheet to play by: ranking, leader, follower, chances, all computed.

    Whoever plays as it says plays as well as can be: every line is the whole optimal policy, not a rule of
    thumb. With --picture, a chart: chances by tokens held (tokens; triangle for three players), what the
    leader stops on (stops), what each hold of a --roll is worth (holds).

    With --level card, a few rules of thumb and what they cost against perfect play, to the last decision;
    --price tells the same of rules of thumb in a file of yours (docs/strategies.md).
    """
    asked = _Asked(**options)
    require_output(asked.output, asked.strategy)
    if asked.strategy is not None or asked.level == "card":
        content = _card(asked)
    else:
        if asked.lines is not None or asked.as_json or asked.tip:
            raise click.UsageError("--lines is for --level card, --tip and --json for cards and --price")
        require(asked.chosen_form)
        content = _sheet(asked) if asked.picture is None else _picture(asked, asked.picture)
    if asked.output == "-":
        sys.stdout.buffer.write(content)
    else:
        save(content, Path(asked.output))


class _Asked(NamedTuple):
    """What was typed, option by option."""

    rules: Rules
    goal: str | None
    players: int
    stacks: str | None
    level: str
    lines: int | None
    strategy: str | None
    form: str | None
    output: str
    picture: str | None
    roll: str | None
    left: int | None
    day: str | None
    tip: bool
    lang: str | None
    as_json: bool

    @property
    def chosen_form(self) -> str:
        """The format: named, or what the file's name ends with. Raises InputError where that is none."""
        return self.form or ("txt" if self.output == "-" else form_named(Path(self.output)))

    @property
    def spoken(self) -> Lang:
        """The language of the text."""
        return "fr" if language(self.lang) == "fr" else "en"

    @property
    def usual_goal(self) -> SituationGoal:
        """What is played for: what was said, or the round."""
        return SITUATION_GOALS[self.goal or ("tokens" if self.rules.game == "sips" else "duel")]


def _card(asked: _Asked) -> bytes:
    """The card that comes with the program, or the one of a strategy file, in its format."""
    from game421.arena.cards import card_for, is_borrowed
    from game421.commands.progress import progress
    from game421.commands.sheet_content import card_content
    from game421.sheets.cards import priced, told_card
    from game421.strategies.reading import load_strategy

    _refuse_beside_cards(asked)
    if not asked.as_json:
        require(asked.chosen_form)
    printed, lines = _date(asked.day), LINES if asked.lines is None else asked.lines
    if asked.strategy is not None:
        listed = load_strategy(asked.strategy)
    else:
        listed = card_for(asked.rules, lines, asked.players, asked.usual_goal, tell)
    goal = SITUATION_GOALS[asked.goal] if asked.goal else None
    with progress("421 sheet") as report:
        found = priced(asked.rules, listed, asked.players, goal, tell, report, tip=asked.tip)
    if asked.strategy is None:
        borrowed = is_borrowed(asked.rules, lines, asked.players, asked.usual_goal)
        found = replace(found, lines=lines, borrowed=borrowed)
    if asked.as_json:
        return card_content(found).encode()
    return _on_paper(asked, told_card(found, asked.spoken, printed))


LINES = 8
"""Lines of a card where nothing is said."""


def _refuse_beside_cards(asked: _Asked) -> None:
    """Raise UsageError for options that mean nothing to cards and prices."""
    of_others = {
        "--picture": asked.picture,
        "--stacks": asked.stacks,
        "--roll": asked.roll,
        "--left": asked.left,
    }
    refuse(of_others, "is not for cards and prices")
    if asked.strategy is not None and (asked.lines is not None or asked.level != "page"):
        raise click.UsageError("--level and --lines are not for --price: a file has the lines it has")
    if asked.as_json and asked.form is not None:
        raise click.UsageError("--json is a format of its own: leave --format out")


def _sheet(asked: _Asked) -> bytes:
    refuse({"--roll": asked.roll, "--left": asked.left}, "is for --picture holds")
    printed = _date(asked.day)
    made = sheet_of(
        asked.rules,
        asked.usual_goal,
        asked.players,
        stacks=_stacks(asked.stacks),
        level="full" if asked.level == "full" else "page",
        notice=tell,
    )
    return _on_paper(asked, told(made, asked.spoken, printed), single=asked.level == "page")


def _on_paper(asked: _Asked, page: Page, *, single: bool = True) -> bytes:
    """The page in its format; what that cannot show is told on standard error."""
    form = asked.chosen_form
    if lost := lost_on_paper(page, form):
        tell(f"the fonts of {form} have no {lost}: a mark stands for it; html, md and txt show it")
    return rendered(page, form, single=single)


def _picture(asked: _Asked, name: str) -> bytes:
    level = None if asked.level == "page" else asked.level
    of_sheets = {"--stacks": asked.stacks, "--date": asked.day, "--level": level}
    refuse(of_sheets, "is for sheets, not for pictures")
    if name != "holds":
        refuse({"--roll": asked.roll, "--left": asked.left}, "is for --picture holds")
    subject = Subject(
        rules=asked.rules,
        lang=asked.spoken,
        goal=asked.usual_goal,
        players=asked.players,
        roll=None if asked.roll is None else parse_roll(asked.roll),
        left=2 if asked.left is None else asked.left,
        notice=tell,
    )
    return rendered_picture(draw(name, subject), asked.chosen_form)


def _stacks(text: str | None) -> tuple[int, ...]:
    """The stacks as written, `8/13`."""
    if text is None:
        return ()
    parts = text.split("/")
    if not all(part.isascii() and part.isdigit() and len(part) <= 3 for part in parts):
        raise InputError(
            f"stacks {text!r}: write the tokens of each player, the leader's first, for example 8/13"
        )
    return tuple(map(int, parts))


def _date(text: str | None) -> str | None:
    """The date that is to stand on the sheet. Raises InputError for one that is none."""
    if text is not None:
        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            raise InputError(f"date {text!r} is no day: write YYYY-MM-DD, for example 2026-11-30") from None
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return None
    try:
        return datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise InputError(f"SOURCE_DATE_EPOCH is {epoch!r}: it takes whole seconds since 1970") from None
