"""What comes out of the one door: options with value and regret, odds, and where they come from."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from game421.exactly import decimal_text
from game421.states.actions import format_action, parse_action

if TYPE_CHECKING:
    from fractions import Fraction

    from game421.rules.record import Rules


class Ratio(NamedTuple):
    """An exact value p/q in lowest terms, q > 0; a light Fraction that loads nothing."""

    numerator: int
    denominator: int

    @classmethod
    def of(cls, numerator: int, denominator: int) -> Ratio:
        """Numerator / denominator in lowest terms, for a denominator above 0."""
        common = gcd(numerator, denominator)
        return cls(numerator // common, denominator // common)

    def __float__(self) -> float:
        return self.numerator / self.denominator

    def __str__(self) -> str:
        numerator = decimal_text(self.numerator)
        return numerator if self.denominator == 1 else f"{numerator}/{decimal_text(self.denominator)}"

    def __repr__(self) -> str:
        return f"Ratio({shortened(str(self))})"

    def fraction(self) -> Fraction:
        """The same as a `fractions.Fraction`."""
        from fractions import Fraction

        return Fraction(self.numerator, self.denominator)


class Option(NamedTuple):
    """One legal action with what it is worth and what it costs against the best.

    `value` and `regret` are in the goal's unit: a chance, or tokens for `points`.
    """

    action: str
    value: float
    exact: Ratio | None
    regret: float
    regret_exact: Ratio | None


class Source(NamedTuple):
    """Which question an answer answers, and how: it heads every answer and every JSON document.

    `epsilon`: the largest gain any player can make by deviating from the play that the answer assumes
    of later rounds: 0 where those are solved exactly (`method` says how this round is). None for turn
    goals, and for a bare round solved in float64, where nothing is proved.
    """

    rules: Rules
    goal: str
    phase: str
    position: str | None
    method: str
    epsilon: float | None = None

    def __repr__(self) -> str:
        return f"Source({self.about()})"

    def about(self) -> str:
        """What the question was, short enough to stand in a line."""
        place = self.position or self.phase
        return f"{place}, {self.goal}, rules {self.rules.name}"


class BestAnswer(NamedTuple):
    """Every option of a decision, best first; among equals in the order of the tie rule."""

    source: Source
    options: tuple[Option, ...]
    ties: tuple[str, ...]

    def __repr__(self) -> str:
        worth = valued(self.value, self.exact)
        return f"<BestAnswer {self.source.about()}: best {self.best}, {worth}, {len(self.options)} options>"

    @property
    def best(self) -> str:
        """The action the tie rule takes."""
        return self.options[0].action

    @property
    def value(self) -> float:
        """What the position is worth under optimal play."""
        return self.options[0].value

    @property
    def exact(self) -> Ratio | None:
        """The same exactly, where it is known exactly."""
        return self.options[0].exact

    def option(self, action: str) -> Option | None:
        """The option with that action, in any spelling (`42`, `2-4`, `42!`), if it is legal here.

        Raises InputError for a text that is no action.
        """
        printed = format_action(parse_action(action))
        return next((option for option in self.options if option.action == printed), None)


class Chance(NamedTuple):
    """A labelled exact value: of a number of throws, or of a combination."""

    label: str
    value: float
    exact: Ratio


class OddsAnswer(NamedTuple):
    """Value before the first throw for every number of throws, and what an optimal turn ends on."""

    source: Source
    by_throws: tuple[Chance, ...]
    outcomes: tuple[Chance, ...]
    """Chance of each final combination with the most throws, strongest first; they add to 1."""

    def __repr__(self) -> str:
        throws = f"{len(self.by_throws)} throw{'s' * (len(self.by_throws) > 1)}"
        return f"<OddsAnswer {self.source.about()}: {throws}, {valued(self.value, self.exact)}>"

    @property
    def value(self) -> float:
        """Value with the most throws asked for."""
        return self.by_throws[-1].value

    @property
    def exact(self) -> Ratio:
        """The same exactly."""
        return self.by_throws[-1].exact


class ValueAnswer(NamedTuple):
    """What a position is worth to each player, in playing order, all playing at best."""

    source: Source
    values: tuple[float, ...]
    exact: tuple[Ratio, ...] | None

    def __repr__(self) -> str:
        exact = self.exact or (None,) * len(self.values)
        worth = ", ".join(map(valued, self.values, exact))
        return f"<ValueAnswer {self.source.about()}: {worth}>"


def valued(value: float, exact: Ratio | None) -> str:
    """A value for a programmer's eyes: the float, and the fraction where there is one."""
    return f"{value:.6g}" if exact is None else f"{value:.6g} = {shortened(str(exact))}"


def shortened(text: str, most: int = 40) -> str:
    """A text of hundreds of digits cut to what fits into a line."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[-most // 4 :]} ({len(text)} digits)"


def rank_rough_options(
    values: Sequence[tuple[str, float]], tolerance: float
) -> tuple[tuple[Option, ...], tuple[str, ...]]:
    """The same for floats: values within `tolerance` of the best tie with it and cost nothing."""
    most = max(value for _, value in values)
    ties = tuple(action for action, value in values if value >= most - tolerance)
    options = [
        Option(action, value, None, 0.0 if action in ties else most - value, None) for action, value in values
    ]
    return tuple(sorted(options, key=lambda option: option.regret)), ties


def rank_options(
    numerators: Sequence[tuple[str, int]], denominator: int
) -> tuple[tuple[Option, ...], tuple[str, ...]]:
    """Options best first and the actions equal to the best, from (action, numerator) in tie-rule order."""
    ordered = sorted(numerators, key=lambda option: -option[1])
    most = ordered[0][1]
    options = tuple(_option(action, numerator, most, denominator) for action, numerator in ordered)
    return options, tuple(action for action, numerator in ordered if numerator == most)


def _option(action: str, numerator: int, most: int, denominator: int) -> Option:
    exact = Ratio.of(numerator, denominator)
    regret = Ratio.of(most - numerator, denominator)
    return Option(action, float(exact), exact, float(regret), regret)
