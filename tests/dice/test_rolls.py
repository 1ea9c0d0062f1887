"""Rolls, keeps and their ways, over the whole domain, against plain counting of ordered throws."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game421.dice import GROW, KEEP_INDEX, KEEPS, KEEPS_OF, ROLLS
from game421.dice.roll import Roll
from game421.dice.ways import reach, ways
from game421.errors import InputError

FAIR = (1, 1, 1, 1, 1, 1)
DICE = [FAIR, (1, 2, 3, 4, 5, 6), (0, 1, 0, 0, 0, 2), (7, 0, 1, 1, 0, 9)]


def counted(weights, keep):
    """Ways out of S**3 by throwing all three dice and reading the first 3 - k of them."""
    found = Counter()
    for throw in product(range(1, 7), repeat=3):
        weight = weights[throw[0] - 1] * weights[throw[1] - 1] * weights[throw[2] - 1]
        found[tuple(sorted(keep + throw[: 3 - len(keep)], reverse=True))] += weight
    return {roll: count for roll, count in found.items() if count}


def test_there_are_56_rolls_and_84_keeps_and_364_pairs():
    assert len(ROLLS) == 56
    assert len(KEEPS) == 84
    assert sum(map(len, KEEPS_OF)) == 364
    assert sum(map(len, reach(FAIR))) == 364


def test_numbers_ascend_in_the_order_of_the_tie_rule():
    assert list(KEEPS) == sorted(KEEPS, key=lambda keep: (-len(keep), [-die for die in keep]))
    assert KEEPS[:56] == ROLLS
    assert [KEEP_INDEX[keep] for keep in KEEPS] == list(range(84))


@pytest.mark.parametrize("weights", DICE)
def test_every_way_of_every_keep_is_counted(weights):
    for keep, row in zip(KEEPS, reach(weights), strict=True):
        assert {ROLLS[roll]: count for roll, count in row} == counted(weights, keep)


@pytest.mark.parametrize("weights", DICE)
def test_the_matrix_holds_the_same_and_each_row_adds_to_the_cube_of_the_weights(weights):
    for row, pairs in zip(ways(weights), reach(weights), strict=True):
        assert sum(row) == sum(weights) ** 3
        assert {roll: count for roll, count in enumerate(row) if count} == dict(pairs)


def test_first_throw_of_fair_dice():
    nothing = {ROLLS[roll]: count for roll, count in reach(FAIR)[-1]}
    assert nothing[4, 2, 1] == 6
    assert nothing[1, 1, 1] == 1
    assert nothing[2, 2, 1] == 3
    assert sum(nothing[face, 1, 1] for face in range(2, 7)) == 15


def test_keeps_of_a_roll_are_its_subsets():
    for roll, keeps in zip(ROLLS, KEEPS_OF, strict=True):
        subsets = {
            tuple(sorted((die for die, kept in zip(roll, mask, strict=True) if kept), reverse=True))
            for mask in product((0, 1), repeat=3)
        }
        assert {KEEPS[keep] for keep in keeps} == subsets
        assert list(keeps) == sorted(keeps)


def test_a_keep_grows_by_each_face():
    for keep, larger in zip(KEEPS, GROW, strict=True):
        grown = [tuple(sorted((*keep, face), reverse=True)) for face in range(1, 7)] if len(keep) < 3 else []
        assert [KEEPS[index] for index in larger] == grown


@pytest.mark.parametrize(
    "weights", [(1, 1, 1), (1, 1, 1, 1, 1, -1), (0, 0, 0, 0, 0, 5), (1, 1, 1, 1, 1, True), (1.0,) * 6]
)
def test_weights_that_are_no_die_are_refused(weights):
    with pytest.raises(InputError, match="weights"):
        reach(weights)


@given(st.lists(st.integers(0, 50), min_size=6, max_size=6).filter(lambda w: sum(x > 0 for x in w) > 1))
def test_any_die_counts_all_its_throws(weights):
    assert {sum(count for _, count in row) for row in reach(tuple(weights))} == {sum(weights) ** 3}


def test_a_roll_is_refused_unless_it_is_one():
    with pytest.raises(InputError, match="not a roll"):
        Roll((2, 4, 6))
    assert str(Roll((6, 4, 2))) == "642"
    assert [Roll.at(index).index for index in range(56)] == list(range(56))
