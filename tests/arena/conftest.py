"""What tests of the arena share."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest

from game421.commands.app import main


@pytest.fixture
def call(monkeypatch, capsys) -> Callable[..., subprocess.CompletedProcess[str]]:
    """`421 bench` in this process, its bots in their own: its status, and what it printed."""

    def called(*arguments: str) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr("sys.argv", ["421", "bench", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        shown = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, left.value.code, shown.out, shown.err)

    return called
