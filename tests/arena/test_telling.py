"""What `421 bench` says of a match to people."""

from __future__ import annotations

import pytest

from game421.arena.entrants import entrant
from game421.arena.matches import Match
from game421.arena.results import Loss, Result, Standings
from game421.arena.schedule import Schedule
from game421.arena.standings import Contest
from game421.commands.bench_wording import BenchText
from game421.rules import Rules


@pytest.fixture(scope="module")
def match() -> Match:
    return Match(Contest(Rules(), 2, "duel"), (entrant("points"), entrant("random")), Schedule(2, 2, 0))


def told(match: Match, units: int, lang: str, forfeit: Loss | None = None) -> list[str]:
    """The lines of a match whose first player won a game of four and drew the rest."""
    standings = Standings(2, 2)
    for unit in range(units):
        fixtures = list(match.schedule.unit(unit))
        results = [Result(fixture, (0.5, 0.5), None, 1, 1, None, ()) for fixture in fixtures]
        if unit == 0:
            results[0] = results[0]._replace(payoffs=(0.0, 1.0), forfeit=forfeit)
        standings.add(results)
    return BenchText(lang).match(match, standings, None, None, partial=False).splitlines()


@pytest.mark.parametrize(
    ("units", "lang", "said"),
    [
        (1, "en", "Too few games for a rating difference."),
        (1, "fr", "Trop peu de parties pour un écart de cote."),
        (40, "en", "Rating difference of points to the other: -4 (95%: -13 to +4)."),
        (40, "fr", "Écart de cote de points à l’autre : -4 (95 % : de -13 à +4)."),
    ],
)
def test_who_is_behind_is_not_said_to_be_ahead(units, lang, said, match):
    assert told(match, units, lang)[-1] == said


@pytest.mark.parametrize(
    ("lang", "position", "said"),
    [
        ("en", "", "points forfeited 1×: crash; first at the start of a game: exit status 3"),
        ("fr", "", "points a perdu 1 fois par forfait : crash ; d’abord en début de partie : exit status 3"),
        ("en", "R - -/- - 3 642 2", "points forfeited 1×: crash; first at R - -/- - 3 642 2: exit status 3"),
    ],
)
def test_a_forfeit_says_where_even_before_the_first_decision(lang, position, said, match):
    forfeit = Loss(0, "crash", "exit status 3", position)
    assert (
        told(match, 2, lang, forfeit)[-1]
        .replace("\N{NO-BREAK SPACE}", " ")
        .replace("\N{NARROW NO-BREAK SPACE}", " ")
        == said
    )
