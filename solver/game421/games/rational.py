"""Several players in rationals: what the policies of a float solution are worth, and that they are best.

The values found solve the game's own equation without any rounding: one round in which every mover does what
is best for him (the tie rule among equals) leaves each player's value in each state exactly as it is. Where
play ends whatever one player does, that is an equilibrium: nobody gains by departing at any decision, hence
not by departing at several.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from game421.errors import Game421Error
from game421.games.backups import Backup, back_up
from game421.games.order import steps
from game421.games.space import Block, GameSpace
from game421.games.values import GameValues
from game421.reports import Report
from game421.retrograde import solve_chain
from game421.turns.layout import Array

METHOD = "policies from sweeps in float64, worth in rationals, every decision confirmed in them"

IMPROVEMENTS = 10
"""Rounds of exact improvement after which a game is reported not to settle."""

Worth = dict[int, Fraction]
"""What is known of the vector of values, by place."""


def rational_values(space: GameSpace, floats: Array, report: Report | None = None) -> GameValues:
    """The equilibrium whose policies are one round away from `floats`, in whole numbers over one denominator.

    `floats` is the whole vector of values, near the solution. What `report` is told: how many states are
    confirmed, of how many. The work grows with the digits of the numbers, which in the décharge are some
    eleven for every entry of a component: a few tokens, not a few dozen.

    Raises Game421Error where exact play is not that of the floats and does not settle, or need not end.
    """
    worth: Worth = {place: Fraction(*share) for place, share in enumerate(space.shares)}
    done = 0
    for step in steps(space):
        single = [block.take([column]) for block in step.blocks for column in range(len(block.states))]
        for part in [single] if step.cyclic else [[block] for block in single]:
            if step.cyclic:
                _settle(space, part, floats, worth)
            else:
                worth |= _values(space, *_played(space, part[0], worth))
            done += len(part)
            if report is not None:
                report(done, len(space.states))
    return _table(space, worth)


def _settle(space: GameSpace, blocks: Sequence[Block], floats: Array, worth: Worth) -> None:
    """Find the values of a component: those of its policies, until best play leaves them as they are."""
    policies = [back_up(space, block, floats) for block in blocks]
    for _ in range(IMPROVEMENTS):
        worth |= _evaluated(space, policies, worth)
        played = [_played(space, block, worth) for block in blocks]
        if all(worth[place] == value for one in played for place, value in _values(space, *one).items()):
            return
        policies = [backup for backup, _ in played]
    raise Game421Error(
        f"rules {space.rules.name}: exact play did not settle in {IMPROVEMENTS} improvements from "
        f"{space.states[blocks[0].states[0]]}"
    )


def _played(space: GameSpace, block: Block, worth: Worth) -> tuple[Backup, int]:
    """One exact round of best play from a single state, and the denominator its payoffs are over."""
    places = np.unique(block.leads_to).tolist()
    unit = lcm(*(worth[place].denominator for place in places))
    vector = np.zeros(space.size, object)
    for place in places:
        vector[place] = worth[place].numerator * (unit // worth[place].denominator)
    return back_up(space, block, vector, unit), unit


def _values(space: GameSpace, backup: Backup, unit: int) -> Worth:
    """What a single state is worth to each player, by place."""
    places = _places(space, backup.block)
    return {
        place: Fraction(value, backup.scale * unit)
        for place, value in zip(places, backup.value[:, 0].tolist(), strict=True)
    }


def _places(space: GameSpace, block: Block) -> list[int]:
    """Where the values of a single state stand, playing seats first."""
    (state,) = block.states
    return [int(space.offset[state]) + seat for seat in space.states[state].seating]


def _evaluated(space: GameSpace, policies: Sequence[Backup], worth: Worth) -> Worth:
    """What policies are worth in a component: total * x[place] = sum of ways * x[what follows]."""
    places = [place for backup in policies for place in _places(space, backup.block)]
    index = {place: at for at, place in enumerate(places)}
    matrix = [[0] * len(places) for _ in places]
    constants = [Fraction(0)] * len(places)
    for backup in policies:
        outcomes = backup.outcomes(space)
        for place, after in zip(_places(space, backup.block), backup.block.leads_to[:, :, 0].T, strict=True):
            matrix[index[place]][index[place]] += outcomes.total
            for following, ways in zip(after.tolist(), outcomes.ways[:, 0], strict=True):
                if following in index:
                    matrix[index[place]][index[following]] -= ways
                else:
                    constants[index[place]] += ways * worth[following]
    try:
        solved = solve_chain(matrix, [constant.as_integer_ratio() for constant in constants])
    except ZeroDivisionError:
        first = space.states[policies[0].block.states[0]]
        raise Game421Error(
            f"rules {space.rules.name}: play from {first} need not end; it has no exact values"
        ) from None
    return {place: Fraction(p, q) for place, (p, q) in zip(places, solved, strict=True)}


def _table(space: GameSpace, worth: Worth) -> GameValues:
    unit = lcm(*(value.denominator for value in worth.values()))
    return GameValues(
        rules=space.rules,
        players=space.players,
        goal=space.goal,
        method=METHOD,
        exact=True,
        epsilon=0,
        denominator=unit,
        values={
            state: tuple(
                worth[place].numerator * (unit // worth[place].denominator)
                for place in range(int(space.offset[number]), int(space.offset[number + 1]))
            )
            for number, state in enumerate(space.states)
        },
    )
