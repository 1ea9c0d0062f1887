"""`421 sheet --price` and `--level card` as people run them, and strategies as players of the arena."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from game421.arena.examination import examine
from game421.arena.policies import PerfectPolicy, StrategyPolicy, TipPolicy
from game421.arena.pricing import price_game, price_round
from game421.rules import load_rules, read_rules
from game421.sheets.saving import FORMS
from game421.strategies.reading import read_strategy
from game421.strategies.telling import told_line
from game421.tables.library import game_values
from sheets.running import run
from strategies.lists import SMALL

TEN = 'name = "ten"\ntokens = 5\ncharge_throws = 1\ndecharge_throws = 2\n'


@pytest.fixture
def small(tmp_path):
    file = tmp_path / "small.toml"
    file.write_text(SMALL, encoding="utf-8")
    return str(file)


def test_a_price_is_printed_with_every_line_and_the_worst_decisions(small):
    strategy = read_strategy(SMALL)
    price = price_round(load_rules("classic"), "duel", 2, StrategyPolicy(strategy))
    for lang in ("en", "fr"):
        out = run("sheet", "--price", small, "--goal", "duel", "--lang", lang).out
        out = out.replace("\u202f", " ").replace("\u00a0", " ")
        for line in (*strategy.leader, *strategy.follower):
            assert told_line(line, lang) in out
        for loss in (*price.loss, price.mean):
            shown = f"{100 * loss:.3f}"
            assert (shown if lang == "en" else shown.replace(".", ",")) in out
        assert price.worst.position.split()[-2] in out


def test_json_says_the_same(small):
    done = run("sheet", "--price", small, "--goal", "tokens", "--json")
    found = json.loads(done.out)
    price = price_round(load_rules("classic"), "tokens", 2, StrategyPolicy(read_strategy(SMALL)))
    assert found["schema"] == 1
    assert found["strategy"] == "small"
    assert found["rounds"][0]["loss"] == list(price.loss)
    assert found["rounds"][0]["worst"] == price.worst._asdict()
    assert found["games"] == []
    assert found["idle"] == {"leader": [], "follower": []}


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Decides nowhere: 2."), ("fr", "Ne décide nulle part : 2.")]
)
def test_a_line_that_decides_nowhere_is_told(lang, said, tmp_path):
    file = tmp_path / "twice.toml"
    file.write_text('[[leader]]\ndo = "keep 6"\n[[leader]]\ndo = "keep 66"\n', encoding="utf-8")
    out = run("sheet", "--price", str(file), "--goal", "duel", "--lang", lang).out
    assert said in out.replace("\u202f", " ").replace("\u00a0", " ")


def test_a_card_that_was_found_for_something_else_says_so(tmp_path):
    file = tmp_path / "loaded.toml"
    file.write_text('extends = "classic"\ndie = [6, 1, 1, 1, 1, 1]\n', encoding="utf-8")
    asked = ("sheet", "--level", "card", "--lines", "3", "--goal", "duel", "--lang")
    done = run(*asked, "en", "--rules", str(file))
    assert "There is no card for just this: these are the “3 lines for classic, duel of 2”." in done.out
    assert done.err == "421: no card was found for just this under loaded: comparing others …\n"
    french = " ".join(run(*asked, "fr", "--rules", str(file)).out.split())
    assert "Il n’y a pas de carte pour ce jeu-là" in french
    assert "3 lines for classic, duel of 2" in french
    for goal in ("duel", "safe"):
        done = run("sheet", "--level", "card", "--lines", "3", "--goal", goal)
        assert ("no card" in done.out.lower(), done.err) == (False, "")


def test_where_nothing_can_be_written_is_said_at_once(small, tmp_path):
    before = Path(small).read_bytes()
    asked = ("sheet", "--price", small, "--players", "4", "--format", "txt", "-o")
    for place, status, said in (
        (small, 2, "is read here: name another file to write to"),
        (str(tmp_path), 1, "is a directory; name a file in it"),
        (str(tmp_path / "nowhere" / "card.txt"), 1, "there is no such folder"),
    ):
        done = run(*asked, place)
        assert (done.status, done.out) == (status, "")
        assert said in done.err
        assert done.err.count("\n") == 1
    assert Path(small).read_bytes() == before


def test_a_price_of_three_players_is_announced(small):
    done = run("sheet", "--price", small, "--players", "3", "--goal", "safe", "--json")
    assert done.err == "421: pricing every decision in a round of 3 players …\n"
    assert len(json.loads(done.out)["rounds"][0]["loss"]) == 3


@pytest.mark.parametrize("form", FORMS)
def test_a_card_comes_in_every_format(form, tmp_path):
    path = tmp_path / f"card.{form}"
    done = run("sheet", "--level", "card", "--lines", "3", "--goal", "duel", "-o", str(path), "--lang", "fr")
    assert (done.status, done.out, done.err) == (0, "", "")
    content = path.read_bytes()
    assert content
    if form in {"html", "md", "txt"}:
        assert "Garder les as" in content.decode()
        assert "Carte de 3 lignes" in content.decode()
    if form == "pdf":  # what a price is of stands on one line, whatever it is called
        (page,) = pdfium.PdfDocument(content)
        shown = page.get_textpage().get_text_range()
        assert re.search(r"^un coup à 2\W*: Être le meilleur du coup premier\b", shown, re.MULTILINE)
        assert re.search(r"^un coup à 2\W*: Être le meilleur du coup 2ᵉ de 2\b", shown, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--level", "card", "--lines", "7"], "7 lines: there are cards of 3, 5, 8, 12"),
        (["--level", "card", "--lines", "0"], "0 lines: there are cards of 3, 5, 8, 12"),
        (["--lines", "3"], "--lines is for --level card"),
        (["--picture", "tokens", "--level", "full", "--format", "svg"], "--level is for sheets, not for pic"),
        (["--left", "1"], "--left is for --picture holds"),
        (["--json"], "--json for cards and --price"),
        (["--tip"], "--tip and --json for cards"),
        (["--price", "nothing.toml"], "there is no such strategy file"),
        (["--price", "SMALL", "--lines", "3"], "--level and --lines are not for --price"),
        (["--price", "SMALL", "--picture", "tokens"], "not for cards and prices"),
        (["--price", "SMALL", "--stacks", "8/13"], "not for cards and prices"),
        (["--price", "SMALL", "--players", "5"], "at most 4"),
        (["--price", "SMALL", "--json", "--format", "md"], "--json is a format of its own"),
        (["--price", "SMALL", "--rules", "sips", "--goal", "manche"], "sips is rounds only"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(words, said, small):
    done = run("sheet", *[small if word == "SMALL" else word for word in words])
    assert done.status == 2
    assert said in done.err
    assert done.out == ""


def test_a_game_is_priced_as_an_examination_says():
    table = game_values(read_rules(TEN), 2, "manche")
    for policy in (StrategyPolicy(read_strategy(SMALL)), TipPolicy(read_strategy(SMALL))):
        found, price = examine(table, policy), price_game(table, policy)
        chances = [value - loss for value, loss in zip(price.value, price.loss, strict=True)]
        assert chances == pytest.approx(list(found.chance), abs=1e-12)
        assert price.mean == pytest.approx(found.loss, abs=1e-12)
        assert price.costliest == found.account.blunders[0]
    perfect = price_game(table, PerfectPolicy())
    assert perfect.loss == (0.0, 0.0)
    assert perfect.costliest is None


def test_tips_leave_the_rest_to_perfect_play():
    rules = load_rules("classic")
    nothing = read_strategy('stops_ahead = false\n[[leader]]\nopponents = 5\ndo = "stop"\n')
    assert price_round(rules, "duel", 2, TipPolicy(nothing)).loss == (0.0, 0.0)
    small = read_strategy(SMALL)
    alone, whole = (price_round(rules, "duel", 2, policy(small)) for policy in (TipPolicy, StrategyPolicy))
    assert 0 < alone.loss[0] <= whole.loss[0]


def test_strategies_and_cards_sit_down_to_matches(small):
    done = run("bench", small, "card:3", "--goal", "duel", "--games", "8", "--workers", "1", "--json")
    assert done.status == 0
    assert '"small"' in done.out
    assert '"card:3"' in done.out
    turn = run("bench", small, "--exact", "--goal", "points", "--json")
    assert json.loads(turn.out)["player"] == "small"
    for name in ("card:4", "card:x", "card:", "card"):
        assert f"'{name}': there are card:3, card:5, card:8, card:12" in run("bench", name, "--exact").err
