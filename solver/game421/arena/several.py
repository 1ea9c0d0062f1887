"""The exact examination of a way to play a game of any number of players, all others playing perfectly.

The values are those of an equilibrium table: a player's chance is the value of the game less the sum, over
all his decisions, of how often they come up times what they cost (see `game421.arena.seat_rounds`). The one
who plays so is alone in it, so that his own best play is to do as the table's policies do, within the
table's epsilon. In float64; perfect play loses exactly 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from heapq import nlargest
from itertools import chain
from os import cpu_count
from typing import NamedTuple

import numpy as np

from game421.arena.accounts import BLUNDERS, FORFEIT, Account, Blunder, Tally
from game421.arena.examination import Examination, Moves, solve_places
from game421.arena.menus import NO_ACTION
from game421.arena.policies import Policy
from game421.arena.seat_rounds import Costly, SeatRound, play_seats, seats_of
from game421.arena.ways import Answering, Way, way_of
from game421.arena.worths import round_worths
from game421.errors import InputError
from game421.games.space import Block, GameSpace, game_space
from game421.games.values import GameValues
from game421.games.visits import TOGETHER
from game421.reports import Report
from game421.rounds.positions import round_positions
from game421.states.actions import Action, format_action
from game421.states.token_states import TokenState
from game421.tables.pages import around
from game421.turns.layout import Array


class SeatPlayed(NamedTuple):
    """What comes of the round of a token state for the player at a seat of it."""

    state: int
    seat: int
    round: SeatRound


def examine_several(
    table: GameValues, policy: Policy | Answering, report: Report | None = None
) -> Examination:
    """Examine a way to play the whole game whose values are in `table`, for any number of players.

    A policy that has to be asked is asked in every token state about what it comes to against perfect play.
    Raises InputError for a charge of single throws, Game421Error where its games need not end.
    """
    space, way = _space(table), way_of(policy)
    moves, played = Moves(space), list[SeatPlayed]()
    for block, found in _play(space, table, way, report):
        for seat in range(space.states[block.states[0]].players):
            mine = [each for each in found if each.seat == seat]
            verdicts = np.stack([each.round.verdicts for each in mine], axis=1)
            order = [space.states[state].seating.index(seat) for state in block.states]
            leads_to = block.leads_to[:, order, np.arange(len(order))]
            moves.add(block.states, seat, leads_to, verdicts)
            moves.brings[space.offset[list(block.states)] + seat] = [-each.round.loss for each in mine]
        played += found
    start = space.offset[space.start] + np.arange(space.players)
    gains = solve_places(space, moves.matrix(), moves.brings, forward=False)[start]
    begin = np.zeros(space.size)
    begin[start] = 1 / space.players
    rounds = solve_places(space, moves.matrix(), begin, forward=True)
    often = [float(rounds[space.offset[each.state] + each.seat]) for each in played]
    return _examination(space, table, policy.name, space.opening, gains, zip(played, often, strict=True))


def examine_round(table: GameValues, policy: Policy | Answering, state: TokenState) -> Examination:
    """The same of a single round: the one of a token state, after which everyone plays perfectly.

    Its player sits at every seat of the state alike. Raises InputError as well where there is no such state.
    """
    space, way = _space(table), way_of(policy)
    if state not in space.number:
        raise InputError(
            f"{around(state)[0]}: no token state of the {table.goal} of {table.players} players under "
            f"{table.rules.name}"
        )
    number, column = space.home[space.number[state]]
    block = space.blocks[number].take([column])
    found = _play_block(space, block, space.filled(table.floats), way)
    gains = np.zeros(space.players)
    for each in found:
        gains[each.seat] = -each.round.loss
    weighed = ((each, 1 / space.players) for each in found)
    return _examination(space, table, policy.name, state, gains, weighed)


def _space(table: GameValues) -> GameSpace:
    if table.rules.charge == "havraise":
        raise InputError(f"rules {table.rules.name}: a charge of single throws is examined in games of two")
    return game_space(table.rules, table.players, table.goal)


def _play(
    space: GameSpace, table: GameValues, way: Way, report: Report | None
) -> Iterator[tuple[Block, list[SeatPlayed]]]:
    """The rounds of all token states, a few together, in order; side by side if nobody has to be asked."""
    values = space.filled(table.floats)
    parts = [
        block.take(range(first, min(first + TOGETHER, len(block.states))))
        for block in space.blocks
        for first in range(0, len(block.states), TOGETHER)
    ]
    done = 0
    with ThreadPoolExecutor(1 if way.asked else cpu_count() or 1) as pool:
        found = pool.map(lambda part: _play_block(space, part, values, way), parts)
        for part, played in zip(parts, found, strict=True):
            yield part, played
            done += len(part.states)
            if report is not None:
                report(done, len(space.states))


def _play_block(space: GameSpace, block: Block, values: Array, way: Way) -> list[SeatPlayed]:
    """The rounds of some token states that are alike, at most `TOGETHER`."""
    if block.tree is None:
        raise AssertionError("a round of several players has turns")
    positions, verdicts = round_positions(block.tree), values[block.leads_to]
    worths, played = round_worths(block.tree, verdicts), list[SeatPlayed]()
    for at, index in enumerate(block.states):
        state = space.states[index]
        found = play_seats(positions, worths, verdicts[:, :, at], at, state, way)
        played += (SeatPlayed(index, seat, seat_round) for seat, seat_round in seats_of(found, state))
    return played


def _examination(
    space: GameSpace,
    table: GameValues,
    name: str,
    opening: TokenState,
    gains: Array,
    played: Iterable[tuple[SeatPlayed, float]],
) -> Examination:
    account, costly = Account(), list[tuple[float, SeatPlayed, Costly, float]]()
    for each, rounds in played:
        for kind, tally in each.round.tallies.items():
            account.tallies.setdefault(kind, Tally()).add_times(tally, rounds)
        found = ((rounds * action.cost, each, action, rounds) for action in each.round.costly)
        costly = nlargest(BLUNDERS, chain(costly, found), key=lambda entry: entry[0])
    account.blunders = [_blunder(space, *entry[1:]) for entry in costly]
    value = table.floats(opening)
    chance = tuple(float(worth + gain) for worth, gain in zip(value, gains, strict=True))
    return Examination(name, table, value, chance, None, account)


def _blunder(space: GameSpace, played: SeatPlayed, action: Costly, rounds: float) -> Blunder:
    state = space.states[played.state]
    block = space.blocks[space.home[played.state][0]]
    if block.tree is None:
        raise AssertionError("a round of several players has turns")
    head, lost = around(state)
    return Blunder(
        f"{head} {round_positions(block.tree).texts[action.number]}{lost}",
        FORFEIT if action.action == NO_ACTION else format_action(Action(action.action)),
        action.chance,
        format_action(Action(action.best)),
        action.regret,
        rounds * action.often,
        rounds * action.cost,
    )
