"""What finished games say about players, and how sure it is: units are counted, never single games."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log, log10, sqrt
from typing import Literal, NamedTuple

LEVEL = 0.95
"""How often an interval holds the truth."""

FEWEST_UNITS = 2
"""Units below which nothing is said about the error."""

FEWEST_FITTED = 10
"""The same where a coefficient is fitted: scores take few values, and few of them lie on a line by chance."""


class Interval(NamedTuple):
    """Where the truth lies, at the level `LEVEL`."""

    low: float
    high: float


@dataclass
class Sample:
    """Numbers that do not depend on each other, of which only sums are kept."""

    count: int = 0
    total: float = 0
    squares: float = 0
    """Sum of the squared distances from the first, which keeps equal numbers exactly equal."""
    first: float = 0
    shift: float = 0
    """Sum of the distances from the first."""
    least: float = inf
    most: float = -inf

    def add(self, number: float) -> None:
        """One more."""
        if not self.count:
            self.first = number
        self.count += 1
        self.total += number
        self.shift += number - self.first
        self.squares += (number - self.first) ** 2
        self.least, self.most = min(self.least, number), max(self.most, number)

    @property
    def mean(self) -> float:
        """Their mean; exactly the number where all are the same."""
        return self.first + self.shift / self.count

    @property
    def variance(self) -> float:
        """Estimated from two numbers or more; exactly 0 where all are the same."""
        if self.count < FEWEST_UNITS:
            return 0.0
        return max(0.0, (self.squares - self.shift**2 / self.count) / (self.count - 1))

    def interval(self, lowest: float = 0, highest: float = 1) -> Interval | None:
        """Where the mean of ever more of them would lie, between the least and the most it can be.

        Student's t from the spread. Where all are the same there is no spread to go by: the chance of
        anything else, the least or the most, is then at most what would show in that many with 2.5 %. None
        for too few.
        """
        if self.count < FEWEST_UNITS:
            return None
        mean = self.mean
        if self.least >= self.most:
            unseen = 1 - ((1 - LEVEL) / 2) ** (1 / self.count)
            return Interval(mean - unseen * (mean - lowest), mean + unseen * (highest - mean))
        half = _student(self.count - 1) * sqrt(self.variance / self.count)
        return Interval(max(lowest, mean - half), min(highest, mean + half))


@dataclass
class Controlled:
    """Scores with their luck, whose mean is known to be 0, as a control variate.

    Luck is the score less what is fair, less the skill shown. A coefficient b times it is taken off every
    score: b = cov(score, luck) / var(luck), which leaves the least variance; 1 where skill never varies.
    """

    scores: Sample = field(default_factory=Sample)
    skill: Sample = field(default_factory=Sample)
    cross: float = 0
    """Sum of the products of both distances from the first."""

    def add(self, score: float, skill: float) -> None:
        """One more."""
        self.scores.add(score)
        self.skill.add(skill)
        self.cross += (score - self.scores.first) * (skill - self.skill.first)

    @property
    def fewest(self) -> int:
        """Units below which nothing is said about the error."""
        return FEWEST_FITTED if self.skill.variance else FEWEST_UNITS + 1

    @property
    def coefficient(self) -> float:
        """The b that leaves the least variance."""
        luck = self._luck_variance
        if not self.skill.variance or luck <= 0:
            return 1.0
        return (self.scores.variance - self._covariance) / luck

    def mean(self, fair: float) -> float:
        """The mean score, luck taken out."""
        share = self.coefficient
        return share * (fair + self.skill.mean) + (1 - share) * self.scores.mean

    @property
    def variance(self) -> float:
        """What is left of the variance."""
        if not self.skill.variance:
            return 0.0
        share = self.coefficient
        mixed = share**2 * self.skill.variance + (1 - share) ** 2 * self.scores.variance
        return max(0.0, mixed + 2 * share * (1 - share) * self._covariance)

    @property
    def reduction(self) -> float | None:
        """So many times the games would do as well without; None where there is too little to tell."""
        if self.scores.count < FEWEST_FITTED or not self.variance:
            return None
        return self.scores.variance / self.variance

    def interval(self, fair: float) -> Interval | None:
        """As of a sample of numbers from 0 to 1; the coefficient costs a degree of freedom.

        Scores that are all the same, of skill that is not nothing, are judged as without luck: to take it
        off cannot make them surer than they are.
        """
        if self.scores.count < self.fewest:
            return None
        if self.scores.least >= self.scores.most and (self.skill.least or self.skill.most):
            return self.scores.interval()
        mean, half = self.mean(fair), 0.0
        if self.variance:
            half = _student(self.scores.count - 2) * sqrt(self.variance / self.scores.count)
        return Interval(*(min(1.0, max(0.0, end)) for end in (mean - half, mean + half)))

    @property
    def _covariance(self) -> float:
        count = self.scores.count
        if count < FEWEST_UNITS:
            return 0.0
        return (self.cross - self.scores.shift * self.skill.shift / count) / (count - 1)

    @property
    def _luck_variance(self) -> float:
        return self.scores.variance + self.skill.variance - 2 * self._covariance


def _student(freedom: int) -> float:
    """The quantile of Student's t that leaves 2.5 % above."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + LEVEL) / 2))


def elo(score: float) -> float | None:
    """The difference of ratings at which a player scores so; None where no finite one does."""
    return 400 * log10(score / (1 - score)) if 0 < score < 1 else None


Decision = Literal["low", "high"]


@dataclass(frozen=True)
class SequentialTest:
    """Wald's sequential test of a score: `low` against `high`, each wrongly decided with chance `error`.

    The likelihood ratio of n unit scores is taken as of a normal law with the variance found so far, as is
    usual where games come in pairs: n (high - low) (2 mean - low - high) / (2 variance). The variance is
    taken as 1 / (4 n) at least, so that a few equal scores decide nothing.
    """

    low: float
    high: float
    error: float = 0.05
    fewest: int = 10
    """Units before which nothing is decided."""

    def likelihood(self, sample: Sample) -> float:
        """The logarithm of the likelihood ratio, above 0 for `high`."""
        if not sample.count:
            return 0.0
        variance = max(sample.variance, 1 / (4 * sample.count))
        distance = 2 * sample.mean - self.low - self.high
        return sample.count * (self.high - self.low) * distance / (2 * variance)

    def decision(self, sample: Sample) -> Decision | None:
        """Which of the two, None while it is open."""
        bound = log((1 - self.error) / self.error)
        found = self.likelihood(sample)
        if sample.count < self.fewest or abs(found) < bound:
            return None
        return "high" if found > 0 else "low"
