"""What a match knows of every token state it has come to: what is played there, and where verdicts lead."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from game421.arena.exact_play import ExactPlay
from game421.arena.nodes import Node, RoundNodes, round_nodes
from game421.arena.several_play import Play, SeveralPlay
from game421.dice import RollIndex
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.goals import GAME_GOALS, SituationGoal
from game421.states.settlements import Settlement, apply, settle_throw
from game421.states.token_states import TokenState, game_opening
from game421.states.verdicts import Verdict
from game421.tables.pages import around

GOALS: tuple[SituationGoal, ...] = ("manche", "partie", "duel", "safe")
"""What matches are played for: chances to win, or not to lose."""

MOST_STANDINGS = 20_000
"""Token states remembered at a time, so that memory stays flat."""


@dataclass(eq=False)
class Standing:
    """A token state in a match."""

    rules: Rules
    state: TokenState
    decided: Play | None = None
    """Perfect play there, where it is known and there is anything to decide."""
    seats: tuple[int, ...] = field(init=False)
    """The seats that play, in playing order."""
    single_throw: bool = field(init=False)
    """Whether its round is a single throw (a havraise charge)."""
    ends: tuple[str, str] = field(init=False)
    """What a position written there begins and ends with."""
    _after: dict[Verdict | RollIndex, Settlement] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.seats = self.state.seats_in
        self.single_throw = self.state.phase == "C" and self.rules.charge == "havraise"
        self.ends = around(self.state)

    @cached_property
    def nodes(self) -> RoundNodes:
        """The positions of its round."""
        return round_nodes(self.rules, self.state.phase, len(self.seats))

    def text(self, node: Node) -> str:
        """A position in one line."""
        return f"{self.ends[0]} {node.tail}{self.ends[1]}"

    def settled(self, verdict: Verdict) -> Settlement:
        """What a verdict on the round leads to."""
        found = self._after.get(verdict)
        if found is None:
            found = self._after[verdict] = apply(self.rules, self.state, verdict)
        return found

    def thrown(self, roll: RollIndex) -> Settlement:
        """What the single throw leads to."""
        found = self._after.get(roll)
        if found is None:
            found = self._after[roll] = settle_throw(self.rules, self.state, roll)
        return found


@dataclass(eq=False)
class Contest:
    """What is played: rules, how many sit down, what for; and exact values where there are any.

    Raises InputError for a goal that is no chance to win.
    """

    rules: Rules
    players: int
    goal: SituationGoal
    exact: ExactPlay | SeveralPlay | None = None
    """Of the same game: then luck can be told from skill."""
    _standings: dict[TokenState, Standing] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        if self.goal not in GOALS:
            raise InputError(f"goal {self.goal!r}: matches are played for {', '.join(GOALS)}")

    @cached_property
    def opening(self) -> TokenState:
        """The state before the first round. Raises InputError where so many cannot play this."""
        if self.goal not in GAME_GOALS:
            return TokenState("R", self.players)
        return game_opening(self.rules, self.players, partie=self.goal == "partie")

    @property
    def one_wins(self) -> bool:
        """Whether one player wins; else all but one do not lose."""
        return self.goal == "duel" or (self.goal == "manche" and self.rules.ends == "first-out")

    @property
    def values(self) -> tuple[float, ...] | None:
        """What perfect play gets from each seat of the first round, where it is known."""
        if self.exact is None:
            return None
        return self.exact.table.floats(self.opening)

    def at(self, state: TokenState) -> Standing:
        """What is known of a token state."""
        found = self._standings.get(state)
        if found is None:
            if len(self._standings) > MOST_STANDINGS:
                self._standings.clear()
            found = self._standings[state] = Standing(self.rules, state)
            if self.exact is not None and not found.single_throw:
                found.decided = self.exact.at(state)
        return found
