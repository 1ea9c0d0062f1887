"""From a position and a goal to the situation that answers them, the values of the game included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from game421.advice.situation import Situation, game_situation, round_situation
from game421.errors import InputError
from game421.games.values import GameValues
from game421.reports import Notice, Report, silent
from game421.rules.contradictions import FEWEST_PLAYERS
from game421.rules.record import Rules
from game421.states.checks import check_position
from game421.states.goals import GAME_GOALS, ROUND_GOALS, GameGoal, SituationGoal
from game421.states.positions import Position
from game421.tables.library import game_values

ValuesOf = Callable[[Rules, int, GameGoal], GameValues]
"""What finds the values of a game: rules, players, goal."""


def situation_of(
    rules: Rules,
    position: Position,
    goal: SituationGoal | None = None,
    *,
    exact: bool = False,
    notice: Notice = silent,
    report: Report | None = None,
    values: ValuesOf | None = None,
) -> Situation:
    """What is asked by a position of a round or of a whole game, under `rules`, for `goal`.

    Without a goal: the partie where manches lost are counted, else the manche where there are stacks;
    of a bare round the tokens or sips it moves, or in phase R the duel. Values of a game that are not
    at hand are solved first, `notice` and `report` being told; or `values` finds them. Raises InputError for
    positions that cannot be, and where fractions are asked of values that are none.
    """
    check_position(rules, position)
    wanted = goal or default_goal(rules, position)
    if wanted in ROUND_GOALS:
        return round_situation(rules, position, ROUND_GOALS[wanted], exact=exact)
    if not position.stacks:
        raise InputError(f"position {position}: goal {wanted} needs the stacks; a bare round has none")
    game_goal = GAME_GOALS[wanted]
    lost = (position.lost or (0,) * position.players) if game_goal == "partie" else ()
    find = values or partial(game_values, notice=notice, report=report)
    if exact and position.players > FEWEST_PLAYERS:
        raise InputError(
            f"{position.players} players: the values of a game are float64, within an epsilon, no fractions; "
            "421 solve --exact finds those of the start of a small game"
        )
    table = find(rules, position.players, game_goal)
    return game_situation(rules, replace(position, lost=lost), table, exact=exact)


def default_goal(rules: Rules, position: Position) -> SituationGoal:
    """What is most likely meant where no goal is named."""
    return position.game_goal or ("tokens" if position.phase != "R" or rules.game == "sips" else "duel")
