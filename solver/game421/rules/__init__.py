"""Rule sets as data: the record, TOML files, the six presets, strengths and values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game421.lazily import lazily

if TYPE_CHECKING:
    from game421.rules.catalogue import default_rules_name, describe, preset_names
    from game421.rules.contradictions import check_players
    from game421.rules.identity import digest
    from game421.rules.idle import idle_axes, idle_for
    from game421.rules.reading import load_rules, read_rules
    from game421.rules.record import Rules
    from game421.rules.worth import Phase, Value
    from game421.rules.writing import write_rules

__all__ = [
    "Phase",
    "Rules",
    "Value",
    "check_players",
    "default_rules_name",
    "describe",
    "digest",
    "idle_axes",
    "idle_for",
    "load_rules",
    "preset_names",
    "read_rules",
    "write_rules",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "Phase": "game421.rules.worth",
        "Rules": "game421.rules.record",
        "Value": "game421.rules.worth",
        "check_players": "game421.rules.contradictions",
        "default_rules_name": "game421.rules.catalogue",
        "describe": "game421.rules.catalogue",
        "digest": "game421.rules.identity",
        "idle_axes": "game421.rules.idle",
        "idle_for": "game421.rules.idle",
        "load_rules": "game421.rules.reading",
        "preset_names": "game421.rules.catalogue",
        "read_rules": "game421.rules.reading",
        "write_rules": "game421.rules.writing",
    },
)
