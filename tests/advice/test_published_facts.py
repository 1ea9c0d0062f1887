"""The figures that docs/claims.md gives of games of two and of three, each derived anew."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from game421.advice.facts import Count, Facts, facts_of_game
from game421.advice.round_facts import RoundFacts, Share
from game421.rules import load_rules

PAGE = Path(__file__).parents[2] / "docs" / "claims.md"
HEADING = "## Facts of the two-player game\n"
OF_THREE = "## Facts of the game of three\n"


@pytest.fixture(scope="module", autouse=True)
def cache_folder(tmp_path_factory):
    """Values that are not shipped are kept for this module, away from the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@cache
def facts(rules: str, players: int = 2) -> Facts:
    return facts_of_game(load_rules(rules), players)


def counted(counts: dict[str, Count], stage: str) -> float:
    return counts[stage].mean


def share(shares: tuple[Share, ...], combination: str) -> float:
    return next((one.value for one in shares if one.combination == combination), 0.0)


def policy(found: RoundFacts, throws: int) -> str:
    """What the leader of a single round stops on, strongest first."""
    return " ".join(str(one.combination) for one in found.stops[throws - 1].ends)


COMMON = {
    "first leader wins": lambda f: f.values[0],
    "going first is worth": lambda f: f.lead,
    "rounds of the charge": lambda f: counted(f.rounds, "charge"),
    "rounds of the décharge": lambda f: counted(f.rounds, "decharge"),
    "rounds in all": lambda f: counted(f.rounds, "all"),
    "deviation of the rounds in all": lambda f: f.rounds["all"].deviation,
    "median of the rounds in all": lambda f: f.rounds["all"].median,
    "throws in all": lambda f: counted(f.throws, "all"),
    "median of the throws in all": lambda f: f.throws["all"].median,
    "throws in throw-offs": lambda f: f.rampo_throws,
    "Espagnole": lambda f: sum(f.espagnole),
    "Espagnole of the first leader": lambda f: f.espagnole[0],
    "a round of the charge has a rampo": lambda f: f.round["charge"].rampo,
    "a round of the décharge has a rampo": lambda f: f.round["decharge"].rampo,
    "leader best, charge": lambda f: f.round["charge"].leader_best,
    "leader best, décharge": lambda f: f.round["decharge"].leader_best,
    "leader stops after 1, décharge": lambda f: f.round["decharge"].stops[0].value,
    "leader stops after 2, décharge": lambda f: f.round["decharge"].stops[1].value,
    "leader stops after 3, décharge": lambda f: f.round["decharge"].stops[2].value,
    "421 wins a round": lambda f: share(f.round["all"].wins, "421"),
    "111 wins a round": lambda f: share(f.round["all"].wins, "111"),
}
"""How the figures that both parts of the page give are derived."""

DERIVED = COMMON | {
    "the lead is worth, décharge 10 to 11": lambda f: f.even[0].lead,
    "543 the weakest after 1, décharge": lambda f: share(f.round["decharge"].stops[0].weakest, "543"),
    "543 the weakest after 2, décharge": lambda f: share(f.round["decharge"].stops[1].weakest, "543"),
    "stops on after 1, leading 10 to 11": lambda f: policy(f.even[0].round, 1),
    "stops on after 2, leading 10 to 11": lambda f: policy(f.even[0].round, 2),
    "stops on after 1, leading 11 to 10": lambda f: policy(f.even[1].round, 1),
    "stops on after 2, leading 11 to 10": lambda f: policy(f.even[1].round, 2),
    "411 wins a round": lambda f: share(f.round["all"].wins, "411"),
    "211 wins a round": lambda f: share(f.round["all"].wins, "211"),
}
"""How each figure of the page is derived."""

DERIVED_OF_THREE = COMMON | {
    "the second wins": lambda f: f.values[1],
    "the third wins": lambda f: f.values[2],
    "the lead is worth, décharge 7 each": lambda f: f.even[0].lead,
    "Espagnole of the second": lambda f: f.espagnole[1],
    "Espagnole of the third": lambda f: f.espagnole[2],
    "of these for best": lambda f: f.round["decharge"].rampo_best,
    "of these for worst": lambda f: f.round["decharge"].rampo_worst,
    "leader stops after 1, charge": lambda f: f.round["charge"].stops[0].value,
    "stops on after 1, 7 each": lambda f: policy(f.even[0].round, 1),
    "stops on after 2, 7 each": lambda f: policy(f.even[0].round, 2),
}


def claims(heading: str = HEADING) -> list[tuple[str, str, str]]:
    """The figures of the page: (what, rules, as printed)."""
    section = PAGE.read_text(encoding="utf-8").split(heading)[1].split("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if "|" in line
    ]
    (_, *rules), _, *lines = rows
    return [(what, name, shown) for what, *cells in lines for name, shown in zip(rules, cells, strict=True)]


def printed(value: float | str, shown: str) -> str:
    """A value with as many digits as the page shows; a chance in percent where it does."""
    if isinstance(value, str):
        return value
    number = shown.removesuffix("%").strip()
    digits = len(number.partition(".")[2])
    percent = shown.endswith("%")
    return f"{value * (100 if percent else 1):.{digits}f}" + (" %" if percent else "")


@pytest.mark.parametrize(("what", "rules", "shown"), claims(), ids=lambda part: re.sub(r"\W+", "-", part))
def test_every_figure_of_the_page_is_derived(what, rules, shown):
    assert printed(DERIVED[what](facts(rules)), shown) == shown


def test_every_figure_of_three_players_is_derived():
    """In one go: the game of three is followed once."""
    shown = {(what, rules): shown for what, rules, shown in claims(OF_THREE)}
    assert {what for what, _ in shown} == set(DERIVED_OF_THREE)
    found = {
        (what, rules): printed(DERIVED_OF_THREE[what](facts(rules, 3)), shown[what, rules])
        for what, rules in shown
    }
    assert found == shown


def test_every_derivation_is_on_the_page():
    assert {what for what, _, _ in claims()} == set(DERIVED)


@pytest.mark.parametrize("rules", ["bistro", "belgian", "fiches"])
def test_where_the_charge_is_one_throw_each_nobody_is_favoured(rules):
    found = facts(rules)
    assert [str(ratio) for ratio in found.exact] == ["1/2", "1/2"]
    assert found.espagnole[0] == pytest.approx(found.espagnole[1], abs=1e-12)


@pytest.mark.parametrize("rules", ["classic", "bistro", "havraise"])
def test_laws_of_chance_hold_for_whole_games(rules):
    found = facts(rules)
    for counts in (found.rounds, found.throws):
        for count in counts.values():
            assert sum(count.chances) == pytest.approx(1, abs=1e-11)
            assert sum(n * chance for n, chance in enumerate(count.chances)) == pytest.approx(count.mean)
    for mean in found.round.values():
        assert sum(stop.value for stop in mean.stops) == pytest.approx(1)
        assert sum(one.value for one in mean.wins) == pytest.approx(1)
        for stop in mean.stops[:-1]:
            assert sum(one.value for one in stop.weakest) == pytest.approx(1 if stop.weakest else 0)
        assert mean.rampo_best == pytest.approx(mean.rampo, abs=1e-14)
        assert mean.rampo_worst == pytest.approx(mean.rampo, abs=1e-14)
