"""`421 odds`: chances before the first throw, or of a combination already made."""

from __future__ import annotations

from typing import Any

import click

from game421.advice.turn import odds_of_turn
from game421.commands.options import (
    json_option,
    lang_option,
    refuse,
    rules_option,
    turn_options,
    turn_question,
)
from game421.commands.output import document, language, odds_content, print_json
from game421.commands.wording import TurnText
from game421.states.goals import ROUND_GOALS
from game421.turns.goals import TURN_GOALS

EPILOG = """\b
Examples:
  421 odds --goal combo --target 421 --throws 3
  421 odds --goal combo --target brelan --target 111
  421 odds                                     mean value of a turn
  421 odds --goal beat --target 654 --as follower
  421 odds --goal safe --holding 653@3 --to-come 2
  421 odds --goal duel --holding 653@3 --before 654@3 --to-come 1"""


@click.command(epilog=EPILOG)
@click.option("--throws", type=int, metavar="N", help="The most throws (the same as --cap).")
@click.option("--holding", metavar="RESULT", help="A combination already made, for example 653@3.")
@click.option(
    "--to-come",
    type=int,
    metavar="N",
    help="How many opponents play after it. [default: 1, or 0 after --before]",
)
@click.option(
    "--before", multiple=True, metavar="RESULT", help="A result made before it. Repeatable, in order."
)
@turn_options(
    [*TURN_GOALS, *ROUND_GOALS],
    "With --holding: safe (not worst, the default), duel (be best), tokens, relative.",
)
@rules_option
@json_option
@lang_option
def odds(
    throws: int | None,
    holding: str | None,
    to_come: int | None,
    before: tuple[str, ...],
    as_json: bool,
    lang: str | None,
    **turn: Any,
) -> None:
    """Chances before the first throw, by number of throws, and what an optimal turn ends on.

    With --holding: the chance not to be worst (safe) or to be best (duel) with what was made.
    """
    if holding is None:
        refuse({"--before": before, "--to-come": to_come}, "goes with --holding")
        _answer_odds(throws, turn, as_json=as_json, lang=lang)
        return
    of_turns = {
        "--throws": throws,
        "--cap": turn["cap"],
        "--target": turn["targets"],
        "--as": turn["role"],
        "--ties": turn["ties"],
    }
    refuse(of_turns, "is about a turn to be played, not about --holding")
    from game421.commands.odds_holding import answer_holding

    answer_holding(holding, to_come, before, turn, as_json=as_json, lang=lang)


def _answer_odds(throws: int | None, turn: dict[str, Any], *, as_json: bool, lang: str | None) -> None:
    """The chances of a turn still to be played."""
    if turn["goal"] in ROUND_GOALS:
        raise click.UsageError(f"goal {turn['goal']} goes with --holding, a finished combination")
    if throws is not None and turn["cap"] is not None:
        raise click.UsageError("--throws and --cap mean the same: give one")
    turn["cap"] = turn["cap"] if throws is None else throws
    question = turn_question(**turn)
    answer = odds_of_turn(question)
    if as_json:
        content = odds_content(answer) | {"as": question.role, "target": list(question.targets)}
        print_json(document(answer.source, **content))
        return
    click.echo(TurnText(question, language(lang)).odds(answer))
