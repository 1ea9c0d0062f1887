"""The command line run in this process, with what it answered."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from game421.commands import main


class Done(NamedTuple):
    """What a command answered."""

    status: int
    out: str
    err: str


def run(*words: str) -> Done:
    """Run a command; what it writes is text in UTF-8."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"argv": ["421", *words], "stdout": out, "stderr": err}.items():
            patch.setattr(sys, name, value)
        with pytest.raises(SystemExit) as left:
            main()
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())
    return Done(int(left.value.code or 0), *texts)
