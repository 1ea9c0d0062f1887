"""A turn goal against every target there is: the questions that a whole policy answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game421.dice import ROLLS, RollIndex, format_keep
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.checks import check_position
from game421.states.positions import Position
from game421.states.results import Result
from game421.turns.questions import TurnQuestion


def by_target(question: TurnQuestion) -> tuple[TurnQuestion, ...]:
    """The question of each target, in the order of `ROLLS` and then of throws.

    It is the one question where it names a target or needs none; else there is one for every combination
    the die can show, or for `beat` where fewer throws win for every such result of the same round. Raises
    InputError for a target that cannot be, and where no throw leaves a choice.
    """
    if question.throws == 1:
        raise InputError("a turn of one throw has no decision, so there is no policy to tabulate")
    if question.goal == "points" or question.names:
        _check(question, question.results)
        return (question,)
    if question.goal == "combo":
        return tuple(replace(question, names=(format_keep(roll),)) for roll in _shown(question.rules))
    return tuple(replace(question, names=(str(result),)) for result in _every_result(question))


def _every_result(question: TurnQuestion) -> Iterator[Result]:
    """What one other player can have made: combinations, or results where throws tell them apart."""
    rules = question.rules
    if not rules.throws_break_ties(question.phase):
        yield from map(Result, _shown(rules))
        return
    some = next(_shown(rules))
    every = range(1, rules.throws(question.phase) + 1)
    made = [throws for throws in every if _can_face(question, Result(some, throws))]
    for roll in _shown(rules):
        yield from (Result(roll, throws) for throws in made)


def _can_face(question: TurnQuestion, result: Result) -> bool:
    """Whether someone may have made this when the cap is what it is."""
    try:
        _check(question, (result,))
    except InputError:
        return False
    return True


def _check(question: TurnQuestion, results: tuple[Result, ...]) -> None:
    """Raise InputError where these results cannot have been made before such a turn."""
    throws = question.throws
    check_position(question.rules, Position(phase="T", results=results, cap=throws, left=throws))


def _shown(rules: Rules) -> Iterator[RollIndex]:
    return (RollIndex(roll) for roll in range(len(ROLLS)) if rules.shows(RollIndex(roll)))
