"""The whole policy of a turn goal as a table: a row for every decision, with what it is worth.

Rows come by throws left, then target, then locked dice, then roll, in the order of `ROLLS` and
`KEEPS`. Where "le bon" may be said, the decision before the first throw is there too (roll `d-`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

from game421.dice import KEEP_NOTHING, KeepIndex, RollIndex
from game421.exactly import decimal_text, whole_number
from game421.states.actions import Action
from game421.tables.columns import Column, Table
from game421.tables.keys import (
    ACTION,
    LOCKED,
    ROLL,
    TARGET,
    TIES,
    action_key,
    locked_key,
    roll_key,
    target_key,
)
from game421.tables.origin import origin
from game421.tables.rows import RowTable
from game421.turns.exact import EXACTLY, TurnSolution, solve_turn
from game421.turns.goals import TIED_HALVES
from game421.turns.policies import by_target
from game421.turns.questions import TurnQuestion

KIND = "turn-policy"

COLUMNS = (
    Column("left", "count", "throws that may still come", key=True),
    Column("target", "text", "what is aimed at, - where the goal has no target", pattern=TARGET, key=True),
    Column("roll", "text", "the dice on the table, d- before the first throw", pattern=ROLL, key=True),
    Column("locked", "text", "dice already locked, k- unless dice lock", pattern=LOCKED, key=True),
    Column("action", "text", "what to do: the dice to keep, by the tie rule", pattern=ACTION),
    Column("value", "number", "what that is worth: a chance, or tokens or sips"),
    Column("numerator", "text", "the same exactly, in lowest terms", pattern=r"-?[0-9]+"),
    Column("denominator", "text", "what the numerator is over", pattern=r"[1-9][0-9]*"),
    Column("regret", "number", "what the second best costs, empty where there is no other", optional=True),
    Column("ties", "text", "every action as good as the best, in tie-rule order", pattern=TIES),
)
"""The columns of a turn policy."""


class PolicyRow(NamedTuple):
    """One decision, spelled as in the table."""

    left: int
    target: str
    roll: str
    locked: str
    action: str
    value: float
    numerator: str
    denominator: str
    regret: float | None
    ties: str

    @property
    def exact(self) -> Fraction:
        """The value exactly."""
        return Fraction(whole_number(self.numerator), whole_number(self.denominator))


@dataclass(frozen=True, eq=False)
class PolicyTable(RowTable[PolicyRow]):
    """A turn policy and what it is a policy of. Made by `turn_policy`, or by `read` from a file."""

    @staticmethod
    def record(cells: Iterable[Any]) -> PolicyRow:
        """The record of a row."""
        return PolicyRow._make(cells)

    def probe(self, left: int, roll: str, target: str = "-", locked: str = "k-") -> PolicyRow:
        """The row of a decision: `probe(2, "d642", "d654")`, spelled as in the table.

        Its value is that of optimal play from there on, its action the one of the tie rule. Raises
        InputError where the table has no such decision.
        """
        return self.find(left, target, roll, locked)


def turn_policy(question: TurnQuestion) -> PolicyTable:
    """Solve a turn for every target and tabulate every decision. Raises InputError."""
    solved = [(target_key(each.targets), solve_turn(each.terms, each.payoff)) for each in by_target(question)]
    rows = [row for left in range(1, question.throws + 1) for row in _decisions(solved, left)]
    return PolicyTable(
        Table(_header(question, [key for key, _ in solved]), COLUMNS, tuple(zip(*rows, strict=True))),
        question.rules,
    )


def _header(question: TurnQuestion, targets: list[str]) -> dict[str, Any]:
    tied = {halves: written for written, halves in TIED_HALVES.items()}
    return origin(
        question.rules,
        KIND,
        goal=question.goal,
        phase=question.phase,
        position=None,
        method=EXACTLY,
        epsilon=None,
        **{"as": question.role},
        cap=question.throws,
        ties=None if question.tied_halves is None else tied[question.tied_halves],
        targets=targets,
    )


def _decisions(solved: list[tuple[str, TurnSolution]], left: int) -> Iterator[PolicyRow]:
    for target, solution in solved:
        terms = solution.terms
        if left == terms.throws:
            if terms.stopping == "declare":
                yield _row(solution, solution.first_options(), left, target, None, KEEP_NOTHING)
            continue
        may_be_locked = terms.lockings if left < terms.throws - 1 else (KEEP_NOTHING,)
        for kept in may_be_locked:
            for roll, _ in terms.reach[kept]:
                yield _row(solution, solution.options(left, roll, kept), left, target, roll, kept)


def _row(
    solution: TurnSolution,
    options: tuple[tuple[Action, int], ...],
    left: int,
    target: str,
    roll: RollIndex | None,
    kept: KeepIndex,
) -> PolicyRow:
    denominator = solution.denominator(left)
    numerators = sorted((numerator for _, numerator in options), reverse=True)
    best = numerators[0]
    ties = [action_key(action) for action, numerator in options if numerator == best]
    divisor = gcd(best, denominator)
    return PolicyRow(
        left,
        target,
        roll_key(roll),
        locked_key(kept),
        ties[0],
        best / denominator,
        decimal_text(best // divisor),
        decimal_text(denominator // divisor),
        (best - numerators[1]) / denominator if len(numerators) > 1 else None,
        " ".join(ties),
    )
