"""The log of a match: a line about the match, then one for every finished game; it can be gone on with."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from game421 import __version__
from game421.arena.matches import Match, Unit
from game421.arena.results import Result
from game421.arena.schedule import Schedule
from game421.errors import InputError, TableError
from game421.rules import digest

KIND, SCHEMA = "match-log", 2


def heading(match: Match) -> dict[str, Any]:
    """The first line: all that games depend on but their number."""
    return {
        "schema": SCHEMA,
        "kind": KIND,
        "version": __version__,
        "rules": match.contest.rules.name,
        "rules_digest": digest(match.contest.rules),
        "goal": match.contest.goal,
        "seats": match.schedule.seats,
        "seed": match.schedule.seed,
        "players": [entrant.name for entrant in match.entrants],
        "moves": match.moves,
    }


class Log:
    """A log being written; a context. Every unit is on the disk before the next is taken."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, unit: Unit) -> None:
        """Write the games of a unit, all together."""
        self._file.write(b"".join(_line(result.as_json()) for result in unit))
        self._file.flush()

    @classmethod
    def new(cls, path: Path, match: Match) -> Log:
        """A new log. Raises InputError where a file is there already, OSError."""
        try:
            file = path.open("xb")
        except FileExistsError:
            raise InputError(
                f"{path} is there already: add --resume to go on with it, or name another"
            ) from None
        file.write(_line(heading(match)))
        file.flush()
        return cls(file)

    @classmethod
    def resumed(cls, path: Path, match: Match) -> tuple[Log, list[Unit]]:
        """A log to go on with, and its finished units; what was cut off in the middle is taken out.

        Raises InputError where the log is of another match, TableError where it is none, OSError.
        """
        if not path.exists():
            return cls.new(path, match), []
        units, length = read_units(path, match)
        file = path.open("r+b")
        file.truncate(length)
        file.seek(0, os.SEEK_END)
        if not length:
            file.write(_line(heading(match)))
            file.flush()
        return cls(file), units


def read_units(path: Path, match: Match) -> tuple[list[Unit], int]:
    """The finished units of a log, and how many of its bytes are whole: none if it never got to its games."""
    lines = path.read_bytes().splitlines(keepends=True)
    if not lines or (lines[0] != (first_line := _line(heading(match))) and first_line.startswith(lines[0])):
        return [], 0
    head = _object(path, 1, lines[0]) if lines else {}
    if head.get("kind") != KIND:
        raise TableError(f"{path} is no log of a match: its first line does not say so")
    wanted = {**heading(match), "version": head.get("version")}
    for name, value in wanted.items():
        if head.get(name) != value:
            raise InputError(
                f"{path}: a log of another match ({name} {head.get(name)!r}, here {value!r}); name another "
                "file"
            )
    units, known, length, whole = list[Unit](), set[int](), len(lines[0]), match.schedule.seats
    for first in range(1, len(lines), whole):
        part = lines[first : first + whole]
        if len(part) < whole or not part[-1].endswith(b"\n"):
            break
        unit = tuple(_results(path, first, part))
        if not _is_of(match.schedule, unit) or unit[0].fixture.unit in known:
            raise TableError(f"{path}:{first + 1}: no games of this match, or again; the log is altered")
        known.add(unit[0].fixture.unit)
        units.append(unit)
        length += sum(map(len, part))
    return units, length


def _results(path: Path, first: int, lines: Sequence[bytes]) -> Iterator[Result]:
    for number, said in enumerate(lines, start=first + 1):
        try:
            yield Result.from_json(_object(path, number, said))
        except (KeyError, TypeError, ValueError, OverflowError):
            raise TableError(f"{path}:{number}: no game of a match; the log is altered") from None


def _is_of(schedule: Schedule, unit: Unit) -> bool:
    """Whether games are a unit of the schedule, with a payoff for every seat."""
    number = unit[0].fixture.unit
    if type(number) is not int or [each.fixture for each in unit] != list(schedule.unit(number)):
        return False
    return all(
        len(each.payoffs) == len(each.skill or each.payoffs) == schedule.seats
        and all(0 <= payoff <= 1 for payoff in each.payoffs)
        and (each.forfeit is None or each.forfeit.player in each.fixture.seating)
        for each in unit
    )


def _object(path: Path, number: int, said: bytes) -> dict[str, Any]:
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):
        raise TableError(f"{path}:{number}: not JSON; the log is altered") from None
    return found if isinstance(found, dict) else {}


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"
