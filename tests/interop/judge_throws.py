"""Distributions of throws by icepool: every keep, fair dice and a loaded one."""

from fractions import Fraction

import icepool
import pytest

from game421.dice import KEEPS, ROLLS
from game421.dice.ways import reach


@pytest.mark.parametrize("weights", [(1, 1, 1, 1, 1, 1), (1, 2, 3, 4, 5, 6)])
def test_every_keep_ends_as_icepool_says(weights):
    die = icepool.Die(list(range(1, 7)), times=list(weights))
    for keep, pairs in zip(KEEPS, reach(weights), strict=True):
        thrown = die.pool(3 - len(keep)).expand() if len(keep) < 3 else icepool.Die([()])
        expected: dict[tuple[int, ...], Fraction] = {}
        for outcome in thrown.outcomes():
            roll = tuple(sorted((*keep, *outcome), reverse=True))
            share = Fraction(thrown.quantity(outcome), thrown.denominator())
            expected[roll] = expected.get(roll, Fraction(0)) + share
        total = sum(weights) ** 3
        assert {ROLLS[roll]: Fraction(count, total) for roll, count in pairs} == expected
