"""The turn solver against its slow twin, over every roll, number of throws, target and goal."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from game421.dice import KEEPS, ROLLS, format_keep
from game421.rules.record import Rules
from game421.states.actions import format_action
from game421.states.results import Result
from game421.turns.batch import solve_batch
from game421.turns.decisions import decisions
from game421.turns.distribution import endings
from game421.turns.exact import best_option, solve_turn
from game421.turns.goals import beat, combo, points, wanted_rolls
from game421.turns.terms import TurnTerms
from oracles import axes as oracle_axes
from oracles import turn as oracle

STOPPING = ("free", "forced", "declare")
FAIR = (1, 1, 1, 1, 1, 1)
LOADED = (1, 2, 3, 4, 5, 6)
COMBINATIONS = [format_keep(roll) for roll in range(len(ROLLS))]


def goals(**axes):
    """(our rules, our payoff by throws, the twin's payoff) of a spread of goals under the same axes."""
    rules, table = Rules(**axes), oracle_axes.rules(**axes)
    for names in (["421"], ["brelan", "111"], ["tierce"], ["fiche"], ["rest"], ["221"]):
        yield (
            lambda throws, names=names: combo(wanted_rolls(rules, names), throws),
            oracle.combo(table, *names),
        )
    yield lambda throws: points(rules, "decharge", throws), oracle.points(table)
    for target in ("421", "611", "654", "665", "332", "221", "654@1", "654@2", "221@2"):
        for halves in (None, 0, 1, 2):
            tied = None if halves is None else Fraction(halves, 2)
            yield (
                lambda throws, target=target, halves=halves: beat(
                    rules, [Result.parse(target)], throws, halves
                ),
                oracle.beat(table, target, tied),
            )


def assert_same(terms, payoff, twin):
    """Every option of every decision, the value before the first throw and the final distribution."""
    solution = solve_turn(terms, payoff)
    for left in range(terms.throws):
        for kept in terms.lockings if left < terms.throws - 1 else terms.lockings[:1]:
            for roll, _ in terms.reach[kept]:
                expected = twin.options(format_keep(roll), left, format_keep(kept))
                found = {
                    format_action(action): Fraction(value, solution.denominator(left))
                    for action, value in solution.options(left, roll, kept)
                }
                assert found == expected
                assert list(found) == list(expected)
    (kept, declared), value = twin.start()
    action, numerator = best_option(solution.first_options())
    assert Fraction(numerator, solution.denominator(terms.throws)) == value
    assert format_action(action) == format_keep(KEEPS.index(kept)) + "!" * declared
    total = terms.scale(terms.throws)
    assert {
        (ROLLS[roll], used): Fraction(count, total) for (roll, used), count in endings(solution).items()
    } == twin.outcomes()


@pytest.mark.parametrize(("stopping", "throws"), list(product(STOPPING, (1, 2, 3))))
def test_every_goal_with_fair_free_dice(stopping, throws):
    terms = TurnTerms(throws, stopping)
    for payoff, twin_payoff in goals():
        assert_same(terms, payoff(throws), oracle.Turn(oracle_axes.rules(), twin_payoff, throws, stopping))


@pytest.mark.parametrize("stopping", STOPPING)
@pytest.mark.parametrize(
    "axes",
    [
        {"kept_dice": "locked"},
        {"die": LOADED},
        {"die": (0, 2, 0, 3, 1, 0), "kept_dice": "locked"},
        {"tie_by_throws": "fewer-wins"},
        {"tie_by_throws": "fewer-wins", "ties": "later-wins", "nenette_tie": "last-wins"},
        {"ties": "earlier-wins", "ranking": "belgian", "tierces": 2, "nenette": "above-rest"},
    ],
)
def test_every_turn_axis(axes, stopping):
    rules = Rules(**axes)
    terms = TurnTerms(3, stopping, rules.kept_dice == "locked", rules.die)
    for payoff, twin_payoff in goals(**axes):
        twin = oracle.Turn(oracle_axes.rules(**axes), twin_payoff, 3, stopping)
        assert_same(terms, payoff(3), twin)


def test_every_target_of_beat():
    rules, table, terms = Rules(), oracle_axes.rules(), TurnTerms(3)
    for target in COMBINATIONS:
        twin = oracle.Turn(table, oracle.beat(table, target), 3, "free")
        assert_same(terms, beat(rules, [Result.parse(target)], 3), twin)


def test_more_throws_than_usual():
    table = oracle_axes.rules(decharge_throws=5)
    twin = oracle.Turn(table, oracle.points(table), 5, "free")
    assert_same(TurnTerms(5), points(Rules(), "decharge", 5), twin)


@pytest.mark.parametrize("dtype", [np.int64, object, np.float64])
@pytest.mark.parametrize("locked", [False, True])
@pytest.mark.parametrize(("stopping", "die"), list(product(STOPPING, (FAIR, LOADED))))
def test_the_batch_equals_the_single_solver(stopping, die, locked, dtype):
    """All 56 targets by throws: values, actions and ties of every row, whatever the dtype."""
    rules = Rules(tie_by_throws="fewer-wins")
    terms = TurnTerms(3, stopping, locked, die)
    targets = range(56) if not locked else range(0, 56, 9)
    payoffs = [beat(rules, [Result(target, 2)], 3) for target in targets]
    scale = 10**40 if dtype is object else 1
    stacked = np.array([payoff.numerators for payoff in payoffs], object).transpose(1, 2, 0) * scale
    batch = solve_batch(terms, stacked.astype(dtype))
    for column, payoff in enumerate(payoffs):
        assert_batch_column(batch, column, solve_turn(terms, payoff), scale, exact=dtype is not np.float64)


def assert_batch_column(batch, column, solution, scale, *, exact):
    terms = solution.terms

    def same(found, numerator, left):
        if exact:
            return found == numerator * scale
        return abs(found - numerator / terms.scale(left)) < 1e-12

    assert same(batch.start[column], best_option(solution.first_options())[1], terms.throws)
    for left in range(terms.throws):
        ties = decisions(batch, left).ties
        for row, (roll, kept) in enumerate(batch.layout.rows):
            options = solution.options(left, roll, kept)
            action, best = best_option(options)
            assert same(batch.value[left][row, column], best, left)
            assert batch.action[left][row, column] == action
            mask = sum(1 << place for place, (_, value) in enumerate(options) if value == best)
            assert ties[row, column] == mask
