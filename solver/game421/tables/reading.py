"""Reading a policy from a file, of whatever kind and format."""

from __future__ import annotations

from pathlib import Path

from game421.rules import Rules
from game421.tables import policy, situations
from game421.tables.storage import load_table


def read(path: str | Path, rules: Rules | None = None) -> policy.PolicyTable | situations.SituationPolicy:
    """The policy in a file, whole and unaltered; made for `rules` if given.

    It is one of a turn, or of a round or a game, as the file's header says. Raises TableError naming the
    file and what is wrong with it.
    """
    kinds = {policy.KIND: policy.COLUMNS, situations.KIND: situations.COLUMNS}
    table, made_for = load_table(Path(path), kinds, rules)
    if table.header["kind"] == situations.KIND:
        return situations.SituationPolicy(table, made_for)
    return policy.PolicyTable(table, made_for)
