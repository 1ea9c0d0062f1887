"""Who is best and worst of a finished round, and what each of them is counted with."""

from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from oracles.axes import NENETTE, Axes, Dice, Worth, dice, ranks, worth
from oracles.rampo import ThrowOffs
from oracles.turn import Number

Result: TypeAlias = tuple[Dice, int]
Results: TypeAlias = tuple[Result, ...]

CERTAIN = Fraction(1)


class Deal(NamedTuple):
    """A round decided: seats in playing order, and the worths best and worst are counted with.

    `best` has several seats only in sips, where a tie for best stays; `worst` several only where each nénette
    takes.
    """

    best: tuple[int, ...]
    worst: tuple[int, ...]
    best_counts: Worth
    worst_counts: Worth
    worst_counts_nenette: bool


def read_results(text: str) -> Results:
    """Read results in playing order, `654@2/611@1`; `-` is none."""
    parts = [part.split("@") for part in text.split("/") if part != "-"]
    return tuple((dice(faces), int(used)) for faces, used in parts)


class Settlement:
    """Decides the rounds of one table in one phase; its chances are of the kind `number` makes."""

    def __init__(self, table: Axes, phase: str, number: type = Fraction) -> None:
        self.number = number
        self.table = table
        self.phase = phase
        self.sips = table["game"] == "sips"
        self.each = phase == "charge" and table["nenette_each"]
        self.rank = ranks(table)
        self.worth = worth(table, phase)
        self.throw_offs = ThrowOffs(table)
        self._by_throw_off: dict[tuple[int, ...], dict[Deal, Fraction]] = {}
        self._found: dict[Results, dict[str, dict[Deal, Number]]] = {}
        self.outcomes: dict[Any, Any] = {}  # of rounds that are settled here: pot, stacks, results

    def deals(self, results: Results) -> dict[str, dict[Deal, Number]]:
        """Chance of each deal, by what the best's throw-off pays (`tied`, `rampo`): two are a choice."""
        if results not in self._found:
            decided = self._decide(results)
            if self.number is not Fraction:
                decided = {
                    option: {deal: self.number(chance) for deal, chance in chances.items()}
                    for option, chances in decided.items()
                }
            self._found[results] = decided
        return self._found[results]

    def chooser(self, results: Results) -> int:
        """The first to throw again for best: the last of those tied."""
        return self._tied(results, True)[-1]

    def strength(self, results: Results, seat: int) -> tuple[int, int, int, int]:
        """What two results of a round are compared by: the larger is stronger, equal ones are tied."""
        roll, used = results[seat]
        if roll == NENETTE and self.table["nenette_tie"] == "last-wins":
            return (self.rank[roll], seat, 0, 0)
        throws = -used if self.table["tie_by_throws"] == "fewer-wins" else 0
        place = {"rampo": 0, "later-wins": seat, "earlier-wins": -seat}[self.table["ties"]]
        return (self.rank[roll], 0, throws, place)

    def _tied(self, results: Results, high: bool) -> tuple[int, ...]:
        strengths = [self.strength(results, seat) for seat in range(len(results))]
        limit = max(strengths) if high else min(strengths)
        return tuple(seat for seat, strength in enumerate(strengths) if strength == limit)

    def _decide(self, results: Results) -> dict[str, dict[Deal, Fraction]]:
        top, low = self._tied(results, True), self._tied(results, False)
        makers = tuple(seat for seat, (roll, _) in enumerate(results) if roll == NENETTE)
        if self.sips:
            return {"tied": self._worst_only(results, top, low)}
        if self.each and makers:
            return {"tied": self._all_makers_take(results, top, makers)}
        if len(top) == 1 or self.phase == "charge" or self.table["rampo_value"] == "tied":
            return {"tied": self._thrown_off(results, top, low, False)}
        options = ("tied", "rampo") if self.table["rampo_value"] == "choice" else ("rampo",)
        return {option: self._thrown_off(results, top, low, option == "rampo") for option in options}

    def _worst_only(
        self, results: Results, top: tuple[int, ...], low: tuple[int, ...]
    ) -> dict[Deal, Fraction]:
        losers = self.throw_offs.worst(low) if len(low) > 1 else {low[0]: Fraction(1)}
        return {
            self._deal(top, (worst,), results[top[0]][0], results[worst][0]): losers[worst]
            for worst in losers
        }

    def _deal(self, best: tuple[int, ...], worst: tuple[int, ...], best_by: Dice, worst_by: Dice) -> Deal:
        return Deal(best, worst, self.worth[best_by], self.worth[worst_by], worst_by == NENETTE)

    def _all_makers_take(
        self, results: Results, top: tuple[int, ...], makers: tuple[int, ...]
    ) -> dict[Deal, Fraction]:
        found: dict[Deal, Fraction] = {}
        for (best, _), chance in self._winners(results, top).items():
            deal = self._deal((best,), makers, results[best][0], NENETTE)
            found[deal] = found.get(deal, Fraction(0)) + chance
        return found

    def _winners(self, results: Results, top: tuple[int, ...]) -> dict[tuple[int, Dice], Fraction]:
        return self.throw_offs.best(top) if len(top) > 1 else {(top[0], results[top[0]][0]): Fraction(1)}

    def _thrown_off(
        self, results: Results, top: tuple[int, ...], low: tuple[int, ...], last_counts: bool
    ) -> dict[Deal, Fraction]:
        """Best, then worst; one throw-off for both where all are tied. `last_counts`: it is what pays."""
        own = [roll for roll, _ in results]
        if top == low:
            return self._all_thrown_off(own, top, last_counts)
        if len(top) == len(low) == 1:
            return {self._deal(top, low, own[top[0]], own[low[0]]): CERTAIN}
        found: dict[Deal, Fraction] = {}
        losers = self.throw_offs.worst(low) if len(low) > 1 else {low[0]: Fraction(1)}
        for ((best, last), win), (worst, lose) in product(
            self._winners(results, top).items(), losers.items()
        ):
            deal = self._deal((best,), (worst,), last if last_counts else own[best], own[worst])
            found[deal] = found.get(deal, Fraction(0)) + win * lose
        return found

    def _all_thrown_off(
        self, own: list[Dice], seats: tuple[int, ...], last_counts: bool
    ) -> dict[Deal, Fraction]:
        if last_counts:
            return self._all_seats_and_worths(seats)
        return {
            self._deal((best,), (worst,), own[best], own[worst]): chance
            for (best, worst), chance in self.throw_offs.both_seats(seats).items()
        }

    def _all_seats_and_worths(self, seats: tuple[int, ...]) -> dict[Deal, Fraction]:
        if seats not in self._by_throw_off:
            found: dict[Deal, Fraction] = {}
            for both, chance in self.throw_offs.both(seats).items():
                deal = self._deal((both.best,), (both.worst,), both.best_counts, both.worst_counts)
                found[deal] = found.get(deal, Fraction(0)) + chance
            self._by_throw_off[seats] = found
        return self._by_throw_off[seats]
