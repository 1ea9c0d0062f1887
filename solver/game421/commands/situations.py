"""What the commands about positions share: from options to a situation, and its answers as text."""

from __future__ import annotations

import click

from game421.advice.answers import BestAnswer, Option, Source, ValueAnswer
from game421.advice.asking import situation_of
from game421.advice.situation import Situation
from game421.commands.progress import late_progress
from game421.commands.wording import AnswerText, aligned, goal_in_words, told_epsilon
from game421.rules.record import Rules
from game421.states.goals import SITUATION_GOALS, SituationGoal
from game421.states.positions import Position
from game421.states.token_states import rules_phase
from game421.turns.goals import TurnGoal


def asked_situation(
    rules: Rules, position: Position, goal: TurnGoal | SituationGoal | None, *, exact: bool
) -> Situation:
    """The situation that options ask about; what takes time is told on standard error."""
    if goal is not None and goal not in SITUATION_GOALS:
        raise click.UsageError(f"goal {goal} is about a bare turn: give a position of phase T")
    wanted = SITUATION_GOALS[goal] if goal else None
    with late_progress(f"solving {rules.name}") as report:
        return situation_of(rules, position, wanted, exact=exact, notice=tell, report=report)


def tell(notice: str) -> None:
    """Say on standard error what takes time or went wrong without harm."""
    click.echo(f"421: {notice}", err=True)


FEW = 3
"""Players to come after the mover whose turns are worked out at once; one less where throws break ties."""


def tell_of_many(situation: Situation) -> None:
    """Say where what many others can do takes seconds to work out."""
    position = situation.position
    few = FEW - situation.rules.throws_break_ties(rules_phase(position.round_phase))
    if position.to_come > few:
        tell(f"working out what {position.to_come} others can do, which takes some seconds …")


class SituationText(AnswerText):
    """The words for answers about one situation."""

    def __init__(self, situation: Situation, lang: str, *, exact: bool) -> None:
        super().__init__(lang, situation.goal, unit=situation.rules.game, exact=exact)
        self._situation = situation

    def best(self, answer: BestAnswer) -> str:
        """The whole answer: what was asked, every option, one sentence."""
        return "\n".join([self.options(self._heading(), answer), *self._nearness(answer.source)])

    def hold(self, option: Option, answer: BestAnswer) -> str:
        """What one hold is worth and costs."""
        return "\n".join([self.asked(option), *self._nearness(answer.source)])

    def values(self, answer: ValueAnswer) -> str:
        """What the position is worth to each player."""
        rows = [[self.say["player"], self.say["value"], *self._exact_only(self.say["exact"])]]
        for seat, value in enumerate(answer.values):
            exact = str(answer.exact[seat]) if answer.exact else "-"
            player = self.say["leads"].format(seat=1) if seat == 0 else str(seat + 1)
            rows.append([player, self.amount(value), *self._exact_only(exact)])
        told = self._nearness(answer.source)
        return "\n".join([self._heading(), "", *aligned(rows), *([""] if told else []), *told])

    def _nearness(self, source: Source) -> list[str]:
        return told_epsilon(self.lang, source.epsilon)

    def _heading(self) -> str:
        situation = self._situation
        goal = goal_in_words(self.say, situation.goal, situation.rules)
        rules = self.say["rules"].format(name=situation.rules.name)
        return " · ".join([str(situation.position), goal, rules])
