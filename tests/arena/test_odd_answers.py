"""Every odd answer by itself, and every odd end of a process: a game each, in one match of real processes."""

from __future__ import annotations

import signal
import sys
import time

from game421.arena.entrants import Entrant, entrant
from game421.arena.matches import Match
from game421.arena.process_players import ProcessPlayer
from game421.arena.protocol import Limits, hello
from game421.arena.schedule import Schedule
from game421.arena.standings import Contest
from game421.arena.turn_examination import AskedTurn
from game421.dice import ROLLS, format_keep
from game421.rules import load_rules
from game421.states.play import legal_actions
from game421.states.positions import Position

from .test_bad_bots import LIMITS, RANDOM, running

ODD = {
    '{"action": null}': "None is a NoneType, not an action's text",
    '{"action": 42}': "42 is a int",
    '{"action": 4.0}': "4.0 is a float",
    '{"action": -Infinity}': "-inf is a float",
    '{"action": true}': "True is a bool",
    '{"action": false}': "False is a bool",
    '{"action": ["4"]}': "['4'] is a list",
    '{"action": []}': "[] is a list",
    '{"action": {"action": "4"}}': "{'action': '4'} is a dict",
    '{"action": ""}': "'' is no action",
    '{"action": " "}': "' ' is no action",
    '{"action": "4\\u0000"}': "'4\\x00' is no action",
    '{"action": "\\ud83c"}': "'\\ud83c' is no action",
    '{"action": "keep 4"}': "'keep 4' is no action",
    f'{{"action": {"9" * 4_000}}}': f"{'9' * 60}… is a int",
    f'{{"action": {"9" * 5_000}}}': "is not JSON",
    f'{{"action": 1{"0" * 5_000}.5}}': "inf is a float",
    f'{{"action": "{"4" * 5_000}"}}': f"'{'4' * 59}… is no action",
    "null": "'null' is not a JSON object",
    '"4"': "is not a JSON object",
    "4": "'4' is not a JSON object",
    "\0" * 8: "is not JSON",
    '{"action": "4\0"}': "is not JSON",
}
"""What a bot says, and what is told of it; each is `not an answer`."""

UTF_16 = {"utf-16": "is not UTF-8", "utf-16-le": "is not JSON", "utf-16-be": "is not JSON"}
"""A good answer in an encoding that it should not have."""

KILLED = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1)
"""Signals by which a bot's process ends, none of which leaves a core."""

SAID = [*(said.encode() for said in ODD), *('{"action": "4"}'.encode(code) for code in UTF_16)]
TOLD = [*ODD.values(), *UTF_16.values()]

BOT = """
import json, os, signal, sys

SAID, KILLED = {said!r}, {killed!r}

def say(said):
    sys.stdout.buffer.write(said + b"\\n")
    sys.stdout.buffer.flush()

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(b'{{"ready": true}}')
    elif message["type"] == "newgame":
        number, turn = divmod(message["game"], 2)
    elif message["type"] == "decide":
        if turn:  # every other game is played as it should be
            say(json.dumps({{"action": message["legal"][0]}}).encode())
        elif number < len(SAID):
            say(SAID[number])
        else:
            number = KILLED[number - len(SAID)]
            if number != signal.SIGKILL:  # whoever starts the suite may ignore it
                signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
"""
"""A bot that answers oddly where it leads, each time otherwise."""

STUBBORN = """
import signal, sys, time
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
sys.stdin.readline()
print('{"ready": true}', flush=True)
time.sleep(60)
"""
"""A bot that reads nothing more, and lets nobody end it who asks."""


def test_each_odd_answer_loses_its_game_and_says_why_and_the_others_are_played(tmp_path):
    (tmp_path / "odd.py").write_text(BOT.format(said=SAID, killed=list(map(int, KILLED))), encoding="utf-8")
    odd = Entrant("odd", command=(sys.executable, "-S", "-E", str(tmp_path / "odd.py")))
    here = Match(Contest(load_rules("classic"), 2, "duel"), (odd, RANDOM), Schedule(2, 2, 7), LIMITS)
    told = [*TOLD, *(f"killed by signal {each:d}" for each in KILLED)]
    causes = ["not an answer"] * len(SAID) + ["crash"] * len(KILLED)
    units = list(here.chunk(range(len(told))))
    for (lost, played), cause, detail in zip(units, causes, told, strict=True):
        assert played.forfeit is None
        assert lost.forfeit is not None
        assert (lost.forfeit.player, lost.forfeit.cause, lost.payoffs) == (0, cause, (0, 1))
        assert detail in lost.forfeit.detail
        assert lost.forfeit.detail.isprintable()
        assert len(lost.forfeit.detail) < 150
    assert running(here) == []


FORGETFUL = """
import os

def decide(position, legal):
    roll = position.split()[5]
    if roll in ("666", "544", "222"):
        os._exit(7)
    return legal[0] if "1" in roll or "5" in roll else None
"""
"""Knows no answer to most rolls in a row, and ends now and then."""


def test_in_the_examination_of_a_turn_what_fails_is_lost_and_nothing_else(tmp_path):
    (tmp_path / "forgetful.py").write_text(FORGETFUL, encoding="utf-8")
    rules = load_rules("classic")
    bot = entrant(str(tmp_path / "forgetful.py")).bot(rules, 2, "manche", LIMITS, "here")
    asked = AskedTurn(bot)
    for roll in map(format_keep, range(len(ROLLS))):
        position = Position.parse(f"T - - - 3 {roll} 2")
        legal = legal_actions(rules, position)
        (answer,) = asked(position, legal, legal[0])
        ends, knows = roll in {"666", "544", "222"}, "1" in roll or "5" in roll
        assert answer == (legal[0] if knows and not ends else None)
        if answer is None:
            detail = (
                "crash: exit status 7" if ends else "not an answer: None is a NoneType, not an action's text"
            )
            assert asked.forfeits[str(position)] == detail
    assert asked.unsteady == 0
    bot.close()


def test_a_bot_that_heeds_no_signal_and_reads_no_farewell_is_ended_soon(tmp_path):
    greeting = hello(load_rules("classic"), 2, "duel", LIMITS)
    bot = ProcessPlayer((sys.executable, "-S", "-E", "-c", STUBBORN), greeting, Limits(20, 5), "here")
    bot.newgame(0, 0, 2, 0)
    assert bot._process is not None
    process, began = bot._process._process, time.monotonic()
    bot.close()
    assert time.monotonic() - began < 5
    assert process.returncode == -signal.SIGKILL
