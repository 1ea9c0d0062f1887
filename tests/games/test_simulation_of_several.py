"""Best play of three and four, as it is played die by die, brings each player what the values say."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game421.games.equilibrium import solve_equilibrium
from game421.games.space import game_space
from game421.games.sweeps import Threads
from game421.games.values import GameValues
from game421.states.payoffs import game_payoffs
from game421.states.play import round_start
from game421.states.positions import Position
from game421.states.sampling import sample
from game421.states.settlements import Settlement
from game421.states.token_states import TokenState
from game421.tables.solving import values_of

from .small import COIN, both, goal_of
from .test_simulation import ERRORS, BestPlay

GAMES = 400

BASE: dict[str, Any] = {"die": COIN, "tokens": 3, "charge_throws": 1, "decharge_throws": 2}
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "three, first out": (3, {"tokens": 4}),
    "three, last in": (
        3,
        {"ends": "last-in", "followers": "up-to", "tie_by_throws": "fewer-wins", "rampo_value": "choice"},
    ),
    "three, a partie": (3, {"ends": "last-in", "manches": 2, "tokens": 2, "next_leader": "rotation"}),
    "four, first out": (4, {"tokens": 4, "decharge_throws": 1, "ties": "later-wins"}),
    "four, last in": (4, {"tokens": 2, "ends": "last-in", "cap": "previous", "followers": "up-to"}),
}


def brought(play: BestPlay, state: TokenState, random: Random) -> list[float]:
    """What a game from `state` brings everyone who is in it, in its playing order."""
    rules, names = play.table.rules, list(range(state.players))
    payoffs = [1.0] * state.players
    position = round_start(rules, state)
    while True:
        following = sample(rules, position, play.action(position), random)
        if isinstance(following, Position):
            position = following
            continue
        assert isinstance(following, Settlement)
        if following.state is None:
            assert following.ending is not None
            found, parts = game_payoffs(play.table.goal, following.ending, len(names))
            for name, payoff in zip(names, found, strict=True):
                payoffs[name] = payoff / parts
            return payoffs
        names = [names[seat] for seat in following.seats]
        position = round_start(rules, following.state)


@pytest.mark.parametrize("name", TABLES)
def test_everyone_wins_as_often_as_the_values_say(name: str) -> None:
    players, change = TABLES[name]
    rules, _ = both(BASE, change)
    space = game_space(rules, players, goal_of(rules))
    (*_, end) = solve_equilibrium(space, Threads(1), lambda _done, _of: None)
    table: GameValues = values_of(space, end)
    play, random = BestPlay(table), Random(name)
    games = [brought(play, space.opening, random) for _ in range(GAMES)]
    for seat, value in enumerate(table.of(space.opening)):
        mean = sum(payoffs[seat] for payoffs in games) / GAMES
        assert abs(mean - value) <= ERRORS * (value * (1 - value) / GAMES) ** 0.5, (seat, mean, value)
