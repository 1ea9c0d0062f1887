"""Plain words, of a command line or a programmer, as the question they ask about a turn."""

from __future__ import annotations

from collections.abc import Iterable

from game421.errors import InputError
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.turns.goals import TIED_HALVES, TurnGoal
from game421.turns.questions import Role, TurnQuestion

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
    named = names_of(targets)
    return TurnQuestion(
        rules=rules,
        goal=goal or ("beat" if named else "points"),
        phase=phase,
        role=role,
        cap=cap,
        names=named,
        tied_halves=tied_halves_of(ties),
    )


def names_of(targets: Targets) -> tuple[str, ...]:
    """The names, one or several."""
    return (targets,) if isinstance(targets, str) else tuple(targets)


def tied_halves_of(ties: str | None) -> int | None:
    """What a tie counts in halves of a win, from how it is written."""
    if ties is None:
        return None
    if ties not in TIED_HALVES:
        raise InputError(f"a tie counts {', '.join(TIED_HALVES)}, not {ties!r}")
    return TIED_HALVES[ties]
