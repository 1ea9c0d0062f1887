"""What `421 bench` asks for, as one call each: an examination of a game, of a turn, or a match."""

from __future__ import annotations

import secrets
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from game421.arena.asking import AskedPolicy
from game421.arena.entrants import Entrant
from game421.arena.exact_play import ExactPlay
from game421.arena.examination import Examination, examine
from game421.arena.policies import Policy
from game421.arena.processes import end_stragglers
from game421.arena.protocol import Limits
from game421.arena.standings import Contest
from game421.arena.turn_examination import TurnExamination, asked_turn, built_in_turn, examine_turn
from game421.rules import Rules
from game421.states.goals import GAME_GOALS, GameGoal, SituationGoal
from game421.tables.library import game_values
from game421.tables.solving import Notice, silent
from game421.turns.questions import TurnQuestion

PLAYERS = 2
"""Whole games of so many are examined."""


@dataclass(frozen=True)
class Examined:
    """An examination, with what the bot did wrong as a program."""

    examination: Examination
    asked: int
    """Situations it was asked about; 0 for a player that is known without asking."""
    unsteady: int
    """Of the situations asked twice, how many it answered otherwise the second time."""
    forfeits: dict[str, tuple[int, str, str]]
    """By cause: how many answers forfeit, the first position, and what was wrong there."""


def default_goal(rules: Rules) -> SituationGoal:
    """What a game is played for where nothing is said."""
    if rules.game == "sips":
        return "safe"
    return "partie" if rules.manches > 1 else "manche"


def contest_of(rules: Rules, players: int, goal: SituationGoal, notice: Notice = silent) -> Contest:
    """What is played, with the exact values of a game of two. Raises InputError, RulesError."""
    contest = Contest(rules, players, goal)
    opening = contest.opening  # refuses what cannot be played before anything is solved
    if opening.is_bare or players != PLAYERS:
        return contest
    return Contest(rules, players, goal, ExactPlay(game_values(rules, players, GAME_GOALS[goal], notice)))


def examine_entrant(
    rules: Rules, goal: GameGoal, entrant: Entrant, limits: Limits, notice: Notice = silent
) -> Examined:
    """Examine a player in the whole game of two. Raises InputError, RulesError, Game421Error."""
    table = game_values(rules, PLAYERS, goal, notice)
    if entrant.built_in is not None:
        return Examined(examine(table, _named(entrant, entrant.built_in.policy())), 0, 0, {})
    mark = secrets.token_hex(8)
    try:
        with closing(entrant.bot(rules, PLAYERS, goal, limits, mark)) as bot:
            policy = AskedPolicy(entrant.name, bot)
            found = examine(table, policy)
    finally:
        end_stragglers(mark)
    forfeits = {cause: tuple(faults) for cause, faults in policy.forfeits.items()}
    return Examined(found, policy.asked, policy.unsteady, forfeits)  # type: ignore[arg-type]  # three entries each


@dataclass(frozen=True)
class _Named:
    """A policy under another name."""

    name: str
    policy: Policy

    def chances(self, decided: Any) -> Any:
        """Those of the policy."""
        return self.policy.chances(decided)


def _named(entrant: Entrant, policy: Policy) -> Policy:
    return policy if entrant.name == policy.name else _Named(entrant.name, policy)


def examine_entrant_turn(
    question: TurnQuestion, entrant: Entrant, limits: Limits
) -> tuple[TurnExamination, dict[str, str]]:
    """Examine how a player plays a turn; and the positions whose answer forfeits, with the reason."""
    if entrant.built_in is not None:
        return examine_turn(question, built_in_turn(question, entrant.built_in)), {}
    mark, forfeits = secrets.token_hex(8), dict[str, str]()
    try:
        with closing(entrant.bot(question.rules, 1, question.goal, limits, mark)) as bot:
            return examine_turn(question, asked_turn(bot, forfeits)), forfeits
    finally:
        end_stragglers(mark)
