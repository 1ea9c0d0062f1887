"""Perfect play of a game of several, looked up while it is played, with what an error brings everyone.

A token state is solved when it is come to, with a few others: what every summary of its round is worth. A
turn of it is solved when someone plays it. Both are forgotten when there are many.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple, Protocol

import numpy as np

from game421.arena.following import law_chances
from game421.arena.nodes import Node
from game421.arena.worths import round_worths
from game421.games.space import GameSpace, game_space
from game421.games.values import GameValues
from game421.games.visits import TOGETHER
from game421.rounds.solving import turn_terms
from game421.rounds.tree import RoundTree
from game421.states.actions import RAMPO, TIED, Action
from game421.states.token_states import TokenState
from game421.turns.batch import solve_batch
from game421.turns.layout import SOURCE, Array, Layout
from game421.turns.options import ended_on, first_option_values, option_values

MOST_STATES, MOST_TURNS = 512, 4096
"""Token states, and turns of each, that are kept."""


class Play(Protocol):
    """Perfect play in the round of one token state."""

    def action(self, node: Node) -> Action:
        """What perfect play does."""

    def worths(self, node: Node) -> tuple[float, ...]:
        """What a position is worth to each player, those who play first, everyone playing on at best."""

    def shift(self, node: Node, action: Action) -> tuple[float, ...]:
        """What an action brings each player more than perfect play does; below 0 for its mover."""


class Turn(NamedTuple):
    """A turn solved for its mover; in the others' columns what it is worth to them."""

    layout: Layout
    options: tuple[Array, ...]
    """`options[left][at, i]`: what everything that can be done is worth to player i; none with none left."""
    value: tuple[Array, ...]
    """`value[left][row, i]`: under perfect play; before the first throw a single row."""
    action: tuple[Array, ...]
    """`action[left][row]`: what that is."""
    row: dict[tuple[int, int], int]
    """The row of a roll and locked dice."""

    def place(self, left: int, action: Action) -> int:
        """Where an action stands among the options."""
        if left == self.layout.terms.throws:
            return self.layout.terms.first_actions().index(action)
        return int(SOURCE[action])


def solved_turn(tree: RoundTree, made: int, cap: int, ends: Array) -> Turn:
    """The turn of the player after `made` others that may end in what is worth `ends[throws - 1, roll, i]`.

    A single throws entry serves all.
    """
    terms = turn_terms(tree, made, cap)
    own = np.ascontiguousarray(ends[:, :, made, None])
    turns = solve_batch(terms, own[0] if len(ends) == 1 else own)
    layout, payoff = turns.layout, [ends[min(used, len(ends) - 1)] for used in range(cap)]
    value = [ended_on(layout, payoff[-1])]
    options, action = [np.empty((0, ends.shape[2]))], [turns.action[0][:, 0]]
    for left in range(1, cap):
        options.append(option_values(layout, payoff, value[-1], left, 0))
        action.append(turns.action[left][:, 0])
        value.append(options[-1][SOURCE[action[-1]]])
    options.append(np.stack(first_option_values(layout, payoff, value[-1])))
    first = int(turns.declares[0])
    action.append(np.array([terms.first_actions()[first]]))
    value.append(options[-1][first][None])
    rows = {(int(roll), int(kept)): row for row, (roll, kept) in enumerate(layout.rows)}
    return Turn(layout, tuple(options), tuple(value), tuple(action), rows)


class SeveralDecided:
    """Perfect play in the round of one token state of several players."""

    def __init__(self, tree: RoundTree, after: tuple[Array, ...], rampo: Array, verdicts: Array) -> None:
        self._tree, self._after, self._rampo, self._verdicts = tree, after, rampo, verdicts
        self._turns: dict[int, dict[int, Turn]] = {made: {} for made in range(tree.players)}

    def action(self, node: Node) -> Action:
        """What perfect play does."""
        if node.position.left is None:
            return RAMPO if self._rampo[self._kind(node)] else TIED
        turn, left, row = self._at(node)
        return Action(int(turn.action[left][row]))

    def worths(self, node: Node) -> tuple[float, ...]:
        """As of `Play`."""
        if node.position.left is None:
            return tuple(self._after[-1][self._kind(node)].tolist())
        turn, left, row = self._at(node)
        return tuple(turn.value[left][row].tolist())

    def shift(self, node: Node, action: Action) -> tuple[float, ...]:
        """As of `Play`; the mover's is 0 for an action as good as the best, the others' need not be."""
        if node.position.left is None:
            law = law_chances(self._tree, action == RAMPO)[self._kind(node)]
            found = law @ self._verdicts - self._after[-1][self._kind(node)]
        else:
            turn, left, row = self._at(node)
            found = turn.options[left][turn.place(left, action)] - turn.value[left][row]
        return tuple(found.tolist())

    def _kind(self, node: Node) -> int:
        return self._tree.summary(node.position.results)

    def _at(self, node: Node) -> tuple[Turn, int, int]:
        """The turn of a node, throws left, and the row of what lies there."""
        position = node.position
        summary, made = self._tree.summary(position.results), len(position.results)
        turn = self._turns[made].get(summary)
        if turn is None:
            turn = self._solve(made, summary)
        left = position.left or 0
        row = 0 if position.roll is None else turn.row[int(position.roll), int(position.kept)]
        return turn, left, row

    def _solve(self, made: int, summary: int) -> Turn:
        level, known = self._tree.levels[made], self._turns[made]
        if len(known) > MOST_TURNS:
            known.clear()
        cap = int(level.cap[summary])
        ends = self._after[made + 1][level.following[:cap, :, summary]]
        found = known[summary] = solved_turn(self._tree, made, cap, ends)
        return found


class SeveralPlay:
    """Perfect play towards the values of a game of several; not for a charge of single throws.

    `keep`: so many token states are kept, the last that were come to.
    """

    def __init__(self, table: GameValues, keep: int = MOST_STATES) -> None:
        self.table, self._keep = table, keep
        self._decided: OrderedDict[TokenState, SeveralDecided] = OrderedDict()
        self._space: GameSpace | None = None
        self._values = np.empty(0)

    def at(self, state: TokenState) -> SeveralDecided:
        """Perfect play in one token state."""
        found = self._decided.get(state)
        if found is None:
            found = self._decide(state)
        return found

    def _decide(self, state: TokenState) -> SeveralDecided:
        """Solve a state with its neighbours."""
        space = self._opened()
        number, column = space.home[space.number[state]]
        block, first = space.blocks[number], column - column % TOGETHER
        part = block.take(range(first, min(first + TOGETHER, len(block.states))))
        if part.tree is None:
            raise AssertionError("a round of several players has turns")
        verdicts = self._values[part.leads_to]
        worths = round_worths(part.tree, verdicts)
        for at, index in enumerate(part.states):
            after = tuple(found[:, :, at].copy() for found in worths.after)
            decided = SeveralDecided(part.tree, after, worths.rampo[:, at].copy(), verdicts[:, :, at].copy())
            self._decided[space.states[index]] = decided
        while len(self._decided) > self._keep:
            self._decided.popitem(last=False)
        return self._decided[state]

    def prepare(self) -> None:
        """Lay out the states of the game; their rounds are solved when they are come to."""
        self._opened()

    def _opened(self) -> GameSpace:
        if self._space is None:
            self._space = game_space(self.table.rules, self.table.players, self.table.goal)
            self._values = self._space.vector()
            for index, state in enumerate(self._space.states):
                places = slice(self._space.offset[index], self._space.offset[index + 1])
                self._values[places] = self.table.of(state)
        return self._space
