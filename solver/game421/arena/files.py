"""Policies in files as bots: our own exports, and those of the HackaGames 421 course."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from game421.arena.bots import Forfeit
from game421.arena.hackagames import Key, is_hackagames, policy_of
from game421.dice import KEEPS, KeepIndex
from game421.errors import TableError
from game421.rules import Rules, digest
from game421.states.positions import Position
from game421.tables.formats import FORMATS
from game421.tables.keys import locked_key, roll_key, target_key
from game421.tables.policy import PolicyTable
from game421.tables.reading import read


class FileBot:
    """A policy from a file, asked like any bot."""

    def __init__(
        self, look_up: Callable[[str], str | None], made_for: str | None = None, identity: str | None = None
    ) -> None:
        self._look_up, self._identity = look_up, identity
        self.made_for = made_for
        """The name of the rules the policy is for, where the file says it."""

    def suits(self, rules: Rules) -> bool:
        """Whether it is a policy for these rules, or for no rules of ours."""
        return self._identity in {None, digest(rules)}

    def decide(self, position: str, legal: tuple[str, ...]) -> str:
        """What the policy says. Raises Forfeit where it says nothing about the position."""
        found = self._look_up(position)
        if found is None:
            raise Forfeit("not an answer", f"the policy says nothing about {position}")
        return found

    def close(self) -> None:
        """Nothing to end."""


def is_policy_file(path: Path) -> bool:
    """Whether a file has the name of a policy's."""
    endings = {ending for form in FORMATS.values() for ending in form.endings}
    return path.suffix.lower() in endings and path.is_file()


def read_policy(path: Path, rules: Rules | None = None) -> FileBot:
    """The policy in a file, for these rules if given; that of the course is for no rules of ours.

    Raises TableError naming the file and what is wrong, OSError.
    """
    document = _json(path)
    if is_hackagames(document):
        try:
            return FileBot(_course(policy_of(document)))
        except TableError as error:
            raise TableError(f"{path}: {error}") from None
    table = read(path, rules)
    header = table.table.header
    made_for = str(header["rules"]), str(header["rules_digest"])
    if isinstance(table, PolicyTable):
        return FileBot(_turn(table), *made_for)
    rows = zip(table.table.cells[0], table.table.cells[1], strict=True)
    answers = {str(position): _written(str(action)) for position, action in rows}
    return FileBot(answers.get, *made_for)


def _json(path: Path) -> Any:
    if path.suffix.lower() != ".json":
        return None
    try:
        return json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return None  # what is wrong with it is said by who reads tables


def _written(action: str) -> str:
    """An action of a table as it is written elsewhere."""
    return action.removeprefix("k")


def _course(policy: Mapping[Key, str]) -> Callable[[str], str | None]:
    def look_up(text: str) -> str | None:
        position = Position.parse(text)
        if position.roll is None or position.left is None:
            return None
        return policy.get((position.left, KEEPS[KeepIndex(position.roll)]))

    return look_up


def _turn(table: PolicyTable) -> Callable[[str], str | None]:
    """A policy of turns: against the target that is to be beaten, or whatever was made where it has none."""
    columns = dict(zip((column.name for column in table.table.columns), table.table.cells, strict=True))
    keys = zip(*(columns[name] for name in ("left", "target", "roll", "locked")), strict=True)
    answers = dict(zip(keys, columns["action"], strict=True))
    aims = table.header["goal"] == "beat"

    def look_up(text: str) -> str | None:
        position = Position.parse(text)
        made = position.results if aims else ()
        targets = target_key(map(str, made)), target_key(str(result).partition("@")[0] for result in made)
        for target in targets:
            found = answers.get((position.left, target, roll_key(position.roll), locked_key(position.kept)))
            if found is not None:
                return _written(str(found))
        return None

    return look_up
