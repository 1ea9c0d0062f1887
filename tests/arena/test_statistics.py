"""Statistics of matches: intervals that hold the truth as often as they say, tests that decide rightly."""

from __future__ import annotations

from random import Random

import pytest

from game421.arena.ratings import ratings
from game421.arena.statistics import Controlled, Sample, SequentialTest, elo

BENCHES = 1000
UNITS = 60
PAIR = {0.0: 0.12, 0.5: 0.5, 1.0: 0.38}
"""Chances of the scores of a pair of games; their mean is 0.63."""
TRUTH = sum(score * chance for score, chance in PAIR.items())


def scores(random: Random, count: int) -> list[float]:
    return random.choices(list(PAIR), list(PAIR.values()), k=count)


def test_intervals_hold_the_truth_about_95_times_in_100():
    random, held = Random(421), 0
    for _ in range(BENCHES):
        sample = Sample()
        for score in scores(random, UNITS):
            sample.add(score)
        interval = sample.interval()
        assert interval is not None
        held += interval.low <= TRUTH <= interval.high
    assert 0.93 < held / BENCHES < 0.97


def test_intervals_without_luck_are_narrower_and_as_right():
    random, held, ratio = Random(5), 0, 0.0
    for _ in range(BENCHES):
        controlled = Controlled()
        for _ in range(UNITS):
            skill, luck = random.gauss(0.13, 0.05), random.choice((-0.5, 0.5))
            controlled.add(0.5 + skill + luck * (1 - skill), skill)
        interval = controlled.interval(0.5)
        assert interval is not None
        held += interval.low <= TRUTH <= interval.high
        assert controlled.reduction is not None
        ratio += controlled.reduction / BENCHES
    assert 0.93 < held / BENCHES < 0.97
    assert ratio > 20


def test_luck_alone_is_taken_out_whole():
    controlled, random = Controlled(), Random(1)
    for score in scores(random, 50):
        controlled.add(score, 0.0)
    assert controlled.mean(0.5) == 0.5
    assert controlled.variance == 0
    assert controlled.interval(0.5) == (0.5, 0.5)


def test_a_poor_control_does_no_harm():
    controlled, random = Controlled(), Random(2)
    for score in scores(random, 400):
        controlled.add(score, random.gauss(0, 1))
    assert controlled.reduction is not None
    assert controlled.reduction >= 0.99
    assert abs(controlled.mean(TRUTH) - controlled.scores.mean) < 0.1


def test_an_interval_without_luck_holds_only_what_can_be():
    for won in (0.0, 1.0):
        controlled = Controlled()
        for score, skill in ((1.0, 0.45), (0.5, 0.4), *[(1.0, 0.5)] * 8):
            controlled.add(abs(1 - won - score), skill if won else -skill)
        interval = controlled.interval(0.5)
        assert interval is not None
        assert 0 <= interval.low < interval.high <= 1
        assert won in interval


@pytest.mark.parametrize("skill", [(0.5, 0.5), (0.3, 0.4)])
def test_luck_does_not_make_it_sure_that_everything_is_won(skill):
    controlled = Controlled()
    for number in range(10):
        controlled.add(1.0, skill[number % 2])
    assert controlled.mean(0.5) == 1
    assert controlled.interval(0.5) == controlled.scores.interval() == pytest.approx((0.025**0.1, 1))
    exactly_alike = Controlled()
    for _ in range(10):
        exactly_alike.add(0.5, 0.0)
    assert exactly_alike.interval(0.5) == (0.5, 0.5)


def test_sums_are_those_of_the_textbook():
    sample = Sample()
    numbers = [0.5, 1.0, 0.0, 1.0, 0.5, 0.5]
    for number in numbers:
        sample.add(number)
    mean = sum(numbers) / 6
    assert sample.mean == pytest.approx(mean)
    assert sample.variance == pytest.approx(sum((number - mean) ** 2 for number in numbers) / 5)
    half = 2.5705818366147395 * (sample.variance / 6) ** 0.5  # t of 5 degrees of freedom
    assert sample.interval() == pytest.approx((mean - half, mean + half))


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_games_have_no_interval(count):
    sample = Sample()
    for _ in range(count):
        sample.add(1.0)
    assert sample.interval() is None
    assert sample.variance == 0


@pytest.mark.parametrize("won", [0.0, 1.0])
def test_winning_everything_does_not_make_it_sure(won):
    sample = Sample()
    for _ in range(20):
        sample.add(won)
    interval = sample.interval()
    assert interval is not None
    assert won in interval
    surely = 0.025 ** (1 / 20)  # with which chance of winning would 20 of 20 still come in 2.5 %
    assert (1 - interval.low if won else interval.high) == pytest.approx(1 - surely)
    assert elo(won) is None
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)


def test_equal_scores_do_not_make_it_sure():
    sample = Sample()
    for _ in range(2):
        sample.add(0.5)
    unseen = 1 - 0.025 ** (1 / 2)
    assert sample.interval() == pytest.approx((0.5 - unseen / 2, 0.5 + unseen / 2))
    assert sample.interval(0.4, 1) == pytest.approx((0.5 - unseen / 10, 0.5 + unseen / 2))


def test_an_interval_holds_only_what_can_be():
    sample = Sample()
    for score in (0.0, 0.5, 0.0):
        sample.add(score)
    interval = sample.interval()
    assert interval is not None
    assert interval.low == 0
    assert interval.high == pytest.approx(0.5 / 3 + 4.302652729749464 * 0.5 / 3)  # t of 2 degrees of freedom


def test_a_sequential_test_errs_as_rarely_as_it_says_and_stops_early():
    random, wrong, lengths = Random(9), 0, list[int]()
    test = SequentialTest(TRUTH - 0.13, TRUTH)
    for _ in range(400):
        sample, decision = Sample(), None
        while decision is None:
            sample.add(scores(random, 1)[0])
            decision = test.decision(sample)
        wrong += decision == "low"
        lengths.append(sample.count)
    assert wrong / 400 < 0.09
    assert sum(lengths) / 400 < 60


def test_a_sequential_test_of_equal_scores_decides_for_what_they_are():
    for score, decision in ((0.5, "low"), (1.0, "high")):
        test, sample = SequentialTest(0.5, 0.6), Sample()
        while test.decision(sample) is None:
            sample.add(score)
            assert sample.count < 200
        assert test.decision(sample) == decision
        assert sample.count >= test.fewest


def test_ratings_are_differences_of_strength():
    strong, middle, weak = 0.0, -100.0, -300.0
    points = (strong, middle, weak)
    blocks = []
    for block in range(10):
        wins = [[0.0] * 3 for _ in range(3)]
        for one in range(3):
            for other in range(3):
                if one != other:
                    wins[one][other] = 400 / (1 + 10 ** ((points[other] - points[one]) / 400)) + block % 2
        blocks.append(wins)
    found = ratings(blocks)
    assert found[0].points - found[1].points == pytest.approx(100, abs=3)
    assert found[1].points - found[2].points == pytest.approx(200, abs=4)
    assert sum(each.points for each in found) == pytest.approx(0, abs=1e-6)
    assert all(each.error is not None and each.error < 5 for each in found)
    swept = ratings([[[0, 9, 9], [0, 0, 9], [0, 0, 0]]])
    assert swept[0].points > swept[1].points > swept[2].points
    assert swept[0].error is None


def test_a_line_through_few_points_says_nothing_of_its_error():
    """Scores that take two values, of skill that takes nearly two: three units lie on a line by chance."""
    controlled = Controlled()
    for score, skill in ((0.25, -0.05152), (0.0, -0.05292), (0.25, -0.05163)):
        controlled.add(score, skill)
    assert (controlled.interval(0.25), controlled.reduction) == (None, None)
    for number in range(7):
        assert controlled.interval(0.25) is None
        controlled.add(number % 2 / 4, -0.01 * number)
    assert controlled.interval(0.25) is not None
