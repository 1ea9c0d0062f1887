"""The help of every command: it has examples, and they work."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from game421.commands.app import SUBCOMMANDS
from game421.tables.shipped import shipped_path
from processes import run_here

CHECKOUT = Path(__file__).parents[2]
QUICK = {
    ("solve",): slice(1),
    ("facts",): slice(4, None),
    ("verify",): slice(2),
    ("export",): slice(5),
    ("sheet",): slice(3, 4),
    ("bench",): slice(1, 2),
    ("review",): slice(3),
}
"""Which examples of a command's help are run, where all would take minutes."""


def shown_examples(text: str) -> list[str]:
    return [re.split(r"\s{3,}", line.strip())[0] for line in text.splitlines() if line.startswith("    421 ")]


@pytest.mark.parametrize(
    "path", [(), *((name,) for name in SUBCOMMANDS if name != "rules"), ("rules", "show")]
)
def test_help_lists_examples_that_work(path, tmp_path, monkeypatch):
    (tmp_path / "my-table.toml").write_text('extends = "bistro"\n', encoding="utf-8")
    (tmp_path / "rolls.csv").write_text("roll,left\n642,2\n", encoding="utf-8")
    shutil.copy(shipped_path("classic-2-manche.values"), tmp_path / "my-table.values")
    shutil.copy(shipped_path("beat-classic.csv"), tmp_path / "policy.csv")
    examples = shown_examples(run_here(*path, "--help").stdout)
    assert examples
    shutil.copy(CHECKOUT / "docs" / "bots" / "bot.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    for example in examples[QUICK.get(path, slice(None))]:
        program, *words = shlex.split(re.split(" [|>] ", example)[0])
        assert program == "421"
        done = run_here(*words)
        assert done.returncode == 0, f"{example}: {done.stderr}"
        assert not done.stderr or " -o " in example
