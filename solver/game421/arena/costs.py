"""What a decision cost, anywhere in a round or a game, by the values that perfect play is found from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from game421.arena.exact_play import ExactPlay
from game421.arena.nodes import Node
from game421.arena.several_play import Play, SeveralDecided, SeveralPlay
from game421.arena.standings import GOALS, Standing
from game421.arena.worths import round_worths
from game421.errors import InputError
from game421.games.values import GameValues
from game421.games.visits import TOGETHER
from game421.reports import Notice, silent
from game421.rounds.rest import round_payoffs_of
from game421.rounds.stakes import RoundStakes
from game421.rounds.tree import round_tree
from game421.rules.record import Rules
from game421.states.actions import Action, format_action, parse_action
from game421.states.checks import check_position
from game421.states.goals import GAME_GOALS, ROUND_GOALS, GameGoal, RoundGoal, SituationGoal
from game421.states.positions import Position
from game421.states.token_states import TokenState, game_opening
from game421.tables.library import game_values
from game421.turns.exact import TOLERANCE

MOST_KNOWN = 50_000
"""Positions, and token states, that are known by how they are written, at a time."""

LONGEST = 200
"""Characters of a position in one line, at most: six players with all their words have fewer."""

Head = tuple[str, str, str, str]
"""Phase, pot, stacks and manches lost, as they are written."""


class Asked(NamedTuple):
    """A position that somebody had to decide in."""

    standing: Standing
    """The token state, without its perfect play, which is solved when it is priced."""
    node: Node
    """The position in its round."""

    def action(self, text: str) -> Action:
        """The legal action that is written so, in any spelling. Raises InputError for another."""
        found = self.node.reading.get(text)
        if found is None:
            found = parse_action(text)
            if found not in self.node.actions:
                legal = " ".join(self.node.legal)
                raise InputError(
                    f"action {format_action(found)} in {self.standing.text(self.node)}: allowed are {legal}"
                )
        return found


def goal_meant(rules: Rules, position: Position) -> SituationGoal:
    """What is played for where nothing is said: what a win or a loss is counted in there."""
    return position.game_goal or ("safe" if rules.game == "sips" else "duel")


def solved_round(rules: Rules, goal: RoundGoal, state: TokenState) -> SeveralDecided:
    """Perfect play of a bare round, of any number of players."""
    tree = round_tree(rules, state.phase, state.players)
    stakes = RoundStakes(rules, goal, state.players)
    payoffs = round_payoffs_of(tree, state, stakes, list(state.seating), exact=False)
    worths = round_worths(tree, payoffs.verdicts)
    after = tuple(found[:, :, 0] for found in worths.after)
    return SeveralDecided(tree, after, worths.rampo[:, 0], payoffs.verdicts[:, :, 0])


@dataclass(eq=False)
class Costs:
    """The prices of decisions under one table's rules, for one goal: what `421 best` says they cost.

    Values of games come from where `421 best` has them, for as many players as a position shows; `notice`
    is told what takes time. Raises InputError for a goal that is no chance to win.
    """

    rules: Rules
    goal: SituationGoal
    notice: Notice = silent
    epsilon: float | None = None
    """The largest of the tables that were needed, 0 where exact; None if none was."""
    _games: dict[int, ExactPlay | SeveralPlay] = field(default_factory=dict)
    _rounds: dict[TokenState, SeveralDecided] = field(default_factory=dict)
    _standings: dict[Head, tuple[Standing, dict[str, Node]]] = field(default_factory=dict)
    _nodes: dict[tuple[str, int], dict[str, Node]] = field(default_factory=dict)
    """By phase and players, nodes by what follows the stacks where they are written."""

    def __post_init__(self) -> None:
        if self.goal not in GOALS:
            raise InputError(
                f"goal {self.goal}: costs are counted in chances to win, for {', '.join(GOALS)}; "
                f"ask 421 best --goal {self.goal} of positions one by one"
            )

    def asked(self, text: str) -> Asked:
        """The position written so. Raises InputError for one that cannot be, or has not this goal."""
        parts = text.split(None, 3)
        if len(parts) < 4 or len(text) > LONGEST:
            return self._read(text)
        phase, pot, stacks, rest = parts
        tail, _, lost = rest.partition(" lost=")
        if "lost=" in tail or len(lost.split()) > 1:  # not as it is printed: its parts are mixed
            return self._read(text)
        # Where a token state and a turn in such a round can each be, they can be together.
        known = self._standings.get((phase, pot, stacks, lost))
        node = known[1].get(tail) if known else None
        if known is None or node is None:
            found = self._read(text)
            self._remember((phase, pot, stacks, lost), tail, found)
            return found
        return Asked(known[0], node)

    def _remember(self, head: Head, tail: str, found: Asked) -> None:
        state = found.standing.state
        nodes = self._nodes.setdefault((state.phase, len(found.standing.seats)), {})
        if len(nodes) > MOST_KNOWN:
            nodes.clear()
        if len(self._standings) > MOST_KNOWN:
            self._standings.clear()
        nodes[tail] = found.node
        self._standings.setdefault(head, (found.standing, nodes))

    def _read(self, text: str) -> Asked:
        """The same in full: read and checked."""
        if len(text) > LONGEST:
            raise InputError(f"a position of {len(text):,} characters; at most {LONGEST}")
        position = Position.parse(text)
        if position.phase == "T":
            raise InputError(
                f"position {position}: a bare turn (phase T) has no chance to win; ask 421 best --position"
            )
        check_position(self.rules, position)
        if (self.goal in GAME_GOALS) != bool(position.stacks):
            needs = "is about a bare round, and this has stacks"
            if not position.stacks:
                needs = "needs the stacks, and a bare round has none"
            raise InputError(f"position {position}: goal {self.goal} {needs}; review rounds and games apart")
        if self.goal in GAME_GOALS:
            none = (0,) * position.players
            position = replace(position, lost=(position.lost or none) if self.goal == "partie" else ())
            check_position(self.rules, position)
        standing = Standing(self.rules, position.token_state)
        nodes = standing.nodes
        return Asked(standing, nodes.node(nodes.bare(position)))

    def play(self, standing: Standing) -> Play:
        """Perfect play in a token state in which something is decided. Raises InputError, TableError."""
        state = standing.state
        if not state.is_bare:
            return self._game(state.players).at(state)
        found = self._rounds.get(state)
        if found is None:
            found = self._rounds[state] = solved_round(self.rules, ROUND_GOALS[self.goal], state)
        return found

    def _game(self, players: int) -> ExactPlay | SeveralPlay:
        if players not in self._games:
            goal: GameGoal = GAME_GOALS[self.goal]
            table = game_values(self.rules, players, goal, self.notice)
            self.epsilon = max(self.epsilon or 0, table.epsilon)
            self._games[players] = _looked_up(table)
        return self._games[players]

    def opening_worths(self, players: int) -> tuple[float, ...]:
        """What a game, or the bare round, is worth to each seat before it begins."""
        if self.goal in GAME_GOALS:
            state = game_opening(self.rules, players, partie=self.goal == "partie")
            return self._game(players).table.floats(state)
        standing = Standing(self.rules, TokenState("R", players))
        return self.play(standing).worths(standing.nodes.root)


def _looked_up(table: GameValues) -> ExactPlay | SeveralPlay:
    """Perfect play towards values; of several players no more is kept than is solved together."""
    return ExactPlay(table) if table.players == 2 else SeveralPlay(table, keep=2 * TOGETHER)


def cost(play: Play, node: Node, action: Action) -> float:
    """What an action costs its mover against the best: 0 for every one within 1e-12 of it."""
    lost = -play.shift(node, action)[node.place]
    return lost if lost > TOLERANCE else 0.0


def right(play: Play, node: Node) -> tuple[str, ...]:
    """Every action that costs nothing, in the order of the tie rule."""
    return tuple(format_action(action) for action in node.actions if not cost(play, node, action))
