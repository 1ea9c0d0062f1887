"""All that later players and the payment need to know of the turns played so far in a round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game421.errors import InputError
from game421.rules.families import FOUR_TWO_ONE, NENETTE
from game421.rules.record import Rules
from game421.states.results import Result, compare
from game421.states.token_states import RoundPhase, rules_phase


class Summary(NamedTuple):
    """A round so far. Places number the players in playing order, the leader is 0.

    `best_places` and `worst_places` hold those tied, in playing order. Results carry their throws
    only where throws break ties. `cap` binds the next player. `four_twenty_ones` is counted in sips
    where `repeat_421` asks for it, `nenettes` (the places that made 221) only where someone's payment
    depends on it beyond the best and the worst; they are 0 and empty elsewhere. So two rounds with
    equal summaries go on alike (DESIGN, section 1).
    """

    phase: RoundPhase
    made: int
    cap: int
    best: Result
    best_places: tuple[int, ...]
    worst: Result
    worst_places: tuple[int, ...]
    four_twenty_ones: int = 0
    nenettes: tuple[int, ...] = ()

    @classmethod
    def start(cls, rules: Rules, phase: RoundPhase, result: Result) -> Summary:
        """The summary after the leader's turn."""
        seen = _as_compared(rules, phase, result)
        return cls(
            phase=phase,
            made=1,
            cap=_throws_of(result),
            best=seen,
            best_places=(0,),
            worst=seen,
            worst_places=(0,),
            four_twenty_ones=int(counts_421s(rules) and result.roll == FOUR_TWO_ONE),
            nenettes=(0,) if result.roll == NENETTE and tracks_nenettes(rules, phase) else (),
        )

    @classmethod
    def of(cls, rules: Rules, phase: RoundPhase, results: Iterable[Result]) -> Summary:
        """The summary of one or more results in playing order. Raises InputError for none at all."""
        summary = None
        for result in results:
            summary = cls.start(rules, phase, result) if summary is None else summary.add(rules, result)
        if summary is None:
            raise InputError("a summary takes at least the leader's result")
        return summary

    def add(self, rules: Rules, result: Result) -> Summary:
        """The summary after one more turn, which ended with `result`."""
        seen, place = _as_compared(rules, self.phase, result), self.made
        best, best_places = self.best, self.best_places
        worst, worst_places = self.worst, self.worst_places
        against_best, against_worst = compare(rules, best, seen), compare(rules, worst, seen)
        if against_best > 0:
            best, best_places = seen, (place,)
        elif against_best == 0:
            # Of equals a 421 is kept: its worth grows with their number where sips are repeated.
            best = seen if seen.roll == FOUR_TWO_ONE else best
            best_places = (*best_places, place)
        if against_worst < 0:
            worst, worst_places = seen, (place,)
        elif against_worst == 0:
            worst_places = (*worst_places, place)
        made_421 = result.roll == FOUR_TWO_ONE and counts_421s(rules)
        made_nenette = result.roll == NENETTE and tracks_nenettes(rules, self.phase)
        return Summary(
            phase=self.phase,
            made=place + 1,
            cap=_throws_of(result) if rules.cap == "previous" else self.cap,
            best=best,
            best_places=best_places,
            worst=worst,
            worst_places=worst_places,
            four_twenty_ones=self.four_twenty_ones + made_421,
            nenettes=(*self.nenettes, place) if made_nenette else self.nenettes,
        )


def tracks_nenettes(rules: Rules, phase: RoundPhase) -> bool:
    """Whether it matters who made 221, beyond who is best and who is worst.

    In the charge where each maker takes; elsewhere where 221 deducts nothing from a payment and
    shares its rank with combinations that do.
    """
    if phase == "C":
        return rules.nenette_each
    return (
        rules.game == "tokens"
        and rules.transfer == "difference"
        and rules.strength.count(rules.strength[NENETTE]) > 1
    )


def counts_421s(rules: Rules) -> bool:
    """Whether it matters how many 421s the round has: in sips, where its worth grows with their number."""
    return rules.game == "sips" and rules.repeat_421 > 0


def _as_compared(rules: Rules, phase: RoundPhase, result: Result) -> Result:
    """The result without its throws, unless they may break a tie."""
    return result if rules.throws_break_ties(rules_phase(phase)) else Result(result.roll)


def _throws_of(result: Result) -> int:
    if result.throws is None:
        raise InputError(
            f"{result} lacks its throws, which bind the next player: write for example {result}@2"
        )
    return result.throws


def throwing_off(rules: Rules, summary: Summary) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places that throw off for best and those that throw off for worst, each empty where none do.

    `summary` is of a whole round. In sips only a tie for worst is thrown off; where every maker of
    221 takes in the charge nobody throws off for worst (RULES, sections 3 to 5).
    """
    best = summary.best_places if len(summary.best_places) > 1 and rules.game == "tokens" else ()
    makers_take = summary.phase == "C" and summary.nenettes
    worst = summary.worst_places if len(summary.worst_places) > 1 and not makers_take else ()
    return best, worst
