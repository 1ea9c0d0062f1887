"""`421 facts`: what is asked, what is answered in JSON and as text, and what is refused."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from commands.asking import HEAD, strict
from game421.commands.app import main

SMALL = """
tokens = 3
die = [2, 1, 0, 1, 0, 0]
charge_throws = 2
decharge_throws = 2
[values]
421 = 2
111 = 2
fiche = 1
brelan = 1
"""

PAGE = Path(__file__).parents[2] / "docs" / "facts.md"


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    """Values solved here are kept for this module, away from the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def rules(tmp_path):
    """A rules file of a small game; what is given comes before its values."""

    def written(first: str = "", text: str = SMALL) -> str:
        path = tmp_path / "small.toml"
        path.write_text(first + text, encoding="utf-8")
        return str(path)

    return written


@pytest.fixture
def shown(monkeypatch, capsys):
    """Run `421 facts` in this process: its exit status, and what it printed on both streams."""

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["421", "facts", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        return (left.value.code, *capsys.readouterr())

    return call


def names(value: object) -> set[str]:
    """Every name in a JSON document."""
    if isinstance(value, dict):
        return set(value).union(*map(names, value.values()))
    return set().union(*map(names, value)) if isinstance(value, list) else set()


def test_a_manche_in_json(shown, rules):
    status, out, err = shown("--rules", rules(), "--json")
    assert status == 0
    assert re.fullmatch(r"421: solving the manche of small for 2 players …\n", err)
    document = strict(out)
    assert list(document)[: len(HEAD)] == HEAD
    assert [document[name] for name in ("rules", "goal", "phase", "position", "epsilon", "players")] == [
        "small",
        "manche",
        "charge",
        "C 3 0/0 - 2 - 2",
        0,
        2,
    ]
    assert document["exact"] is None
    assert document["variants"] is None
    assert document["lead"] == pytest.approx(document["values"][0] - document["values"][1])
    assert document["espagnole"]["value"] == pytest.approx(sum(document["espagnole"]["by_seat"]))
    assert [split["position"] for split in document["even"]] == ["D 0 1/2 - 2 - 2", "D 0 2/1 - 2 - 2"]
    for name in ("rounds", "throws", "round"):
        assert list(document[name]) == ["charge", "decharge", "all"]
    for count in (*document["rounds"].values(), *document["throws"].values()):
        assert sum(entry["value"] for entry in count["distribution"]) == pytest.approx(1)
        mean = sum(entry["count"] * entry["value"] for entry in count["distribution"])
        assert mean == pytest.approx(count["mean"])
    assert names(document["even"]) - {"position", "lead", "without_lead", "round"} <= names(document["round"])


def test_the_second_question_solves_nothing_and_says_nothing(shown, rules):
    shown("--rules", rules())
    assert shown("--rules", rules())[::2] == (0, "")


def test_fractions_are_given_where_they_are_asked_for(shown, rules):
    exact = strict(shown("--rules", rules(), "--json", "--exact")[1])["exact"]
    leader, other = (int(text.split("/")[0]) for text in exact)
    assert leader + other == int(exact[0].split("/")[1])
    assert exact[0] in shown("--rules", rules(), "--exact")[1]


SEVERAL = """
tokens = 4
die = [2, 1, 0, 0, 0, 0]
charge_throws = 1
decharge_throws = 2
[values]
111 = 2
brelan = 1
fiche = 1
"""


def test_a_manche_of_three_in_json_and_in_words(shown, rules):
    """Lists have an entry for each player; values of three are not exact, so there are no fractions."""
    path = rules(text=SEVERAL)
    document = strict(shown("--rules", path, "--players", "3", "--exact", "--json")[1])
    assert (document["players"], document["position"]) == (3, "C 4 0/0/0 - 1 - 1")
    assert len(document["values"]) == len(document["espagnole"]["by_seat"]) == 3
    assert sum(document["values"]) == pytest.approx(1)
    assert document["exact"] is None
    assert 0 <= document["epsilon"] < 1e-10
    first, second, third = document["values"]
    assert document["lead"] == pytest.approx(first - (second + third) / 2)
    assert [split["position"].split()[2] for split in document["even"]] == ["1/1/2", "1/2/1", "2/1/1"]
    out = shown("--rules", path, "--players", "3", "--exact", "--lang", "en")[1]
    assert out.startswith("winning the manche · three players · rules small\n")
    assert re.search(r"first leader +[\d.]+%\n  player 2 +[\d.]+%\n  player 3 +[\d.]+%\n", out)
    assert re.search(r"who takes the whole pot, from the first leader on: [\d.]+%, [\d.]+%, [\d.]+%\n", out)
    french = shown("--rules", path, "--players", "3", "--lang", "fr")[1]
    assert french.startswith("gagner la manche · trois joueurs · règle small\n")
    assert "\n  joueur 3 " in french


def test_what_is_played_for_depends_on_how_a_manche_ends(shown, rules):
    path = rules('ends = "last-in"\n')
    assert shown("--rules", path, "--lang", "en")[1].startswith("not losing the manche · two players")
    assert shown("--rules", path, "--lang", "fr")[1].startswith("ne pas perdre la manche · deux joueurs")


def test_a_bare_round_in_json(shown, rules):
    document = strict(shown("--rules", rules(), "--goal", "duel", "--json")[1])
    assert (document["position"], document["goal"]) == ("R - -/- - 2 - 2", "duel")
    assert list(document["throws"]) == list(document["round"]) == ["all"]
    assert (document["rounds"], document["even"], document["espagnole"]) == ({}, [], None)


def test_a_bare_round_of_three_is_exact(shown, rules):
    arguments = ("--rules", rules(text=SEVERAL), "--goal", "duel", "--players", "3", "--exact", "--json")
    document = strict(shown(*arguments)[1])
    assert sum(Fraction(text) for text in document["exact"]) == 1
    assert (document["position"], document["epsilon"]) == ("R - -/-/- - 2 - 2", 0)


def test_sips_are_asked_about_by_their_round(shown):
    document = strict(shown("--rules", "sips", "--json")[1])
    assert document["goal"] == "tokens"
    assert document["round"]["all"]["rampo"]["best"] == 0
    assert document["round"]["all"]["rampo"]["worst"] == document["round"]["all"]["rampo"]["value"] > 0


def test_variants_change_the_421_and_the_tokens_and_nothing_else(shown, rules):
    path = rules('name = "here"\n')
    status, out, err = shown("--rules", path, "--variants", "--json")
    found = strict(out)["variants"]
    assert status == 0
    assert [(one["421"], one["tokens"]) for one in found] == [
        (8, 11),
        (10, 11),
        (11, 11),
        (8, 21),
        (10, 21),
        (11, 21),
    ]
    assert "421: solving the manche of here (421 = 8, tokens = 11) for 2 players …\n" in err
    for one in found:
        alone = SMALL.replace("tokens = 3", f"tokens = {one['tokens']}").replace(
            "421 = 2", f"421 = {one['421']}"
        )
        document = strict(shown("--rules", rules(text=alone), "--json")[1])
        assert document["rules_digest"] == one["rules_digest"]
        assert document["values"] == one["values"]
        assert document["throws"]["all"]["mean"] == one["throws"]["all"]
        assert document["rounds"]["charge"]["mean"] == one["rounds"]["charge"]
        assert document["round"]["all"]["rampo"]["value"] == one["rampo"]
        assert document["espagnole"] == one["espagnole"]
    assert len({one["rules_digest"] for one in found}) == 6


def test_a_variant_that_cannot_be_played_is_named_with_the_reason(shown, rules):
    combinations = [f"{a}{b}{c}" for a in range(6, 0, -1) for b in range(a, 0, -1) for c in range(b, 0, -1)]
    others = [one for one in combinations if one not in {"421", "111"}]
    path = rules(f'ranking = [["421", "111"], {", ".join(map(repr, others))}]\n')
    found = strict(shown("--rules", path, "--variants", "--json")[1])["variants"]
    assert len(found) == 6
    for one in found:
        assert "421 and 111 are equals" in one["refused"]
        assert "values" not in one
    assert "421 and 111 are equals" in shown("--rules", path, "--variants")[1]


TITLES = {
    "en": ["Who is favoured", "How long it lasts", "Rounds of a manche", "Throws of a manche", "Espagnole"],
    "fr": ["Qui est favori", "Combien de temps", "Tours d’une manche", "Lancers d’une manche", "Espagnole"],
}


@pytest.mark.parametrize("lang", TITLES)
def test_text_has_every_part_in_one_language(shown, rules, lang):
    status, out, _ = shown("--rules", rules(), "--lang", lang)
    assert status == 0
    for title in TITLES[lang]:
        assert title in out
    (other,) = set(TITLES) - {lang}
    for title in TITLES[other][:-1]:
        assert title not in out
    assert (re.search(r"\d%", out) is None) == (lang == "fr")
    assert "█" in out


def test_bars_are_as_long_as_their_chances(shown, rules):
    """The chart of rounds: labels follow each other, percentages add up, the longest bar is the likeliest."""
    document = strict(shown("--rules", rules(), "--json")[1])
    text = shown("--rules", rules(), "--lang", "en")[1]
    chart = text.split("Rounds of a manche\n")[1].split("\n\n")[0].splitlines()
    rows = [re.fullmatch(r"  (\S+|\d+ or more) +([\d.]+)%  (\S+)", line).groups() for line in chart]
    chances = {entry["count"]: entry["value"] for entry in document["rounds"]["all"]["distribution"]}
    assert sum(float(percent) for _, percent, _ in rows) == pytest.approx(100, abs=0.2)
    for label, percent, _ in rows[:-1]:
        low, _, high = label.partition("–")
        inside = sum(chances.get(count, 0) for count in range(int(low), int(high or low) + 1))
        assert float(percent) == pytest.approx(100 * inside, abs=0.006)
    assert rows[-1][0].endswith("or more")
    longest = max(rows, key=lambda row: float(row[1]))
    assert longest[2] == "█" * 40
    assert all(len(bar) <= 40 for _, _, bar in rows)


def test_what_does_not_apply_is_left_out(shown, rules):
    round_only = shown("--rules", rules(), "--goal", "safe", "--lang", "en")[1]
    assert "Espagnole" not in round_only
    assert "manche" not in round_only
    assert "décharge" not in round_only
    alone = shown("--rules", rules(text="tokens = 1\ncharge = 'havraise'\n"), "--lang", "en")[1]
    assert "Espagnole 100.000%" in alone
    assert "In a round" not in alone


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--players", "5"), "5 players: 57,975 states"),
        (("--players", "5", "--rules", "sips"), "5 players: facts of a bare round are about 4 at most"),
        (("--players", "4", "--variants"), "4 players: variants are 6 games to solve"),
        (("--players", "7", "--goal", "duel"), "7 players; allowed: 2 to 6"),
        (("--players", "3", "--rules", "havraise"), "havraise"),
        (("--rules", "sips", "--goal", "manche"), "rounds only"),
        (("--goal", "duel", "--variants"), "--variants is about the manche"),
        (("--goal", "points"), "'points' is not one of"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(shown, arguments, named):
    status, out, err = shown(*arguments)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"421: [^\n]+\n", err)
    assert named in err


def test_every_name_of_the_document_is_documented(shown, rules):
    written = set(re.findall(r"`(\w+)`", PAGE.read_text(encoding="utf-8")))
    document = strict(shown("--rules", rules(), "--variants", "--json")[1])
    assert names(document) - set(HEAD) <= written
