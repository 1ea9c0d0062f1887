"""`421 best --position` for a round or a whole game."""

from __future__ import annotations

from typing import Any

import click

from game421.advice.situation import best_of_situation
from game421.commands.best import Shape, asked_option
from game421.commands.output import best_content, document, language, option_content, print_json
from game421.commands.situations import SituationText, asked_situation, tell_of_many
from game421.states.goals import GAME_GOALS
from game421.states.positions import Position


def answer_position(position: Position, turn: dict[str, Any], shape: Shape) -> None:
    """Print every action of a position; exact values of whole games only where asked for."""
    situation = asked_situation(turn["rules"], position, turn["goal"], exact=shape.exact)
    tell_of_many(situation)
    answer = best_of_situation(situation)
    shown = shape.exact or situation.goal not in GAME_GOALS
    asked = asked_option(answer, shape.hold, position.roll)
    if shape.as_json:
        content = best_content(answer, exact=shown)
        if asked:
            content["hold"] = option_content(asked, exact=shown)
        print_json(document(answer.source, **content))
        return
    text = SituationText(situation, language(shape.lang), exact=shown)
    click.echo(text.best(answer) if asked is None else text.hold(asked, answer))
