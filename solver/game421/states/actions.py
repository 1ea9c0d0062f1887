"""What a player may do on his turn, as one whole number whose order is the tie rule's."""

from __future__ import annotations

from functools import cache
from typing import Literal, NewType

from game421.dice import (
    KEEP_NOTHING,
    KEEPS,
    KEEPS_OF,
    ROLLS,
    KeepIndex,
    RollIndex,
    format_keep,
    parse_keep,
)
from game421.errors import InputError
from game421.rules.record import Rules

Action = NewType("Action", int)
"""0 to 83 a hold, by its keep; 84 more with "le bon"; 168 `tied` and 169 `rampo`.

In ascending order the tie rule prefers: stop before rerolling, then without "le bon" before with
it, then more dice, then the higher dice; `tied` before `rampo` (RULES, section 6).
"""

_LE_BON = len(KEEPS)
TIED = Action(2 * _LE_BON)
"""A throw-off for best pays the tied combination."""

RAMPO = Action(TIED + 1)
"""A throw-off for best pays what its winner throws last."""

_CHOICES = {"tied": TIED, "rampo": RAMPO}
_EXAMPLE = (
    "write the dice kept, for example 42, or - for none; 42! says le bon; tied or rampo for a throw-off"
)

Stopping = Literal["free", "forced", "declare"]
"""How a turn may end: when one likes, only after the last throw, or by "le bon" said before a throw."""

_FOLLOWER_STOPS: dict[str, Stopping] = {"same": "forced", "up-to": "free", "declare": "declare"}


def hold(keep: KeepIndex | RollIndex, *, declared: bool = False) -> Action:
    """The action that keeps these dice; all three is to stop. `declared` says "le bon" before the throw."""
    return Action(keep + _LE_BON if declared else keep)


def keep_of(action: Action) -> KeepIndex:
    """The dice an action keeps. Only for holds, not for the choice in a throw-off."""
    return KeepIndex(action % _LE_BON)


def is_declared(action: Action) -> bool:
    """Whether the action says "le bon" before its throw."""
    return _LE_BON <= action < TIED


def is_stop(action: Action) -> bool:
    """Whether the action keeps all three dice and so ends the turn."""
    return action < len(ROLLS)


def parse_action(text: str) -> Action:
    """The action written in `text`: `42`, `-`, `642`, `42!`, `-!`, `tied` or `rampo`; `4-2!` and `⚃⚁` too.

    Raises InputError that names the bad part and gives a good example.
    """
    written = text.strip()
    if written in _CHOICES:
        return _CHOICES[written]
    if not written.endswith("!"):
        return hold(parse_keep(written))
    bare = written[:-1].rstrip()
    if not bare:
        raise InputError(f"{text!r} says le bon without a hold; {_EXAMPLE}")
    keep = parse_keep(bare)
    if keep < len(ROLLS):
        raise InputError(
            f"{text!r} keeps all three dice, which is to stop; le bon is said before a throw: "
            f"write {format_keep(keep)} to stop"
        )
    return hold(keep, declared=True)


def format_action(action: Action) -> str:
    """The one printed form of an action."""
    for name, choice in _CHOICES.items():
        if action == choice:
            return name
    return format_keep(keep_of(action)) + ("!" if is_declared(action) else "")


def stopping_of(rules: Rules, *, leads: bool) -> Stopping:
    """How a turn is bound: a leader stops when he likes, others as `followers` says (RULES, section 3)."""
    return "free" if leads else _FOLLOWER_STOPS[rules.followers]


@cache
def turn_actions(
    stopping: Stopping, roll: RollIndex | None, left: int, kept: KeepIndex = KEEP_NOTHING
) -> tuple[Action, ...]:
    """Every action of a turn, in the order of the tie rule; never empty.

    `roll` is what lies on the table, None before the first throw; `left` throws may still come, and
    every hold contains the locked dice `kept`. After the last throw one can only stop; "le bon" is
    not offered for the last allowed throw. Raises InputError where nothing was thrown and nothing may be.
    """
    if roll is None:
        if left < 1:
            raise InputError("a turn has at least one throw, and none is left before the first")
        keeps: tuple[KeepIndex, ...] = (KEEP_NOTHING,)
    elif left == 0:
        return (hold(roll),)
    else:
        keeps = tuple(keep for keep in KEEPS_OF[roll] if contains(keep, kept))
    rerolls = [keep for keep in keeps if keep >= len(ROLLS)]
    stops = [hold(keep) for keep in keeps if keep < len(ROLLS)] if stopping == "free" else []
    declared = [hold(keep, declared=True) for keep in rerolls] if stopping == "declare" and left > 1 else []
    return (*stops, *map(hold, rerolls), *declared)


@cache
def contains(keep: KeepIndex | RollIndex, part: KeepIndex) -> bool:
    """Whether every die of `part` is among those of `keep`."""
    return all(KEEPS[keep].count(face) >= KEEPS[part].count(face) for face in KEEPS[part])
