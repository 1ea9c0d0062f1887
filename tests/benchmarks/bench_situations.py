"""Many situations at once: index arrays through the library, and rows of a CSV file through the command."""

from __future__ import annotations

import subprocess
import time

import numpy as np

from game421.dice import ROLLS
from game421.rules import load_rules
from game421.turns.questions import TurnQuestion
from game421.turns.situations import SituationTable
from oracles.axes import ALL_DICE, name, rules
from oracles.turn import Turn, beat
from processes import PROGRAM, environment

COUNT = 1_000_000
REACH = 5_000_000
"""Situations a second that the design asks for."""

QUESTION = TurnQuestion(load_rules("classic"), "beat")


def bench_index_arrays(least, line):
    drawn = np.random.default_rng(421)
    roll = drawn.integers(0, len(ROLLS), COUNT)
    left = drawn.integers(0, 3, COUNT)
    target = drawn.integers(0, len(ROLLS), COUNT)

    def answer() -> object:
        return SituationTable.of(QUESTION).answer(roll, left, target)

    seconds = least("situations: ours, a million by index arrays, table built each time", answer, rounds=10)
    line(f"situations: {COUNT / seconds:,.0f} a second of {REACH:,}")


def bench_plain_recursion(least):
    table = rules()

    def answer() -> None:
        for target in ALL_DICE:
            turn = Turn(table, beat(table, name(target)))
            for dice in ALL_DICE:
                for left in range(3):
                    turn.options(name(dice), left)

    seconds = least("one by one: plain recursion, every roll, target and throws left", answer, rounds=2)
    assert seconds


def bench_csv(line, tmp_path):
    rows = 20_000
    drawn = np.random.default_rng(421)
    lines = (
        f"{name(ALL_DICE[roll])},{left},{name(ALL_DICE[target])}\n"
        for roll, left, target in zip(*(drawn.integers(0, top, rows) for top in (56, 3, 56)), strict=True)
    )
    file = tmp_path / "rolls.csv"
    file.write_text("roll,left,target\n" + "".join(lines), encoding="utf-8")
    took = []
    for _ in range(3):
        start = time.perf_counter()
        done = subprocess.run(
            [*PROGRAM, "best", "--batch", file], env=environment(), capture_output=True, check=True
        )
        took.append(time.perf_counter() - start)
        assert done.stdout.count(b"\n") == rows + 1
    line(f"CSV: {rows / min(took):,.0f} rows a second, start of the program included")
