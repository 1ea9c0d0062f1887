"""Every decision of a round, in its midst, against the slow twin: options, values, throw-offs, both paths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any
from zlib import crc32

import pytest

from game421.advice.answers import Ratio
from game421.advice.batch import Desk
from game421.advice.holding import value_of_holding
from game421.advice.library import best
from game421.advice.situation import (
    Situation,
    best_of_situation,
    game_situation,
    round_situation,
    value_of_situation,
)
from game421.dice import KEEP_INDEX, KEEPS, ROLLS, RollIndex, format_keep
from game421.games.space import game_space
from game421.games.values import GameStakes, GameValues
from game421.rounds.ends import turn_ends
from game421.rounds.rest import rest_ends
from game421.rounds.stakes import RoundStakes
from game421.rules.record import Rules
from game421.states.goals import GameGoal, RoundGoal
from game421.states.play import legal_actions, outcomes, round_start
from game421.states.positions import Position
from game421.states.results import Result
from game421.states.sampling import sample
from game421.states.settlements import Ending, Settlement
from game421.states.token_states import RoundPhase, TokenState
from oracles.game import Game, Lookup, State
from oracles.round import Round, Vector
from oracles.settle import Results, read_results
from oracles.turn import Turn, throws_of

from .tables import BASES, CHANGES, CHARGE, COIN, SIPS, both, twin

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


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("base", BASES)
def test_bare_rounds_of_two(base: str, change: str) -> None:
    rules, table = both(BASES[base], CHANGES[change])
    rounds: list[tuple[RoundPhase, RoundGoal]] = [("D", "tokens") if base == "classic" else ("R", "duel")]
    if change in CHARGE:
        rounds.append(("C", "relative"))
    for phase, goal in rounds:
        round_ = twin(table, goal, 2, phase)
        for position in walk(rules, TokenState(phase, 2), 2, (base, change)):
            agree(round_situation(rules, position, goal), round_)


@pytest.mark.parametrize("followers", ["same", "up-to", "declare"])
@pytest.mark.parametrize("goal", ["duel", "safe", "tokens"])
def test_bare_rounds_of_three(goal: str, followers: str) -> None:
    change = {"followers": followers, "cap": "previous", "rampo_value": "choice", "decharge_throws": 2}
    rules, table = both({"die": COIN}, change)
    round_ = twin(table, goal, 3)
    for position in walk(rules, TokenState("D", 3), 3, goal):
        agree(round_situation(rules, position, goal, exact=True), round_)


@pytest.mark.parametrize("change", SIPS)
def test_sips(change: str) -> None:
    rules, table = both({"game": "sips", "followers": "up-to", "decharge_throws": 1}, SIPS[change])
    for players in (2, 3) if change == "both" else (2,):
        round_ = twin(table, "tokens", players)
        for position in walk(rules, TokenState("R", players), 3, change):
            agree(round_situation(rules, position, "tokens", exact=True), round_)


@pytest.mark.parametrize("goal", ["duel", "safe", "tokens", "relative"])
@pytest.mark.parametrize("change", ["both", "equals of 421"])
def test_throw_offs_of_sips(change: str, goal: RoundGoal) -> None:
    """Nothing to choose, but brelans of the round have handed out their sips."""
    rules, table = both({"game": "sips", "followers": "up-to", "decharge_throws": 1}, SIPS[change])
    round_ = twin(table, goal, 3)
    for line in ("222@1/222@1/222@1", "421@1/444@1/444@1", "421@1/441@1/441@1", "421@1/421@1/421@1"):
        situation = round_situation(rules, Position.parse(f"R - -/-/- {line} 1 - -"), goal)
        agree(situation, round_)
        assert [option.action for option in best_of_situation(situation).options] == ["tied"]


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


@pytest.mark.parametrize("case", GAMES)
def test_whole_games(case: str) -> None:
    """Stacks and pots that run short, players who have left, manches lost: whatever later is worth."""
    for table, round_, position in game_positions(case, 4):
        situation = game_situation(table.rules, position, table, exact=True)
        if position.leads and position.roll is None:
            assert value_of_situation(situation).exact == tuple(
                Ratio.of(int(value), UNIT) for value in table.of(position.token_state)
            )
            continue
        agree(situation, round_)


@pytest.mark.parametrize("case", GAMES)
def test_floats_are_near_the_exact_answers(case: str) -> None:
    for table, _, position in game_positions(case, 2):
        rough = invented(table.rules, table.players, table.goal, exact=False)
        situations = [game_situation(table.rules, position, each, exact=True) for each in (table, rough)]
        exact, near = map(best_of_situation, situations)
        assert near.ties == exact.ties
        assert near.exact is None
        assert near.source.epsilon == 1e-9
        for option in near.options:
            same = exact.option(option.action)
            assert same is not None
            assert (option.value, option.regret) == pytest.approx((same.value, same.regret), abs=1e-12)
        whole, parts = map(value_of_situation, situations)
        assert parts.exact is None
        assert parts.values == pytest.approx(whole.values, abs=1e-12)


@dataclass(frozen=True)
class IndifferentLast:
    """Stakes of three in floats: seven tenths to the last player whatever happens, else all to the best."""

    unit = 1
    exact = False
    epsilon = 1e-9
    shared = None

    def payoffs(self, settlement: Settlement) -> tuple[float, ...]:
        return (*(float(seat in settlement.best) for seat in (0, 1)), 0.7)

    def gift(self, place: int, roll: RollIndex) -> None:
        return None


def test_rounding_is_no_preference() -> None:
    """Whatever he does the last player gets as much, so he stops, and the others know what they have."""
    rules, _ = both({"die": (1,) * 6, "followers": "up-to"})
    run = KEEP_INDEX[6, 5, 4]
    for roll in (RollIndex(roll) for roll in range(len(ROLLS)) if roll != run):
        position = Position.parse(f"D - -/-/- 654@3/665@3 3 {format_keep(roll)} 2")
        situation = Situation(rules, position, "duel", IndifferentLast(), exact=False)
        answer = best_of_situation(situation)
        assert len(answer.ties) == len(answer.options)
        assert answer.best == format_keep(roll)
        leads = float(rules.strength[run] > rules.strength[roll])
        assert value_of_situation(situation).values == pytest.approx((leads, 0.0, 0.7), abs=1e-12)


@pytest.mark.parametrize("case", GAMES)
def test_the_plain_path_is_the_path_of_arrays(case: str) -> None:
    """The last player's ends, settled one by one, are those of the rest of the round solved for one state."""
    for table, _, position in game_positions(case, 2):
        playing = position.token_state.seats_in
        if position.left is None or len(position.results) < len(playing) - 1:
            continue
        plain = turn_ends(table.rules, position, GameStakes(table), exact=True)
        arrays = rest_ends(table.rules, position, GameStakes(table), exact=True)
        assert (plain.seat, plain.exact) == (arrays.seat, arrays.exact) == (playing[-1], True)
        for mine, other in zip(plain.rows, arrays.rows, strict=True):
            for throws, roll in product(range(position.cap), range(len(ROLLS))):
                if table.rules.shows(RollIndex(roll)):
                    left, right = mine[throws][roll], other[throws][roll]
                    assert left * arrays.denominator == right * plain.denominator


@pytest.mark.parametrize("goal", ["tokens", "relative"])
def test_the_plain_path_gives_the_same_sips(goal: RoundGoal) -> None:
    rules, _ = both({"game": "sips", "decharge_throws": 1}, SIPS["both"])
    stakes = RoundStakes(rules, goal, 3)
    for line in ("444@1/222@1", "222@1/421@1", "421@1/421@1"):
        position = Position.parse(f"R - -/-/- {line} 1 - 1")
        plain, arrays = (
            turn_ends(rules, position, stakes, exact=True),
            rest_ends(rules, position, stakes, exact=True),
        )
        for mine, other in zip(plain.rows, arrays.rows, strict=True):
            for roll in (roll for roll in range(len(ROLLS)) if rules.shows(RollIndex(roll))):
                assert mine[0][roll] * arrays.denominator == other[0][roll] * plain.denominator


def test_a_havraise_throw() -> None:
    """No results, no choice: each roll is settled at once, and the throws' mean is the twin's backup."""
    rules, axes = both({"charge": "havraise", "tokens": 9, "values": {"421": "all-but-one"}})
    table = invented(rules, 2, "manche")
    game = Game(axes, 2)
    for state in game_space(rules, 2, "manche").states:
        if state.phase == "D":
            continue
        start = round_start(rules, state)
        expected = game.backup(as_twin(state, 2), lookup_in(table))
        (only,) = best_of_situation(game_situation(rules, start, table)).options
        assert (only.action, only.exact and only.exact.fraction()) == ("-", expected[0])
        total = [Fraction(0)] * 2
        for ways, thrown in outcomes(rules, start, legal_actions(rules, start)[0]):
            assert isinstance(thrown, Position)
            values = value_of_situation(game_situation(rules, thrown, table)).exact
            assert values is not None
            total = [sum_ + ways * value.fraction() for sum_, value in zip(total, values, strict=True)]
        assert tuple(sum_ / sum(rules.die) ** 3 for sum_ in total) == expected


def test_a_turn_ended_by_le_bon_counts_the_throws_it_took() -> None:
    """654 in one throw against 654 in three, where fewer win: won, in a bare turn as in a round."""
    rules, _ = both({"die": (1,) * 6, "followers": "declare", "tie_by_throws": "fewer-wins"})
    for throws, value in ((1, 1), (2, 1), (3, Fraction(1, 2))):
        line = f"654@3 3 654@{throws} 0"
        (only,) = best_of_situation(round_situation(rules, Position.parse(f"R - -/- {line}"), "duel")).options
        (bare,) = best(Position.parse(f"T - - {line}"), rules=rules).options
        for option in (only, bare):
            assert (option.action, option.exact and option.exact.fraction()) == ("654", value)
        assert Desk(rules=rules).of_position(f"T - - {line}").exact == str(value)


@pytest.mark.parametrize("goal", ["duel", "safe"])
@pytest.mark.parametrize("followers", ["same", "up-to", "declare"])
def test_a_finished_combination_with_opponents_to_come(followers: str, goal: RoundGoal) -> None:
    rules, table = both({"decharge_throws": 2, "followers": followers, "tie_by_throws": "fewer-wins"})
    for players, before in ((2, ""), (2, "442@2"), (3, "421@1"), (3, "222@2/442@2")):
        for held in ("421", "422", "221"):
            line = f"{before}/{held}" if before else held
            throws = before[-1:] or "2"
            expected = twin(table, goal, players).values(read_results(f"{line}@{throws}"))
            earlier = tuple(map(Result.parse, before.split("/"))) if before else ()
            to_come = players - 1 - len(earlier)
            answer = value_of_holding(rules, goal, Result.parse(f"{held}@{throws}"), to_come, earlier)
            assert answer.exact is not None
            assert answer.exact.fraction() == expected[len(earlier)]


@pytest.mark.parametrize("to_come", [0, 1])
def test_a_finished_combination_in_sips(to_come: int) -> None:
    """Brelans made before count too."""
    rules, table = both({"game": "sips", "followers": "up-to", "decharge_throws": 1}, SIPS["both"])
    expected = twin(table, "tokens", 2 + to_come).values(read_results("444@1/444@1"))
    holding = value_of_holding(rules, "tokens", Result.parse("444@1"), to_come, (Result.parse("444@1"),))
    assert holding.exact is not None
    assert holding.exact.fraction() == expected[1]


def test_a_shared_win_is_half_a_win_in_floats_too() -> None:
    """First out, three players: two who are out when the charge ends have half each."""
    rules, _ = both({"die": COIN, "tokens": 3})
    ended = Settlement((0,), (1,), (0, -1, 0), ending=Ending((0, 2), 2, 1, partie=True))
    for exact, whole in ((True, UNIT), (False, 1.0)):
        stakes = GameStakes(invented(rules, 3, "manche", exact=exact))
        assert stakes.payoffs(ended) == (whole / 2, 0, whole / 2)
