"""`421 bench` as its users run it: logs that survive, the same results for any number of workers."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from commands.asking import HEAD, strict
from game421.arena.benches import contest_of
from game421.arena.entrants import entrant
from game421.arena.logs import Log
from game421.arena.matches import Match
from game421.arena.players import BUILT_IN
from game421.arena.results import Result, Standings
from game421.arena.schedule import Schedule
from game421.arena.standings import Contest
from game421.arena.statistics import Sample
from game421.commands.bench import EPILOG
from game421.commands.bench_wording import BenchText
from game421.errors import TableError
from game421.rules import Rules, load_rules
from processes import PROGRAM, environment, run

from .bots import python, speaking

DUEL = ("--goal", "duel")


def bench(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    """The command as a process."""
    return run("bench", *arguments, **options)


def test_any_number_of_workers_plays_the_same_games(tmp_path, call):
    logs = []
    for workers, played in (("1", call), ("3", bench)):
        log = tmp_path / f"{workers}.jsonl"
        arguments = ("points", "aces", *DUEL, "--games", "90", "--seed", "4", "--workers", workers)
        done = played(*arguments, "--log", str(log), "--json")
        assert done.returncode == 0, done.stderr
        logs.append((log.read_bytes(), strict(done.stdout)))
    assert logs[0] == logs[1]
    log, document = logs[0]
    assert list(document)[: len(HEAD)] == HEAD
    assert (document["games"], document["units"], document["partial"]) == (90, 45, False)
    first, other = document["players"]
    assert first["score"]["mean"] + other["score"]["mean"] == pytest.approx(1)
    low, high = first["score"]["interval"]
    assert low < first["score"]["mean"] < high
    assert len(first["seats"]) == 2
    head, *games = map(json.loads, log.splitlines())
    assert (head["kind"], head["seed"], head["players"]) == ("match-log", 4, ["points", "aces"])
    assert [game["game"] for game in games] == list(range(90))
    position, action, player = games[0]["moves"][0]
    assert position.startswith("R - -/- - ")
    assert action
    assert player == games[0]["seating"][0]
    assert all(
        (move[2] == game["seating"][0]) == (move[0].split()[3] == "-")
        for game in games
        for move in game["moves"]
    )
    again = call("points", "aces", *DUEL, "--seed", "4", "--game", "77")
    assert json.loads(again.stdout) == games[77]


def test_an_interrupted_match_keeps_what_is_finished_and_goes_on(tmp_path):
    log = tmp_path / "games.jsonl"
    slow = f"{' '.join(speaking(tmp_path))}"
    arguments = ("bench", f"slow={slow}", "random", *DUEL, "--workers", "2", "--log", str(log), "--json")
    for number in (signal.SIGINT, signal.SIGTERM):
        resume = ("--resume",) if log.exists() else ()
        with subprocess.Popen(
            [*PROGRAM, *arguments, "--games", "100000", *resume],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            start_new_session=True,
        ) as process:
            seen, deadline = 0, time.monotonic() + 60
            before = len(log.read_bytes().splitlines()) if log.exists() else 0
            while seen < before + 40 and time.monotonic() < deadline:
                time.sleep(0.05)
                seen = len(log.read_bytes().splitlines()) if log.exists() else 0
            process.send_signal(number)
            shown, complained = process.communicate(timeout=60)
        assert process.returncode == 1, complained
        assert complained == b""
        document = strict(shown.decode())
        games = log.read_bytes().splitlines()[1:]
        assert document["partial"] is True
        assert document["games"] == len(games) > 0
        assert len(games) % 2 == 0
        assert not _speaking_still(tmp_path)
    units = [json.loads(game)["unit"] for game in games]
    assert all(units.count(unit) == 2 for unit in set(units))
    with log.open("ab") as file:  # as a power cut leaves it
        file.write(b'{"game":')
    wanted = str(len(games) + 20)
    done = run(*arguments, "--games", wanted, "--resume")
    assert done.returncode == 0, done.stderr
    assert strict(done.stdout)["games"] >= len(games) + 20
    found = [json.loads(game)["game"] for game in log.read_bytes().splitlines()[1:]]
    assert len(set(found)) == len(found)


def _speaking_still(folder: Path) -> list[str]:
    """Processes of the bot in a folder that still run."""
    time.sleep(0.2)
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(folder).encode() in (process / "cmdline").read_bytes():
                found.append(process.name)
        except OSError:
            continue
    return [pid for pid in found if int(pid) != os.getpid()]


def test_logs_of_other_matches_are_refused(tmp_path, call):
    log = tmp_path / "games.jsonl"
    arguments = ("points", "random", *DUEL, "--games", "2", "--workers", "1", "--log", str(log))
    assert call(*arguments).returncode == 0
    for extra, status, said in (
        ((), 2, "is there already: add --resume to go on with it"),
        (("--resume", "--seed", "5"), 2, "a log of another match (seed 0, here 5)"),
    ):
        done = call(*arguments, *extra)
        assert (done.returncode, done.stdout) == (status, "")
        assert said in done.stderr
    log.write_text("nothing\n")
    done = call(*arguments, "--resume")
    assert done.returncode == 1
    assert ":1: not JSON; the log is altered" in done.stderr


ALTERED = {
    "another seat": lambda one, two: [{**one, "seating": [1, 0]}, two],
    "another player": lambda one, two: [{**one, "seating": [0, 7]}, two],
    "other dice": lambda one, two: [{**one, "seed": 1}, two],
    "another unit": lambda one, two: [{**one, "unit": 1}, {**two, "unit": 1}],
    "a unit again": lambda one, two: [one, two, one, two],
    "in another order": lambda one, two: [two, one],
    "a payoff too many": lambda one, two: [{**one, "payoffs": [0, 1, 0]}, two],
    "no payoff": lambda one, two: [{**one, "payoffs": [0, math.nan]}, two],
    "who forfeits is not there": lambda one, two: [
        {**one, "forfeit": {"player": 5, "cause": "crash", "detail": "", "position": ""}},
        two,
    ],
    "no number": lambda one, two: [{**one, "decisions": "many"}, two],
    "no end": lambda one, two: [{**one, "rounds": math.inf}, two],
    "no game": lambda one, two: [["game"], two],
}


@pytest.fixture(scope="module")
def logged(tmp_path_factory) -> tuple[Match, bytes, list[dict]]:
    """A match of a unit, its log and the games in it."""
    match = Match(Contest(Rules(), 2, "duel"), (entrant("points"), entrant("random")), Schedule(2, 2, 0))
    file = tmp_path_factory.mktemp("log") / "games.jsonl"
    with Log.new(file, match) as log:
        for unit in match.chunk(range(1)):
            log.add(unit)
    head, *games = file.read_bytes().splitlines(keepends=True)
    return match, head, list(map(json.loads, games))


@pytest.mark.parametrize("how", ALTERED)
def test_an_altered_log_is_not_gone_on_with(how, logged, tmp_path):
    match, head, games = logged
    file = tmp_path / "games.jsonl"
    lines = [json.dumps(game).encode() + b"\n" for game in ALTERED[how](*games)]
    file.write_bytes(head + b"".join(lines))
    with pytest.raises(TableError, match=r"games\.jsonl:[24]: no games? of .*; the log is altered"):
        Log.resumed(file, match)


@pytest.mark.parametrize("cut", [0, 1, 30])
def test_a_log_that_never_got_to_its_games_is_begun_anew(cut, logged, tmp_path):
    match, head, _ = logged
    file = tmp_path / "games.jsonl"
    file.write_bytes(head[: len(head) - cut] if cut else b"")
    log, units = Log.resumed(file, match)
    with log:
        assert units == []
    assert file.read_bytes() == head


def test_a_line_nested_too_deep_is_no_line_of_a_log(logged, tmp_path):
    match, _, _ = logged
    file = tmp_path / "games.jsonl"
    file.write_text("[" * 100_000 + "\n")
    with pytest.raises(TableError, match="not JSON; the log is altered"):
        Log.resumed(file, match)


def test_a_bot_that_forfeits_shows_and_the_status_says_trouble(tmp_path, call):
    bad = " ".join(speaking(tmp_path, "illegal"))
    done = call(f"bad={bad}", "random", *DUEL, "--games", "4", "--workers", "1")
    assert done.returncode == 1
    assert "bad forfeited" in done.stdout
    assert "illegal action" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nobody", "random"), "'nobody' is no player: neither built in (perfect, noisy:0.1, random,"),
        (("noisy:2", "random"), "after noisy: comes a chance from 0 to 1, for example noisy:0.1"),
        (("random",), "a match takes two PLAYERs or more"),
        (("random", "points", "--exact"), "--exact examines one PLAYER, not 2"),
        (("random", "points", "--goal", "points"), "goal points is about a turn: add --exact"),
        (("random", "--exact", "--goal", "combo"), "goal combo needs a --target"),
        (("random", "--exact", "--goal", "duel"), "examined are whole games (manche, partie) and turns"),
        (("random", "points", *DUEL, "--resume"), "--resume goes on with a log: name it with --log"),
        (("random", "points", *DUEL, "--sprt", "0.6"), "write two scores from 0 to 1, for example 0.45,0.5"),
        (("random", "points", *DUEL, "--sprt", "0.6,0.5"), "write two scores from 0 to 1"),
        (("random", "points", "aces", *DUEL, "--sprt", "0.4,0.5"), "--sprt is about two PLAYERs"),
        (("random", "points", "--seats", "3", *DUEL), "2 players for 3 seats"),
        (("random", "points", "--rules", "sips", "--goal", "manche"), "sips is rounds only"),
        (("random", "--exact", "--state", "D 0"), "write phase, pot and stacks, for example D 0 8/6/7"),
        (("random", "--exact", "--state", "D 0 9/9/9"), "27"),
        (
            ("random", "--exact", "--players", "5"),
            "examined in games of at most 4, of one round too; play a match of more",
        ),
        (("random", "--exact", "--players", "4", "--rules", "bistro", "--goal", "partie"), "not solved yet"),
        (("random", "points", "--players", "3"), "--players goes with --exact"),
        (("random", "points", "--target", "421"), "--target goes with --exact"),
        (("random", "--exact", "--games", "3"), "--games is about matches, not about --exact"),
        (("random", "--exact", "--seed", "0"), "--seed is about matches"),
        (("random", "--exact", "--resume"), "--resume is about matches"),
        (("random", "--exact", "--goal", "points", "--state", "D 0 8/6/7"), "--state is about a game"),
        (("random", "--exact", "--as", "leader"), "--as is about a turn, not about the goal manche"),
        (("random", "points", "--game", "3", "--sprt", "0.4,0.5"), "not about one --game"),
        (
            ("random", "points", "--move-limit", "nan"),
            "nan seconds to answer: more than 0, and 86400 at most",
        ),
        (("random", "points", "--start-limit", "0"), "0 seconds to start: more than 0"),
        (("'random", "points"), "a quotation mark in it is not closed"),
    ],
)
def test_what_is_typed_wrong_is_a_line(arguments, said, call):
    done = call(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_help_names_every_player():
    assert all(name in EPILOG for name in BUILT_IN)


def test_one_and_two_games_say_too_few(call):
    for games in ("1", "2"):
        done = call("points", "random", *DUEL, "--games", games, "--workers", "1", "--json")
        document = strict(done.stdout)
        assert document["games"] == 2
        assert document["players"][0]["score"]["interval"] is None
        assert document["players"][0]["score"]["reason"].startswith("too few games")
        assert document["elo"]["interval"] is None
    assert "too few games" in call("points", "random", *DUEL, "--games", "2", "--workers", "1").stdout


def test_a_sequential_test_stops_early_and_for_good(call, tmp_path):
    match = ("points", "random", *DUEL, "--games", "4000", "--workers", "1", "--json")
    arguments = (*match, "--sprt", "0.5,0.6", "--log", str(tmp_path / "log"))
    done = call(*arguments)
    document = strict(done.stdout)
    assert document["sprt"]["decision"] == "high"
    assert document["games"] < 4000
    assert document["partial"] is False
    assert strict(call(*arguments, "--resume").stdout) == document


def test_a_field_is_rated_and_french_is_spoken(call):
    done = call(
        "points", "aces", "random", *DUEL, "--seats", "2", "--games", "60", "--workers", "1", "--lang", "fr"
    )
    assert done.returncode == 0, done.stderr
    assert "cote" in done.stdout
    assert "180 parties à 2" in done.stdout
    assert "," in done.stdout.splitlines()[3]


def test_values_of_more_than_four_are_used_only_where_they_are_needed():
    rules = load_rules("classic")
    assert contest_of(rules, 4, "manche").values is not None
    assert contest_of(rules, 5, "manche").values is None
    assert contest_of(rules, 5, "manche", solved=True).values is not None


def test_results_of_who_has_not_played_yet_are_told(tmp_path):
    rules = load_rules("fiches")
    contest = Contest(rules, 2, "manche")
    match = Match(contest, tuple(map(entrant, ("random", "aces", "points"))), Schedule(3, 2, 0))
    standings = Standings(3, 2)
    fixture = match.schedule.game(0)
    standings.add([Result(fixture, (1.0, 0.0), (0.2, -0.2), 1, 1, None, ())])
    told = BenchText("en").match(match, standings, None, None, partial=True)
    assert told.splitlines()[-3].split("  ")[-1] == "-"


@pytest.mark.parametrize(("scores", "told"), [((1, 0.5), "-∞ to +∞"), ((1, 1, 1, 0.5), "-16 to +∞")])
def test_rating_differences_without_an_end_have_the_right_sign(scores, told):
    for sign, each in (("+", scores), ("-", [1 - score for score in scores])):
        sample = Sample()
        for score in each:
            sample.add(score)
        between = BenchText("en")._elo("one", sample).partition("(95%: ")[2]
        mirrored = " to ".join(reversed(told.translate(str.maketrans("+-", "-+")).split(" to ")))
        assert between == (told if sign == "+" else mirrored) + ")."


def test_examinations_of_the_whole_game_and_of_a_turn(small, tmp_path, call):
    part = call("perfect", "--exact", "--rules", small, "--state", "D 0 2/1", "--lang", "en")
    assert part.returncode == 0
    assert "equilibrium" not in part.stdout  # of two players values are exact
    perfect = call("perfect", "--exact", "--rules", small, "--json")
    document = strict(perfect.stdout)
    assert (perfect.returncode, document["exploitability"], document["loss"]) == (0, 0, 0)
    assert document["chance"] == document["value"] == document["against_best_reply"]
    assert document["blunders"] == []
    assert document["position"] == "C 3 0/0 - 2 - 2"
    turn = call(f"{python(tmp_path)}:Bot", "--exact", "--goal", "points", "--json")
    document = strict(turn.stdout)
    assert (turn.returncode, document["player"]) == (0, "meddling:Bot")
    assert document["exact"] == "5/3"  # whoever always stops gets what the first throw is worth
    assert document["best_exact"] == "176723/46656"
    shown = call(f"{python(tmp_path)}:raises", "--exact", "--goal", "points")
    assert shown.returncode == 1
    assert "ValueError: not today" in shown.stdout
    lots = call(f"{python(tmp_path)}:lots", "--exact", "--goal", "points")
    assert "It answers the same question differently" in lots.stdout.splitlines()[-1]
