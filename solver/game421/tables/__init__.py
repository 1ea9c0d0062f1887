"""What was solved, as tables: written in six formats, read back, checked by hash; and those shipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game421.lazily import lazily

if TYPE_CHECKING:
    from game421.tables.formats import FORMATS
    from game421.tables.policy import PolicyRow, PolicyTable, read, turn_policy
    from game421.tables.values import load_values, save_values

__all__ = ["FORMATS", "PolicyRow", "PolicyTable", "load_values", "read", "save_values", "turn_policy"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "FORMATS": "game421.tables.formats",
        "PolicyRow": "game421.tables.policy",
        "PolicyTable": "game421.tables.policy",
        "load_values": "game421.tables.values",
        "read": "game421.tables.policy",
        "save_values": "game421.tables.values",
        "turn_policy": "game421.tables.policy",
    },
)
