"""Laws of the turn: what must hold for any payoff, whatever the solver does inside."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game421.dice import KEEP_NOTHING, KEEPS, ROLLS
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.results import Result
from game421.turns.batch import follow, follow_first, solve_batch
from game421.turns.distribution import endings
from game421.turns.exact import Payoff, best_option, solve_turn
from game421.turns.goals import beat, points
from game421.turns.terms import TurnTerms

payoff_rows = st.lists(st.integers(-1000, 1000), min_size=56, max_size=56).map(tuple)
dice = st.sampled_from([(1, 1, 1, 1, 1, 1), (1, 2, 3, 4, 5, 6), (0, 0, 1, 0, 5, 2)])
stoppings = st.sampled_from(["free", "forced", "declare"])

LONGEST = object()
"""As long as int64 allows, before the first throw."""


def start(solution):
    """The exact value before the first throw."""
    numerator = best_option(solution.first_options())[1]
    return Fraction(numerator, solution.denominator(solution.terms.throws))


def every_goal(rules, throws):
    """The payoffs of points and of beating each of the 56 combinations."""
    yield points(rules, "decharge", throws)
    for target in range(len(ROLLS)):
        yield beat(rules, [Result(target)], throws)


def test_an_optional_throw_never_hurts():
    """All 56 rolls, every goal: two throws left are worth at least one, one at least none."""
    for payoff in every_goal(Rules(), 3):
        solution = solve_turn(TurnTerms(3), payoff)
        for roll in range(len(ROLLS)):
            none, one, two = (
                Fraction(solution.best(left, roll)[1], solution.denominator(left)) for left in range(3)
            )
            assert none <= one <= two


def test_a_forced_throw_may_hurt():
    """With 421 on the table a forced throw costs tokens, so the law above is dropped on purpose there."""
    solution = solve_turn(TurnTerms(3, "forced"), points(Rules(), "decharge", 3))
    four_two_one = ROLLS.index((4, 2, 1))
    one_left = Fraction(solution.best(1, four_two_one)[1], solution.denominator(1))
    assert one_left == 3  # keep 41: 421 is worth 10, 411 4, the four others 1 each


def test_le_bon_gains_nothing_while_throws_break_no_ties():
    for payoff in every_goal(Rules(), 3):
        values = {start(solve_turn(TurnTerms(3, stopping), payoff)) for stopping in ("forced", "declare")}
        assert len(values) == 1


def test_le_bon_gains_where_fewer_throws_win():
    rules = Rules(tie_by_throws="fewer-wins")
    target = beat(rules, [Result(ROLLS.index((4, 2, 1)), 2)], 3)
    forced, declare = (
        start(solve_turn(TurnTerms(3, stopping), target)) for stopping in ("forced", "declare")
    )
    assert declare > forced == 0


@pytest.mark.parametrize("stopping", ["free", "forced", "declare"])
def test_locked_dice_never_beat_free_dice(stopping):
    for payoff in every_goal(Rules(), 3):
        free, locked = (start(solve_turn(TurnTerms(3, stopping, locks), payoff)) for locks in (False, True))
        assert locked <= free


def test_locking_costs_something():
    payoff = points(Rules(), "decharge", 3)
    assert start(solve_turn(TurnTerms(3, "free", locked=True), payoff)) < start(
        solve_turn(TurnTerms(3), payoff)
    )


@settings(max_examples=40, deadline=None)
@given(row=payoff_rows, die=dice, stopping=stoppings, scale=st.integers(1, 10**30), shift=st.integers())
def test_scaling_and_shifting_payoffs_scales_and_shifts_values(row, die, stopping, scale, shift):
    terms = TurnTerms(3, stopping, die=die)
    plain = solve_turn(terms, Payoff((row,) * 3))
    moved = solve_turn(terms, Payoff((tuple(scale * number + shift for number in row),) * 3))
    assert start(moved) == scale * start(plain) + shift
    for roll in range(len(ROLLS)):
        assert moved.best(1, roll)[0] == plain.best(1, roll)[0]


@settings(max_examples=40, deadline=None)
@given(row=payoff_rows, die=dice, stopping=stoppings, locked=st.booleans())
def test_what_a_turn_ends_on_adds_to_one_and_gives_its_value(row, die, stopping, locked):
    terms = TurnTerms(3, stopping, locked, die)
    solution = solve_turn(terms, Payoff((row,) * 3))
    ended = endings(solution)
    assert sum(ended.values()) == terms.scale(3)
    mean = Fraction(sum(count * row[roll] for (roll, _), count in ended.items()), terms.scale(3))
    assert mean == start(solution)


@settings(max_examples=25, deadline=None)
@given(rows=st.lists(payoff_rows, min_size=3, max_size=3), die=dice, stopping=stoppings, locked=st.booleans())
def test_the_batch_equals_the_single_solver_for_any_payoff(rows, die, stopping, locked):
    terms = TurnTerms(3, stopping, locked, die)
    solution = solve_turn(terms, Payoff(tuple(rows)))
    for dtype in (np.int64, object, np.float64):
        batch = solve_batch(terms, np.array(rows, dtype)[:, :, None])
        for left in range(3):
            for row, (roll, kept) in enumerate(batch.layout.rows):
                action, value = solution.best(left, roll, kept)
                if dtype is np.float64:
                    assert batch.value[left][row, 0] == pytest.approx(value / terms.scale(left), abs=1e-9)
                else:
                    assert batch.value[left][row, 0] == value
                    assert batch.action[left][row, 0] == action


@settings(max_examples=25, deadline=None)
@given(row=st.lists(st.integers(-(2**200), 2**200), min_size=56, max_size=56), die=dice)
def test_integers_of_any_size_stay_exact(row, die):
    terms = TurnTerms(3, die=die)
    batch = solve_batch(terms, np.array(row, object)[:, None])
    solution = solve_turn(terms, Payoff((tuple(row),) * 3))
    assert batch.start[0] == solution.first_options()[0][1]
    assert [batch.value[2][roll, 0] for roll in range(56)] == [
        solution.best(2, roll)[1] for roll in range(56)
    ]


@pytest.mark.parametrize(
    ("over", "offset", "dtype"),
    [
        (1, 0, np.float64),
        (2, 0, np.float64),
        (3, 0, np.float64),
        (1, 0, np.int64),
        (1, LONGEST, np.int64),
        (1, 10**40, object),
        (1, -(1 << 1500), object),
    ],
    ids=["whole", "halves", "thirds", "int64", "long int64", "integers", "long integers"],
)
@settings(max_examples=10, deadline=None)
@given(data=st.data(), die=dice, stopping=stoppings, locked=st.booleans(), policy=st.booleans())
def test_payoffs_of_any_numbers_give_the_values_and_actions_of_the_tie_rule(
    over, offset, dtype, data, die, stopping, locked, policy
):
    """Halves and thirds as floats, and integers that floats cannot tell apart, in 1 or 100 columns."""
    terms = TurnTerms(3, stopping, locked, die)
    few = st.lists(st.integers(-2, 2), min_size=56, max_size=56).map(tuple)
    rows = data.draw(st.lists(few, min_size=3, max_size=3))
    whole = np.array(rows, object) + ((1 << 61) // terms.scale(3) - 2 if offset is LONGEST else offset)
    payoff = (whole / over if over > 1 else whole).astype(dtype)
    solution = solve_turn(terms, Payoff(tuple(map(tuple, whole.tolist()))))
    columns = data.draw(st.sampled_from([1, 12 if locked else 100]))
    batch = solve_batch(terms, np.repeat(payoff[:, :, None], columns, axis=2), policy=policy)
    assert len(batch.action) == (3 if policy else 1)
    for left in range(3):
        unit = over * terms.scale(left) if dtype is np.float64 else 1
        best = [solution.best(left, roll, kept) for roll, kept in batch.layout.rows]
        for column in {0, columns - 1}:
            found = batch.value[left][:, column]
            assert (abs(found * unit - np.array([value for _, value in best], object)) * 10**6 < unit).all()
            if left < len(batch.action):
                assert batch.action[left][:, column].tolist() == [action for action, _ in best]


def test_floats_within_the_tolerance_are_tied():
    """Stopping a little less than 1e-12 below the best hold ties with it, a little more does not."""
    six_six_one = ROLLS.index((6, 6, 1))
    for gap, action in ((0.9e-12, six_six_one), (1.1e-12, KEEPS.index((6, 6)))):
        payoff = np.full((56, 1), 1 / 3)
        payoff[six_six_one] -= gap
        batch = solve_batch(TurnTerms(2), payoff)
        assert batch.action[1][six_six_one, 0] == action


@given(st.lists(payoff_rows, min_size=2, max_size=2), dice, stoppings, st.booleans())
@settings(max_examples=10, deadline=None)
def test_a_shortened_turn_is_one_of_fewer_throws(rows, die, stopping, locked):
    """The turn shortened, and what another payoff comes to in it by the same policy."""
    payoff, other = (np.array(row, object)[:, None] for row in rows)
    longest = solve_batch(TurnTerms(3, stopping, locked, die), payoff)
    (followed,) = follow(longest, [other])
    for throws in (1, 2, 3):
        fewer = solve_batch(TurnTerms(throws, stopping, locked, die), payoff)
        shortened = longest.shortened(throws)
        assert shortened.layout is fewer.layout
        assert (shortened.start, shortened.declares) == (fewer.start, fewer.declares)
        for kept, solved in zip(shortened.action, fewer.action, strict=True):
            assert (kept == solved).all()
        (alone,) = follow(fewer, [other])
        assert follow_first(shortened, other, followed[throws - 1]) == follow_first(fewer, other, alone[-1])


def test_int64_is_refused_where_it_could_overflow():
    limit = (1 << 62) // 216**3
    fits = np.full((56, 1), limit, np.int64)
    assert solve_batch(TurnTerms(3), fits).start[0] == limit * 216**3
    with pytest.raises(InputError, match="int64"):
        solve_batch(TurnTerms(3), fits + 1)


@pytest.mark.parametrize("shape", [(55, 2), (3, 57, 2), (2, 56, 2), (56,)])
def test_payoffs_of_another_shape_are_refused(shape):
    with pytest.raises(InputError, match="payoff"):
        solve_batch(TurnTerms(3), np.zeros(shape))


def test_payoffs_of_another_dtype_are_refused():
    with pytest.raises(InputError, match="float64, int64 or object"):
        solve_batch(TurnTerms(3), np.zeros((56, 1), np.int32))


@pytest.mark.parametrize("throws", [0, -1, 10])
def test_a_turn_has_one_to_nine_throws(throws):
    with pytest.raises(InputError, match="1 to 9"):
        TurnTerms(throws)


def test_nothing_locked_is_nothing_locked():
    assert TurnTerms(3).lockings == (KEEP_NOTHING,)
    assert TurnTerms(3, locked=True).lockings[0] == KEEP_NOTHING
