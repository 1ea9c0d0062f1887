"""Throw-offs between tied players, solved in closed form to whole-number ways.

Those still tied throw again, so with w ways out of T that all stay tied, an event of v ways decides
with chance v / (T - w): an endless repetition is one division, and the smaller groups that go on
among themselves are solved first. Players are numbered by their order in the throw-off: rank 0 throws
first, who played last of them in the round (RULES, section 3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from math import gcd, lcm
from typing import NamedTuple, TypeVar

from game421.dice import KEEP_NOTHING
from game421.dice.ways import reach
from game421.rules.families import NENETTE
from game421.rules.record import Rules
from game421.rules.worth import Value
from game421.states.payments import worst_shares

Counted = Value | None
"""What a throw counts for a payment; None where only who wins is asked."""


class Extreme(NamedTuple):
    """Who is left as best (or worst), and what his last throw counts."""

    rank: int
    counted: Counted


class Both(NamedTuple):
    """Best and worst of a throw-off among all players, and what each of them counts with.

    The best with his last throw; the worst with the throw that made him worst, or tied for it: going
    on for worst alone changes no payment (`rampo_value` is `tied` there).
    """

    best: int
    worst: int
    best_counted: Counted
    worst_counted: Counted


class Level(NamedTuple):
    """The combinations of one strength: ways out of S**3, and of these by what they count.

    In an `ordered` level, that of nenette where the last one wins, nobody is tied.
    """

    ways: int
    ordered: bool
    counted: tuple[tuple[Counted, int], ...]


class _Split(NamedTuple):
    """After one throw among all: the ranks tied for best and for worst, and what they count if decided."""

    best: tuple[int, ...]
    worst: tuple[int, ...]
    best_counted: Counted
    worst_counted: Counted


_BySizes = dict[tuple[int, int], dict[tuple[Counted, Counted], int]]
"""Ways by how many are tied for best and for worst, then by what those decided count."""

_Outcome = TypeVar("_Outcome", Extreme, Both)


def best_of(rules: Rules, players: int, *, valued: bool) -> Mapping[Extreme, int]:
    """Ways of each outcome of a throw-off for best; `valued` tells apart what the last throw is worth."""
    return _extreme(levels_of(rules, "best" if valued else None), players)


@lru_cache(maxsize=256)
def worst_of(rules: Rules, players: int) -> Mapping[Extreme, int]:
    """Ways of each player to be left as the worst of a throw-off for worst; nothing is counted.

    It is a throw-off for best with strength and order turned round: of ordered nenettes the first is
    the weakest.
    """
    mirrored = _extreme(levels_of(rules, None)[::-1], players)
    return {Extreme(players - 1 - rank, counted): ways for (rank, counted), ways in mirrored.items()}


@lru_cache(maxsize=256)
def both_of(rules: Rules, players: int, *, valued: bool) -> Mapping[Both, int]:
    """Ways of each outcome of the one throw-off among all players that gives both best and worst."""
    events = []
    for split, ways in _splits(rules, players, valued).items():
        best: Mapping[Extreme, int] = {Extreme(0, split.best_counted): 1}
        if len(split.best) > 1:
            best = best_of(rules, len(split.best), valued=valued)
        worst = worst_of(rules, len(split.worst)) if len(split.worst) > 1 else {Extreme(0, None): 1}
        law = {
            Both(split.best[winner], split.worst[loser], counted, split.worst_counted): wins * losses
            for (winner, counted), wins in best.items()
            for (loser, _), losses in worst.items()
        }
        events.append((ways, law))
    return _mixed(events)


@lru_cache(maxsize=64)
def levels_of(rules: Rules, counting: str | None) -> tuple[Level, ...]:
    """The strengths the die can show, weakest first; `counting` says for whom: best, worst or neither."""
    shares = worst_shares(rules)
    by_strength: dict[int, dict[Counted, int]] = defaultdict(lambda: defaultdict(int))
    for roll, ways in reach(rules.die)[KEEP_NOTHING]:
        counts: dict[str | None, Counted] = {"best": rules.decharge_values[roll], "worst": shares[roll]}
        by_strength[rules.strength[roll]][counts.get(counting)] += ways
    last_wins = rules.strength[NENETTE] if rules.nenette_tie == "last-wins" else None
    return tuple(
        Level(sum(counted.values()), strength == last_wins, tuple(counted.items()))
        for strength, counted in sorted(by_strength.items())
    )


@lru_cache(maxsize=256)
def _extreme(levels: tuple[Level, ...], players: int) -> Mapping[Extreme, int]:
    """Ways of each outcome of a throw-off for the last of `levels`."""
    events: list[tuple[int, Mapping[Extreme, int]]] = [
        (ways, {outcome: 1}) for outcome, ways in _decided(levels, players).items()
    ]
    for size in range(2, players):
        ways, below = 0, 0
        for level in levels:
            ways += 0 if level.ordered else level.ways**size * below ** (players - size)
            below += level.ways
        going_on = _extreme(levels, size)
        for group in combinations(range(players), size):
            law = {Extreme(group[rank], counted): count for (rank, counted), count in going_on.items()}
            events.append((ways, law))
    return _mixed(events)


def _decided(levels: tuple[Level, ...], players: int) -> Mapping[Extreme, int]:
    """Ways that one throw leaves a single best; among ordered nenettes those before the last may be equal."""
    ways: dict[Extreme, int] = defaultdict(int)
    below = 0
    for level in levels:
        not_above = below + level.ways if level.ordered else below
        for rank in range(players):
            others = not_above**rank * below ** (players - 1 - rank)
            for counted, count in level.counted:
                ways[Extreme(rank, counted)] += count * others
        below += level.ways
    return ways


def _splits(rules: Rules, players: int, valued: bool) -> Mapping[_Split, int]:
    """Ways of every split of all players by one throw, all of them tied excepted."""
    highs = levels_of(rules, "best" if valued else None)
    lows = levels_of(rules, "worst" if valued else None)
    ways: dict[_Split, int] = defaultdict(int)
    evenly: _BySizes = defaultdict(lambda: defaultdict(int))
    for low_index, low in enumerate(lows):
        middle = 0
        for high in highs[low_index + 1 :]:
            if high.ordered or low.ordered:
                _add_ordered(ways, high, low, middle, players)
            else:
                _add_evenly(evenly, high, low, middle, players)
            middle += high.ways
        if low.ordered:
            (best_counted, _), (worst_counted, _) = highs[low_index].counted[0], low.counted[0]
            ways[_Split((players - 1,), (0,), best_counted, worst_counted)] += low.ways**players
    for best, worst in _groups(players):
        for (best_counted, worst_counted), count in evenly[len(best), len(worst)].items():
            ways[_Split(best, worst, best_counted, worst_counted)] += count
    return ways


def _add_evenly(evenly: _BySizes, high: Level, low: Level, middle: int, players: int) -> None:
    """Count splits between two levels by how many are in each: who they are makes no difference."""
    for wins in range(1, players):
        for losses in range(1, players - wins + 1):
            rest = middle ** (players - wins - losses)
            for best_counted, best_ways in _tied(high, wins):
                for worst_counted, worst_ways in low.counted:
                    count = best_ways * worst_ways * low.ways ** (losses - 1) * rest
                    evenly[wins, losses][best_counted, worst_counted] += count


def _add_ordered(ways: dict[_Split, int], high: Level, low: Level, middle: int, players: int) -> None:
    """Count splits where nenettes are best, whoever made one before the last, or worst likewise."""
    for best, worst in _groups(players):
        if (high.ordered and len(best) > 1) or (low.ordered and len(worst) > 1):
            continue
        rest = 1
        for rank in range(players):
            if rank not in best and rank not in worst:
                also_high = high.ways if high.ordered and rank < best[0] else 0
                also_low = low.ways if low.ordered and rank > worst[0] else 0
                rest *= middle + also_high + also_low
        for best_counted, best_ways in _tied(high, len(best)):
            for worst_counted, worst_ways in low.counted:
                count = best_ways * worst_ways * low.ways ** (len(worst) - 1) * rest
                ways[_Split(best, worst, best_counted, worst_counted)] += count


def _tied(level: Level, size: int) -> Iterable[tuple[Counted, int]]:
    """Ways that so many all make a level; what one counts who is alone, nothing yet for several."""
    return level.counted if size == 1 else ((None, level.ways**size),)


def _groups(players: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every two groups without a common player, neither empty."""
    for wins in range(1, players):
        for best in combinations(range(players), wins):
            others = [rank for rank in range(players) if rank not in best]
            for losses in range(1, len(others) + 1):
                for worst in combinations(others, losses):
                    yield best, worst


def _mixed(events: Iterable[tuple[int, Mapping[_Outcome, int]]]) -> Mapping[_Outcome, int]:
    """One law from events of so many ways each, every one with its own law of what comes of it."""
    possible = [(ways, law, sum(law.values())) for ways, law in events if ways]
    common = lcm(*(total for _, _, total in possible))
    mixed: dict[_Outcome, int] = defaultdict(int)
    for ways, law, total in possible:
        for outcome, count in law.items():
            mixed[outcome] += ways * count * (common // total)
    divisor = gcd(*mixed.values())
    return {outcome: count // divisor for outcome, count in mixed.items() if count}
