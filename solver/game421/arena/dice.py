"""The dice of one game: whatever the players do, the n-th throw of a seat in a round shows the same faces."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from random import Random
from struct import Struct

from game421.dice import DICE, FACES, GROW, KEEP_NOTHING, ROLLS, KeepIndex, RollIndex
from game421.errors import InputError
from game421.rules.record import Rules

_ROLLS = len(ROLLS)
_WORD = 32
_SPARE = 2
"""Words of a round that settle it where throw-offs decide."""

MOST_SIDES = 10_000
"""Weights of a die add up to so much at most: every side is a place in a table, and a word of dice that does
not divide evenly among them favours none by more than one in 400,000."""


def derived_seed(seed: int, *parts: object) -> int:
    """A seed of its own for a part of something seeded, the same on every machine."""
    text = "/".join(map(str, (seed, *parts))).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest())


@lru_cache(maxsize=64)
def _grown(die: tuple[int, ...]) -> tuple[tuple[KeepIndex, ...], ...]:
    """`[keep][side]`: the keep with one die more, which shows a side of a die with weighted faces."""
    faces = [face for face in range(FACES) for _ in range(die[face])]
    return tuple(tuple(grown[face] for face in faces) if grown else () for grown in GROW)


class Dice:
    """Dice thrown by one generator of their own, the same number of draws for every round.

    Each round draws for every place in the playing order, every throw and every die, used or not: so two
    games of one seed see the same dice even where players hold others. Raises InputError for a die with more
    sides than `MOST_SIDES`.
    """

    def __init__(self, rules: Rules, players: int, seed: int) -> None:
        self._sides = sum(rules.die)
        if self._sides > MOST_SIDES:
            raise InputError(
                f"rules {rules.name}: the weights of the die add up to {self._sides}; dice of at most "
                f"{MOST_SIDES} sides are thrown in matches"
            )
        self._random = Random(seed)  # noqa: S311 - dice of a game, no secret
        self._most = max(rules.charge_throws, rules.decharge_throws)
        self._grown = _grown(rules.die)
        words = players * self._most * DICE + _SPARE
        self._unpack = Struct(f"<{words}I")
        self._words: tuple[int, ...] = ()

    def next_round(self) -> None:
        """Draw for the next round."""
        self._words = self._unpack.unpack(self._random.randbytes(self._unpack.size))

    def throw(self, keep: KeepIndex, place: int, throws: int) -> RollIndex:
        """The roll after throwing the dice that `keep` leaves, at `place` after `throws` throws."""
        words, grown, sides = self._words, self._grown, self._sides
        word = (place * self._most + throws) * DICE
        while keep >= _ROLLS:
            keep = grown[keep][words[word] * sides >> _WORD]
            word += 1
        return keep  # type: ignore[return-value]  # three dice are a roll; a call to say so takes time

    def throw_all(self) -> RollIndex:
        """The one throw of a round that is nothing more."""
        return self.throw(KEEP_NOTHING, 0, 0)

    def way(self, total: int) -> int:
        """One of `total` ways in which the throw-offs of the round may go."""
        high, low = self._words[-2:]
        return (high << _WORD | low) * total >> 2 * _WORD
