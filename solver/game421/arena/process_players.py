"""A bot in a process of its own as a player: started, asked, and restarted after it has failed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from game421.arena.bots import Forfeit, action_of, shown
from game421.arena.nodes import Node
from game421.arena.processes import BotProcess
from game421.arena.protocol import (
    BYE,
    Limits,
    action_in,
    answer_in,
    decide,
    line,
    newgame,
    result,
)
from game421.arena.standings import Standing
from game421.states.actions import Action

PATIENCE = 3
"""Failures in a row after which a bot is not started again for the games at hand."""

TOGETHER = 500
"""Questions sent at a time in an examination."""

HOST = Path(__file__).with_name("host.py")
"""What runs a bot written in Python; it needs nothing of this package, wherever that is."""


def hosted(file: Path, name: str) -> list[str]:
    """The command that runs the bot called `name` ("" for the usual names) in a Python file."""
    return [sys.executable, "-P", str(HOST), f"{file}:{name}"]


class ProcessPlayer:
    """A bot spoken to over its standard input and output.

    `greeting` is the `hello` it is started with. It may fail as it likes: the game at hand is lost, and its
    process is ended and started again, until it has failed so often in a row that the rest of the games at
    hand is lost without asking.
    """

    def __init__(self, command: Sequence[str], greeting: dict[str, Any], limits: Limits, mark: str) -> None:
        self._command, self._greeting, self._limits, self._mark = command, greeting, limits, mark
        self._process: BotProcess | None = None
        self._batch, self._one_by_one = False, False
        self._failures = 0
        self._last: Forfeit | None = None

    def newgame(self, game: int, seat: int, players: int, seed: int) -> None:
        """Start the bot where it does not run, and tell it. Raises Forfeit."""
        self._tell(newgame(game, seat, players))

    def choose(self, standing: Standing, node: Node) -> Action:
        """Ask the bot. Raises Forfeit."""
        return action_of(self._ask(standing.text(node), node.legal), node.actions)

    def decide(self, position: str, legal: tuple[str, ...]) -> object:
        """Its answer to a question of no game. Raises Forfeit."""
        (answer,) = self.decide_all([position], [legal])
        if isinstance(answer, Forfeit):
            raise answer
        return answer

    def result(self, game: int, payoff: float, forfeit: str | None) -> None:
        """Tell the bot if it still runs: what it does about it shows in the next game."""
        if forfeit is None:
            self._failures = 0
        if self._process is not None:
            try:
                self._tell(result(game, payoff, forfeit))
            except Forfeit:
                return

    def close(self) -> None:
        """Bid it farewell and end it."""
        if self._process is not None:
            self._process.end(line(BYE))
            self._process = None

    def decide_all(self, positions: Sequence[str], legal: Sequence[tuple[str, ...]]) -> Sequence[object]:
        """Answers to many questions of no game; a Forfeit in the place of one that failed."""
        answers: list[object] = []
        while len(answers) < len(positions):
            first = len(answers)
            asked = slice(first, first + TOGETHER)
            try:
                self._running()
                answers += self._asked_together(positions[asked], legal[asked])
            except Forfeit as forfeit:
                together, self._one_by_one = self._batch and not self._one_by_one, True
                self._fail(forfeit)
                if together:
                    self._failures -= 1  # it fails again when it is asked one by one
                else:
                    answers += [*map(_answer, forfeit.answered), forfeit]
            else:
                self._failures = 0
        return answers[: len(positions)]

    def _asked_together(self, positions: Sequence[str], legal: Sequence[tuple[str, ...]]) -> Sequence[object]:
        process = self._listening()
        if self._batch and not self._one_by_one:
            asked = {"type": "batch", "positions": list(positions), "legal": list(legal)}
            (said,) = process.exchange(line(asked), 1, self._limits.move * len(positions))
            actions = answer_in(said).get("actions")
            if isinstance(actions, list) and len(actions) == len(positions):
                return actions
            # One of them has no answer: asked one by one it shows which.
        sent = b"".join(line(decide(*pair)) for pair in zip(positions, legal, strict=True))
        return [_answer(said) for said in process.exchange(sent, len(positions), self._limits.move)]

    def _ask(self, position: str, legal: tuple[str, ...]) -> object:
        try:
            process = self._listening()
            (said,) = process.exchange(line(decide(position, legal)), 1, self._limits.move)
            return action_in(said)
        except Forfeit as forfeit:
            self._fail(forfeit)
            raise

    def _tell(self, message: dict[str, Any]) -> None:
        try:
            self._running().tell(line(message), self._limits.move)
        except Forfeit as forfeit:
            self._fail(forfeit)
            raise

    def _running(self) -> BotProcess:
        """The process, started and greeted. Raises Forfeit, the last again where it failed too often."""
        if self._process is not None:
            return self._process
        if self._last is not None and self._failures >= PATIENCE:
            raise Forfeit(self._last.cause, self._last.detail)
        self._process = BotProcess(self._command, self._mark)
        try:
            (said,) = self._process.exchange(line(self._greeting), 1, self._limits.start)
            greeting = answer_in(said)
            if greeting.get("ready") is not True:
                raise Forfeit("not an answer", f'{shown(greeting)} does not say "ready": true')
        except Forfeit as forfeit:
            raise Forfeit("no start", f"{forfeit.cause}: {forfeit.detail}") from forfeit
        self._batch = greeting.get("batch") is True
        return self._process

    def _listening(self) -> BotProcess:
        """The process, which has said nothing since it was asked last. Raises Forfeit."""
        process = self._running()
        unasked = process.unasked()
        if unasked:
            raise Forfeit("not an answer", f"it spoke without being asked: {unasked[:60]!r}")
        return process

    def _fail(self, forfeit: Forfeit) -> None:
        """Remember a failure, and end the process: what it says next would answer nothing."""
        self._failures += 1
        self._last = forfeit
        if self._process is not None:
            self._process.end()
            self._process = None


def _answer(said: bytes) -> object:
    """The action in an answer, or the Forfeit that there is none."""
    try:
        return action_in(said)
    except Forfeit as forfeit:
        return forfeit
