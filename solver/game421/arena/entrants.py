"""Who enters a match or an examination: what was typed, made into a player where and when one is needed."""

from __future__ import annotations

import os
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

from game421.arena.choosers import BotChooser, Chooser
from game421.arena.files import FileBot, is_policy_file, read_policy
from game421.arena.players import BUILT_IN, BuiltIn, StrategyPlayer, is_built_in
from game421.arena.process_players import ProcessPlayer, hosted
from game421.arena.protocol import Limits, hello
from game421.arena.standings import Contest
from game421.errors import InputError
from game421.rules import Rules
from game421.strategies.reading import load_strategy


@dataclass(frozen=True)
class Entrant:
    """A player by name, and what makes one: a built-in player, a strategy, a policy, a command."""

    name: str
    built_in: BuiltIn | StrategyPlayer | None = None
    file: FileBot | None = None
    command: tuple[str, ...] = ()

    def chooser(self, contest: Contest, limits: Limits, mark: str) -> Chooser:
        """A player for a match; what it starts carries `mark`. Raises InputError."""
        if self.built_in is not None:
            return self.built_in.chooser(contest)
        found = self.bot(contest.rules, contest.players, contest.goal, limits, mark)
        return BotChooser(found) if isinstance(found, FileBot) else found

    def bot(
        self, rules: Rules, players: int, goal: str, limits: Limits, mark: str
    ) -> FileBot | ProcessPlayer:
        """A bot to be asked for itself; not for built-in players. It is to be closed."""
        if self.file is not None:
            return self.file
        return ProcessPlayer(self.command, hello(rules, players, goal, limits), limits, mark)


def entrant(text: str) -> Entrant:
    """The entrant that a command line names.

    A built-in player; a Python file, `bot.py` or `bot.py:Name`; a policy or a strategy in a file;
    else a command with its arguments, as the shell splits them. `Name=…` before gives it a name; else it has
    its file's. Raises InputError.
    """
    label, written = _labelled(text)
    if is_built_in(written):
        return Entrant(label or written, built_in=BuiltIn(written))
    file, _, name = written.partition(".py:")
    python = Path(f"{file}.py" if name else written)
    if python.suffix == ".py" and python.is_file():
        called = f"{python.stem}:{name}" if name else python.stem
        return Entrant(label or called, command=tuple(hosted(python, name)))
    if Path(written).suffix == ".toml" and Path(written).is_file():
        listed = load_strategy(written)
        return Entrant(label or listed.name, built_in=StrategyPlayer(listed.name, listed))
    if is_policy_file(Path(written)):
        return Entrant(label or Path(written).stem, file=read_policy(Path(written)))
    try:
        words = shlex.split(written)
    except ValueError:
        raise InputError(f"{text!r} is no command: a quotation mark in it is not closed") from None
    program = _program(words[0]) if words else None
    if program is not None:
        file = next((word for word in words[1:] if Path(word).is_file()), words[0])
        return Entrant(label or Path(file).stem, command=(program, *words[1:]))
    if words and Path(words[0]).is_file():
        raise InputError(
            f"{words[0]} cannot be run as it is: write what runs it before it, as in 'node bot.js', or make "
            "it executable"
        )
    raise InputError(
        f"{text!r} is no player: neither built in ({', '.join(BUILT_IN)}) nor a file there is (bot.py, a "
        "policy, a strategy) nor a command that can be run"
    )


def _program(word: str) -> str | None:
    """What runs as a command: a program that is found as a shell finds it, or a file that may be run."""
    if shutil.which(word):
        return word
    return str(Path(word).absolute()) if Path(word).is_file() and os.access(word, os.X_OK) else None


def _labelled(text: str) -> tuple[str, str]:
    label, equals, rest = text.partition("=")
    return (label, rest) if equals and label.replace("-", "").replace("_", "").isalnum() else ("", text)
