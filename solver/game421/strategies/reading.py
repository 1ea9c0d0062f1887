"""A strategy from its TOML file, checked whole: every mistake with its line, its limit and a remedy."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from game421.dice import format_keep, parse_roll
from game421.errors import InputError, RulesError
from game421.rules.families import ALIASES, FAMILIES
from game421.rules.source import KeyPath, Source, key_lines, read_source, read_typed, shown, suggestion
from game421.rules.worth import PHASES
from game421.strategies.vocabulary import FOLLOWERS_ONLY, HOLDS, TESTS, Condition, Line, Strategy

STRATEGY_FILE = "strategy file"
MOST_LINES = 100
"""Lines of a list; what is longer is not remembered."""

ROLES = ("leader", "follower")
_TOP = ("name", *ROLES, "stops_ahead", "throw_off")
_LINE = (*TESTS, "do", "declare")
_RELATIONS = ("better", "equal", "worse")
_TWO = ("42", "41", "21")


class _Wrong(Exception):  # noqa: N818 - it never leaves this module
    """A field that cannot be used; its text says why, and what is allowed."""


def load_strategy(path: str | Path) -> Strategy:
    """The strategy of the TOML file at a path, `-` for standard input.

    Raises InputError where there is none to read, RulesError with every mistake in it, a line each.
    """
    if path == "-":
        return _Reader(read_typed(STRATEGY_FILE)).strategy("standard input")
    file = Path(path)
    if not file.exists():
        raise InputError(f"{shown(str(path))}: there is no such {STRATEGY_FILE}; write the path of one, or -")
    return _Reader(read_source(file, STRATEGY_FILE)).strategy(file.stem)


def read_strategy(text: str, label: str = "strategy") -> Strategy:
    """The strategy that `text` writes, as a file would. Raises RulesError with every mistake."""
    return _Reader(Source(label, text, kind=STRATEGY_FILE)).strategy(label)


class _Reader:
    """One file being read, its mistakes gathered."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._problems: list[tuple[int, str]] = []
        self._lines: dict[KeyPath, int] | None = None

    def strategy(self, name: str) -> Strategy:
        table = self._source.table()
        for key in table:
            if key not in _TOP:
                self._note((key,), f"no such field{suggestion(key, _TOP)}; allowed: {', '.join(_TOP)}")
        stops = table.get("stops_ahead", True)
        if not isinstance(stops, bool):
            self._note(("stops_ahead",), f"{shown(stops)} is neither true nor false")
        throw_off = table.get("throw_off", "tied")
        if throw_off not in ("tied", "rampo"):
            self._note(("throw_off",), _unknown(throw_off, ("tied", "rampo")))
        name = table.get("name", name)
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > 100:
            self._note(("name",), f"{shown(name)} is no name; allowed: one line of at most 100 characters")
        leader, follower = (self._list(role, table.get(role, [])) for role in ROLES)
        if not (leader or follower or self._problems):
            self._note((), 'it has no line; write one, for example [[leader]] and below it do = "keep 42"')
        if self._problems:
            raise RulesError(tuple(dict.fromkeys(text for _, text in sorted(self._problems))))
        return Strategy(name, leader, follower, stops, "rampo" if throw_off == "rampo" else "tied")

    def _list(self, role: str, raw: object) -> tuple[Line, ...]:
        if not isinstance(raw, list) or not all(isinstance(line, dict) for line in raw):
            self._note((role,), f"{shown(raw)} is no list of lines; allowed: each line under [[{role}]]")
            return ()
        if len(raw) > MOST_LINES:
            self._note((role,), f"{len(raw)} lines; allowed: at most {MOST_LINES}")
        read = (self._line(role, place, entry) for place, entry in enumerate(raw))
        return tuple(line for line in read if line is not None)

    def _line(self, role: str, place: int, entry: dict[str, Any]) -> Line | None:
        path, conditions, wrong = (role, str(place)), list[Condition](), len(self._problems)
        for key, raw in entry.items():
            try:
                if key not in _LINE:
                    raise _Wrong(f"no such field{suggestion(key, _LINE)}; allowed: {', '.join(_LINE)}")
                if key in FOLLOWERS_ONLY and role == ROLES[0]:
                    raise _Wrong("a leader faces nothing; allowed: under [[follower]]")
                if key in TESTS:
                    conditions.append(Condition(key, _VALUES[key](raw)))
            except _Wrong as problem:
                self._note((*path, key), str(problem))
        declare = entry.get("declare", False)
        if not isinstance(declare, bool):
            self._note((*path, "declare"), f"{shown(declare)} is neither true nor false")
        if declare is True and role == ROLES[0]:
            self._note((*path, "declare"), 'a leader never says "le bon"; allowed: under [[follower]]')
        do = self._do(path, entry)
        return Line(do, tuple(conditions), declare) if len(self._problems) == wrong and do else None

    def _do(self, path: KeyPath, entry: dict[str, Any]) -> str | None:
        if "do" not in entry:
            self._note(path, 'it does not say what to do; write do = "stop" or do = "keep 42"')
            return None
        raw = entry["do"]
        text = " ".join(raw.lower().split()) if isinstance(raw, str) else raw
        if not isinstance(text, str) or text not in INSTRUCTIONS:
            self._note((*path, "do"), _unknown(raw, tuple(INSTRUCTIONS)))
            return None
        return INSTRUCTIONS[text]

    def _note(self, path: KeyPath, text: str) -> None:
        """Note what is wrong with the key at `path`; a line of a list has its number from 0 there."""
        line = self._line_of(path)
        field = f"{path[0]}[{int(path[1]) + 1}]" if len(path) > 1 else "".join(path)
        field = ".".join([field, *path[2:]]) if path else ""
        label = f"{self._source.label}:{line}: " + (f"{shown(field)[1:-1]}: " if field else "")
        self._problems.append((line, label + text))

    def _line_of(self, path: KeyPath) -> int:
        if self._lines is None:
            self._lines = key_lines(_numbered(self._source.text))
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)


def _numbered(text: str) -> str:
    """The text with its n-th `[[leader]]` as `[leader.n]`, so that every line has a key of its own."""
    counts = dict.fromkeys(ROLES, -1)

    def numbered(found: re.Match[str]) -> str:
        counts[found[1]] += 1
        return f"[{found[1]}.{counts[found[1]]}]"

    return re.sub(r"^[ \t]*\[\[[ \t]*(leader|follower)[ \t]*\]\]", numbered, text, flags=re.MULTILINE)


def _unknown(raw: object, allowed: tuple[str, ...]) -> str:
    hint = suggestion(raw, allowed) if isinstance(raw, str) else ""
    return f"{shown(raw)} is not known{hint}; allowed: {', '.join(allowed)}"


def _whole(low: int, high: int) -> Callable[[object], int]:
    def value(raw: object) -> int:
        if isinstance(raw, bool) or not isinstance(raw, int) or not low <= raw <= high:
            raise _Wrong(f"{shown(raw)} is not allowed; allowed: a whole number from {low} to {high}")
        return raw

    return value


def _one_or_any(names: tuple[str, ...]) -> Callable[[object], str]:
    def value(raw: object) -> str:
        if raw is True or raw == "any":
            return "any"
        if isinstance(raw, bool) or str(raw) not in names:
            raise _Wrong(f"{shown(raw)} is not known; allowed: true, {', '.join(names)}")
        return str(raw)

    return value


def _one_or_more(names: tuple[str, ...], also: Mapping[str, str]) -> Callable[[object], tuple[str, ...]]:
    def value(raw: object) -> tuple[str, ...]:
        found = []
        for each in raw if isinstance(raw, list) else [raw]:
            spelled = also.get(str(each), str(each))
            if isinstance(each, bool) or spelled not in names:
                raise _Wrong(_unknown(each, names))
            found.append(spelled)
        if not found:
            raise _Wrong(f"an empty list; allowed: {', '.join(names)}")
        return tuple(dict.fromkeys(found))

    return value


def _named(names: tuple[str, ...]) -> Callable[[object], str]:
    def value(raw: object) -> str:
        if not isinstance(raw, str) or raw not in names:
            raise _Wrong(_unknown(raw, names))
        return raw

    return value


def _true(raw: object) -> str:
    if raw is not True:
        raise _Wrong(f"{shown(raw)} is not allowed; allowed: true")
    return "any"


def _combination(raw: object) -> str:
    if isinstance(raw, int | str) and not isinstance(raw, bool):
        try:
            return format_keep(parse_roll(str(raw)))
        except InputError:
            pass
    raise _Wrong(f"{shown(raw)} is no combination; allowed: three dice, for example 642")


_FACES = tuple("123456")
_VALUES: dict[str, Callable[[object], Any]] = {
    "aces": _whole(1, 3),
    "pair": _one_or_any(_FACES),
    "two_of_421": _one_or_any(_TWO),
    "face": _whole(1, 6),
    "run": _true,
    "least": _combination,
    "family": _one_or_more(FAMILIES, ALIASES),
    "worth": _whole(0, 999),
    "left": _whole(1, 8),
    "thrown": _whole(1, 8),
    "phase": _named(PHASES),
    "opponents": _whole(1, 5),
    "against": _one_or_more(_RELATIONS, {}),
    "target": _combination,
}
"""What each condition may ask for."""

INSTRUCTIONS = {name if name == "stop" else f"keep {name}": name for name in HOLDS}
"""Every instruction as a file writes it."""
