"""The results of `421 review`: as text for people, in English and French, and as a JSON document."""

from __future__ import annotations

from collections.abc import Iterable

from game421.arena.accounts import Kind
from game421.arena.records import Name
from game421.arena.results import Loss
from game421.arena.reviews import CostTally, Review, Reviewed
from game421.commands import bench_phrases
from game421.commands.bench_wording import BenchText
from game421.commands.output import head
from game421.commands.wording import Phrases, aligned, told_epsilon
from game421.rules.source import printable

METHOD = "every decision priced by the values that 421 best uses, float64, 0 within 1e-12 of the best"

APART = 6
"""So many players have their kinds of decision told apart; more are told together."""

LANGUAGES: dict[str, Phrases] = {
    "en": {
        **bench_phrases.ENGLISH,
        "R": "round",
        "played": "{games} games",
        "played_one": "1 game",
        "head_games": "games",
        "decisions": "decisions",
        "choices": "with a choice",
        "errors": "errors",
        "total": "cost",
        "a_game": "a game",
        "a_decision": "a decision",
        "of": "{name}:",
        "of_all": "All together:",
        "game": "game",
        "forfeited": "What {name} had in hand where he forfeited: {cost}.",
        "nothing": "Nothing was decided.",
    },
    "fr": {
        **bench_phrases.FRENCH,
        "R": "coup",
        "played": "{games} parties",
        "played_one": "1 partie",
        "head_games": "parties",
        "decisions": "décisions",
        "choices": "avec choix",
        "errors": "fautes",
        "total": "coût",
        "a_game": "par partie",
        "a_decision": "par décision",
        "of": "{name} :",
        "of_all": "Tous ensemble :",
        "game": "partie",
        "forfeited": "Ce que {name} avait en main là où il a perdu par forfait : {cost}.",
        "nothing": "Rien n’a été décidé.",
    },
}


class ReviewText(BenchText):
    """The words in one language."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self.say = LANGUAGES[lang]

    def review(self, found: Review) -> str:
        """All of a review."""
        say = self.say
        heading = [found.label, found.goal, say["rules"].format(name=found.rules.name)]
        if found.games:
            heading.append(say["played" if found.games > 1 else "played_one"].format(games=found.games))
        lines = [" · ".join(heading), "", *aligned(self._players(found))]
        if told := told_epsilon(self.lang, found.epsilon):
            lines += ["", *told]
        lines += self._forfeits(found)
        if not any(each.kinds for each in found.players.values()):
            return "\n".join([*lines, "", say["nothing"]])
        return "\n".join([*lines, *self._every_kind(found), *self._costliest(found)])

    def _players(self, found: Review) -> list[list[str]]:
        heads = "player", "head_games", "decisions", "choices", "errors", "total", "a_game", "a_decision"
        rows = [[self.say[key] for key in heads]]
        for name, each in found.players.items():
            total = each.total
            counts = "-" if each.outside else each.games, total.decisions, total.choices, total.errors
            costs = total.cost, each.each_game, total.each
            rows.append([_named(name), *map(str, counts), *map(self._cost, costs)])
        return rows

    def _every_kind(self, found: Review) -> list[str]:
        """The kinds of decision of each player, or of all together."""
        if len(found.players) > APART:
            return ["", self.say["of_all"], "", *aligned(self._by_kind(merged(found.players.values())))]
        lines = []
        for name, each in found.players.items():
            if each.kinds:
                whose = [self.say["of"].format(name=_named(name)), ""] if len(found.players) > 1 else []
                lines += ["", *whose, *aligned(self._by_kind(each.kinds))]
        return lines

    def _by_kind(self, kinds: dict[Kind, CostTally]) -> list[list[str]]:
        rows = [[self.say[key] for key in ("decision", "decisions", "errors", "total", "a_decision")]]
        for kind, tally in sorted(kinds.items(), key=lambda item: -item[1].cost):
            counts = str(tally.decisions), str(tally.errors)
            rows.append([self.kind(kind), *counts, self._cost(tally.cost), self._cost(tally.each)])
        return rows

    def _costliest(self, found: Review) -> list[str]:
        if not found.costliest:
            return []
        rows = [[self.say[key] for key in ("game", "player", "position", "does", "right", "costs")]]
        for each in found.costliest:
            names = _named(each.game), _named(each.player)
            rows.append([*names, each.position, each.action, ", ".join(each.right), self._cost(each.cost)])
        return ["", self.say["blunders"], "", *aligned(rows)]

    def _forfeits(self, found: Review) -> list[str]:
        lines = []
        for name, each in found.players.items():
            forfeits = [(cause, each.forfeits[cause], loss) for cause, loss in each.first_forfeit.items()]
            lines += [self.lost_games(_named(name), *_on_one_line(*forfeit)) for forfeit in forfeits]
            if forfeits:
                lines.append(self.say["forfeited"].format(name=_named(name), cost=self._cost(each.forfeited)))
        return ["", *lines] if lines else []

    def _cost(self, cost: float | None) -> str:
        return "-" if cost is None else self.percent(cost)


def _named(name: Name) -> str:
    return "-" if name is None else str(name)


def _on_one_line(cause: str, times: int, first: Loss) -> tuple[str, int, Loss]:
    """What a file says of forfeits, fit to be printed whoever wrote it."""
    detail, position = printable(first.detail), printable(first.position)
    return printable(cause), times, first._replace(detail=detail, position=position)


def merged(players: Iterable[Reviewed]) -> dict[Kind, CostTally]:
    """The kinds of decision of all players together."""
    found: dict[Kind, CostTally] = {}
    for each in players:
        for kind, tally in each.kinds.items():
            found.setdefault(kind, CostTally()).merge(tally)
    return found


def review_content(found: Review) -> dict[str, object]:
    """The JSON document of a review; costs are parts of a win."""
    return head(found.rules, found.goal, method=METHOD, epsilon=found.epsilon) | {
        "games": found.games,
        "cut_off": found.cut_off,
        "players": [_player(name, each) for name, each in found.players.items()],
        "costliest": [
            {
                "line": each.line,
                "game": each.game,
                "player": each.player,
                "position": each.position,
                "action": each.action,
                "best": each.right[0],
                "ties": list(each.right),
                "regret": each.cost,
            }
            for each in found.costliest
        ],
    }


def _player(name: Name, each: Reviewed) -> dict[str, object]:
    return {
        "name": name,
        "games": each.games,
        **_tally(each.total),
        "cost_per_game": each.each_game,
        "kinds": [{**kind._asdict(), **_tally(tally)} for kind, tally in each.kinds.items()],
        "forfeits": [
            {"cause": cause, "times": each.forfeits[cause], "position": loss.position, "detail": loss.detail}
            for cause, loss in each.first_forfeit.items()
        ],
        "forfeited": each.forfeited,
    }


def _tally(tally: CostTally) -> dict[str, object]:
    return {
        "decisions": tally.decisions,
        "choices": tally.choices,
        "errors": tally.errors,
        "cost": tally.cost,
        "cost_per_decision": tally.each,
    }
