"""A whole policy of one kind of decision as a short list: hold the first of these that you have.

Whatever a policy is, it can be told so: stop on some combinations, else hold the first pattern of a list
that the roll offers, and a few exceptions where no order of patterns does. The list is found greedily: a
pattern may come next when it is right for every roll not yet decided that offers it, and once it may it
always may, so that no choice is ever regretted (R. L. Rivest, Learning decision lists, 1987).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from game421.dice import KEEP_NOTHING, KeepIndex, RollIndex
from game421.sheets.patterns import PATTERNS, Pattern, size
from game421.states.actions import Action, contains, hold, is_declared, is_stop


class Lies(NamedTuple):
    """What a player sees: the roll before him, and the dice that are locked."""

    roll: RollIndex
    kept: KeepIndex = KEEP_NOTHING


Policy = Mapping[Lies, Action]
"""What to do, whatever lies there."""


class Item(NamedTuple):
    """A line of a list: a pattern to hold, and whether "le bon" is said with it."""

    pattern: Pattern
    declared: bool = False

    def action(self, lies: Lies) -> Action | None:
        """What the line says to do, None where it says nothing about what lies there."""
        keep = self.pattern.hold(lies.roll)
        if keep is None or not contains(keep, lies.kept):
            return None
        return hold(keep, declared=self.declared)


@dataclass(frozen=True)
class HoldList:
    """What to do, whatever lies there: the exceptions, else stop, else the first item that applies."""

    stops: tuple[RollIndex, ...]
    """The combinations to stop on, as they are numbered."""
    items: tuple[Item, ...]
    exceptions: tuple[tuple[Lies, Action], ...] = ()

    def action(self, lies: Lies) -> Action | None:
        """What the list says to do; None where it says nothing."""
        for excepted, action in self.exceptions:
            if excepted == lies:
                return action
        if lies.roll in self.stops:
            return hold(lies.roll)
        return next((found for item in self.items if (found := item.action(lies)) is not None), None)


def hold_list(policy: Policy) -> HoldList:
    """The policy as a list; `hold_list(policy).action(lies) == policy[lies]` for all that can lie there."""
    going_on = {lies.roll for lies, action in policy.items() if not is_stop(action)}
    stops = {lies.roll for lies in policy} - going_on
    exceptions = {
        lies: action for lies, action in policy.items() if is_stop(action) and lies.roll in going_on
    }
    rest = {lies: action for lies, action in policy.items() if not is_stop(action)}
    items, odd = _ordered(rest)
    for lies in odd:
        del rest[lies]
    return HoldList(tuple(sorted(stops)), _larger_first(items, rest), tuple((exceptions | odd).items()))


class _Reach(NamedTuple):
    """Of an item, as bits: where it applies, and where it is right."""

    item: Item
    applies: int
    right: int


def _ordered(policy: Policy) -> tuple[tuple[Item, ...], dict[Lies, Action]]:
    """Items in an order that says the policy, and where none does."""
    numbered = list(policy)
    reaches = _reaches(policy)
    undecided, odd = (1 << len(numbered)) - 1, dict[Lies, Action]()
    items: list[Item] = []
    while undecided:
        may_come = [reach for reach in reaches if not reach.applies & undecided & ~reach.right]
        best = max(may_come, key=lambda reach: (reach.applies & undecided).bit_count(), default=None)
        if best is not None and best.applies & undecided:
            items.append(best.item)
            undecided &= ~best.applies
            continue
        place = _oddest(reaches, undecided)
        odd[numbered[place]] = policy[numbered[place]]
        undecided &= ~(1 << place)
    return tuple(items), odd


def _reaches(policy: Policy) -> list[_Reach]:
    """Every item that could be of use."""
    wanted, lies = list(policy.values()), tuple(policy)
    reaches = []
    for declared in sorted(set(map(is_declared, wanted))):
        for item, said, applies in _everything_said(lies, declared=declared):
            right = sum(1 << place for place, found in enumerate(said) if found == wanted[place])
            if right:
                reaches.append(_Reach(item, applies, right))
    return reaches


@lru_cache(maxsize=64)
def _everything_said(
    lies: tuple[Lies, ...], *, declared: bool
) -> tuple[tuple[Item, tuple[Action | None, ...], int], ...]:
    """Of every item, what it says about each of these, and where it says anything, as bits."""
    found = []
    for pattern in PATTERNS:
        item = Item(pattern, declared)
        said = tuple(map(item.action, lies))
        found.append((item, said, sum(1 << place for place, action in enumerate(said) if action is not None)))
    return tuple(found)


def _larger_first(items: tuple[Item, ...], policy: Policy) -> tuple[Item, ...]:
    """The same items, those of more dice as early as they may come: easier to read."""
    waiting = sorted(items, key=lambda item: -size(item.pattern))
    undecided, ordered = dict(policy), list[Item]()
    while waiting:
        item = next(item for item in waiting if _may_come(item, undecided))
        waiting.remove(item)
        ordered.append(item)
        undecided = {lies: action for lies, action in undecided.items() if item.action(lies) is None}
    return tuple(ordered)


def _may_come(item: Item, undecided: Policy) -> bool:
    return all(item.action(lies) in {None, action} for lies, action in undecided.items())


def _oddest(reaches: list[_Reach], undecided: int) -> int:
    """The place that keeps most items from coming next."""
    places = [place for place in range(undecided.bit_length()) if undecided >> place & 1]
    wrong = [reach.applies & ~reach.right for reach in reaches if reach.right & undecided]
    return max(places, key=lambda place: sum(mask >> place & 1 for mask in wrong))
