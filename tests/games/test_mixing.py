"""Mixing finds a linear map's fixed point in as many steps as it has directions and one, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game421.games.mixing import DEPTH, Iterate, Vector, mixed


def linear(dimension: int, seed: int, size: int) -> tuple[Vector, Vector, Vector]:
    """A map x -> A x + b of vectors, whose powers move `dimension` directions only, and its fixed point."""
    random = np.random.default_rng(seed)
    turned, _ = np.linalg.qr(random.normal(size=(size, dimension)))
    rates = random.uniform(0.2, 0.95, dimension) * random.choice([-1, 1], dimension)
    matrix = (turned * rates) @ turned.T
    fixed = random.normal(size=size)
    return matrix, fixed - matrix @ fixed, fixed


@pytest.mark.parametrize("dimension", range(1, DEPTH))
@given(seed=st.integers(0, 10**6), size=st.integers(DEPTH, 40))
def test_a_linear_map_is_followed_to_its_end_at_once(dimension: int, seed: int, size: int) -> None:
    """After one iterate more than it has directions, the mixture of the images is the fixed point."""
    matrix, shift, fixed = linear(dimension, seed, size)
    point = fixed + matrix @ np.random.default_rng(seed + 1).normal(size=size)
    iterates: tuple[Iterate, ...] = ()
    for _ in range(dimension + 1):
        iterates = (*iterates, Iterate(point, matrix @ point + shift))
        point = mixed(iterates)
    assert np.abs(point - fixed).max() < 1e-7


def test_one_iterate_is_the_plain_next_step() -> None:
    image = np.array([1.0, 2.0])
    assert mixed((Iterate(np.zeros(2), image),)) is image


def test_a_fixed_point_stays_where_it_is() -> None:
    """Nothing is divided by a change of nothing."""
    still = Iterate(np.array([0.25, 0.5]), np.array([0.25, 0.5]))
    assert mixed((still, still, still)).tolist() == [0.25, 0.5]


def test_an_iterate_told_twice_says_nothing_new() -> None:
    matrix, shift, fixed = linear(1, 5, 8)
    first = fixed + matrix @ np.ones(8)
    one = Iterate(first, matrix @ first + shift)
    two = Iterate(one.image, matrix @ one.image + shift)
    assert mixed((one, one, two)).tolist() == mixed((one, two)).tolist()


@given(st.integers(0, 10**6), st.integers(2, DEPTH))
def test_the_bits_depend_on_the_numbers_alone(seed: int, many: int) -> None:
    """Not on where they lie in memory, which decides how compiled libraries add them up."""
    numbers = np.random.default_rng(seed).normal(size=(many, 2, 101))
    packed = tuple(Iterate(*pair) for pair in numbers)
    spread = tuple(Iterate(*(row[1::3] for row in np.repeat(pair, 3, axis=1))) for pair in numbers)
    moved = tuple(Iterate(*(np.concatenate([[0.0], row])[1:] for row in pair)) for pair in numbers)
    assert mixed(packed).tobytes() == mixed(spread).tobytes() == mixed(moved).tobytes()


def test_the_greatest_change_counts() -> None:
    assert Iterate(np.array([0.0, 1.0]), np.array([0.5, -1.0])).change == pytest.approx(2)
