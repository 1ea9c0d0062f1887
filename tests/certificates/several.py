"""Float tables of small games of several players, made by the slow twins of `oracles`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from oracles.axes import ALL_DICE, Axes, name, rules
from oracles.game import Game, Move, State, Vector
from oracles.round import Results, Round

Written = tuple[str | int, ...]

COIN = (2, 1, 0, 0, 0, 0)
BASE: dict[str, Any] = {
    "die": COIN,
    "tokens": 4,
    "charge_throws": 1,
    "decharge_throws": 2,
    "values": {"111": 2, "fiche": 1, "brelan": 1, "221": 1},
}


def small_game(change: dict[str, Any], players: int = 3) -> Game:
    """A game of aces and twos; a ranking of the combinations that these show is completed."""
    table: Axes = rules(**{**BASE, **change})
    if not isinstance(table["ranking"], str):
        told = {one for tier in table["ranking"] for one in tier}
        table["ranking"] = table["ranking"] + [name(roll) for roll in ALL_DICE if name(roll) not in told]
    return Game(table, players, "partie" if table["manches"] > 1 else "manche")


def reachable(game: Game) -> list[State]:
    """Every state that some play can reach."""
    seen, todo = {game.start()}, [game.start()]
    while todo:
        for move in _possible(game, todo.pop()):
            if move.state is not None and move.state not in seen:
                seen.add(move.state)
                todo.append(move.state)
    return sorted(seen)


def _possible(game: Game, state: State) -> Iterator[Move]:
    played = game.round(state, lambda _: (0.0,) * game.players, float)
    for history in _histories(played, ()):
        for deals in played.settlement.deals(history).values():
            for deal in deals:
                yield game.follow(state, played.payments.outcome(history, deal, played.pot, played.stacks))


def _histories(played: Round, history: Results) -> Iterator[Results]:
    if len(history) == played.players:
        yield history
        return
    for end in played.ends(history):
        yield from _histories(played, (*history, end))


def written(game: Game, state: State) -> Written:
    """A state as the checker's tables write it."""
    phase = "C" if state.phase == "charge" else "D"
    stacks = listed(game, state, state.stacks)
    return (phase, state.pot, *stacks, *state.lost)


def listed(game: Game, state: State, entries: tuple[Any, ...]) -> tuple[Any, ...]:
    """The entries of those that a state's table lists: in a manche not of those who have left."""
    if game.partie or state.phase == "charge":
        return entries
    return tuple(entry for entry, stack in zip(entries, state.stacks, strict=True) if stack)


def wrong_table(game: Game, states: list[State]) -> dict[State, Vector]:
    """Values at random, alike in states that a table writes alike; who has left has won.

    Many are beyond 0 and 1, so that what follows a round is often worth more than winning.
    """
    found: dict[State, Vector] = {}
    for state in states:
        random = Random(repr(written(game, state)))
        sits = (1,) * game.players if game.partie or state.phase == "charge" else state.stacks
        found[state] = tuple(random.uniform(-3, 3) if place else 1.0 for place in sits)
    return found
