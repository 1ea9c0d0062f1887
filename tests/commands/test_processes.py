"""The program as a process: its streams, its exit status, locales and consoles, what it loads."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from commands.asking import ASKED, HEAVY, strict
from processes import PROGRAM, environment, run

CHECKOUT = Path(__file__).parents[2]
BEST, ODDS, _ = ASKED
SHOW = ("rules", "show", "classic")
UNWRITTEN = "421: the answer could not be written:"


def python(*command: str | Path, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """Run this Python in the environment of the tests, with changes."""
    return subprocess.run(
        [sys.executable, *command], env=environment(**changes), capture_output=True, encoding="utf-8"
    )


@cache
def plain(*arguments: str) -> str:
    """What the program prints where nothing in the environment says anything of language."""
    return run(*arguments).stdout


def shell(command: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which `421` is the program."""
    line = command.replace("421 ", '"$0" -m game421 ', 1)
    return subprocess.run(
        ["sh", "-c", line, sys.executable], cwd=cwd, env=environment(), capture_output=True, encoding="utf-8"
    )


def test_every_document_is_all_of_standard_output():
    for arguments in ASKED:
        done = run(*arguments, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        assert strict(done.stdout)["schema"] == 1


@pytest.mark.parametrize("arguments", [BEST, ("--help",), SHOW, ("export", "--goal", "points")])
@pytest.mark.parametrize("unbuffered", [None, "1"])
def test_a_reader_who_leaves_early_is_no_error(arguments, unbuffered):
    program = subprocess.Popen(
        [*PROGRAM, *arguments],
        env=environment(PYTHONUNBUFFERED=unbuffered),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    program.stdout.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait(timeout=60) in {0, 141}


@pytest.mark.parametrize("arguments", [(*BEST, "--json"), SHOW])
@pytest.mark.parametrize("unbuffered", [None, "1"])
def test_a_full_disk_is_said_in_one_line(arguments, unbuffered):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROGRAM, *arguments],
            env=environment(PYTHONUNBUFFERED=unbuffered),
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
    assert (done.returncode, done.stderr) == (1, f"{UNWRITTEN} No space left on device\n")


@pytest.mark.parametrize(
    ("closing", "status", "complaint"),
    [(">&-", 1, f"{UNWRITTEN} standard output is closed\n"), ("2>&-", 0, ""), ("<&- >&- 2>&-", 1, "")],
)
@pytest.mark.parametrize("command", ["421 best 642 --json", "421 rules show classic"])
def test_closed_streams_make_no_traceback(command, closing, status, complaint):
    done = shell(f"{command} {closing}")
    assert (done.returncode, done.stderr) == (status, complaint)


def test_what_cannot_be_complained_about_still_has_its_status():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*PROGRAM, "best", "bad"], env=environment(), stdout=full, stderr=full)
    assert done.returncode == 2


@pytest.mark.parametrize("settings", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"FORCE_COLOR": "1"}])
def test_no_colours_in_a_pipe(settings):
    for arguments in (BEST, ("best", "--help"), ("best", "bad")):
        done = run(*arguments, env=environment(**settings))
        assert "\x1b" not in done.stdout + done.stderr


def test_no_colours_on_a_terminal_that_wants_none():
    ours, theirs = pty.openpty()
    subprocess.run([*PROGRAM, *BEST], env=environment(NO_COLOR="1"), stdout=theirs, check=True)
    os.close(theirs)
    shown = os.read(ours, 65536)
    os.close(ours)
    assert b"875/2592" in shown
    assert b"\x1b" not in shown


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ((), 2),
        (("--help",), 0),
        (("--version",), 0),
        (("rules", "check", "own.toml"), 0),
        (("best", "bad"), 2),
        (("bset", "642"), 2),
        (("best", "642", "--lefft", "2"), 2),
        (("best", "642", "--rules", "missing.toml"), 2),
        (("best", "642", "--rules", "wrong.toml"), 2),
        (("rules", "check", "wrong.toml"), 2),
        (("export", "--goal", "points", "-o", "no/such/folder/points.csv"), 1),
    ],
)
def test_zero_is_for_success_only(arguments, status, tmp_path):
    (tmp_path / "own.toml").write_text('extends = "classic"\ntokens = 11\n', encoding="utf-8")
    (tmp_path / "wrong.toml").write_text('extends = "classic"\ntokens = "many"\n', encoding="utf-8")
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == status
    assert bool(done.stdout) is (status == 0)
    assert bool(done.stderr) is (status != 0)
    assert "Traceback" not in done.stderr


def test_the_bare_program_shows_how_it_is_used():
    assert run().stderr.startswith("Usage: 421 [OPTIONS] COMMAND")


@pytest.mark.parametrize("locale", ["fr_FR.UTF-8", "C", "tr_TR.UTF-8"])
def test_language_touches_human_text_alone(locale):
    env = environment(LC_ALL=locale)
    for arguments in (BEST, ODDS):
        assert run(*arguments, "--json", env=env).stdout == plain(*arguments, "--json")
    text = run(*BEST, env=env).stdout
    french = locale.startswith("fr")
    assert ("Le mieux : lancer les trois dés. Chance : 33,758 %." in text) is french
    assert ("Best: throw all three dice. Chance: 33.758%." in text) is not french


def test_the_language_is_what_is_asked_then_the_first_locale_that_says():
    asked = run(*BEST, "--lang", "fr").stdout
    assert "Le mieux" in asked
    for settings in ({"LC_MESSAGES": "fr_FR"}, {"LANG": "fr_BE.UTF-8", "LC_MESSAGES": ""}):
        assert run(*BEST, env=environment(LC_ALL=None, **settings)).stdout == asked
    assert "Best" in run(*BEST, env=environment(LC_ALL=None, LANG="fr_FR", LC_MESSAGES="en_GB")).stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-16"])
def test_a_console_of_any_encoding_gets_an_answer(encoding):
    for arguments in (BEST, ODDS):
        done = subprocess.run(
            [*PROGRAM, *arguments, "--lang", "fr"],
            env=environment(PYTHONIOENCODING=encoding),
            capture_output=True,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout


def test_own_rules_may_be_the_default(tmp_path):
    (tmp_path / "own.toml").write_text('extends = "sips"\nname = "chez nous"\n', encoding="utf-8")
    env = environment(GAME421_RULES="own.toml")
    for given, name in (((), "chez nous"), (("--rules", "bistro"), "bistro")):
        done = run("best", "642", "--json", *given, env=env, cwd=tmp_path)
        assert strict(done.stdout)["rules"] == name


@pytest.mark.parametrize("arguments", [*ASKED, ("best", "552", "--rules", "sips", "--hold", "55", "--json")])
def test_a_question_about_a_turn_loads_no_heavy_library(arguments):
    code = (
        "import sys\n"
        "from game421.commands import main\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        f"    print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    done = python("-c", code, *arguments)
    assert (done.returncode, done.stderr) == (0, "[]\n")


def test_a_question_about_a_whole_game_loads_little_more():
    """None of these is needed to read shipped values, and each takes milliseconds to load."""
    slow = [*HEAVY, "hashlib", "pathlib", "secrets", "fractions", "decimal"]
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from game421.commands import main\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        f"    print([name for name in {slow!r} if name in sys.modules.keys() - before], file=sys.stderr)\n"
    )
    done = python("-c", code, "best", "--position", "D 0 8/13 654@2 2 642 1")
    assert (done.returncode, done.stderr) == (0, "[]\n")


def test_hash_seeds_and_optimised_python_change_no_byte():
    shown = {run(*BEST, "--json", env=environment(PYTHONHASHSEED=seed)).stdout for seed in "01"}
    shown.add(python("-OO", "-m", "game421", *BEST, "--json").stdout)
    assert len(shown) == 1


def test_cli_py_starts_the_program_from_a_checkout():
    done = python(CHECKOUT / "cli.py", *BEST, "--json", PYTHONPATH=None)
    assert strict(done.stdout)["exact"] == "875/2592"


def test_cli_py_without_its_libraries_says_how_to_install():
    code = (
        "import runpy, sys\n"
        "sys.modules['click'] = None\n"
        "sys.argv = sys.argv[1:]\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    done = python("-c", code, CHECKOUT / "cli.py", "best", "642", PYTHONPATH=None)
    assert (done.returncode, done.stderr) == (
        1,
        "421: click is not installed; install the program first: python3 -m pip install .\n",
    )
