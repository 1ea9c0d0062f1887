"""The vocabulary of strategies: what a line may look at and what it may say. There is nothing else.

All of it can be seen at a glance: the dice, the throws, what lies on the table, how many play. No
line looks at the tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from game421.dice import KEEP_INDEX, KEEPS, ROLLS, RollIndex
from game421.rules.families import family_of
from game421.rules.record import Rules
from game421.rules.worth import Phase, Value
from game421.states.actions import RAMPO, TIED, Action, hold, is_declared, is_stop

ACE = 1
HEART = (4, 2, 1)
"""The dice of 421."""

SILENT = 255
"""Stands for an action where no line says anything."""


class Seen(NamedTuple):
    """What a player sees on his turn, after a throw."""

    rules: Rules
    phase: Phase
    opponents: int
    target: RollIndex | None
    """The strongest combination made in the round; None for the leader."""
    roll: RollIndex
    thrown: int
    left: int


# Conditions


class Condition(NamedTuple):
    """Something that holds or does not: `kind` is one of `TESTS`, `value` what it asks for."""

    kind: str
    value: int | str | tuple[str, ...]

    def holds(self, seen: Seen) -> bool:
        """Whether it does."""
        return TESTS[self.kind](self.value, seen)


def _aces(value: int, seen: Seen) -> bool:
    return ROLLS[seen.roll].count(ACE) >= value


def _pair(value: str, seen: Seen) -> bool:
    high, middle, low = ROLLS[seen.roll]
    return middle in {high, low} and value in {"any", str(middle)}


def _two_of_421(value: str, seen: Seen) -> bool:
    held = {die for die in HEART if die in ROLLS[seen.roll]}
    return len(held) > 1 if value == "any" else set(map(int, value)) <= held


def _face(value: int, seen: Seen) -> bool:
    return value in ROLLS[seen.roll]


def _run(_: str, seen: Seen) -> bool:
    return run_part(seen.roll) is not None


def run_part(roll: RollIndex) -> tuple[int, ...] | None:
    """The highest two dice that are neighbours, which a third makes a run of; None where there are none."""
    dice = sorted(set(ROLLS[roll]), reverse=True)
    return next((pair for pair in pairwise(dice) if pair[0] - pair[1] == 1), None)


def _least(value: str, seen: Seen) -> bool:
    return seen.rules.strength[seen.roll] >= seen.rules.strength[_combination(value)]


def _combination(value: str) -> RollIndex:
    return RollIndex(KEEP_INDEX[tuple(map(int, value))])


def _family(value: tuple[str, ...], seen: Seen) -> bool:
    return family_of(seen.roll, seen.rules.tierces) in value


def _worth(value: int, seen: Seen) -> bool:
    return tokens_of(seen.rules.values_in(seen.phase)[seen.roll], seen.rules) >= value


def tokens_of(value: Value, rules: Rules) -> int:
    """A combination's value as a number: `all` counts as every token, `all-but-one` as one less."""
    if isinstance(value, int):
        return value
    return rules.tokens - (value == "all-but-one")


def _left(value: int, seen: Seen) -> bool:
    return seen.left == value


def _thrown(value: int, seen: Seen) -> bool:
    return seen.thrown == value


def _phase(value: str, seen: Seen) -> bool:
    return seen.phase == value


def _opponents(value: int, seen: Seen) -> bool:
    return seen.opponents == value


def _against(value: tuple[str, ...], seen: Seen) -> bool:
    if seen.target is None:
        return False
    mine, other = seen.rules.strength[seen.roll], seen.rules.strength[seen.target]
    found = "better" if mine > other else "equal" if mine == other else "worse"
    return found in value


def _target(value: str, seen: Seen) -> bool:
    return (
        seen.target is not None
        and seen.rules.strength[seen.target] >= seen.rules.strength[_combination(value)]
    )


TESTS: Mapping[str, Callable[[Any, Seen], bool]] = {
    "aces": _aces,
    "pair": _pair,
    "two_of_421": _two_of_421,
    "face": _face,
    "run": _run,
    "least": _least,
    "family": _family,
    "worth": _worth,
    "left": _left,
    "thrown": _thrown,
    "phase": _phase,
    "opponents": _opponents,
    "against": _against,
    "target": _target,
}
"""Every kind of condition, with what decides whether it holds of a value of its kind.

`aces`: at least so many. `pair`: two alike, of any face or of that one. `two_of_421`: two different
dice of 421, any or those. `face`: a die of that face. `run`: two neighbours. `least`: a combination at
least as strong. `family`: one of these. `worth`: at least so many tokens. `left`, `thrown`: throws to
come, made. `phase`, `opponents`. For followers, by strength alone: `against`, how the roll stands to the
best made so far (`better`, `equal`, `worse`); `target`, that best is at least this combination.
"""

FOLLOWERS_ONLY = ("against", "target")
"""What a leader, who faces nothing, cannot look at."""

# Instructions


def _held_heart(roll: RollIndex) -> tuple[int, ...] | None:
    return tuple(die for die in HEART if die in ROLLS[roll]) or None


def _aces_of(roll: RollIndex) -> tuple[int, ...] | None:
    return tuple(die for die in ROLLS[roll] if die == ACE) or None


def _pair_of(roll: RollIndex) -> tuple[int, ...] | None:
    high, middle, low = ROLLS[roll]
    return (middle, middle) if middle in {high, low} else None


def _dice(*wanted: int) -> Callable[[RollIndex], tuple[int, ...] | None]:
    """Exactly these dice, where a roll has them."""

    def hold_them(roll: RollIndex) -> tuple[int, ...] | None:
        dice = ROLLS[roll]
        return wanted if all(dice.count(die) >= wanted.count(die) for die in wanted) else None

    return hold_them


HOLDS: Mapping[str, Callable[[RollIndex], tuple[int, ...] | None]] = {
    "stop": lambda roll: ROLLS[roll],
    "42": _dice(4, 2),
    "21": _dice(2, 1),
    "41": _dice(4, 1),
    "part of 421": _held_heart,
    "aces": _aces_of,
    "ace": _dice(ACE),
    "pair": _pair_of,
    "run": run_part,
    "best two": lambda roll: ROLLS[roll][:2],
    **{f"{face}{face}": _dice(face, face) for face in range(6, 1, -1)},
    **{f"{face}": _dice(face) for face in range(6, 1, -1)},
    "nothing": lambda _: (),
}
"""Every instruction, with the dice it keeps of a roll, None where they are not there.

`aces`: all of them; `ace`: one. `part of 421`: one of each of 4, 2 and 1. `pair`: two alike, the third
die thrown. `run`: two neighbours, the highest. `best two`: the two highest dice. `stop`: all three.
"""


@dataclass(frozen=True, slots=True)
class Line:
    """One rule of thumb: where all its conditions hold and its dice are there, it says what to do.

    `declare`: "le bon" is said with it where that can be.
    """

    do: str
    when: tuple[Condition, ...] = ()
    declare: bool = False

    def action(self, seen: Seen, legal: tuple[Action, ...]) -> Action | None:
        """What it says to do among the legal actions; None where it says nothing.

        Who must throw, and would keep all three dice without being told to stop, keeps two of them.
        """
        if not all(condition.holds(seen) for condition in self.when):
            return None
        dice = HOLDS[self.do](seen.roll)
        if dice is None:
            return None
        keep = KEEP_INDEX[dice]
        if self.do != "stop" and len(dice) == len(ROLLS[seen.roll]) and hold(keep) not in legal:
            keep = KEEP_INDEX[dice[:2]]
        found = hold(keep, declared=self.declare and len(KEEPS[keep]) < len(ROLLS[seen.roll]))
        if found not in legal:
            found = hold(keep)
        return found if found in legal else None


@dataclass(frozen=True, slots=True)
class Strategy:
    """Lines for the leader and for followers: the first that applies decides.

    Before them: with `stops_ahead` a follower who may stop does so on what beats everything made so far.
    After them: throw all the dice one may. A line that says what is not allowed there does not apply.
    """

    name: str
    leader: tuple[Line, ...] = ()
    follower: tuple[Line, ...] = ()
    stops_ahead: bool = True
    throw_off: Literal["tied", "rampo"] = "tied"
    """What a throw-off for best is to pay, where one chooses."""

    def action(self, seen: Seen, legal: tuple[Action, ...]) -> Action:
        """What it does, one of the legal actions of a turn."""
        if len(legal) == 1:
            return legal[0]
        said = self.said(seen, legal)
        return last_resort(legal) if said is None else said

    def said(self, seen: Seen, legal: tuple[Action, ...]) -> Action | None:
        """What its lines say to do; None where none applies."""
        return self.decided(seen, legal)[1]

    def decided(self, seen: Seen, legal: tuple[Action, ...]) -> tuple[int | None, Action | None]:
        """Which of its lines decides, from 0, and what is done; no line where it stops ahead of them."""
        lines = self.leader if seen.target is None else self.follower
        if self.stops_ahead and seen.target is not None and is_stop(legal[0]):
            strength = seen.rules.strength
            if strength[seen.roll] > strength[seen.target]:
                return None, legal[0]
        for place, line in enumerate(lines):
            if (action := line.action(seen, legal)) is not None:
                return place, action
        return None, None

    @property
    def choice(self) -> Action:
        """What it says of a throw-off."""
        return RAMPO if self.throw_off == "rampo" else TIED


def last_resort(legal: tuple[Action, ...]) -> Action:
    """To throw as many dice as one may, without "le bon"."""
    return next(action for action in reversed(legal) if not is_declared(action))
