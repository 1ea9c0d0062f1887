"""How good a bot is, for who has it as a Python object: it is trusted and asked in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from game421.advice.words import turn_question
from game421.arena.asking import AskedPolicy
from game421.arena.benches import PLAYERS, Examining, default_goal
from game421.arena.bots import BatchBot, Bot
from game421.arena.examination import Examination
from game421.arena.turn_examination import AskedTurn, TurnExamination, examine_turn
from game421.errors import InputError
from game421.rules import Rules, default_rules_name, load_rules
from game421.states.checks import parse_token_state
from game421.states.goals import GAME_GOALS
from game421.tables.library import game_values
from game421.turns.goals import TurnGoal
from game421.turns.questions import Role

Decide = Callable[[str, tuple[str, ...]], object]
"""A bot that is a function: position and legal actions in, action out."""

AnyBot = Bot | BatchBot | Decide


class _Function:
    """A function as a bot."""

    def __init__(self, decide: Decide) -> None:
        self.decide = decide


def grade(
    bot: AnyBot,
    *,
    rules: Rules | str | Path | None = None,
    goal: str | None = None,
    players: int = PLAYERS,
    state: str | None = None,
) -> Examination:
    """The exact examination of a bot in a whole game: its chances, loss and costliest blunders.

    `goal`: `manche`, or `partie` where several manches are played. The bot is asked about every situation
    that leaves a choice, some twice; of three players and more, about those it comes to against perfect
    play. `state`, such as `D 0 8/6/7`, examines the round of that token state alone. Raises InputError,
    RulesError, and InputError for a bot that answers the same question differently: play matches with it.
    """
    table = _rules(rules)
    start = None if state is None else parse_token_state(table, state)
    wanted = goal or default_goal(table, start)
    if wanted not in GAME_GOALS:
        raise InputError(
            f"goal {wanted!r}: whole games have {', '.join(GAME_GOALS)}; ask grade_turn of a turn"
        )
    policy = AskedPolicy("bot", _bot(bot))
    examining = Examining(table, GAME_GOALS[wanted], players if start is None else start.players, start)
    found = examining.examine(game_values(table, examining.players, examining.goal), policy)
    _refuse_lots(policy.unsteady)
    return found


def grade_turn(
    bot: AnyBot,
    *,
    rules: Rules | str | Path | None = None,
    goal: TurnGoal = "points",
    target: str | Iterable[str] = (),
    role: Role | None = None,
    cap: int | None = None,
) -> TurnExamination:
    """The exact examination of how a bot plays a turn, in fractions. The words are those of `game421.best`.

    Raises InputError, RulesError, and InputError for a bot that answers the same question differently.
    """
    chosen = role or ("follower" if goal == "beat" else "leader")
    question = turn_question(_rules(rules), goal, target, role=chosen, cap=cap)
    asked = AskedTurn(_bot(bot))
    found = examine_turn(question, asked)
    _refuse_lots(asked.unsteady)
    return found


def _refuse_lots(unsteady: int) -> None:
    """Raise InputError for a bot that draws lots: it has no exact grade."""
    if unsteady:
        raise InputError(
            f"the bot answers the same question differently ({unsteady} times): play matches with it"
        )


def _bot(bot: AnyBot) -> Bot | BatchBot:
    if hasattr(bot, "decide") or hasattr(bot, "decide_all"):
        return bot
    return _Function(bot)


def _rules(rules: Rules | str | Path | None) -> Rules:
    return rules if isinstance(rules, Rules) else load_rules(default_rules_name() if rules is None else rules)
