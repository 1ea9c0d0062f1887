"""Situations of a whole game: in a batch and one by one, and the whole policy written to a file."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from functools import cache

import game421
from game421.rules import load_rules
from game421.tables import SituationPolicy, game_policy
from game421.tables.library import game_values
from processes import PROGRAM, environment

COUNT = 200_000
REACH = 20_000
"""Situations of a whole game a second that are asked for."""


@cache
def whole() -> SituationPolicy:
    """What to do in every position of the classic game of two."""
    return game_policy(game_values(load_rules("classic"), 2))


@cache
def drawn() -> list[str]:
    """Positions of the classic game of two, any as likely as any other."""
    positions = whole().table.cells[0]
    places = random.Random(421).choices(range(len(positions)), k=COUNT)
    return [str(positions[place]) for place in places]


def bench_many(least, line):
    texts = drawn()
    seconds = least("positions: ours, from nothing solved", lambda: game421.situations(texts), rounds=3)
    line(f"positions: {COUNT / seconds:,.0f} a second of {REACH:,}, {COUNT:,} at once")


def bench_one_by_one(least, line):
    texts = drawn()[:50]
    seconds = least("position: ours, one by one", lambda: [game421.best(text) for text in texts], rounds=2)
    line(f"positions: {len(texts) / seconds:,.0f} a second one by one")


def bench_csv_of_positions(line, tmp_path):
    file = tmp_path / "positions.csv"
    file.write_text("position\n" + "\n".join(drawn()) + "\n", encoding="utf-8")
    start = time.perf_counter()
    done = subprocess.run(
        [*PROGRAM, "best", "--batch", file], env=environment(), capture_output=True, check=True
    )
    took = time.perf_counter() - start
    assert done.stdout.count(b"\n") == COUNT + 1
    line(f"CSV of positions: {COUNT / took:,.0f} rows a second, start of the program included")


def bench_export(line, tmp_path):
    code = (
        "import resource, sys\n"
        "from game421.commands import main\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        "    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\n"
    )
    asked = ["export", "--goal", "manche", "-o", str(tmp_path / "classic.csv")]
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *asked],
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    took = time.perf_counter() - start
    peak = int(done.stderr.splitlines()[-1]) / 1024
    line(f"export of the classic manche: {took:.1f} s, at most {peak:,.0f} MiB")
