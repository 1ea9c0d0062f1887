"""What tests of the arena share."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest

from game421.commands.app import main

SMALL = """
name = "small"
die = [2, 1, 0, 0, 0, 0]
tokens = 3
charge_throws = 2
decharge_throws = 2
"""
"""Rules of which a whole game is soon solved."""


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


@pytest.fixture
def small(tmp_path, monkeypatch) -> str:
    """Those rules in a file, and a cache of its own for what is solved."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    rules = tmp_path / "small.toml"
    rules.write_text(SMALL)
    return str(rules)
