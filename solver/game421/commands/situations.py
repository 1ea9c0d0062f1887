"""What the commands about positions share: from options to a situation, and its answers as text."""

from __future__ import annotations

import click

from game421.advice.answers import BestAnswer, Option, ValueAnswer
from game421.advice.asking import SituationGoal, situation_of
from game421.advice.situation import Situation
from game421.commands.wording import LANGUAGES, action_in_words, aligned
from game421.rules.record import Rules
from game421.states.positions import Position

_GOALS: dict[str, SituationGoal] = {
    "duel": "duel",
    "safe": "safe",
    "tokens": "tokens",
    "relative": "relative",
    "manche": "manche",
    "partie": "partie",
}


def asked_situation(rules: Rules, position: Position, goal: str | None, *, exact: bool) -> Situation:
    """The situation that options ask about; what takes time is told on standard error."""
    if goal is not None and goal not in _GOALS:
        raise click.UsageError(f"goal {goal} is about a bare turn: give a position of phase T")
    return situation_of(rules, position, _GOALS[goal] if goal else None, exact=exact, notice=tell)


def tell(notice: str) -> None:
    """Say on standard error what takes time or went wrong without harm."""
    click.echo(f"421: {notice}", err=True)


class SituationText:
    """The words for answers about one situation, in one language."""

    def __init__(self, situation: Situation, lang: str, *, exact: bool) -> None:
        self._situation, self._say, self._exact = situation, LANGUAGES[lang], exact

    def best(self, answer: BestAnswer) -> str:
        """The whole answer: what was asked, every option, one sentence."""
        keys = ("hold", "value", "exact", "costs") if self._exact else ("hold", "value", "costs")
        rows = [[self._say[key] for key in keys]]
        rows += [self._row(option, answer) for option in answer.options]
        return "\n".join([self._heading(), "", *aligned(rows), "", self._advice(answer)])

    def asked(self, option: Option) -> str:
        """What one action is worth and costs."""
        key = "asked" if option.regret else "asked_best"
        return self._say[key].format(
            hold=option.action, value=self._amount(option.value), regret=self._amount(option.regret)
        )

    def values(self, answer: ValueAnswer) -> str:
        """What the position is worth to each player."""
        rows = [[self._say["player"], self._say["value"], *([self._say["exact"]] if self._exact else [])]]
        for seat, value in enumerate(answer.values):
            exact = [str(answer.exact[seat]) if answer.exact else "-"] if self._exact else []
            rows.append([str(seat + 1), self._amount(value), *exact])
        return "\n".join([self._heading(), "", *aligned(rows)])

    def _heading(self) -> str:
        goal = self._say[f"goal_{self._situation.goal}"].format(unit=self._say[self._situation.rules.game])
        rules = self._say["rules"].format(name=self._situation.rules.name)
        return " · ".join([str(self._situation.position), goal, rules])

    def _row(self, option: Option, answer: BestAnswer) -> list[str]:
        if option.action == answer.best:
            cost = self._say["best"]
        elif option.action in answer.ties:
            cost = self._say["equal"]
        else:
            cost = self._amount(option.regret)
        exact = [str(option.exact) if option.exact else "-"] if self._exact else []
        return [option.action, self._amount(option.value), *exact, cost]

    def _advice(self, answer: BestAnswer) -> str:
        key = "worth_chance" if self._is_chance else "worth_points"
        worth = self._say[key].format(
            value=self._amount(answer.value), unit=self._say[self._situation.rules.game]
        )
        sentence = self._say["advice"].format(what=action_in_words(self._say, answer.best), worth=worth)
        others = ", ".join(answer.ties[1:])
        return sentence + (self._say["ties"].format(holds=others) if others else "")

    @property
    def _is_chance(self) -> bool:
        return self._situation.goal not in {"tokens", "relative"}

    def _amount(self, value: float) -> str:
        number = f"{100 * value:.3f}" if self._is_chance else f"{value:.4f}"
        number = number.replace(".", self._say["decimal"])
        return self._say["percent"].format(number=number) if self._is_chance else number
