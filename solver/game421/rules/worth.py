"""What each combination is worth, in tokens or sips, by phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from game421.dice import ROLLS, RollIndex, format_keep
from game421.rules.families import family_of

Phase = Literal["charge", "decharge"]
PHASES: tuple[Phase, ...] = ("charge", "decharge")

Value = int | Literal["all", "all-but-one"]
"""A whole number, or a share of what the source holds."""

WrittenValue = Value | Literal["face"]
"""As a rules file writes it; `face` is the face that names a fiche or a brelan."""

WrittenValues = Mapping[str, Mapping[str, WrittenValue]]
"""Values as written: keys `both`, `charge` and `decharge`, each from a combination (`642`) or a family."""

DEFAULT_VALUES: dict[str, WrittenValue] = {
    "421": 10,
    "111": 7,
    "fiche": "face",
    "brelan": "face",
    "tierce": 2,
    "rest": 1,
    "221": 1,
}

NENETTE_ABOVE_REST = 4
"""Worth of 221 where it ranks above the rest, unless the rules say otherwise."""


def values_by_roll(written: WrittenValues, phase: Phase, *, tierces: int, nenette: str) -> tuple[Value, ...]:
    """`values[roll]` in that phase: a combination beats its family, a phase beats both phases."""
    defaults = dict(DEFAULT_VALUES)
    if nenette == "above-rest":
        defaults["221"] = NENETTE_ABOVE_REST
    merged = {**defaults, **written.get("both", {}), **written.get(phase, {})}
    return tuple(_value_of(RollIndex(index), merged, tierces) for index in range(len(ROLLS)))


def limited(value: Value, source: int) -> int:
    """What is paid of a value by a source that holds so many tokens: at most all it has.

    `all-but-one` leaves one, but pays at least one (RULES, section 4).
    """
    if value == "all":
        return source
    if value == "all-but-one":
        return max(1, source - 1)
    return min(value, source)


def unlimited(value: Value, tokens: int) -> int:
    """What a value comes to where there are no stacks: nobody runs short, `all` counts the game's tokens."""
    return value if isinstance(value, int) else limited(value, tokens)


def written_key(
    written: WrittenValues, phase: Phase, roll: RollIndex, tierces: int
) -> tuple[str, str] | None:
    """Which entry of `written` decides what `roll` is worth in `phase`: its table and its key.

    None where nothing is written about it and the default holds.
    """
    for key in (format_keep(roll), family_of(roll, tierces)):
        for table in (phase, "both"):
            if key in written.get(table, {}):
                return table, key
    return None


def _value_of(roll: RollIndex, merged: Mapping[str, WrittenValue], tierces: int) -> Value:
    combination = format_keep(roll)
    value = merged[combination] if combination in merged else merged[family_of(roll, tierces)]
    return ROLLS[roll][0] if value == "face" else value
