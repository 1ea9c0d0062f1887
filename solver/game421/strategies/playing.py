"""What a strategy does in every position of a round, whatever the tokens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from game421.dice import RollIndex
from game421.rounds.histories import History
from game421.rounds.positions import RoundPositions, Section
from game421.rules.record import Rules
from game421.states.actions import Action
from game421.states.positions import Position
from game421.states.results import Result
from game421.states.token_states import rules_phase
from game421.strategies.vocabulary import SILENT, Seen, Strategy

Codes = npt.NDArray[np.uint8]


def strongest(rules: Rules, results: tuple[Result, ...]) -> RollIndex | None:
    """The strongest combination made, the first of equals; None where nothing is."""
    return max((result.roll for result in results), key=lambda roll: rules.strength[roll], default=None)


def plays(strategy: Strategy, rules: Rules, position: Position, legal: tuple[Action, ...]) -> Action:
    """What the strategy does in a position of a round, which is one of its legal actions."""
    if position.left is None:
        return strategy.choice if strategy.choice in legal else legal[0]
    if position.roll is None:
        return legal[0]
    seen = Seen(
        rules,
        "decharge" if position.phase == "T" else rules_phase(position.phase),
        max(1, position.players - 1),  # a bare turn has no players
        strongest(rules, position.results),
        position.roll,
        position.throws,
        position.left,
    )
    return strategy.action(seen, legal)


@dataclass(frozen=True)
class Playing:
    """A strategy as a way to play position by position."""

    strategy: Strategy

    def __call__(self, rules: Rules, position: Position, legal: tuple[Action, ...]) -> Action:
        """What it does there."""
        return plays(self.strategy, rules, position, legal)


@lru_cache(maxsize=16)
def strategy_actions(strategy: Strategy, positions: RoundPositions, *, alone: bool = False) -> Codes:
    """`strategy_actions(…)[n]`: the action in every position, the only one where there is no choice.

    `alone`: what the lines say and nothing else; `SILENT` where none applies.
    """
    tree, action = positions.tree, np.empty(len(positions), np.uint8)
    for section in positions.sections:
        known: dict[RollIndex | None, Codes] = {}
        for column, summary in enumerate(section.columns.tolist()):
            history: History = positions.histories[section.made][summary] or ()
            target = strongest(tree.rules, history)
            if target is None and section.made:  # it cannot be
                target = RollIndex(0)
            if target not in known:
                known[target] = _turn(strategy, positions, section, target, alone=alone)
            first = section.first + column * len(section.rows)
            action[first : first + len(section.rows)] = known[target]
    first = positions.throw_offs.first
    for place, menu in enumerate(positions.throw_offs.menus):
        action[first + place] = SILENT if alone else strategy.choice if strategy.choice in menu else menu[0]
    return action


def _turn(
    strategy: Strategy,
    positions: RoundPositions,
    section: Section,
    target: RollIndex | None,
    *,
    alone: bool,
) -> Codes:
    """The actions of a turn, by its rows."""
    tree = positions.tree
    phase, opponents = rules_phase(tree.phase), tree.players - 1
    found = []
    for lying, menu in zip(section.rows, section.menus, strict=True):
        if lying.roll is None or len(menu) == 1:
            found.append(SILENT if alone else int(menu[0]))
            continue
        thrown = section.cap - lying.left
        seen = Seen(tree.rules, phase, opponents, target, lying.roll, thrown, lying.left)
        said = strategy.said(seen, menu) if alone else strategy.action(seen, menu)
        found.append(SILENT if said is None else int(said))
    return np.array(found, np.uint8)
