"""Progress on standard error: a bar for a person, for a log a line now and then."""

from __future__ import annotations

import io
import sys

import pytest

from game421.commands import progress as module
from game421.commands.progress import late_progress, progress


class Clock:
    """Time that goes on when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    found = Clock()
    monkeypatch.setattr(module, "monotonic", found)
    return found


def told(capsys) -> list[str]:
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()


def test_a_line_at_most_every_half_minute_says_what_is_left(clock, capsys):
    with progress("solving own") as report:
        for second in range(100):
            clock.now = 1000.0 + second
            report(10 * second, 4000)
    assert told(capsys) == [
        "solving own: 300 of 4,000, 6 min 11 s left",
        "solving own: 600 of 4,000, 5 min 41 s left",
        "solving own: 900 of 4,000, 5 min 11 s left",
    ]


def test_quick_work_says_nothing(clock, capsys):
    with progress("solving own") as report:
        for second in range(30):
            clock.now = 1000.0 + second
            report(second, 30)
    assert told(capsys) == []


def test_what_was_done_before_is_no_measure_of_speed(clock, capsys):
    """A solve that goes on where it was begins far ahead."""
    with progress("solving own") as report:
        report(9000, 10000)
        clock.now += 40
        report(9100, 10000)
    assert told(capsys) == ["solving own: 9,100 of 10,000, 6 min 1 s left"]


def test_a_second_count_begins_anew(clock, capsys):
    with progress("solving own") as report:
        report(1, 1000)
        clock.now += 1000
        report(1000, 1000)
        report(1, 50)
        clock.now += 60
        report(31, 50)
    assert told(capsys) == ["solving own: 1,000 of 1,000, 1 s left", "solving own: 31 of 50, 39 s left"]


def test_the_speed_of_a_moment_is_none(clock, capsys):
    """Work that is announced long after it was begun is not judged by what came next at once."""
    with progress("solving own") as report:
        clock.now += 40
        report(5, 4000)
        clock.now += 0.1
        report(10, 4000)
        clock.now += 20
        report(2000, 4000)
    assert told(capsys) == ["solving own: 2,000 of 4,000, 21 s left"]


def test_what_has_no_name_is_told_in_percent(clock, capsys):
    with progress("solving own") as report:
        report(0, 75_626_360_550)
        clock.now += 60
        report(756_263_605, 75_626_360_550)
    assert told(capsys) == ["solving own: 1.0%, 1 h 39 min left"]


def test_late_progress_is_only_there_once_it_is_told_of(clock, capsys, monkeypatch):
    begun = []
    monkeypatch.setattr(module, "progress", lambda what: begun.append(what) or progress(what))
    with late_progress("solving own") as report:
        assert begun == []
        report(0, 100)
        clock.now += 40
        report(50, 100)
    assert begun == ["solving own"]
    assert told(capsys) == ["solving own: 50 of 100, 41 s left"]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(58, "59 s"), (59, "1 min 0 s"), (3600, "1 h 0 min"), (90_000, "1 d 1 h"), (10**6, "11 d 13 h")],
)
def test_how_long_is_said_in_two_units(clock, capsys, seconds, words):
    with progress("solving own") as report:
        report(0, 10**7)
        clock.now += 100
        report(100, 100 + seconds)
    (line,) = told(capsys)
    assert line.endswith(f", {words} left")


def test_more_sweeps_than_expected_are_no_other_work(clock, capsys):
    """What is done may fall back a little: the speed is that of all of it."""
    with progress("solving own") as report:
        report(0, 1000)
        clock.now += 20
        report(900, 1000)
        report(800, 1000)
        clock.now += 20
        report(900, 1000)
    assert told(capsys) == ["solving own: 900 of 1,000, 5 s left"]


def test_a_person_sees_a_bar_that_goes_away(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with progress("solving own") as report:
        report(30, 100)
        report(60, 100)
    shown = sys.stderr.getvalue()
    assert "solving own" in shown
    assert shown.rstrip().endswith("\x1b[2K")
