"""Pictures: the numbers they draw are those of the tables, the words are there, the bytes stay."""

from __future__ import annotations

import pytest

from game421.advice.library import best, value
from game421.dice import parse_roll
from game421.rules import load_rules
from game421.sheets.paper import drawn
from game421.sheets.picturing import PICTURES, Subject, picture
from game421.states.token_states import TokenState
from game421.tables.library import game_values
from sheets.glyphs import words_of
from sheets.running import run

CLASSIC = load_rules("classic")


def subject(**changes) -> Subject:
    return Subject(**{"rules": CLASSIC, "lang": "en", "goal": "duel"} | changes)


def test_chances_by_tokens_are_the_values_of_the_game():
    (curves, lengths) = picture("tokens", subject()).charts
    with_lead, without_lead = (dict(series["points"]) for series in curves["series"])
    for own in range(1, 21):
        leads, other = value(f"D 0 {own}/{21 - own} - 3 - 3").values
        assert with_lead[own] == pytest.approx(leads, abs=1e-12)
        assert without_lead[21 - own] == pytest.approx(other, abs=1e-12)
    assert sum(bar["value"] for bar in lengths["bars"]) == pytest.approx(1, abs=0.01)


def test_the_triangle_has_a_cell_for_every_three_stacks():
    (chart,) = picture("triangle", subject()).charts
    cells = {tuple(cell["stacks"]): cell for cell in chart["cells"]}
    assert len(cells) == 190
    values = game_values(CLASSIC, 3)
    for stacks, cell in cells.items():
        assert sum(stacks) == 21
        expected = values.of(TokenState("D", 3, 0, stacks))[0] / values.denominator
        assert cell["value"] == pytest.approx(expected, abs=1e-12)
        assert cell["written"] == f"{100 * expected:.0f}"


def test_what_the_leader_stops_on_is_what_he_should():
    charts = picture("stops", subject(players=3, goal="safe")).charts
    assert [len(chart["rows"]) for chart in charts] == [2, 2]
    for throw, chart in enumerate(charts, start=1):
        for opponents, row in enumerate(chart["rows"], start=1):
            for roll, filled in list(zip(chart["columns"], row["filled"], strict=True))[::9]:
                stacks = "/".join("-" * (opponents + 1))
                answer = best(f"R - {stacks} - 3 {roll} {3 - throw}", goal="safe")
                assert (answer.best == roll) == filled, (roll, opponents, throw)


def test_holds_are_all_options_in_order():
    (chart,) = picture("holds", subject(roll=parse_roll("652"))).charts
    answer = best("R - -/- - 3 652 2", goal="duel")
    assert [bar["label"] for bar in chart["bars"]] == [
        option.action.replace("-", "–") for option in answer.options
    ]
    assert [bar["written"] for bar in chart["bars"]] == [
        f"{100 * option.value:.1f}%" for option in answer.options
    ]
    assert [bar["best"] for bar in chart["bars"]] == [True, *[False] * 7]


@pytest.mark.parametrize("name", [name for name in PICTURES if name != "triangle"])
def test_a_picture_is_the_same_bytes_and_says_what_it_shows(name):
    figure = picture(name, subject(lang="fr", roll=parse_roll("652")))
    svg = drawn(figure, "svg")
    assert drawn(figure, "svg") == svg
    assert f"<title>{figure.title}".encode() in svg
    words = words_of(svg.decode())
    for part in (figure.title, *(chart["title"] for chart in figure.charts)):
        assert part.replace(" ", "").replace("\u202f", "") in words
    assert drawn(figure, "png").startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "name"), [(["--goal", "duel"], "stops"), (["--rules", "sips"], "stops"), ([], "tokens")]
)
def test_facts_are_drawn_beside_their_answer(words, name, tmp_path):
    path = tmp_path / "facts.svg"
    done = run("facts", *words, "--lang", "en", "--plot", str(path))
    assert (done.status, done.err) == (0, "")
    rules, goal = (
        load_rules(words[1] if "--rules" in words else "classic"),
        "duel" if "duel" in words else "tokens",
    )
    assert path.read_bytes() == drawn(picture(name, subject(rules=rules, goal=goal)), "svg")


def test_facts_that_have_no_picture_say_so(tmp_path):
    for words, said in (
        (["--goal", "partie", "--rules", "bistro"], "no picture"),
        (["--goal", "duel"], "no pictures"),
    ):
        path = tmp_path / ("facts.txt" if said == "no pictures" else "facts.svg")
        done = run("facts", *words, "--plot", str(path))
        assert (done.status, done.out) == (2, "")
        assert said in done.err
        assert not path.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tokens", "-o", "x.md"], "shows no pictures"),
        (["holds", "-o", "x.svg"], "--roll 642"),
        (["holds", "--roll", "642", "--goal", "manche", "-o", "x.svg"], "allowed: duel, safe"),
        (["holds", "--roll", "642", "--left", "3", "-o", "x.svg"], "a roll lies on the table"),
        (["holds", "--roll", "642", "--left", "-1", "-o", "x.svg"], "-1 throws left: when a roll lies"),
        (["holds", "--roll", "642", "--left", "99", "-o", "x.svg"], "on the table, 0 to 2 of 3 are"),
        (["stops", "--roll", "642", "-o", "x.svg"], "--picture holds"),
        (["stops", "--players", "5", "-o", "x.svg"], "at most 4"),
        (["tokens", "--players", "3", "-o", "x.svg"], "triangle"),
        (["tokens", "--stacks", "1/20", "-o", "x.svg"], "for sheets"),
    ],
)
def test_what_no_picture_shows_is_refused(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("sheet", "--picture", *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert list(tmp_path.iterdir()) == []
