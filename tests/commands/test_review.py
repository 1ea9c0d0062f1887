"""`421 review` as its users run it: what it prints, and a line for whatever is wrong with a file."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from commands.asking import HEAD, strict
from game421.rules import load_rules, write_rules

DECISION = {"position": "R - -/- - 3 642 1", "action": "42", "player": "Ann", "game": 1}


@pytest.fixture(scope="module")
def log(tmp_path_factory) -> Path:
    """The log of five games."""
    from game421.commands.app import program

    path = tmp_path_factory.mktemp("review") / "games.jsonl"
    arguments = f"bench points aces --games 6 --goal duel --seed 4 --workers 1 --log {path}".split()
    out, sys.stdout = sys.stdout, io.StringIO()
    try:
        program.main(arguments, prog_name="421", standalone_mode=False)
    finally:
        sys.stdout = out
    return path


@pytest.fixture
def lines(tmp_path) -> Callable[..., str]:
    """Writes decisions to a file, each the usual one with changes."""

    def written(*changes: dict[str, object]) -> str:
        path = tmp_path / "lines.jsonl"
        path.write_text("".join(json.dumps(DECISION | change) + "\n" for change in changes))
        return str(path)

    return written


def test_a_log_is_told_to_people_and_as_a_document(log, shown, ask):
    status, told, complaint = shown("review", str(log), "--worst", "2")
    assert (status, complaint) == (0, "")
    paragraphs = told.split("\n\n")
    assert paragraphs[0] == f"{log} · duel · rules classic · 6 games"
    assert [line.split()[0] for line in paragraphs[1].splitlines()] == ["player", "points", "aces"]
    assert paragraphs[2] == "points:"
    assert paragraphs[3].splitlines()[0].split() == [
        "decision",
        "decisions",
        "errors",
        "cost",
        "a",
        "decision",
    ]
    assert len(paragraphs[-1].splitlines()) == 3
    document = ask("review", str(log), "--worst", "2")
    assert list(document)[: len(HEAD)] == HEAD
    assert (document["rules"], document["goal"], document["games"]) == ("classic", "duel", 6)
    points, aces = document["players"]
    assert (points["name"], aces["name"], points["games"]) == ("points", "aces", 6)
    assert points["cost"] == pytest.approx(sum(kind["cost"] for kind in points["kinds"]))
    assert points["errors"] == sum(kind["errors"] for kind in points["kinds"])
    assert f"{100 * points['cost']:.3f}%" in paragraphs[1].splitlines()[1]
    worst = document["costliest"][0]
    best = ask("best", "--position", worst["position"], "--goal", "duel")
    assert (worst["best"], worst["ties"]) == (best["best"], best["ties"])
    (asked,) = [option for option in best["options"] if option["action"] == worst["action"]]
    assert worst["regret"] == pytest.approx(asked["regret"], abs=1e-12)


def test_french_is_spoken_and_many_players_are_told_together(shown, lines):
    file = lines(*({"player": f"n{number}"} for number in range(8)))
    status, told, complaint = shown("review", file, "--lang", "fr")
    assert (status, complaint) == (0, "")
    assert "Tous ensemble :" in told
    assert "n7 :" not in told
    assert "par décision" in told
    assert "coup, premier joueur, encore 1" in told
    assert "4,004" in told


def test_who_never_errs_and_who_has_no_name_are_told(shown, lines):
    file = lines({"action": "642", "player": None, "game": None})
    status, told, _ = shown("review", file)
    assert status == 0
    assert told.splitlines()[0].endswith("duel · rules classic")
    assert "A\\nB  " in shown("review", lines({"player": "A\nB"}))[1]
    assert told.splitlines()[3].split() == ["-", "-", "1", "1", "0", "0.000%", "-", "0.000%"]
    assert "The costliest" not in told


def test_forfeits_are_counted_and_priced(log, tmp_path, shown, ask):
    head, first, *rest = log.read_bytes().splitlines()
    game = json.loads(first)
    position = game["moves"][-1][0]
    game["forfeit"] = {"player": 1, "cause": "crash", "detail": "exit\n3", "position": position}
    other = json.loads(rest[0]) | {"forfeit": game["forfeit"] | {"position": ""}}
    (tmp_path / "log").write_bytes(b"\n".join([head, *(json.dumps(each).encode() for each in (game, other))]))
    status, told, _ = shown("review", str(tmp_path / "log"))
    assert status == 0
    assert f"aces forfeited 2×: crash; first at {position}: exit\\n3" in told
    assert "What aces had in hand where he forfeited: " in told
    aces = ask("review", str(tmp_path / "log"))["players"][1]
    assert aces["forfeits"] == [{"cause": "crash", "times": 2, "position": position, "detail": "exit\n3"}]
    assert 0 < aces["forfeited"] < 2


def test_a_log_of_no_game_is_no_error(log, tmp_path, shown, ask):
    (tmp_path / "log").write_bytes(log.read_bytes().splitlines(keepends=True)[0])
    status, told, _ = shown("review", str(tmp_path / "log"))
    assert (status, told.splitlines()[-1]) == (0, "Nothing was decided.")
    assert ask("review", str(tmp_path / "log"))["games"] == 0


@pytest.mark.parametrize("how", ["carriage returns", "byte order mark", "blank lines", "no last newline"])
def test_a_log_that_went_through_other_programs_is_read(how, log, tmp_path, ask):
    data = {
        "carriage returns": log.read_bytes().replace(b"\n", b"\r\n"),
        "byte order mark": b"\xef\xbb\xbf" + log.read_bytes(),
        "blank lines": b"\n" + log.read_bytes().replace(b"\n", b"\n \n"),
        "no last newline": log.read_bytes().rstrip(b"\n"),
    }[how]
    (tmp_path / "log").write_bytes(data)
    assert ask("review", str(tmp_path / "log"))["players"] == ask("review", str(log))["players"]


def test_of_a_log_being_written_the_whole_games_are_reviewed(log, tmp_path, shown):
    (tmp_path / "log").write_bytes(log.read_bytes()[:-40])
    status, told, complaint = shown("review", str(tmp_path / "log"), "--json")
    assert (status, complaint) == (
        0,
        f"421: {tmp_path / 'log'}:7: ends in the middle of the line, which is left out\n",
    )
    assert (strict(told)["games"], strict(told)["cut_off"]) == (5, 7)


def test_a_line_may_be_cut_in_the_middle_of_a_letter(lines, shown):
    with Path(lines({})).open("ab") as file:
        file.write('{"player": "é'.encode()[:-1])
    status, told, complaint = shown("review", file.name, "--json")
    assert (status, strict(told)["cut_off"]) == (0, 2)
    assert complaint.endswith("lines.jsonl:2: ends in the middle of the line, which is left out\n")


def test_standard_input_is_read(log, monkeypatch, shown, refused):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(log.read_bytes())))
    status, told, _ = shown("review", "-")
    assert (status, told.splitlines()[0]) == (0, "standard input · duel · rules classic · 6 games")
    monkeypatch.setattr("sys.stdin", None)
    assert refused("review", "-") == "standard input is closed: name a file"


def test_rules_are_those_of_the_log(log, tmp_path, monkeypatch, shown, refused):
    monkeypatch.setenv("GAME421_RULES", "bistro")
    assert shown("review", str(log))[0] == 0  # the preset that the log names
    said = refused("review", str(log), "--rules", "bistro")
    assert "played by the rules classic of digest 7f178e9b" in said
    assert said.endswith("leave --rules bistro out")
    own = tmp_path / "own.toml"
    own.write_text(write_rules(load_rules("classic")).replace('"classic"', '"own"', 1))
    assert "rules own" in shown("review", str(log), "--rules", str(own))[1]
    head, rest = log.read_bytes().split(b"\n", 1)
    heading = json.loads(head)
    for name in ("lucette", "classic"):
        changed = heading | {"rules": name, "rules_digest": "ab" * 32}
        (tmp_path / "log").write_bytes(json.dumps(changed).encode() + b"\n" + rest)
        said = refused("review", str(tmp_path / "log"))
        assert f"played by the rules {name} of digest abababababab…, and bistro has " in said
        assert said.endswith(": give the file of its rules with --rules")


def test_the_goal_of_a_log_is_not_contradicted(log, shown, refused):
    assert shown("review", str(log), "--goal", "duel")[0] == 0
    assert refused("review", str(log), "--goal", "safe").endswith(
        "played for the goal duel; leave --goal safe out"
    )


FILES = {
    "empty": (b"", "wrong.jsonl is empty: give the log of a match, or lines such as {"),
    "blank": (b"\n\n", "wrong.jsonl is empty"),
    "no JSON": (b"hello\n", "wrong.jsonl:1: not JSON; a line is a JSON object, such as {"),
    "no JSON, cut": (b'{"pos', "wrong.jsonl:1: not JSON"),
    "nested": (b"[" * 100_000, "wrong.jsonl:1: not JSON"),
    "no object": (b"[1]\n", "wrong.jsonl:1: no JSON object"),
    "binary": (b"\x89PNG\r\n\x1a\n", "wrong.jsonl:1: byte 0x89 is not UTF-8; save the file as UTF-8 text"),
    "another encoding": (json.dumps(DECISION).encode("utf-16"), "wrong.jsonl:1: byte 0xff is not UTF-8"),
    "a long line": (b" " * (1 << 24) + b"{}", "wrong.jsonl:1: longer than 16,777,216 bytes"),
}


@pytest.mark.parametrize("what", FILES)
def test_what_is_no_file_of_decisions_is_a_line(what, tmp_path, refused):
    data, said = FILES[what]
    (tmp_path / "wrong.jsonl").write_bytes(data)
    assert said in refused("review", str(tmp_path / "wrong.jsonl"))


LINES = {
    "no position": ({"position": None}, '"position" is None, not a text'),
    "no action": ({"action": 42}, '"action" is 42, not a text'),
    "no game": ({"game": [1]}, '"game" is [1]; write a text or a number, or leave it out'),
    "no player": ({"player": True}, '"player" is true; write a text or a number'),
    "a number too long": ({"game": 10**30}, '"game" is 1000000000000000000000000000000; write a text'),
    "an empty name": ({"player": " \t"}, '"player" is empty; write a name or a number, or leave it out'),
    "a long name": ({"player": "A" * 101}, '"player" has 101 characters; at most 100'),
    "unknown position": ({"position": "hello"}, "'hello' has 1 fields and a position has 7"),
    "endless position": ({"position": "R - -/-" + " -" * 999}, "a position of 2,005 characters; at most 200"),
    "illegal action": ({"action": "66"}, "action 66 in R - -/- - 3 642 1: allowed are 642 64 62 42 6 4 2 -"),
    "no such action": ({"action": "4 or 2"}, "is not a hold"),
    "impossible position": ({"position": "R - -/- - 4 642 1"}, "a leader's cap here is 3"),
    "other rules": ({"position": "D 0 9/9 - 3 642 1"}, "these rules play with 21"),
    "another kind": (
        {"position": "D 0 8/13 - 3 642 1"},
        "goal duel is about a bare round, and this has stacks",
    ),
    "a bare turn": ({"position": "T - - - 3 642 1"}, "a bare turn (phase T) has no chance to win"),
}


@pytest.mark.parametrize("what", LINES)
def test_what_is_wrong_with_a_line_is_said_with_its_number(what, lines, refused):
    change, said = LINES[what]
    complaint = refused("review", lines({}, change))
    assert "lines.jsonl:2: " in complaint
    assert said in complaint


def test_what_a_line_says_twice_is_refused(tmp_path, refused):
    twice = json.dumps(DECISION).removesuffix("}") + ', "action": "-"}\n'
    (tmp_path / "lines").write_text(twice)
    assert 'lines:1: "action" stands twice; say it once' in refused("review", str(tmp_path / "lines"))


def test_names_that_look_alike_are_one_players(lines, ask):
    names = ("Zoé", "Zoe\u0301", " Zoé\t")
    document = ask("review", lines(*({"player": name} for name in names)))
    assert [player["name"] for player in document["players"]] == ["Zoé"]


def test_what_is_missing_in_a_line_is_named(tmp_path, refused):
    (tmp_path / "lines").write_text('{"action": "42"}\n')
    assert 'lines:1: no "position"; a line is a JSON object such as' in refused(
        "review", str(tmp_path / "lines")
    )
    (tmp_path / "lines").write_text('{"position": "hello", "action": "42"}\n')
    assert "lines:1: 'hello' has 1 fields" in refused("review", str(tmp_path / "lines"))
    assert refused("review", str(tmp_path / "nothing")).endswith(
        "nothing: cannot be read: No such file or directory"
    )
    assert refused("review", str(tmp_path)).endswith("cannot be read: Is a directory")


ALTERED = {
    "a position": (2, lambda game: game["moves"][0].__setitem__(0, "D"), "'D' has 1 fields"),
    "an action": (2, lambda game: game["moves"][0].__setitem__(1, "666"), "action 666 in R"),
    "who moved": (3, lambda game: game["moves"][0].__setitem__(2, 5), "no game of a match"),
    "a player from behind": (3, lambda game: game["moves"][0].__setitem__(2, -1), "no game of a match"),
    "no mover": (3, lambda game: game["moves"][0].pop(), "no game of a match"),
    "a number as a position": (3, lambda game: game["moves"][0].__setitem__(0, 5), "no game of a match"),
    "who sits there": (3, lambda game: game.update(seating=[0, 0]), "no game of a match"),
    "another seat": (3, lambda game: game.update(seating=[0, 9]), "no game of a match"),
    "the forfeit": (3, lambda game: game.update(forfeit={"player": 0}), "no game of a match"),
    "its cause": (
        3,
        lambda game: game.update(forfeit={"player": 0, "cause": [], "detail": "", "position": ""}),
        "no game of a match",
    ),
    "its position": (
        3,
        lambda game: game.update(forfeit={"player": 0, "cause": "", "detail": "", "position": "D"}),
        "'D' has 1 fields",
    ),
    "where it was": (
        3,
        lambda game: game.update(
            forfeit={"player": 0, "cause": "", "detail": "", "position": "R - -/- - 3 642 0"}
        ),
        "position R - -/- - 3 642 0: nothing can be chosen",
    ),
    "another's number": (3, lambda game: game.update(game=0), "game 0 again"),
    "its number": (3, lambda game: game.update(game="first"), "no game of a match"),
    "no moves": (4, lambda game: game.pop("moves"), "no game of a match"),
    "how long it was": (4, lambda game: game.update(rounds=float("inf")), "no game of a match"),
}


@pytest.mark.parametrize("what", ALTERED)
def test_an_altered_log_is_a_line(what, log, tmp_path, shown):
    number, change, said = ALTERED[what]
    every = log.read_bytes().splitlines()
    content = json.loads(every[number - 1])
    change(content)
    every[number - 1] = json.dumps(content).encode()
    (tmp_path / "log").write_bytes(b"\n".join(every) + b"\n")
    status, told, complaint = shown("review", str(tmp_path / "log"))
    assert (status, told) == (1, "")
    assert complaint.startswith(f"421: {tmp_path / 'log'}:{number}: {said}")
    assert complaint.endswith("; the log is altered\n")
    assert complaint.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"schema": 1}, "a log of schema 1, and this version reads schema 2; play the match again"),
        ({"goal": "tokens"}, ":1: no heading of a match with its moves; the log is altered"),
        ({"goal": None}, ":1: no heading of a match with its moves; the log is altered"),
        ({"moves": False}, ":1: no heading of a match with its moves; the log is altered"),
        ({"players": 2}, ":1: no heading of a match with its moves; the log is altered"),
    ],
)
def test_a_heading_that_cannot_be_is_a_line(change, said, log, tmp_path, shown):
    head, rest = log.read_bytes().split(b"\n", 1)
    (tmp_path / "log").write_bytes(json.dumps(json.loads(head) | change).encode() + b"\n" + rest)
    status, told, complaint = shown("review", str(tmp_path / "log"))
    assert (status, told) == (1, "")
    assert said in complaint
    assert complaint.count("\n") == 1
