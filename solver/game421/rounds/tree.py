"""The shape of a round: every summary after each player, what follows it, and the verdicts at the end.

It depends on the rules, the phase and the number of players alone: not on the stacks, nor on what the
verdicts are worth. Solving a round for many token states at once shares it. Summaries are those of
`game421.states.summaries`, held as columns of whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import lcm

import numpy as np
import numpy.typing as npt

from game421.dice import ROLLS, RollIndex
from game421.rounds.summaries import Column, EndedAs, Following, Results, Summaries, start, summary_of
from game421.rules.record import Rules
from game421.states.actions import RAMPO, TIED, Action
from game421.states.results import Result
from game421.states.summaries import throwing_off
from game421.states.token_states import RoundPhase, rules_phase
from game421.states.verdicts import (
    Verdict,
    Verdicts,
    counts_as_best,
    counts_as_worst,
    throw_off_actions,
    verdicts,
)

Indices = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Level:
    """What the next player's results lead to, from every summary after some number of players."""

    cap: Indices
    """`cap[s]`: most throws of the next player."""
    following: Following
    """`following[throws - 1, roll, s]`: the summary of the next level, or the kind of ending.

    A single throws entry serves all where throws make no difference.
    """
    alike: Indices
    """`alike[s]`: summaries with the same number differ in their cap alone, and their `following` is the
    same; every number from 0 up is that of one."""


@dataclass(frozen=True)
class Law:
    """Ways of each verdict at the end of a round, for one choice of what a throw-off pays.

    `ways[kind, v]` out of `total`, for a kind of ending and verdict v.
    """

    ways: npt.NDArray[np.int64]
    total: int


class RoundTree:
    """A round of `players` under `rules` in `phase`, or the rest of one. Get it from `round_tree`."""

    def __init__(self, rules: Rules, phase: RoundPhase, players: int, made: tuple[Result, ...] = ()) -> None:
        self.rules, self.phase, self.players = rules, phase, players
        self.throws = rules.throws(rules_phase(phase))
        self.results = Results(rules, rules_phase(phase))
        self.made = len(made)
        """How many results are in already; the tree holds what can follow them."""
        levels = []
        if made:
            summaries = summary_of(self.results, phase, made)
        else:
            summaries, first = start(self.results, phase)
            levels = [
                Level(np.array([self.throws]), first.astype(np.int32)[:, :, None], np.zeros(1, np.intp))
            ]
        for player in range(max(1, self.made), players):
            level, summaries = _next_level(summaries, self._ended_as() if player == players - 1 else None)
            levels.append(level)
        self.endings = summaries
        """The kinds of ending: whole rounds that may come to different verdicts, a summary of each."""
        self.levels = tuple(levels)
        """`levels[k]`: the summaries after `made` + k players, up to all but the last."""
        self._judge()

    def summary(self, results: Sequence[Result]) -> int:
        """Which summary of its level these results come to, those the tree starts with left out."""
        summary = 0
        for level, (roll, throws) in zip(self.levels, results, strict=False):
            used = min(throws or 1, len(level.following))
            summary = int(level.following[used - 1, roll, summary])
        return summary

    def _ended_as(self) -> EndedAs:
        """Results that count alike in the verdicts on a round, as `kind_of_ending` says."""
        rolls = [RollIndex(number % len(ROLLS)) for number in range(len(self.results.order))]
        return EndedAs(
            _first_alike([counts_as_best(self.rules, self.phase, roll) for roll in rolls]),
            _first_alike([counts_as_worst(self.rules, roll) for roll in rolls]),
        )

    def _judge(self) -> None:
        """Number the verdicts and find their laws, for `tied` and (where it may be chosen) `rampo`."""
        number: dict[Verdict, int] = {}
        laws: dict[Action, list[Verdicts]] = {TIED: [], RAMPO: []}
        choosers = []
        for summary in self.endings.as_records():
            actions = throw_off_actions(self.rules, summary)
            laws[TIED].append(verdicts(self.rules, summary, actions[0]))
            other = verdicts(self.rules, summary, actions[1]) if len(actions) > 1 else laws[TIED][-1]
            laws[RAMPO].append(other)
            choosers.append(throwing_off(self.rules, summary)[0][-1] if len(actions) > 1 else -1)
        for law in (*laws[TIED], *laws[RAMPO]):
            for _, verdict in law:
                number.setdefault(verdict, len(number))
        self.verdicts = tuple(number)
        """Every verdict a round can come to."""
        self.chooser = np.array(choosers, np.intp)
        """`chooser[kind]`: the place that chooses what the throw-off pays, -1 where nobody does."""
        total = lcm(*(sum(ways for ways, _ in law) for law in (*laws[TIED], *laws[RAMPO])))
        chosen = [action for action in laws if action == TIED or self.chooser.max() >= 0]
        self.laws = {action: _law(laws[action], number, total) for action in chosen}
        """The law of each kind where the chooser takes `tied`, or `rampo` where anybody may choose."""


def _next_level(summaries: Summaries, ended: EndedAs | None) -> tuple[Level, Summaries]:
    """What the next player's results make of these summaries; `ended` is given for the last player.

    The cap binds nobody after the last player; where throws do not count either, summaries that differ
    in their cap alone are one.
    """
    if ended is None or summaries.results.by_throws:
        after, following = summaries.followed(ended)
        return Level(summaries.cap, following, np.arange(len(summaries))), after
    distinct, alike = replace(summaries, cap=np.zeros_like(summaries.cap)).numbered()
    after, following = distinct.followed(ended)
    return Level(summaries.cap, following.take(alike, axis=2), alike), after


def _first_alike(things: list[tuple[object, ...]]) -> Column:
    """For each thing the place of the first that equals it."""
    first: dict[tuple[object, ...], int] = {}
    return np.array([first.setdefault(thing, place) for place, thing in enumerate(things)], np.int64)


def _law(found: list[Verdicts], number: dict[Verdict, int], total: int) -> Law:
    ways = np.zeros((len(found), len(number)), np.int64 if total < 1 << 62 else object)
    for kind, law in enumerate(found):
        share = total // sum(count for count, _ in law)
        for count, verdict in law:
            ways[kind, number[verdict]] += count * share
    return Law(ways, total)


@lru_cache(maxsize=16)
def round_tree(rules: Rules, phase: RoundPhase, players: int, made: tuple[Result, ...] = ()) -> RoundTree:
    """The tree of a round, or of what is left of it after the results `made`; built once."""
    return RoundTree(rules, phase, players, made)
