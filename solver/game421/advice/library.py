"""The questions as a Python programmer asks them: plain words in, the answers of the command line out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, overload

from game421.advice.answers import BestAnswer, OddsAnswer, ValueAnswer
from game421.advice.asking import situation_of
from game421.advice.situation import best_of_situation, value_of_situation
from game421.advice.turn import (
    best_of_turn,
    odds_of_turn,
    question_of_position,
    turn_position,
)
from game421.advice.words import Targets, names_of, tied_halves_of, turn_question
from game421.dice import RollIndex, parse_keep, parse_roll
from game421.dice.roll import Roll
from game421.errors import InputError
from game421.rules import default_rules_name, load_rules
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.checks import check_position
from game421.states.goals import ROUND_GOALS, GameGoal, RoundGoal, SituationGoal
from game421.states.positions import Position
from game421.states.results import Result
from game421.tables.proving import Verdict, verify_file
from game421.tables.solving import solve_game
from game421.turns.goals import TURN_GOALS, TurnGoal
from game421.turns.questions import Role, TurnQuestion

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from game421.advice.facts import Facts, FactsGoal
    from game421.advice.holding import HoldingAnswer
    from game421.advice.situations import SituationAnswer
    from game421.games.values import GameValues
    from game421.tables.policy import PolicyTable
    from game421.tables.situations import SituationPolicy

TableRules = Rules | str | Path
"""A rule set: the record, a preset's name, or the path of a rules file."""


def best(
    roll: str | Roll | Position | None,
    *,
    left: int | None = None,
    goal: TurnGoal | SituationGoal | None = None,
    target: Targets = (),
    rules: TableRules | None = None,
    role: Role | None = None,
    cap: int | None = None,
    locked: str = "-",
    phase: Phase | None = None,
    ties: str | Fraction | int | None = None,
    exact: bool = False,
) -> BestAnswer:
    """Every legal action for the dice on the table, with its exact value and what it costs, best first.

    `roll`: three dice in any spelling, None before the first throw, or a whole position (a Position or
    its one-line spelling), which itself says left, cap, locked and what is to be beaten. Of a round or
    a whole game the goals are `duel`, `safe`, `tokens`, `relative`, `manche` and `partie`, and `exact`
    asks for whole numbers even where floats are much quicker (not of a game of three and more, which has
    none). `left` throws may still come: 2, or what
    `cap`, the most throws of the turn, leaves. `goal`: `points` (mean value of the final combination,
    in tokens or sips), `combo` (chance of ending on a target) or `beat` (chance of beating them all).
    `role`: a `leader` stops when he likes, a `follower` as the rules say. `phase`: whose values and
    throws count, the décharge's unless the charge is named. Raises InputError, or RulesError.
    """
    table, counted = _rules(rules), None if ties is None else str(ties)
    position = _position(roll)
    if position is None:
        question = _question(table, goal, target, role, cap, phase, counted)
        return best_of_turn(question, turn_position(question, _thrown(roll), left, parse_keep(locked)))
    if left is not None or cap is not None or locked != "-" or (target and goal != "combo"):
        raise InputError("a position says itself what left, cap, locked and the target to beat are")
    if position.phase == "T":
        return _best_of_bare_turn(table, position, _turn_goal(goal), target, role, phase, counted)
    if role or phase or counted:
        raise InputError("role, phase and ties are about a bare turn: give a position of phase T")
    return best_of_situation(situation_of(table, position, _situation_goal(goal), exact=exact))


def _question(
    rules: Rules,
    goal: TurnGoal | SituationGoal | None,
    target: Targets,
    role: Role | None,
    cap: int | None,
    phase: Phase | None,
    ties: str | None,
) -> TurnQuestion:
    """The question about a turn, what is left open filled in."""
    return turn_question(
        rules,
        _turn_goal(goal),
        target,
        role=role or "leader",
        cap=cap,
        phase=phase or "decharge",
        ties=ties,
    )


def _best_of_bare_turn(
    rules: Rules,
    position: Position,
    goal: TurnGoal | None,
    target: Targets,
    role: Role | None,
    phase: Phase | None,
    ties: str | None,
) -> BestAnswer:
    """Every action in a position of phase T."""
    question = question_of_position(
        rules,
        position,
        goal,
        phase=phase or "decharge",
        role=role,
        wanted=names_of(target),
        tied_halves=tied_halves_of(ties),
    )
    check_position(rules, position)
    return best_of_turn(question, position)


def value(
    position: str | Position,
    *,
    rules: TableRules | None = None,
    goal: SituationGoal | None = None,
    exact: bool = False,
) -> ValueAnswer:
    """What a position of a round or of a whole game is worth to each player, in playing order.

    Everyone plays at best. The words are those of `best`. Values of a game that is not shipped are
    solved first and kept in the user's cache. Raises InputError, or RulesError.
    """
    written = Position.parse(position) if isinstance(position, str) else position
    return value_of_situation(situation_of(_rules(rules), written, goal, exact=exact))


def situations(
    positions: Iterable[str | Position], *, rules: TableRules | None = None, goal: SituationGoal | None = None
) -> list[SituationAnswer]:
    """What to do in many positions of rounds and whole games, in order: for bots and analyses.

    Of a whole game the token states are solved once, together, in float64; then a position is a look-up,
    tens of thousands a second. A position that cannot be has an answer with its `error`. The words are those
    of `best`. Raises RulesError, and InputError for a goal there is not.
    """
    from game421.advice.situations import Situations

    texts = list(map(str, positions))
    asked = Situations(_rules(rules), _situation_goal(goal))
    asked.expect(texts)
    return [asked.answer_or_error(text) for text in texts]


def solve(rules: TableRules | None = None, *, players: int = 2, goal: GameGoal = "manche") -> GameValues:
    """Solve a whole game now, exactly and with proof: what every state between two rounds is worth.

    `game421.tables.save_values` writes it to a file. Raises RulesError, InputError or Game421Error.
    """
    return solve_game(_rules(rules), players, goal).values


def verify(path: str | Path) -> Verdict:
    """Prove the table in a file from its rules alone. Raises TableError where it is not as it should be."""
    return verify_file(Path(path))


def read_table(
    path: str | Path, rules: TableRules | None = None
) -> PolicyTable | SituationPolicy | GameValues:
    """The table in a file, checked whole: a policy in any format, or the values of a game.

    Raises TableError naming the file and what is wrong, also where it was made for other rules.
    """
    from game421.tables.reading import read
    from game421.tables.values import is_values_file, load_values

    wanted = None if rules is None else _rules(rules)
    file = Path(path)
    return load_values(file, wanted) if file.is_file() and is_values_file(file) else read(file, wanted)


@overload
def odds(
    *,
    goal: TurnGoal | None = None,
    target: Targets = (),
    throws: int | None = None,
    rules: TableRules | None = None,
    role: Role | None = None,
    phase: Phase | None = None,
    ties: str | Fraction | int | None = None,
) -> OddsAnswer: ...


@overload
def odds(
    *,
    goal: RoundGoal = "safe",
    holding: str | Result,
    to_come: int | None = None,
    before: Iterable[str | Result] = (),
    rules: TableRules | None = None,
    phase: Phase | None = None,
) -> HoldingAnswer: ...


def odds(
    *,
    goal: TurnGoal | RoundGoal | None = None,
    target: Targets = (),
    throws: int | None = None,
    holding: str | Result | None = None,
    to_come: int | None = None,
    before: Iterable[str | Result] = (),
    rules: TableRules | None = None,
    role: Role | None = None,
    phase: Phase | None = None,
    ties: str | Fraction | int | None = None,
) -> OddsAnswer | HoldingAnswer:
    """What a turn is worth before its first throw, with 1, 2 … `throws` throws, and what it ends on.

    The words are those of `best`; `throws` is the most throws, what the rules allow unless given.
    With `holding`, a finished combination (`653@3`): what it is worth to its holder for a goal of the
    round (`safe` unless given) after the results `before`, with `to_come` opponents still to play at
    best; exact with up to two to come. Raises InputError, or RulesError for rules that cannot be.
    """
    counted = None if ties is None else str(ties)
    if holding is None:
        if to_come is not None or before:
            raise InputError("before and to_come go with holding, a finished combination")
        return odds_of_turn(_question(_rules(rules), goal, target, role, throws, phase, counted))
    if target or throws is not None or role is not None or counted is not None:
        raise InputError("target, throws, role and ties are about a turn to be played, not about holding")
    return _odds_of_holding(_rules(rules), goal, holding, to_come, before, phase)


def _odds_of_holding(
    rules: Rules,
    goal: TurnGoal | RoundGoal | None,
    holding: str | Result,
    to_come: int | None,
    before: Iterable[str | Result],
    phase: Phase | None,
) -> HoldingAnswer:
    """What a finished combination is worth."""
    from game421.advice.holding import value_of_holding

    wanted = goal or "safe"
    if wanted not in ROUND_GOALS:
        raise InputError(f"goal {wanted}: holding goes with {', '.join(ROUND_GOALS)}")
    made = tuple(map(_result, (before,) if isinstance(before, str) else before))
    return value_of_holding(rules, ROUND_GOALS[wanted], _result(holding), to_come, made, phase or "decharge")


def facts(
    rules: TableRules | None = None,
    *,
    players: int = 2,
    goal: FactsGoal | None = None,
) -> Facts:
    """What players ask under optimal play: who is favoured, how long it lasts, when to stop.

    Of the `manche`, whose values are solved first where they are not at hand, or of a bare round played
    for `duel`, `safe`, `tokens` or `relative`; without a goal the manche, or the tokens where only sips
    are played. Raises InputError, or RulesError.
    """
    from game421.advice.facts import facts_of

    return facts_of(_rules(rules), goal, players)


def _result(result: str | Result) -> Result:
    return Result.parse(result) if isinstance(result, str) else result


def _position(roll: str | Roll | Position | None) -> Position | None:
    """The position, if it is one: its spelling begins with a phase, that of dice never does."""
    if isinstance(roll, str) and roll.lstrip()[:1].isalpha():
        return Position.parse(roll)
    return roll if isinstance(roll, Position) else None


def _turn_goal(goal: TurnGoal | SituationGoal | None) -> TurnGoal | None:
    if goal is None or goal == "points" or goal == "combo" or goal == "beat":
        return goal
    raise InputError(
        f"goal {goal!r}: a turn has the goals {', '.join(TURN_GOALS)}; "
        "the others are about a position of a round or a game (phase R, C or D)"
    )


def _situation_goal(goal: TurnGoal | SituationGoal | None) -> SituationGoal | None:
    if goal == "points" or goal == "combo" or goal == "beat":
        raise InputError(f"goal {goal} is about a bare turn: give a position of phase T")
    return goal


def _rules(rules: TableRules | None) -> Rules:
    if isinstance(rules, Rules):
        return rules
    if rules is not None and not isinstance(rules, str | Path):
        raise InputError(f"{rules!r} is no rule set: give a Rules record, a preset's name or a file's path")
    return load_rules(default_rules_name() if rules is None else rules)


def _thrown(roll: str | Roll | Position | None) -> RollIndex | None:
    if roll is None:
        return None
    if isinstance(roll, Roll):
        return roll.index
    if isinstance(roll, str):
        return parse_roll(roll)
    raise InputError(f"{roll!r} is not a roll: give text such as '642', a Roll, a Position, or None")
