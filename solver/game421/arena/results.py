"""Finished games one by one, and what they add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from game421.arena.games import Move, Played
from game421.arena.schedule import Fixture
from game421.arena.statistics import Controlled, Sample

BLOCKS = 40
"""Blocks of units whose wins are counted apart, to judge ratings by leaving one out."""


class Loss(NamedTuple):
    """A game forfeited."""

    player: int
    cause: str
    detail: str
    position: str


class Result(NamedTuple):
    """A finished game. Payoffs are by seat, as the seating."""

    fixture: Fixture
    payoffs: tuple[float, ...]
    skill: tuple[float, ...] | None
    rounds: int
    decisions: int
    forfeit: Loss | None
    moves: tuple[Move, ...]
    """Position, action and player of every decision, where they were asked for."""

    @classmethod
    def of(cls, fixture: Fixture, played: Played) -> Result:
        """The result of a game just played."""
        forfeit = None
        if played.forfeit is not None:
            seat, reason, position = played.forfeit
            forfeit = Loss(fixture.seating[seat], reason.cause, reason.detail, position)
        moves = tuple((position, action, fixture.seating[seat]) for position, action, seat in played.moves)
        return cls(fixture, played.payoffs, played.skill, played.rounds, played.decisions, forfeit, moves)

    def as_json(self) -> dict[str, Any]:
        """What a line of a log holds."""
        return {
            **self.fixture._asdict(),
            "payoffs": list(self.payoffs),
            "skill": None if self.skill is None else list(self.skill),
            "rounds": self.rounds,
            "decisions": self.decisions,
            "forfeit": None if self.forfeit is None else self.forfeit._asdict(),
            "moves": [list(move) for move in self.moves],
        }

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> Result:
        """The result that a line of a log holds.

        Raises KeyError, TypeError, ValueError or OverflowError for another line.
        """
        fixture = Fixture(line["game"], line["unit"], line["seed"], tuple(map(int, line["seating"])))
        return cls(
            fixture,
            tuple(map(float, line["payoffs"])),
            None if line["skill"] is None else tuple(map(float, line["skill"])),
            int(line["rounds"]),
            int(line["decisions"]),
            None if line["forfeit"] is None else Loss(**line["forfeit"]),
            tuple((position, action, int(player)) for position, action, player in line["moves"]),
        )


@dataclass
class Score:
    """What one player's games say of him."""

    units: Sample = field(default_factory=Sample)
    """The mean payoff of each of his units."""
    controlled: Controlled = field(default_factory=Controlled)
    """The same with the skill shown in each (see `Played`), where exact values are known."""
    seats: list[Sample] = field(default_factory=list)
    """`seats[seat]`: payoffs of his games from each seat of the first round."""
    forfeits: Counter[str] = field(default_factory=Counter)
    """Games he forfeited, by cause."""
    first_forfeit: dict[str, Loss] = field(default_factory=dict)
    """The first of each cause."""


@dataclass
class Standings:
    """What all games of a match add up to; its size does not grow with them."""

    players: int
    seats: int
    scores: list[Score] = field(init=False)
    wins: list[list[list[float]]] = field(init=False)
    """`wins[block][i][j]`: how often i did better than j in a game, half for equals."""
    games: int = 0
    decisions: int = 0
    units: int = 0

    def __post_init__(self) -> None:
        self.scores = [Score(seats=[Sample() for _ in range(self.seats)]) for _ in range(self.players)]
        self.wins = [[[0.0] * self.players for _ in range(self.players)] for _ in range(BLOCKS)]

    def add(self, unit: Sequence[Result]) -> None:
        """A whole unit: the games of one line-up on one deal."""
        self.units += 1
        self.games += len(unit)
        payoffs: dict[int, list[float]] = {}
        skill: dict[int, list[float]] = {}
        for result in unit:
            self.decisions += result.decisions
            self._add_forfeit(result.forfeit)
            self._add_wins(result)
            for seat, player in enumerate(result.fixture.seating):
                self.scores[player].seats[seat].add(result.payoffs[seat])
                payoffs.setdefault(player, []).append(result.payoffs[seat])
                if result.skill is not None:
                    skill.setdefault(player, []).append(result.skill[seat])
        for player, found in payoffs.items():
            mean = sum(found) / len(found)
            self.scores[player].units.add(mean)
            if len(skill.get(player, ())) == len(unit):
                self.scores[player].controlled.add(mean, sum(skill[player]) / len(unit))

    def _add_forfeit(self, loss: Loss | None) -> None:
        if loss is not None:
            score = self.scores[loss.player]
            score.forfeits[loss.cause] += 1
            score.first_forfeit.setdefault(loss.cause, loss)

    def _add_wins(self, result: Result) -> None:
        wins = self.wins[result.fixture.unit % BLOCKS]
        pairs = list(zip(result.fixture.seating, result.payoffs, strict=True))
        for player, payoff in pairs:
            for other, theirs in pairs:
                if player != other:
                    wins[player][other] += ((payoff > theirs) + (payoff >= theirs)) / 2
