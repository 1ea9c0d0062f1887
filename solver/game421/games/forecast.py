"""How long a game takes to solve, by counting alone: nothing of it is built for that."""

from __future__ import annotations

from math import comb

from game421.games.space import refuse_too_many
from game421.rounds.summaries import most_summaries
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.goals import GameGoal

EXPECTED_SWEEPS = 16
"""Sweeps that states usually take where play can come back; others take one."""

SECONDS = {3: 0.3e-6, 4: 0.65e-6, 5: 1.0e-6, 6: 1.75e-6}
"""Seconds of processor time that a summary of one state takes in a sweep, as measured; by players."""

BY_THROWS, LOCKED = 12, 150
"""How many times as long a sweep takes where throws break ties, and by numpy, where dice lock."""

COMPILING = 12
"""Seconds to compile solver and checker, which an installation does once for every number of players."""

CHECK = 2
"""How many sweeps of all states the check takes as long as."""


def solving_seconds(rules: Rules, players: int, goal: GameGoal) -> float:
    """Seconds of processor time to solve and check a game of three and more players, within a factor of two.

    That of compiling, and the sum over charge and décharge of states * sweeps * summaries * the seconds that
    each of them takes. Raises InputError for a game of more states than can be solved.
    """
    refuse_too_many(rules, players, goal)
    charge = comb(rules.tokens + players - 1, players) if rules.charge == "rounds" else 0
    decharge = comb(rules.tokens - 1, players - 1)
    solved = checked = 0
    phases: tuple[tuple[Phase, int, int], ...] = (
        ("charge", charge, 1),
        ("decharge", decharge, EXPECTED_SWEEPS),
    )
    for phase, states, sweeps in phases:
        slower = BY_THROWS if rules.throws_break_ties(phase) else 1
        solved += states * slower * sweeps
        checked += states * slower * CHECK
    games = rules.manches**players if goal == "partie" else 1
    each = most_summaries(players - 1) * SECONDS[players] * games
    return COMPILING + each * (solved * (LOCKED if rules.kept_dice == "locked" else 1) + checked)
