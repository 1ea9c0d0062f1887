"""Everything that can go wrong, by who has to act: the reader of a message never sees a traceback."""

from __future__ import annotations

__all__ = ["Game421Error", "InputError", "MissingExtraError", "RulesError", "TableError"]


class Game421Error(Exception):
    """A fault with one clear line: what, where, the limit and the remedy.

    `exit_status` is what the command line returns for it: 1 unless what was typed is wrong.
    """

    exit_status = 1


class InputError(Game421Error):
    """What was typed, or a line of a batch file, is wrong (exit status 2)."""

    exit_status = 2


class RulesError(InputError):
    """A rules file or a set of axes that cannot be played; `problems` holds every mistake, a line each."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))


class TableError(Game421Error):
    """A table is missing, damaged, or was made for other rules."""


class MissingExtraError(Game421Error):
    """An optional library is needed and not installed; the message names the extra to install."""
