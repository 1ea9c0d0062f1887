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
REACH = 0.7
"""Of the time that `python -c "import numpy"` takes."""

QUESTIONS = {
    "best 642": ("best", "642"),
    "best 642 --json": ("best", "642", "--left", "2", "--goal", "beat", "--target", "654", "--json"),
    "odds": ("odds", "--goal", "combo", "--target", "421"),
}


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
    commands |= {name: (installed.script("421"), *question) for name, question in QUESTIONS.items()}
    took: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(ROUNDS + 1):
        for name, command in commands.items():
            seconds = processor_seconds(command)
            if number:  # the first of each is not warm
                took[name].append(seconds)
    yardstick = took["import numpy"]
    for name, seconds in took.items():
        line(
            f"cold {name:<16}{1000 * min(seconds):7.1f} ms least, {1000 * median(seconds):8.1f} median; "
            f"ratio {min(seconds) / min(yardstick):.2f} and {median(seconds) / median(yardstick):.2f} of {REACH}"
        )
