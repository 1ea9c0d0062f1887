"""Having the independent checker judge a table of several players: what anyone can gain, at most.

What it finds of a large table is kept in the user's cache while it works, and it goes on from there.
"""

from __future__ import annotations

import time
from contextlib import suppress
from hashlib import sha256

from game421.certificates.equilibrium import Equilibrium, Reached, check_equilibrium
from game421.errors import TableError
from game421.games.values import GameValues
from game421.reports import Notice, Report, silent
from game421.rules import digest
from game421.tables.kept import Kept
from game421.tables.solving import ROUNDING, kept_file

CHECK = "check"
"""How files end that keep how far a check is."""

CHECKER = 2
"""Number of the checker whose findings are kept: a mend that changes any of them raises it."""

_OFTEN = 10.0
"""Seconds between two keepings, at least: a short check keeps nothing."""


def confirm(table: GameValues, report: Report | None = None, notice: Notice = silent) -> str:
    """Have the checker judge a table by what it states; what it says of it.

    A value that is wrong but changes no decision lets nobody gain, so the values themselves are compared
    with what the policies bring as well. Raises TableError where they differ, or more can be gained.
    """
    found, allowed = judge(table, report, notice), max(table.epsilon, ROUNDING)
    if found.drift > allowed:
        raise TableError(
            f"its values differ by up to {found.drift:.1e} from what its policies bring, and should by no "
            f"more than {allowed:.1e}: solve it again"
        )
    if found.epsilon > allowed:
        raise TableError(
            f"it states that nobody gains more than {table.epsilon:.1e} by deviating, but "
            f"{found.epsilon:.1e} can be gained: solve it again"
        )
    return found.sentence


def judge(table: GameValues, report: Report | None = None, notice: Notice = silent) -> Equilibrium:
    """What anyone can gain, at most, by deviating from a table's policies, by the independent checker."""
    values: dict[tuple[str | int, ...], tuple[float, ...]] = {
        (state.phase, state.pot or 0, *state.stacks, *state.lost): tuple(map(float, numbers))
        for state, numbers in table.values.items()
    }
    kept = _Findings(table, notice)
    found = check_equilibrium(
        table.rules,
        table.players,
        table.goal,
        values,
        report=report,
        begun=kept.begun(),
        keep=kept.keep,
    )
    kept.file.clear()
    return found


class _Findings:
    """What is kept of the check of one table."""

    def __init__(self, table: GameValues, notice: Notice) -> None:
        words = "".join(f"{state} {numbers}\n" for state, numbers in table.values.items())
        work = {
            "kind": "table-check",
            "rules_digest": digest(table.rules),
            "players": table.players,
            "goal": table.goal,
            "checker": CHECKER,
            "values": sha256(words.encode()).hexdigest(),
        }
        path = kept_file(table.rules, table.players, table.goal, CHECK)
        self.file, self.players, self.last = Kept(path, work, "progress of a check"), table.players, 0.0
        self.notice = notice

    def begun(self) -> Reached | None:
        """How far an earlier check of the same table came; None where what is kept is of no use."""
        self.last = time.monotonic()
        try:
            kept = self.file.load()
        except TableError:
            return None
        if kept is None:
            return None
        self.notice(f"the check goes on from what is kept in {self.file.path}")
        header, numbers = kept
        names = ("part", "sweep", "short", "rounds", "residual")
        return Reached(numbers=numbers.reshape(-1, self.players), **{name: header[name] for name in names})

    def keep(self, reached: Reached) -> None:
        """Keep how far it is now, if the last time is long ago. What cannot be kept does no harm."""
        if time.monotonic() - self.last < _OFTEN:
            return
        header = {
            "part": reached.part,
            "sweep": reached.sweep,
            "short": reached.short,
            "rounds": reached.rounds,
            "residual": reached.residual,
        }
        with suppress(OSError):
            self.file.save(header, [reached.numbers])
        self.last = time.monotonic()
