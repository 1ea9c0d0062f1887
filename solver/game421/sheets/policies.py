"""Rounds solved for a sheet, and what each of their decisions says: the policy, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from game421.dice import KEEP_NOTHING, KeepIndex, RollIndex
from game421.games.values import GameStakes, GameValues
from game421.rounds.decisions import RoundDecisions, decide
from game421.rounds.histories import History
from game421.rounds.positions import Lying, Section
from game421.rounds.stakes import EXACT_PLAYERS, RoundStakes
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.sheets.lists import Lies, Policy
from game421.states.actions import Action, is_declared, is_stop, keep_of
from game421.states.checks import check_position
from game421.states.goals import RoundGoal
from game421.states.play import round_start
from game421.states.token_states import TokenState

UNTOLD = 255
"""Stands for the action of a position that cannot be, or that one does not come to."""


class Choice(NamedTuple):
    """A decision: what to do, what that is worth, and what the second best costs, if there is one."""

    action: Action
    value: float
    regret: float | None


class SolvedRound:
    """A round in one token state, solved: what to do, whatever lies there. Made by the functions below."""

    def __init__(self, rules: Rules, state: TokenState, decided: RoundDecisions) -> None:
        self.rules, self.state, self._decided = rules, state, decided
        self.players = len(state.seats_in)
        """How many play the round."""

    @property
    def throws(self) -> int:
        """The most throws of a turn."""
        return self._decided.positions.tree.throws

    @cached_property
    def value(self) -> float:
        """What the round is worth to its leader."""
        section, first = self._decided.positions.turn(())
        return float(self._decided.found.value[0, first + section.rows_left(section.cap).start])

    def turns(self, made: int) -> Iterator[tuple[int, History]]:
        """Every turn of the player after `made` others: its cap, and results that lead to it.

        Of results that leave him the same, some stand for all.
        """
        positions = self._decided.positions
        for section in positions.sections:
            if section.made == made:
                for summary in section.columns.tolist():
                    history = positions.histories[made][summary]
                    if history is not None:
                        yield section.cap, history

    def policy(self, results: History, left: int) -> Policy:
        """What the player after these results does with so many throws left, after at least one.

        Where dice are locked, with those alone that he locks when he plays so from his first throw.
        """
        section, first = self._decided.positions.turn(results)
        locks = self._locks(results, section, left)
        actions = self._decided.found.action[0]
        shown = self._decided.positions.tree.results.shown
        return {
            Lies(lying.roll, lying.kept): Action(int(actions[first + row]))
            for row, lying in _rows(section, left)
            if lying.roll is not None and shown[lying.roll] and section.possible[row] and lying.kept in locks
        }

    def _locks(self, results: History, section: Section, left: int) -> set[KeepIndex]:
        """The dice he may have locked with so many throws left."""
        if self.rules.kept_dice != "locked" or left == section.cap - 1:
            return {KEEP_NOTHING}
        before = self.policy(results, left + 1).values()
        return {keep_of(action) for action in before if not is_stop(action) and not is_declared(action)}

    def choice(self, results: History, left: int, roll: RollIndex) -> Choice:
        """The decision on a roll where nothing is locked."""
        section, first = self._decided.positions.turn(results)
        number = first + section.row[Lying(left, roll)]
        action, value, regret = (array[0, number] for array in self._decided.found.arrays[:3])
        return Choice(Action(int(action)), float(value), None if np.isnan(regret) else float(regret))

    def told(self, results: History, left: int) -> bytes:
        """The same all in one, which is equal where the policy is, for a given number of throws left."""
        section, first = self._decided.positions.turn(results)
        rows = section.rows_left(left)
        found = self._decided.found.action[0, first + rows.start : first + rows.stop]
        locks = self._locks(results, section, left)
        meant = [lying.kept in locks for lying in section.rows[rows]]
        return np.where(section.possible[rows] & meant, found, UNTOLD).tobytes()

    def declares_first(self, results: History) -> bool:
        """Whether the player after these results says "le bon" before his first throw."""
        section, first = self._decided.positions.turn(results)
        row = section.rows_left(section.cap).start
        return is_declared(Action(int(self._decided.found.action[0, first + row])))

    def rampo_choices(self) -> dict[RollIndex, Action]:
        """Of two players tied on a combination, what the first to throw again chooses, where he may.

        Throws make no difference to it: both made as many where they count at all.
        """
        positions = self._decided.positions
        found = self._decided.found.action[0, positions.throw_offs.first :].tolist()
        several = zip(positions.throw_offs.after, positions.throw_offs.menus, found, strict=True)
        return {RollIndex(roll): Action(action) for (_, _, roll), menu, action in several if len(menu) > 1}


def _rows(section: Section, left: int) -> Iterator[tuple[int, Lying]]:
    """What may lie there with so many throws left, each with its row."""
    rows = section.rows_left(left)
    return zip(range(rows.start, rows.stop), section.rows[rows], strict=True)


@lru_cache(maxsize=6)
def bare_round(rules: Rules, goal: RoundGoal, players: int, phase: Phase = "decharge") -> SolvedRound:
    """A round played for itself. Raises InputError for one that cannot be."""
    state = TokenState("C" if phase == "charge" else "R", players)
    check_position(rules, round_start(rules, state))
    exact = players <= EXACT_PLAYERS
    return SolvedRound(rules, state, decide(rules, [state], RoundStakes(rules, goal, players), exact=exact))


def game_round(table: GameValues, state: TokenState) -> SolvedRound:
    """A round of a game whose values are known, in float64. Raises InputError for a state that cannot be."""
    check_position(table.rules, round_start(table.rules, state))
    constant = 1 if table.players == 2 else None
    return SolvedRound(table.rules, state, decide(table.rules, [state], GameStakes(table), constant=constant))
