"""Situations of rounds and whole games by the thousand: a token state is solved once, the rest is look-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from game421.advice.answers import Ratio
from game421.advice.asking import situation_of
from game421.advice.situation import MoverTurn, Situation, best_of_situation, mover_turn
from game421.dice import KEEP_NOTHING
from game421.errors import InputError
from game421.games.values import GameStakes, GameValues
from game421.reports import Notice, silent
from game421.rules.record import Rules
from game421.states.actions import Action, format_action
from game421.states.goals import GAME_GOALS, GameGoal, SituationGoal
from game421.states.positions import Position
from game421.states.token_states import TokenState
from game421.tables.library import game_values

if TYPE_CHECKING:  # they load numpy
    from game421.rounds.positions import RoundPositions
    from game421.turns.decisions import Decisions

FEW = 50
"""So many positions are answered one by one sooner than the token states are solved."""

Four = tuple[str, str, str, str]
"""Four fields of a position in one line."""


class SituationAnswer(NamedTuple):
    """What to do in one position; or, in `error`, what is wrong with it."""

    action: str = ""
    """The action of the tie rule, written as in a position's answers: `42`, `-`, `42!`, `tied`."""
    value: float | None = None
    """What the position is worth to the player to move."""
    regret: float | None = None
    """What the second best costs, None where there is no other."""
    ties: tuple[str, ...] = ()
    """Every action as good as the best, in tie-rule order."""
    exact: Ratio | None = None
    """The value exactly, of bare rounds where it is found in whole numbers."""
    error: str = ""


class _Solved(NamedTuple):
    """A token state of a game, solved: what to do in every position of its round, arrays [n]."""

    positions: RoundPositions
    found: Decisions


class _Written(NamedTuple):
    """A position in one line, taken apart for look-up."""

    state: Four
    """Phase, pot, stacks, manches lost."""
    turn: Four
    """Results, cap, throws left, locked dice."""
    roll: str

    @classmethod
    def of(cls, text: str) -> _Written | None:
        """The parts of a text, None where it is not even as long as a position."""
        parts = text.split()
        if len(parts) == 7:
            phase, pot, stacks, results, cap, roll, left = parts
            return cls((phase, pot, stacks, ""), (results, cap, left, ""), roll)
        if len(parts) < 7:
            return None
        phase, pot, stacks, results, cap, roll, left, *words = parts
        lost = " ".join(word for word in words if word.startswith("lost="))
        kept = " ".join(word for word in words if not word.startswith("lost="))
        return cls((phase, pot, stacks, lost), (results, cap, left, kept), roll)


class Situations:
    """Answers situations under one table's rules, for `goal` or what each is most likely about.

    Many positions of whole games, if expected, are answered in float64 by look-up; few, and those of bare
    rounds, one by one as `best` answers them. `notice` is told what takes time.
    """

    def __init__(self, rules: Rules, goal: SituationGoal | None = None, notice: Notice = silent) -> None:
        self._rules, self._goal, self._notice = rules, goal, notice
        self._values: dict[tuple[int, GameGoal], GameValues | InputError] = {}
        self._states: dict[Four, _Solved] = {}
        self._numbers: dict[tuple[RoundPositions, Four], dict[str, int]] = {}
        """Numbers by roll, of positions that differ in nothing else."""
        self._turns: dict[tuple[Position, int], MoverTurn] = {}
        self._ties: dict[tuple[tuple[Action, ...], int], tuple[str, ...]] = {}

    def answer(self, text: str) -> SituationAnswer:
        """What to do in a position of phase R, C or D. Raises InputError where it cannot be."""
        written = _Written.of(text)
        solved = self._states.get(written.state) if written else None
        if written and solved:
            number = self._numbers.get((solved.positions, written.turn), {}).get(written.roll)
            if number is not None:
                return self._found(solved, number)
        return self._ask(text, written)

    def answer_or_error(self, text: str) -> SituationAnswer:
        """The same, with what is wrong as its `error`."""
        try:
            return self.answer(text)
        except InputError as error:
            return SituationAnswer(error=" ".join(str(error).split()))

    def expect(self, texts: Iterable[str]) -> None:
        """Solve together the token states of whole games that these positions will be asked about.

        Where they are `FEW`, nothing is solved: each will be answered by itself, as `best` answers it.
        """
        states: dict[Four, Situation] = {}
        count = 0
        for text in texts:
            written = _Written.of(text)
            if written is None or written.state[0] not in {"C", "D"} or written.state in self._states:
                continue
            count += 1
            if written.state not in states:
                with suppress(InputError):  # what is wrong is said when it is asked
                    states[written.state] = self._situation(Position.parse(text))
        if count > FEW:
            self._solve(states)

    def _ask(self, text: str, written: _Written | None) -> SituationAnswer:
        """The same in full: read, checked, and kept for the next time."""
        situation = self._situation(Position.parse(text))
        solved = self._states.get(written.state) if written else None
        number = solved.positions.number(situation.position) if solved else None
        if written is None or solved is None or number is None:
            return self._one(situation)
        # Where a token state, a turn in such a round and a roll can each be, they can be together.
        self._numbers[solved.positions, written.turn] = solved.positions.numbers_by_roll(situation.position)
        return self._found(solved, number)

    def _found(self, solved: _Solved, number: int) -> SituationAnswer:
        """What was decided in a position."""
        positions, found = solved
        mask, regret = int(found.ties[number]), float(found.regret[number])
        key = positions.menus[positions.menu[number]], mask
        if key not in self._ties:
            best = (action for bit, action in enumerate(key[0]) if mask >> bit & 1)
            self._ties[key] = tuple(map(format_action, best))
        return SituationAnswer(
            self._ties[key][0], float(found.value[number]), None if isnan(regret) else regret, self._ties[key]
        )

    def _one(self, situation: Situation) -> SituationAnswer:
        """A position answered by itself; the turn it is part of is kept."""
        answer = best_of_situation(situation, self._turn(situation))
        regret = answer.options[1].regret if len(answer.options) > 1 else None
        exact = None if situation.goal in GAME_GOALS else answer.exact
        return SituationAnswer(answer.best, answer.value, regret, answer.ties, exact)

    def _turn(self, situation: Situation) -> MoverTurn | None:
        """The turn of the mover, solved once; None in a throw-off."""
        position = situation.position
        if position.left is None:
            return None
        before = replace(position, roll=None, throws=0, left=position.cap, kept=KEEP_NOTHING)
        key = before, position.throws + position.left
        if key not in self._turns:
            self._turns[key] = mover_turn(situation)
        return self._turns[key]

    def _situation(self, position: Position) -> Situation:
        return situation_of(self._rules, position, self._goal, values=self._table)

    def _table(self, rules: Rules, players: int, goal: GameGoal) -> GameValues:
        """The values of a game, found once; where they cannot be found, the same error again."""
        if (players, goal) not in self._values:
            try:
                self._values[players, goal] = game_values(rules, players, goal, self._notice)
            except InputError as error:
                self._values[players, goal] = error
        found = self._values[players, goal]
        if isinstance(found, InputError):
            raise found
        return found

    def _solve(self, situations: Mapping[Four, Situation]) -> None:
        """Solve the token states of those situations that are of whole games, those of a game together."""
        from game421.games.decisions import decide_states

        games: dict[int, tuple[GameValues, dict[TokenState, list[Four]]]] = {}
        for written, situation in situations.items():
            if isinstance(situation.stakes, GameStakes):
                table = situation.stakes.table
                states = games.setdefault(id(table), (table, {}))[1]
                states.setdefault(situation.position.token_state, []).append(written)
        for table, states in games.values():
            alike = sorted(states, key=lambda state: (state.phase, state.players, len(state.seats_in)))
            for decided in decide_states(table, alike):
                for place, state in enumerate(decided.states):
                    solved = _Solved(decided.positions, decided.found.of(place))
                    self._states |= dict.fromkeys(states[state], solved)
