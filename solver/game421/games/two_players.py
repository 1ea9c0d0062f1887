"""The two-player game solved exactly: policies from floats, values in rationals, and the proof of both."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np

from game421.certificates import Proof, check_two_players
from game421.certificates.proofs import State
from game421.errors import Game421Error, TableError
from game421.games.backups import back_up
from game421.games.equations import Equation, equations
from game421.games.order import Step, steps
from game421.games.policies import float_policies
from game421.games.space import GameSpace
from game421.games.values import GameValues, Solution
from game421.reports import Report
from game421.retrograde import solve_chain
from game421.states.token_states import TokenState
from game421.turns.layout import Array

METHOD = "strategy iteration, rational solution, confirmed by the independent checker"

IMPROVEMENTS = 50
"""Rounds of exact strategy iteration after which a game is reported unsolved."""


def solve_two_players(space: GameSpace, report: Report | None = None) -> Solution:
    """Solve the game of two players exactly, with proof.

    Policies come from float64; what they are worth is solved in rationals; the checker then confirms
    that one exact round of best play leaves every value as it is. Should it refuse, policies are
    improved in exact arithmetic until it does not. Raises Game421Error, with the reason, for a game that
    has no provable values because it need not end.
    """
    order = list(steps(space))
    policies, sweeps = float_policies(space, order, report)
    last: tuple[tuple[int, ...], int] | None = None
    for improvement in range(IMPROVEMENTS):
        found = _over_one_denominator(_evaluate(space, policies))
        try:
            proof = prove(space, *found)
        except TableError as refusal:
            if found == last:
                raise Game421Error(f"rules {space.rules.name}: {refusal}") from None
            last = found
            vector = integer_vector(space, *found)
            policies = [_improved(space, step, vector, found[1]) for step in order]
        else:
            return Solution(_values(space, *found), sweeps + improvement, proof.sentence)
    raise Game421Error(
        f"rules {space.rules.name}: no optimal policies found in {IMPROVEMENTS} exact improvements"
    )


def _improved(space: GameSpace, step: Step, vector: Array, denominator: int) -> list[Equation]:
    """The equations of best play against these exact values."""
    backups = (back_up(space, block, vector, denominator) for block in step.blocks)
    return [row for backup in backups for row in equations(space, backup)]


def _values(space: GameSpace, numerators: tuple[int, ...], denominator: int) -> GameValues:
    return GameValues(
        rules=space.rules,
        players=2,
        goal=space.goal,
        method=METHOD,
        exact=True,
        epsilon=0,
        denominator=denominator,
        values={
            state: (numerator, denominator - numerator)
            for state, numerator in zip(space.states, numerators, strict=True)
        },
    )


def prove(space: GameSpace, numerators: tuple[int, ...], denominator: int) -> Proof:
    """Have the independent checker confirm the values; raises TableError where it refuses."""
    return prove_values(_values(space, numerators, denominator))


def prove_values(table: GameValues) -> Proof:
    """Have the independent checker confirm a two-player table; raises TableError where it refuses."""
    if table.players != 2 or not table.exact:
        raise TableError("only exact values of two players are proved")
    for state, numerators in table.values.items():
        if sum(numerators) != table.denominator:
            raise TableError(f"the values of {state} do not add up to 1, which the players share")
    leaders = {_key(state): int(numerators[0]) for state, numerators in table.values.items()}
    return check_two_players(table.rules, leaders, table.denominator, table.goal)


def _key(state: TokenState) -> State:
    """A state as the checker names it."""
    leader, other = state.stacks
    key: State = (state.phase, state.pot or 0, leader, other)
    return (*key, *state.lost) if state.lost else key


def integer_vector(space: GameSpace, numerators: tuple[int, ...], denominator: int) -> Array:
    """The whole vector of values (payoffs, then both players of each state) as Python integers."""
    vector = np.empty(space.size, object)
    vector[: len(space.shares)] = [p * denominator // q for p, q in space.shares]
    vector[space.offset[:-1]] = numerators
    vector[space.offset[:-1] + 1] = [denominator - numerator for numerator in numerators]
    return vector


def _evaluate(space: GameSpace, policies: list[list[Equation]]) -> dict[int, Fraction]:
    """What the policies are worth in every state, step by step."""
    values: dict[int, Fraction] = {}
    for rows in policies:
        place = {row.state: index for index, row in enumerate(rows)}
        constants = [
            row.constant + sum(ways * values[state] for state, ways in row.terms.items() if state in values)
            for row in rows
        ]
        if not any(state in place for row in rows for state in row.terms):
            solved = [Fraction(constant) / row.total for constant, row in zip(constants, rows, strict=True)]
        else:
            solved = _solved(space, rows, place, constants)
        values |= zip(place, solved, strict=True)
    return values


def _solved(
    space: GameSpace, rows: list[Equation], place: dict[int, int], constants: list[Fraction | int]
) -> list[Fraction]:
    try:
        return [Fraction(p, q) for p, q in solve_chain(*_system(rows, place, constants))]
    except ZeroDivisionError:
        state = space.states[rows[0].state]
        raise Game421Error(
            f"rules {space.rules.name}: play need not end, tokens can go round for ever from stacks of "
            f"{'/'.join(map(str, state.stacks))}; no values can be proved for such rules"
        ) from None


def _system(
    rows: list[Equation], place: dict[int, int], constants: list[Fraction | int]
) -> tuple[list[list[int]], list[tuple[int, int]]]:
    matrix = [[0] * len(rows) for _ in rows]
    for index, row in enumerate(rows):
        matrix[index][index] += row.total
        for state, ways in row.terms.items():
            if state in place:
                matrix[index][place[state]] -= ways
    return matrix, [Fraction(constant).as_integer_ratio() for constant in constants]


def _over_one_denominator(values: dict[int, Fraction]) -> tuple[tuple[int, ...], int]:
    denominator = lcm(*(value.denominator for value in values.values()))
    return tuple(
        values[state].numerator * (denominator // values[state].denominator) for state in sorted(values)
    ), denominator
