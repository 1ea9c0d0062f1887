"""Small two-player games solved by the slow round of `oracles`: exact tables for the checker to judge.

A round's chances under best play make a linear system for the values; solved in Fractions and repeated
until nothing changes, it gives the fixed point. Nothing here comes from the package under test.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Any

from game421.rules.record import Rules
from oracles.axes import ALL_DICE, Axes, dice, worth
from oracles.payment import Outcome
from oracles.round import Round
from oracles.settle import Settlement
from oracles.turn import throws_of

State = tuple[Any, ...]
Values = dict[State, Fraction]
After = tuple[State | None, int]


class SmallGame:
    """A whole game by RULES.md sections 4 and 6, every round played out in full."""

    def __init__(self, table: Axes, goal: str) -> None:
        self.table, self.partie = table, goal == "partie"
        self.start: State = ("C", table["tokens"], 0, 0) + ((0, 0) if self.partie else ())
        self.settlement = {"C": Settlement(table, "charge"), "D": Settlement(table, "decharge")}

    def follow(self, state: State, outcome: Outcome) -> After:
        """The next state and the seat that leads it, or None and the seat that has won."""
        phase, pot, *rest = state
        stacks = [held + moved for held, moved in zip(rest[:2], outcome.moved, strict=True)]
        lost = rest[2:]
        pot = self.table["tokens"] - sum(stacks)
        assert outcome.leader is not None
        if pot or all(stacks):
            order = (outcome.leader, 1 - outcome.leader)
            after = ("D" if pot == 0 else "C", pot, *(stacks[seat] for seat in order))
            return after + tuple(lost[seat] for seat in order if lost), outcome.leader
        loser = stacks.index(self.table["tokens"])
        if not self.partie or (phase == "C" and self.table["espagnole"] == "partie"):
            return None, 1 - loser
        lost[loser] += 1
        if lost[loser] == self.table["manches"]:
            return None, 1 - loser
        return ("C", self.table["tokens"], 0, 0, lost[loser], lost[1 - loser]), loser

    def worth(self, after: After, values: Values) -> Fraction:
        """What comes after a round is worth to the one who led it."""
        state, seat = after
        value = Fraction(1) if state is None else values[state]
        return value if seat == 0 else 1 - value

    def round(self, state: State, values: Values) -> Round:
        """The round that is played in a state, paid by the values of what follows it."""

        def payoff(outcome: Outcome) -> tuple[Fraction, Fraction]:
            mine = self.worth(self.follow(state, outcome), values)
            return mine, 1 - mine

        phase, pot, *stacks = state
        held = {"pot": pot} if phase == "C" else {"stacks": tuple(stacks[:2])}
        long = "charge" if phase == "C" else "decharge"
        return Round(self.table, 2, payoff, long, settlement=self.settlement[phase], **held)

    def chances(self, state: State, values: Values) -> dict[After, Fraction]:
        """What follows a state, and how often, when both play best for `values`."""
        found: dict[After, Fraction] = {}
        alone = self._alone(state)
        for outcome, chance in alone or self.round(state, values).chances().items():
            after = self.follow(state, outcome)
            found[after] = found.get(after, Fraction(0)) + chance
        return found

    def backup(self, state: State, values: Values) -> Fraction:
        """The leader's chance if one round is played at best and `values` are paid."""
        chances = self.chances(state, values).items()
        return sum((chance * self.worth(after, values) for after, chance in chances), Fraction(0))

    def _alone(self, state: State) -> list[tuple[Outcome, Fraction]]:
        """In a charge `havraise`, the throws of the leader, each for the other to take."""
        if state[0] == "D" or self.table["charge"] != "havraise":
            return []
        ways, worths = throws_of(tuple(self.table["die"]), ()), worth(self.table, "charge")
        whole = sum(weight for _, weight in ways)
        share = {"all": state[1], "all-but-one": max(1, state[1] - 1)}
        taken = [min(share.get(worths[roll], worths[roll]), state[1]) for roll, _ in ways]
        return [
            (Outcome((), (), (0, tokens), 1), Fraction(weight, whole))
            for tokens, (_, weight) in zip(taken, ways, strict=True)
        ]

    def _possible(self, state: State) -> Iterator[After]:
        """All that can follow a state, however the players play."""
        for outcome, _ in self._alone(state):
            yield self.follow(state, outcome)
        if self._alone(state):
            return
        a_round = self.round(state, _Half())
        for mine in a_round.ends(()):
            for his in a_round.ends((mine,)):
                for chances in a_round._options((mine, his)).values():
                    for outcome in chances:
                        yield self.follow(state, outcome)

    def states(self) -> set[State]:
        """Every state that some play can reach."""
        seen, todo = {self.start}, [self.start]
        while todo:
            for after, _ in set(self._possible(todo.pop())):
                if after is not None and after not in seen:
                    seen.add(after)
                    todo.append(after)
        return seen

    def solve(self, extra: AbstractSet[State] = frozenset()) -> Values:
        """The exact value of every reachable state and of `extra`, in blocks that depend on earlier ones."""

        def place(state: State) -> tuple[int, int]:
            return -sum(state[4:]), state[1]

        values: Values = {}
        for _, group in groupby(sorted(self.states() | extra, key=place), key=place):
            block = sorted(group)
            values.update(dict.fromkeys(block, Fraction(1, 2)))
            for _ in range(20):
                better = self._evaluated(block, values)
                if all(values[state] == value for state, value in better.items()):
                    break
                values.update(better)
            else:
                raise AssertionError("policies did not settle")
        return values

    def _evaluated(self, block: list[State], values: Values) -> Values:
        """Values of the block under the policies that are best against `values`."""
        rows = []
        for state in block:
            row, constant = [Fraction(0)] * len(block), Fraction(0)
            row[block.index(state)] += 1
            for (after, seat), chance in self.chances(state, values).items():
                if after in block:
                    row[block.index(after)] -= chance if seat == 0 else -chance
                    constant += chance * seat
                else:
                    constant += chance * self.worth((after, seat), values)
            rows.append([*row, constant])
        return dict(zip(block, _solved(rows), strict=True))


class _Half(dict[State, Fraction]):
    """A value for any state."""

    def __missing__(self, state: State) -> Fraction:
        return Fraction(1, 2)


def _solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """Solve a linear system of rows (coefficients, constant) by elimination."""
    for at in range(len(rows)):
        pivot = next(i for i in range(at, len(rows)) if rows[i][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [entry / rows[at][at] for entry in rows[at]]
        for i, row in enumerate(rows):
            if i != at and row[at]:
                rows[i] = [a - row[at] * b for a, b in zip(row, rows[at], strict=True)]
    return [row[-1] for row in rows]


def numerators(values: Values) -> tuple[dict[State, int], int]:
    """The same values as whole numerators over their least common denominator."""
    shared = lcm(*(value.denominator for value in values.values()))
    return {state: int(value * shared) for state, value in values.items()}, shared


def record(table: Axes) -> Rules:
    """The same rules as the record that the program reads."""
    axes = {axis: value for axis, value in table.items() if axis not in ("ranking", "values")}
    ranking = table["ranking"]
    if not isinstance(ranking, str):
        ranking = tuple(tuple(ALL_DICE.index(dice(one)) for one in _listed(tier)) for tier in ranking)
    phases = {key: value for key, value in table["values"].items() if key in ("charge", "decharge")}
    both = {key: value for key, value in table["values"].items() if key not in phases}
    return Rules(**axes, ranking=ranking, values={"both": both, **phases})


def _listed(tier: str | list[str]) -> list[str]:
    return [tier] if isinstance(tier, str) else tier
