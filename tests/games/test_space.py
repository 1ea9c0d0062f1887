"""The states of a game and where rounds lead from them, against the slow twin's stacks and seats."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from game421.dice import ROLLS
from game421.dice.ways import reach
from game421.errors import InputError, RulesError
from game421.games.space import Block, GameSpace, game_space
from game421.rules.record import Rules
from game421.states.actions import format_action
from game421.states.goals import GameGoal
from game421.states.results import Result
from game421.states.summaries import Summary
from game421.states.token_states import TokenState
from game421.states.verdicts import throw_off_actions, verdicts
from oracles.game import Game, Move, State
from oracles.payment import Payments
from oracles.settle import Settlement

from .small import COIN, both

SPACES: dict[str, tuple[int, GameGoal, dict[str, Any]]] = {
    f"{tokens} tokens": (2, "manche", {"tokens": tokens, "nenette_takes": 2}) for tokens in (1, 2, 3, 4)
} | {
    "winner leads": (2, "manche", {"tokens": 4, "next_leader": "winner"}),
    "rotation": (2, "manche", {"tokens": 4, "next_leader": "rotation"}),
    "all": (2, "manche", {"tokens": 4, "values": {"111": "all", "211": "all-but-one"}}),
    "sum": (2, "manche", {"tokens": 5, "transfer": "sum", "rampo_value": "choice"}),
    "difference": (2, "manche", {"tokens": 5, "transfer": "difference", "nenette_tie": "last-wins"}),
    "each": (2, "manche", {"tokens": 4, "nenette_takes": 2, "nenette_each": True}),
    "havraise": (2, "manche", {"tokens": 4, "charge": "havraise"}),
    "partie": (2, "partie", {"tokens": 3, "manches": 2}),
    "partie of three manches, Espagnole": (2, "partie", {"tokens": 2, "manches": 3, "espagnole": "partie"}),
    "partie, havraise": (2, "partie", {"tokens": 3, "manches": 2, "charge": "havraise"}),
    "three, first out": (3, "manche", {"tokens": 4, "nenette_takes": 2}),
    "three, last in": (3, "manche", {"tokens": 4, "ends": "last-in"}),
    "three, last in, rotation": (3, "manche", {"tokens": 4, "ends": "last-in", "next_leader": "rotation"}),
    "three, each": (3, "manche", {"tokens": 4, "nenette_takes": 1, "nenette_each": True}),
    "three, partie": (3, "partie", {"tokens": 3, "ends": "last-in", "manches": 2}),
}


def space_of(case: str) -> tuple[GameSpace, Game]:
    players, goal, change = SPACES[case]
    rules, table = both({"die": COIN, "charge_throws": 1, "decharge_throws": 1}, change)
    return game_space(rules, players, goal), Game(table, players, goal)


def kept_seats(state: State) -> list[int]:
    """The seats that the package lists: outside a partie whoever has left the décharge is gone."""
    listed = state.phase == "charge" or bool(state.lost)
    return [seat for seat, held in enumerate(state.stacks) if held or listed]


def ours(state: State) -> TokenState:
    kept = kept_seats(state)
    stacks = tuple(state.stacks[seat] for seat in kept)
    return TokenState("C" if state.phase == "charge" else "D", len(kept), state.pot, stacks, state.lost)


def as_twin(state: TokenState, players: int) -> State:
    gone = (0,) * (players - state.players)
    return State(
        "charge" if state.phase == "C" else "decharge", state.pot or 0, state.stacks + gone, state.lost
    )


@pytest.mark.parametrize("case", SPACES)
def test_the_states_are_the_twins(case: str) -> None:
    """Every state once, tokens all there; the twin keeps seats of those who left, in any place."""
    space, game = space_of(case)
    assert len(set(space.states)) == len(space.states)
    losses = {state.lost for state in space.states}
    wanted = {
        ours(state)
        for lost in losses
        for phase in ("charge", "decharge")
        for state in game.states(phase, lost)
    }
    assert set(space.states) == wanted
    for index, state in enumerate(space.states):
        assert (state.pot or 0) + sum(state.stacks) == space.rules.tokens
        assert space.number[state] == index
        assert (space.owner[space.offset[index] : space.offset[index + 1]] == index).all()
        assert space.offset[index + 1] - space.offset[index] == state.players
    assert space.states[space.start] == space.opening == ours(game.start())
    assert space.size == space.offset[-1]
    assert sorted(state for block in space.blocks for state in block.states) == list(range(len(space.states)))


def decoded(space: GameSpace, place: int) -> object:
    """A place of the vector of values: a payoff, or a state and whose seat in it."""
    index = int(space.owner[place])
    if index < 0:
        return Fraction(*space.shares[place])
    return space.states[index], int(place - space.offset[index])


def expected_of(game: Game, move: Move, seat: int) -> object:
    """The same of one seat of the present, as the twin moves on."""
    if move.state is None:
        return Fraction(move.payoffs[seat])
    kept = kept_seats(move.state)
    now = (seat - move.leader) % game.players
    return (ours(move.state), kept.index(now)) if now in kept else Fraction(1)


def order_of(state: TokenState) -> list[int]:
    return [*state.seats_in, *(seat for seat in range(state.players) if seat not in state.seats_in)]


def rounds_of(space: GameSpace, block: Block, state: TokenState) -> list[list[Result]]:
    rolls = [roll for roll, _ in reach(space.rules.die)[83]]
    every = [[Result(roll, 1) for roll in made] for made in product(rolls, repeat=block.playing)]
    return every if len(every) < 20 else Random(str(state)).sample(every, 12)


@pytest.mark.parametrize("case", [case for case in SPACES if "havraise" not in case])
def test_rounds_lead_where_the_twin_says(case: str) -> None:
    space, game = space_of(case)
    settlements = {phase: Settlement(game.table, phase) for phase in ("charge", "decharge")}
    for block in space.blocks:
        assert block.tree is not None
        number = {verdict: index for index, verdict in enumerate(block.tree.verdicts)}
        for column, index in enumerate(block.states):
            state = space.states[index]
            twin = as_twin(state, game.players)
            payments = Payments(game.table, twin.phase)
            stacks = tuple(state.stacks[seat] for seat in state.seats_in)
            for made in rounds_of(space, block, state):
                summary = Summary.of(space.rules, state.phase, made)
                history = tuple((ROLLS[result.roll], 1) for result in made)
                deals = settlements[twin.phase].deals(history)
                actions = throw_off_actions(space.rules, summary)
                assert list(deals) == [format_action(action) for action in actions]
                for action, chances in zip(actions, deals.values(), strict=True):
                    expected: dict[object, Fraction] = defaultdict(Fraction)
                    for deal, chance in chances.items():
                        move = game.follow(twin, payments.outcome(history, deal, twin.pot, stacks))
                        expected[tuple(expected_of(game, move, seat) for seat in order_of(state))] += chance
                    law = verdicts(space.rules, summary, action)
                    total = sum(ways for ways, _ in law)
                    found: dict[object, Fraction] = defaultdict(Fraction)
                    for ways, verdict in law:
                        places = block.leads_to[number[verdict], :, column].tolist()
                        found[tuple(decoded(space, place) for place in places)] += Fraction(ways, total)
                    assert found == expected


@pytest.mark.parametrize("case", ["havraise", "partie, havraise"])
def test_havraise_throws_lead_where_the_twin_says(case: str) -> None:
    space, game = space_of(case)
    ways = [count for _, count in reach(space.rules.die)[83]]
    throwing = [block for block in space.blocks if block.tree is None]
    assert throwing
    for block in throwing:
        for column, index in enumerate(block.states):
            assert space.states[index].phase == "C"
            expected: dict[object, Fraction] = defaultdict(Fraction)
            moves = game.moves(as_twin(space.states[index], 2), lambda _: (Fraction(0), Fraction(0)))
            for move, chance in moves.items():
                expected[tuple(expected_of(game, move, seat) for seat in (0, 1))] += chance
            found: dict[object, Fraction] = defaultdict(Fraction)
            for count, places in zip(ways, block.leads_to[:, :, column].tolist(), strict=True):
                found[tuple(decoded(space, place) for place in places)] += Fraction(count, sum(ways))
            assert found == expected


@pytest.mark.parametrize("case", SPACES)
def test_no_token_is_lost_and_seats_turn_with_the_leader(case: str) -> None:
    """All seats of a state are led to one state of as many tokens, each to a place of his own there."""
    space, _ = space_of(case)
    for block in space.blocks:
        for column in range(len(block.states)):
            for places in block.leads_to[:, :, column]:
                following = {int(index) for index in space.owner[places] if index >= 0}
                assert len(following) <= 1
                if not following:
                    shares = [Fraction(*space.shares[place]) for place in places]
                    assert sum(shares) == (1 if space.rules.ends == "first-out" else len(places) - 1)
                    continue
                (state,) = (space.states[index] for index in following)
                seats = [place for place in places if space.owner[place] >= 0]
                assert len(set(seats)) == len(seats) == state.players
                assert (state.pot or 0) + sum(state.stacks) == space.rules.tokens


def test_a_selection_of_a_block_leads_to_the_same() -> None:
    space, _ = space_of("4 tokens")
    block = max(space.blocks, key=lambda block: len(block.states))
    chosen = block.take([2, 0])
    assert chosen.states == (block.states[2], block.states[0])
    assert (chosen.leads_to == block.leads_to[:, :, [2, 0]]).all()
    assert isinstance(chosen.leads_to, np.ndarray)


def test_what_is_no_game_of_tokens_is_refused() -> None:
    with pytest.raises(InputError, match="ask for a round"):
        GameSpace(Rules(game="sips"), 2)
    with pytest.raises(RulesError, match="for two players"):
        GameSpace(Rules(charge="havraise"), 3)
    with pytest.raises(RulesError, match="needs a loser"):
        GameSpace(Rules(manches=2), 3)
