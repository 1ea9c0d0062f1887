"""Questions that every test of the command line asks, and how JSON is read."""

from __future__ import annotations

import json

HEAD = ["schema", "version", "rules", "rules_digest", "goal", "phase", "position", "method", "epsilon"]
"""How every JSON document starts."""

HEAVY = ["flint", "networkx", "numpy", "pyarrow", "rich", "scipy"]
"""Libraries that no question about a single turn may load."""

ASKED = (
    ("best", "642", "--left", "2", "--goal", "beat", "--target", "654"),
    ("odds", "--goal", "combo", "--target", "421"),
    ("rules", "list"),
)
"""A question for every command that answers at once."""


def strict(text: str) -> dict:
    """The one JSON document in `text`; NaN and Infinity are refused."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(text, parse_constant=refuse)
