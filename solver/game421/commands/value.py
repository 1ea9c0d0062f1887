"""`421 value`: what a position is worth to each player when everyone plays at best."""

from __future__ import annotations

import click

from game421.advice.situation import value_of_situation
from game421.commands.options import POSITIONS, json_option, lang_option, rules_option
from game421.commands.output import document, language, print_json
from game421.commands.situations import SituationText, asked_situation, tell_of_many
from game421.rules.record import Rules
from game421.states.goals import GAME_GOALS, SITUATION_GOALS, SituationGoal
from game421.states.positions import Position

EPILOG = f"""\b
Examples:
  421 value "D 0 8/13 - 3 - 3"                 the chances of two players in the décharge
  421 value "D 0 8/13 654@2 2 642 1"           in the middle of a round
  421 value "C 21 0/0 - 3 - 3" --exact         at the start, as a fraction
  421 value "R - -/-/- 654@2 2 - 2" --goal safe
\b
{POSITIONS}"""


@click.command(epilog=EPILOG)
@click.argument("position")
@click.option(
    "--goal",
    type=click.Choice(list(SITUATION_GOALS)),
    help="What is played for. [default: manche with stacks; tokens or duel for a bare round]",
)
@click.option(
    "--exact", is_flag=True, help="Give the values of a game of two as fractions too: hundreds of digits."
)
@rules_option
@json_option
@lang_option
def value(
    position: str, goal: SituationGoal | None, exact: bool, rules: Rules, as_json: bool, lang: str | None
) -> None:
    """Each player's chance (or expected tokens) in POSITION."""
    situation = asked_situation(rules, Position.parse(position), goal, exact=exact)
    if situation.known is None:
        tell_of_many(situation)
    answer = value_of_situation(situation)
    shown = exact or situation.goal not in GAME_GOALS
    if as_json:
        ratios = [str(ratio) for ratio in answer.exact] if answer.exact and shown else None
        print_json(document(answer.source, values=list(answer.values), exact=ratios))
        return
    click.echo(SituationText(situation, language(lang), exact=shown).values(answer))
