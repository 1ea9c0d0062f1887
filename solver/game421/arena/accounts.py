"""Where a way to play loses: its decisions by phase, role and throws left, and its costliest blunders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import nlargest
from typing import Literal, NamedTuple

import numpy as np

from game421.arena.following import follow_round
from game421.arena.menus import NO_ACTION, certain, every_regret, menu_codes, movers
from game421.arena.policies import Policy
from game421.rounds.decisions import RoundDecisions
from game421.rounds.positions import Section
from game421.states.actions import Action, format_action
from game421.tables.pages import around
from game421.turns.layout import Array

FORFEIT = "forfeit"

BLUNDERS = 20
"""How many of the costliest are told."""

Role = Literal["leader", "follower", "throw-off"]


class Kind(NamedTuple):
    """Decisions alike: phase, role, throws left (None in a throw-off)."""

    phase: str
    role: Role
    left: int | None


class Blunder(NamedTuple):
    """An action that costs: where, what, and what would have been right."""

    position: str
    action: str
    """What the player does; `forfeit` where it is nothing legal."""
    chance: float
    """With what chance he does it there; 1 for a player who always plays alike."""
    best: str
    regret: float
    """What the action costs against the best, in the goal's unit."""
    often: float
    """How often a game of his against perfect play comes to the position."""
    cost: float
    """What it costs him in a game: often * chance * regret."""


@dataclass
class Tally:
    """Decisions of one kind in a game, on average."""

    decisions: float = 0
    errors: float = 0
    """Of these, how many are not among the best actions."""
    loss: float = 0
    """What they cost in a game, together."""

    def add(self, often: Array, wrong: Array, loss: Array) -> None:
        """Decisions [s, n] that come up so often: chance to err and mean loss of each."""
        self.decisions += float(often.sum())
        self.errors += float((often * wrong).sum())
        self.loss += float((often * loss).sum())

    def add_times(self, other: Tally, often: float) -> None:
        """What is in another tally, so many times."""
        self.decisions += often * other.decisions
        self.errors += often * other.errors
        self.loss += often * other.loss


@dataclass
class Account:
    """The decisions of a player in his games against perfect play, filled round by round."""

    tallies: dict[Kind, Tally] = field(default_factory=dict)
    blunders: list[Blunder] = field(default_factory=list)
    """The costliest so far, costliest first."""

    @property
    def total(self) -> Tally:
        """All decisions together."""
        total = Tally()
        for tally in self.tallies.values():
            total.decisions += tally.decisions
            total.errors += tally.errors
            total.loss += tally.loss
        return total

    def add(self, decided: RoundDecisions, policy: Policy, rounds: Array) -> None:
        """The rounds of some token states: `rounds[seat, s]` says how often each is played from a seat."""
        positions, regret, chances = decided.positions, every_regret(decided), policy.chances(decided)
        perfect = certain(positions, decided.found.action)
        often = np.zeros(regret.shape[:2])
        for seat, played in enumerate(rounds):
            mine = movers(positions) == seat
            followed = follow_round(positions, np.where(mine[:, None], chances, perfect))
            often += np.where(mine, followed.arrived, 0) * played[:, None]
        costs = chances * regret
        wrong = (chances * (regret > 0)).sum(axis=2)
        for kind, part in _kinds(decided):
            tally = self.tallies.setdefault(kind, Tally())
            tally.add(often[:, part], wrong[:, part], costs[:, part].sum(axis=2))
        found = _costliest(decided, chances, regret, often[:, :, None] * costs, often)
        self.blunders = nlargest(BLUNDERS, [*self.blunders, *found], key=lambda blunder: blunder.cost)


def _kinds(decided: RoundDecisions) -> Iterator[tuple[Kind, Array]]:
    """The kinds of decision in a round, and the positions of each."""
    phase, positions = decided.states[0].phase, decided.positions
    for section in positions.sections:
        role: Role = "follower" if section.made else "leader"
        for left in range(1, section.cap + 1):
            numbers = _numbers(section, left)
            numbers = numbers[positions.is_choice[numbers]]
            if numbers.size:
                yield Kind(phase, role, left), numbers
    numbers = np.arange(positions.throw_offs.first, len(positions))
    numbers = numbers[positions.is_choice[numbers]]
    if numbers.size:
        yield Kind(phase, "throw-off", None), numbers


def _numbers(section: Section, left: int) -> Array:
    """The positions of a section with so many throws left."""
    rows = np.arange(len(section.rows))[section.rows_left(left)]
    turns = section.first + len(section.rows) * np.arange(len(section.columns))
    found: Array = (turns[:, None] + rows).ravel()
    return found


def _costliest(
    decided: RoundDecisions, chances: Array, regret: Array, cost: Array, often: Array
) -> Iterator[Blunder]:
    """The costliest actions of a round's token states."""
    places = np.flatnonzero(cost)
    if places.size > BLUNDERS:
        places = places[np.argpartition(-cost.ravel()[places], BLUNDERS)[:BLUNDERS]]
    for place in zip(*np.unravel_index(places, cost.shape), strict=True):
        yield blunder_at(decided, place, chances, regret, often)


def blunder_at(
    decided: RoundDecisions, place: tuple[int, ...], chances: Array, regret: Array, often: Array
) -> Blunder:
    """The action at a place [state, position, slot] that is come to `often[state, position]`."""
    state, number, slot = place
    positions, code = decided.positions, menu_codes(decided.positions)[number, slot]
    head, lost = around(decided.states[state])
    chance, costs, comes = float(chances[place]), float(regret[place]), float(often[state, number])
    return Blunder(
        f"{head} {positions.texts[number]}{lost}",
        FORFEIT if code == NO_ACTION else format_action(Action(int(code))),
        chance,
        format_action(Action(int(decided.found.action[state, number]))),
        costs,
        comes,
        comes * chance * costs,
    )
