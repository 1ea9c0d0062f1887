"""The terms of a turn: how many throws, who may stop, which dice are locked; and what may be done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from game421.dice import KEEP_NOTHING, KEEPS, ROLLS, KeepIndex, RollIndex
from game421.dice.ways import FAIR, Reach, check_weights, reach
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.actions import Action, Stopping, stopping_of, turn_actions
from game421.states.results import MOST_THROWS

PROPER_KEEPS: tuple[KeepIndex, ...] = tuple(KeepIndex(k) for k in range(len(ROLLS), len(KEEPS)))
"""The 28 keeps of two dice or fewer: what may be held before a throw."""


@dataclass(frozen=True)
class TurnTerms:
    """What binds the player of a turn.

    `throws`: the most he may make, 1 to 9. `stopping`: `free` (a leader, or a follower under
    "up-to"), `forced` to make every throw ("same"), or `declare` ("le bon" before a throw).
    `locked`: a die set aside stays set aside. `die`: whole-number weights of the six faces.
    """

    throws: int
    stopping: Stopping = "free"
    locked: bool = False
    die: tuple[int, ...] = FAIR

    @classmethod
    def under(cls, rules: Rules, throws: int, *, leads: bool) -> TurnTerms:
        """The terms that `rules` set a leader or a follower who may make at most `throws` throws."""
        return cls(throws, stopping_of(rules, leads=leads), rules.kept_dice == "locked", rules.die)

    def __post_init__(self) -> None:
        if not 1 <= self.throws <= MOST_THROWS:
            raise InputError(f"a turn has 1 to {MOST_THROWS} throws, not {self.throws}")
        check_weights(self.die)

    @cached_property
    def unit(self) -> int:
        """Ways of one throw of three dice: (sum of the weights)**3, 216 for fair dice."""
        return int(sum(self.die)) ** 3

    def scale(self, throws: int) -> int:
        """`unit` to the power of a number of throws: what exact values that many throws ahead are over."""
        scale: int = self.unit**throws
        return scale

    @property
    def reach(self) -> Reach:
        """Per keep, the rolls it can end on with their ways out of `unit`."""
        return reach(self.die)

    @property
    def lockings(self) -> tuple[KeepIndex, ...]:
        """What may already be locked when a decision comes: nothing, unless dice lock."""
        return PROPER_KEEPS[::-1] if self.locked else (KEEP_NOTHING,)

    def actions(self, left: int, roll: RollIndex, kept: KeepIndex = KEEP_NOTHING) -> tuple[Action, ...]:
        """What the player may do with `roll` on the table and `left` throws to come, in tie-rule order.

        With none left he can only stop. `kept` is what earlier holds locked.
        """
        return turn_actions(self.stopping, roll, min(left, 2), kept)

    def first_actions(self) -> tuple[Action, ...]:
        """What he may do before the first throw: throw all dice, or say "le bon" and throw them."""
        return turn_actions(self.stopping, None, min(self.throws, 2))
