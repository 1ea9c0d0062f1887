"""Which pictures there are, and what each is made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game421.advice.asking import situation_of
from game421.advice.facts import facts_of
from game421.advice.situation import best_of_situation
from game421.dice import RollIndex, format_keep
from game421.errors import InputError
from game421.reports import Notice, silent
from game421.rules.record import Rules
from game421.sheets.contents import MOST_PLAYERS
from game421.sheets.figures import Drawer, Figure
from game421.states.goals import AMOUNTS, ROUND_GOALS, RoundGoal
from game421.states.play import round_start
from game421.states.positions import Position
from game421.states.token_states import TokenState
from game421.strategies.telling import Lang
from game421.tables.library import game_values


@dataclass(frozen=True)
class Subject:
    """What a picture is about."""

    rules: Rules
    lang: Lang
    goal: str
    players: int = 2
    roll: RollIndex | None = None
    """The roll whose holds are shown."""
    left: int = 2
    """Throws left with it."""
    notice: Notice = silent

    @property
    def round_goal(self) -> RoundGoal:
        """The goal, of a bare round. Raises InputError for another."""
        if self.goal not in ROUND_GOALS:
            raise InputError(
                f"goal {self.goal}: this picture is of a round; allowed: {', '.join(ROUND_GOALS)}"
            )
        return ROUND_GOALS[self.goal]


def picture(name: str, subject: Subject) -> Figure:
    """A picture by its name. Raises InputError, and what the values of a game raise."""
    return PICTURES[name](Drawer(subject.rules, subject.lang), subject)


def _tokens(draw: Drawer, subject: Subject) -> Figure:
    """The manche of two: chances by tokens held, and how long it lasts."""
    if subject.players != 2:
        raise InputError(f"{subject.players} players: this picture is of two; for three take the triangle")
    values = game_values(subject.rules, 2, "manche", subject.notice)
    rounds = facts_of(subject.rules, "manche", notice=subject.notice).rounds["all"]
    return draw.figure(draw.say("game"), [draw.tokens(values), draw.length(rounds)])


def _triangle(draw: Drawer, subject: Subject) -> Figure:
    """The manche of three: the leader's chance by the stacks of all."""
    values = game_values(subject.rules, 3, "manche", subject.notice)
    return draw.figure(draw.say("three"), [draw.triangle(values)])


def _stops(draw: Drawer, subject: Subject) -> Figure:
    """What the leader stops on, by number of opponents."""
    if subject.players > MOST_PLAYERS:
        raise InputError(f"{subject.players} players: this picture is of at most {MOST_PLAYERS}")
    charts = draw.stops(subject.round_goal, range(1, subject.players))
    if not charts:
        raise InputError(
            f"rules {subject.rules.name}: a turn is one throw, and nobody stops before it is over"
        )
    return draw.figure(draw.say("round"), charts)


def _holds(draw: Drawer, subject: Subject) -> Figure:
    """What every hold of a roll is worth to the leader."""
    if subject.roll is None:
        raise InputError("this picture is of a roll: give it with --roll, for example --roll 642")
    start = round_start(subject.rules, TokenState("R", subject.players))
    if not 0 <= subject.left < start.cap:
        raise InputError(
            f"{subject.left} throws left: when a roll lies on the table, 0 to {start.cap - 1} of {start.cap} "
            "are"
        )
    position = Position(
        phase="R",
        players=subject.players,
        cap=start.cap,
        roll=subject.roll,
        throws=start.cap - subject.left,
        left=subject.left,
    )
    answer = best_of_situation(situation_of(subject.rules, position, subject.round_goal))
    left = draw.say("throws_1" if subject.left == 1 else "throws", left=subject.left)
    title = draw.say("roll", roll=format_keep(subject.roll), left=left)
    return draw.figure(title, [draw.holds(answer, is_chance=subject.goal not in AMOUNTS)])


PICTURES: dict[str, Callable[[Drawer, Subject], Figure]] = {
    "tokens": _tokens,
    "triangle": _triangle,
    "stops": _stops,
    "holds": _holds,
}
"""Every picture by its name."""
