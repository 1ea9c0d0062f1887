"""A strategy on a page: its lines in sentences, what they cost, and its worst decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game421 import __version__
from game421.arena.examination import SEATS
from game421.arena.policies import StrategyPolicy, TipPolicy
from game421.arena.pricing import GamePrice, RoundPrice, price_game, price_round
from game421.reports import Notice, Report, silent
from game421.rules import digest
from game421.rules.record import Rules
from game421.sheets.card_words import WORDS
from game421.sheets.decisions import told_action, told_position
from game421.sheets.pages import Block, Cell, Page, Section
from game421.sheets.phrases import goal_key, number, typeset
from game421.sheets.regulations import paragraph
from game421.states.goals import AMOUNTS, GAME_GOALS, ROUND_GOALS, SituationGoal
from game421.strategies.idle import idle_lines
from game421.strategies.telling import Lang, told_line
from game421.strategies.vocabulary import Line, Strategy
from game421.tables.library import game_values


@dataclass(frozen=True)
class Priced:
    """A strategy with what it costs under some rules."""

    rules: Rules
    strategy: Strategy
    rounds: tuple[RoundPrice, ...]
    games: tuple[GamePrice, ...]
    tip: bool = False
    """Whether the lines alone are judged."""
    lines: int = 0
    """Of a card that comes with the program, how many lines it has at most; then it goes by that."""
    borrowed: bool = False
    """Whether that card was found for other rules, another goal or other players."""

    @property
    def players(self) -> int:
        """How many play."""
        return self.rounds[0].players if self.rounds else len(self.games[0].value)

    @property
    def idle(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The places of the leader's and of followers' lines that decide nowhere, from 1."""
        return idle_lines(self.strategy, self.rules, self.players)


def priced(
    rules: Rules,
    strategy: Strategy,
    players: int,
    goal: SituationGoal | None = None,
    notice: Notice = silent,
    report: Report | None = None,
    *,
    tip: bool = False,
) -> Priced:
    """Price a strategy for a goal; without one, over the round, and of two players over the manche.

    `tip`: where no line applies it plays on perfectly, so that the lines alone are judged. `notice` is told
    what takes seconds, `report` how far the price of a game is.

    Raises InputError, RulesError for what cannot be, and what `game_values` raises.
    """
    policy = TipPolicy(strategy) if tip else StrategyPolicy(strategy)
    rounds: tuple[RoundPrice, ...] = ()
    games: tuple[GamePrice, ...] = ()
    if goal not in GAME_GOALS:
        if players > SEATS:
            notice(f"pricing every decision in a round of {players} players …")
        rounds = (price_round(rules, ROUND_GOALS[goal or _usual(rules)], players, policy),)
    if goal in GAME_GOALS or (goal is None and players == SEATS and rules.game == "tokens"):
        table = game_values(rules, players, GAME_GOALS[goal or "manche"], notice, report)
        games = (price_game(table, policy, report),)
    return Priced(rules, strategy, rounds, games, tip)


def _usual(rules: Rules) -> str:
    return "tokens" if rules.game == "sips" else "duel"


def told_card(card: Priced, lang: Lang, date: str | None = None) -> Page:
    """The card in a language; the date stands on it only if it is given."""
    return _Teller(card, lang).page(date)


class _Teller:
    def __init__(self, card: Priced, lang: Lang) -> None:
        self._card, self._lang, self._words = card, lang, WORDS[lang]

    def say(self, key: str, **words: object) -> str:
        return typeset(self._words[key].format(**words), self._lang)

    def page(self, date: str | None) -> Page:
        card = self._card
        players = card.players
        idle = card.idle
        notes = [self.say("tip" if card.tip else "first")]
        if card.borrowed:
            notes.append(self.say("borrowed", found_for=card.strategy.name))
        if card.strategy.stops_ahead and card.rules.followers == "up-to":
            notes.append(self.say("ahead"))
        if card.strategy.throw_off == "rampo" and card.rules.rampo_value == "choice":
            notes.append(self.say("rampo"))
        return Page(
            lang=self._lang,
            title=self.say("title"),
            goal=self._title(),
            facts=(self.say("players", count=players), self.say("exact")),
            rules=self.say("rules", name=" ".join(card.rules.name.split())),
            sections=(
                Section("rules", self.say("the_rules"), (paragraph(card.rules, players, self._lang), *notes)),
                self._lines("leader", card.strategy.leader, idle[0]),
                self._lines("follower", card.strategy.follower, idle[1]),
                self._prices(),
                Section("legend", self.say("worst"), tuple(self._worst()) or (self.say("none"),)),
            ),
            footer=(
                self.say("made_by", version=__version__),
                self.say("digest", digest=digest(card.rules)),
                *([date] if date else []),
            ),
        )

    def _title(self) -> str:
        if self._card.lines:
            return self.say("card_lines", lines=self._card.lines)
        return self.say("card_goal", name=" ".join(self._card.strategy.name.split()))

    def _lines(self, role: str, lines: tuple[Line, ...], idle: tuple[int, ...]) -> Section:
        if not lines:
            return Section("leader", self.say(role), (self.say("no_line"),))
        rows = tuple(
            (
                Cell("number", (str(place),)),
                Cell("words", (typeset(f"{told_line(line, self._lang)}.", self._lang),)),
            )
            for place, line in enumerate(lines, 1)
        )
        notes = (self.say("idle", lines=", ".join(map(str, idle))),) if idle else ()
        return Section("leader", self.say(role), notes, (Block("", ("", self.say("line")), rows),))

    # Prices

    def _prices(self) -> Section:
        rows = [row for price in self._card.rounds for row in self._round(price)]
        rows += [row for game in self._card.games for row in self._game(game)]
        columns = tuple(self.say(key) for key in ("over", "seat", "perfect", "card", "loses"))
        notes = [self.say("price_note")]
        if self._card.lines and self._card.rounds and self._card.games:
            notes.append(self.say("of_round"))
        return Section("price", self.say("price"), tuple(notes), (Block("", columns, tuple(rows)),))

    def _round(self, price: RoundPrice) -> Iterator[tuple[Cell, ...]]:
        over = self.say("round", players=price.players, goal=self._goal(price.goal))
        seats = [self.say("seat_leads")]
        seats += [
            self.say("seat_place", place=seat, players=price.players) for seat in range(2, price.players + 1)
        ]
        yield from self._seats(over, seats, price, price.goal)

    def _game(self, price: GamePrice) -> Iterator[tuple[Cell, ...]]:
        players = len(price.value)
        over = self.say(price.goal, players=players, goal=self._goal(price.goal))
        seats = [self.say("first_leads"), self.say("first_follows")]
        if players > len(seats):
            places = range(2, players + 1)
            seats[1:] = [self.say("first_place", place=place, players=players) for place in places]
        yield from self._seats(over, seats, price, price.goal)

    def _seats(
        self, over: str, seats: list[str], price: RoundPrice | GamePrice, goal: str
    ) -> Iterator[tuple[Cell, ...]]:
        drawn = sum(price.value) / len(price.value)
        for seat, value, loss in zip(
            [*seats, self.say("seat_drawn")], [*price.value, drawn], [*price.loss, price.mean], strict=True
        ):
            shown = (self._amount(amount, goal) for amount in (value, value - loss, loss))
            yield Cell("words", (over,)), Cell("words", (seat,)), *(Cell("words", (text,)) for text in shown)

    def _goal(self, goal: str) -> str:
        rules = self._card.rules
        return self.say(goal_key(self._words, goal, rules.ends), unit=self._words[rules.game])

    def _amount(self, value: float, goal: str) -> str:
        if goal in AMOUNTS:
            unit = self._words[self._card.rules.game]
            return self.say("amount", number=number(value, 4, self._lang), unit=unit)
        return self.say("points", number=number(100 * value, 3, self._lang))

    def _worst(self) -> Iterator[str]:
        for price in self._card.rounds:
            for key, worst in (("worst_round", price.worst), ("costly_round", price.costliest)):
                if worst is not None:
                    yield self.say(
                        key,
                        players=price.players,
                        decision=self._decision(worst.position, worst.action, worst.best),
                        regret=self._amount(worst.regret, price.goal),
                        rounds=number(price.players / worst.often, 0, self._lang),
                    )
        for game in self._card.games:
            if (blunder := game.costliest) is not None:
                yield self.say(
                    "costly_game",
                    decision=self._decision(blunder.position, blunder.action, blunder.best),
                    regret=self._amount(blunder.regret, game.goal),
                    cost=self._amount(blunder.cost, game.goal),
                )

    def _decision(self, position: str, action: str, best: str) -> str:
        """What is done in a position and what should be, in words; and the position as it is asked about."""
        return self.say(
            "decision",
            situation=told_position(position, self._lang),
            action=told_action(action, self._lang),
            best=told_action(best, self._lang),
            position=position,
        )
