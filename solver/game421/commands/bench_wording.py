"""The results of `421 bench` as text for people, in English and French."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from game421.arena.accounts import Kind
from game421.arena.benches import Examined, ExaminedTurn
from game421.arena.games import fair_share
from game421.arena.matches import Match
from game421.arena.ratings import Rating
from game421.arena.results import Loss, Score, Standings
from game421.arena.statistics import Interval, Sample, SequentialTest, elo
from game421.commands.bench_phrases import LANGUAGES
from game421.commands.wording import aligned, told_epsilon
from game421.tables.pages import around


class BenchText:
    """The words in one language."""

    def __init__(self, lang: str) -> None:
        self.say, self.lang = LANGUAGES[lang], lang

    def examination(self, found: Examined) -> str:
        """An examination of a whole game."""
        say, examination = self.say, found.examination
        table, total = examination.table, examination.account.total
        players = say["players"].format(number=say[str(table.players)])
        heading = [examination.name, table.goal, players, say["rules"].format(name=table.rules.name)]
        if found.state is not None:
            heading.append(say["round"].format(tokens="".join(around(found.state))))
        reply = examination.against_reply
        rows = [[say["first"], say["value"], say["chance"], *([] if reply is None else [say["reply"]])]]
        columns = (examination.value, examination.chance, *([] if reply is None else [reply]))
        rows += [
            [self._seat(place, found), *(self.percent(column[place]) for column in columns)]
            for place in range(len(examination.value))
        ]
        rows.append([say["mean"], *(self.percent(sum(column) / len(column)) for column in columns)])
        lines = [" · ".join(heading), "", *aligned(rows), ""]
        if not total.loss:
            lines.append(say["flawless"])
        lines.append(
            say["loss"].format(
                points=self.percent(total.loss),
                errors=self.number(total.errors, 2),
                decisions=self.number(total.decisions, 2),
            )
        )
        if examination.exploitability is not None:
            lines.append(say["exploitability"].format(points=self.percent(examination.exploitability)))
        else:
            lines += told_epsilon(self.lang, table.epsilon)
        return "\n".join([*lines, *self._kinds(found), *self._blunders(found), *self._faults(found)])

    def _seat(self, place: int, found: Examined) -> str:
        """Where the player sits in the first round."""
        if place == 0:
            return self.say["leads"]
        if len(found.examination.value) == 2:
            return self.say["follows"]
        return self.say["place"].format(place=place + 1)

    def _kinds(self, found: Examined) -> list[str]:
        say, account = self.say, found.examination.account
        rows = [[say[key] for key in ("decision", "often", "errors", "lost")]]
        for kind, tally in sorted(account.tallies.items(), key=lambda item: -item[1].loss):
            rows.append(
                [
                    self.kind(kind),
                    self.number(tally.decisions, 2),
                    self.number(tally.errors, 2),
                    self.percent(tally.loss),
                ]
            )
        return ["", *aligned(rows)]

    def kind(self, kind: Kind) -> str:
        """Phase, role and throws left in words."""
        left = "" if kind.left is None else f", {self.say['left'].format(left=kind.left)}"
        return f"{self.say[kind.phase]}, {self.say[kind.role]}{left}"

    def _blunders(self, found: Examined) -> list[str]:
        blunders, say = found.examination.account.blunders, self.say
        if not blunders:
            return []
        rows = [[say[key] for key in ("position", "does", "right", "costs", "cost")]]
        for each in blunders:
            does = each.action if each.chance >= 1 else f"{each.action} ({self.percent(each.chance)})"
            costs = self.percent(each.regret), self.percent(each.cost, 4)
            rows.append([each.position, does, each.best, *costs])
        return ["", say["blunders"], "", *aligned(rows)]

    def _faults(self, found: Examined) -> list[str]:
        lines = [
            self.say["forfeit"].format(cause=cause, times=times, position=position, detail=detail)
            for cause, (times, position, detail) in found.forfeits.items()
        ]
        if found.unsteady:
            lines.append(self.say["unsteady"].format(times=found.unsteady))
        return ["", *lines] if lines else []

    def turn_examination(self, name: str, examined: ExaminedTurn) -> str:
        """An examination of a turn."""
        say, found = self.say, examined.examination
        question = found.question
        asked = say["turn"].format(role=say[question.role], goal=question.goal)
        lines = [" · ".join([name, asked, say["rules"].format(name=question.rules.name)]), ""]
        targets = list(found.values.items())
        rows = [[say["target"], name, say["best"]]]
        rows += [
            [target or "-", self._fraction(mine), self._fraction(best)] for target, (mine, best) in targets
        ]
        if len(targets) > 1:
            rows.append([say["mean"], self._fraction(found.value), self._fraction(found.best)])
        lines += aligned(rows)
        if found.blunders:
            rows = [[say[key] for key in ("position", "does", "right", "costs")]]
            rows += [
                [each.position, each.action, each.best, self.number(float(each.regret), 4)]
                for each in found.blunders
            ]
            lines += ["", say["blunders"], "", *aligned(rows)]
        told = [f"{position}: {detail}" for position, detail in list(examined.forfeits.items())[:3]]
        told += [say["unsteady"].format(times=examined.unsteady)] if examined.unsteady else []
        lines += ["", *told] if told else []
        return "\n".join(lines)

    def match(
        self,
        match: Match,
        standings: Standings,
        test: SequentialTest | None,
        ratings: Sequence[Rating] | None,
        *,
        partial: bool,
    ) -> str:
        """A match."""
        say, contest = self.say, match.contest
        heading = [contest.goal, say["rules"].format(name=contest.rules.name)]
        played = say["games"].format(
            games=standings.games,
            seats=match.schedule.seats,
            units=standings.units,
            seed=match.schedule.seed,
        )
        names = [entrant.name for entrant in match.entrants]
        lines = [" · ".join([*heading, played]), ""]
        lines += aligned(self._scores(names, standings, ratings, fair_share(contest)))
        if standings.players == 2:
            lines += ["", self._elo(names[0], standings.scores[0].units)]
        if test is not None:
            lines += ["", self._test(names[0], test, standings.scores[0].units)]
        lines += self._lost(names, standings)
        if partial:
            lines += ["", say["partial"]]
        return "\n".join(lines)

    def _scores(
        self, names: Sequence[str], standings: Standings, ratings: Sequence[Rating] | None, fair: float
    ) -> list[list[str]]:
        say, seats = self.say, standings.seats
        lucky = any(score.controlled.scores.count for score in standings.scores)
        heads = ["player", "score", "interval", *(["luck", "interval", "reduction"] if lucky else [])]
        rows = [[say[key] for key in heads]]
        rows[0] += [say["seat"].format(seat=seat + 1) for seat in range(seats)]
        rows[0] += [say["rating"]] if ratings else []
        for place, score in enumerate(standings.scores):
            row = [names[place], self._mean(score.units), self._interval(score.units.interval())]
            row += self._adjusted(score, fair) if lucky else []
            row += [self._mean(sample) for sample in score.seats]
            row += [self._rating(ratings[place])] if ratings else []
            rows.append(row)
        return rows

    def _adjusted(self, score: Score, fair: float) -> list[str]:
        controlled = score.controlled
        if not controlled.scores.count:
            return ["-", self.say["few"], "-"]
        times = controlled.reduction
        saved = "-" if times is None else f"×{self.number(times, 1)}"
        return [self.percent(controlled.mean(fair)), self._interval(controlled.interval(fair)), saved]

    def _rating(self, rating: Rating) -> str:
        error = "" if rating.error is None else f" ±{rating.error:.0f}"
        return f"{rating.points:+.0f}{error}"

    def _elo(self, name: str, units: Sample) -> str:
        interval = units.interval()
        if interval is None:
            return self.say["elo_few"]
        points, ends = elo(units.mean), [elo(end) for end in interval]
        if points is None:
            return self.say["elo_none"]
        signed = zip("-+", ends, strict=True)
        low, high = (f"{sign}∞" if end is None else f"{end:+.0f}" for sign, end in signed)
        between = self.say["between"].format(low=low, high=high)
        return self.say["elo"].format(name=name, points=f"{points:+.0f}", interval=between)

    def _test(self, name: str, test: SequentialTest, units: Sample) -> str:
        decision = test.decision(units)
        return self.say[decision or "open"].format(
            name=name,
            low=self.number(test.low, 3),
            high=self.number(test.high, 3),
            likelihood=self.number(test.likelihood(units), 2),
        )

    def _lost(self, names: Sequence[str], standings: Standings) -> list[str]:
        lines = [
            self.lost_games(name, cause, times, score.first_forfeit[cause])
            for name, score in zip(names, standings.scores, strict=True)
            for cause, times in score.forfeits.items()
        ]
        return ["", *lines] if lines else []

    def lost_games(self, name: str, cause: str, times: int, first: Loss) -> str:
        """How often someone forfeited for one cause, and how it was the first time."""
        position = first.position or self.say["opening"]
        said = {"name": name, "times": times, "cause": cause, "detail": first.detail}
        return self.say["lost_games"].format(position=position, **said)

    def _mean(self, sample: Sample) -> str:
        return self.percent(sample.mean) if sample.count else "-"

    def _interval(self, interval: Interval | None) -> str:
        if interval is None:
            return self.say["few"]
        return f"{self.percent(interval.low, 2)} – {self.percent(interval.high, 2)}"

    def _fraction(self, value: Fraction) -> str:
        return f"{self.number(float(value), 6)} = {value}"

    def percent(self, value: float, digits: int = 3) -> str:
        """A chance in percent."""
        return self.say["percent"].format(number=self.number(100 * value, digits))

    def number(self, value: float, digits: int) -> str:
        """A number as the language writes it."""
        return f"{value:.{digits}f}".replace(".", self.say["decimal"])
