"""What a rule set means, whatever it is called and however it is written, and the digest of that."""

from __future__ import annotations

import sys
from math import gcd

from game421.dice import ROLLS, RollIndex
from game421.rules.axes import AXES
from game421.rules.idle import idle_reasons
from game421.rules.record import Rules
from game421.rules.worth import Phase, Value

_MEANING = 1
"""Changed when the same axes come to mean something else."""


def meaning(rules: Rules) -> dict[str, object]:
    """The rules without name or spelling: equal for two rule sets exactly when they play alike.

    The ranking is one list by roll and the values are two (none for a charge that is not played), with
    nothing in them for combinations that the die cannot show; weights of the die are in lowest terms; an
    axis that others leave without effect is left out. `tierces` stays, for it says which runs the family
    of that name holds.
    """
    left_out = {"ranking", "nenette", "die", *idle_reasons(rules)}
    divisor = gcd(*rules.die)
    kept = {axis.name: getattr(rules, axis.name) for axis in AXES if axis.name not in left_out}
    return kept | {
        "meaning": _MEANING,
        "die": [weight // divisor for weight in rules.die],
        "strength": _ranks(rules),
        "charge_values": _worths(rules, "charge") if rules.game == "tokens" else None,
        "decharge_values": _worths(rules, "decharge"),
    }


def _ranks(rules: Rules) -> list[int | None]:
    """By roll, 0 for the weakest combination the die can show, one more for each rank above it."""
    shown = _shown(rules)
    ranks = sorted({rules.strength[roll] for roll in shown})
    rank_of = {strength: rank for rank, strength in enumerate(ranks)}
    return [rank_of[rules.strength[roll]] if roll in shown else None for roll in range(len(ROLLS))]


def _worths(rules: Rules, phase: Phase) -> list[Value | None]:
    """By roll, what a combination that the die can show is worth."""
    shown = _shown(rules)
    return [value if roll in shown else None for roll, value in enumerate(rules.values_in(phase))]


def _shown(rules: Rules) -> set[int]:
    return {roll for roll in range(len(ROLLS)) if rules.shows(RollIndex(roll))}


def digest(rules: Rules) -> str:
    """The sha256 of the rules' meaning, 64 hexadecimal digits: the identity of every table and answer."""
    import json

    text = json.dumps(meaning(rules), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii"))


def sha256(data: bytes) -> str:
    """The sha256, 64 hexadecimal digits, by Python's own code if it is there.

    hashlib loads OpenSSL, which takes a tenth of a cold answer.
    """
    from importlib import import_module

    try:
        home = import_module("_sha2" if sys.version_info >= (3, 12) else "_sha256")
    except ImportError:
        home = import_module("hashlib")
    return str(home.sha256(data).hexdigest())
