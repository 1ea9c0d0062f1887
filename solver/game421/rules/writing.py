"""A rule set written out: a complete file, a comment on every line, that reads back as the same rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game421.dice import format_keep
from game421.rules.axes import AXES, Axis
from game421.rules.families import FAMILIES
from game421.rules.ranking import Tiers
from game421.rules.record import Rules
from game421.rules.worth import DEFAULT_VALUES, WrittenValue

_FAMILY_MEANINGS = {
    "421": "the 421",
    "111": "three aces",
    "fiche": "two aces and another face",
    "brelan": "three alike, 111 apart",
    "tierce": "a run",
    "rest": "every other combination",
    "221": "nénette",
}
_ALLOWED = 'allowed: a whole number, "all", "all-but-one"'
_SIPS_ALLOWED = "allowed: a whole number"


def write_rules(rules: Rules) -> str:
    """`rules` as the text of a TOML file with every axis that applies, each with its meaning.

    The file extends nothing, and reading it gives a record equal to `rules`.
    """
    lines = ["# Rules of 421. Every axis is here; after each stands what it means and what is allowed.", ""]
    lines.append(f"name = {_text(rules.name)}  # what this table is called")
    for axis in AXES:
        lines += _axis_lines(rules, axis)
    return "\n".join([*lines, "", *_values(rules), ""])


def _axis_lines(rules: Rules, axis: Axis) -> Iterator[str]:
    if rules.game == "sips" and axis.tokens_only:
        yield f'# {axis.name}: not in game = "sips"'
    elif not isinstance(rules.ranking, str) and axis.name in {"tierces", "nenette"}:
        yield f"# {axis.name}: the ranking list says it"
    elif axis.name == "ranking" and not isinstance(rules.ranking, str):
        yield f"# {axis.meaning}; allowed: {axis.allowed}"
        yield from _tiers(rules.ranking)
    else:
        written = _literal(getattr(rules, axis.name))
        yield f"{axis.name} = {written}  # {axis.meaning}; allowed: {axis.allowed}"


def _tiers(tiers: Tiers) -> Iterator[str]:
    yield "ranking = ["
    for tier in tiers:
        names = ", ".join(f'"{format_keep(roll)}"' for roll in tier)
        yield f"    {names}," if len(tier) == 1 else f"    [{names}],"
    yield "]"


def _values(rules: Rules) -> Iterator[str]:
    """The tables of values: every family for both phases, then what is written about combinations."""
    both = dict(rules.values.get("both", {}))
    allowed = _ALLOWED if rules.game == "tokens" else _SIPS_ALLOWED
    yield "[values]  # what a combination is worth; a combination's own line beats its family's"
    for family in FAMILIES:
        also = ', "face" (its face)' if family in {"fiche", "brelan"} else ""
        comment = f"# {_FAMILY_MEANINGS[family]}; {allowed}{also}"
        if family in both or family != "221":
            yield f"{_entry(family, both.pop(family, DEFAULT_VALUES[family]))}  {comment}"
        else:
            yield f'# {_entry(family, 1)}  {comment}; unwritten it is 1, or 4 where nenette = "above-rest"'
    yield from _entries(both)
    for phase in ("charge", "decharge"):
        if phase in rules.values:
            yield ""
            yield f"[values.{phase}]  # what is worth something else in the {phase}"
            yield from _entries(rules.values[phase])


def _entries(entries: Mapping[str, WrittenValue]) -> list[str]:
    return [f"{_entry(key, entries[key])}  # {_FAMILY_MEANINGS.get(key, 'alone')}" for key in sorted(entries)]


def _entry(key: str, value: WrittenValue) -> str:
    return f"{key} = {_literal(value)}"


def _literal(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return _text(value) if isinstance(value, str) else str(value)


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'
