"""How dice and actions are spelled in tables, so that no spreadsheet takes them for numbers or dates.

A roll is `d642` (`d-` before the first throw), a hold `k42` (`k-` nothing, `k642` stop, `k42!` with
"le bon"), a target `d654` or `d654@2` or a family (`brelan`), several joined by `/`, none `-`.
"""

from __future__ import annotations

from collections.abc import Iterable

from game421.dice import KeepIndex, RollIndex, format_keep
from game421.states.actions import Action, format_action

NO_TARGET = "-"

ROLL = "d(?:-|[1-6]{3})"
LOCKED = "k(?:-|[1-6]{1,2})"
ACTION = "k(?:-|[1-6]{1,3})!?"
TIES = f"{ACTION}(?: {ACTION})*"
CHOICE = f"(?:{ACTION}|tied|rampo)"
CHOICES = f"{CHOICE}(?: {CHOICE})*"
POSITION = (
    r"[RCD] (?:-|[0-9]+) [0-9/-]+ [0-9@/-]+ [1-9] (?:-|[1-6]{3}) [0-9-]"
    r"(?: kept=[1-6]{1,2})?(?: lost=[0-9/]+)?"
)
_TARGET = "(?:d[1-6]{3}(?:@[1-9])?|[a-z]+)"
TARGET = f"(?:-|{_TARGET}(?:/{_TARGET})*)"


def roll_key(roll: RollIndex | None) -> str:
    """A roll in a table; None is before the first throw."""
    return "d-" if roll is None else f"d{format_keep(roll)}"


def locked_key(kept: KeepIndex) -> str:
    """Locked dice in a table."""
    return f"k{format_keep(kept)}"


def action_key(action: Action) -> str:
    """An action in a table; what a throw-off pays is a word as it is."""
    return written_key(format_action(action))


def written_key(action: str) -> str:
    """The same for an action as it is written elsewhere."""
    return action if action.isalpha() else f"k{action}"


def target_key(names: Iterable[str]) -> str:
    """A target in a table, from its combinations, results and families."""
    return "/".join(f"d{name}" if name[0].isdigit() else name for name in names) or NO_TARGET
