"""What later players need to know of earlier results, as arrays: tallies, and what each result makes of them.

A result is a class of combinations, and where fewer throws break ties the throws it took. A tally holds
the best result and who made it, the worst and who made it, and where they matter the makers of nénettes.
It is written as one whole number; a stage lists the tallies that may lie before a player, for each cap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from game421.certificates.endings import ROLLS, Ending, Endings, Outcome
from game421.certificates.settlements import NENETTE
from game421.rules.record import Rules

__all__ = ["DECLARE", "FORCED", "FREE", "RoundTree", "Stage", "Turns", "round_tree"]

FORCED, FREE, DECLARE = range(3)
"""When a turn may end: after its last throw alone, after any, or after one announced before it."""

Codes = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Turns:
    """Turns of at most `cap` throws: an end leads to the row `base + following[tally, throws - 1, roll]`.

    A single throws entry serves all.
    """

    cap: int
    following: Rows
    base: int


@dataclass(frozen=True)
class Stage:
    """One player's turns before every tally: that of a cap has the row `first[cap - 1] + tally` of `rows`.

    `nested` says that the turns of every cap are found on the way to the longest.
    """

    stopping: int
    first: npt.NDArray[np.int64]
    rows: int
    turns: tuple[Turns, ...]
    nested: bool


@dataclass(frozen=True)
class RoundTree:
    """A round of `players`: the stages from the leader on, then the kinds of ending and their outcomes.

    `kinds[kind]` are two lots (the same twice where nothing is chosen) and `choosers[kind]` the seat that
    chooses, or -1; a lot draws `drawn[starts[lot]:starts[lot + 1]]` of the outcomes with chances `weights`.
    """

    players: int
    throws: int
    stages: tuple[Stage, ...]
    outcomes: tuple[Outcome, ...]
    kinds: Rows
    choosers: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    drawn: npt.NDArray[np.int64]
    weights: npt.NDArray[np.float64]


def round_tree(rules: Rules, phase: Literal["charge", "decharge"], players: int) -> RoundTree:
    """Everything about a round that does not depend on pot and stacks."""
    tallies = _Tallies(rules, phase, players)
    return RoundTree(players, tallies.throws, tallies.stages(), *_lots(tallies))


def _lots(
    tallies: _Tallies,
) -> tuple[tuple[Outcome, ...], Rows, Codes, Codes, Codes, npt.NDArray[np.float64]]:
    """What the kinds of ending come to, each lot and each outcome numbered once."""
    outcomes: dict[Outcome, int] = {}
    numbers: dict[tuple[tuple[int, float], ...], int] = {}
    kinds, choosers = [], []
    for ending in tallies.endings_met():
        lots, chooser = tallies.endings.lots(ending)
        drawn = [
            tuple((outcomes.setdefault(outcome, len(outcomes)), float(part)) for outcome, part in lot.items())
            for lot in lots
        ]
        kinds.append([numbers.setdefault(lot, len(numbers)) for lot in (drawn[0], drawn[-1])])
        choosers.append(chooser)
    flat = [pair for lot in numbers for pair in lot]
    return (
        tuple(outcomes),
        np.array(kinds, np.int32),
        np.array(choosers, np.int64),
        np.array([0, *accumulate(map(len, numbers))], np.int64),
        np.array([outcome for outcome, _ in flat], np.int64),
        np.array([part for _, part in flat], np.float64),
    )


class _Result(NamedTuple):
    """A class made in so many throws (0 where they do not count), by a counted nénette or not; its rolls."""

    made: int
    throws: int
    maker: bool
    rolls: tuple[int, ...]


class _Tallies:
    """The tallies of one round. A code is best, worst, and three sets of seats, a bit for each."""

    def __init__(self, rules: Rules, phase: Literal["charge", "decharge"], players: int) -> None:
        self.endings = Endings(rules, phase, players)
        self.players, self.throws, self.same = players, rules.throws(phase), rules.followers == "same"
        self.previous = rules.cap == "previous"
        self.timed = rules.tie_by_throws == "fewer-wins" and not self.same and self.throws > 1
        self.stopping = {"same": FORCED, "up-to": FREE, "declare": DECLARE}[rules.followers]
        made = self.endings.made
        spans = range(1, self.throws + 1) if self.timed else (0,)
        self.results = [
            _Result(kind, throws, maker, rolls)
            for kind in range(len(made.values))
            for maker, rolls in self._apart(kind)
            for throws in spans
        ]
        self.stronger = np.array(
            [[self._compare(rules, new, old) for old in self.results] for new in self.results], np.int64
        )
        self.before = self._before()
        self.kind_codes = self._kind_codes()

    def _apart(self, kind: int) -> Iterator[tuple[bool, tuple[int, ...]]]:
        """The rolls of a class; a nénette apart from its equals where who made one matters."""
        rolls = [roll for roll, made in enumerate(self.endings.made.of_roll) if made == kind]
        for maker in (False, True):
            some = tuple(roll for roll in rolls if (self.endings.track and ROLLS[roll] == NENETTE) == maker)
            if some:
                yield maker, some

    def _compare(self, rules: Rules, new: _Result, old: _Result) -> int:
        """1 where the later result is the stronger, -1 where the earlier one is, 0 for a tie."""
        if new.made == old.made == self.endings.made.nenette and rules.nenette_tie == "last-wins":
            return 1
        if new.made != old.made:
            return 1 if new.made > old.made else -1
        if new.throws != old.throws:
            return 1 if new.throws < old.throws else -1
        return {"rampo": 0, "later-wins": 1, "earlier-wins": -1}[rules.ties]

    def _numbers(self, throws: int) -> list[int]:
        """The numbers of the results made in so many throws."""
        return [number for number, result in enumerate(self.results) if result.throws in {0, throws}]

    def _used(self, cap: int) -> range:
        """The throws that a follower may use under a cap."""
        return range(cap if self.same else 1, cap + 1)

    def _code(self, best: Codes, worst: Codes, *seats: Codes) -> Codes:
        code = best * len(self.results) + worst
        for bits in seats:
            code = (code << self.players) | bits
        return code

    def _parts(self, code: Codes) -> tuple[Codes, ...]:
        """Best, worst, who made the best, who the worst, who a counted nénette."""
        bits = (1 << self.players) - 1
        pair = code >> 3 * self.players
        sets = (code >> place * self.players & bits for place in (2, 1, 0))
        return pair // len(self.results), pair % len(self.results), *sets

    def _extended(self, code: Codes, number: int, seat: int) -> Codes:
        """The tallies after one more result."""
        best, worst, winners, losers, makers = self._parts(code)
        bit = np.int64(1 << seat)
        up, down = self.stronger[number][best], self.stronger[number][worst]
        winners = np.where(up > 0, bit, np.where(up == 0, winners | bit, winners))
        losers = np.where(down < 0, bit, np.where(down == 0, losers | bit, losers))
        if self.results[number].maker:
            makers = makers | bit
        return self._code(
            np.where(up > 0, number, best), np.where(down < 0, number, worst), winners, losers, makers
        )

    def _first(self, number: int) -> Codes:
        one = np.array([1])
        return self._code(
            np.array([number]), np.array([number]), one, one, np.array([int(self.results[number].maker)])
        )

    def _before(self) -> list[list[Codes]]:
        """before[player][cap - 1]: the tallies that may lie before each follower."""
        caps = range(1, self.throws + 1)
        found: list[list[Codes]] = [
            [],
            [np.sort(np.concatenate([self._first(number) for number in self._numbers(cap)])) for cap in caps],
        ]
        for seat in range(1, self.players - 1):
            ahead: list[Codes] = [np.zeros(0, np.int64) for _ in caps]
            for cap in caps if self.timed else (self.throws,):
                for used in self._used(cap) if self.timed else (cap,):
                    into = (used if self.previous else cap) - 1
                    for number in self._numbers(used):
                        more = np.unique(self._extended(found[seat][cap - 1], number, seat))
                        ahead[into] = np.union1d(ahead[into], more)
            found.append(ahead if self.timed else [ahead[-1]] * self.throws)
        return found

    def stages(self) -> tuple[Stage, ...]:
        """The leader's stage, then each follower's."""
        sizes = [[len(codes) for codes in by_cap] for by_cap in self.before]
        unmoved = np.zeros(self.throws, np.int64)
        firsts = [unmoved, *(np.array([0, *accumulate(size[:-1])], np.int64) for size in sizes[1:])]
        lead = np.zeros((1, self.throws, len(ROLLS)), np.int32)
        for used in range(1, self.throws + 1):
            for number in self._numbers(used):
                row = np.searchsorted(self.before[1][used - 1], self._first(number)[0])
                lead[0, used - 1, list(self.results[number].rolls)] = firsts[1][used - 1] + row
        stages = [Stage(FREE, firsts[0], 1, (Turns(self.throws, lead, 0),), nested=False)]
        for seat in range(1, self.players):
            nested = seat == self.players - 1 and not self.timed
            after = firsts[seat + 1] if seat + 1 < self.players else unmoved
            turns = tuple(self._turns(seat, nested=nested, after=after))
            stages.append(Stage(self.stopping, firsts[seat], sum(sizes[seat]), turns, nested))
        return tuple(stages)

    def _turns(self, seat: int, *, nested: bool, after: Codes) -> Iterator[Turns]:
        """A follower's turns; `after[cap - 1]` is the next player's first row under a cap."""
        if nested:
            yield Turns(self.throws, self._following(seat, self.throws, (self.throws,), after), 0)
            return
        if self.timed or (self.previous and not self.same):
            for cap in range(1, self.throws + 1):
                yield Turns(cap, self._following(seat, cap, tuple(range(1, cap + 1)), after), 0)
            return
        shared = self._following(seat, 1, (1,), np.zeros(self.throws, np.int64))
        for cap in range(1, self.throws + 1):
            yield Turns(cap, shared, int(after[cap - 1]))

    def _following(self, seat: int, cap: int, spans: tuple[int, ...], after: Codes) -> Rows:
        """Rows after each tally, for each number of throws in `spans`; kinds of ending after the last."""
        codes = self.before[seat][cap - 1]
        rows = np.zeros((len(codes), len(spans), len(ROLLS)), np.int32)
        for at, used in enumerate(spans):
            into = (used if self.previous else cap) - 1
            for number in self._numbers(used):
                more = self._extended(codes, number, seat)
                if seat == self.players - 1:
                    found = np.searchsorted(self.kind_codes, self._kind(more))
                else:
                    found = after[into] + np.searchsorted(self.before[seat + 1][into], more)
                rows[:, at, list(self.results[number].rolls)] = found[:, None]
        return rows

    def _kind(self, code: Codes) -> Codes:
        """What of a last tally the payments go by."""
        best, worst, *seats = self._parts(code)
        classes = np.array([result.made for result in self.results])
        high, low = np.array(self.endings.high)[classes[best]], np.array(self.endings.low)[classes[worst]]
        return self._code(high, low, *seats)

    def _kind_codes(self) -> Codes:
        found = np.zeros(0, np.int64)
        for cap in range(1, self.throws + 1) if self.timed else (self.throws,):
            for used in self._used(cap) if self.timed else (cap,):
                for number in self._numbers(used):
                    more = self._extended(self.before[-1][cap - 1], number, self.players - 1)
                    found = np.union1d(found, self._kind(more))
        return found

    def endings_met(self) -> Iterator[Ending]:
        """An ending of each kind, in the order of their codes."""
        for code in self.kind_codes:
            high, low, *sets = (int(part) for part in self._parts(code))
            winners, losers, makers = (
                tuple(seat for seat in range(self.players) if bits >> seat & 1) for bits in sets
            )
            best, worst = self.endings.high.index(high), self.endings.low.index(low)
            yield Ending(best, worst, winners, losers, makers)
