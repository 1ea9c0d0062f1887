"""How the facts change when a table counts its 421 or its tokens otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from game421.advice.facts import PLAYERS, Facts, facts_of_game
from game421.errors import InputError
from game421.reports import Notice, silent
from game421.rules.contradictions import contradictions
from game421.rules.record import Rules
from game421.tables.library import takes_long

FOUR_TWENTY_ONES = (8, 10, 11)
"""What a 421 is worth at most tables."""

TOKENS = (11, 21)
"""How many tokens are played for at most tables."""

_VARIANTS = tuple(product(TOKENS, FOUR_TWENTY_ONES))


@dataclass(frozen=True)
class Variant:
    """The same table but for its 421, in both phases, and its tokens."""

    four_twenty_one: int
    tokens: int
    rules: Rules
    facts: Facts | None
    """None where these rules contradict themselves."""
    refused: str | None
    """Why they do."""


def facts_of_variants(rules: Rules, players: int = PLAYERS, notice: Notice = silent) -> Iterator[Variant]:
    """The facts of every variant of a game, one after the other: each may have to be solved first.

    `notice` is told what is being solved. Raises InputError as `facts_of_game` does, and where one of them
    is not solved in passing; that at once.
    """
    variants = [(tokens, worth, variant_of(rules, worth, tokens)) for tokens, worth in _VARIANTS]
    for _, _, changed in variants:
        if not contradictions(changed) and takes_long(changed, players, "manche"):
            raise InputError(
                f"{players} players: variants are {len(variants)} games to solve, and {changed.name} "
                "alone takes long; ask about one at a time, each with its own rules"
            )
    return _one_by_one(variants, players, notice)


def _one_by_one(
    variants: Sequence[tuple[int, int, Rules]], players: int, notice: Notice
) -> Iterator[Variant]:
    for tokens, worth, changed in variants:
        problems = contradictions(changed)
        facts = None if problems else facts_of_game(changed, players, notice)
        yield Variant(worth, tokens, changed, facts, problems[0].reason if problems else None)


def variant_of(rules: Rules, four_twenty_one: int, tokens: int) -> Rules:
    """The rules with a 421 worth so much in both phases, and so many tokens; not checked."""
    values = {table: dict(entries) for table, entries in rules.values.items()}
    for entries in values.values():
        entries.pop("421", None)
    values.setdefault("both", {})["421"] = four_twenty_one
    name = f"{rules.name} (421 = {four_twenty_one}, tokens = {tokens})"
    return replace(rules, name=name, tokens=tokens, values=values)
