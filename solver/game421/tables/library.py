"""Where the values of a game come from: shipped with the program, solved before, or solved now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game421.errors import InputError, TableError
from game421.games.values import GameValues
from game421.reports import Notice, Report, duration, silent
from game421.rules import Rules, digest, load_rules, preset_names
from game421.rules.contradictions import FEWEST_PLAYERS
from game421.rules.source import printable
from game421.states.goals import GameGoal
from game421.states.token_states import game_opening
from game421.tables.shipped import shipped_file, shipped_tables
from game421.tables.solving import kept_file, solve_game
from game421.tables.values import KIND, load_values, save_values

if TYPE_CHECKING:  # pathlib takes longer to load than the values of a game
    from pathlib import Path

MOST_PLAYERS = 3
"""Games of more players are not solved in passing, for a question about them."""

MOST_SECONDS = 180
"""Nor are those of which it takes longer."""


def shipped_kind(players: int, goal: GameGoal) -> str:
    """How the index of shipped tables calls the values of such a game."""
    return f"{KIND}, {players} players, {goal}"


def cache_file(rules: Rules, players: int, goal: GameGoal) -> Path:
    """Where the values of a game are kept in the user's cache once they are solved."""
    return kept_file(rules, players, goal, "values")


def game_values(
    rules: Rules,
    players: int,
    goal: GameGoal = "manche",
    notice: Notice = silent,
    report: Report | None = None,
) -> GameValues:
    """The values of a game: from the shipped tables, from the user's cache, or solved and kept there.

    A table is found by the digest of its rules, and one that is damaged or for other rules is never
    used. Raises RulesError where so many cannot play these rules, InputError where they play no such game,
    or one that is not solved yet and takes long.
    """
    game_opening(rules, players, partie=goal == "partie")
    wanted = digest(rules)
    for entry in shipped_tables():
        if entry.digest == wanted and entry.kind == shipped_kind(players, goal):
            return load_values(shipped_file(entry.file), rules, entry.sha256)
    kept = cache_file(rules, players, goal)
    if _is_there(kept):
        try:
            return _kept(kept, rules, players, goal)
        except TableError as error:
            notice(f"cannot be used: {error}")
    notice(f"solving the {goal} of {rules.name} for {players} players{_time_for(rules, players, goal)} …")
    values = solve_game(rules, players, goal, report, notice=notice).values
    keep_values(values, notice)
    return values


def takes_long(rules: Rules, players: int, goal: GameGoal) -> bool:
    """Whether a game is neither at hand nor solved in passing. Raises InputError where it cannot be."""
    if at_hand(rules, players, goal) or players == FEWEST_PLAYERS:
        return False
    return _forecast(rules, players, goal)[1]


def _forecast(rules: Rules, players: int, goal: GameGoal) -> tuple[float, bool]:
    """Seconds that three and more players take to solve, and whether that is too long to do in passing."""
    from game421.games.forecast import solving_seconds

    seconds = solving_seconds(rules, players, goal)
    return seconds, players > MOST_PLAYERS or seconds > MOST_SECONDS


def _time_for(rules: Rules, players: int, goal: GameGoal) -> str:
    """How long solving takes, as part of a notice. Raises InputError where that is not done in passing."""
    if players == FEWEST_PLAYERS:
        return ""
    seconds, long = _forecast(rules, players, goal)
    if long:
        raise InputError(
            f"the {goal} of {rules.name} for {players} players is not solved yet, which takes about "
            f"{duration(seconds)} of one processor; solve it once with 421 solve --rules {_argument(rules)} "
            f"--players {players} --goal {goal}, and ask again"
        )
    return f", about {duration(seconds)} of one processor"


def _argument(rules: Rules) -> str:
    """What names these rules to --rules: a preset, or a file, of which the name is not known here."""
    preset = rules.name in preset_names() and digest(load_rules(rules.name)) == digest(rules)
    return rules.name if preset else "FILE"


def at_hand(rules: Rules, players: int, goal: GameGoal = "manche") -> bool:
    """Whether `game_values` has something to read, and nothing to solve unless it is damaged."""
    wanted, kind = digest(rules), shipped_kind(players, goal)
    shipped = any(entry.digest == wanted and entry.kind == kind for entry in shipped_tables())
    return shipped or _is_there(cache_file(rules, players, goal))


def keep_values(values: GameValues, notice: Notice = silent) -> bool:
    """Keep values in the user's cache, for `game_values` to find the next time; whether that was done."""
    kept = cache_file(values.rules, values.players, values.goal)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        save_values(values, kept)
    except OSError as error:
        reason = f"{printable(str(error.filename or kept))}: {error.strerror or error}"
    except TableError as error:
        reason = str(error)
    else:
        return True
    notice(f"the values could not be kept for the next time: {reason}")
    return False


def _is_there(path: Path) -> bool:
    """Whether there is such a file; in a folder that may not be looked into there is none for us."""
    try:
        return path.exists()
    except PermissionError:
        return False


def _kept(path: Path, rules: Rules, players: int, goal: GameGoal) -> GameValues:
    """Values kept in the cache; raises TableError where they are another game's."""
    values = load_values(path, rules)
    if (values.players, values.goal) != (players, goal):
        raise TableError(
            f"{path}: it holds the {values.goal} of {values.players} players, not what its name says"
        )
    return values
