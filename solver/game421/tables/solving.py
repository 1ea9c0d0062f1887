"""Solving a whole game now: two players exactly and with proof, more with an ε that a checker has found."""

from __future__ import annotations

from os import cpu_count
from typing import TYPE_CHECKING

from game421.errors import TableError
from game421.games.values import GameValues, Solution
from game421.reports import Notice, Report, silent
from game421.rules import Rules, check_players, digest
from game421.states.goals import GameGoal

if TYPE_CHECKING:
    from pathlib import Path

    from game421.games.equilibrium import Progress
    from game421.games.space import GameSpace
    from game421.games.sweeps import Workers
    from game421.tables.checkpoints import Checkpoint

SOLVER = 1
"""Number of the solver whose results are kept: a mend that changes any value raises it."""

METHOD = "sweeps of best play to a fixed point; epsilon by best replies, found by the independent checker"

PROGRESS = "progress"
"""How files end that keep how far a solve is."""

ROUNDING = 1e-12
"""What float64 on another machine may make of a number, as a part of it or of 1."""


def kept_file(rules: Rules, players: int, goal: GameGoal, ending: str) -> Path:
    """Where something about a game is kept in the user's cache."""
    from platformdirs import user_cache_path

    folder: Path = user_cache_path("game421", appauthor=False)
    return folder / f"{digest(rules)}-{players}-{goal}-{SOLVER}.{ending}"


def solve_game(
    rules: Rules,
    players: int,
    goal: GameGoal = "manche",
    report: Report | None = None,
    *,
    workers: Workers | None = None,
    notice: Notice = silent,
) -> Solution:
    """Solve a game now: two players with proof, more with an ε. Raises RulesError, InputError, Game421Error.

    `workers` do the sweeps of three and more players: as many threads as there are processors, unless
    given. What they have done is kept in the user's cache after every sweep, and a solve of the same game
    goes on from there.
    """
    from game421.games.space import game_space

    check_players(rules, players)
    space = game_space(rules, players, goal)
    if players == 2:
        from game421.games.two_players import solve_two_players

        return solve_two_players(space, report)
    return _equilibrium(space, workers, report, notice)


def _equilibrium(
    space: GameSpace, workers: Workers | None, report: Report | None, notice: Notice
) -> Solution:
    """Sweep to the fixed point, from where an earlier solve was interrupted, then find ε."""
    from game421.games.equilibrium import CLOSE, solve_equilibrium
    from game421.games.sweeps import Threads
    from game421.tables.checkpoints import Checkpoint
    from game421.tables.judging import judge

    kept = Checkpoint(kept_file(space.rules, space.players, space.goal, PROGRESS), space, SOLVER)
    progress = _begun(kept, notice)
    hired, unkept = workers or Threads(cpu_count() or 1), False
    for reached in solve_equilibrium(space, hired, report or (lambda _done, _of: None), progress):
        progress = reached
        try:
            kept.save(progress)
        except OSError as error:
            if not unkept:  # said once, not after every sweep
                notice(f"the progress cannot be kept: {error.filename or kept.path}: {error.strerror}")
            unkept = True
    if progress.change > CLOSE:
        notice(
            f"play goes round: sweeps still change values by {progress.change:.1e}, so the nearest to a "
            "fixed point is kept; how near it is, what anyone could gain will say"
        )
    notice("solved; finding what anyone could gain by playing otherwise …")
    found = judge(values_of(space, progress), report, notice)
    kept.clear()
    return Solution(values_of(space, progress, found.epsilon), progress.all_sweeps, found.sentence)


def in_rationals(table: GameValues, report: Report | None = None) -> GameValues:
    """The equilibrium of a table of three and more players in whole numbers, every decision confirmed.

    Raises Game421Error where its play is not that of the table's policies and does not settle either.
    """
    from game421.games.rational import rational_values
    from game421.games.space import game_space

    space = game_space(table.rules, table.players, table.goal)
    return rational_values(space, space.filled(table.floats), report)


def _begun(kept: Checkpoint, notice: Notice) -> Progress:
    """How far an earlier solve came; the start where there was none, or what it kept is of no use."""
    from game421.games.equilibrium import begin

    try:
        progress = kept.load()
    except TableError as error:
        notice(f"solving from the start: {error}")
        progress = None
    if progress is None:
        return begin(kept.space)
    notice(f"going on from what is kept in {kept.path}")
    return progress


def values_of(space: GameSpace, progress: Progress, epsilon: float = 0.0) -> GameValues:
    """The values of a game that is solved, each state's in its playing order."""
    numbers = progress.values.tolist()
    return GameValues(
        rules=space.rules,
        players=space.players,
        goal=space.goal,
        method=METHOD,
        exact=False,
        epsilon=epsilon,
        denominator=1,
        values={
            state: tuple(numbers[first : first + state.players])
            for state, first in zip(space.states, space.offset.tolist(), strict=False)
        },
    )
