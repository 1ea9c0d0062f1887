"""Numbers as text: whole ones of any length there and back, bounds never below what they bound."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game421.exactly import at_most, decimal_text, whole_number


@given(st.integers(-(10**30), 10**30) | st.integers(10**4290, 10**4310))
def test_whole_numbers_are_written_and_read(number):
    assert whole_number(decimal_text(number)) == number


@given(st.floats(1e-300, 1e300))
def test_a_bound_is_rounded_up_to_two_digits(bound):
    written = float(at_most(bound))
    assert bound <= written * (1 + 1e-15)
    assert written <= bound * 1.1 * (1 + 1e-15)


@pytest.mark.parametrize(
    ("bound", "written"),
    [(1.34e-12, "1.4e-12"), (1.3e-12, "1.3e-12"), (9.91e-11, "1.0e-10"), (2.0, "2.0e+0")],
)
def test_what_is_written(bound, written):
    assert at_most(bound) == written
