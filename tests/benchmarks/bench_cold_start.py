"""A cold question, the whole process, from an installed wheel, as a ratio to importing numpy.

Processor seconds of the process, not seconds on the wall: a machine that is busy with other work changes them
least. The two kinds of process take turns, so that whatever the machine does meets both.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import pytest

from distributions import build_distributions, install

ROUNDS = 25

QUESTIONS = {
    "best 642": (0.7, ("best", "642")),
    "best 642 --json": (0.7, ("best", "642", "--left", "2", "--goal", "beat", "--target", "654", "--json")),
    "odds": (0.7, ("odds", "--goal", "combo", "--target", "421")),
    "best --position": (2.0, ("best", "--position", "D 0 8/13 654@2 2 642 1")),
}
"""What is asked, and how long it may take, in times that `python -c "import numpy"` takes."""

OF_MANY = {
    "the leader of 3": ("best", "--position", "D 0 8/6/7 - 3 642 2"),
    "the leader of 4": ("best", "--position", "D 0 5/6/7/3 - 3 642 2"),
    "the last of 4": ("best", "--position", "D 0 5/6/7/3 654@2/611@2/632@2 2 642 1"),
}
"""What is asked of more players, and may take a second."""


def processor_seconds(command: Sequence[str | Path]) -> float:
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    child = os.posix_spawn(command[0], [str(word) for word in command], os.environ, file_actions=nowhere)
    _, status, usage = os.wait4(child, 0)
    assert status == 0
    return usage.ru_utime + usage.ru_stime


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    built = build_distributions(tmp_path_factory.mktemp("built"))
    return install(built.wheel, tmp_path_factory.mktemp("installed"))


def bench_cold_questions(installed, line, monkeypatch):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    commands = {"import numpy": (installed.python, "-c", "import numpy")}
    asked = {name: question for name, (_, question) in QUESTIONS.items()} | OF_MANY
    commands |= {name: (installed.script("421"), *question) for name, question in asked.items()}
    took: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(ROUNDS + 1):
        for name, command in commands.items():
            seconds = processor_seconds(command)
            if number:  # the first of each is not warm
                took[name].append(seconds)
    yardstick = took["import numpy"]
    for name, seconds in took.items():
        least, middle = min(seconds) / min(yardstick), median(seconds) / median(yardstick)
        reach = f" of {QUESTIONS[name][0]}" if name in QUESTIONS else " in a second" * (name in OF_MANY)
        times = f"{1000 * min(seconds):7.1f} ms least, {1000 * median(seconds):7.1f} median"
        line(f"cold {name:<16}{times}; ratio {least:.2f} and {middle:.2f}{reach}")
