"""Summaries of a round by the thousand: the columns of `game421.states.summaries.Summary` as arrays."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.dice import ROLLS, RollIndex
from game421.rules.contradictions import MOST_PLAYERS
from game421.rules.families import FOUR_TWO_ONE, NENETTE
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.results import Result
from game421.states.summaries import Summary, counts_421s, tracks_nenettes
from game421.states.token_states import RoundPhase

Column = npt.NDArray[np.int64]
Following = npt.NDArray[np.int32]

_COMBINATIONS = len(ROLLS)
_TOGETHER = 4096
"""Summaries whose results are worked out at once."""

_APART = (("cap",), ("best", "best_places"), ("worst", "worst_places"), ("four_twenty_ones",), ("nenettes",))
"""Columns by what makes them: a result changes those of a group by themselves, whatever the others are."""


class Results:
    """The results a turn can end with, numbered roll + 56 * (throws - 1); by roll if throws break no tie.

    `order[earlier, later]` is 1 where the later is the stronger, -1 where the earlier is, 0 for a tie:
    `game421.states.results.compare` of every two.
    """

    def __init__(self, rules: Rules, phase: Phase) -> None:
        self.rules, self.most = rules, rules.throws(phase)
        self.numbered_by_throws = rules.throws_break_ties(phase)
        self.by_throws = self.numbered_by_throws or rules.cap == "previous"
        """Whether a number of throws makes any difference to what follows."""
        self.shown = np.array([rules.shows(RollIndex(roll)) for roll in range(_COMBINATIONS)])
        """`shown[roll]`: whether the die can show it."""
        numbers = np.arange(_COMBINATIONS * (self.most if self.numbered_by_throws else 1))
        roll, throws = numbers % _COMBINATIONS, numbers // _COMBINATIONS
        strength = np.array(rules.strength)[roll]
        custom = {"rampo": 0, "later-wins": 1, "earlier-wins": -1}[rules.ties]
        by_throws = np.sign(throws[:, None] - throws[None, :])
        order = np.where(by_throws != 0, by_throws, custom)
        if rules.nenette_tie == "last-wins":
            order = np.where((roll[:, None] == NENETTE) & (roll[None, :] == NENETTE), 1, order)
        apart = np.sign(strength[None, :] - strength[:, None])
        self.order = np.where(apart != 0, apart, order).astype(np.int64)

    def number(self, roll: Column, throws: Column) -> Column:
        """Number of a result."""
        return roll + _COMBINATIONS * (throws - 1) if self.numbered_by_throws else roll

    def result(self, number: int) -> Result:
        """The result of that number; it carries throws where they break ties."""
        throws = number // _COMBINATIONS + 1 if self.numbered_by_throws else None
        return Result(RollIndex(number % _COMBINATIONS), throws)


@dataclass(frozen=True)
class EndedAs:
    """Which results count alike once a round is over: each is taken for the first that does."""

    best: Column
    """`best[result]`: the first that a payment takes for the same best combination."""
    worst: Column
    """`worst[result]`: the first that it takes for the same worst one."""


class _Share(NamedTuple):
    """What some columns add to the keys of summaries after one player more."""

    keys: Column
    """Every amount there is, ascending."""
    number: npt.NDArray[np.intp]
    """`number[throws - 1, roll, entry]`: which of `keys`."""
    entry: npt.NDArray[np.intp]
    """`entry[summary]`: summaries with the same columns share one."""


class _Sums:
    """Keys as sums of a share of each group of columns, numbered in ascending order."""

    def __init__(self, shares: Sequence[_Share]) -> None:
        self._shares = shares
        self._sizes = [len(share.keys) for share in shares]
        self._numbers = [share.number * prod(self._sizes[at + 1 :]) for at, share in enumerate(shares)]
        self.count = prod(self._sizes)
        """How many sums there are, of which not all come up."""
        self.shape = self._numbers[0].shape[:2]
        """(throws, roll)."""

    def of(self, summaries: slice) -> Column:
        """`[throws - 1, roll, summary]`: the numbers of the sums that come up."""
        first, *others = zip(self._numbers, self._shares, self._sizes, strict=True)
        numbers = first[0].take(first[1].entry[summaries], axis=2)
        for number, share, size in others:
            if size > 1:
                numbers += number.take(share.entry[summaries], axis=2)
        return numbers

    def keys(self, numbers: Column) -> Column:
        """The keys with these numbers."""
        parts = zip(self._shares, np.unravel_index(numbers, self._sizes), strict=True)
        return np.asarray(sum(share.keys[part] for share, part in parts))


@dataclass(frozen=True)
class Summaries:
    """Many summaries after `made` players; each column has one whole number per summary.

    `best` and `worst` number results, places are sets of players as bits (1 << place).
    """

    results: Results
    phase: RoundPhase
    made: int
    cap: Column
    best: Column
    best_places: Column
    worst: Column
    worst_places: Column
    four_twenty_ones: Column
    nenettes: Column

    def __len__(self) -> int:
        return self.cap.size

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns, in the order of the fields."""
        return tuple(getattr(self, column.name) for column in fields(self)[3:])

    @property
    def keys(self) -> Column:
        """One whole number for each summary, in the shape of the columns: equal for equal ones alone."""
        key = np.zeros(self.cap.shape, np.int64)
        for column, base in zip(self.columns, self._bases, strict=True):
            key = key * base + column
        return key

    @property
    def _bases(self) -> tuple[int, ...]:
        results, places = self.results, 1 << self.made
        counted = self.made + 1 if counts_421s(results.rules) else 1
        tracked = places if tracks_nenettes(results.rules, self.phase) else 1
        return results.most + 1, len(results.order), places, len(results.order), places, counted, tracked

    def numbered(self) -> tuple[Summaries, npt.NDArray[np.intp]]:
        """The distinct summaries, and for each place of the columns' shape which of them stands there."""
        keys, place = _distinct(self.keys, prod(self._bases))
        return self._of_keys(keys), place

    def _of_keys(self, keys: Column) -> Summaries:
        """The summaries with these keys."""
        columns = []
        for base in reversed(self._bases):
            keys, column = np.divmod(keys, base)
            columns.append(column)
        return Summaries(self.results, self.phase, self.made, *reversed(columns))

    def followed(self, ended: EndedAs | None = None) -> tuple[Summaries, Following]:
        """The distinct summaries after one player more, and which of them each of his results leads to.

        The second is [throws - 1, roll, summary], as `add_each`. `ended` is given for the last player.
        A result changes each group of `_APART` whatever the other columns are, and a key is a sum over the
        columns: so the keys are sums of shares, looked up instead of worked out for every summary. Some
        summaries at a time, for memory: a round of many has tens of millions of results.
        """
        sums = _Sums([self._share(names, ended) for names in _APART])
        parts = [slice(at, at + _TOGETHER) for at in range(0, len(self), _TOGETHER)]
        found = [_distinct(sums.of(part), sums.count) for part in parts]
        distinct, number = _distinct(np.concatenate([met for met, _ in found]), sums.count)
        following, start = np.empty((*sums.shape, len(self)), np.int32), 0
        for part, (met, place) in zip(parts, found, strict=True):
            following[:, :, part] = number[start : start + len(met)].astype(np.int32)[place]
            start += len(met)
        return replace(self, made=self.made + 1)._of_keys(sums.keys(distinct)), following

    def _share(self, names: tuple[str, ...], ended: EndedAs | None) -> _Share:
        """What one player more makes of these columns; those left out are taken for 0."""
        bound = {*names, "cap"} if self.results.numbered_by_throws else names  # no more throws than the cap
        entries, entry = self._only(bound).numbered()
        added = entries.add_each(int(self.cap.max()), is_last=ended is not None)
        if ended is not None:
            added = replace(added, best=ended.best[added.best], worst=ended.worst[added.worst])
        keys, number = np.unique(added._only(names).keys, return_inverse=True)
        return _Share(keys, number.reshape(added.cap.shape), entry)

    def _only(self, names: Collection[str]) -> Summaries:
        """The same with 0 in all other columns."""
        nothing = np.zeros_like(self.cap)
        every = [column.name for column in fields(self)[3:]]
        columns = (getattr(self, name) if name in names else nothing for name in every)
        return Summaries(self.results, self.phase, self.made, *columns)

    def add_each(self, most: int, *, is_last: bool) -> Summaries:
        """The summaries after every result of the next player: columns of shape (throws, roll, summary).

        `most` is the number of throws where they make a difference. Throws beyond a summary's cap stand
        for the cap, and rolls the die cannot show for one it can.
        `is_last` forgets the cap, which binds nobody any more.
        """
        results = self.results
        throws = np.arange(1, (most if results.by_throws else 1) + 1)[:, None, None]
        throws = np.minimum(throws, self.cap) if results.by_throws else self.cap[None, None, :]
        roll = np.where(results.shown, np.arange(_COMBINATIONS), np.argmax(results.shown))[None, :, None]
        return self.add(roll, throws, is_last=is_last)

    def add(self, roll: Column, throws: Column, *, is_last: bool) -> Summaries:
        """The summaries after these results of the next player, in the shape all of them broadcast to."""
        results, rules = self.results, self.results.rules
        number = results.number(roll, throws)
        against_best, against_worst = results.order[self.best, number], results.order[self.worst, number]
        place = 1 << self.made
        kept_421 = (against_best == 0) & (roll == FOUR_TWO_ONE)
        next_cap = throws if rules.cap == "previous" else self.cap
        columns = (
            np.zeros_like(self.cap) if is_last else next_cap,
            np.where((against_best > 0) | kept_421, number, self.best),
            np.where(against_best > 0, place, self.best_places + place * (against_best == 0)),
            np.where(against_worst < 0, number, self.worst),
            np.where(against_worst < 0, place, self.worst_places + place * (against_worst == 0)),
            self.four_twenty_ones + (counts_421s(rules) & (roll == FOUR_TWO_ONE)),
            self.nenettes + place * (tracks_nenettes(rules, self.phase) & (roll == NENETTE)),
        )
        shaped = np.broadcast_arrays(*columns, number)[:-1]
        return Summaries(results, self.phase, self.made + 1, *shaped)

    def as_records(self) -> Iterator[Summary]:
        """Each as the record that the game itself uses."""
        for cap, best, best_places, worst, worst_places, count, nenettes in zip(
            *(column.tolist() for column in self.columns), strict=True
        ):
            yield Summary(
                self.phase,
                self.made,
                cap,
                self.results.result(best),
                _places(best_places),
                self.results.result(worst),
                _places(worst_places),
                count,
                _places(nenettes),
            )


def _distinct(keys: Column, limit: int) -> tuple[Column, npt.NDArray[np.intp]]:
    """The distinct keys, ascending, and which of them each is; all below `limit`.

    Marks on a list of all numbers are quicker than sorting, where the list is not too long.
    """
    if limit > 1 << 24:
        distinct, place = np.unique(keys.ravel(), return_inverse=True)
        return distinct, place.reshape(keys.shape)
    met = np.zeros(limit, np.bool_)
    met[keys.ravel()] = True
    distinct = np.flatnonzero(met)
    number = np.empty(limit, np.intp)
    number[distinct] = np.arange(len(distinct))
    return distinct, number[keys]


def _places(bits: int) -> tuple[int, ...]:
    return tuple(place for place in range(MOST_PLAYERS) if bits >> place & 1)


def most_summaries(made: int) -> int:
    """How many summaries there are after so many players, at most, caps and throws left out.

    All have made the same; or of two results, one is the best and some players made it, the other the
    worst and some others did.
    """
    splits: int = 3**made - 2 * 2**made + 1
    return _COMBINATIONS + comb(_COMBINATIONS, 2) * splits


def summary_of(results: Results, phase: RoundPhase, made: Sequence[Result]) -> Summaries:
    """The one summary of these results, in playing order, as columns of one entry; at least one result."""
    first = after_leader(results, phase, np.array([made[0].roll]), np.array([made[0].throws or 1]))
    for result in made[1:]:
        first = first.add(np.array([result.roll]), np.array([result.throws or 1]), is_last=False)
    return first


def start(results: Results, phase: RoundPhase) -> tuple[Summaries, npt.NDArray[np.intp]]:
    """The summaries after the leader, and which of them each (throws - 1, roll) leads to."""
    shape = (results.most, _COMBINATIONS)
    shown = np.where(results.shown, np.arange(_COMBINATIONS), np.argmax(results.shown))
    roll, throws = np.broadcast_to(shown, shape), np.broadcast_to(np.arange(1, shape[0] + 1)[:, None], shape)
    return after_leader(results, phase, roll, throws).numbered()


def after_leader(results: Results, phase: RoundPhase, roll: Column, throws: Column) -> Summaries:
    """The summaries after these results of the leader, in the shape given."""
    number, rules = results.number(roll, throws), results.rules
    leader = np.ones(number.shape, np.int64)
    return Summaries(
        results,
        phase,
        1,
        throws,
        number,
        leader,
        number,
        leader,
        leader * (counts_421s(rules) & (roll == FOUR_TWO_ONE)),
        leader * (tracks_nenettes(rules, phase) & (roll == NENETTE)),
    )
