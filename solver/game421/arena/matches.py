"""A match: its units played in order, by this process or by several, whatever happens to the bots."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from game421.arena.choosers import Chooser
from game421.arena.entrants import Entrant
from game421.arena.games import play_game
from game421.arena.processes import end_stragglers
from game421.arena.protocol import Limits
from game421.arena.results import Result
from game421.arena.schedule import Fixture, Schedule
from game421.arena.standings import Contest

CHUNK = 32
"""Units played by the same players' processes before they are started anew: results do not depend on how many
workers there are, nor on what a bot remembers of other games."""

Unit = tuple[Result, ...]
"""The finished games of a unit."""


@dataclass(frozen=True)
class Match:
    """Who plays what."""

    contest: Contest
    entrants: tuple[Entrant, ...]
    schedule: Schedule
    limits: Limits = field(default_factory=Limits)
    moves: bool = False
    """Whether every decision is remembered."""
    mark: str = field(default_factory=lambda: secrets.token_hex(8))
    """What everything its bots start carries."""

    def chunk(self, units: Iterable[int]) -> Iterator[Unit]:
        """Play units with players started for them, and end those."""
        with self._players() as players:
            for unit in units:
                yield tuple(self._game(players, fixture) for fixture in self.schedule.unit(unit))

    def game(self, number: int) -> Result:
        """Play one game again by its number."""
        with self._players() as players:
            return self._game(players, self.schedule.game(number))

    @contextmanager
    def _players(self) -> Iterator[Sequence[Chooser]]:
        with ExitStack() as ending:
            players = [entrant.chooser(self.contest, self.limits, self.mark) for entrant in self.entrants]
            for player in players:
                ending.callback(player.close)
            yield players

    def _game(self, players: Sequence[Chooser], fixture: Fixture) -> Result:
        seated = [players[player] for player in fixture.seating]
        played = play_game(self.contest, seated, fixture.seed, game=fixture.game, moves=self.moves)
        return Result.of(fixture, played)

    def sweep(self) -> int:
        """End what bots have left running; how many processes there were."""
        return end_stragglers(self.mark) if any(entrant.command for entrant in self.entrants) else 0


def chunks(units: Sequence[int]) -> list[Sequence[int]]:
    """The units in chunks that do not depend on which of them are already played."""
    found: dict[int, list[int]] = {}
    for unit in units:
        found.setdefault(unit // CHUNK, []).append(unit)
    return list(found.values())


def play_here(match: Match, units: Sequence[int]) -> Iterator[Unit]:
    """Play units in this process, one after the other."""
    for chunk in chunks(units):
        yield from match.chunk(chunk)
