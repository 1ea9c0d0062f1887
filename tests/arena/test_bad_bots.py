"""Bots that misbehave, as real processes: each loses the games it should, and nothing else happens."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from game421.arena.asking import AskedPolicy
from game421.arena.bots import Forfeit
from game421.arena.entrants import Entrant, entrant
from game421.arena.examination import examine
from game421.arena.matches import Match
from game421.arena.players import BuiltIn
from game421.arena.processes import MARK, BotProcess
from game421.arena.protocol import Limits
from game421.arena.results import Standings
from game421.arena.schedule import Schedule
from game421.arena.standings import Contest
from games.small import both, solved

from .bots import python, speaking
from .test_examination import TABLES

UNITS = 2
LIMITS = Limits(start=5, move=5)

HOPELESS = {
    "illegal": ("illegal action", "555 is not one of"),
    "rubbish": ("not an answer", "'%$!' is not JSON"),
    "empty": ("not an answer", "an empty line"),
    "number": ("not an answer", "42 is a int, not an action's text"),
    "true": ("not an answer", "True is a bool"),
    "null": ("not an answer", "None is a NoneType"),
    "list": ("not an answer", "is not a JSON object"),
    "nested": ("not an answer", "is not JSON"),
    "no action": ("not an answer", 'has no "action"'),
    "not a number": ("not an answer", "nan is a float"),
    "cp1252": ("not an answer", "is not UTF-8"),
    "thinks aloud": ("not an answer", "'thinking...' is not JSON"),
    "endless line": ("not an answer", "a line of more than"),
    "leaves a child": ("crash", "exit status 0"),
    "leaves a child of its own": ("crash", "exit status 0"),
    "closes its input": ("crash", "it closed its standard input"),
    "errs at length": ("not an answer", "? ?[31mred and more"),
    "not ready": ("no start", "{'ready': False} does not say"),
    "dies at once": ("no start", "exit status 3; 'Traceback: no such weights'"),
    "greets oddly": ("no start", "'421!' is not JSON"),
}
"""What is wrong with a bot that can win nothing: the cause that is counted, and what is told."""

WELL_BEHAVED = [
    "",
    "carriage return",
    "spaces",
    "byte order mark",
    "complains",
    "starts slowly",
    "other spelling",
]


def match(*entrants: Entrant, limits: Limits = LIMITS) -> Match:
    rules, _ = both(TABLES["classic"])
    return Match(Contest(rules, 2, "manche"), entrants, Schedule(2, 2, 7), limits)


def played(match: Match, units: int = UNITS) -> Standings:
    standings = Standings(2, 2)
    for unit in match.chunk(range(units)):
        standings.add(unit)
    return standings


def running(match: Match) -> list[str]:
    """What bears the mark of a match."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={match.mark}".encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_text())
        except OSError:
            continue
    return found


RANDOM = Entrant("random", built_in=BuiltIn("random"))


@pytest.mark.parametrize("mode", HOPELESS)
def test_what_is_wrong_loses_the_game_and_the_run_goes_on(mode, tmp_path):
    here = match(Entrant("bad", command=speaking(tmp_path, mode)), RANDOM)
    standings = played(here)
    assert standings.games == 2 * UNITS
    bad, other = standings.scores
    cause, detail = HOPELESS[mode]
    if mode == "illegal":
        assert set(bad.forfeits) <= {"illegal action", "not an answer"}  # it alternates
    else:
        assert bad.forfeits == {cause: 2 * UNITS}
        assert detail in bad.first_forfeit[cause].detail
    assert sum(bad.forfeits.values()) == 2 * UNITS
    assert bad.units.mean == 0
    assert other.units.mean == 1
    assert not other.forfeits
    here.sweep()
    assert running(here) == []


@pytest.fixture(scope="module")
def honest(tmp_path_factory) -> Standings:
    """The games of a bot that needs nothing forgiven."""
    return played(match(Entrant("good", command=speaking(tmp_path_factory.mktemp("honest"))), RANDOM))


@pytest.mark.parametrize("mode", WELL_BEHAVED)
def test_what_is_forgiven_changes_nothing(mode, tmp_path, honest):
    standings = played(match(Entrant("good", command=speaking(tmp_path, mode)), RANDOM))
    assert standings.scores[0].forfeits == {}
    assert standings.scores[0].units == honest.scores[0].units


@pytest.mark.parametrize(
    ("mode", "cause", "limits", "limit"),
    [("silent", "silence", Limits(5, 0.15), 0.15), ("never ready", "no start", Limits(0.15, 5), 0.15)],
)
def test_silence_ends_when_the_limit_says(mode, cause, limits, limit, tmp_path):
    here = match(Entrant("bad", command=speaking(tmp_path, mode)), RANDOM, limits=limits)
    began = time.monotonic()
    standings = played(here)
    assert standings.scores[0].forfeits == {cause: 2 * UNITS}
    assert f"no answer within {limit:g} s" in standings.scores[0].first_forfeit[cause].detail
    # it is asked three times in a row and no more, so a silent bot cannot hold up a run
    assert 3 * limit <= time.monotonic() - began < 3 * limit + 15
    assert running(here) == []


def test_a_bot_that_dies_now_and_then_is_started_again(tmp_path):
    here = match(Entrant("bad", command=speaking(tmp_path, "dies in a game")), RANDOM)
    standings = played(here, units=20)
    crashes = standings.scores[0].forfeits["crash"]
    assert 0 < crashes < 40
    assert "exit status 7" in standings.scores[0].first_forfeit["crash"].detail
    assert standings.scores[0].units.mean > 0
    assert running(here) == []


def test_what_is_said_without_being_asked_is_no_answer(tmp_path):
    standings = played(match(Entrant("bad", command=speaking(tmp_path, "talks on")), RANDOM))
    assert standings.scores[0].forfeits["not an answer"] >= 2 * UNITS - 1  # some games ask but once


def test_a_command_that_cannot_be_run_and_two_bad_bots(tmp_path):
    nothing = Entrant("nothing", command=(str(tmp_path / "no such bot"),))
    standings = played(match(nothing, Entrant("bad", command=speaking(tmp_path, "rubbish"))))
    assert standings.scores[0].forfeits == {"no start": 2 * UNITS}
    assert "No such file" in standings.scores[0].first_forfeit["no start"].detail
    assert standings.scores[1].units.mean == 1


def test_a_last_line_without_an_end_is_a_line():
    bot = BotProcess((sys.executable, "-S", "-E", "-c", "print('one\\ntwo', end='')"), "here")
    assert bot.exchange(b"", 2, 20) == [b"one", b"two"]
    with pytest.raises(Forfeit, match="crash: exit status 0"):
        bot.exchange(b"", 1, 20)
    bot.end()


def hosted(folder: Path, name: str) -> Entrant:
    return entrant(f"{python(folder)}:{name}")


def test_a_python_bot_can_reach_nothing_of_the_game(tmp_path):
    meddling = played(match(hosted(tmp_path, "Bot"), RANDOM))
    honest = played(match(Entrant("good", command=speaking(tmp_path)), RANDOM))
    assert meddling.scores[0].forfeits == {}
    assert meddling.scores[0].units == honest.scores[0].units


@pytest.mark.parametrize(
    ("name", "cause", "detail"),
    [
        ("number", "not an answer", "is a int64, not an action's text"),
        ("several", "not an answer", "is a generator, not an action's text"),
        ("raises", "crash", "ValueError: not today"),
        ("leaves", "crash", "exit status 5"),
        ("nobody", "no start", "the file defines no nobody"),
    ],
)
def test_a_python_bot_that_errs_loses(name, cause, detail, tmp_path):
    standings = played(match(hosted(tmp_path, name), RANDOM), units=1)
    assert standings.scores[0].forfeits == {cause: 2}
    assert detail in standings.scores[0].first_forfeit[cause].detail


def test_a_python_bot_finds_what_lies_beside_it(tmp_path):
    (tmp_path / "neighbour.py").write_text("def choose(legal):\n    return legal[-1]\n", encoding="utf-8")
    assert played(match(hosted(tmp_path, "beside"), RANDOM), units=1).scores[0].forfeits == {}


def test_text_of_numpy_is_text(tmp_path):
    assert played(match(hosted(tmp_path, "text"), RANDOM), units=1).scores[0].forfeits == {}


@pytest.mark.parametrize(("name", "cause"), [("raises", "crash"), ("number", "not an answer")])
def test_examined_bots_that_err_are_counted_too(name, cause, tmp_path):
    rules, _ = both(TABLES["classic"])
    here = match(hosted(tmp_path, name), RANDOM)
    bot = here.entrants[0].bot(rules, 2, "manche", LIMITS, here.mark)
    try:
        policy = AskedPolicy(name, bot)
        found = examine(solved(rules), policy)
    finally:
        bot.close()
    assert found.chance[0] == pytest.approx(0, abs=1e-12)  # whoever follows may win without being asked
    assert policy.forfeits[cause].times == policy.asked
    assert running(here) == []


@pytest.mark.parametrize("name", ["Bot", "text"])
def test_examined_over_a_pipe_as_here(name, tmp_path):
    class First:
        def decide(self, position: str, legal: tuple[str, ...]) -> str:
            return legal[0]

    rules, _ = both(TABLES["classic"])
    bots = [hosted(tmp_path, name).bot(rules, 2, "manche", LIMITS, "here"), First()]
    if name == "Bot":
        bots.append(Entrant("other", command=speaking(tmp_path)).bot(rules, 2, "manche", LIMITS, "here"))
    found = [examine(solved(rules), AskedPolicy("first", bot)) for bot in bots]
    assert len({each.chance for each in found}) == 1
    for bot in (bots[0], *bots[2:]):
        bot.close()


def test_to_wait_for_a_bot_that_closed_its_standard_error_takes_no_work(monkeypatch):
    program = "import os, time; os.close(2); time.sleep(0.3); print('here')"
    bot, glances, attend = (
        BotProcess((sys.executable, "-S", "-E", "-c", program), "here"),
        [],
        BotProcess._attend,
    )
    monkeypatch.setattr(
        BotProcess, "_attend", lambda *asked, **how: glances.append(asked) or attend(*asked, **how)
    )
    assert bot.exchange(b"", 1, 20) == [b"here"]
    bot.end()
    assert len(glances) < 100


def test_what_a_bot_says_before_it_ends_is_heard(monkeypatch):
    bot = BotProcess((sys.executable, "-S", "-E", "-c", "print(input())"), "here")
    poll = bot._process.poll

    def ends_meanwhile() -> int | None:
        with suppress(OSError):
            os.write(bot._stdin, b"here\n")
        bot._process.wait()
        return poll()

    monkeypatch.setattr(bot._process, "poll", ends_meanwhile)
    assert bot.exchange(b"", 1, 20) == [b"here"]
    bot.end()


def test_a_bot_that_pours_out_lines_and_reads_nothing_fills_no_memory():
    bot = BotProcess((sys.executable, "-S", "-E", "-c", "while True: print('{}' * 1000)"), "here")
    with pytest.raises(Forfeit, match="not an answer: lines of more than 1048576 bytes"):
        bot.exchange(b" " * 1_000_000, 1, 5)
    bot.end()


def test_a_policy_that_says_nothing_forfeits_and_does_not_crash(tmp_path):
    (tmp_path / "course.json").write_text('{"9-6-3-1": "keep-roll-keep"}', encoding="utf-8")
    standings = played(match(entrant(str(tmp_path / "course.json")), RANDOM))
    assert set(standings.scores[0].forfeits) == {"not an answer"}


def test_descriptors_do_not_leak(tmp_path):
    here = match(Entrant("bad", command=speaking(tmp_path, "rubbish")), RANDOM)
    played(here, units=1)
    before = len(list(Path("/proc/self/fd").iterdir()))
    played(here, units=4)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
