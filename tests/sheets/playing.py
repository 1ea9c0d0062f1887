"""What a sheet says, done: its words turned into actions by a reader who knows French or English and dice.

Written from the legend that stands on every sheet; it uses nothing of the program but the table's rules.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

from game421.dice import parse_roll
from game421.rules.record import Rules

ROLLS = ["".join(map(str, dice)) for dice in combinations_with_replacement(range(6, 0, -1), 3)]
OR_BETTER = re.compile(r"^(\d{3}) (?:or better|ou mieux)$")
NOT = re.compile(r"^(?:not|pas) (.+)$")
RANGE = re.compile(r"^(\d{3})–(\d{3})$")
NEVER = {"never", "jamais"}
BETTER = {"better", "mieux"}
AS_GOOD = {"as good", "aussi bien"}


class Reader:
    """Someone at a table with these rules who does as the sheet says."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self._known = rules, {}
        self._strength = {roll: rules.strength[parse_roll(roll)] for roll in ROLLS}
        self._stops: dict[tuple[str, str | None], frozenset[str]] = {}
        self.shown = [roll for roll in ROLLS if rules.shows(parse_roll(roll))]
        self.order = sorted(self.shown, key=lambda roll: (-self.strength(roll), ROLLS.index(roll)))

    def strength(self, roll: str) -> int:
        return self._strength[roll]

    def combinations(self, text: str) -> set[str]:
        """The combinations that a cell names."""
        found: set[str] = set()
        for part in filter(None, text.split(", ")):
            if excepted := NOT.match(part):
                found -= self._part(excepted[1])
            else:
                found |= self._part(part)
        return found

    def _part(self, part: str) -> set[str]:
        if part in NEVER:
            return set()
        if better := OR_BETTER.match(part):
            return {roll for roll in self.shown if self.strength(roll) >= self.strength(better[1])}
        if between := RANGE.match(part):
            first, last = (self.order.index(end) for end in between.groups())
            return set(self.order[first : last + 1])
        assert part in self.shown, part
        return {part}

    def stops(self, text: str, facing: str | None) -> frozenset[str]:
        """What a cell says to stop on, where `facing` lies on the table."""
        if (text, facing) not in self._stops:
            self._stops[text, facing] = frozenset(self._said(text, facing))
        return self._stops[text, facing]

    def _said(self, text: str, facing: str | None) -> set[str]:
        if text in BETTER | AS_GOOD:
            least = self.strength(facing) + (text in BETTER)
            return {roll for roll in self.shown if self.strength(roll) >= least}
        return self.combinations(text)

    def actions(self, stops: frozenset[str], holds: tuple[str, ...]) -> dict[str, str]:
        """What to do with every roll."""
        if (stops, holds) not in self._known:
            self._known[stops, holds] = {roll: self.action(roll, stops, holds) for roll in self.shown}
        return self._known[stops, holds]

    def action(self, roll: str, stops: frozenset[str], holds: tuple[str, ...]) -> str:
        """The action for a roll, as the program writes it: `42`, `42!`, `-`, `642`."""
        if roll in stops:
            return roll
        for hold in holds:
            kept = held(roll, hold.removesuffix("!"))
            if kept is not None:
                return kept + ("!" if hold.endswith("!") else "")
        raise AssertionError(f"nothing is said about {roll}")


@cache
def held(roll: str, hold: str) -> str | None:
    """The dice that a hold of a list names in a roll, None where they are not there."""
    if hold == "–":
        return "-"
    if hold in {"pair", "paire"}:
        return next((roll[i] * 2 for i in (0, 1) if roll[i] == roll[i + 1]), None)
    if hold.replace("\u00a0", " ") in {"two highest", "deux plus forts"}:
        return roll[:2]
    if hold.endswith("+"):
        if hold[0] not in roll:
            return None
        rest = sorted(roll.replace(hold[0], "", 1), reverse=True)
        return "".join(sorted(hold[0] + rest[0], reverse=True))
    return hold if Counter(hold) <= Counter(roll) else None
