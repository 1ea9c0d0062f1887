"""`421 odds --holding`: what a finished combination is worth with opponents still to come."""

from __future__ import annotations

from typing import Any

import click

from game421.advice.holding import HoldingAnswer, value_of_holding
from game421.commands.output import document, language, print_json
from game421.commands.wording import AnswerText, goal_in_words
from game421.rules.worth import Phase
from game421.states.goals import ROUND_GOALS
from game421.states.results import Result


def answer_holding(
    holding: str,
    to_come: int | None,
    before: tuple[str, ...],
    turn: dict[str, Any],
    *,
    as_json: bool,
    lang: str | None,
) -> None:
    """Print what the holder of a result gets, everyone after him playing at best."""
    goal = turn["goal"] or "safe"
    if goal not in ROUND_GOALS:
        raise click.UsageError(f"goal {goal}: --holding goes with {', '.join(ROUND_GOALS)}")
    made = tuple(map(Result.parse, before))
    phase: Phase = turn["phase"] or "decharge"
    answer = value_of_holding(turn["rules"], ROUND_GOALS[goal], Result.parse(holding), to_come, made, phase)
    if as_json:
        content = {
            "value": answer.value,
            "exact": None if answer.exact is None else str(answer.exact),
            "holding": str(answer.holding),
            "before": list(map(str, made)),
            "to_come": answer.to_come,
        }
        print_json(document(answer.source, **content))
        return
    click.echo(_text(answer, language(lang)))


def _text(answer: HoldingAnswer, lang: str) -> str:
    source = answer.source
    words = AnswerText(lang, source.goal, unit=source.rules.game, exact=True)
    made = ", ".join(map(str, answer.before))
    what = words.say["holding_before" if made else "holding"].format(
        holding=answer.holding, before=made, count=answer.to_come
    )
    goal = goal_in_words(words.say, source.goal, source.rules)
    exact = "" if answer.exact is None else f" = {answer.exact}"
    rules = words.say["rules"].format(name=source.rules.name)
    return f"{what} · {goal} · {rules}\n\n  {words.amount(answer.value)}{exact}"
