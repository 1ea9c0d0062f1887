"""What was measured, put beside what it is to be judged by, printed at the end of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

Seconds = float
RESULTS: dict[str, Seconds] = {}
"""The least seconds that each piece of work took."""

LINES: list[str] = []


@pytest.fixture
def least(benchmark) -> Callable[..., Seconds]:
    """Time a call many times under a name; gives the least seconds it took."""

    def timed(name: str, work: Callable[[], object], rounds: int | None = None) -> Seconds:
        if rounds is None:
            benchmark(work)
        else:
            benchmark.pedantic(work, rounds=rounds, warmup_rounds=1)
        RESULTS[name] = benchmark.stats.stats.min
        return RESULTS[name]

    return timed


@pytest.fixture
def line() -> Callable[[str], None]:
    """Have a line printed at the end of the run."""
    return LINES.append


def ratios() -> Iterator[str]:
    """Every result beside the quickest of its kind: `turn: ours` beside all that begin with `turn:`."""
    kinds = dict.fromkeys(name.split(":")[0] for name in RESULTS)
    for kind in kinds:
        names = [name for name in RESULTS if name.split(":")[0] == kind]
        quickest = min(RESULTS[name] for name in names)
        for name in names:
            yield f"{name:<58}{1000 * RESULTS[name]:12.3f} ms{RESULTS[name] / quickest:12.1f} x"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.section("least time, and how many times the quickest of its kind")
    for text in (*ratios(), *LINES):
        terminalreporter.write_line(text)
