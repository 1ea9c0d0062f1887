"""Pictures of a table's rules: what they show, in words and numbers, apart from how it is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from game421.advice.answers import BestAnswer
from game421.advice.facts import Count
from game421.dice import format_keep
from game421.games.values import GameValues
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.sheets.orders import Order
from game421.sheets.phrases import number, typeset
from game421.sheets.picture_words import WORDS
from game421.sheets.policies import bare_round
from game421.states.actions import is_stop
from game421.states.goals import RoundGoal
from game421.states.token_states import TokenState
from game421.strategies.telling import Lang

Chart = Mapping[str, object]
"""A chart, as `templates/picture.typ` reads it: its `kind`, `title` and numbers."""


class Figure(NamedTuple):
    """A picture: charts under a title."""

    lang: Lang
    title: str
    subtitle: str
    charts: tuple[Chart, ...]


class Drawer:
    """Makes the figures of one table's rules in one language."""

    def __init__(self, rules: Rules, lang: Lang) -> None:
        self._rules, self._lang, self._words = rules, lang, WORDS[lang]

    def say(self, key: str, **words: object) -> str:
        """A phrase in the language."""
        return typeset(self._words[key].format(**words), self._lang)

    def figure(self, title: str, charts: Iterable[Chart]) -> Figure:
        """Charts under a title."""
        name = " ".join(self._rules.name.split())
        return Figure(self._lang, title, self.say("rules", name=name), tuple(charts))

    def percent(self, value: float, digits: int = 0) -> str:
        """A chance in percent."""
        return self.say("percent", number=number(100 * value, digits, self._lang))

    def tokens(self, values: GameValues) -> Chart:
        """Chance to win, or not to lose, by the tokens held, at the start of a décharge round of two."""
        total = self._rules.tokens
        held = range(1, total)
        worth = {own: _worth(values, (own, total - own)) for own in held}
        series = [
            {"name": self.say("with_lead"), "points": [[own, worth[own][0]] for own in held]},
            {"name": self.say("without_lead"), "points": [[own, worth[total - own][1]] for own in held]},
        ]
        return {
            "kind": "lines",
            "title": self.say(f"tokens_title_{self._rules.ends}"),
            "x-label": self.say("tokens_held"),
            "series": series,
            **self._across(0, total, range(0, total + 1, 1 if total < 25 else 5)),
            **self._up(1.0),
        }

    def triangle(self, values: GameValues) -> Chart:
        """Chance of the leader of three to win, or not to lose, by the stacks of all."""
        total = self._rules.tokens
        states = [
            (own, second, total - own - second)
            for own in range(1, total - 1)
            for second in range(1, total - own)
        ]
        worth = {stacks: _worth(values, stacks)[0] for stacks in states}
        cells = [
            {"stacks": stacks, "value": value, "written": number(100 * value, 0, self._lang)}
            for stacks, value in worth.items()
        ]
        return {
            "kind": "triangle",
            "title": self.say(f"triangle_title_{self._rules.ends}"),
            "total": total,
            "from": min(worth.values()),
            "to": max(worth.values()),
            "cells": cells,
            "notes": [self.say("triangle_note")],
        }

    def length(self, rounds: Count) -> Chart:
        """How many rounds a manche lasts."""
        shown = [chance for chance in rounds.chances if chance >= 0.0005]
        last = max(count for count, chance in enumerate(rounds.chances) if chance >= 0.0005)
        chances = rounds.chances[1 : last + 1]
        return {
            "kind": "bars",
            "title": self.say("length_title", mean=number(rounds.mean, 1, self._lang)),
            "x-label": self.say("length_rounds"),
            "bars": [{"value": chance} for chance in chances],
            **self._across(0.5, last + 0.5, range(5, last + 1, 5)),
            **self._up(max(shown)),
        }

    def stops(self, goal: RoundGoal, opponents: Sequence[int], phase: Phase = "decharge") -> list[Chart]:
        """What the leader stops on after each throw but the last, by number of opponents."""
        order = Order(self._rules)
        rounds = {many: bare_round(self._rules, goal, many + 1, phase) for many in opponents}
        throws = next(iter(rounds.values())).throws
        charts: list[Chart] = []
        for left in range(throws - 1, 0, -1):
            policies = {many: solved.policy((), left) for many, solved in rounds.items()}
            stops = {
                many: {lies.roll for lies, action in policy.items() if is_stop(action)}
                for many, policy in policies.items()
            }
            rows = [
                {
                    "label": self.say(f"opponents_{many}"),
                    "filled": [roll in stopped for roll in order.rolls],
                }
                for many, stopped in stops.items()
            ]
            charts.append(
                {
                    "kind": "strips",
                    "title": self.say("stops_title", throw=throws - left),
                    "columns": [format_keep(roll) for roll in order.rolls],
                    "rows": rows,
                    "x-label": self.say("stops_order"),
                }
            )
        return charts

    def holds(self, answer: BestAnswer, *, is_chance: bool) -> Chart:
        """What every hold of a roll is worth."""
        written = [
            self.percent(option.value, 1) if is_chance else number(option.value, 2, self._lang)
            for option in answer.options
        ]
        return {
            "kind": "ranked",
            "title": self.say("holds_title"),
            "y-to": max(option.value for option in answer.options) or 1,
            "bars": [
                {
                    "label": option.action.replace("-", "–"),
                    "value": max(option.value, 0),
                    "written": text,
                    "best": option.action in answer.ties,
                }
                for option, text in zip(answer.options, written, strict=True)
            ],
        }

    def _across(self, start: float, end: float, ticks: Iterable[int]) -> dict[str, object]:
        return {
            "x-from": start,
            "x-to": end,
            "x-ticks": [{"place": tick, "label": str(tick)} for tick in ticks],
        }

    def _up(self, highest: float) -> dict[str, object]:
        """A scale of chances from 0 to somewhat above the highest, in round steps."""
        step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.25) if highest / step <= 6)
        count = -int(-highest // step)
        ticks = [{"place": place * step, "label": self.percent(place * step)} for place in range(count + 1)]
        return {"y-from": 0, "y-to": count * step, "y-ticks": ticks}


def _worth(values: GameValues, stacks: tuple[int, ...]) -> tuple[float, ...]:
    """What the décharge with these stacks is worth to each player."""
    return values.floats(TokenState("D", values.players, 0, stacks))
