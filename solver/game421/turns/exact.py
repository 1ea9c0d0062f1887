"""One payoff, solved in plain Python integers: what a single question needs, with no numpy.

Values are whole numbers over a known denominator. With `unit` = (sum of the die's weights)**3 and
u[n][roll] the payoff of ending on `roll` after n throws (numerators over one denominator):

    V[0][roll]  = u[throws][roll]
    V[t][roll]  = max over the legal actions of
                    stop         u[throws - t][roll] * unit**t
                    hold k       sum over rolls r of ways[k, r] * V[t - 1][r]
                    "le bon" k   sum over rolls r of ways[k, r] * u[throws - t + 1][r] * unit**(t - 1)

so V[t] is scaled by unit**t and no fraction is ever made. Source: DESIGN, section 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter, mul
from typing import NamedTuple

from game421.dice import GROW, KEEP_NOTHING, KEEPS, KEEPS_OF, KeepIndex, RollIndex
from game421.dice.ways import FAIR
from game421.states.actions import Action, contains, is_declared, is_stop, keep_of
from game421.turns.terms import PROPER_KEEPS, TurnTerms

EXACTLY = "backward induction, exact integers"
"""How answers in whole numbers are found, as they say it themselves."""

ROUGHLY = "backward induction, float64"
"""How answers in floats are."""

TOLERANCE = 1e-12
"""Float values this close are tied (RULES, section 6)."""

ValueOfKeep = tuple[int, ...]
"""`[keep - 56]`: value of rerolling from each keep of two dice or fewer."""

_FIRST = PROPER_KEEPS[0]
_LARGER_PAIRS = tuple(itemgetter(*GROW[keep]) for keep in PROPER_KEEPS if len(KEEPS[keep]) == 2)
_LARGER_SINGLES = tuple(
    itemgetter(*(larger - _FIRST for larger in GROW[keep])) for keep in PROPER_KEEPS if len(KEEPS[keep]) == 1
)
_HOLDS_OF = tuple(itemgetter(*(keep - _FIRST for keep in keeps[1:])) for keeps in KEEPS_OF)
"""Per roll, the values of all its holds out of a `ValueOfKeep`."""


class Payoff(NamedTuple):
    """What ending a turn is worth: `numerators[n - 1][roll] / denominator` after n throws.

    `tolerance`: values as close as that are equal. 0 for whole numbers; where the numerators are
    floats rounding must not decide (RULES, section 6).
    """

    numerators: tuple[tuple[int, ...], ...]
    denominator: int = 1
    tolerance: float = 0

    def within(self, throws: int) -> Payoff:
        """The same payoff for a turn of at most `throws` throws."""
        return Payoff(self.numerators[:throws], self.denominator, self.tolerance)


class TurnSolution(NamedTuple):
    """A turn solved for one payoff; every number it gives is a numerator.

    An option with `left` throws to come is over `denominator(left)` = payoff denominator * unit**left.
    """

    terms: TurnTerms
    payoff: Payoff
    holds: tuple[ValueOfKeep, ...]
    """`holds[left]` for left 1 to `throws`: rerolling all but a keep, scaled unit**left."""
    declared: tuple[ValueOfKeep, ...]
    """The same after "le bon": the throw is the last."""

    def denominator(self, left: int) -> int:
        """What numerators with `left` throws to come are over."""
        return self.payoff.denominator * self.terms.scale(left)

    def options(
        self, left: int, roll: RollIndex, kept: KeepIndex = KEEP_NOTHING
    ) -> tuple[tuple[Action, int], ...]:
        """Every legal action with its numerator, in tie-rule order."""
        return tuple(
            (action, self._numerator(action, left)) for action in self.terms.actions(left, roll, kept)
        )

    def first_options(self) -> tuple[tuple[Action, int], ...]:
        """The same before the first throw, over `denominator(throws)`."""
        left = self.terms.throws
        return tuple((action, self._numerator(action, left)) for action in self.terms.first_actions())

    def best(self, left: int, roll: RollIndex, kept: KeepIndex = KEEP_NOTHING) -> tuple[Action, int]:
        """The optimal action under the tie rule, with its numerator."""
        return best_option(self.options(left, roll, kept), self._margin(left))

    def first(self) -> tuple[Action, int]:
        """The same before the first throw, over `denominator(throws)`."""
        return best_option(self.first_options(), self._margin(self.terms.throws))

    def _margin(self, left: int) -> float:
        return self.payoff.tolerance and self.payoff.tolerance * self.denominator(left)

    def _numerator(self, action: Action, left: int) -> int:
        if is_stop(action):
            used = self.terms.throws - left
            return self.payoff.numerators[used - 1][action] * self.terms.scale(left)
        table = self.declared if is_declared(action) else self.holds
        return table[left][keep_of(action) - _FIRST]


def best_option(options: Sequence[tuple[Action, int]], margin: float = 0) -> tuple[Action, int]:
    """The first of the greatest, in the order given: the tie rule when options are in its order.

    What comes within `margin` of the greatest is as great.
    """
    if not margin:
        return max(options, key=lambda option: option[1])
    enough = max(value for _, value in options) - margin
    return next(option for option in options if option[1] >= enough)


def solve_turn(terms: TurnTerms, payoff: Payoff) -> TurnSolution:
    """Backward induction over the throws left, for one payoff: exact, a fraction of a millisecond."""
    holds: list[ValueOfKeep] = [()]
    declared: list[ValueOfKeep] = [()]
    solution = TurnSolution(terms, payoff, (), ())
    value: dict[KeepIndex, Sequence[int]] = dict.fromkeys(terms.lockings, payoff.numerators[-1])
    for left in range(1, terms.throws + 1):
        holds.append(_rerolls(terms, value))
        declared.append(())
        if terms.stopping == "declare" and left > 1:
            last = dict.fromkeys(terms.lockings, payoff.numerators[terms.throws - left])
            scale = terms.scale(left - 1)
            declared[left] = tuple(worth * scale for worth in _rerolls(terms, last))
        solution = TurnSolution(terms, payoff, tuple(holds), tuple(declared))
        if left < terms.throws:
            value = {kept: _values(solution, left, kept) for kept in terms.lockings}
    return solution


def _rerolls(terms: TurnTerms, value: Mapping[KeepIndex, Sequence[int]]) -> ValueOfKeep:
    """Value of throwing all but each keep, from the values after that throw (by what is then locked).

    Free dice go one die at a time: the value of a keep is the weighted sum over the keeps one larger.
    """
    if terms.locked:
        return tuple(
            sum(count * value[keep][roll] for roll, count in terms.reach[keep]) for keep in PROPER_KEEPS
        )
    total = sum(terms.die)
    pairs = _sums(terms, _LARGER_PAIRS, value[KEEP_NOTHING])
    singles = _sums(terms, _LARGER_SINGLES, pairs)
    nothing = sum(map(mul, reversed(terms.die), singles))
    return (*(pair * total**2 for pair in pairs), *(single * total for single in singles), nothing)


def _sums(
    terms: TurnTerms, larger: Iterable[Callable[[Sequence[int]], Sequence[int]]], values: Sequence[int]
) -> list[int]:
    """Weighted sums over the six keeps one die larger."""
    if terms.die == FAIR:
        return [sum(get(values)) for get in larger]
    return [sum(map(mul, terms.die, get(values))) for get in larger]


def _values(solution: TurnSolution, left: int, kept: KeepIndex) -> Sequence[int]:
    """Best value of every roll that contains `kept`; 0, never read, for the others."""
    terms = solution.terms
    if terms.locked:
        return [
            solution.best(left, roll, kept)[1] if contains(roll, kept) else 0
            for roll in map(RollIndex, range(len(KEEPS_OF)))
        ]
    held = solution.holds[left]
    if solution.declared[left]:
        held = tuple(map(max, held, solution.declared[left]))
    best = [max(get(held)) for get in _HOLDS_OF]
    if terms.stopping != "free":
        return best
    scale = terms.scale(left)
    stops = solution.payoff.numerators[terms.throws - left - 1]
    return list(map(max, best, [stop * scale for stop in stops]))
