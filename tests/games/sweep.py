"""Every one-axis change of two presets with all their tokens and real dice: solved, proved, and compared.

Too slow for the suite, which does the same with few tokens (`test_axes`). Run it from the folder `tests`:

    python -m games.sweep [AXIS...]

It prints a line for each change and ends with status 1 if any was neither proved to differ, nor idle,
nor refused.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from time import perf_counter
from typing import Any

from game421.games.space import GameSpace
from game421.games.two_players import solve_two_players
from game421.rules import idle_axes, idle_for, load_rules
from game421.rules.contradictions import contradictions
from game421.rules.record import Rules
from game421.states.goals import GameGoal

from .test_axes import OTHERS

FULL: dict[str, list[Any]] = OTHERS | {
    "tokens": [1, 11, 22],
    "ranking": ["belgian", "reversed"],
    "die": [(1, 2, 3, 4, 5, 6), (2, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 0)],
    "charge_throws": [1, 2, 3],
    "decharge_throws": [1, 2, 3],
    "nenette_takes": [0, 1, 2, 3],
    "values": [
        {"both": {"421": 8}},
        {"both": {"421": 11}},
        {"both": {"421": "all"}},
        {"both": {"421": "all-but-one"}},
        {"charge": {"421": 11}},
        {"decharge": {"brelan": 3}},
    ],
}


def changed(rules: Rules, axis: str, other: Any) -> Rules:
    """One axis changed; `reversed` turns the named order upside down, so 221 is best and 421 worst."""
    if other == "reversed":
        tiers = tuple((roll,) for roll in sorted(range(56), key=rules.strength.__getitem__))
        return replace(rules, ranking=tiers, nenette_takes=0)  # type: ignore[arg-type]
    return replace(rules, **{axis: tuple(other) if isinstance(other, list) else other})


def goals(rules: Rules) -> Iterator[GameGoal]:
    yield "manche"
    if rules.manches > 1:
        yield "partie"


def values_of(rules: Rules) -> tuple[list[tuple[object, ...]], float]:
    """Every proved value of every goal, and the chance of the first leader in the last of them."""
    found: list[tuple[object, ...]] = []
    start = 0.0
    for goal in goals(rules):
        space = GameSpace(rules, 2, goal)
        table = solve_two_players(space).values
        for state, numerators in table.values.items():
            found.append((goal, state, Fraction(int(numerators[0]), table.denominator)))
        start = table.values[space.opening][0] / table.denominator
    return found, start


def verdict(before: Rules, after: Rules, axis: str, *, equal: bool) -> str:
    """What the comparison shows; a fault ends with an exclamation mark."""
    idle = {name for rules in (before, after) for name, _ in (*idle_axes(rules), *idle_for(rules, 2))}
    by_law = axis == "followers" and {before.followers, after.followers} == {"same", "declare"}
    by_law = by_law and not after.throws_break_ties("decharge") and not before.throws_break_ties("decharge")
    if axis in idle or by_law:
        return ("idle" if axis in idle else "equal by law") if equal else "differs though idle!"
    return "no difference!" if equal else "differs"


def sweep(base: str, wanted: list[str]) -> Iterator[str]:
    """A line for every change of one preset."""
    before = load_rules(base)
    began = perf_counter()
    values, start = values_of(before)
    yield f"{base:<8} as it is: start {start:.15f}, {perf_counter() - began:.1f} s"
    for axis, others in FULL.items():
        for other in others if not wanted or axis in wanted else ():
            after = changed(before, axis, other)
            told = f"{base:<8} {axis} = {other}"
            if after == before:
                continue
            if refused := contradictions(after):
                yield f"{told}: refused, {refused[0].reason}"
                continue
            began = perf_counter()
            found, start = values_of(after)
            shown = verdict(before, after, axis, equal=found == values)
            yield f"{told}: {shown}, start {start:.15f}, {perf_counter() - began:.1f} s"


def main() -> int:
    faults = 0
    for base in ("classic", "bistro"):
        for line in sweep(base, sys.argv[1:]):
            faults += "!" in line
            print(line, flush=True)
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main())
