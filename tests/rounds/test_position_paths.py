"""Positions of a round in floats and by the plain path, and finished combinations."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import pytest

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
from game421.dice import KEEP_INDEX, ROLLS, RollIndex, format_keep
from game421.games.space import game_space
from game421.games.values import GameStakes
from game421.rounds.ends import turn_ends
from game421.rounds.rest import rest_ends
from game421.rounds.stakes import RoundStakes
from game421.states.goals import RoundGoal
from game421.states.play import legal_actions, outcomes, round_start
from game421.states.positions import Position
from game421.states.results import Result
from game421.states.settlements import Ending, Settlement
from oracles.game import Game
from oracles.settle import read_results
from rounds.situations_told import (
    GAMES,
    UNIT,
    as_twin,
    game_positions,
    invented,
    lookup_in,
)

from .tables import COIN, SIPS, both, twin


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
