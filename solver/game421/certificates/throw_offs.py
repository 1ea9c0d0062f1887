"""Throw-offs among any number of tied players, in exact chances.

Places count the tied players in the order of the round; the last throws first, so of equal nénettes
that the later wins, the lower place is the stronger. Combinations of equal rank make a class; classes
are numbered from the weakest, and marked by what a payment needs of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import TypeVar

from game421.errors import TableError

__all__ = ["Marks", "ThrowOffs"]

Marks = tuple[int, ...]
"""A mark for each class."""
_Key = TypeVar("_Key", bound=Hashable)
_Made = tuple[bool, int]
"""Whether no throw follows, the later being the stronger; and the mark of what was thrown."""


class ThrowOffs:
    """Who wins and who loses a throw-off, and what the throws that decide it were.

    `weights[class]` are the ordered throws that make a class; `later` is the class, if any, of which the
    later of two is stronger. Those still tied throw again, so that where nothing is decided with chance
    p the chances are those of a decided throw over 1 - p.
    """

    def __init__(self, weights: Sequence[int], later: int | None) -> None:
        self.weights, self.later, self.whole = tuple(weights), later, sum(weights)
        self.one = cache(self._one)
        self.both = cache(self._both)

    def _one(self, players: int, marks: Marks, best: bool) -> dict[tuple[int, int], Fraction]:
        """Chance of each (place, mark of his last throw) to be the best, or worst, of so many tied for it."""
        found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        again = 0
        for made, weight in enumerate(self.weights):
            beyond = sum(self.weights[:made] if best else self.weights[made + 1 :])
            for size in range(1, players + 1):
                ways = weight**size * beyond ** (players - size)
                if size == players and made != self.later:
                    again += ways
                elif ways:
                    for tied in combinations(range(players), size):
                        for key, chance in self._left(tied, (made == self.later, marks[made]), marks, best):
                            found[key] += ways * chance
        return _shares(found, self.whole**players - again)

    def _left(
        self, tied: tuple[int, ...], made: _Made, marks: Marks, best: bool
    ) -> Iterator[tuple[tuple[int, int], Fraction]]:
        """Who of those that made the same is best, or worst, and the mark of his last throw."""
        last_wins, mark = made
        if len(tied) == 1 or last_wins:
            yield (tied[0] if best else tied[-1], mark), Fraction(1)
        else:
            for (place, last), chance in self.one(len(tied), marks, best).items():
                yield (tied[place], last), chance

    def _both(self, players: int, high: Marks, low: Marks) -> dict[tuple[int, int, int, int], Fraction]:
        """The throw-off of all players at once: place and mark of the best, place and mark of the worst.

        The best is marked by his last throw in it, `high[class]`; the worst by what he threw while it was
        for best too, `low[class]`: where only the worst throw on, it is for worst alone and pays nothing.
        """
        found: dict[tuple[int, int, int, int], Fraction] = defaultdict(Fraction)
        for (made, lost, top, bottom), ways in self._splits(players, high, low).items():
            for winners in combinations(range(players), top):
                others = [place for place in range(players) if place not in winners]
                for losers in combinations(others, bottom):
                    for (win, win_chance), ((worst, _), lose_chance) in product(
                        self._left(winners, made, high, True), self._left(losers, lost, low, False)
                    ):
                        found[*win, worst, lost[1]] += ways * win_chance * lose_chance
        again = 0
        for each, weight in enumerate(self.weights):
            if each == self.later:
                found[0, high[each], players - 1, low[each]] += weight**players
            else:
                again += weight**players
        return _shares(found, self.whole**players - again)

    def _splits(self, players: int, high: Marks, low: Marks) -> dict[tuple[_Made, _Made, int, int], int]:
        """Ways of so many to be best with what they made, so many worst with theirs, the rest between."""
        ways: dict[tuple[_Made, _Made, int, int], int] = defaultdict(int)
        sizes = [(top, low) for top in range(1, players) for low in range(1, players - top + 1)]
        for made, weight in enumerate(self.weights):
            for lost, other in enumerate(self.weights[:made]):
                between = sum(self.weights[lost + 1 : made])
                for top, bottom in sizes:
                    number = weight**top * other**bottom * between ** (players - top - bottom)
                    if number:
                        best = (made == self.later, high[made] if top == 1 or made == self.later else -1)
                        worst = (lost == self.later, low[lost])
                        ways[best, worst, top, bottom] += number
        return ways


def _shares(found: dict[_Key, Fraction], whole: int) -> dict[_Key, Fraction]:
    if not whole:
        raise TableError("a rampo could never end with this die and ranking: no table is proved for it")
    return {key: ways / whole for key, ways in found.items()}
