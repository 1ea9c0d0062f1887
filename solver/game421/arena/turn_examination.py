"""The examination of how someone plays a single turn, in fractions: for players that know no rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import nlargest
from typing import NamedTuple

from game421.arena.accounts import BLUNDERS, FORFEIT
from game421.arena.behaviours import BEHAVIOURS
from game421.arena.bots import BatchBot, Bot, Forfeit, action_of, answers_of
from game421.arena.players import BuiltIn, StrategyPlayer
from game421.dice import KEEP_NOTHING
from game421.errors import InputError
from game421.rounds.positions import Lying
from game421.states.actions import Action, format_action, is_declared, is_stop, keep_of
from game421.states.goals import ROUND_GOALS
from game421.states.positions import Position
from game421.strategies.catalogue import ROUND
from game421.strategies.playing import plays
from game421.turns.exact import TurnSolution, solve_turn
from game421.turns.policies import by_target
from game421.turns.questions import TurnQuestion

Chances = Mapping[Action | None, Fraction]
"""With what chance each action is taken; None is to do nothing legal, which is worth 0."""

TurnPlayer = Callable[[Position, tuple[Action, ...], Action], Chances]
"""A way to play a turn: position, legal actions, and which of them is the best."""

SELDOM = 4
"""Of so many positions one is asked about twice: a bot that draws lots shows."""


class TurnBlunder(NamedTuple):
    """An action that costs, in the goal's unit."""

    position: str
    action: str
    chance: Fraction
    best: str
    regret: Fraction
    often: Fraction
    """How often a turn comes there."""

    @property
    def cost(self) -> Fraction:
        """What it costs a turn."""
        return self.often * self.chance * self.regret


@dataclass
class TurnTally:
    """Decisions of a turn with so many throws left, on average."""

    decisions: Fraction = Fraction()
    errors: Fraction = Fraction()
    loss: Fraction = Fraction()


@dataclass
class TurnExamination:
    """What a player's turns are worth against each target (one without a name where there is none)."""

    question: TurnQuestion
    values: dict[str, tuple[Fraction, Fraction]] = field(default_factory=dict)
    """By target: what his turn is worth, and what the best is."""
    tallies: dict[int, TurnTally] = field(default_factory=dict)
    """By throws left, all targets counting alike."""
    blunders: list[TurnBlunder] = field(default_factory=list)

    @property
    def value(self) -> Fraction:
        """The mean over the targets."""
        return sum((mine for mine, _ in self.values.values()), Fraction()) / len(self.values)

    @property
    def best(self) -> Fraction:
        """The same of the best play."""
        return sum((best for _, best in self.values.values()), Fraction()) / len(self.values)


def examine_turn(question: TurnQuestion, player: TurnPlayer) -> TurnExamination:
    """Examine a way to play a turn, against every target the question has. Raises InputError."""
    found = TurnExamination(question)
    targets = by_target(question)
    for each in targets:
        _Course(each, player, found, Fraction(1, len(targets))).follow()
    found.blunders = nlargest(BLUNDERS, found.blunders, key=lambda blunder: blunder.cost)
    return found


class _Course:
    """The turns of a player against one target, followed from the first throw."""

    def __init__(
        self, question: TurnQuestion, player: TurnPlayer, found: TurnExamination, share: Fraction
    ) -> None:
        self.question, self.player, self.found, self.share = question, player, found, share
        self.solution: TurnSolution = solve_turn(question.terms, question.payoff)
        self.loss = Fraction()

    def follow(self) -> None:
        """Throw by throw; what the turn is worth is the best value less what the decisions cost."""
        terms, solution = self.question.terms, self.solution
        arriving: dict[Lying, Fraction] = {Lying(terms.throws, None): Fraction(1)}
        while arriving:
            after: dict[Lying, Fraction] = {}
            for lies, often in arriving.items():
                for action, chance in self._decide(lies, often).items():
                    if action is not None and not is_stop(action):
                        self._throw(lies, action, often * chance, after)
            arriving = after
        best = Fraction(
            max(value for _, value in solution.first_options()), solution.denominator(terms.throws)
        )
        name = "/".join(self.question.targets)
        self.found.values[name] = best - self.loss, best

    def _throw(self, lies: Lying, action: Action, often: Fraction, after: dict[Lying, Fraction]) -> None:
        """Add what lies there after an action's throw."""
        terms, keep = self.question.terms, keep_of(action)
        left = 0 if is_declared(action) else lies.left - 1
        kept = keep if terms.locked and left else KEEP_NOTHING
        if left:
            for roll, ways in terms.reach[keep]:
                key = Lying(left, roll, kept)
                after[key] = after.get(key, Fraction()) + often * Fraction(ways, terms.unit)

    def _decide(self, lies: Lying, often: Fraction) -> Chances:
        """What the player does there; the cost of it is counted."""
        options = self._options(lies)
        legal = tuple(options)
        if len(legal) == 1:
            return {legal[0]: Fraction(1)}
        best = max(options.values())
        right = next(action for action, value in options.items() if value == best)
        position = self._position(lies)
        chances = self.player(position, legal, right)
        tally = self.found.tallies.setdefault(lies.left, TurnTally())
        tally.decisions += self.share * often
        for action, chance in chances.items():
            regret = best - (Fraction() if action is None else options[action])
            if chance and regret:
                self.loss += often * chance * regret
                tally.errors += self.share * often * chance
                tally.loss += self.share * often * chance * regret
                written = FORFEIT if action is None else format_action(action)
                blunder = TurnBlunder(str(position), written, chance, format_action(right), regret, often)
                self.found.blunders.append(blunder)
        return chances

    def _options(self, lies: Lying) -> dict[Action, Fraction]:
        if lies.roll is None:
            numerators = self.solution.first_options()
        else:
            numerators = self.solution.options(lies.left, lies.roll, lies.kept)
        over = self.solution.denominator(lies.left)
        return {action: Fraction(numerator, over) for action, numerator in numerators}

    def _position(self, lies: Lying) -> Position:
        question = self.question
        return Position(
            phase="T",
            results=question.results,
            cap=question.throws,
            roll=lies.roll,
            throws=question.throws - lies.left,
            left=lies.left,
            kept=lies.kept,
        )


def built_in_turn(question: TurnQuestion, built_in: BuiltIn | StrategyPlayer) -> TurnPlayer:
    """A built-in player's turns. Raises InputError for one who plays rounds."""
    if built_in.name in ROUND_GOALS:
        raise InputError(f"{built_in.name} plays rounds, and this is a turn: examine it in a whole game")

    listed = built_in.strategy(question.rules, 2, ROUND)

    def play(position: Position, legal: tuple[Action, ...], best: Action) -> Chances:
        if built_in.name in BEHAVIOURS:
            seen = replace(position, phase="R", players=len(position.results) + 1)
            return {BEHAVIOURS[built_in.name](question.rules, seen, legal): Fraction(1)}
        if listed is not None:
            return {plays(listed, question.rules, position, legal): Fraction(1)}
        noise = Fraction(str(built_in.noise))  # the number that was written, not the nearest binary one
        chances: dict[Action | None, Fraction] = dict.fromkeys(legal, noise / len(legal))
        chances[best] += 1 - noise
        return chances

    return play


class AskedTurn:
    """How a bot that always plays alike plays a turn: it is asked once about a position, seldom twice."""

    def __init__(self, bot: Bot | BatchBot) -> None:
        self._bot, self._asked = bot, 0
        self.forfeits: dict[str, str] = {}
        """The positions whose answer is no legal action, with the reason."""
        self.unsteady = 0
        """Of the positions asked twice, how many were answered otherwise the second time."""

    def __call__(self, position: Position, legal: tuple[Action, ...], _best: Action) -> Chances:
        """Its answer, None for one that forfeits."""
        asked, offered = str(position), tuple(map(format_action, legal))
        action, reason = self._answer(asked, offered, legal)
        if reason:
            self.forfeits[asked] = reason
        if self._asked % SELDOM == 0:
            self.unsteady += self._answer(asked, offered, legal)[0] != action
        self._asked += 1
        return {action: Fraction(1)}

    def _answer(
        self, asked: str, offered: tuple[str, ...], legal: tuple[Action, ...]
    ) -> tuple[Action | None, str]:
        try:
            (answer,) = answers_of(self._bot, [asked], [offered])
            return action_of(answer, legal), ""
        except Forfeit as forfeit:
            return None, str(forfeit)
