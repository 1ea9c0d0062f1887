"""What is asked on the command line, and what is answered or refused; the processes are real elsewhere."""

from __future__ import annotations

import re

import pytest

from commands.asking import ASKED, HEAD

# Dice as people write them


@pytest.mark.parametrize("spelling", ["124", "2-1-4", "4,2,1", "4, 2, 1", "2 1 4", " 421 ", "⚀⚁⚃", "⚃-⚁-⚀"])
def test_every_spelling_of_a_roll_is_the_same_roll(ask, spelling):
    document = ask("best", spelling, "--left", "1")
    assert document["position"] == "T - - - 3 421 1"
    assert document["best"] == "421"


@pytest.mark.parametrize(
    ("spelling", "printed"), [("116", "611"), ("1-6-1", "611"), ("465", "654"), ("4,5,6", "654")]
)
def test_aces_first_and_runs_out_of_order(ask, spelling, printed):
    assert ask("best", spelling)["position"].split()[5] == printed
    assert (
        ask("best", "--position", f"T - - - 3 {spelling.replace(' ', '')} 2")["position"].split()[5]
        == printed
    )


def test_a_hold_and_a_target_may_be_spelled_as_freely_as_a_roll(ask):
    hold = ask("best", "642", "--hold", "2-4", "--target", "4 5 6")["hold"]
    assert (hold["action"], hold["exact"], hold["regret_exact"]) == ("42", "11/36", "83/2592")


@pytest.mark.parametrize(
    ("roll", "named"),
    [
        ("4--2-1", "nothing at place 2"),
        ("----", "nothing at place 1"),
        ("42", "it has 2 dice"),
        ("4211", "it has 4 dice"),
        ("0-2-1", "'0' at place 1"),
        ("7-2-1", "'7' at place 1"),
        ("4.2.1", "'.' at place 2"),
        ("4-2,1", "mixes separators"),
        ("４２１", "'４' at place 1"),
        ("", "an empty roll"),
        ("-4-2-1", "nothing at place 1"),
    ],
)
def test_a_roll_that_is_none_is_refused_with_the_bad_part_and_a_good_example(refused, roll, named):
    complaint = refused("best", "--", roll)
    assert named in complaint
    assert "642" in complaint


@pytest.mark.parametrize("roll", ["-421", "-4-2-1", "-1"])
def test_a_roll_behind_a_minus_sign_is_not_taken_for_an_option(refused, roll):
    assert "does not start with a minus sign" in refused("best", roll)


# More dice held than there are, throws that cannot be


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("421", "--hold", "66"), "421 has no 6"),
        (("422", "--hold", "44"), "422 has too few 4s"),
        (("421", "--hold", "4211"), "at most three dice"),
        (("421", "--hold", ""), "an empty hold"),
        (("421", "--hold", "42!"), "possible: 421 41 21 42 1 4 2 -"),
        (("421", "--left", "-1"), "from 0 to 2"),
        (("421", "--left", "3"), "from 0 to 2"),
        (("421", "--left", "99"), "from 0 to 2"),
        (("421", "--left", "two"), "from 0 to 2"),
        (("421", "--left", ""), "from 0 to 2"),
        (("421", "--left", "٢"), "from 0 to 2"),
        (("421", "--cap", "0"), "1 to 3 throws"),
        (("421", "--cap", "4"), "1 to 3 throws"),
        (("421", "--cap", "two"), "'two' is not a valid integer"),
        (("421", "--goal", "win"), "'points', 'combo', 'beat'"),
        (("421", "--goal", "combo"), "needs a target"),
        (("421", "--goal", "combo", "--target", "brelans"), "did you mean 'brelan'"),
        (("421", "--goal", "beat", "--target", "65"), "it has 2 dice"),
        (("421", "--target", "654@0"), "1 to 9"),
        (("421", "--ties", "1/3", "--target", "654"), "'1/3' is not one of"),
        (("421", "--rules", "clasic"), 'did you mean "classic"'),
        (("421", "--position", "T - - - 3 421 2"), "one of ROLL, --position and --batch"),
        ((), "one of ROLL, --position and --batch"),
        (("--position", "T - - - 3 421"), "6 fields and a position has 7"),
        (("--position", "D 0 8/13 - 3 421 3"), "at most 2"),
        (("421", "--locked", "66"), "kept dice are free"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_can(refused, arguments, named):
    assert named in refused("best", *arguments)


# The right values


@pytest.mark.parametrize("options", [(), ("--goal", "combo"), ("--goal", "beat")])
@pytest.mark.parametrize(
    ("target", "named"), [("777", "'777' is not a combination: '7' at place 1"), ("", "an empty")]
)
def test_a_target_that_is_none_is_called_a_combination(refused, options, target, named):
    line = refused("odds", *options, "--target", target)
    assert line.startswith(named)
    assert line.endswith("write three faces from 1 to 6, for example 654")


@pytest.mark.parametrize(
    ("hold", "english", "french"),
    [
        ("-", "Keeping nothing is worth 2.", "Ne rien garder vaut 2,"),
        ("42", "Keeping 42 is worth 2.", "Garder 42 vaut 2,"),
        ("42!", "Saying “le bon” and keeping 42 is worth 2.", "Dire « le bon » et garder 42 vaut 2,"),
        (
            "-!",
            "Saying “le bon” and keeping nothing is worth 1.",
            "Dire « le bon » et ne rien garder vaut 1,",
        ),
    ],
)
def test_a_hold_in_words(shown, hold, english, french):
    asked = ("best", "642", "--rules", "bistro", "--as", "follower", "--hold", hold, "--lang")
    assert shown(*asked, "en")[1].startswith(english)
    assert shown(*asked, "fr")[1].startswith(french)


def test_stopping_and_throw_offs_in_words(shown):
    assert shown("best", "642", "--hold", "642", "--lang", "fr")[1].startswith("S’arrêter sur 642 vaut")
    assert shown("best", "642", "--hold", "642", "--lang", "en")[1].startswith("Stopping with 642 is worth")
    due = ("best", "--rules", "bistro", "--position", "D 0 8/13 654@2/654@2 2 - -", "--hold")
    assert shown(*due, "tied", "--lang", "en")[1].startswith("Throwing off for what is is worth")
    assert shown(*due, "rampo", "--lang", "fr")[1].startswith("Le rampo pour ce qui vient vaut")


def test_throws_left_means_the_throws_that_may_still_come(ask):
    two, one, none = (ask("best", "511", "--left", str(left)) for left in (2, 1, 0))
    assert (two["best"], one["best"]) == ("11", "511")
    assert [option["action"] for option in none["options"]] == ["511"]
    assert (two["exact"], one["exact"], none["exact"]) == ("21/4", "5", "5")
    odds = ask("odds", "--goal", "combo", "--target", "421")
    assert [(row["throws"], row["exact"]) for row in odds["by_throws"]] == [
        (1, "1/36"),
        (2, "299/2592"),
        (3, "42571/186624"),
    ]


# JSON as the design fixes it


def test_every_document_is_json_alone_and_starts_with_the_same_head(ask):
    for arguments in ASKED:
        document = ask(*arguments)
        assert list(document)[: len(HEAD)] == HEAD
        assert document["schema"] == 1
        assert document["epsilon"] is None
        if document["rules"] is not None:
            assert document["rules"] == "classic"
            assert re.fullmatch("[0-9a-f]{64}", document["rules_digest"])


def test_the_document_of_best(ask):
    document = ask(*ASKED[0])
    assert (document["goal"], document["phase"], document["position"]) == (
        "beat",
        "decharge",
        "T - - 654 3 642 2",
    )
    assert (document["best"], document["exact"], document["ties"]) == ("-", "875/2592", ["-"])
    assert document["value"] == pytest.approx(875 / 2592)
    for option in document["options"]:
        assert list(option) == ["action", "value", "exact", "regret", "regret_exact"]
        assert isinstance(option["value"], float)
        assert isinstance(option["exact"], str)
    values = [option["value"] for option in document["options"]]
    assert values == sorted(values, reverse=True)


def test_the_document_of_odds(ask):
    document = ask(*ASKED[1])
    assert document["exact"] == document["by_throws"][-1]["exact"] == "42571/186624"
    assert document["position"] == "T - - - 3 - 3"
    assert [list(row) for row in document["by_throws"]] == [["throws", "value", "exact"]] * 3
    assert [list(row) for row in document["outcomes"]] == [["combination", "value", "exact"]] * 56
    assert document["outcomes"][0] == {"combination": "421", **_without_throws(document["by_throws"][-1])}


def _without_throws(row: dict) -> dict:
    return {"value": row["value"], "exact": row["exact"]}


def test_a_target_has_one_name_however_it_is_written(ask, shown):
    assert ask("best", "611", "--goal", "combo", "--target", "zenzi", "--target", "124")["target"] == [
        "brelan",
        "421",
    ]
    _, text, _ = shown("best", "611", "--target", "4-5-6", "--lang", "en")
    assert "beating 654" in text
