"""Small games, and the policies of their situations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from game421.advice.answers import BestAnswer
from game421.advice.situation import MoverTurn, Situation, best_of_situation, mover_turn
from game421.dice import KEEP_NOTHING
from game421.games.values import GameValues
from game421.rules.record import Rules
from game421.states.actions import parse_action
from game421.states.play import legal_actions, outcomes, round_start
from game421.states.positions import Position
from game421.states.settlements import Settlement
from game421.tables import SituationPolicy, game_policy, round_policy
from game421.tables.solving import solve_game

COIN = (2, 1, 0, 1, 0, 0)
"""Aces, deuces and fours: ten combinations, 421 and 221 among them."""


BISTRO = Rules(
    tokens=3,
    die=COIN,
    followers="declare",
    tie_by_throws="fewer-wins",
    rampo_value="choice",
    charge_throws=1,
    ends="last-in",
)


GAMES = {
    "classic": (Rules(tokens=3, nenette_takes=2, die=COIN), "manche"),
    "bistro": (BISTRO, "manche"),
    "bistro, partie": (replace(BISTRO, tokens=2, manches=2), "partie"),
    "havraise": (Rules(tokens=3, die=COIN, charge="havraise", charge_throws=1, followers="up-to"), "manche"),
    "locked": (Rules(tokens=2, die=(1, 1, 0, 0, 0, 0), kept_dice="locked", charge_throws=2), "manche"),
}


@cache
def values(name: str) -> GameValues:
    rules, goal = GAMES[name]
    return solve_game(rules, 2, goal).values  # type: ignore[arg-type]


@cache
def policy(name: str, reachable: bool = False) -> SituationPolicy:
    return game_policy(values(name), reachable=reachable)


@cache
def duel() -> SituationPolicy:
    return round_policy(GAMES["classic"][0], "duel")


class Single:
    """Single answers to positions of one table; the turn that several positions lie in is solved once.

    It is the same turn whatever has been thrown and kept in it, so that only positions of the same results,
    cap and throws in all share it.
    """

    def __init__(self) -> None:
        self._turns: dict[tuple[Position, int], MoverTurn] = {}

    def __call__(self, situation: Situation) -> BestAnswer:
        position = situation.position
        if position.left is None:
            return best_of_situation(situation)
        before = replace(position, roll=None, throws=0, left=position.cap, kept=KEEP_NOTHING)
        key = before, position.throws + position.left
        if key not in self._turns:
            self._turns[key] = mover_turn(situation)
        return best_of_situation(situation, self._turns[key])


def as_written(action: str) -> str:
    """An action as a position's answer writes it."""
    return action.removeprefix("k")


def agree(row, answer: BestAnswer) -> None:
    """A row says what a single answer says."""
    assert row.position == answer.source.position
    assert row.value == pytest.approx(answer.value, abs=1e-12)
    assert [as_written(action) for action in row.ties.split()] == list(answer.ties)
    assert row.action == row.ties.split()[0]
    assert row.regret == pytest.approx(answer.options[1].regret, abs=1e-12)


def played(rules: Rules, first: Position, policy: SituationPolicy | None = None) -> Iterator[Position]:
    """Every position that leaves a choice: of the round, whatever is done; of the game, by a policy."""
    seen, waiting = {first}, [first]
    while waiting:
        position = waiting.pop()
        actions = legal_actions(rules, position)
        if len(actions) > 1:
            yield position
            if policy is not None:
                actions = (parse_action(as_written(policy.probe(position).action)),)
        following = {after for action in actions for _, after in outcomes(rules, position, action)}
        new = {after for after in following if isinstance(after, Position)}
        if policy is not None:
            settled = (after.state for after in following if isinstance(after, Settlement))
            new |= {round_start(rules, state) for state in settled if state is not None}
        waiting += new - seen
        seen |= new
