"""What a player may want of a single turn, as a payoff over the 56 combinations (RULES, section 6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from game421.dice import ROLLS, RollIndex, parse_combination
from game421.errors import InputError
from game421.rules.families import ALIASES, FAMILIES, NENETTE, members
from game421.rules.record import Rules
from game421.rules.worth import Phase, unlimited
from game421.states.results import Result, compare
from game421.turns.exact import Payoff

TurnGoal = Literal["points", "combo", "beat"]

TURN_GOALS: dict[str, TurnGoal] = {"points": "points", "combo": "combo", "beat": "beat"}
"""The goals of a turn by name, as commands and files write them."""

TIED_HALVES = {"0": 0, "1/2": 1, "1": 2}
"""What a tie counts for `beat`, as written, in halves of a win."""


def combo(wanted: Iterable[RollIndex], throws: int) -> Payoff:
    """1 if the turn ends on one of the wanted combinations, else 0."""
    chosen = set(wanted)
    return Payoff((tuple(int(roll in chosen) for roll in range(len(ROLLS))),) * throws)


def wanted_rolls(rules: Rules, names: Iterable[str]) -> tuple[RollIndex, ...]:
    """The rolls that combinations (`421`) and families (`brelan`, `tierce` …) name, each once.

    Raises InputError for a name that is neither.
    """
    rolls: dict[RollIndex, None] = {}
    for name in names:
        family = members(name.strip().lower(), rules.tierces)
        rolls.update(dict.fromkeys(family or (_combination(name),)))
    return tuple(rolls)


def _combination(name: str) -> RollIndex:
    if any(character.isalpha() for character in name):
        from difflib import get_close_matches

        known = [*FAMILIES, *ALIASES]
        near = get_close_matches(name.lower(), known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise InputError(
            f"{name!r} is neither a combination (421) nor a family ({', '.join(FAMILIES)}){hint}"
        )
    return parse_combination(name)


def points(rules: Rules, phase: Phase, throws: int) -> Payoff:
    """The value of the final combination in `phase`, in tokens or sips.

    A bare turn has no stacks: `all` counts all the tokens of the game, `all-but-one` one less.
    """
    return Payoff((tuple(unlimited(value, rules.tokens) for value in rules.values_in(phase)),) * throws)


def beat(rules: Rules, targets: Sequence[Result], throws: int, tied_halves: int | None = None) -> Payoff:
    """Chance of ending stronger than every target, a tie counting `tied_halves` / 2.

    The player comes after those who made the targets. Without `tied_halves` a tie counts as the
    rules settle it: 1/2 for a rampo, 1 or 0 where the later or the earlier wins. A target with no
    throws named is compared by its combination alone. Where fewer throws win, a target made in as
    many throws ties, in more loses. `denominator` is 2.
    """

    def worth(made: Result) -> int:
        return min(_halves(rules, target, made, tied_halves) for target in targets)

    return Payoff(
        tuple(
            tuple(worth(Result(RollIndex(roll), used)) for roll in range(len(ROLLS)))
            for used in range(1, throws + 1)
        ),
        2,
    )


def tie_counts(rules: Rules, tied_halves: int | None = None) -> str:
    """What a tie counts for `beat`, as written: chosen, else as the rules settle it (a nenette apart)."""
    settled = {"rampo": 1, "later-wins": 2, "earlier-wins": 0}[rules.ties]
    written = {halves: text for text, halves in TIED_HALVES.items()}
    return written[settled if tied_halves is None else tied_halves]


def _halves(rules: Rules, target: Result, made: Result, tied_halves: int | None) -> int:
    if tied_halves is not None and _settled_by_custom(rules, target, made):
        return tied_halves
    return {1: 2, 0: 1, -1: 0}[compare(rules, target, made)]


def _settled_by_custom(rules: Rules, target: Result, made: Result) -> bool:
    """Whether two results are equal but for what `ties` or `nenette_tie` says of equals."""
    if rules.nenette_tie == "last-wins" and target.roll == made.roll == NENETTE:
        return True
    if rules.strength[target.roll] != rules.strength[made.roll]:
        return False
    return rules.tie_by_throws == "ignore" or target.throws in {None, made.throws}
