"""What a turn ends with, and which of two such results is the stronger."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game421.dice import RollIndex, format_keep, parse_combination
from game421.errors import InputError
from game421.rules.families import NENETTE
from game421.rules.record import Rules

MOST_THROWS = 9
"""More throws in a turn than any rules may allow do not exist."""


class Result(NamedTuple):
    """A combination and the throws it took, printed `654@2`; no throws (`654`) means any number of them."""

    roll: RollIndex
    throws: int | None = None

    @classmethod
    def parse(cls, text: str) -> Result:
        """The result written in `text`: `654@2`, or `654` where its throws are not known.

        Raises InputError that names the bad part.
        """
        return _parsed(text)

    def __str__(self) -> str:
        return format_keep(self.roll) + ("" if self.throws is None else f"@{self.throws}")


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Result:
    dice, at, throws = text.partition("@")
    roll = parse_combination(dice)
    if not at:
        return Result(roll)
    if len(throws) != 1 or throws not in "123456789":
        raise InputError(
            f"{text!r} is not a result: after @ comes the number of throws, 1 to {MOST_THROWS}, "
            f"for example {format_keep(roll)}@2"
        )
    return Result(roll, int(throws))


def compare(rules: Rules, earlier: Result, later: Result) -> int:
    """1 where the later of two results is the stronger, -1 where the earlier is, 0 where a throw-off is due.

    Strength first; then of two nenettes the later under `nenette_tie = "last-wins"`; then the one of
    fewer throws under `tie_by_throws` (results of unknown throws are not told apart by them); then
    what `ties` says (RULES, section 3).
    """
    difference = rules.strength[later.roll] - rules.strength[earlier.roll]
    if difference:
        return 1 if difference > 0 else -1
    if rules.nenette_tie == "last-wins" and earlier.roll == later.roll == NENETTE:
        return 1
    if (
        rules.tie_by_throws == "fewer-wins"
        and earlier.throws is not None
        and later.throws is not None
        and earlier.throws != later.throws
    ):
        return 1 if later.throws < earlier.throws else -1
    return {"rampo": 0, "later-wins": 1, "earlier-wins": -1}[rules.ties]
