"""The policy of a round or of a whole game as a table: a row for every position that leaves a choice.

Rows come by token state, in the order in which the values of a game list them; then by results made, cap,
results, throws left (most first) and roll; the choices in throw-offs come last of a state. Such policies are
made by `game421.tables.tabulating`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from game421.states.positions import Position
from game421.tables.columns import Column
from game421.tables.keys import CHOICE, CHOICES, POSITION
from game421.tables.rows import RowTable

KIND = "situation-policy"

COLUMNS = (
    Column("position", "text", "the position in one line", pattern=POSITION, key=True),
    Column("action", "text", "what to do, by the tie rule", pattern=CHOICE),
    Column("value", "number", "what the position is worth to the player to move"),
    Column("regret", "number", "what the second best costs"),
    Column("ties", "text", "every action as good as the best, in tie-rule order", pattern=CHOICES),
)
"""The columns of a policy of a round or a game."""


class SituationRow(NamedTuple):
    """One decision, spelled as in the table."""

    position: str
    action: str
    value: float
    regret: float
    ties: str


@dataclass(frozen=True, eq=False)
class SituationPolicy(RowTable[SituationRow]):
    """The policy of a round or a game. Made by `game_policy` or `round_policy`, or read from a file."""

    @staticmethod
    def record(cells: Iterable[Any]) -> SituationRow:
        """The record of a row."""
        return SituationRow._make(cells)

    def probe(self, position: str | Position) -> SituationRow:
        """The row of a position. Raises InputError where the table has no such decision."""
        return self.find(str(Position.parse(str(position))))
