"""Players as a match asks them: a node of the round in, an action out, with dice of their own for lots."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Protocol

from game421.advice.situations import Situations
from game421.arena.behaviours import Behaviour
from game421.arena.bots import Bot, Forfeit, action_of, answers_of
from game421.arena.dice import derived_seed
from game421.arena.nodes import Node
from game421.arena.standings import Standing
from game421.rules.record import Rules
from game421.states.actions import Action
from game421.states.goals import SituationGoal


class Chooser(Protocol):
    """A player. All of a match's games are told by `newgame` and `result`; `close` ends it."""

    def newgame(self, game: int, seat: int, players: int, seed: int) -> None:
        """A game begins in which he sits at `seat`; its `seed` is for lots of his own."""

    def choose(self, standing: Standing, node: Node) -> Action:
        """What he does where there is a choice. Raises Forfeit where he does nothing legal."""

    def result(self, game: int, payoff: float, forfeit: str | None) -> None:
        """What the game brought him; `forfeit` says why he lost it, if he forfeited it."""

    def close(self) -> None:
        """He is asked no more."""


class Quiet:
    """A player that needs nothing but the position."""

    def newgame(self, game: int, seat: int, players: int, seed: int) -> None:
        """Nothing to prepare."""

    def result(self, game: int, payoff: float, forfeit: str | None) -> None:
        """Nothing to learn."""

    def close(self) -> None:
        """Nothing to end."""


class PerfectChooser(Quiet):
    """Perfect play of two, looked up; for contests with exact values."""

    def choose(self, standing: Standing, node: Node) -> Action:
        if standing.decided is None:
            raise Forfeit("no start", "perfect play is not known for this game")
        return standing.decided.action(node)


class AdvisedChooser(Quiet):
    """Perfect play of more than two players or of a bare round: every situation is asked about once."""

    def __init__(self, rules: Rules, goal: SituationGoal) -> None:
        self._rules, self._goal = rules, goal
        self._forget()

    def choose(self, standing: Standing, node: Node) -> Action:
        text = standing.text(node)
        action = self._known.get(text)
        if action is None:
            if len(self._known) > MOST_KNOWN:
                self._forget()
            action = self._known[text] = node.reading[self._situations.answer(text).action]
        return action

    def _forget(self) -> None:
        """Begin anew, so that memory stays flat."""
        self._situations = Situations(self._rules, self._goal)
        self._known: dict[str, Action] = {}


MOST_KNOWN = 20_000
"""Situations remembered at a time."""


class Drawing(Quiet):
    """A player who draws lots, the same in a game that is played again."""

    lots: Random

    def newgame(self, game: int, seat: int, players: int, seed: int) -> None:
        """Lots of his own, which tell nothing of the dice."""
        self.lots = Random(derived_seed(seed, "lots", seat))  # noqa: S311 - lots of a game, no secret


class RandomChooser(Drawing):
    """Every legal action with the same chance."""

    def choose(self, standing: Standing, node: Node) -> Action:
        return node.actions[int(self.lots.random() * len(node.actions))]


class NoisyChooser(Drawing):
    """Another player's action, but at random with chance `epsilon`."""

    def __init__(self, base: Chooser, epsilon: float) -> None:
        self._base, self._epsilon = base, epsilon

    def choose(self, standing: Standing, node: Node) -> Action:
        if self.lots.random() < self._epsilon:
            return node.actions[int(self.lots.random() * len(node.actions))]
        return self._base.choose(standing, node)


class BehaviourChooser(Quiet):
    """A behaviour, worked out once in every position of a round."""

    def __init__(self, rules: Rules, behaviour: Behaviour) -> None:
        self._rules, self._behaviour, self._key = rules, behaviour, _key(behaviour)

    def choose(self, standing: Standing, node: Node) -> Action:
        action: Action | None = node.notes.get(self._key)
        if action is None:
            action = node.notes[self._key] = self._behaviour(self._rules, node.position, node.actions)
        return action


@lru_cache(maxsize=256)
def _key(_behaviour: Behaviour) -> object:
    """Under which nodes note what a behaviour does, and all that equal it: it is hashed once for a player."""
    return object()


class BotChooser(Quiet):
    """A bot in Python, in this process: trusted with everything but its answers."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def newgame(self, game: int, seat: int, players: int, seed: int) -> None:
        self._tell("newgame", seat, players)

    def choose(self, standing: Standing, node: Node) -> Action:
        (answer,) = answers_of(self._bot, [standing.text(node)], [node.legal])
        return action_of(answer, node.actions)

    def result(self, game: int, payoff: float, forfeit: str | None) -> None:
        self._tell("result", payoff)

    def _tell(self, what: str, *told: object) -> None:
        """Tell the bot where it wants to know."""
        method = getattr(self._bot, what, None)
        if method is not None:
            method(*told)
