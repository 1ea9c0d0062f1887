"""What `421 bench` asks for, as one call each: an examination of a game, of a turn, or a match."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace

from game421.arena.asking import AskedPolicy, Faults
from game421.arena.bots import Cause
from game421.arena.entrants import Entrant
from game421.arena.exact_play import ExactPlay
from game421.arena.examination import Examination, examine
from game421.arena.files import FileBot
from game421.arena.policies import Policy
from game421.arena.process_players import ProcessPlayer
from game421.arena.processes import end_stragglers
from game421.arena.protocol import Limits
from game421.arena.several import examine_round, examine_several
from game421.arena.several_play import SeveralPlay
from game421.arena.standings import Contest
from game421.arena.turn_examination import AskedTurn, TurnExamination, built_in_turn, examine_turn
from game421.errors import InputError
from game421.games.values import GameValues
from game421.reports import Notice, Report, silent
from game421.rules import Rules
from game421.states.goals import GAME_GOALS, GameGoal, SituationGoal
from game421.states.token_states import TokenState
from game421.tables.library import at_hand, game_values
from game421.turns.questions import TurnQuestion

PLAYERS = 2
"""Of whole games of so many every situation is examined; of more, what comes up against perfect play."""


@dataclass(frozen=True)
class Examined:
    """An examination, with what the bot did wrong as a program."""

    examination: Examination
    asked: int
    """Situations it was asked about; 0 for a player that is known without asking."""
    unsteady: int
    """Of the situations asked twice, how many it answered otherwise the second time."""
    forfeits: Mapping[Cause, Faults]
    """Answers that forfeit, by cause."""
    state: TokenState | None = None
    """The token state whose round alone was examined."""


@dataclass(frozen=True)
class ExaminedTurn:
    """The examination of a turn, with what the bot did wrong as a program."""

    examination: TurnExamination
    unsteady: int = 0
    """Of the positions asked twice, how many it answered otherwise the second time."""
    forfeits: dict[str, str] = field(default_factory=dict)
    """The positions whose answer forfeits, with the reason."""


def default_goal(rules: Rules, state: TokenState | None = None) -> SituationGoal:
    """What a game is played for where nothing is said; one round of a partie counts the manches lost."""
    if rules.game == "sips":
        return "safe"
    counted = rules.manches > 1 if state is None else bool(state.lost)
    return "partie" if counted else "manche"


MOST_VALUED = 4
"""Players of a game whose values are made use of unasked: rounds of more take seconds and fill memory."""


def contest_of(
    rules: Rules, players: int, goal: SituationGoal, notice: Notice = silent, *, solved: bool = False
) -> Contest:
    """What is played, with the values of a game of two, or of one of up to four if they are at hand.

    With `solved` whatever values it takes are found. Raises InputError, RulesError.
    """
    contest = Contest(rules, players, goal)
    opening = contest.opening  # refuses what cannot be played before anything is solved
    if opening.is_bare:
        return contest
    if players == PLAYERS:
        return Contest(rules, players, goal, ExactPlay(game_values(rules, players, GAME_GOALS[goal], notice)))
    if not solved and (players > MOST_VALUED or not at_hand(rules, players, GAME_GOALS[goal])):
        return contest
    return Contest(rules, players, goal, SeveralPlay(game_values(rules, players, GAME_GOALS[goal], notice)))


@dataclass(frozen=True)
class Examining:
    """What a player is examined in: a whole game, or the round of one token state of it."""

    rules: Rules
    goal: GameGoal
    players: int = PLAYERS
    state: TokenState | None = None

    def examine(
        self, table: GameValues, policy: Policy | AskedPolicy, report: Report | None = None
    ) -> Examination:
        """Examine a policy. Raises InputError, Game421Error."""
        if self.state is not None:
            return examine_round(table, policy, self.state)
        if self.players == PLAYERS:
            return examine(table, policy)
        return examine_several(table, policy, report)


def examine_entrant(
    examining: Examining,
    entrant: Entrant,
    limits: Limits,
    notice: Notice = silent,
    report: Report | None = None,
) -> Examined:
    """Examine a player. Raises InputError, RulesError, Game421Error."""
    rules, players, goal = examining.rules, examining.players, examining.goal
    if players > MOST_VALUED:
        raise InputError(
            f"{players} players: a player is examined in games of at most {MOST_VALUED}, of one round too; "
            "play a match of more"
        )
    table = game_values(rules, players, goal, notice, report)
    if entrant.built_in is not None:
        found = examining.examine(table, entrant.built_in.policy(), report)
        return Examined(replace(found, name=entrant.name), 0, 0, {}, examining.state)
    with _asked(entrant, rules, players, goal, limits) as bot:
        policy = AskedPolicy(entrant.name, bot)
        found = examining.examine(table, policy, report)
    return Examined(found, policy.asked, policy.unsteady, policy.forfeits, examining.state)


def examine_entrant_turn(question: TurnQuestion, entrant: Entrant, limits: Limits) -> ExaminedTurn:
    """Examine how a player plays a turn. Raises InputError, RulesError."""
    if entrant.built_in is not None:
        return ExaminedTurn(examine_turn(question, built_in_turn(question, entrant.built_in)))
    with _asked(entrant, question.rules, 1, question.goal, limits) as bot:
        asked = AskedTurn(bot)
        return ExaminedTurn(examine_turn(question, asked), asked.unsteady, asked.forfeits)


@contextmanager
def _asked(
    entrant: Entrant, rules: Rules, players: int, goal: str, limits: Limits
) -> Iterator[FileBot | ProcessPlayer]:
    """A bot to be asked; at the end it is closed, and nothing that it has started is left."""
    mark = secrets.token_hex(8)
    try:
        with closing(entrant.bot(rules, players, goal, limits, mark)) as bot:
            yield bot
    finally:
        end_stragglers(mark)
