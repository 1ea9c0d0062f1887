"""One round, by full recursion over all histories of results: no summaries of the past.

Each player in turn plays to make his own entry of the payoff vector as large as may be, knowing all earlier
results; the entries of the others follow his choices.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any, TypeAlias

from oracles.axes import Axes, Dice
from oracles.payment import Outcome, Payments
from oracles.settle import Results, Settlement
from oracles.turn import FLOAT_TIE, Number, Turn, throws_of

Vector: TypeAlias = tuple[Number, ...]
Wish: TypeAlias = Callable[[Outcome], Vector]
STOPPING = {"same": "forced", "up-to": "free", "declare": "declare"}


def goal(wanted: str, players: int) -> Wish:
    """The payoff vector of a bare round for `duel`, `safe`, `tokens` or `relative`."""

    def payoff(outcome: Outcome) -> Vector:
        if wanted == "duel":
            return tuple(Fraction(seat in outcome.best, len(outcome.best)) for seat in range(players))
        if wanted == "safe":
            return tuple(Fraction(seat not in outcome.worst) for seat in range(players))
        own = [-Fraction(moved) for moved in outcome.moved]
        if wanted == "relative":
            whole = sum(own)
            return tuple(mine - (whole - mine) / (players - 1) for mine in own)
        assert wanted == "tokens"
        return tuple(own)

    return payoff


class Round:
    """A round of so many players in playing order, the leader first.

    `payoff(outcome)` is a vector; its entry `entries[seat]` (the seat itself unless said) is what that seat
    wants most of. `throws` replaces the phase's number; with `stacks` (décharge) or `pot` (charge) players or
    pot may run short.
    """

    def __init__(
        self,
        table: Axes,
        players: int,
        payoff: Wish,
        phase: str = "decharge",
        throws: int | None = None,
        **state: Any,
    ) -> None:
        self.table = table
        self.players = players
        self.payoff = payoff
        self.throws = throws or table[phase + "_throws"]
        self.pot: int | None = state.get("pot")
        self.stacks: tuple[int, ...] | None = state.get("stacks")
        self.entries: tuple[int, ...] = state.get("entries") or tuple(range(players))
        self.settlement: Settlement = state.get("settlement") or Settlement(table, phase)
        self.payments = Payments(table, phase)
        self.combinations = tuple(roll for roll, _ in throws_of(tuple(table["die"]), ()))
        self._values: dict[Results, Vector] = {}
        self._chances: dict[Results, dict[Outcome, Number]] = {}
        self._payoffs: dict[Outcome, Vector] = {}
        self._turns: dict[tuple[Any, ...], Turn] = {}

    def limit(self, history: Results) -> int:
        """The most throws the next player may make."""
        if not history:
            return self.throws
        return history[-1 if self.table["cap"] == "previous" else 0][1]

    def stopping(self, history: Results) -> str:
        """How the next player may stop: the leader as he likes, followers as the rules say."""
        return STOPPING[self.table["followers"]] if history else "free"

    def ends(self, history: Results) -> list[tuple[Dice, int]]:
        """Every result the next player's turn can end with."""
        limit = self.limit(history)
        first = limit if self.stopping(history) == "forced" else 1
        return [(roll, used) for used in range(first, limit + 1) for roll in self.combinations]

    def turn(self, history: Results) -> Turn:
        """The turn of the next player after these results; equal turns are solved once."""
        mine = self.entries[len(history)]
        faced = {end: self.values((*history, end))[mine] for end in self.ends(history)}
        worth = tuple(value.as_integer_ratio() for value in faced.values())
        key = (self.limit(history), self.stopping(history), worth)
        if key not in self._turns:
            payoff = faced.__getitem__
            self._turns[key] = Turn(self.table, lambda roll, used: payoff((roll, used)), key[0], key[1])
        return self._turns[key]

    def values(self, history: Results = ()) -> Vector:
        """What each entry is worth after these results, all playing their best from there on."""
        if history not in self._values:
            if len(history) == self.players:
                self._values[history] = self._expected(self.chances(history))
            else:
                ends = self.turn(history).outcomes()
                vectors = [(chance, self.values((*history, end))) for end, chance in ends.items()]
                self._values[history] = mean(vectors)
        return self._values[history]

    def chances(self, history: Results = ()) -> dict[Outcome, Number]:
        """Chance of each outcome of the round after these results, under the same play."""
        if history not in self._chances and len(history) == self.players:
            self._chances[history] = self._settled(history)
        if history not in self._chances:
            ends = self.turn(history).outcomes()
            self._chances[history] = blend(
                [(chance, self.chances((*history, end))) for end, chance in ends.items()]
            )
        return self._chances[history]

    def choice(self, history: Results) -> dict[str, Number]:
        """What each way of counting the best's throw-off is worth to the player who chooses it (or would)."""
        mine = self.entries[self.settlement.chooser(history)]
        return {option: self._expected(chances)[mine] for option, chances in self._options(history).items()}

    def _settled(self, history: Results) -> dict[Outcome, Number]:
        options = self._options(history)
        if len(options) == 1:
            return next(iter(options.values()))
        worth = self.choice(history)
        tolerance = FLOAT_TIE if isinstance(worth["tied"], float) else 0
        return options["rampo" if worth["rampo"] > worth["tied"] + tolerance else "tied"]

    def _options(self, history: Results) -> dict[str, dict[Outcome, Number]]:
        known, key = self.settlement.outcomes, (self.pot, self.stacks, history)
        if key not in known:
            known[key] = self._outcomes(history)
        found: dict[str, dict[Outcome, Number]] = known[key]
        return found

    def _outcomes(self, history: Results) -> dict[str, dict[Outcome, Number]]:
        found: dict[str, dict[Outcome, Number]] = {}
        for option, deals in self.settlement.deals(history).items():
            outcomes: dict[Outcome, Number] = {}
            for deal, chance in deals.items():
                outcome = self.payments.outcome(history, deal, self.pot, self.stacks)
                outcomes[outcome] = outcomes.get(outcome, 0) + chance
            found[option] = outcomes
        return found

    def _expected(self, chances: dict[Outcome, Number]) -> Vector:
        for outcome in chances:
            if outcome not in self._payoffs:
                self._payoffs[outcome] = self.payoff(outcome)
        return mean([(chance, self._payoffs[outcome]) for outcome, chance in chances.items()])


def mean(vectors: list[tuple[Number, Vector]]) -> Vector:
    """The mean of vectors weighted by chances that add up to 1."""
    if len(vectors) == 1:
        return vectors[0][1]
    chances = [chance for chance, _ in vectors]
    columns = list(zip(*(vector for _, vector in vectors), strict=True))
    if isinstance(chances[0], float) or isinstance(columns[0][0], float):
        return tuple(sum(map(mul, chances, column)) for column in columns)
    weights, whole = shared(chances)
    found = []
    for column in columns:
        counted, over = shared(column)
        found.append(Fraction(sum(map(mul, weights, counted)), whole * over))
    return tuple(found)


def blend(laws: list[tuple[Number, dict[Outcome, Number]]]) -> dict[Outcome, Number]:
    """Chance of each outcome where each law holds with a chance."""
    found: dict[Outcome, Number] = {}
    chances, shares = [chance for chance, _ in laws], [share for _, law in laws for share in law.values()]
    whole = over = None
    if not isinstance(chances[0], float) and not isinstance(shares[0], float):
        (chances, whole), (shares, over) = shared(chances), shared(shares)
    following = iter(shares)
    for chance, (_, law) in zip(chances, laws, strict=True):
        for outcome in law:
            found[outcome] = found.get(outcome, 0) + chance * next(following)
    if whole and over:
        return {outcome: Fraction(ways, whole * over) for outcome, ways in found.items()}
    return found


def shared(fractions: Sequence[Fraction]) -> tuple[list[int], int]:
    """Whole numerators over the least common denominator."""
    over = lcm(*{fraction.denominator for fraction in fractions})
    return [fraction.numerator * (over // fraction.denominator) for fraction in fractions], over
