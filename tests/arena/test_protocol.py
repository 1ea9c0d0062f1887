"""The protocol as docs/bots.md tells it, replayed on the example bots."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from docs.examples import ROOT, blocks
from game421.arena.entrants import Entrant, entrant
from game421.arena.matches import Match
from game421.arena.protocol import Limits, hello
from game421.arena.schedule import Schedule
from game421.arena.standings import Contest
from game421.errors import InputError
from game421.rules import load_rules
from game421.states.actions import format_action
from game421.states.play import legal_actions
from game421.states.positions import Position

BOTS = ROOT / "docs" / "bots"
NODE = shutil.which("node")
SAME = [str(BOTS / "bot.py"), *([f"{NODE} {BOTS / 'bot.js'}"] if NODE else [])]
"""Bots that play alike."""


def transcript() -> list[tuple[str, dict]]:
    (block,) = [block for block in blocks(ROOT / "docs" / "bots.md") if block.title == "transcript.txt"]
    return [(line[0], json.loads(line[1:])) for line in block.text.splitlines()]


@pytest.mark.parametrize("bot", SAME)
def test_the_transcript_is_what_is_said(bot):
    sent = "".join(json.dumps(message) + "\n" for arrow, message in transcript() if arrow == "→")
    command = entrant(bot).command
    done = subprocess.run(command, input=sent, capture_output=True, encoding="utf-8", timeout=30)
    assert (done.returncode, done.stderr) == (0, "")
    answers = [message for arrow, message in transcript() if arrow == "←"]
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert said[0]["ready"] is True
    assert said[1:] == answers[1:]


def test_the_transcript_is_what_the_arena_sends():
    messages = [message for arrow, message in transcript() if arrow == "→"]
    rules = load_rules("classic")
    sent = hello(rules, 2, "manche", Limits())
    assert messages[0].keys() == sent.keys()
    assert messages[0]["rules"].keys() == sent["rules"].keys()
    assert sent["rules"]["digest"].startswith(messages[0]["rules"]["digest"].rstrip("…"))
    assert [message["type"] for message in messages] == ["hello", "newgame", *["decide"] * 3, "result", "bye"]
    asked = [message for message in messages if message["type"] == "decide"]
    for message, table in zip(asked, (rules, rules, load_rules("bistro")), strict=True):
        legal = legal_actions(table, Position.parse(message["position"]))
        if table is rules:
            assert message["legal"] == list(map(format_action, legal))


@pytest.mark.parametrize("bot", [*SAME, f"sh {BOTS / 'bot.sh'}"])
def test_example_bots_play_whole_games(bot):
    schedule = Schedule(2, 2, 3)
    contest = Contest(load_rules("classic"), 2, "duel")
    players: tuple[Entrant, ...] = (entrant(bot), entrant("random"))
    results = [result for unit in Match(contest, players, schedule).chunk(range(4)) for result in unit]
    assert [result.forfeit for result in results] == [None] * 8


def test_a_command_is_a_program_or_a_file_that_may_be_run_and_has_its_files_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(BOTS / "bot.sh", "mine.sh")
    Path("folder.d").mkdir()
    for written, name in (("sh mine.sh 3", "mine"), ("mine.sh 3", "mine"), ("./mine.sh", "mine")):
        found = entrant(written)
        assert found.name == name
        assert subprocess.run(found.command, input="", capture_output=True, check=False).returncode == 0
    assert [entrant(str(BOTS / file)).name for file in ("bot.py", "bot.py:Bot")] == ["bot", "bot:Bot"]
    Path("mine.js").write_text("")
    with pytest.raises(InputError, match=r"mine\.js cannot be run as it is: write what runs it before it"):
        entrant("mine.js 3")
    for written in ("folder.d", str(tmp_path), "./folder.d 3"):
        with pytest.raises(InputError, match="nor a command that can be run"):
            entrant(written)


def test_the_page_shows_the_example(tmp_path):
    (block,) = [block for block in blocks(ROOT / "docs" / "bots.md") if block.title == "bot.py"]
    names: dict = {}
    exec(block.text, names)
    other: dict = {}
    exec((BOTS / "bot.py").read_text(encoding="utf-8"), other)
    for roll in ("642", "421", "665", "411"):
        asked = (
            f"C 21 0/0 - 3 {roll} 2",
            tuple(
                map(
                    format_action,
                    legal_actions(load_rules("classic"), Position.parse(f"C 21 0/0 - 3 {roll} 2")),
                )
            ),
        )
        assert names["Bot"]().decide(*asked) == other["Bot"]().decide(*asked)
    assert Path(BOTS / "bot.sh").stat().st_mode & 0o111
