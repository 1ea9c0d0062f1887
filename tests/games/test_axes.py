"""Every axis of the rules does something to small games, or is said to be idle, or is refused."""

from __future__ import annotations

from typing import Any

import pytest

from game421.rules import idle_axes, idle_for
from game421.rules.axes import AXES
from game421.rules.contradictions import contradictions

from .small import COIN, LOW_FACES, THREE_FACES, both, goal_of, solved, worth

SMALL: dict[str, Any] = {"die": THREE_FACES, "tokens": 5}
BASES: dict[str, dict[str, Any]] = {
    "classic": {**SMALL, "charge_throws": 3, "decharge_throws": 3, "nenette_takes": 2},
    "bistro": {
        **SMALL,
        "values": {"421": 4},
        "followers": "declare",
        "tie_by_throws": "fewer-wins",
        "rampo_value": "choice",
        "charge_throws": 1,
        "decharge_throws": 3,
        "ends": "last-in",
        "manches": 2,
    },
}

OTHERS: dict[str, list[Any]] = {
    "tokens": [1, 4, 6],
    "ranking": ["belgian", ["221", "111", "411", "444", "211", "222", "421", "442", "441", "422"]],
    "tierces": [2],
    "nenette": ["above-rest"],
    "nenette_tie": ["last-wins"],
    "die": [COIN, LOW_FACES, (1, 1, 0, 1, 0, 0)],
    "kept_dice": ["locked"],
    "cap": ["previous"],
    "followers": ["same", "up-to", "declare"],
    "tie_by_throws": ["ignore", "fewer-wins"],
    "ties": ["later-wins", "earlier-wins"],
    "rampo_value": ["tied", "rampo", "choice"],
    "next_leader": ["winner", "rotation"],
    "charge": ["havraise"],
    "charge_throws": [1, 2],
    "decharge_throws": [1, 2],
    "nenette_takes": [0, 1, 3],
    "nenette_each": [True],
    "espagnole": ["partie"],
    "transfer": ["sum", "difference"],
    "ends": ["first-out", "last-in"],
    "manches": [1, 2, 3],
    "values": [{"211": "all"}, {"421": 1}, {"charge": {"111": 1}}, {"decharge": {"rest": "all-but-one"}}],
    "repeat_421": [2],
    "brelan_gift": [True],
}
CASES = [(base, axis, other) for base in BASES for axis, others in OTHERS.items() for other in others]

WITH: dict[str, dict[str, Any]] = {"tierces": {"die": LOW_FACES}}
"""What else an axis needs to be about anything in a game of three faces."""

LAW: list[tuple[str, str, object]] = [("classic", "followers", "declare")]
"""While throws break no ties "le bon" before a throw gains nothing, so nothing may change either."""


def test_every_axis_of_tokens_is_tried() -> None:
    assert set(OTHERS) == {axis.name for axis in AXES} - {"game"} | {"values"}


@pytest.mark.parametrize(("base", "axis", "other"), CASES)
def test_a_change_changes_values_or_is_idle_or_refused(base: str, axis: str, other: object) -> None:
    """Whatever is solved is proved on the way, or this raises."""
    before, _ = both(BASES[base], WITH.get(axis, {}))
    after, _ = both(BASES[base], WITH.get(axis, {}), {axis: other})
    if before == after:
        return
    if refused := contradictions(after):
        assert axis in refused[0].paths[0]
        return
    values = [worth(solved(rules, goal_of(rules))) for rules in (before, after)]
    idle = {name for rules in (before, after) for name, _ in (*idle_axes(rules), *idle_for(rules, 2))}
    unchanged = axis in idle or (base, axis, other) in LAW
    assert (values[0] == values[1]) == unchanged
