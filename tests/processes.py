"""The program run for real, as its own process, whichever way the package under test was installed."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import game421

PROGRAM = (sys.executable, "-m", "game421")
"""The start of every command line."""

_SPEAKS = {"LANG", "LANGUAGE", "GAME421_RULES", "NO_COLOR", "FORCE_COLOR", "PYTHONUTF8", "PYTHONIOENCODING"}


def environment(**changes: str | None) -> dict[str, str]:
    """An environment in which the package is found, in a plain UTF-8 locale; None takes a variable out."""
    kept = {name: value for name, value in os.environ.items() if name not in _SPEAKS and name[:3] != "LC_"}
    kept |= {"LC_ALL": "C.UTF-8", "PYTHONPATH": str(Path(game421.__file__).parents[1])}
    for name, value in changes.items():
        kept.pop(name, None)
        if value is not None:
            kept[name] = value
    return kept


def run(
    *arguments: str,
    typed: str | None = None,
    env: dict[str, str] | None = None,
    cwd: Path | None = None,
    encoding: str = "utf-8",
) -> subprocess.CompletedProcess[str]:
    """Run the program with these arguments; what it prints is decoded, its exit status not judged."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=typed,
        stdin=subprocess.DEVNULL if typed is None else None,
        capture_output=True,
        encoding=encoding,
        env=environment() if env is None else env,
        cwd=cwd,
        timeout=60,
    )


def read_a_line_of(*arguments: str) -> tuple[str, str]:
    """Run the program into a reader that takes one line: its exit status and its complaints."""
    done = subprocess.run(
        f"{shlex.join([*PROGRAM, *arguments])} | head -1; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        env=environment(PYTHONUNBUFFERED="1"),
    )
    return done.stdout.splitlines()[-1], done.stderr
