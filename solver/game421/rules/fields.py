"""Each field of a rules file by itself: from what TOML read to what the record holds, or what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from game421.dice import ROLLS, RollIndex, format_keep, parse_roll
from game421.errors import InputError
from game421.rules.axes import AXIS, KEYS, Axis
from game421.rules.families import ALIASES, FAMILIES, family_of
from game421.rules.ranking import Tiers
from game421.rules.source import KeyPath, nearest, shown, suggestion
from game421.rules.worth import PHASES, WrittenValue

LARGEST = 10**300
"""No number of a rules file is larger, so that every answer can also be given as a float."""

_VALUE_WORDS = ("face", "all", "all-but-one")
_VALUE_ALLOWED = 'a whole number, "all", "all-but-one", or "face" for fiche and brelan'
_FACE_FAMILIES = ("fiche", "brelan")


class Wrong(Exception):  # noqa: N818 - it never leaves this floor
    """A field that cannot be used; `problems` says why, a line each."""

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__(*problems)


class Entry(NamedTuple):
    """One line of `[values]`: its table (`both`, `charge`, `decharge`), its key, and what it says."""

    table: str
    key: str
    value: WrittenValue
    path: KeyPath


class Problem(NamedTuple):
    """What is wrong with the key at `path`."""

    path: KeyPath
    text: str


def axis_value(axis: Axis, raw: object) -> Any:
    """What the record holds for the axis where the file says `raw`. Raises Wrong."""
    if axis.kind == "choice":
        return _choice(axis, raw)
    if axis.kind == "whole":
        return _whole(axis, raw)
    if axis.kind == "flag":
        if not isinstance(raw, bool):
            raise Wrong(f"{shown(raw)} is neither true nor false; allowed: {axis.allowed}")
        return raw
    if axis.kind == "die":
        return _die(axis, raw)
    return _tiers(raw) if isinstance(raw, list) else _choice(axis, raw)


def name_value(raw: object) -> str:
    """The name of a rule set: one line of printable text."""
    if not isinstance(raw, str) or not raw.strip() or not raw.isprintable() or len(raw) > 100:
        raise Wrong(f"{shown(raw)} is no name; allowed: one line of text, at most 100 characters")
    return raw


def unknown_field(key: str) -> str:
    """What is wrong with a top-level key that is no axis."""
    try:
        _value_key(key)
    except Wrong:
        return f'no such field; the nearest is "{nearest(key, KEYS)}"'
    return "no such field; what a combination is worth is written under [values]"


def _choice(axis: Axis, raw: object) -> str:
    if isinstance(raw, str) and raw in axis.choices:
        return raw
    hint = suggestion(raw, axis.choices) if isinstance(raw, str) else ""
    raise Wrong(f"{shown(raw)} is not known{hint}; allowed: {axis.allowed}")


def _whole(axis: Axis, raw: object) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise Wrong(f"{shown(raw)} is not a whole number; allowed: {axis.allowed}")
    high = LARGEST if axis.high is None else axis.high
    if not (raw in map(int, axis.choices) if axis.choices else axis.low <= raw <= high):
        raise Wrong(f"{shown(raw)} is out of range; allowed: {axis.allowed}")
    return raw


def _die(axis: Axis, raw: object) -> tuple[int, ...]:
    if not isinstance(raw, list) or any(isinstance(w, bool) or not isinstance(w, int) for w in raw):
        raise Wrong(f"{shown(raw)} is not a list of whole numbers; allowed: {axis.allowed}")
    if len(raw) != 6:
        raise Wrong(f"{len(raw)} weights for six faces; allowed: {axis.allowed}")
    if min(raw) < 0 or max(raw) > LARGEST:
        raise Wrong(f"{shown(raw)} has a weight out of range; allowed: {axis.allowed}")
    if sum(weight > 0 for weight in raw) < 2:
        raise Wrong(f"{shown(raw)} lets fewer than two faces show; allowed: {axis.allowed}")
    return tuple(raw)


def _tiers(raw: list[object]) -> Tiers:
    """A ranking written as a list, checked: each of the 56 combinations once. Raises Wrong."""
    problems: list[str] = []
    places: dict[RollIndex, int] = {}
    tiers: list[tuple[RollIndex, ...]] = []
    for place, entry in enumerate(raw, start=1):
        tier = []
        for spelled in entry if isinstance(entry, list) else [entry]:
            try:
                roll = _combination(spelled)
            except Wrong as wrong:
                problems.append(f"place {place}: {wrong}")
                continue
            if roll in places:
                problems.append(
                    f"place {place}: {format_keep(roll)} again, it already is at place {places[roll]}"
                )
                continue
            places[roll] = place
            tier.append(roll)
        if entry == []:
            problems.append(f"place {place}: an empty list; allowed: combinations that are equals")
        tiers.append(tuple(sorted(tier)))
    missing = [format_keep(RollIndex(roll)) for roll in range(len(ROLLS)) if roll not in places]
    if missing:
        problems.append(f"{', '.join(missing)} missing; a ranking list names all {len(ROLLS)} combinations")
    if problems:
        raise Wrong(*problems)
    return tuple(tiers)


def _combination(spelled: object) -> RollIndex:
    if isinstance(spelled, bool) or not isinstance(spelled, int | str):
        raise Wrong(f"{shown(spelled)} is no combination; allowed: three dice, for example 642")
    try:
        return parse_roll(shown(spelled) if isinstance(spelled, int) else spelled)
    except InputError:
        raise Wrong(f"{shown(spelled)} is no combination; allowed: three dice, for example 642") from None


def entries_of(raw: object) -> Iterator[Entry | Problem]:
    """The lines of a `[values]` table and of its phases, good and bad, in the order of the file."""
    if not isinstance(raw, dict):
        yield Problem(("values",), f"{shown(raw)} is not a table; allowed: lines under [values]")
        return
    lines = {key: value for key, value in raw.items() if key not in PHASES}
    yield from _table_entries(lines, "both", ("values",))
    for phase in PHASES:
        if phase not in raw:
            continue
        path = ("values", phase)
        if isinstance(raw[phase], dict):
            yield from _table_entries(raw[phase], phase, path)
        else:
            yield Problem(path, f"{shown(raw[phase])} is not a table; allowed: lines under [values.{phase}]")


def _table_entries(lines: dict[str, Any], table: str, parent: KeyPath) -> Iterator[Entry | Problem]:
    seen: dict[str, str] = {}
    for spelled, raw in lines.items():
        path = (*parent, spelled)
        try:
            key = _value_key(spelled)
            if key in seen:
                raise Wrong(f"{key} is written twice here (also as {seen[key]})")
            seen[key] = spelled
            yield Entry(table, key, _value(key, raw), path)
        except Wrong as wrong:
            yield Problem(path, str(wrong))


def _value_key(spelled: str) -> str:
    """A family's name, or a combination highest die first."""
    if spelled in FAMILIES:
        return spelled
    try:
        return format_keep(parse_roll(spelled))
    except InputError:
        pass
    if spelled in AXIS:
        raise Wrong(f"neither a combination nor a family; write the axis {spelled} above [values]")
    near = nearest(spelled, (*FAMILIES, *ALIASES, *PHASES))
    hint = f' (did you mean "{ALIASES.get(near, near)}"?)' if spelled.isalpha() else ""
    raise Wrong(f"neither a combination nor a family{hint}; allowed: three dice, or {', '.join(FAMILIES)}")


def _value(key: str, raw: object) -> WrittenValue:
    if isinstance(raw, int) and not isinstance(raw, bool):
        if abs(raw) > LARGEST:
            raise Wrong(f"{shown(raw)} is too large; allowed: numbers of at most 300 digits")
        return raw
    if raw == "all":
        return "all"
    if raw == "all-but-one":
        return "all-but-one"
    if raw == "face":
        if not _has_face(key):
            raise Wrong(f'"face" is for fiche and brelan only; allowed: {_VALUE_ALLOWED}')
        return "face"
    hint = suggestion(raw, _VALUE_WORDS) if isinstance(raw, str) else ""
    raise Wrong(f"{shown(raw)} is no value{hint}; allowed: {_VALUE_ALLOWED}")


def _has_face(key: str) -> bool:
    return key in _FACE_FAMILIES or (key not in FAMILIES and family_of(parse_roll(key)) in _FACE_FAMILIES)
