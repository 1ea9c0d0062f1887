"""What a finished round comes to, for any number of players: who is paid by whom, and who leads next.

Seats count from the leader; `POT` stands for the pot. An ending is what matters of all results; chance
(a throw-off) and at most one choice (what the best's throw-off pays) make outcomes of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import gcd
from typing import Literal, NamedTuple

from game421.certificates.settlements import NENETTE, Amount
from game421.certificates.throw_offs import ThrowOffs
from game421.rules.record import Rules

__all__ = ["POT", "ROLLS", "Combinations", "Ending", "Endings", "Lot", "Outcome"]

POT = -1
ROLLS = list(combinations_with_replacement(range(6, 0, -1), 3))
"""The 56 rolls as the rules record numbers them."""

Outcome = tuple[tuple[tuple[int, int, Amount], ...], int]
"""What a round leaves: its payments in order, each (source, receiver, amount), and who leads next."""
Lot = dict[Outcome, Fraction]
"""Outcomes with their chances."""


class Ending(NamedTuple):
    """A finished round: classes of best and worst, who is tied for them, who made a counted nénette."""

    best: int
    worst: int
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    makers: tuple[int, ...]


class Combinations:
    """The combinations that the die can show in one phase, those of equal rank together in a class.

    `of_roll[roll]` is a roll's class, -1 where it cannot be thrown; `values[class]` its worth; `weights`
    the ordered throws that make it; `nenette` the class of 221, if it can be thrown.
    """

    def __init__(self, rules: Rules, phase: Literal["charge", "decharge"]) -> None:
        die = [weight // gcd(*rules.die) for weight in rules.die]
        shown = [at for at, roll in enumerate(ROLLS) if all(die[face - 1] for face in roll)]
        ranks = sorted({rules.strength[at] for at in shown})
        self.of_roll = [ranks.index(rules.strength[at]) if at in shown else -1 for at in range(len(ROLLS))]
        self.values: list[Amount] = [0] * len(ranks)
        self.weights, self._ways = [0] * len(ranks), dict[int, int]()
        for at in shown:
            one, two, three = (die[face - 1] for face in ROLLS[at])
            self._ways[at] = one * two * three * len(set(permutations(ROLLS[at])))
            self.values[self.of_roll[at]] = rules.values_in(phase)[at]
            self.weights[self.of_roll[at]] += self._ways[at]
        self._nenette_at = ROLLS.index(NENETTE)
        self.nenette = self.of_roll[self._nenette_at] if self._nenette_at in shown else None

    @property
    def nenette_shares(self) -> bool:
        """Whether 221 is the equal of another combination that the die can show."""
        return self.nenette is not None and self._nenette_ways < self.weights[self.nenette]

    @property
    def nenette_share(self) -> Fraction:
        """How much of its class 221 is."""
        return Fraction(self._nenette_ways, self.weights[self.nenette or 0])

    @property
    def _nenette_ways(self) -> int:
        return self._ways[self._nenette_at]


class Endings:
    """The outcomes of every ending of a round of `players` in one phase.

    Two endings come to the same where the `high` mark of the best, the `low` mark of the worst and the
    seats agree. `track` says that who made a nénette matters beyond the two classes: where every maker
    takes, or where 221 deducts nothing and has equals that do.
    """

    def __init__(self, rules: Rules, phase: Literal["charge", "decharge"], players: int) -> None:
        self.rules, self.charge, self.players = rules, phase == "charge", players
        self.made = Combinations(rules, phase)
        later = self.made.nenette if rules.nenette_tie == "last-wins" else None
        self.throw_offs = ThrowOffs(self.made.weights, later)
        self._paid = list(dict.fromkeys(self.made.values))
        self.high = tuple(self._paid.index(value) for value in self.made.values)
        extras = [self._extra(made) for made in range(len(self.made.values))]
        self._extras = list(dict.fromkeys(extras))
        self.low = tuple(self._extras.index(extra) for extra in extras)
        shared = rules.transfer == "difference" and self.made.nenette_shares
        self.track = rules.nenette_each if self.charge else shared

    def _extra(self, made: int) -> tuple[int, bool]:
        """What the worst's class adds to the payment, and whether it may be a nénette, which adds nothing.

        In the charge: 1 for a nénette with a price of its own.
        """
        nenette, value = made == self.made.nenette, self.made.values[made]
        if self.charge:
            return int(nenette and self.rules.nenette_takes > 0), False
        if self.rules.transfer == "best" or isinstance(value, str):
            return 0, False
        if self.rules.transfer == "sum":
            return value, False
        mixed = nenette and self.made.nenette_shares
        return (0 if nenette and not mixed else -value), mixed

    def lots(self, ending: Ending) -> tuple[list[Lot], int]:
        """Chances of the outcomes; with two of them, `tied` and `rampo`, the seat that chooses, else -1."""
        if self.charge and self.rules.nenette_each and ending.makers:
            return [self._makers_take(ending)], -1
        tied = self._lot(ending, last_counts=False)
        if self.charge or len(ending.winners) == 1 or self.rules.rampo_value == "tied":
            return [tied], -1
        rampo = self._lot(ending, last_counts=True)
        if self.rules.rampo_value == "rampo":
            return [rampo], -1
        return [tied, rampo], ending.winners[-1]

    def _makers_take(self, ending: Ending) -> Lot:
        takes: Amount = self.rules.nenette_takes
        moves = tuple((POT, seat, takes) for seat in ending.makers)
        lot: Lot = defaultdict(Fraction)
        for best, _, chance in self._bests(ending, last_counts=False):
            lot[moves, self._leader(best, ending.makers[-1])] += chance
        return lot

    def _lot(self, ending: Ending, *, last_counts: bool) -> Lot:
        lot: Lot = defaultdict(Fraction)
        for best, high, worst, low, nenette, chance in self._deals(ending, last_counts):
            amount = self._amount(self._paid[high], self._extras[low][0], nenette)
            source = POT if self.charge else best
            lot[((source, worst, amount),), self._leader(best, worst)] += chance
        return lot

    def _deals(
        self, ending: Ending, last_counts: bool
    ) -> Iterator[tuple[int, int, int, int, bool, Fraction]]:
        """Best and his mark, worst and his mark and whether he counts as a tracked nénette; the chance."""
        winners, losers, low = ending.winners, ending.losers, self.low[ending.worst]
        if winners != losers:
            for (best, high, win), (worst, lose) in product(
                self._bests(ending, last_counts=last_counts), self._worsts(losers)
            ):
                yield best, high, worst, low, worst in ending.makers, win * lose
            return
        marks = (self.high, self.low) if last_counts else (tuple(0 for _ in self.high),) * 2
        for (best, high, worst, lost), chance in self.throw_offs.both(len(winners), *marks).items():
            seats = winners[best], losers[worst]
            if not last_counts:
                yield seats[0], self.high[ending.best], seats[1], low, seats[1] in ending.makers, chance
                continue
            share = self.made.nenette_share if self._extras[lost][1] else Fraction(0)
            for nenette, part in ((True, share), (False, 1 - share)):
                if part:
                    yield seats[0], high, seats[1], lost, nenette, chance * part

    def _bests(self, ending: Ending, *, last_counts: bool) -> list[tuple[int, int, Fraction]]:
        """Seat, mark and chance of each that may win the throw-off for best."""
        winners, mark = ending.winners, self.high[ending.best]
        if len(winners) == 1:
            return [(winners[0], mark, Fraction(1))]
        marks = self.high if last_counts else tuple(mark for _ in self.high)
        found = self.throw_offs.one(len(winners), marks, True)
        return [(winners[place], last, chance) for (place, last), chance in found.items()]

    def _worsts(self, losers: tuple[int, ...]) -> list[tuple[int, Fraction]]:
        if len(losers) == 1:
            return [(losers[0], Fraction(1))]
        found = self.throw_offs.one(len(losers), tuple(0 for _ in self.low), False)
        return [(losers[place], chance) for (place, _), chance in found.items()]

    def _amount(self, value: Amount, extra: int, nenette: bool) -> Amount:
        if self.charge:
            return self.rules.nenette_takes if extra else value
        if isinstance(value, str):
            return value
        return max(1, value + (0 if nenette else extra))

    def _leader(self, best: int, worst: int) -> int:
        return {"loser": worst, "winner": best, "rotation": 1}[self.rules.next_leader]
