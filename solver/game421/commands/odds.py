"""`421 odds`: chances before the first throw, by number of throws, and what an optimal turn ends on."""

from __future__ import annotations

from typing import Any

import click

from game421.advice.turn import odds_of_turn
from game421.commands.options import json_option, lang_option, rules_option, turn_options, turn_question
from game421.commands.output import document, language, odds_content, print_json, targets_of
from game421.commands.wording import TurnText

EPILOG = """\b
Examples:
  421 odds --goal combo --target 421 --throws 3
  421 odds --goal combo --target brelan --target 111
  421 odds                                     mean value of a turn
  421 odds --goal beat --target 654 --as follower"""


@click.command(epilog=EPILOG)
@click.option("--throws", type=int, metavar="N", help="The most throws (the same as --cap).")
@turn_options
@rules_option
@json_option
@lang_option
def odds(throws: int | None, as_json: bool, lang: str | None, **turn: Any) -> None:
    """Chances before the first throw, by number of throws, and what an optimal turn ends on."""
    if throws is not None and turn["cap"] is not None:
        raise click.UsageError("--throws and --cap mean the same: give one")
    turn["cap"] = turn["cap"] if throws is None else throws
    question = turn_question(**turn)
    answer = odds_of_turn(question)
    if as_json:
        content = odds_content(answer) | {"as": question.role, "target": targets_of(question)}
        print_json(document(answer.source, **content))
        return
    click.echo(TurnText(question, language(lang)).odds(answer))
