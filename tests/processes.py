"""The program run for real, as its own process, whichever way the package was installed; or in this one."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from unittest import mock

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


def run_here(
    *arguments: str,
    typed: str | bytes = b"",
    env: Mapping[str, str] | None = None,
    encoding: str | None = "utf-8",
) -> subprocess.CompletedProcess:
    """The same in this process, which has its libraries loaded and remembers what it has worked out.

    For tests of what is answered; how a process starts and ends is not seen here. Without an encoding
    what it prints is bytes.
    """
    from game421.commands import main

    data = typed.encode("utf-8") if isinstance(typed, str) else typed
    streams = [io.TextIOWrapper(io.BytesIO(each), "utf-8", newline="") for each in (data, b"", b"")]
    with (
        mock.patch.multiple(
            sys, argv=["421", *arguments], **dict(zip(("stdin", "stdout", "stderr"), streams, strict=True))
        ),
        mock.patch.dict(os.environ, environment() if env is None else env, clear=True),
    ):
        try:
            main()
        except SystemExit as left:
            status = int(left.code or 0)
    printed = []
    for stream in streams[1:]:
        stream.flush()
        content = stream.buffer.getvalue()
        printed.append(content.decode(encoding) if encoding else content)
    return subprocess.CompletedProcess(arguments, status, *printed)


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
