"""`421 facts --goal partie`: who is favoured in a whole partie, and how many manches it takes."""

from __future__ import annotations

import click

from game421.advice.partie_facts import PLAYERS, PartieFacts, facts_of_partie
from game421.commands.facts_wording import ENGLISH, FRENCH
from game421.commands.output import document, language, print_json
from game421.commands.situations import tell
from game421.commands.wording import AnswerText, Phrases, aligned
from game421.rules.record import Rules

_PARTIE: dict[str, Phrases] = {
    "en": ENGLISH
    | {
        "loses_first": "The first leader loses the first manche with {value}.",
        "manches": "How many manches it takes",
        "mean": "{number} on average",
    },
    "fr": FRENCH
    | {
        "loses_first": "Le premier joueur perd la première manche avec {value}.",
        "manches": "En combien de manches",
        "mean": "{number} en moyenne",
    },
}


def answer_partie(rules: Rules, players: int, *, exact: bool, as_json: bool, lang: str | None) -> None:
    """Print the facts of a partie; what takes time is told on standard error."""
    found = facts_of_partie(rules, players, tell)
    if as_json:
        print_json(_document(found, exact=exact))
        return
    click.echo(_PartieText(found, language(lang), exact=exact).whole())


def _document(found: PartieFacts, *, exact: bool) -> dict[str, object]:
    leader, other = map(float, found.exact)
    return document(
        found.source,
        players=PLAYERS,
        values=[leader, other],
        exact=list(map(str, found.exact)) if exact else None,
        lead=leader - other,
        loses_first=float(found.loses_first),
        manches={
            "mean": float(found.mean),
            "distribution": [{"count": count, "value": float(chance)} for count, chance in found.manches],
        },
    )


class _PartieText(AnswerText):
    """The facts of a partie in words."""

    def __init__(self, found: PartieFacts, lang: str, *, exact: bool) -> None:
        super().__init__(lang, found.source.goal, unit=found.source.rules.game, exact=exact)
        self.say = self.say | _PARTIE[lang]
        self._found = found

    def whole(self) -> str:
        """Everything, in parts with an empty line between them."""
        source = self._found.source
        heading = [self.say["goal_partie"], self.say["two"], self.say["rules"].format(name=source.rules.name)]
        parts = [[" · ".join(heading)], self._favoured(), self._manches()]
        return "\n\n".join("\n".join(part) for part in parts)

    def _favoured(self) -> list[str]:
        leader, other = self._found.exact
        rows = [
            [self.say[name], self.amount(float(ratio)), str(ratio) if self._exact else ""]
            for name, ratio in (("first", leader), ("other", other))
        ]
        rows.append([self.say["lead"], self.amount(float(leader) - float(other)), ""])
        first = self.say["loses_first"].format(value=self.amount(float(self._found.loses_first)))
        return [self.say["favoured"], *aligned(rows), "  " + first]

    def _manches(self) -> list[str]:
        rows = [[str(count), self.amount(float(chance)), ""] for count, chance in self._found.manches]
        mean = self.say["mean"].format(number=self.number(float(self._found.mean), 3))
        return [self.say["manches"], *aligned(rows), "  " + mean]
