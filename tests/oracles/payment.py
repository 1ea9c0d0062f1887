"""What a decided round moves: tokens taken or given, sips drunk, and who leads next."""

from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from oracles.axes import FOUR_TWENTY_ONE, NENETTE, Axes, Worth, family, worth
from oracles.settle import Deal, Results

Moved: TypeAlias = tuple[Any, ...]


class Outcome(NamedTuple):
    """A round's outcome, seats in playing order.

    `moved` is what each seat's stack gains, or the sips it drinks; `leader` is the seat the rules send to
    lead next, None where sips leave a tie for best.
    """

    best: tuple[int, ...]
    worst: tuple[int, ...]
    moved: Moved
    leader: int | None


class Payments:
    """Payments of one table in one phase; without stacks (a bare round) nobody runs short."""

    def __init__(self, table: Axes, phase: str) -> None:
        self.table = table
        self.phase = phase
        self.worth = worth(table, phase)

    def outcome(
        self, results: Results, deal: Deal, pot: int | None, stacks: tuple[int, ...] | None
    ) -> Outcome:
        """The outcome of a deal; `pot` matters in the charge, `stacks` in the décharge."""
        if self.table["game"] == "sips":
            moved = self._sips(results, deal)
        elif self.phase == "charge":
            moved = self._charge(results, deal, pot)
        else:
            moved = self._decharge(deal, len(results), stacks)
        return Outcome(deal.best, deal.worst, moved, self._next_leader(deal, len(results)))

    def _next_leader(self, deal: Deal, players: int) -> int | None:
        if self.table["next_leader"] == "loser":
            return deal.worst[-1]
        if self.table["next_leader"] == "winner":
            return deal.best[0] if len(deal.best) == 1 else None
        return 1 % players

    def tokens(self, value: Worth, source: int | None) -> int:
        held: int = self.table["tokens"] if source is None else source
        if value == "all":
            return held
        if value == "all-but-one":
            return max(1, held - 1)
        assert isinstance(value, int)
        return value if source is None else min(value, source)

    def _charge(self, results: Results, deal: Deal, pot: int | None) -> Moved:
        moved = [0] * len(results)
        fixed = self.table["nenette_takes"]
        for seat in deal.worst:
            nenette = fixed > 0 and results[seat][0] == NENETTE
            moved[seat] = self.tokens(fixed if nenette else deal.best_counts, pot)
            if pot is not None:
                pot -= moved[seat]
        return tuple(moved)

    def _decharge(self, deal: Deal, players: int, stacks: tuple[int, ...] | None) -> Moved:
        (best,), (worst,) = deal.best, deal.worst
        value, other = deal.best_counts, deal.worst_counts
        if isinstance(value, int):
            extra = other if isinstance(other, int) else 0
            if self.table["transfer"] == "sum":
                value += extra
            elif self.table["transfer"] == "difference":
                value = max(1, value - (0 if deal.worst_counts_nenette else extra))
        paid = self.tokens(value, None if stacks is None else stacks[best])
        moved = [0] * players
        moved[best], moved[worst] = -paid, paid
        return tuple(moved)

    def _sips(self, results: Results, deal: Deal) -> Moved:
        moved: list[int | Fraction] = [0] * len(results)
        made = [roll for roll, _ in results]
        worth = {roll: int(self.worth[roll]) for roll in made}
        drinks = [worth[made[seat]] for seat in deal.best]
        repeats = made.count(FOUR_TWENTY_ONE)
        if repeats and any(made[seat] == FOUR_TWENTY_ONE for seat in deal.best):
            drinks.append(worth[FOUR_TWENTY_ONE] + self.table["repeat_421"] * (repeats - 1))
        moved[deal.worst[0]] = max(drinks)
        for giver, roll in enumerate(made):
            if self.table["brelan_gift"] and family(self.table, roll) == "brelan":
                for seat in range(len(made)):
                    if seat != giver:
                        moved[seat] += Fraction(roll[0], len(made) - 1)
        return tuple(moved)
