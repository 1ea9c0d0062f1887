"""How long throw-offs are: exact means, for what is told of a game; nothing of its play depends on them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from game421.rules.record import Rules
from game421.states.throw_offs import Level, levels_of


def throws_of(rules: Rules, best: tuple[int, ...], worst: tuple[int, ...]) -> Fraction:
    """Mean number of throws where these places throw off for best and those for worst (empty: nobody).

    If they are the same, everybody, one throw-off gives both.
    """
    levels = levels_of(rules, None)
    if best != worst:
        return _throws(levels, len(best)) + _throws(levels[::-1], len(worst))
    players = len(best)
    if not players:
        return Fraction(0)
    for_best, for_worst = _ties(levels, players), _ties(levels[::-1], players)
    more = sum(
        (
            for_best[size] * _throws(levels, size) + for_worst[size] * _throws(levels[::-1], size)
            for size in range(2, players)
        ),
        Fraction(players),
    )
    return more / (1 - for_best[players])


@lru_cache(maxsize=256)
def _throws(levels: tuple[Level, ...], players: int) -> Fraction:
    """Mean number of throws of a throw-off for the last of `levels`; none for nobody."""
    if players < 2:
        return Fraction(0)
    ties = _ties(levels, players)
    more = sum((ties[size] * _throws(levels, size) for size in range(2, players)), Fraction(players))
    return more / (1 - ties[players])


def _ties(levels: tuple[Level, ...], players: int) -> dict[int, Fraction]:
    """The chance that so many are tied for the last of `levels` after one throw, from two to all."""
    whole = sum(level.ways for level in levels) ** players
    ways, below = dict.fromkeys(range(2, players + 1), 0), 0
    for level in levels:
        for size in ways:
            if not level.ordered:
                ways[size] += comb(players, size) * level.ways**size * below ** (players - size)
        below += level.ways
    return {size: Fraction(count, whole) for size, count in ways.items()}
