"""Exact tables of small games for the checker to judge, all of them made by the slow twins of `oracles`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import groupby
from math import lcm

from game421.certificates.proofs import State as Written
from game421.rules.record import Rules
from oracles.axes import ALL_DICE, Axes, dice
from oracles.game import Game, Move, State
from oracles.linear import solve

Values = dict[State, Fraction]


class SmallGame(Game):
    """A two-player game small enough to be solved as a whole; values are the leader's."""

    def __init__(self, table: Axes, goal: str) -> None:
        super().__init__(table, 2, goal)

    def worth(self, move: Move, values: Mapping[State, Fraction]) -> Fraction:
        """What a move is worth to the leader of the state it comes from."""
        return Fraction(self.payoffs(move, lambda state: (values[state], 1 - values[state]))[0])

    def best(self, state: State, values: Mapping[State, Fraction]) -> dict[Move, Fraction]:
        """Chance of each move when both play best for `values`."""
        return self.moves(state, lambda after: (values[after], 1 - values[after]))

    def reachable(self) -> set[State]:
        """Every state that some play can reach."""
        seen, todo = {self.start()}, [self.start()]
        while todo:
            for after in {move.state for move in self._possible(todo.pop())} - seen:
                if after is not None:
                    seen.add(after)
                    todo.append(after)
        return seen

    def _possible(self, state: State) -> Iterator[Move]:
        """All that can follow a state, however the players play."""
        if self.throws_alternately(state):
            yield from self.best(state, {})
            return
        a_round = self.round(state, lambda after: (Fraction(0), Fraction(0)))
        for mine in a_round.ends(()):
            for results in ((mine, his) for his in a_round.ends((mine,))):
                for deals in a_round.settlement.deals(results).values():
                    for deal in deals:
                        outcome = a_round.payments.outcome(results, deal, state.pot, state.stacks)
                        yield self.follow(state, outcome)

    def solved(self, extra: AbstractSet[State] = frozenset()) -> Values:
        """The exact value of every reachable state and of `extra`.

        States with the same pot and as many lost manches may depend on each other. The values of the
        policies that are best for some values solve a linear system; repeated until nothing changes.
        """

        def place(state: State) -> tuple[int, int]:
            return -sum(state.lost), state.pot

        values: Values = {}
        for _, group in groupby(sorted(self.reachable() | extra, key=place), key=place):
            block, old = list(group), dict[State, Fraction]()
            values.update(dict.fromkeys(block, Fraction(1, 2)))
            for _ in range(20):
                old = {state: values[state] for state in block}
                values.update(self._evaluated(block, values))
                if all(values[state] == old[state] for state in block):
                    break
            else:
                raise AssertionError("the policies do not settle")
        return values

    def _evaluated(self, block: list[State], values: Values) -> Values:
        """Values of the block if all play for ever what is best for `values`."""
        matrix = [[Fraction(row == column) for column in range(len(block))] for row in range(len(block))]
        constants = [Fraction(0)] * len(block)
        for row, state in enumerate(block):
            for move, chance in self.best(state, values).items():
                if move.state in block:
                    matrix[row][block.index(move.state)] -= -chance if move.leader else chance
                    constants[row] += chance if move.leader else 0
                else:
                    constants[row] += chance * self.worth(move, values)
        return dict(zip(block, solve(matrix, constants), strict=True))


def written(state: State) -> Written:
    """A state as the checker's tables write it."""
    pot, (mine, his), phase = state.pot, state.stacks, "C" if state.phase == "charge" else "D"
    return (phase, pot, mine, his, *state.lost) if state.lost else (phase, pot, mine, his)  # type: ignore[return-value]


def numerators(values: Values) -> tuple[dict[Written, int], int]:
    """Values as whole numerators over their least common denominator."""
    shared = lcm(*(value.denominator for value in values.values()))
    return {written(state): int(value * shared) for state, value in values.items()}, shared


def record(table: Axes) -> Rules:
    """The same rules as the record that the program reads."""
    axes = {axis: value for axis, value in table.items() if axis not in ("ranking", "values")}
    ranking = table["ranking"]
    if not isinstance(ranking, str):
        tiers = [[tier] if isinstance(tier, str) else tier for tier in ranking]
        ranking = tuple(tuple(ALL_DICE.index(dice(one)) for one in tier) for tier in tiers)
    phases = {key: value for key, value in table["values"].items() if key in ("charge", "decharge")}
    both = {key: value for key, value in table["values"].items() if key not in phases}
    return Rules(**axes, ranking=ranking, values={"both": both, **phases})
