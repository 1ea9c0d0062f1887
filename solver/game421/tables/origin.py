"""Where a table comes from: the header that every kind begins with."""

from __future__ import annotations

from typing import Any

from game421 import __version__
from game421.rules import Rules, digest, write_rules

HASH = "sha256"
"""The header's field for the hash."""

COUNT = "row_count"
"""The header's field for the number of rows."""

SCHEMA = 1
"""Version of how tables are stored; a reader takes no other."""


def origin(rules: Rules, kind: str, **more: Any) -> dict[str, Any]:
    """The header of a table of this kind made for `rules`: where it comes from, then `more`."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "rules": rules.name,
        "rules_digest": digest(rules),
        **more,
        "kind": kind,
        "rules_text": write_rules(rules),
    }
