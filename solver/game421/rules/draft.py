"""A rule set being put together from its files, every mistake kept with the line it is on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from game421.errors import RulesError
from game421.rules.axes import AXES, KEYS, Axis
from game421.rules.contradictions import contradictions
from game421.rules.fields import Entry, Wrong, axis_value, entries_of, unknown_field
from game421.rules.record import Rules
from game421.rules.source import KeyPath, Source, printable
from game421.rules.worth import PHASES

_LIST_SAYS_IT = ("tierces", "nenette")
"""Axes that a ranking written as a list leaves nothing to say."""

_TOKENS_ONLY = tuple(axis.name for axis in AXES if axis.tokens_only)


class _Origin(NamedTuple):
    """Where something was written: how many files below the top one, the file, and its key there."""

    depth: int
    source: Source
    path: KeyPath


class Draft:
    """The axes and values so far, and where each was written; the lowest file is laid down first.

    An axis that a file makes meaningless is forgotten if it came from a file below, and refused if
    it stands in that file or in one above.
    """

    def __init__(self) -> None:
        self._axes: dict[str, Any] = {}
        self._values: dict[str, dict[str, Any]] = {"both": {}, "charge": {}, "decharge": {}}
        self._origins: dict[KeyPath, _Origin] = {}
        self._broken: set[KeyPath] = set()
        self._problems: list[tuple[int, int, int, str]] = []
        self._listed = False

    def problem(self, depth: int, source: Source, path: KeyPath, text: str) -> None:
        """Note that the key at `path` is wrong in a file so many files below the top one."""
        line = source.line(path)
        field = printable(".".join(path))
        place = (depth, line, len(self._problems))
        self._problems.append((*place, f"{source.label}:{line}: {field}: {text}"))

    def not_toml(self, depth: int, error: RulesError) -> None:
        """Note what made a file no TOML at all."""
        self._problems += [(depth, 0, len(self._problems), problem) for problem in error.problems]

    def lay(self, depth: int, source: Source, table: dict[str, Any]) -> None:
        """Lay what one file says over the files below it."""
        for key in table:
            if key not in KEYS:
                self.problem(depth, source, (key,), unknown_field(key))
        self._listed = isinstance(table.get("ranking"), list) or (self._listed and "ranking" not in table)
        if "ranking" in table and self._listed:
            self._forget(_LIST_SAYS_IT)
        if table.get("game") == "sips":
            self._forget(_TOKENS_ONLY)
            self._forget_values("charge", tuple(self._values["charge"]))
        for axis in AXES:
            if axis.name in table:
                self._lay_axis(_Origin(depth, source, (axis.name,)), axis, table[axis.name])
        for line in entries_of(table.get("values", {})):
            if isinstance(line, Entry):
                self._lay_value(_Origin(depth, source, line.path), line)
            else:
                self.problem(depth, source, line.path, line.text)
                self._broken.add(("values",))

    def finish(self, name: str) -> Rules:
        """The record under that name. Raises RulesError with every problem, the top file's first."""
        self._refuse_moot()
        rules = Rules(name=name, values=self._values, **self._axes)
        for paths, reason in contradictions(rules):
            written = [self._origins[path] for path in paths if path in self._origins]
            if self._broken.isdisjoint(paths):
                self.problem(*min(written, key=lambda origin: origin.depth), reason)
        if self._problems:
            raise RulesError(tuple(dict.fromkeys(text for *_, text in sorted(self._problems))))
        return rules

    def _lay_axis(self, origin: _Origin, axis: Axis, raw: object) -> None:
        self._broken.discard(origin.path)
        self._origins[origin.path] = origin
        try:
            self._axes[axis.name] = axis_value(axis, raw)
        except Wrong as wrong:
            self._axes.pop(axis.name, None)
            self._broken.add(origin.path)
            for text in wrong.problems:
                self.problem(*origin, text)

    def _lay_value(self, origin: _Origin, entry: Entry) -> None:
        if entry.table == "both":
            for phase in PHASES:
                self._forget_values(phase, (entry.key,))
        self._values[entry.table][entry.key] = entry.value
        self._origins["values", entry.table, entry.key] = origin

    def _forget(self, names: Iterable[str]) -> None:
        for name in names:
            self._axes.pop(name, None)
            self._origins.pop((name,), None)
            self._broken.discard((name,))

    def _forget_values(self, table: str, keys: Iterable[str]) -> None:
        for key in keys:
            self._values[table].pop(key, None)
            self._origins.pop(("values", table, key), None)

    def _refuse_moot(self) -> None:
        if self._listed:
            self._refuse(_LIST_SAYS_IT, "a ranking written as a list says it all")
        if self._axes.get("game") == "sips":
            self._refuse(_TOKENS_ONLY, 'game = "sips" has no tokens, no charge and no manches')
            for key in tuple(self._values["charge"]):
                origin = self._origins["values", "charge", key]
                self.problem(*origin, 'game = "sips" has no charge; allowed: [values] alone')
                self._forget_values("charge", (key,))

    def _refuse(self, names: Iterable[str], reason: str) -> None:
        for name in names:
            if (name,) in self._origins:
                self.problem(*self._origins[name,], f"{reason}; allowed: no {name} here")
                self._forget((name,))
