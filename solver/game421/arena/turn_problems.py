"""The turns of a role against perfect opponents, in a round or a whole game: what lists are searched for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.goals import RoundGoal
from game421.states.token_states import rules_phase
from game421.strategies.playing import strongest
from game421.strategies.problems import Problem, Turns
from game421.turns.layout import Array

Weighed = tuple[RoundDecisions, Array]
"""Rounds in some token states, and how often each is played from each place, [place, s]."""


def round_problem(rules: Rules, goal: RoundGoal, players: int, *, leads: bool) -> Problem:
    """The turns of the leader, or of all followers of a round, each place counting once."""
    decided = bare_decisions(rules, goal, players)
    return problem_of([(decided, np.ones((players, 1)))], leads=leads)


def game_problem(table: GameValues, *, leads: bool) -> Problem:
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

    return problem_of(weighed(), leads=leads)


def problem_of(rounds: Iterable[Weighed], *, leads: bool) -> Problem:
    """The turns of a role in these rounds, all under the same rules and of equally many players."""
    summed: dict[tuple[Phase, int], dict[RollIndex | None, Array]] = {}
    best, rules, opponents = 0.0, None, 0
    for decided, often in rounds:
        tree = decided.positions.tree
        if tree.rules.kept_dice == "locked":
            raise InputError(f"rules {tree.rules.name} lock dice: lists are searched for where dice are free")
        rules, opponents = tree.rules, tree.players - 1
        best += _add(summed, decided, often, leads=leads)
    if rules is None:
        raise InputError("there is no round to search a list for")
    turns = []
    for (phase, cap), by_target in sorted(summed.items()):
        targets = tuple(sorted(by_target, key=lambda target: -1 if target is None else target))
        payoff = np.stack([by_target[target] for target in targets], axis=2)
        turns.append(Turns(phase, cap, targets, payoff))
    return Problem(rules, opponents, leads, tuple(turns), best)


def _add(
    summed: dict[tuple[Phase, int], dict[RollIndex | None, Array]],
    decided: RoundDecisions,
    often: Array,
    *,
    leads: bool,
) -> float:
    """Add the turns of the role in these rounds; what perfect play gets in them."""
    positions, best = decided.positions, 0.0
    phase = rules_phase(positions.tree.phase)
    perfect = certain(positions, decided.found.action)
    arrived = follow_round(positions, perfect).arrived
    for section in positions.sections:
        if (section.made == 0) != leads:
            continue
        turns = decided.solution.turns[section.made][section.cap]
        starts = section.first + len(section.rows) * np.arange(len(section.columns))
        weight = (arrived[:, starts] * often[section.made][:, None]).T.ravel()
        best += float(weight @ turns.start)
        payoff = [turns.payoff[min(used, len(turns.payoff) - 1)] for used in range(section.cap)]
        weighed = np.stack(payoff) * weight
        weighed = weighed.reshape(*weighed.shape[:2], len(section.columns), -1).sum(axis=3)
        known = summed.setdefault((phase, section.cap), {})
        for column, summary in enumerate(section.columns.tolist()):
            history = positions.histories[section.made][summary]
            if history is None:
                continue
            target = strongest(positions.tree.rules, history)
            known[target] = known.get(target, 0) + weighed[:, :, column]
    return best
