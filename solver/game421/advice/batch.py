"""Many questions, each as the text of a row: out comes an answer, or what is wrong with the row."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from game421.advice.answers import Ratio
from game421.advice.asking import GAME_GOALS, SituationGoal, situation_of
from game421.advice.situation import best_of_situation
from game421.advice.turn import Role, TurnGoal, TurnQuestion, question_of_position, turn_position
from game421.advice.words import turn_question
from game421.dice import KeepIndex, RollIndex, parse_keep, parse_roll
from game421.errors import InputError
from game421.rounds.stakes import ROUND_GOALS
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.checks import check_position
from game421.states.positions import Position
from game421.states.results import Result
from game421.tables.keys import action_key
from game421.tables.library import Notice, silent
from game421.turns.goals import TIED_HALVES


class Reply(NamedTuple):
    """The answer to a row as text: the action and those as good spelled `k42`; or what is wrong."""

    action: str = ""
    value: str = ""
    exact: str = ""
    ties: str = ""
    error: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Desk:
    """Answers row after row; what a row leaves out is as given here. Equal questions are answered once.

    `targets`, `left` and `locked` are written as on the command line; `notice` is told what takes time.
    Raises InputError where they could not be right for any row.
    """

    rules: Rules
    goal: TurnGoal | SituationGoal | None = None
    targets: tuple[str, ...] = ()
    role: Role | None = None
    cap: int | None = None
    phase: Phase = "decharge"
    ties: str | None = None
    left: str | None = None
    locked: str | None = None
    notice: Notice = silent
    _questions: dict[tuple[str, ...], TurnQuestion] = field(default_factory=dict, init=False)
    _replies: dict[tuple[object, ...], Reply] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        if self.targets or self.goal in {None, "points"}:
            self._question(self.targets)
        if self.left is not None:
            _left(self.left)
        if self.locked is not None:
            _locked(self.locked)

    def of_cells(self, roll: str, left: str = "", target: str = "", locked: str = "") -> Reply:
        """What to do with `roll`: spelled in any way, or `d642`; `-` before the first throw.

        `target` may name several, `654@2/611@1`; `locked` may be spelled `k42`.
        """
        try:
            throws = left.strip() or self.left
            asked = (
                self._question(_names(target) or self.targets),
                _roll(roll),
                None if throws is None else _left(throws),
                _locked(locked.strip() or self.locked or "-"),
            )
            if asked not in self._replies:
                self._replies[asked] = _answer(asked[0], turn_position(*asked))
            return self._replies[asked]
        except InputError as error:
            return _refusal(error)

    def of_position(self, text: str) -> Reply:
        """What to do in a position; exact values of turns and rounds only, those of games are too long."""
        try:
            position = Position.parse(text)
            if (position,) not in self._replies:
                if position.phase == "T":
                    self._replies[(position,)] = _answer(self._question_of(position), position)
                else:
                    self._replies[(position,)] = self._answer_situation(position)
            return self._replies[(position,)]
        except InputError as error:
            return _refusal(error)

    def _question(self, targets: tuple[str, ...]) -> TurnQuestion:
        if targets not in self._questions:
            self._questions[targets] = turn_question(
                self.rules,
                self._turn_goal(),
                targets,
                role=self.role or "leader",
                cap=self.cap,
                phase=self.phase,
                ties=self.ties,
            )
        return self._questions[targets]

    def _question_of(self, position: Position) -> TurnQuestion:
        """The question of a position, the same one for all that share cap, results and role."""
        question = question_of_position(
            self.rules,
            position,
            self._turn_goal(),
            phase=self.phase,
            role=self.role,
            wanted=self.targets,
            tied_halves=TIED_HALVES[self.ties] if self.ties else None,
        )
        check_position(self.rules, position)
        shared = (question.role, str(question.cap), *map(str, question.targets))
        return self._questions.setdefault(shared, question)

    def _turn_goal(self) -> TurnGoal | None:
        if self.goal is not None and self.goal not in _TURN_GOALS:
            raise InputError(f"goal {self.goal} is about a round or a game: it needs a position of one")
        return _TURN_GOALS[self.goal] if self.goal else None

    def _answer_situation(self, position: Position) -> Reply:
        if self.goal in _TURN_GOALS:
            raise InputError(f"goal {self.goal} is about a bare turn: it needs a position of phase T")
        goal = _SITUATION_GOALS[self.goal] if self.goal else None
        situation = situation_of(self.rules, position, goal, notice=self.notice)
        answer = best_of_situation(situation)
        exact = "" if answer.exact is None or situation.goal in GAME_GOALS else str(answer.exact)
        return Reply(_spelled(answer.best), repr(answer.value), exact, " ".join(map(_spelled, answer.ties)))


def _answer(question: TurnQuestion, position: Position) -> Reply:
    solution = question.solve_at(position)
    left = position.left or 0
    if position.roll is None:
        options = solution.first_options()
    else:
        options = solution.options(left, position.roll, position.kept)
    best = max(numerator for _, numerator in options)
    ties = [action_key(action) for action, numerator in options if numerator == best]
    exact = Ratio.of(best, solution.denominator(left))
    return Reply(ties[0], repr(float(exact)), str(exact), " ".join(ties))


def _spelled(action: str) -> str:
    """An action of a situation in a table; the choice in a throw-off is a word as it is."""
    return action if action.isalpha() else f"k{action}"


_TURN_GOALS: dict[str, TurnGoal] = {"points": "points", "combo": "combo", "beat": "beat"}
_SITUATION_GOALS: dict[str, SituationGoal] = {goal: goal for goal in (*ROUND_GOALS, *GAME_GOALS)}


def _refusal(error: InputError) -> Reply:
    return Reply(error=" ".join(str(error).split()))


@lru_cache(maxsize=4096)
def _roll(text: str) -> RollIndex | None:
    dice = _without_letter(text, "d")
    return None if dice == "-" else parse_roll(dice)


@lru_cache(maxsize=4096)
def _locked(text: str) -> KeepIndex:
    return parse_keep(_without_letter(text, "k"))


@lru_cache(maxsize=4096)
def _names(text: str) -> tuple[str, ...]:
    """The targets that a cell names, each in its one spelling."""
    if text.strip() in {"", "-"}:
        return ()
    parts = [_without_letter(part, "d") for part in text.split("/")]
    return tuple(part if any(map(str.isalpha, part)) else str(Result.parse(part)) for part in parts)


@lru_cache(maxsize=4096)
def _left(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise InputError(f"throws left {text!r}: write a whole number, for example 2")
    return int(text)


def _without_letter(text: str, letter: str) -> str:
    """Dice without the letter that tables put before them; anything else as it is."""
    bare = text.strip()
    follows = bare[1:2]
    return bare[1:] if bare[:1].lower() == letter and (follows.isdigit() or follows == "-") else bare
