"""Rounds as they are played, position after position, each made once: the rules are those of `states.play`.

A node is a position without stacks, for nothing before the settling of a round depends on them; so the nodes
of a round serve all token states. They are made when play comes to them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from game421.dice import ROLLS, KeepIndex, RollIndex
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.actions import Action, format_action, keep_of
from game421.states.play import (
    after_stop,
    after_throw,
    legal_actions,
    mover,
    round_start,
    round_summary,
)
from game421.states.positions import Position
from game421.states.summaries import Summary
from game421.states.token_states import RoundPhase, TokenState
from game421.states.verdicts import Verdict, kind_of_ending, verdicts

MOST_NODES = 200_000
"""Nodes of a round kept at a time; then they are made anew, so that memory stays flat."""


UNNUMBERED = -1


class Law(NamedTuple):
    """The verdicts a round may come to, by their ways added up."""

    bounds: tuple[int, ...]
    verdicts: tuple[Verdict, ...]

    def at(self, ways: int) -> Verdict:
        """The verdict that so many ways, below `total`, come to."""
        return self.verdicts[bisect_right(self.bounds, ways)]

    @property
    def total(self) -> int:
        """All ways together."""
        return self.bounds[-1]


class Row(NamedTuple):
    """After one action of a node, the nodes by the roll thrown."""

    keep: KeepIndex
    nodes: list[Node | None]


class Node:
    """A position of a round, with what may be done and what follows. Made by `RoundNodes`."""

    __slots__ = (
        "_laws",
        "_round",
        "_stopped",
        "actions",
        "forced",
        "legal",
        "notes",
        "number",
        "place",
        "position",
        "reading",
        "rows",
        "settles",
        "tail",
        "throws",
    )

    def __init__(self, nodes: RoundNodes, position: Position) -> None:
        self._round, self.position = nodes, position
        self.actions = legal_actions(nodes.rules, position)
        self.forced = self.actions[0] if len(self.actions) == 1 else None
        """The only thing to do, where there is but one."""
        self.legal = tuple(map(format_action, self.actions))
        self.reading = dict(zip(self.legal, self.actions, strict=True))
        """The actions by how they are written."""
        self.settles = position.left is None and len(self.actions) == 1
        """Whether all results are in and chance alone settles the round."""
        self.place = -1 if self.settles else mover(nodes.rules, position)
        """Who is to move, in playing order; -1 where nobody is."""
        self.throws = position.throws
        """How many the mover has made."""
        self.tail = str(position).split(" ", 3)[3]
        """What follows the stacks where the position is written, lost manches apart."""
        self.notes: dict[Hashable, Any] = {}
        """What players have worked out about the position."""
        self.number = UNNUMBERED
        """Its number among the positions of the round, once someone has asked."""
        self.rows: dict[Action, Row] = {}
        self._stopped: dict[Action, Node] = {}
        self._laws: dict[Action | None, Law] = {}

    def row(self, action: Action) -> Row:
        """What is kept when dice are thrown, and the nodes that have followed so far."""
        found = self.rows.get(action)
        if found is None:
            found = self.rows[action] = Row(keep_of(action), [None] * len(ROLLS))
        return found

    def thrown(self, action: Action, roll: RollIndex) -> Node:
        """The node after the dice that an action does not hold were thrown."""
        nodes = self.row(action).nodes
        found = nodes[roll]
        if found is None:
            found = nodes[roll] = self._round.node(
                after_throw(self._round.rules, self.position, action, roll)
            )
        return found

    def stopped(self, action: Action) -> Node:
        """The node after the mover keeps what lies there: the next turn, or one that waits for settling."""
        found = self._stopped.get(action)
        if found is None:
            following = after_stop(self._round.rules, self.position)
            if not isinstance(following, Position):
                raise InputError(f"position {self.position}: a single throw, which is no turn of a round")
            found = self._stopped[action] = self._round.node(following)
        return found

    def law(self, choice: Action | None) -> Law:
        """The verdicts once all results are in; `choice` where someone chose what the throw-off pays."""
        found = self._laws.get(choice)
        if found is None:
            found = self._laws[choice] = self._round.law(
                round_summary(self._round.rules, self.position), choice
            )
        return found


class RoundNodes:
    """The nodes of a round of so many players in one phase. Get it from `round_nodes`."""

    def __init__(self, rules: Rules, phase: RoundPhase, players: int) -> None:
        self.rules, self.players = rules, players
        self._start = round_start(rules, TokenState(phase, players))
        self._nodes: dict[Position, Node] = {}
        self._laws: dict[tuple[object, ...], Law] = {}

    @property
    def root(self) -> Node:
        """The leader is about to throw."""
        return self.node(self._start)

    def bare(self, position: Position) -> Position:
        """A position of this round without its stacks."""
        return replace(position, players=self.players, pot=None, stacks=(), lost=())

    def law(self, summary: Summary, choice: Action | None) -> Law:
        """The verdicts of a whole round: rounds of one kind of ending have them in common."""
        kind = (*kind_of_ending(self.rules, summary), choice)
        found = self._laws.get(kind)
        if found is None:
            every = verdicts(self.rules, summary, choice)
            bounds = tuple(accumulate(ways for ways, _ in every))
            found = self._laws[kind] = Law(bounds, tuple(verdict for _, verdict in every))
        return found

    def node(self, position: Position) -> Node:
        """The node of a position, however play came to it."""
        found = self._nodes.get(position)
        if found is None:
            if len(self._nodes) > MOST_NODES:
                self._nodes.clear()
                self._laws.clear()
            found = self._nodes[position] = Node(self, position)
        return found


@lru_cache(maxsize=16)
def round_nodes(rules: Rules, phase: RoundPhase, players: int) -> RoundNodes:
    """The nodes of a round, shared by all games."""
    return RoundNodes(rules, phase, players)
