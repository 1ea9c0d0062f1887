"""The turns of each role against perfect opponents, in a round or a game: what lists are searched for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from game421.arena.examination import SEATS, against_perfect, parts
from game421.arena.following import follow_round
from game421.arena.menus import certain
from game421.arena.policies import PerfectPolicy
from game421.arena.pricing import bare_decisions
from game421.dice import RollIndex
from game421.errors import InputError
from game421.games.space import game_space
from game421.games.values import GameValues
from game421.rounds.decisions import RoundDecisions
from game421.rounds.positions import Section
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.goals import RoundGoal
from game421.states.token_states import rules_phase
from game421.strategies.playing import strongest
from game421.strategies.problems import Problem, Turns
from game421.turns.layout import Array

Weighed = tuple[RoundDecisions, Array]
"""Rounds in some token states, and how often each is played from each place, [place, s]."""


class Problems(NamedTuple):
    """The turns of the leader, and those of all followers."""

    leading: Problem
    following: Problem


def round_problems(rules: Rules, goal: RoundGoal, players: int) -> Problems:
    """The turns of a round, each place counting once. Raises InputError, RulesError."""
    return problems_of([(bare_decisions(rules, goal, players), np.ones((players, 1)))])


def game_problems(table: GameValues) -> Problems:
    """The turns of a whole game of two, as often as they come up when both play perfectly.

    Who plays otherwise comes to other tokens: in a game what is lost is this to first order only, and has
    to be found by an examination.
    """
    space = game_space(table.rules, table.players, table.goal)
    rounds = against_perfect(space, table, PerfectPolicy()).rounds

    def weighed() -> Iterator[Weighed]:
        for block in space.blocks:
            for part in parts(space, table, block):
                places = space.offset[list(part.states)]
                yield part.decided, np.stack([rounds[places + seat] for seat in range(SEATS)])

    return problems_of(weighed())


def problems_of(rounds: Iterable[Weighed]) -> Problems:
    """The turns in these rounds, all under the same rules and of equally many players.

    Raises InputError for dice that lock, and where there is no round.
    """
    leading, following, tree = _Summed(), _Summed(), None
    for decided, often in rounds:
        positions, tree = decided.positions, decided.positions.tree
        if tree.rules.kept_dice == "locked":
            raise InputError(f"rules {tree.rules.name} lock dice: lists are searched for where dice are free")
        arrived = follow_round(positions, certain(positions, decided.found.action)).arrived
        for section in positions.sections:
            (following if section.made else leading).add(decided, section, arrived, often)
    if tree is None:
        raise InputError("there is no round to search a list for")
    opponents = tree.players - 1
    return Problems(
        Problem(tree.rules, opponents, True, leading.turns, leading.best),
        Problem(tree.rules, opponents, False, following.turns, following.best),
    )


@dataclass
class _Summed:
    """The turns of a role added up, those that look the same to a list together."""

    payoffs: dict[tuple[Phase, int], dict[RollIndex | None, Array]] = field(default_factory=dict)
    """By phase and cap, then by target: `[throws - 1, roll]`."""
    best: float = 0.0
    """What perfect play gets in them."""

    def add(self, decided: RoundDecisions, section: Section, arrived: Array, often: Array) -> None:
        """Add the turns of a section that come up, in perfect play, with chance `arrived[s, n]`."""
        positions = decided.positions
        turns = decided.solution.turns[section.made][section.cap]
        starts = section.first + len(section.rows) * np.arange(len(section.columns))
        weight = (arrived[:, starts] * often[section.made][:, None]).T.ravel()
        self.best += float(weight @ turns.start)
        payoff = [turns.payoff[min(used, len(turns.payoff) - 1)] for used in range(section.cap)]
        weighed = np.stack(payoff) * weight
        weighed = weighed.reshape(*weighed.shape[:2], len(section.columns), -1).sum(axis=3)
        known = self.payoffs.setdefault((rules_phase(positions.tree.phase), section.cap), {})
        for column, summary in enumerate(section.columns.tolist()):
            history = positions.histories[section.made][summary]
            if history is None:
                continue
            target = strongest(positions.tree.rules, history)
            known[target] = known.get(target, 0) + weighed[:, :, column]

    @property
    def turns(self) -> tuple[Turns, ...]:
        """All of them, target by target as combinations are numbered."""
        found = []
        for (phase, cap), by_target in sorted(self.payoffs.items()):
            targets = tuple(sorted(by_target, key=lambda target: -1 if target is None else target))
            payoff = np.stack([by_target[target] for target in targets], axis=2)
            found.append(Turns(phase, cap, targets, payoff))
        return tuple(found)
