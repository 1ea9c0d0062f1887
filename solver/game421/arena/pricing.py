"""What a way to play costs against perfect opponents, over a round or a game: every decision is counted.

With r(x, a) what action a costs its mover in position x of an equilibrium, and w(x) how often a player who
plays otherwise alone comes to x, he loses the sum of w(x) r(x, his action): the others' play is fixed, so his
own best play is to do as they do. Worked so, in float64, perfect play loses exactly 0; sums are right to
1e-11.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from game421.arena.accounts import Blunder, blunder_at
from game421.arena.examination import SEATS, Part, against_perfect
from game421.arena.following import follow_round
from game421.arena.menus import certain, every_regret, menu_codes, movers
from game421.arena.policies import Policy
from game421.arena.several import examine_several
from game421.errors import InputError
from game421.games.space import GameSpace, game_space
from game421.games.values import GameValues
from game421.reports import Report
from game421.rounds.decisions import RoundDecisions, decide
from game421.rounds.stakes import RoundStakes
from game421.rules.contradictions import check_players
from game421.rules.record import Rules
from game421.states.actions import Action, format_action
from game421.states.checks import check_position
from game421.states.goals import GameGoal, RoundGoal
from game421.states.play import round_start
from game421.states.token_states import TokenState
from game421.tables.pages import around
from game421.turns.layout import Array

MOST_PLAYERS = 4
"""Players of a round that is priced; those of more have too many positions to go through for one answer."""


class Worst(NamedTuple):
    """A decision that costs: where, what is done, what would be right, what it costs there."""

    position: str
    action: str
    best: str
    regret: float
    often: float
    """How often a round comes there."""


@dataclass(frozen=True)
class RoundPrice:
    """What a player loses in a round, by the seat he has in it; the leader's is the first."""

    goal: RoundGoal
    players: int
    value: tuple[float, ...]
    """What perfect play gets there."""
    loss: tuple[float, ...]
    """What this player loses of it."""
    worst: Worst | None
    """Of the decisions that come up, the one that costs most where it is made; None where none costs."""
    costliest: Worst | None
    """The one that costs most in a round of all seats alike: how often it comes up times what it costs."""

    @property
    def mean(self) -> float:
        """The loss of a round whose seats are drawn."""
        return sum(self.loss) / self.players


def bare_decisions(rules: Rules, goal: RoundGoal, players: int) -> RoundDecisions:
    """A round played for itself, solved. Raises InputError, RulesError for one that cannot be."""
    check_players(rules, players)
    if players > MOST_PLAYERS:
        raise InputError(f"{players} players: a round is priced for at most {MOST_PLAYERS}; name fewer")
    state = TokenState("R", players)
    check_position(rules, round_start(rules, state))
    return decide(rules, [state], RoundStakes(rules, goal, players))


def price_round(rules: Rules, goal: RoundGoal, players: int, policy: Policy) -> RoundPrice:
    """Price a way to play a round in which all others play perfectly. Raises InputError, RulesError."""
    return price_decided(bare_decisions(rules, goal, players), goal, policy)


def price_decided(decided: RoundDecisions, goal: RoundGoal, policy: Policy) -> RoundPrice:
    """The same of a round that is solved, in its one token state."""
    positions, players = decided.positions, decided.positions.tree.players
    regret, chances = every_regret(decided), policy.chances(decided)
    perfect = certain(positions, decided.found.action)
    often, losses = np.zeros(regret.shape[:2]), []
    costs = (chances * regret).sum(axis=2)
    for seat in range(players):
        mine = movers(positions) == seat
        arrived = follow_round(positions, np.where(mine[:, None], chances, perfect)).arrived * mine
        often += arrived
        losses.append(float((arrived * costs).sum()))
    came = (often[:, :, None] > 0) & (chances > 0)
    return RoundPrice(
        goal,
        players,
        tuple(map(float, decided.solution.start[:, 0])),
        tuple(losses),
        _most(decided, often, regret, np.where(came, regret, 0)),
        _most(decided, often, regret, np.where(came, regret * often[:, :, None] * chances, 0)),
    )


def _most(decided: RoundDecisions, often: Array, regret: Array, cost: Array) -> Worst | None:
    """The decision that costs most; None where none costs anything."""
    place = np.unravel_index(int(cost.argmax()), cost.shape)
    if not cost[place]:
        return None
    state, number, slot = map(int, place)
    head, lost = around(decided.states[state])
    return Worst(
        f"{head} {decided.positions.texts[number]}{lost}",
        format_action(Action(int(menu_codes(decided.positions)[number, slot]))),
        format_action(Action(int(decided.found.action[state, number]))),
        float(regret[state, number, slot]),
        float(often[state, number]),
    )


@dataclass(frozen=True)
class GamePrice:
    """What a player loses in a whole game, by the seat he has in its first round."""

    goal: GameGoal
    value: tuple[float, ...]
    loss: tuple[float, ...]
    costliest: Blunder | None
    """The decision that costs most in a game whose first leader is drawn."""

    @property
    def mean(self) -> float:
        """The loss of a game whose first leader is drawn."""
        return sum(self.loss) / len(self.loss)


def price_game(table: GameValues, policy: Policy, report: Report | None = None) -> GamePrice:
    """Price a way to play the whole game whose values are in `table`: of two in seconds, of more in minutes.

    The examination of a game of two says the same and more, and takes twice as long. `report` is told how
    many states are done. Raises Game421Error where games need not end, and InputError for a charge of single
    throws of more than two.
    """
    if table.players != SEATS:
        found = examine_several(table, policy, report)
        losses = tuple(value - chance for value, chance in zip(found.value, found.chance, strict=True))
        return GamePrice(table.goal, found.value, losses, next(iter(found.account.blunders), None))
    space = game_space(table.rules, table.players, table.goal)
    costly = _Costliest(space)
    visits = against_perfect(space, table, policy, costly.note, report)
    losses = tuple(float(-brings) or 0.0 for brings in visits.brings)
    return GamePrice(table.goal, table.floats(space.opening), losses, costly.of_game(visits.rounds))


class _Costliest:
    """The decision that costs most in a game, from what is noted of the rounds."""

    def __init__(self, space: GameSpace) -> None:
        self._space = space
        self._of_round: dict[int, Blunder] = {}
        """By place: the costliest of a round played there, with how often one comes to it."""

    def note(self, part: Part, seat: int, chances: Array, regret: Array, arrived: Array) -> None:
        """Note the costliest decision of each state's round, of the player at this seat."""
        cost = arrived[:, :, None] * (chances * regret)
        for state, place in enumerate(self._space.offset[list(part.states)] + seat):
            worst = np.unravel_index(int(cost[state].argmax()), cost.shape[1:])
            if cost[state][worst]:
                where = state, *map(int, worst)
                self._of_round[int(place)] = blunder_at(part.decided, where, chances, regret, arrived)

    def of_game(self, rounds: Array) -> Blunder | None:
        """The costliest, `rounds[place]` being played in a game; None where none costs."""
        every = []
        for place, blunder in self._of_round.items():
            often = blunder.often * float(rounds[place])
            every.append(blunder._replace(often=often, cost=often * blunder.chance * blunder.regret))
        return max(every, key=lambda blunder: blunder.cost, default=None)
