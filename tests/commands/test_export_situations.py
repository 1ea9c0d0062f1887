"""`421 export` of rounds and whole games: what comes out, what is proved of it, what does not go together."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from game421.rules import load_rules
from game421.tables import SituationPolicy, read, round_policy
from processes import PROGRAM, environment, run, run_here

SMALL = """
extends = "bistro"
name = "small"
tokens = 2
die = [2, 1, 0, 1, 0, 0]
"""


@pytest.fixture
def small(tmp_path: Path, monkeypatch) -> Path:
    """A rules file whose game is solved at once, kept in a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    return path


def test_a_round_goes_to_standard_output() -> None:
    done = run("export", "--goal", "duel")
    first, names, *rows = done.stdout.splitlines()
    assert (done.returncode, done.stderr, len(rows)) == (0, "", 2 * 56 + 3 * 56 * 56)
    assert json.loads(first[2:])["kind"] == "situation-policy"
    assert names == "position,action,value,regret,ties"
    assert rows[0].startswith("R - -/- - 3 666 2,k666,")


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        (
            ("--goal", "safe", "--players", "3", "--reachable"),
            {"goal": "safe", "players": 3, "reachable": True},
        ),
        (("--goal", "relative", "--phase", "charge"), {"goal": "relative", "phase": "charge"}),
        (("--goal", "tokens"), {"goal": "tokens"}),
    ],
)
def test_every_option_of_a_round_counts(options, asked, small: Path, tmp_path: Path) -> None:
    rules = small.with_name("three.toml")
    rules.write_text(SMALL + "charge_throws = 2\n", encoding="utf-8")
    done = run_here("export", *options, "--rules", str(rules), "-o", str(tmp_path / "a.json"))
    expected = round_policy(load_rules(rules), **asked)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{tmp_path / 'a.json'}: {len(expected)} rows, sha256 {expected.header['sha256']}\n"
    assert list(read(tmp_path / "a.json")) == list(expected)


@pytest.mark.parametrize("goal", ["manche", "partie"])
def test_a_game_is_solved_exported_and_proved(goal: str, small: Path, tmp_path: Path) -> None:
    file = tmp_path / "policy.sqlite"
    done = run_here("export", "--goal", goal, "--reachable", "--rules", str(small), "-o", str(file))
    solving, told = done.stderr.splitlines()
    assert (done.returncode, solving) == (0, f"421: solving the {goal} of small for 2 players …")
    policy = read(file, load_rules(small))
    assert isinstance(policy, SituationPolicy)
    assert (policy.header["goal"], policy.header["reachable"]) == (goal, True)
    assert told == f"{file}: {len(policy)} rows, sha256 {policy.header['sha256']}"
    proved = run_here("verify", str(file), "--json")
    [verdict] = json.loads(proved.stdout)["verified"]
    assert (verdict["kind"], verdict["rules"]) == ("situation-policy", "small")
    assert verdict["proved"].startswith(f"All {len(policy)} decisions are optimal")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--goal duel --as follower", "--as is about a bare turn, and goal duel is not"),
        ("--goal safe --target 654", "--target is about a bare turn"),
        ("--goal tokens --cap 2", "--cap is about a bare turn"),
        ("--goal manche --ties 1", "--ties is about a bare turn"),
        ("--goal manche --phase charge", "--phase is about a bare turn or round"),
        ("--goal points --players 3", "--players, --state and --reachable are about a round or a game"),
        ("--reachable", "--players, --state and --reachable are about a round or a game"),
        ("--goal duel --players 7", "number of players 7; allowed: 2 to 6"),
        ("--goal duel --players two", "'two' is not a valid integer"),
        ("--goal manche --players 3", "the policy has some 1,051,817,648 rows"),
        ("--goal manche --players 0", "0 players; allowed: 2 to 6"),
        ("--goal partie --rules bistro --state=C_21_0/0/0/0_lost=0/0/0/0", "for 4 players is not solved yet"),
        ("--goal manche --state=D_0_8/8/6", "22 tokens in the stacks"),
        ("--goal manche --state=R_-_-/-", "a token state has stacks"),
        ("--goal manche --state=hello", "hello: write phase, pot and stacks"),
        ("--goal manche --state=D_0_8/13_kept=42", "write phase, pot and stacks"),
        ("--goal duel --state=D_0_8/13", "--state is about a whole game"),
        ("--goal manche --players 3 --state=D_0_8/13", "--players 3, and the state D 0 8/13 is of 2"),
        ("--goal partie --rules sips", "rounds only"),
        ("--goal duel --rules bistro --phase charge", "rules bistro: no position leaves a choice"),
        ("--goal duel --rules bistro --phase charge --players 6", "no position leaves a choice"),
        ("--goal tokens --rules havraise --phase charge", "a havraise charge has no rounds"),
        ("--goal duel --format npz", "--format npz is no text: name a file with -o"),
    ],
)
def test_what_does_not_go_together(options: str, message: str) -> None:
    done = run_here("export", *(option.replace("_", " ") for option in options.split()))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("written", ["D 0 1/1", "D 0 1/1 - 3 - 3", "D 0 1/1 211@1 1 - 1"])
def test_one_state_of_a_game(written: str, small: Path, tmp_path: Path) -> None:
    """Named as positions begin, or by any position of its round."""
    path = tmp_path / "a.csv"
    done = run_here("export", "--goal", "manche", "--state", written, "--rules", str(small), "-o", str(path))
    found = read(path)
    assert (done.returncode, found.header["position"]) == (0, "D 0 1/1 - 3 - 3")
    assert isinstance(found, SituationPolicy)
    assert found.probe("D 0 1/1 - 3 421 2").action == "k421"
    assert {row.position.split()[2] for row in found} == {"1/1"}


def test_who_looks_on_sees_progress(small: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [*PROGRAM, "export", "--goal", "manche", "--rules", str(small), "-o", str(tmp_path / "a.csv")]
    subprocess.run(command, env=environment(TERM="xterm"), stderr=theirs, check=True)
    os.close(theirs)
    shown = b""
    while part := _read(ours):
        shown += part
    os.close(ours)
    assert b"421 export: small, manche" in shown


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # the other end is closed
        return b""
