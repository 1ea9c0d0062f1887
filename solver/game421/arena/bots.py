"""What a bot is to the arena: it is given a position and the legal actions, as text, and answers one of them.

Text cannot be changed by who is given it, and is the same for a bot of any language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, runtime_checkable

from game421.errors import InputError
from game421.states.actions import Action, format_action, parse_action

Cause = Literal["illegal action", "not an answer", "silence", "crash", "no start"]
"""Why a bot forfeits a game."""

SHOWN = 60
"""Characters of a wrong answer that are shown."""

TOLD = 200
"""Characters that are kept of what a bot says is wrong with it."""


class Forfeit(Exception):  # noqa: N818 - it is no error of this program
    """A bot has lost the game at hand by what it did, or did not do."""

    def __init__(self, cause: Cause, detail: str) -> None:
        self.cause, self.detail = cause, detail
        self.answered: list[bytes] = []
        """Of many questions asked together, the answers that came before."""
        super().__init__(f"{cause}: {detail}")


class Bot(Protocol):
    """A bot in Python: it answers with text; whatever else it answers loses the game.

    Further methods are optional: `newgame(seat, players)` and `result(payoff)`.
    """

    def decide(self, position: str, legal: tuple[str, ...]) -> object:
        """One of the `legal` actions (two or more, in the order of the tie rule) in `position`."""


@runtime_checkable
class BatchBot(Protocol):
    """A bot that may be asked many questions at once, in any order, none of which is a game being played."""

    def decide_all(self, positions: Sequence[str], legal: Sequence[tuple[str, ...]]) -> Sequence[object]:
        """The answers to all of them."""


def answers_of(
    bot: Bot | BatchBot, positions: Sequence[str], legal: Sequence[tuple[str, ...]]
) -> Sequence[object]:
    """What a bot answers to questions, in any order; in the place of an answer that failed its Forfeit."""
    if isinstance(bot, BatchBot) and (len(positions) > 1 or not hasattr(bot, "decide")):
        try:
            found = bot.decide_all(positions, legal)
        except Exception as error:
            return [_failed(error)] * len(positions)
        if isinstance(found, Sequence) and len(found) == len(positions):
            return found
        return [Forfeit("not an answer", f"{shown(found)} for {len(positions)} questions")] * len(positions)
    decide, answers = bot.decide, list[object]()
    for position, actions in zip(positions, legal, strict=True):
        try:
            answers.append(decide(position, actions))
        except Exception as error:
            answers.append(_failed(error))
    return answers


def _failed(error: Exception) -> Forfeit:
    """The same of what a bot in this process raised."""
    return error if isinstance(error, Forfeit) else Forfeit("crash", f"{type(error).__name__}: {error}")


def action_of(answer: object, legal: Sequence[Action]) -> Action:
    """The action a bot's answer names, in any spelling, white space around it forgiven.

    Raises Forfeit for everything else, and the one that stands in the place of an answer.
    """
    if isinstance(answer, Forfeit):
        raise answer
    if not isinstance(answer, str):
        raise Forfeit("not an answer", f"{shown(answer)} is a {type(answer).__name__}, not an action's text")
    try:
        action = parse_action(answer)
    except InputError:
        raise Forfeit("not an answer", f"{shown(answer)} is no action") from None
    if action not in legal:
        allowed = ", ".join(map(format_action, legal))
        raise Forfeit("illegal action", f"{format_action(action)} is not one of {allowed}")
    return action


def shown(answer: object) -> str:
    """The beginning of what a bot said, on one line whatever it is."""
    try:
        text = repr(answer)
    except Exception:
        return f"something that cannot be shown ({type(answer).__name__})"
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def on_one_line(told: object) -> str:
    """What a bot says is wrong with it, as one line that can be printed."""
    if not isinstance(told, str):
        return shown(told)
    return "".join(sign if sign.isprintable() else "?" for sign in " ".join(told[:TOLD].split()))
