"""What players ask about rounds, in means over any number of them; everything float64."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from game421.dice import ROLLS, format_keep
from game421.rounds.chances import RoundChances
from game421.rules.record import Rules
from game421.turns.layout import Array

Rounds = Sequence[tuple[RoundChances, Array]]
"""The chances of the rounds of some states, and how many rounds are played in each of them."""


class Share(NamedTuple):
    """How often a combination; None stands for none at all."""

    combination: str | None
    value: float


@dataclass(frozen=True)
class Stop:
    """How a leader stops after so many throws."""

    throws: int
    value: float
    """Chance that he makes so many."""
    ends: tuple[Share, ...]
    """Chance that he stops so, by the combination he stops on, strongest first; they add to `value`."""
    weakest: tuple[Share, ...]
    """Share of rounds in which this is the weakest combination he would stop on, strongest first; they add
    to 1. None: he would never stop. Only rounds in which he may go on count; empty where there are none."""


@dataclass(frozen=True)
class RoundFacts:
    """Chances in a round, or in the mean of many."""

    leader_best: float
    """The leader is best of the round; of a tie that stays, an equal part of it."""
    rampo: float
    """There is a throw-off, for best or for worst."""
    rampo_best: float
    rampo_worst: float
    stops: tuple[Stop, ...]
    """By the leader's throws, from one to the most there may be."""
    wins: tuple[Share, ...]
    """By the combination of the best, strongest first; they add to 1."""


def round_facts(rules: Rules, rounds: Rounds) -> RoundFacts:
    """The mean round of those given, at least one."""
    total = sum(float(weights.sum()) for _, weights in rounds)
    leader_best = sum(float(chances.leader_best @ weights) for chances, weights in rounds)
    rampo, for_best, for_worst = sum((chances.rampo @ weights for chances, weights in rounds), np.zeros(3))
    wins = sum((chances.wins @ weights for chances, weights in rounds), np.zeros(len(ROLLS)))
    return RoundFacts(
        leader_best=leader_best / total,
        rampo=float(rampo) / total,
        rampo_best=float(for_best) / total,
        rampo_worst=float(for_worst) / total,
        stops=_stops(rules, rounds, total),
        wins=_shares(rules, wins / total),
    )


def _stops(rules: Rules, rounds: Rounds, total: float) -> tuple[Stop, ...]:
    most = max(len(chances.leader) for chances, _ in rounds)
    stops = []
    for throws in range(1, most + 1):
        playing = [part for part in rounds if len(part[0].leader) >= throws]
        stopped = (chances.leader[throws - 1] @ weights for chances, weights in playing)
        ends = sum(stopped, np.zeros(len(ROLLS))) / total
        going_on = [part for part in playing if len(part[0].leader) > throws]
        weakest = _weakest(rules, going_on, throws)
        stops.append(Stop(throws, float(ends.sum()), _shares(rules, ends), weakest))
    return tuple(stops)


def _weakest(rules: Rules, rounds: Rounds, throws: int) -> tuple[Share, ...]:
    """Share of rounds by the weakest combination the leader would stop on after so many throws."""
    order = rules.strongest_first()
    found = np.zeros(len(ROLLS) + 1)  # the last for never
    for chances, weights in rounds:
        stops = chances.leader[throws - 1, order] > 0
        last = len(order) - 1 - np.argmax(stops[::-1], axis=0)
        found += np.bincount(
            np.where(stops.any(axis=0), last, len(order)), weights=weights, minlength=len(found)
        )
    total = float(found.sum())
    names = [*map(format_keep, order), None]
    return tuple(Share(names[place], float(found[place]) / total) for place in np.nonzero(found)[0])


def _shares(rules: Rules, chances: Array) -> tuple[Share, ...]:
    """What is possible of `chances[roll]`, strongest first."""
    return tuple(
        Share(format_keep(roll), float(chances[roll])) for roll in rules.strongest_first() if chances[roll]
    )
