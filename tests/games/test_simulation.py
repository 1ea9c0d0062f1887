"""Best play as it is played, die by die and throw-off by throw-off, wins as often as the values say."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game421.advice.situation import best_of_situation, game_situation
from game421.games.values import GameValues
from game421.states.actions import Action, parse_action
from game421.states.payoffs import game_payoffs
from game421.states.play import legal_actions, mover, round_start
from game421.states.positions import Position
from game421.states.sampling import sample
from game421.states.settlements import Settlement
from game421.states.token_states import TokenState, opening

from .small import COIN, THREE_FACES, both, goal_of, solved

GAMES = 600
ERRORS = 4
"""Standard errors that a mean may be off: one seed in 16,000 fails."""

TABLES: dict[str, dict[str, Any]] = {
    "classic": {"die": THREE_FACES, "charge_throws": 2, "decharge_throws": 2, "nenette_takes": 2},
    "bistro": {
        "followers": "declare",
        "tie_by_throws": "fewer-wins",
        "rampo_value": "choice",
        "transfer": "sum",
        "charge_throws": 1,
        "ends": "last-in",
    },
    "locked, previous": {
        "kept_dice": "locked",
        "cap": "previous",
        "followers": "up-to",
        "next_leader": "winner",
    },
    "havraise": {"charge": "havraise", "die": THREE_FACES, "nenette_tie": "last-wins"},
    "each, difference": {
        "nenette_takes": 2,
        "nenette_each": True,
        "transfer": "difference",
        "ends": "last-in",
    },
    "partie, Espagnole": {"manches": 2, "espagnole": "partie", "charge_throws": 1, "decharge_throws": 2},
}


class BestPlay:
    """Plays by the values: what it does in a position is worked out once."""

    def __init__(self, table: GameValues) -> None:
        self.table = table
        self._chosen: dict[Position, Action] = {}

    def action(self, position: Position) -> Action:
        legal = legal_actions(self.table.rules, position)
        if len(legal) == 1:
            return legal[0]
        if position not in self._chosen:
            answer = best_of_situation(game_situation(self.table.rules, position, self.table))
            self._chosen[position] = parse_action(answer.best)
        return self._chosen[position]

    def won(self, state: TokenState, random: Random) -> float:
        """What a game from `state` brings its first leader; tokens and manches are counted on the way."""
        rules, first = self.table.rules, 0
        position = round_start(rules, state)
        while True:
            following = sample(rules, position, self.action(position), random)
            if isinstance(following, Position):
                assert mover(rules, following) in (0, 1)
                position = following
                continue
            assert isinstance(following, Settlement)
            if following.state is None:
                assert following.ending is not None
                payoffs, parts = game_payoffs(self.table.goal, following.ending, 2)
                assert sum(payoffs) == parts
                return payoffs[first] / parts
            check(rules.tokens, position.token_state, following)
            first = following.seats.index(first)
            position = round_start(rules, following.state)


def check(tokens: int, before: TokenState, after: Settlement) -> None:
    """Nothing is lost between two rounds: tokens always, and manches by whoever lost this one."""
    state = after.state
    assert state is not None
    assert sorted(after.seats) == [0, 1]
    assert (state.pot or 0) + sum(state.stacks) == tokens
    if after.ending is None:
        moved = tuple(before.stacks[seat] - after.scores[seat] for seat in after.seats)
        assert state.stacks == moved
        assert sum(state.lost) == sum(before.lost)
    else:
        assert (state.phase, state.pot, after.ending.loser) == ("C", tokens, after.seats[0])
        assert sum(state.lost) == sum(before.lost) + 1


@pytest.mark.parametrize("name", TABLES)
def test_best_play_wins_as_often_as_its_value_says(name: str) -> None:
    base = {"die": COIN, "tokens": 4, "decharge_throws": 3, "charge_throws": 3}
    rules, _ = both(base, TABLES[name])
    table = solved(rules, goal_of(rules))
    play, random = BestPlay(table), Random(name)
    start = opening(rules, 2, partie=bool(rules.manches > 1))
    uneven = next(state for state in table.values if state.phase == "D" and state.stacks == (1, 3))
    for state in (start, uneven):
        value = table.values[state][0] / table.denominator
        mean = sum(play.won(state, random) for _ in range(GAMES)) / GAMES
        assert abs(mean - value) <= ERRORS * (value * (1 - value) / GAMES) ** 0.5
