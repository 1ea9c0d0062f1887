"""The turn solver against its slow twin, over every roll, number of throws, target and goal."""

from fractions import Fraction
from functools import cache
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


keep_name, action_name = cache(format_keep), cache(format_action)


def assert_same(terms, payoff, twin):
    """Every option of every decision, the value before the first throw and the final distribution."""
    solution = solve_turn(terms, payoff)
    for left in range(terms.throws):
        ours, theirs = solution.denominator(left), twin.over(left)
        for kept in terms.lockings if left < terms.throws - 1 else terms.lockings[:1]:
            for roll, _ in terms.reach[kept]:
                expected = twin.counts(keep_name(roll), left, keep_name(kept))
                found = solution.options(left, roll, kept)
                assert [action_name(action) for action, _ in found] == list(expected)
                assert [value * theirs for _, value in found] == [value * ours for value in expected.values()]
    (kept, declared), value = twin.start()
    action, numerator = best_option(solution.first_options())
    assert Fraction(numerator, solution.denominator(terms.throws)) == value
    assert format_action(action) == format_keep(KEEPS.index(kept)) + "!" * declared
    total = terms.scale(terms.throws)
    assert {
        (ROLLS[roll], used): Fraction(count, total) for (roll, used), count in endings(solution).items()
    } == twin.outcomes()


def assert_every_goal(terms, **axes):
    """Every goal pays what the twin's pays; and is played so, once for goals that pay the same."""
    table, played = oracle_axes.rules(**axes), set()
    for of_throws, twin_payoff in goals(**axes):
        payoff = of_throws(terms.throws)
        for used, numerators in enumerate(payoff.numerators, start=1):
            assert list(numerators) == [twin_payoff(roll, used) * payoff.denominator for roll in ROLLS]
        if payoff not in played:
            played.add(payoff)
            assert_same(terms, payoff, oracle.Turn(table, twin_payoff, terms.throws, terms.stopping))


@pytest.mark.parametrize(("stopping", "throws"), list(product(STOPPING, (1, 2, 3))))
def test_every_goal_with_fair_free_dice(stopping, throws):
    assert_every_goal(TurnTerms(throws, stopping))


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
    assert_every_goal(TurnTerms(3, stopping, rules.kept_dice == "locked", rules.die), **axes)


def test_every_target_of_beat():
    rules, table, terms = Rules(), oracle_axes.rules(), TurnTerms(3)
    for target in COMBINATIONS:
        twin = oracle.Turn(table, oracle.beat(table, target), 3, "free")
        assert_same(terms, beat(rules, [Result.parse(target)], 3), twin)


def test_more_throws_than_usual():
    table = oracle_axes.rules(decharge_throws=5)
    twin = oracle.Turn(table, oracle.points(table), 5, "free")
    assert_same(TurnTerms(5), points(Rules(), "decharge", 5), twin)


@cache
def one_by_one(terms, payoffs, rows):
    """The same payoffs solved alone: the starts, and [left][payoff][row] -> (action, value, mask of ties)."""
    solutions = [solve_turn(terms, payoff) for payoff in payoffs]

    def decision(options):
        action, best = best_option(options)
        return action, best, sum(1 << place for place, (_, value) in enumerate(options) if value == best)

    return [best_option(solution.first_options())[1] for solution in solutions], [
        [[decision(solution.options(left, *row)) for row in rows] for solution in solutions]
        for left in range(terms.throws)
    ]


@pytest.mark.parametrize("dtype", [np.int64, object, np.float64])
@pytest.mark.parametrize("locked", [False, True])
@pytest.mark.parametrize(("stopping", "die"), list(product(STOPPING, (FAIR, LOADED))))
def test_the_batch_equals_the_single_solver(stopping, die, locked, dtype):
    """All 56 targets by throws: values, actions and ties of every row, whatever the dtype."""
    rules = Rules(tie_by_throws="fewer-wins")
    terms = TurnTerms(3, stopping, locked, die)
    targets = range(56) if not locked else range(0, 56, 9)
    payoffs = tuple(beat(rules, [Result(target, 2)], 3) for target in targets)
    scale = 10**40 if dtype is object else 1
    stacked = np.array([payoff.numerators for payoff in payoffs], object).transpose(1, 2, 0) * scale
    batch = solve_batch(terms, stacked.astype(dtype))
    starts, decided = one_by_one(terms, payoffs, tuple(batch.layout.rows))

    def assert_equal(found, numerators, left):
        if dtype is np.float64:
            assert (np.abs(found - np.array(numerators) / terms.scale(left)) < 1e-12).all()
        else:
            assert (found == np.array(numerators, object) * scale).all()

    assert_equal(batch.start, starts, terms.throws)
    for left, expected in enumerate(decided):
        action, value, mask = np.array(expected, object).transpose(2, 1, 0)
        assert_equal(batch.value[left], value.tolist(), left)
        assert (batch.action[left] == action).all()
        assert (decisions(batch, left).ties == mask).all()
