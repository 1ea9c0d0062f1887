"""Decisions as they were written down, read line by line: the log of a match, or a JSON line for each."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple
from unicodedata import normalize

from game421.arena.logs import KIND, SCHEMA
from game421.arena.results import Loss, Result
from game421.arena.standings import GOALS
from game421.errors import Game421Error, InputError, TableError
from game421.rules.source import printable, shown
from game421.states.goals import SITUATION_GOALS, SituationGoal

LONGEST_LINE = 1 << 24
"""Bytes of a line at most; the longest game that is played has fewer."""

LONGEST_NAME, LARGEST_NUMBER = 100, 1 << 63
"""Characters of a player's name or a game's, and what a number for either is below."""

EXAMPLE = '{"position": "D 0 8/13 654@2 2 642 1", "action": "42", "player": "Ann"}'

Name = int | str | None
"""What a player or a game is called; None where nothing is said."""


class Decision(NamedTuple):
    """What somebody did."""

    player: Name
    position: str
    action: str


class Told(NamedTuple):
    """What a line tells: a whole game, or a decision."""

    line: int
    game: Name
    """What the game is called; None for a decision of no game in particular."""
    seating: tuple[Name, ...]
    """Whose game it is, from the first leader on; of a decision who took it."""
    decisions: tuple[Decision, ...]
    forfeit: Loss | None = None
    """The game was lost so, by the player of that number in the seating."""


class Heading(NamedTuple):
    """What the first line of a log says of the match."""

    rules: str
    digest: str
    goal: SituationGoal
    players: tuple[str, ...]


class Records:
    """The lines of a file, or of standard input; `heading` is None where it is no log.

    Raises InputError where the file is none, TableError where it is a log that is altered.
    """

    def __init__(self, file: IO[bytes], label: str) -> None:
        self._file, self.label = file, label
        self.line = self.read = 0
        """The line at hand, and how many bytes were read."""
        self.cut_off = False
        """Whether the last line ended in its middle, as that of a log being written does."""
        self.heading: Heading | None = None
        self._games = set[Name]()
        self._first = self._next()
        if self._first is None:
            raise InputError(f"{label} is empty: give the log of a match, or lines such as {EXAMPLE}")
        if self._first.get("kind") == KIND:
            self.heading = self._heading(self._first)

    def __iter__(self) -> Iterator[Told]:
        """What the lines tell, in order; each is checked for itself, not whether the positions can be."""
        content = self._first if self.heading is None else self._next()
        while content is not None:
            yield self._told(content)
            content = self._next()

    @property
    def size(self) -> int:
        """How many bytes there are to read; 0 where that is not known."""
        try:
            return os.fstat(self._file.fileno()).st_size
        except OSError:
            return 0

    def wrong(self, what: object, line: int | None = None) -> Game421Error:
        """What to raise where a line is wrong."""
        said = f"{self.label}:{line or self.line}: {what}"
        return InputError(said) if self.heading is None else TableError(f"{said}; the log is altered")

    def _next(self) -> dict[str, Any] | None:
        """The next line that is not blank; None at the end."""
        while said := self._file.readline(LONGEST_LINE + 1):
            self.line += 1
            self.read += len(said)
            if len(said) > LONGEST_LINE:
                raise self.wrong(f"longer than {LONGEST_LINE:,} bytes, which no game is")
            if self.line == 1:
                said = said.removeprefix(b"\xef\xbb\xbf")
            if said.strip():
                return self._object(said)
        return None

    def _object(self, said: bytes) -> dict[str, Any] | None:
        try:
            content = json.loads(said.decode("utf-8"), object_pairs_hook=_named_once)
        except TypeError as error:
            raise self.wrong(error) from None
        except (ValueError, RecursionError) as error:
            if self.line > 1 and not said.endswith(b"\n"):
                self.cut_off = True
                return None
            if isinstance(error, UnicodeDecodeError):
                byte = said[error.start]
                raise self.wrong(f"byte {byte:#04x} is not UTF-8; save the file as UTF-8 text") from None
            raise self.wrong(f"not JSON; a line is a JSON object, such as {EXAMPLE}") from None
        if not isinstance(content, dict):
            raise self.wrong(f"no JSON object; a line is one, such as {EXAMPLE}")
        return content

    def _heading(self, content: Mapping[str, Any]) -> Heading:
        """The heading of a log. Raises TableError for one that was not written by this version."""
        if content.get("schema") != SCHEMA:
            raise TableError(
                f"{self.label}: a log of schema {shown(content.get('schema'))}, and this version reads "
                f"schema {SCHEMA}; play the match again"
            )
        try:
            rules, digest = _text(content, "rules"), _text(content, "rules_digest")
            players = tuple(printable(str(name)) for name in content["players"])
            goal = SITUATION_GOALS[_text(content, "goal")]
            known = goal in GOALS and content["moves"] is True
        except (KeyError, TypeError):
            known = False
        if not known:
            raise TableError(f"{self.label}:1: no heading of a match with its moves; the log is altered")
        return Heading(rules, digest, goal, players)

    def _told(self, content: Mapping[str, Any]) -> Told:
        if self.heading is not None:
            try:
                told = _of_game(Result.from_json(content), self.heading.players, self.line)
            except (KeyError, TypeError, ValueError, IndexError, OverflowError):
                raise self.wrong("no game of a match") from None
            if told.game in self._games:
                raise self.wrong(f"game {told.game} again")
            self._games.add(told.game)
            return told
        try:
            player, game = _name(content, "player"), _name(content, "game")
            decision = Decision(player, _text(content, "position"), _text(content, "action"))
        except TypeError as error:
            raise self.wrong(error) from None
        return Told(self.line, game, (decision.player,), (decision,))


def _of_game(result: Result, players: tuple[str, ...], line: int) -> Told:
    """A game of a log. Raises ValueError where somebody plays in it who does not sit there."""
    fixture, loss = result.fixture, result.forfeit
    there = {*fixture.seating} & {*range(len(players))}
    playing = {player for _, _, player in result.moves} | ({loss.player} if loss else set())
    said = (*(part for move in result.moves for part in move[:2]), *(loss[1:] if loss else ()))
    if len(there) != len(fixture.seating) or not playing <= there or type(fixture.game) is not int:
        raise ValueError("a player who does not sit in this game")
    if not all(isinstance(text, str) for text in said):
        raise ValueError("what should be a text is none")
    return Told(
        line,
        fixture.game,
        tuple(players[player] for player in fixture.seating),
        tuple(Decision(players[player], position, action) for position, action, player in result.moves),
        loss and loss._replace(player=fixture.seating.index(loss.player)),
    )


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a line. Raises TypeError where something is said twice, as it would count once."""
    content = dict(pairs)
    if len(content) < len(pairs):
        name = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise TypeError(f"{shown(name)} stands twice; say it once")
    return content


def _text(content: Mapping[str, Any], name: str) -> str:
    """A text that a line must have. Raises TypeError."""
    if name not in content:
        raise TypeError(f'no "{name}"; a line is a JSON object such as {EXAMPLE}')
    found = content[name]
    if not isinstance(found, str):
        raise TypeError(f'"{name}" is {shown(found)}, not a text')
    return found


def _name(content: Mapping[str, Any], name: str) -> Name:
    """A number or a name that a line may have, spelled alike where it looks alike. Raises TypeError."""
    found = content.get(name)
    if found is None or (type(found) is int and abs(found) < LARGEST_NUMBER):
        return found
    if not isinstance(found, str):
        raise TypeError(f'"{name}" is {shown(found)}; write a text or a number, or leave it out')
    if len(found) > LONGEST_NAME:
        raise TypeError(f'"{name}" has {len(found):,} characters; at most {LONGEST_NAME}')
    alike = printable(normalize("NFC", found).strip())
    if not alike:
        raise TypeError(f'"{name}" is empty; write a name or a number, or leave it out')
    return alike


@contextmanager
def open_records(source: str) -> Iterator[Records]:
    """The records in a file, or on standard input (`-`). Raises InputError where there is none to read."""
    if source == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed: name a file")
        yield Records(sys.stdin.buffer, "standard input")
        return
    label = printable(source)
    try:
        file = Path(source).open("rb")  # noqa: SIM115 - closed below, where other errors may arise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{label}: cannot be read: {reason}") from None
    with file:
        yield Records(file, label)
