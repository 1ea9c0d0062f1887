"""Where the values of a game come from: shipped with the program, solved before, or solved now."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game421.errors import InputError, TableError
from game421.games.values import GameValues, Solution
from game421.rules import Rules, check_players, digest
from game421.states.goals import GameGoal
from game421.states.token_states import game_opening
from game421.tables.shipped import shipped_path, shipped_tables
from game421.tables.values import KIND, load_values, save_values

SOLVER = 1
"""Number of the solver whose results the cache keeps: a mend that changes any value raises it."""

Report = Callable[[int, int], None]
"""Told how many states are solved, of how many."""

Notice = Callable[[str], None]
"""Told in a line what takes time or went wrong without harm."""


def silent(_notice: str) -> None:
    """A notice to nobody."""


def shipped_kind(players: int, goal: GameGoal) -> str:
    """How the index of shipped tables calls the values of such a game."""
    return f"{KIND}, {players} players, {goal}"


def cache_file(rules: Rules, players: int, goal: GameGoal) -> Path:
    """Where the values of a game are kept in the user's cache once they are solved."""
    from platformdirs import user_cache_path

    folder: Path = user_cache_path("game421", appauthor=False)
    return folder / f"{digest(rules)}-{players}-{goal}-{SOLVER}.values"


def game_values(rules: Rules, players: int, goal: GameGoal = "manche", notice: Notice = silent) -> GameValues:
    """The values of a game: from the shipped tables, from the user's cache, or solved and kept there.

    A table is found by the digest of its rules, and one that is damaged or for other rules is never
    used. Raises RulesError where so many cannot play these rules, InputError where they play no such game.
    """
    game_opening(rules, players)
    wanted = digest(rules)
    for entry in shipped_tables():
        if entry.digest == wanted and entry.kind == shipped_kind(players, goal):
            return load_values(shipped_path(entry.file), rules, entry.sha256)
    if players != 2:
        raise _not_solved(players)
    kept = cache_file(rules, players, goal)
    if kept.exists():
        try:
            return _kept(kept, rules, players, goal)
        except TableError as error:
            notice(f"solving again: {error}")
    notice(f"solving the {goal} of {rules.name} for {players} players …")
    values = solve_game(rules, players, goal).values
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        save_values(values, kept)
    except (OSError, TableError) as error:
        notice(f"the values could not be kept for the next time: {error}")
    return values


def _kept(path: Path, rules: Rules, players: int, goal: GameGoal) -> GameValues:
    """Values kept in the cache; raises TableError where they are another game's."""
    values = load_values(path, rules)
    if (values.players, values.goal) != (players, goal):
        raise TableError(
            f"{path}: it holds the {values.goal} of {values.players} players, not what its name says"
        )
    return values


def _not_solved(players: int) -> InputError:
    return InputError(f"{players} players: games of two are solved; for more, ask about a round")


def solve_game(
    rules: Rules, players: int, goal: GameGoal = "manche", report: Report | None = None
) -> Solution:
    """Solve a game now, with proof. Raises RulesError, InputError or Game421Error."""
    from game421.games.space import game_space
    from game421.games.two_players import solve_two_players

    check_players(rules, players)
    if players != 2:
        raise _not_solved(players)
    return solve_two_players(game_space(rules, players, goal), report)
