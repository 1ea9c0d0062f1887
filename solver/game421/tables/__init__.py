"""What was solved, as tables: written in six formats, read back, checked by hash; and those shipped."""

from game421.tables.formats import FORMATS
from game421.tables.policy import PolicyRow, PolicyTable, read, turn_policy

__all__ = ["FORMATS", "PolicyRow", "PolicyTable", "read", "turn_policy"]
