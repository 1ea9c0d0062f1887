"""The program run in this process, as a question answered or refused."""

from __future__ import annotations

import re
import sys

import pytest

from commands.asking import strict
from game421.commands.app import main


@pytest.fixture
def shown(monkeypatch, capsys):
    """Run the program in this process: its exit status, and what it printed on both streams."""

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["421", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        return (left.value.code, *capsys.readouterr())

    return call


@pytest.fixture
def ask(shown):
    """The JSON document of a question that must be answered, with nothing on standard error."""

    def answered(*arguments: str) -> dict:
        status, out, err = shown(*arguments, "--json")
        assert (status, err) == (0, "")
        return strict(out)

    return answered


@pytest.fixture
def refused(shown):
    """The one line on standard error of a question that must be refused, without its prefix."""

    def complaint(*arguments: str) -> str:
        status, out, err = shown(*arguments)
        assert (status, out) == (2, "")
        assert re.fullmatch(r"421: [^\n]+\n", err)
        return err.removeprefix("421: ").rstrip("\n")

    return complaint
