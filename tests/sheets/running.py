"""The command line run in this process, with what it answered."""

from __future__ import annotations

import os
from typing import NamedTuple

from processes import run_here


class Done(NamedTuple):
    """What a command answered."""

    status: int
    out: str
    err: str


def run(*words: str) -> Done:
    """Run a command in the environment as it is; what it writes is text in UTF-8."""
    done = run_here(*words, env=dict(os.environ))
    return Done(done.returncode, done.stdout, done.stderr)
