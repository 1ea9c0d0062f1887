"""The facts as text for people, in English and French: tables, and bar charts of the distributions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from game421.advice.facts import Count, Facts
from game421.advice.round_facts import RoundFacts, Share
from game421.advice.variants import Variant
from game421.commands.wording import BAR, EIGHTHS, AnswerText, Phrases, aligned, goal_in_words, told_epsilon
from game421.dice import parse_roll
from game421.rules.families import family_of

ENGLISH: Phrases = {
    "two": "two players",
    "three": "three players",
    "four": "four players",
    "five": "five players",
    "six": "six players",
    "favoured": "Who is favoured",
    "first": "first leader",
    "other": "the other",
    "seat": "player {seat}",
    "lead": "going first is worth",
    "even": "The décharge begun evenly",
    "leading": "leading",
    "following": "not leading",
    "length": "How long it lasts",
    "rounds": "mean rounds",
    "throws": "mean throws",
    "median": "median",
    "deviation": "deviation",
    "charge": "charge",
    "decharge": "décharge",
    "all": "in all",
    "rampo_throws": "Throw-offs add {number} throws on average.",
    "chart_rounds": "Rounds of a manche",
    "chart_throws": "Throws of a manche",
    "chart_round_throws": "Throws of a round",
    "espagnole": "Espagnole",
    "espagnole_of": "the first leader takes the whole pot {leader}, the other {other}",
    "espagnole_by": "who takes the whole pot, from the first leader on: {seats}",
    "in_a_round": "In a round",
    "leader_best": "leader is best",
    "rampo": "rampo",
    "stops_after": "stops after {throws}",
    "weakest": "The weakest combination the leader stops on (share of rounds)",
    "after": "after throw {throws}",
    "never": "none",
    "stops_on": "What the leader stops on",
    "wins": "The combination that wins a round",
    "rest": "the rest",
    "variants": "With another 421, or another number of tokens",
    "espagnoles": "Espagnole",
    "more": "{number} or more",
}

FRENCH: Phrases = {
    "two": "deux joueurs",
    "three": "trois joueurs",
    "four": "quatre joueurs",
    "five": "cinq joueurs",
    "six": "six joueurs",
    "favoured": "Qui est favori",
    "first": "premier joueur",
    "other": "l’autre",
    "seat": "joueur {seat}",
    "lead": "commencer vaut",
    "even": "La décharge commencée à égalité",
    "leading": "en commençant",
    "following": "sans commencer",
    "length": "Combien de temps cela dure",
    "rounds": "tours (moyenne)",
    "throws": "lancers (moyenne)",
    "median": "médiane",
    "deviation": "écart type",
    "charge": "charge",
    "decharge": "décharge",
    "all": "en tout",
    "rampo_throws": "Les rampos ajoutent {number} lancers en moyenne.",
    "chart_rounds": "Tours d’une manche",
    "chart_throws": "Lancers d’une manche",
    "chart_round_throws": "Lancers d’un tour",
    "espagnole": "Espagnole",
    "espagnole_of": "le premier joueur prend tout le pot {leader}, l’autre {other}",
    "espagnole_by": "qui prend tout le pot, dès le premier joueur : {seats}",
    "in_a_round": "Dans un tour",
    "leader_best": "premier meilleur",
    "rampo": "rampo",
    "stops_after": "s’arrête à {throws}",
    "weakest": "La plus faible combinaison sur laquelle le premier s’arrête (part des tours)",
    "after": "lancer {throws}",
    "never": "aucune",
    "stops_on": "Sur quoi le premier s’arrête",
    "wins": "La combinaison qui gagne un tour",
    "rest": "les autres",
    "variants": "Avec un autre 421, ou un autre nombre de jetons",
    "espagnoles": "espagnole",
    "more": "{number} et plus",
}

NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
"""How numbers of players are said."""

_LINES = 20
"""Most bars of a chart of counts."""

_SHOWN = 3
"""Most combinations named where they vary from round to round."""

_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class FactsText(AnswerText):
    """The words for the facts of one game or round, in one language."""

    def __init__(self, facts: Facts, lang: str, *, exact: bool) -> None:
        source = facts.source
        super().__init__(lang, source.goal, unit=source.rules.game, exact=exact)
        self.say = self.say | {"en": ENGLISH, "fr": FRENCH}[lang]
        self._facts = facts

    def whole(self, variants: Sequence[Variant]) -> str:
        """Everything, in parts with an empty line between them."""
        parts = [
            self._heading(),
            self._favoured(),
            self._even(),
            self._length(),
            *self._charts(),
            self._espagnole(),
            self._in_a_round(),
            self._weakest(),
            self._stops_on(),
            self._wins(),
            self._variants(variants),
        ]
        return "\n\n".join("\n".join(part) for part in parts if part)

    def _heading(self) -> list[str]:
        source = self._facts.source
        goal = goal_in_words(self.say, source.goal, source.rules)
        players = self.say[NUMBERS[self._facts.players]]
        heading = " · ".join([goal, players, self.say["rules"].format(name=source.rules.name)])
        return [heading, *told_epsilon(self.lang, source.epsilon)]

    def _favoured(self) -> list[str]:
        exact = self._facts.exact if self._exact else None
        names = [self.say["first"], self.say["other"]]
        if self._facts.players > 2:
            seats = range(2, self._facts.players + 1)
            names[1:] = [self.say["seat"].format(seat=seat) for seat in seats]
        rows = [
            [name, self.amount(value), str(exact[seat]) if exact else ""]
            for seat, (name, value) in enumerate(zip(names, self._facts.values, strict=True))
        ]
        rows.append([self.say["lead"], self.amount(self._facts.lead), ""])
        return [self.say["favoured"], *aligned(rows)]

    def _even(self) -> list[str]:
        if not self._facts.even:
            return []
        rows = [["", self.say["leading"], self.say["following"], self.say["lead"], ""]]
        for split in self._facts.even:
            values = (split.leader, split.without_lead, split.lead)
            rows.append([split.position, *map(self.amount, values), ""])
        return [self.say["even"], *aligned(rows)]

    def _length(self) -> list[str]:
        names = ("rounds", "throws") if self._facts.rounds else ("throws",)
        head = [self.say[word] for name in names for word in (name, "median", "deviation")]
        rows = [["", *head, ""]]
        for stage, throws in self._facts.throws.items():
            counts = [self._facts.rounds[stage], throws] if self._facts.rounds else [throws]
            cells = [cell for count in counts for cell in self._count(count)]
            rows.append([self.say[stage], *cells, ""])
        more = self.say["rampo_throws"].format(number=self.number(self._facts.rampo_throws, 2))
        return [self.say["length"], *aligned(rows), "  " + more]

    def _count(self, count: Count) -> list[str]:
        return [self.number(count.mean, 2), str(count.median), self.number(count.deviation, 2)]

    def _charts(self) -> list[list[str]]:
        rounds, throws = self._facts.rounds.get("all"), self._facts.throws["all"]
        if rounds is None:
            return [self._chart("chart_round_throws", throws)]
        return [self._chart("chart_rounds", rounds), self._chart("chart_throws", throws)]

    def _chart(self, title: str, count: Count) -> list[str]:
        """Bars of equal steps up to 99 percent, the rest in one."""
        sums = list(accumulate(count.chances))
        last = next((number for number, total in enumerate(sums) if total >= 0.99), len(sums) - 1)
        first = next(number for number, chance in enumerate(count.chances) if chance)
        step = next((step for step in _STEPS if (last - first) // step < _LINES), _STEPS[-1])
        start = first // step * step
        bars = [
            (str(low) if step == 1 else f"{low}–{low + step - 1}", sum(count.chances[low : low + step]))
            for low in range(start, last + 1, step)
        ]
        beyond = start + len(bars) * step
        if rest := sum(count.chances[beyond:]):
            bars.append((self.say["more"].format(number=beyond), rest))
        return [self.say[title], *self._bars(bars)]

    def _bars(self, bars: list[tuple[str, float]]) -> list[str]:
        longest = max(value for _, value in bars)
        rows = []
        for label, value in bars:
            eighths = max(1, round(8 * BAR * value / longest)) if value else 0
            rows.append([label, self._percent(value, 2), "█" * (eighths // 8) + EIGHTHS[eighths % 8]])
        return aligned(rows)

    def _espagnole(self) -> list[str]:
        if self._facts.espagnole is None:
            return []
        seats = [self._percent(chance, 3) for chance in self._facts.espagnole]
        of = self.say["espagnole_by"].format(seats=", ".join(seats))
        if len(seats) == 2:
            of = self.say["espagnole_of"].format(leader=seats[0], other=seats[1])
        return [f"{self.say['espagnole']} {self._percent(sum(self._facts.espagnole), 3)}", "  " + of]

    def _in_a_round(self) -> list[str]:
        if not self._facts.round:
            return []
        most = max(len(mean.stops) for mean in self._facts.round.values())
        stops = [self.say["stops_after"].format(throws=throws) for throws in range(1, most + 1)]
        rows = [["", self.say["leader_best"], self.say["rampo"], *stops, ""]]
        rows += [self._mean_round(self.say[stage], mean, most) for stage, mean in self._facts.round.items()]
        rows += [self._mean_round(split.position, split.round, most) for split in self._facts.even]
        return [self.say["in_a_round"], *aligned(rows)]

    def _mean_round(self, name: str, mean: RoundFacts, most: int) -> list[str]:
        stops = [self._percent(stop.value, 2) for stop in mean.stops]
        stops += [""] * (most - len(stops))
        return [name, self._percent(mean.leader_best, 2), self._percent(mean.rampo, 2), *stops, ""]

    def _weakest(self) -> list[str]:
        deciding = {
            stage: mean
            for stage, mean in self._facts.round.items()
            if any(stop.weakest for stop in mean.stops)
        }
        if len(deciding) == 2:  # the mean of all rounds says the same as the one stage
            del deciding["all"]
        rows = [
            [
                self.say[stage],
                self.say["after"].format(throws=stop.throws),
                self._most_often(stop.weakest),
            ]
            for stage, mean in deciding.items()
            for stop in mean.stops
            if stop.weakest
        ]
        return [self.say["weakest"], *aligned(rows)] if rows else []

    def _most_often(self, shares: Sequence[Share]) -> str:
        most = sorted(shares, key=lambda share: -share.value)[:_SHOWN]
        named = [
            f"{share.combination or self.say['never']} {self._percent(share.value, 1)}" for share in most
        ]
        return ", ".join(named) + (" …" if len(shares) > _SHOWN else "")

    def _stops_on(self) -> list[str]:
        """The whole policy of the leader where it is one: at an even split, or in a bare round."""
        rounds = [(split.position, split.round) for split in self._facts.even]
        if not self._facts.rounds:
            rounds = [(self.say["all"], self._facts.round["all"])]
        rows = [
            [
                name,
                self.say["after"].format(throws=stop.throws),
                " ".join(str(share.combination) for share in stop.ends) or self.say["never"],
            ]
            for name, mean in rounds
            for stop in mean.stops[:-1]
        ]
        return [self.say["stops_on"], *aligned(rows)] if rows else []

    def _wins(self) -> list[str]:
        """How often each combination wins, those of the rest together."""
        if "all" not in self._facts.round:
            return []
        bars: list[tuple[str, float]] = []
        rest = 0.0
        for combination, value in self._facts.round["all"].wins:
            if self._is_rest(combination or ""):
                rest += value
            else:
                bars.append((combination or "", value))
        if rest:
            bars.append((self.say["rest"], rest))
        return [self.say["wins"], *self._bars(bars)]

    def _is_rest(self, combination: str) -> bool:
        return family_of(parse_roll(combination), self._facts.source.rules.tierces) == "rest"

    def _variants(self, variants: Sequence[Variant]) -> list[str]:
        if not variants:
            return []
        words = ("tokens", "first", "lead", "rounds", "throws", "espagnoles", "rampo")
        rows = [["421", *(self.say[word] for word in words), ""]]
        for variant in variants:
            head, facts = [str(variant.four_twenty_one), str(variant.tokens)], variant.facts
            if facts is None:
                rows.append([*head, *[""] * (len(words) - 1), variant.refused or ""])
                continue
            rampo = facts.round["all"].rampo if "all" in facts.round else 0.0
            rows.append(
                [
                    *head,
                    self.amount(facts.values[0]),
                    self.amount(facts.lead),
                    self.number(facts.rounds["all"].mean, 2),
                    self.number(facts.throws["all"].mean, 2),
                    self._percent(sum(facts.espagnole or ()), 3),
                    self._percent(rampo, 2),
                    "",
                ]
            )
        return [self.say["variants"], *aligned(rows)]

    def _percent(self, value: float, digits: int) -> str:
        return self.say["percent"].format(number=self.number(100 * value, digits))
