"""One player's turn by plain recursion over the ordered throws.

A state is either dice on the table (dice, throws left, dice locked, "le bon" said) or dice kept before a
throw; nothing else is remembered. Numbers are what the payoff returns: Fractions (whole numbers become
Fractions), or floats. Fractions are counted as whole numbers over one denominator: with so many throws to
come that of all payoffs times the weight of a throw of three dice, once for each of them.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product
from math import lcm
from operator import itemgetter
from typing import Any, TypeAlias

from oracles.axes import ALL_DICE, NENETTE, Axes, Dice, Worth, dice, family, name, ranks, worth

Number: TypeAlias = Any
Payoff: TypeAlias = Callable[[Dice, int], Number]
Move: TypeAlias = tuple[Dice, bool]
Locked: TypeAlias = Dice
FLOAT_TIE = 1e-12


@cache
def throws_of(weights: tuple[int, ...], kept: Dice) -> tuple[tuple[Dice, int], ...]:
    """Where keeping these dice and throwing the others may end, with the weight of the ordered throws."""
    ways: dict[Dice, int] = {}
    for thrown in product(range(1, 7), repeat=3 - len(kept)):
        weight = 1
        for face in thrown:
            weight *= weights[face - 1]
        if weight:
            end = tuple(sorted(kept + thrown, reverse=True))
            ways[end] = ways.get(end, 0) + weight
    return tuple(sorted(ways.items()))


@cache
def holds_of(roll: Dice, locked: Locked) -> tuple[Dice, ...]:
    """The kept dice that leave some to throw and contain those locked, in the order of the tie rule."""
    found = set()
    for size in range(3):
        for kept in combinations(roll, size):
            if all(kept.count(face) >= locked.count(face) for face in locked):
                found.add(kept)
    return tuple(sorted(found, key=lambda kept: (-len(kept), tuple(-face for face in kept))))


def pick(options: Iterable[tuple[Move, Number]]) -> tuple[Move, Number]:
    """The best of options that come in tie-rule order: the first of those equal to the best."""
    listed = list(options)
    first = max(listed, key=itemgetter(1))
    if not isinstance(first[1], float):
        return first
    reach = first[1] - FLOAT_TIE
    return next(option for option in listed if option[1] >= reach)


@cache
def spell(move: Move) -> str:
    """A move as it is written: `42`, `-`, `642`, and `42!` with "le bon" before the throw."""
    return name(move[0]) + ("!" if move[1] else "")


class Turn:
    """A turn of so many throws at most, played to make a payoff of the final dice as large as may be.

    `stopping` is `free` (a leader; a follower under `up-to`), `forced` (`same`) or `declare`.
    `payoff(dice, throws used)` is asked once for each result a turn can end with.
    """

    def __init__(self, table: Axes, payoff: Payoff, throws: int = 3, stopping: str = "free") -> None:
        assert stopping in ("free", "forced", "declare")
        self.weights = tuple(table["die"])
        self.side = sum(self.weights)
        self.locks = table["kept_dice"] == "locked"
        self.payoff = payoff
        self.throws = throws
        self.stopping = stopping
        self._on_table: dict[tuple[Dice, int, Locked, bool], tuple[Move, Number]] = {}
        self._before: dict[tuple[Dice, int, bool], Number] = {}
        self._paid: dict[tuple[Dice, int], Number] = {}
        self._ended: dict[tuple[Dice, int], Number] | None = None

    @cached_property
    def unit(self) -> int | None:
        """The common denominator of all payoffs; None where they are floats."""
        first = self.throws if self.stopping == "forced" else 1
        for used in range(first, self.throws + 1):
            for roll, _ in throws_of(self.weights, ()):
                paid = self.payoff(roll, used)
                self._paid[roll, used] = paid if isinstance(paid, float) else Fraction(paid)
        if any(isinstance(paid, float) for paid in self._paid.values()):
            return None
        unit = lcm(*(paid.denominator for paid in self._paid.values()))
        self._paid = {end: int(paid * unit) for end, paid in self._paid.items()}
        return unit

    def over(self, left: int) -> int:
        """What values with so many throws to come are counted over; floats are not."""
        return 1 if self.unit is None else self.unit * self.side ** (3 * left)

    def moves(self, roll: Dice | None, left: int, locked: Locked = (), declared: bool = False) -> list[Move]:
        """The legal moves in tie-rule order; `roll` is None before the first throw."""
        if roll is None:
            return [((), False), ((), True)] if self._may_declare(left) else [((), False)]
        if declared or left == 0:
            return [(roll, False)]
        found: list[Move] = [(roll, False)] if self.stopping == "free" else []
        holds = holds_of(roll, locked)
        found += [(kept, False) for kept in holds]
        if self._may_declare(left):
            found += [(kept, True) for kept in holds]
        return found

    def _may_declare(self, left: int) -> bool:
        return self.stopping == "declare" and left > 1

    def _number(self, counted: Number, left: int) -> Number:
        return counted if self.unit is None else Fraction(counted, self.over(left))

    def _counted(self, move: Move, left: int) -> Number:
        """What a move is worth with so many throws left before it, as it is counted."""
        kept, said = move
        if len(kept) == 3:
            return self._end(kept, left)
        return self._throw(kept, left, said)

    def _end(self, roll: Dice, left: int) -> Number:
        end = (roll, self.throws - left)
        if end not in self._paid:  # dice that are never thrown, asked for all the same
            paid = self.payoff(*end)
            self._paid[end] = paid if self.unit is None else Fraction(paid) * self.unit
        return self._paid[end] if self.unit is None else self._paid[end] * self.side ** (3 * left)

    def _throw(self, kept: Dice, left: int, declared: bool) -> Number:
        key = (kept, left, declared)
        if key not in self._before:
            locked = kept if self.locks else ()
            total: Number = 0
            for end, weight in throws_of(self.weights, kept):
                total += weight * self._choice(end, left - 1, locked, declared)[1]
            if self.unit is None:
                self._before[key] = total / self.side ** (3 - len(kept))
            else:
                self._before[key] = total * self.side ** len(kept)
        return self._before[key]

    def _choice(self, roll: Dice, left: int, locked: Locked, declared: bool) -> tuple[Move, Number]:
        key = (roll, left, locked, declared)
        if key not in self._on_table:
            if declared or left == 0:
                self._on_table[key] = (roll, False), self._end(roll, left)
            else:
                moves = self.moves(roll, left, locked)
                self._on_table[key] = pick([(move, self._counted(move, left)) for move in moves])
        return self._on_table[key]

    def choice(
        self, roll: Dice, left: int, locked: Locked = (), declared: bool = False
    ) -> tuple[Move, Number]:
        """The move the tie rule takes among the best ones, and its value."""
        self.over(left)
        move, counted = self._choice(roll, left, locked, declared)
        return move, self._number(counted, left)

    def counts(self, roll: str, left: int, locked: str = "") -> dict[str, Number]:
        """Every action, in tie-rule order, and its value times `over(left)`; `-`: before the first throw."""
        self.over(left)
        faces = dice(roll) or None
        return {spell(move): self._counted(move, left) for move in self.moves(faces, left, dice(locked))}

    def options(self, roll: str, left: int, locked: str = "") -> dict[str, Number]:
        """The same with values as they are."""
        found = self.counts(roll, left, locked)
        return {action: self._number(counted, left) for action, counted in found.items()}

    def best(self, roll: str, left: int, locked: str = "") -> list[str]:
        """All actions equal to the best one, in tie-rule order."""
        options = self.options(roll, left, locked)
        top = max(options.values())
        reach = top - FLOAT_TIE if isinstance(top, float) else top
        return [action for action, value in options.items() if value >= reach]

    def start(self) -> tuple[Move, Number]:
        """The move before the first throw and the value of the turn."""
        self.over(self.throws)
        moves = self.moves(None, self.throws)
        move, counted = pick([(move, self._counted(move, self.throws)) for move in moves])
        return move, self._number(counted, self.throws)

    def value(self) -> Number:
        """The value before the first throw."""
        return self.start()[1]

    def outcomes(self) -> dict[tuple[Dice, int], Number]:
        """Chance of each (final dice, throws used) when every choice is the tie rule's."""
        if self._ended is None:
            self._ended = self._ends()
        return self._ended

    def _ends(self) -> dict[tuple[Dice, int], Number]:
        found: dict[tuple[Dice, int], Number] = {}
        states: dict[Move, Number] = {self.start()[0]: 1}
        for left in range(self.throws - 1, -1, -1):
            following: dict[Move, Number] = {}
            for (kept, declared), chance in states.items():
                if self.unit is None:
                    share = chance / self.side ** (3 - len(kept))
                else:
                    share = chance * self.side ** len(kept)
                for end, weight in throws_of(self.weights, kept):
                    move, _ = self._choice(end, left, kept if self.locks else (), declared)
                    if len(move[0]) == 3:
                        key = (end, self.throws - left)
                        found[key] = found.get(key, 0) + weight * share
                    else:
                        following[move] = following.get(move, 0) + weight * share
            states = following
        if self.unit is None:
            return found
        return {(roll, used): Fraction(ways, self.side ** (3 * used)) for (roll, used), ways in found.items()}

    def finals(self) -> dict[Dice, Number]:
        """Chance of each final combination, whatever the throws used."""
        found: dict[Dice, Number] = {}
        for (end, _), chance in self.outcomes().items():
            found[end] = found.get(end, 0) + chance
        return found


def combo(table: Axes, *targets: str) -> Payoff:
    """1 if the turn ends in one of the named combinations or families."""
    wanted = {dice(target) for target in targets if target.isdigit()}
    wanted |= {roll for roll in ALL_DICE if family(table, roll) in targets}
    return lambda roll, used: int(roll in wanted)


def points(table: Axes, phase: str = "decharge") -> Payoff:
    """The value of the final combination."""
    values: dict[Dice, Worth] = worth(table, phase)
    return lambda roll, used: Fraction(values[roll])


def beat(table: Axes, target: str, ties: Fraction | None = None) -> Payoff:
    """1 for stronger than the target (`654`, or `654@2` in two throws); a tie by `ties`, else the rules."""
    text, _, throws = target.partition("@")
    against = dice(text)
    rank = ranks(table)
    shares = {"rampo": Fraction(1, 2), "later-wins": Fraction(1), "earlier-wins": Fraction(0)}

    def payoff(roll: Dice, used: int) -> Fraction:
        if rank[roll] != rank[against]:
            return Fraction(rank[roll] > rank[against])
        later_nenette = roll == against == NENETTE and table["nenette_tie"] == "last-wins"
        if not later_nenette and table["tie_by_throws"] == "fewer-wins" and throws and used != int(throws):
            return Fraction(used < int(throws))
        if ties is not None:
            return ties
        return Fraction(1) if later_nenette else shares[table["ties"]]

    return payoff
