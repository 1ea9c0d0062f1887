"""The questions as a Python programmer asks them: plain words in, the answers of the command line out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from game421.advice.answers import BestAnswer, OddsAnswer
from game421.advice.turn import (
    Role,
    TurnGoal,
    TurnQuestion,
    best_of_turn,
    odds_of_turn,
    question_of_position,
    turn_position,
)
from game421.dice import Roll, RollIndex, parse_keep, parse_roll
from game421.errors import InputError
from game421.rules import default_rules_name, load_rules
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.checks import check_position
from game421.states.positions import Position
from game421.states.results import Result
from game421.turns.goals import TIED_HALVES

if TYPE_CHECKING:
    from fractions import Fraction

TableRules = Rules | str | Path
"""A rule set: the record, a preset's name, or the path of a rules file."""

Targets = str | Iterable[str]
"""One combination or family, or several."""


def turn_question(
    rules: Rules,
    goal: TurnGoal | None = None,
    targets: Targets = (),
    *,
    role: Role = "leader",
    cap: int | None = None,
    phase: Phase = "decharge",
    ties: str | None = None,
) -> TurnQuestion:
    """The question these words ask: without a goal a target is one to beat, and no target means points.

    `ties`: what a tie counts for `beat`, `"1/2"`, `"1"` or `"0"`; None leaves it to the rules.
    Raises InputError for a target or `ties` that the goal has no use for.
    """
    named = _names(targets)
    wanted = goal or ("beat" if named else "points")
    if named and wanted == "points":
        raise InputError("a target goes with the goals combo and beat, not with points")
    if ties is not None and wanted != "beat":
        raise InputError("what a tie counts (ties) goes with the goal beat alone")
    return TurnQuestion(
        rules=rules,
        goal=wanted,
        phase=phase,
        role=role,
        cap=cap,
        wanted=named if wanted == "combo" else (),
        targets=tuple(map(Result.parse, named)) if wanted == "beat" else (),
        tied_halves=_halves(ties),
    )


def best(
    roll: str | Roll | Position | None,
    *,
    left: int | None = None,
    goal: TurnGoal | None = None,
    target: Targets = (),
    rules: TableRules | None = None,
    role: Role | None = None,
    cap: int | None = None,
    locked: str = "-",
    phase: Phase = "decharge",
    ties: str | Fraction | int | None = None,
) -> BestAnswer:
    """Every legal action for the dice on the table, with its exact value and what it costs, best first.

    `roll`: three dice in any spelling, None before the first throw, or a whole Position, which itself
    says left, cap, locked and what is to be beaten. `left` throws may still come: 2, or what `cap`, the
    most throws of the turn, leaves. `goal`: `points` (mean value of the final combination, in tokens or
    sips), `combo` (chance of ending on a target) or `beat` (chance of beating them all). `role`: a
    `leader` stops when he likes, a `follower` as the rules say. Raises InputError, or RulesError.
    """
    table = _rules(rules)
    counted = None if ties is None else str(ties)
    if not isinstance(roll, Position):
        question = turn_question(
            table, goal, target, role=role or "leader", cap=cap, phase=phase, ties=counted
        )
        return best_of_turn(question, turn_position(question, _thrown(roll), left, parse_keep(locked)))
    if left is not None or cap is not None or locked != "-" or (target and goal != "combo"):
        raise InputError("a position says itself what left, cap, locked and the target to beat are")
    question = question_of_position(
        table, roll, goal, phase=phase, role=role, wanted=_names(target), tied_halves=_halves(counted)
    )
    check_position(table, roll)
    return best_of_turn(question, roll)


def odds(
    *,
    goal: TurnGoal | None = None,
    target: Targets = (),
    throws: int | None = None,
    rules: TableRules | None = None,
    role: Role = "leader",
    phase: Phase = "decharge",
    ties: str | Fraction | int | None = None,
) -> OddsAnswer:
    """What a turn is worth before its first throw, with 1, 2 … `throws` throws, and what it ends on.

    The words are those of `best`; `throws` is the most throws, what the rules allow unless given.
    Values and chances are exact. Raises InputError, or RulesError for rules that cannot be.
    """
    counted = None if ties is None else str(ties)
    return odds_of_turn(
        turn_question(_rules(rules), goal, target, role=role, cap=throws, phase=phase, ties=counted)
    )


def _rules(rules: TableRules | None) -> Rules:
    if isinstance(rules, Rules):
        return rules
    return load_rules(default_rules_name() if rules is None else rules)


def _names(targets: Targets) -> tuple[str, ...]:
    return (targets,) if isinstance(targets, str) else tuple(targets)


def _halves(ties: str | None) -> int | None:
    """What a tie counts in halves of a win, from how it is written."""
    if ties is None:
        return None
    if ties not in TIED_HALVES:
        raise InputError(f"a tie counts {', '.join(TIED_HALVES)}, not {ties!r}")
    return TIED_HALVES[ties]


def _thrown(roll: str | Roll | None) -> RollIndex | None:
    if isinstance(roll, Roll):
        return roll.index
    return None if roll is None else parse_roll(roll)
