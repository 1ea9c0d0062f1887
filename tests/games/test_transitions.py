"""Where rounds lead token states: the columns against the game as it is played, every state and verdict."""

from __future__ import annotations

from typing import Any

import pytest

from game421.games.space import LOST, WON, GameSpace
from game421.rules import read_rules
from game421.states.payoffs import GameGoal, game_payoffs
from game421.states.settlements import Settlement, apply

GAMES: dict[str, tuple[str, int, GameGoal]] = {
    "three, first out": ("tokens = 7\nnenette_takes = 2\n[values]\n421 = 10", 3, "manche"),
    "four, last in, who wins leads": ('tokens = 5\nends = "last-in"\nnext_leader = "winner"', 4, "manche"),
    "three, last in, rotation": ('tokens = 6\nends = "last-in"\nnext_leader = "rotation"', 3, "manche"),
    "three, every nénette takes": ("tokens = 7\nnenette_takes = 2\nnenette_each = true", 3, "manche"),
    "three, all and all but one": (
        'tokens = 6\nends = "last-in"\n[values]\n421 = "all"\n111 = "all-but-one"',
        3,
        "manche",
    ),
    "three, a partie of two": ('tokens = 4\nends = "last-in"\nmanches = 2', 3, "partie"),
    "three, an espagnole loses the partie": (
        'tokens = 4\nends = "last-in"\nmanches = 2\nespagnole = "partie"\nnext_leader = "rotation"',
        3,
        "partie",
    ),
    "two, first out, a partie": ("tokens = 5\nmanches = 3", 2, "partie"),
    "two, first out, a partie by espagnole": ('tokens = 5\nmanches = 2\nespagnole = "partie"', 2, "partie"),
    "five, sum, last in": ('tokens = 2\nends = "last-in"\ntransfer = "sum"', 5, "manche"),
}


def meaning(space: GameSpace, place: int) -> Any:
    """What stands at a place of the vector of values: a payoff, or a state and the seat in it."""
    if place < len(space.shares):
        return space.shares[place]
    state = int(space.owner[place])
    return space.states[state], place - int(space.offset[state])


def brought(space: GameSpace, settlement: Settlement, seat: int, players: int) -> Any:
    """The same, from a settlement as the game makes it."""
    if settlement.state is not None:
        if seat not in settlement.seats:
            return WON
        return settlement.state, settlement.seats.index(seat)
    assert settlement.ending is not None
    payoffs, parts = game_payoffs(space.goal, settlement.ending, players)
    return (payoffs[seat], parts) if payoffs[seat] else LOST


@pytest.mark.parametrize("game", GAMES)
def test_every_verdict_leads_every_state_where_the_game_does(game: str) -> None:
    text, players, goal = GAMES[game]
    space = GameSpace(read_rules(text), players, goal)
    pairs = 0
    for block in space.blocks:
        assert block.tree is not None
        for column, index in enumerate(block.states):
            state = space.states[index]
            order = [*state.seats_in, *(seat for seat in range(state.players) if seat not in state.seats_in)]
            for verdict, leads_to in zip(block.tree.verdicts, block.leads_to[:, :, column], strict=True):
                settlement = apply(space.rules, state, verdict)
                pairs += 1
                for seat, place in zip(order, leads_to.tolist(), strict=True):
                    assert meaning(space, place) == brought(space, settlement, seat, state.players)
    assert pairs > 500
