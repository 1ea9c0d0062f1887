"""What the slow twin says of a position in the midst of a round, and games of invented values."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any
from zlib import crc32

from game421.advice.situation import (
    Situation,
    best_of_situation,
    value_of_situation,
)
from game421.dice import KEEPS, ROLLS, format_keep
from game421.games.space import game_space
from game421.games.values import GameValues
from game421.rules.record import Rules
from game421.states.goals import GameGoal
from game421.states.play import legal_actions, round_start
from game421.states.positions import Position
from game421.states.sampling import sample
from game421.states.settlements import Settlement
from game421.states.token_states import TokenState
from oracles.game import Game, Lookup, State
from oracles.round import Round, Vector
from oracles.settle import Results
from oracles.turn import Turn, throws_of

from .tables import COIN, both

UNIT = 996
"""What the values of the invented tables are over."""


def walk(rules: Rules, state: TokenState, rounds: int, seed: object) -> Iterator[Position]:
    """Every position that some random rounds from a state come by."""
    random = Random(str(seed))
    for _ in range(rounds):
        position = round_start(rules, state)
        while True:
            yield position
            following = sample(rules, position, random.choice(legal_actions(rules, position)), random)
            if isinstance(following, Settlement):
                break
            assert isinstance(following, Position)
            position = following


def history_of(position: Position) -> Results:
    return tuple((ROLLS[result.roll], result.throws or 0) for result in position.results)


def ends_from(turn: Turn, position: Position) -> dict[tuple[Any, int], Fraction]:
    """Chance of each end of a turn from the middle of it, every choice being the tie rule's."""
    assert position.left is not None
    if position.roll is None:
        return turn.outcomes()
    found: dict[tuple[Any, int], Fraction] = {}
    declared = position.left == 0
    todo = [((ROLLS[position.roll], position.throws, KEEPS[position.kept], declared), Fraction(1))]
    while todo:
        (roll, used, locked, said), chance = todo.pop()
        left = 0 if said else turn.throws - used
        (kept, bon), _ = turn.choice(roll, left, locked, said)
        if len(kept) == 3:
            found[kept, used] = found.get((kept, used), Fraction(0)) + chance
            continue
        ends = thrown(turn, kept)
        for end, share in ends.items():
            todo.append(((end, used + 1, kept if turn.locks else (), bon), chance * share))
    return found


def thrown(turn: Turn, kept: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    ends = throws_of(turn.weights, kept)
    whole = sum(weight for _, weight in ends)
    return {end: Fraction(weight, whole) for end, weight in ends}


def values_at(round_: Round, position: Position) -> Vector:
    """What a position is worth to everyone, by the twin."""
    history = history_of(position)
    if position.left is None:
        return round_.values(history)
    ends = ends_from(round_.turn(history), position)
    vectors = [(chance, round_.values((*history, end))) for end, chance in ends.items()]
    assert sum(chance for chance, _ in vectors) == 1
    return tuple(sum(chance * vector[i] for chance, vector in vectors) for i in range(len(vectors[0][1])))


def options_at(round_: Round, position: Position) -> dict[str, Fraction]:
    """Every action and what it is worth to the mover, by the twin."""
    history = history_of(position)
    if position.left is None:
        return round_.choice(history)
    turn = round_.turn(history)
    if position.roll is not None and position.left == 0:
        return {
            format_keep(position.roll): round_.values((*history, (ROLLS[position.roll], position.throws)))[
                round_.entries[len(history)]
            ]
        }
    roll = "-" if position.roll is None else format_keep(position.roll)
    return turn.options(roll, position.left, format_keep(position.kept))


def agree(situation: Situation, round_: Round) -> None:
    """The answers on a position are the twin's, in the order of the tie rule among equals."""
    position = situation.position
    answer = best_of_situation(situation)
    expected = options_at(round_, position)
    if position.left is not None or len(expected) > 1:
        found = {option.action: option.exact.fraction() for option in answer.options if option.exact}
        assert found == expected, position
        most = max(expected.values())
        assert answer.ties == tuple(action for action, value in expected.items() if value == most)
        assert answer.best == answer.ties[0]
        assert all(
            option.regret_exact is not None and option.regret_exact.fraction() == most - found[option.action]
            for option in answer.options
        )
        assert [option.regret for option in answer.options] == sorted(o.regret for o in answer.options)
    values = value_of_situation(situation)
    assert values.exact is not None
    seats = position.token_state.players
    assert tuple(ratio.fraction() for ratio in values.exact) == values_at(round_, position)[:seats], position


def invented(rules: Rules, players: int, goal: GameGoal, *, exact: bool = True) -> GameValues:
    """Values of every state that nobody computed: whole numbers over `UNIT`, or their quotients.

    Two players share a win between them, more have each some.
    """

    def value(state: TokenState, seat: int) -> int:
        return crc32(f"{state} {seat}".encode()) % UNIT if players > 2 or not seat else UNIT - value(state, 0)

    values = {
        state: tuple(value(state, seat) for seat in range(state.players))
        for state in game_space(rules, players, goal).states
    }
    if exact:
        return GameValues(
            rules, players, goal, "invented", exact=True, epsilon=0, denominator=UNIT, values=values
        )
    rough = {state: tuple(value / UNIT for value in found) for state, found in values.items()}
    return GameValues(
        rules, players, goal, "invented", exact=False, epsilon=1e-9, denominator=1, values=rough
    )


def as_twin(state: TokenState, players: int) -> State:
    """A state as the twin writes it: whoever has left keeps a seat."""
    out = players - state.players
    phase = "charge" if state.phase == "C" else "decharge"
    return State(phase, state.pot or 0, state.stacks + (0,) * out, state.lost)


def lookup_in(table: GameValues) -> Lookup:
    """What the twin is told of the states that follow; whoever has left has not lost."""

    def lookup(state: State) -> Vector:
        charge = state.phase == "charge"
        kept = [seat for seat, held in enumerate(state.stacks) if held or charge or state.lost]
        stacks = tuple(state.stacks[seat] for seat in kept)
        ours = TokenState("C" if charge else "D", len(kept), state.pot, stacks, state.lost)
        values = iter(table.of(ours))
        return tuple(
            Fraction(next(values), UNIT) if seat in kept else Fraction(1) for seat in range(len(state.stacks))
        )

    return lookup


GAMES: dict[str, tuple[int, GameGoal, dict[str, Any]]] = {
    "two": (2, "manche", {"nenette_takes": 2}),
    "two, declare, fewer wins": (2, "manche", {"followers": "declare", "tie_by_throws": "fewer-wins"}),
    "two, choice": (2, "manche", {"rampo_value": "choice", "nenette_tie": "last-wins"}),
    "two, all": (2, "manche", {"values": {"111": "all", "211": "all-but-one"}, "next_leader": "winner"}),
    "two, sum": (2, "manche", {"transfer": "sum", "next_leader": "rotation"}),
    "two, partie": (2, "partie", {"manches": 2, "ends": "last-in"}),
    "two, Espagnole": (2, "partie", {"manches": 2, "espagnole": "partie"}),
    "three, first out": (3, "manche", {"followers": "up-to", "cap": "previous"}),
    "three, last in": (3, "manche", {"followers": "declare", "ends": "last-in", "rampo_value": "choice"}),
    "three, rotation": (
        3,
        "manche",
        {"ends": "last-in", "next_leader": "rotation", "transfer": "difference"},
    ),
    "three, each": (3, "manche", {"nenette_takes": 2, "nenette_each": True, "next_leader": "winner"}),
    "three, partie": (3, "partie", {"manches": 2, "ends": "last-in", "next_leader": "rotation"}),
}


def game_positions(case: str, states: int) -> Iterator[tuple[GameValues, Round, Position]]:
    """Positions of some states of a game, each with the twin's round of that state."""
    players, goal, change = GAMES[case]
    base = {"die": COIN, "tokens": 5, "charge_throws": 1 if players == 3 else 2, "decharge_throws": 2}
    rules, axes = both(base, change)
    table = invented(rules, players, goal)
    game = Game(axes, players, goal)
    for state in Random(case).sample(game_space(rules, players, goal).states, states):
        round_ = game.round(as_twin(state, players), lookup_in(table))
        for position in walk(rules, state, 1, (case, state)):
            yield table, round_, position
