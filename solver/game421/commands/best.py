"""`421 best`: every option of a decision with its value and what it costs, best first."""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from game421.advice.answers import BestAnswer, Option
from game421.advice.turn import best_of_turn, question_of_position, turn_position
from game421.commands.options import (
    POSITIONS,
    json_option,
    lang_option,
    refuse,
    refuse_said,
    rules_option,
    turn_options,
    turn_question,
)
from game421.commands.output import (
    best_content,
    document,
    language,
    option_content,
    print_json,
)
from game421.commands.wording import TurnText
from game421.dice import KEEPS, ROLLS, RollIndex, format_keep, parse_keep, parse_roll
from game421.errors import InputError
from game421.states.actions import RAMPO, TIED, Action, format_action, keep_of, parse_action
from game421.states.checks import check_position
from game421.states.goals import SITUATION_GOALS
from game421.states.positions import Position
from game421.turns.goals import TIED_HALVES, TURN_GOALS
from game421.turns.questions import TurnQuestion

EPILOG = f"""\b
Examples:
  421 best 642                                   most points, two throws left
  421 best 642 --left 2 --goal beat --target 654
  421 best 552 --left 1 --hold 55                what keeping 55 is worth and costs
  421 best 611 --goal combo --target 421 --target brelan
  421 best --position "T - - 654@2 2 642 1"      a follower's turn
  421 best --position "D 0 8/13 654@2 2 642 1"   the same in a whole game of two
  421 best - --as follower --left 2 --cap 2      before the first throw
  421 best --batch rolls.csv                     a row of answer for each row
\b
Dice are read in any order: 642, 2-4-6, "6 4 2", ⚅⚃⚁. A hold is the dice kept: 42, - for none,
642 to stop, 42! to say "le bon" before the throw.
\b
{POSITIONS}
\b
The columns of a batch: roll (or a, b and c), left, target, locked; or position alone. French
names will do (tirage, reste, cible, bloqués). Any other column is carried along."""


class Shape(NamedTuple):
    """How an answer is wanted: whole or about one hold, with long fractions or not, for whom."""

    hold: str | None
    exact: bool
    as_json: bool
    lang: str | None


@click.command(epilog=EPILOG)
@click.argument("roll", required=False)
@click.option("--left", metavar="N", help="Throws that may still come. [default: 2, or what the cap leaves]")
@turn_options(
    [*TURN_GOALS, *SITUATION_GOALS],
    "Of the --position of a round: duel (be best), safe (not worst), tokens, relative; of a game: manche, "
    "partie.",
)
@click.option("--hold", metavar="DICE", help="Ask what this hold is worth and what it costs.")
@click.option("--locked", metavar="DICE", help="Dice already locked, where the rules lock dice.")
@click.option("--position", metavar="TEXT", help="The whole situation in one line, instead of ROLL.")
@click.option("--batch", metavar="FILE", help="Answer every row of a CSV file (- for standard input).")
@click.option("--exact", is_flag=True, help="Exact values of a whole game of two too: hundreds of digits.")
@rules_option
@json_option
@lang_option
def best(
    roll: str | None,
    left: str | None,
    locked: str | None,
    position: str | None,
    batch: str | None,
    **rest: Any,
) -> None:
    """The best hold of ROLL, and every other with what it costs."""
    shape = Shape(*map(rest.pop, Shape._fields))
    if sum(given is not None for given in (roll, position, batch)) != 1:
        raise click.UsageError("give one of ROLL, --position and --batch")
    if batch is not None:
        _refuse_shape_of_batch(shape)
        from game421.commands.batch import answer_batch

        answer_batch(batch, rest, left, locked)
    elif position is not None:
        _answer_position(Position.parse(position), left, locked, rest, shape)
    else:
        question = turn_question(**rest)
        kept = parse_keep(locked or "-")
        _answer_turn(question, turn_position(question, _roll(roll or ""), _left(left, question), kept), shape)


def _refuse_shape_of_batch(shape: Shape) -> None:
    one = {"--hold": shape.hold, "--json": shape.as_json or None}
    refuse(one, "goes with one question: --batch answers in CSV")
    refuse(
        {"--exact": shape.exact or None},
        "goes with one question: a batch has exact values of turns and "
        "bare rounds, and whole games in float64",
    )


def _answer_position(
    position: Position, left: str | None, locked: str | None, turn: dict[str, Any], shape: Shape
) -> None:
    refuse_said(left, locked, turn, position.phase)
    if position.phase == "T":
        _answer_turn(_question_of(position, turn), position, shape)
        return
    from game421.commands.best_position import answer_position

    answer_position(position, turn, shape)


def _answer_turn(question: TurnQuestion, position: Position, shape: Shape) -> None:
    answer = best_of_turn(question, position)
    asked = asked_option(answer, shape.hold, position.roll)
    if shape.as_json:
        content = best_content(answer) | {"as": question.role, "target": list(question.targets)}
        if asked:
            content["hold"] = option_content(asked)
        print_json(document(answer.source, **content))
        return
    text = TurnText(question, language(shape.lang))
    click.echo(text.best(answer, position) if asked is None else text.asked(asked))


def _question_of(position: Position, turn: dict[str, Any]) -> TurnQuestion:
    question = question_of_position(
        turn["rules"],
        position,
        turn["goal"],
        phase=turn["phase"] or "decharge",
        role=turn["role"],
        wanted=turn["targets"],
        tied_halves=TIED_HALVES[turn["ties"]] if turn["ties"] else None,
    )
    check_position(question.rules, position)
    return question


def _roll(text: str) -> RollIndex | None:
    return None if text == "-" else parse_roll(text)


def _left(text: str | None, question: TurnQuestion) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise InputError(f"throws left {text!r}: write a whole number from 0 to {question.throws - 1}")
    return int(text)


def asked_option(answer: BestAnswer, hold: str | None, roll: RollIndex | None) -> Option | None:
    """The option that `--hold` asks about; refuses a hold that is not legal here."""
    if hold is None:
        return None
    action = parse_action(hold)
    option = answer.option(format_action(action))
    if option is None:
        legal = " ".join(option.action for option in answer.options)
        raise InputError(
            f"hold {format_action(action)!r} is not possible here{_missing(action, roll)}; possible: {legal}"
        )
    return option


def _missing(action: Action, roll: RollIndex | None) -> str:
    """Which die of the hold is not in the roll, if that is what is wrong."""
    if roll is None or action in {TIED, RAMPO}:
        return ""
    thrown, kept = ROLLS[roll], KEEPS[keep_of(action)]
    for face in kept:
        if kept.count(face) > thrown.count(face):
            return f": {format_keep(roll)} has " + (f"too few {face}s" if face in thrown else f"no {face}")
    return ""
