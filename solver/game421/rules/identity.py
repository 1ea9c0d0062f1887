"""What a rule set means, whatever it is called and however it is written, and the digest of that."""

from __future__ import annotations

import sys
from math import gcd

from game421.rules.axes import AXES
from game421.rules.idle import idle_reasons
from game421.rules.record import Rules

_MEANING = 1
"""Changed when the same axes come to mean something else."""


def meaning(rules: Rules) -> dict[str, object]:
    """The rules without name or spelling: equal for two rule sets exactly when they play alike.

    The ranking is `strength` and the values are the two lists by roll (none for a charge that is not
    played); weights of the die are in lowest terms; an axis that others leave without effect is left
    out. `tierces` stays, for it says which runs the family of that name holds.
    """
    left_out = {"ranking", "nenette", "die", *idle_reasons(rules)}
    divisor = gcd(*rules.die)
    kept = {axis.name: getattr(rules, axis.name) for axis in AXES if axis.name not in left_out}
    return kept | {
        "meaning": _MEANING,
        "die": [weight // divisor for weight in rules.die],
        "strength": rules.strength,
        "charge_values": rules.charge_values if rules.game == "tokens" else None,
        "decharge_values": rules.decharge_values,
    }


def digest(rules: Rules) -> str:
    """The sha256 of the rules' meaning, 64 hexadecimal digits: the identity of every table and answer."""
    import json

    text = json.dumps(meaning(rules), sort_keys=True, separators=(",", ":"))
    return _sha256(text.encode("ascii"))


def _sha256(data: bytes) -> str:
    """The sha256 by Python's own code if it is there: hashlib loads OpenSSL, a tenth of a cold answer."""
    from importlib import import_module

    try:
        home = import_module("_sha2" if sys.version_info >= (3, 12) else "_sha256")
    except ImportError:
        home = import_module("hashlib")
    return str(home.sha256(data).hexdigest())
