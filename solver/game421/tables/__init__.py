"""What was solved, as tables: written in six formats, read back, checked by hash; and those shipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game421.lazily import lazily

if TYPE_CHECKING:
    from game421.tables.formats import FORMATS
    from game421.tables.policy import PolicyRow, PolicyTable, turn_policy
    from game421.tables.reading import read
    from game421.tables.situations import SituationPolicy, SituationRow
    from game421.tables.tabulating import game_policy, round_policy, state_policy
    from game421.tables.values import load_values, save_values

__all__ = [
    "FORMATS",
    "PolicyRow",
    "PolicyTable",
    "SituationPolicy",
    "SituationRow",
    "game_policy",
    "load_values",
    "read",
    "round_policy",
    "save_values",
    "state_policy",
    "turn_policy",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "FORMATS": "game421.tables.formats",
        "PolicyRow": "game421.tables.policy",
        "PolicyTable": "game421.tables.policy",
        "SituationPolicy": "game421.tables.situations",
        "SituationRow": "game421.tables.situations",
        "game_policy": "game421.tables.tabulating",
        "load_values": "game421.tables.values",
        "read": "game421.tables.reading",
        "round_policy": "game421.tables.tabulating",
        "save_values": "game421.tables.values",
        "state_policy": "game421.tables.tabulating",
        "turn_policy": "game421.tables.policy",
    },
)
