"""What players ask about a partie of two: who is favoured, and how many manches it takes, exactly."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from game421.advice.answers import Ratio, Source
from game421.errors import InputError
from game421.games.values import GameValues
from game421.reports import Notice, silent
from game421.rules.record import Rules
from game421.states.play import round_start
from game421.states.token_states import game_opening
from game421.tables.library import game_values

PLAYERS = 2
"""How many the facts are about."""


class PartieFacts(NamedTuple):
    """The facts of a partie under optimal play, from its first round on; everything is exact."""

    source: Source
    exact: tuple[Ratio, Ratio]
    """The chance of the first leader, and of the other, not to lose the partie."""
    loses_first: Ratio
    """The chance that the first leader loses the first manche."""
    manches: tuple[tuple[int, Ratio], ...]
    """How many manches it takes, from the fewest that it may on, each number with its chance."""

    @property
    def mean(self) -> Ratio:
        """How many manches it takes on average."""
        total = sum(count * chance.fraction() for count, chance in self.manches)
        return Ratio(total.numerator, total.denominator)


def facts_of_partie(rules: Rules, players: int = PLAYERS, notice: Notice = silent) -> PartieFacts:
    """The facts of a partie of two; its values are solved first where they are not at hand.

    Who leads with a manches lost, the other with b, is worth V(a, b) to himself. If he loses the manche with
    chance q, then V(a, b) = q V(a + 1, b) + (1 - q) (1 - V(b + 1, a)), for the loser leads the next one, and
    V is 0 or 1 where it was the last: so the values tell q. Raises InputError for sips, for other numbers of
    players, and where an Espagnole costs the partie, for then a manche has more than two ends.
    """
    if players != PLAYERS:
        raise InputError(f"{players} players: facts of a partie are about {PLAYERS}")
    opening = game_opening(rules, players, partie=True)
    if rules.espagnole == "partie" and rules.manches > 1:
        raise InputError(
            'facts of a partie are told where an Espagnole costs a manche, not under espagnole = "partie"; '
            "421 value tells who is favoured"
        )
    table = game_values(rules, players, "partie", notice)
    lost = _Losing(table)
    shares = [Ratio.of(int(share), table.denominator) for share in table.of(opening)]
    source = Source(
        rules, table.goal, "charge", str(round_start(rules, opening)), table.method, table.epsilon
    )
    counted = sorted(lost.manches(0, 0).items())
    return PartieFacts(
        source,
        (shares[0], shares[1]),
        _ratio(lost.chance(0, 0)),
        tuple((count, _ratio(chance)) for count, chance in counted if chance),
    )


class _Losing:
    """Who loses a manche, by how many the leader and the other have lost before."""

    def __init__(self, table: GameValues) -> None:
        self._table, self._most = table, table.rules.manches
        self._opening = game_opening(table.rules, PLAYERS, partie=True)
        self.manches = cache(self._manches)

    def chance(self, leader: int, other: int) -> Fraction:
        """The chance that the leader loses the manche.

        Where a manche won or lost is worth the same it is played as the last one, on which everything hangs.
        """
        if_lost = self._value(leader + 1, other)
        if_won = 1 - self._value(other + 1, leader)
        if if_lost == if_won:
            return self.chance(self._most - 1, self._most - 1)
        return (self._value(leader, other) - if_won) / (if_lost - if_won)

    def _value(self, leader: int, other: int) -> Fraction:
        """What leading the next manche is worth; 0 to the leader who has lost the partie."""
        if leader == self._most:
            return Fraction(0)
        share = self._table.of(replace(self._opening, lost=(leader, other)))[0]
        return Fraction(int(share), self._table.denominator)

    def _manches(self, leader: int, other: int) -> dict[int, Fraction]:
        """How many manches are still to come, each number with its chance."""
        loses = self.chance(leader, other)
        found: dict[int, Fraction] = {}
        for chance, lost, kept in ((loses, leader + 1, other), (1 - loses, other + 1, leader)):
            after = {0: Fraction(1)} if lost == self._most else self.manches(lost, kept)
            for count, share in after.items():
                found[count + 1] = found.get(count + 1, Fraction(0)) + chance * share
        return found


def _ratio(value: Fraction) -> Ratio:
    return Ratio(value.numerator, value.denominator)
