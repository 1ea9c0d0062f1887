"""A two-player round read from RULES.md: dice and holds, who wins, who takes what, who leads next.

Seats within a round: 0 is the leader, 1 the follower, and 2 stands for the pot.
"""

# ruff: noqa: FURB136 - comparing in place is several times faster than calling max()

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations_with_replacement, pairwise, product
from math import gcd, prod
from operator import itemgetter, mul
from typing import Literal

from game421.errors import TableError
from game421.rules.record import Rules

__all__ = ["POT", "Amount", "Dice", "Duel", "LockedDice", "Outcome", "Phase"]

Amount = int | Literal["all", "all-but-one"]
Outcome = tuple[tuple[tuple[int, int, Amount], ...], int]
"""What a round leaves: its payments in order, each (source, receiver, amount), and who leads next."""
Lot = tuple[tuple[tuple[int, Outcome], ...], ...]
"""Lists of weighted outcomes; where there are two, the follower chooses one. Each list weighs the same."""
Row = Callable[[Sequence[int]], Sequence[int]]
Duel = tuple[Row, Row]
Thrown = tuple[int, ...]

POT = 2
NENETTE = (2, 2, 1)
_TWO_OF_THREE = ((0, 1), (0, 2), (1, 2))


def _multisets(faces: Iterable[int], size: int) -> list[Thrown]:
    return list(combinations_with_replacement(sorted(faces, reverse=True), size))


def _sorted(dice: Iterable[int]) -> Thrown:
    return tuple(sorted(dice, reverse=True))


def _within(part: Thrown, whole: Thrown) -> bool:
    return not Counter(part) - Counter(whole)


class Dice:
    """Three dice of which any may be taken back: means over throws, and the choice of a hold.

    Values are listed by position, here the rolls that can show. A hold keeps 0, 1 or 2 dice, listed in
    that order. `throw` is the weight of a whole throw, (sum of the die's weights) cubed: 216 if fair;
    `spread` makes values by position of values by roll.
    """

    def __init__(self, die: Sequence[int]) -> None:
        weights = {face: die[face - 1] // gcd(*die) for face in range(6, 0, -1) if die[face - 1]}
        if len(weights) < 2:
            raise TableError("fewer than two faces of the die can show: no table is proved for it")
        self._weights, self._side = weights, sum(weights.values())
        self.throw = self._side**3
        rolls, pairs, faces = (_multisets(weights, size) for size in (3, 2, 1))
        self.rolls = sorted(rolls, key=lambda roll: len(set(roll)))
        self._holds: list[Thrown] = [(), *faces, *pairs]
        self.spread: Row = tuple
        self.ways = self._ways(())
        ends = [at for at in range(1, len(rolls)) if self.ways[at] != self.ways[at - 1]]
        self._alike = [slice(*ends) for ends in pairwise([0, *ends, len(rolls)])]

        def places(of: list[Thrown], wanted: Iterable[Thrown]) -> Row:
            return itemgetter(*(of.index(_sorted(thrown)) for thrown in wanted))

        self._pair_rolls = places(self.rolls, (held + face for held, face in product(pairs, faces)))
        self._face_pairs = places(pairs, (held + face for held, face in product(faces, faces)))
        self._roll_pairs = [places(pairs, ((r[i], r[j]) for r in self.rolls)) for i, j in _TWO_OF_THREE]
        self._pair_faces = [places(faces, ((pair[i],) for pair in pairs)) for i in (0, 1)]

    def _ways(self, hold: Thrown) -> list[int]:
        """Ways out of `throw` that a hold ends on each roll it can become, in the order of the rolls."""
        ways: Counter[Thrown] = Counter()
        for dice in product(self._weights, repeat=3 - len(hold)):
            ways[_sorted(dice + hold)] += self._side ** len(hold) * prod(self._weights[face] for face in dice)
        return [ways[roll] for roll in self.rolls if roll in ways]

    def _means(self, one_more: Iterable[int]) -> list[int]:
        """Means over one die, times the die's weight, of values that list its faces time and again."""
        by_face = zip(*[iter(one_more)] * len(self._weights), strict=True)
        if self._side == len(self._weights):
            return list(map(sum, by_face))
        weights = tuple(self._weights.values())
        return [sum(map(mul, weights, values)) for values in by_face]

    def start(self, values: Sequence[int]) -> list[int]:
        """Value before the first throw, times `throw`: the first of `ahead`, alone in its list."""
        return [sum([self.ways[alike.start] * sum(values[alike]) for alike in self._alike])]

    def ahead(self, values: Sequence[int]) -> list[int]:
        """Value of each hold before its dice are thrown, times `throw`: each die more is one more mean."""
        pairs = self._means(self._pair_rolls(values))
        faces = self._means(self._face_pairs(pairs))
        once, twice = self._side, self._side**2
        return [*self._means(faces), *[once * face for face in faces], *[twice * pair for pair in pairs]]

    def best(self, holds: Sequence[int]) -> list[int]:
        """Value at each position of the best hold there; it throws at least one die."""
        first_pair = 1 + len(self._weights)
        none = holds[0]
        faces = [face if face > none else none for face in holds[1:first_pair]]
        pairs = highest(holds[first_pair:], *[get(faces) for get in self._pair_faces])
        return highest(*[get(pairs) for get in self._roll_pairs])


class LockedDice(Dice):
    """Three dice that stay aside once they are held: a position is what is locked, and the roll."""

    def __init__(self, die: Sequence[int]) -> None:
        super().__init__(die)
        self._hold_ways = [self._ways(hold) for hold in self._holds]
        positions = [(hold, roll) for hold in self._holds for roll in self.rolls if _within(hold, roll)]
        self.spread = itemgetter(*(self.rolls.index(roll) for _, roll in positions))
        options = [
            [at for at, hold in enumerate(self._holds) if _within(locked, hold) and _within(hold, roll)]
            for locked, roll in positions[len(self.rolls) :]
        ]
        # A locked die leaves three holds at most; the last is repeated where there are fewer.
        self._options = [itemgetter(*(holds[min(i, len(holds) - 1)] for holds in options)) for i in range(3)]

    def ahead(self, values: Sequence[int]) -> list[int]:
        """Value of each hold before its dice are thrown, times `throw`."""
        after = iter(values)
        return [sum(map(mul, ways, after)) for ways in self._hold_ways]

    def best(self, holds: Sequence[int]) -> list[int]:
        """Value at each position of the best hold that contains what is locked, if anything is."""
        return [*super().best(holds), *highest(*[get(holds) for get in self._options])]


def highest(some: Sequence[int], others: Sequence[int], third: Sequence[int]) -> list[int]:
    """The highest of three values, place by place."""
    return [
        (a if a > c else c) if a > b else (b if b > c else c)
        for a, b, c in zip(some, others, third, strict=True)
    ]


class Phase:
    """The charge or the décharge of one table: what a round comes to, for every pair of combinations.

    `duels` has two rows for each roll of the leader; they pick, from values of the `lots`, those of the
    follower's rolls: on the last throw he is allowed, and on an earlier one. `scale` is the weight of
    each lot. `pairs` has, for each pair of combinations, what the players may choose between once it is
    made, each a set of outcomes that all have a chance. `last_counts` says that what a rampo throws last
    may be paid. In a charge `havraise`, `throws` is 0 and there is one duel, by the thrower's roll.
    """

    def __init__(self, rules: Rules, phase: Literal["charge", "decharge"], dice: Dice) -> None:
        number = [_multisets(range(1, 7), 3).index(roll) for roll in dice.rolls]
        self.rules, self.charge, self.dice, self.scale = rules, phase == "charge", dice, 1
        havraise = self.charge and rules.charge == "havraise"
        self.throws = 0 if havraise else rules.throws(phase)
        self.values = {roll: rules.values_in(phase)[at] for roll, at in zip(dice.rolls, number, strict=True)}
        self.strength = {roll: rules.strength[at] for roll, at in zip(dice.rolls, number, strict=True)}
        if havraise:
            alone: list[Lot] = [(((1, (((POT, 1, self.values[roll]),), 1)),),) for roll in dice.rolls]
            self._number([(alone, alone)])
            return
        self.last_counts = not self.charge and rules.rampo_value != "tied"
        if rules.ties == "rampo":
            self._throw_off()
        last = [[self._lot(mine, his, early=False) for his in dice.rolls] for mine in dice.rolls]
        early = last
        if rules.tie_by_throws == "fewer-wins" and rules.followers != "same" and self.throws > 1:
            early = [[self._lot(mine, his, early=True) for his in dice.rolls] for mine in dice.rolls]
        self._number(list(zip(last, early, strict=True)))

    def _number(self, duels: list[tuple[list[Lot], list[Lot]]]) -> None:
        lots: dict[Lot, int] = {}
        self.pairs: set[frozenset[frozenset[Outcome]]] = set()
        for last, early in duels:
            for ends in zip(last, early, strict=True):
                options = (option for lot in ends for option in lot)
                self.pairs.add(frozenset(frozenset(outcome for _, outcome in option) for option in options))

        def row(found: list[Lot]) -> Row:
            return itemgetter(*(lots.setdefault(lot, len(lots)) for lot in found))

        self.duels: list[Duel] = [(row(last), row(early)) for last, early in duels]
        self.lots = list(lots)
        self.outcomes = list(
            dict.fromkeys(outcome for lot in lots for option in lot for _, outcome in option)
        )

    def _stronger(self, first: Thrown, second: Thrown) -> int | None:
        """Which of two combinations, thrown in this order, is the stronger (0, 1); None for a tie."""
        if first == second == NENETTE and self.rules.nenette_tie == "last-wins":
            return 1
        gap = self.strength[second] - self.strength[first]
        return int(gap > 0) if gap else None

    def _throw_off(self) -> None:
        """The throw that decides a rampo: weights by its winner, and by what its combinations may pay.

        The follower rethrows first; equal throws are thrown again, so only unequal ones count.
        """
        wins, paid = [0, 0], Counter[Outcome]()
        for (mine, a), (his, b) in product(zip(self.dice.rolls, self.dice.ways, strict=True), repeat=2):
            stronger = self._stronger(his, mine)
            if stronger is not None:
                best = 1 - stronger
                wins[best] += a * b
                if self.last_counts:
                    paid[self._settle(best, (mine, his), (mine, his))] += a * b
        if not sum(wins):
            raise TableError("a rampo could never end with this die and ranking: no table is proved for it")
        shared = gcd(*wins, *paid.values())
        self.scale = sum(wins) // shared
        self._wins = [weight // shared for weight in wins]
        self._paid = tuple((weight // shared, outcome) for outcome, weight in paid.items())

    def _lot(self, mine: Thrown, his: Thrown, *, early: bool) -> Lot:
        """What the leader's `mine` against the follower's `his` comes to; `early`: in fewer throws."""
        rules, made = self.rules, (mine, his)
        best = self._stronger(mine, his)
        if best is None and (early or rules.ties != "rampo"):
            best = int(early or rules.ties == "later-wins")
        if best is not None:
            return (((self.scale, self._settle(best, made, made)),),)
        tied = tuple((wins, self._settle(seat, made, made)) for seat, wins in enumerate(self._wins) if wins)
        if not self.last_counts:
            return (tied,)
        return (self._paid,) if rules.rampo_value == "rampo" else (tied, self._paid)

    def _settle(self, best: int, made: tuple[Thrown, Thrown], paid: tuple[Thrown, Thrown]) -> Outcome:
        """Payments and next leader when `best` has won; `paid` are the combinations that payments go by."""
        rules, worst = self.rules, 1 - best
        loser, makers = worst, [seat for seat in (0, 1) if made[seat] == NENETTE]
        moves: tuple[tuple[int, int, Amount], ...]
        if not self.charge:
            moves = ((best, worst, self._payment(paid[best], paid[worst])),)
        elif rules.nenette_each and makers:
            moves, loser = tuple((POT, seat, rules.nenette_takes) for seat in makers), makers[-1]
        elif rules.nenette_takes and worst in makers:
            moves = ((POT, worst, rules.nenette_takes),)
        else:
            moves = ((POT, worst, self.values[made[best]]),)
        return moves, {"loser": loser, "winner": best, "rotation": 1}[rules.next_leader]

    def _payment(self, best: Thrown, worst: Thrown) -> Amount:
        high, low = self.values[best], self.values[worst]
        if isinstance(high, str) or self.rules.transfer == "best":
            return high
        counts = 0 if isinstance(low, str) else low
        if self.rules.transfer == "sum":
            return high + counts
        return max(1, high - (0 if worst == NENETTE else counts))
