"""The positions of a round, numbered: what was made before the mover, and what lies before him.

They are the same for every token state whose round has the same tree. Turns come first, by the number of
results made, then by cap, by summary, by throws left (most first) and by roll; then the throw-offs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.dice import KEEP_NOTHING, KeepIndex, RollIndex, format_keep
from game421.rounds.histories import History, histories, made_next
from game421.rounds.solving import turn_terms
from game421.rounds.tree import RoundTree
from game421.states.actions import Action
from game421.states.positions import Position
from game421.states.results import Result
from game421.states.summaries import throwing_off
from game421.states.verdicts import throw_off_actions
from game421.turns.layout import layout_of

Indices = npt.NDArray[np.intp]


class Lying(NamedTuple):
    """What lies before the mover: throws left, the roll (None before the first throw), locked dice."""

    left: int
    roll: RollIndex | None
    kept: KeepIndex = KEEP_NOTHING


class Section:
    """The turns of the player after `made` others under one cap, numbered from `first`.

    Number first + column * len(rows) + row is row `rows[row]` after the summary `columns[column]`.
    """

    def __init__(self, tree: RoundTree, made: int, cap: int, columns: Indices, first: int) -> None:
        self.made, self.cap, self.columns, self.first = made, cap, columns, first
        terms = turn_terms(tree, made, cap)
        self._lain = layout_of(terms).rows
        thrown = [(left, roll, kept) for left in range(cap - 1, -1, -1) for roll, kept in self._lain]
        self.rows = (Lying(cap, None), *map(Lying._make, thrown))
        self.row = {lying: row for row, lying in enumerate(self.rows)}
        """The row of what lies there."""
        self.menus = (terms.first_actions(), *(terms.actions(*lying) for lying in thrown))
        """`menus[row]`: the legal actions, in the order of the tie rule."""
        shown = [bool(tree.results.shown[roll]) for _, roll, _ in thrown]
        locked = [kept != KEEP_NOTHING and left == cap - 1 for left, _, kept in thrown]
        self.possible = np.array([True, *np.array(shown) & ~np.array(locked)])
        """`possible[row]`: whether dice can lie so; nothing is locked before the first hold."""

    def rows_left(self, left: int) -> slice:
        """The rows with so many throws left."""
        if left == self.cap:
            return slice(0, 1)
        start = 1 + (self.cap - 1 - left) * len(self._lain)
        return slice(start, start + len(self._lain))

    @property
    def stop(self) -> int:
        """The number after the last."""
        return self.first + len(self.columns) * len(self.rows)


@dataclass(frozen=True)
class ThrowOffs:
    """The throw-offs that may be due after the last player, numbered from `first`; not all are a choice."""

    first: int
    after: tuple[tuple[int, int, int], ...]
    """`after[i]`: the summary before the last player, his throws, his roll."""
    kinds: Indices
    """`kinds[i]`: the kind of ending."""
    movers: Indices
    """`movers[i]`: the place of who throws first."""
    menus: tuple[tuple[Action, ...], ...]
    """`menus[i]`: what it may pay."""


class RoundPositions:
    """Every position of a whole round. Get it from `round_positions`."""

    def __init__(self, tree: RoundTree) -> None:
        self.tree = tree
        self.histories = histories(tree)
        """`histories[made][summary]`: results it stands for, None where it cannot be."""
        self.sections = tuple(_sections(tree))
        self.throw_offs = _throw_offs(tree, self.histories[-1], self.sections[-1].stop)
        every = [*(menu for section in self.sections for menu in section.menus), *self.throw_offs.menus]
        self.menus = tuple(dict.fromkeys(every))
        """The different menus: legal actions, in the order of the tie rule."""

    def __len__(self) -> int:
        return self.throw_offs.first + len(self.throw_offs.kinds)

    @cached_property
    def menu(self) -> npt.NDArray[np.uint16]:
        """`menu[n]`: which of `menus` position n has."""
        number = {menu: place for place, menu in enumerate(self.menus)}
        found = [np.tile([number[menu] for menu in each.menus], len(each.columns)) for each in self.sections]
        throw_offs = np.array([number[menu] for menu in self.throw_offs.menus], np.intp)
        return np.concatenate([*found, throw_offs]).astype(np.uint16)

    @cached_property
    def is_choice(self) -> npt.NDArray[np.bool_]:
        """`is_choice[n]`: whether position n can be, and leaves a choice of two actions or more."""
        can_be = []
        for section in self.sections:
            known = [self.histories[section.made][summary] is not None for summary in section.columns]
            can_be.append((np.array(known)[:, None] & section.possible).ravel())
        can_be.append(np.ones(len(self.throw_offs.kinds), np.bool_))
        several = np.array([len(menu) > 1 for menu in self.menus])[self.menu]
        choices: npt.NDArray[np.bool_] = several & np.concatenate(can_be)
        return choices

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """`texts[n]`: what follows the stacks where position n is written, lost manches apart."""
        return tuple(self._written())

    def _written(self) -> Iterator[str]:
        for section in self.sections:
            rows = [_lying_text(section.cap, *lying) for lying in section.rows]
            for summary in section.columns.tolist():
                results = _results_text(self.histories[section.made][summary] or ())
                yield from (f"{results} {row}" for row in rows)
        for summary, throws, roll in self.throw_offs.after:
            history = (*(self.histories[-1][summary] or ()), Result(RollIndex(roll), throws))
            yield f"{_results_text(history)} {history[0].throws} - -"

    @cached_property
    def _section_of(self) -> tuple[dict[int, tuple[Section, int]], ...]:
        """`[made][summary]`: the section and the column of every summary."""
        found: tuple[dict[int, tuple[Section, int]], ...] = tuple({} for _ in self.histories)
        for section in self.sections:
            for column, summary in enumerate(section.columns.tolist()):
                found[section.made][summary] = section, column
        return found

    @cached_property
    def _throw_off_of(self) -> dict[tuple[int, int, int], int]:
        first = self.throw_offs.first
        return {after: first + place for place, after in enumerate(self.throw_offs.after)}

    def number(self, position: Position) -> int | None:
        """The number of a position that can be; None where "le bon" has cut its turn short."""
        if position.left is None:
            *before, (roll, throws) = position.results
            return self._throw_off_of[self._summary(tuple(before)), throws or 1, roll]
        if position.roll is not None and position.throws + position.left != position.cap:
            return None
        section, first = self.turn(position.results)
        return first + section.row[Lying(position.left, position.roll, position.kept)]

    def numbers_by_roll(self, position: Position) -> dict[str, int]:
        """The numbers of all positions that differ from this one in the roll alone, by the roll as written.

        Before the first throw and in a throw-off there is but the one, by `-`.
        """
        number = self.number(position)
        if number is None:
            return {}
        if position.roll is None or position.left is None:
            return {"-": number}
        section, first = self.turn(position.results)
        return {
            format_keep(lying.roll): first + row
            for row, lying in enumerate(section.rows)
            if (lying.left, lying.kept) == (position.left, position.kept)
            and lying.roll is not None
            and self.tree.results.shown[lying.roll]
        }

    def turn(self, results: History) -> tuple[Section, int]:
        """The section of the turn after these results, and its first number there."""
        section, column = self._section_of[len(results)][self._summary(results)]
        return section, section.first + column * len(section.rows)

    def _summary(self, results: History) -> int:
        """Which summary of its level these results come to."""
        return self.tree.summary(results)


def _sections(tree: RoundTree) -> Iterator[Section]:
    first = 0
    for made, level in enumerate(tree.levels):
        for cap in np.unique(level.cap).tolist():
            section = Section(tree, made, cap, np.nonzero(level.cap == cap)[0], first)
            yield section
            first = section.stop


def _throw_offs(tree: RoundTree, known: tuple[History | None, ...], first: int) -> ThrowOffs:
    """Every throw-off, by the summary before the last player and his result."""
    movers, menus = [], []
    for summary in tree.endings.as_records():
        best, worst = throwing_off(tree.rules, summary)
        movers.append((best or worst or (-1,))[-1])
        menus.append(throw_off_actions(tree.rules, summary))
    before, throws, roll, kinds = made_next(tree, len(tree.levels) - 1)
    due = (np.array(movers)[kinds] >= 0) & [known[summary] is not None for summary in before]
    after = np.stack([before, throws, roll])[:, due].T.tolist()
    kinds = kinds[due]
    return ThrowOffs(
        first,
        tuple((summary, used, shown) for summary, used, shown in after),
        kinds,
        np.array(movers)[kinds],
        tuple(menus[kind] for kind in kinds),
    )


def _results_text(results: History) -> str:
    return "/".join(map(str, results)) or "-"


def _lying_text(cap: int, left: int, roll: RollIndex | None, kept: KeepIndex) -> str:
    shown = "-" if roll is None else format_keep(roll)
    locked = "" if kept == KEEP_NOTHING else f" kept={format_keep(kept)}"
    return f"{cap} {shown} {left}{locked}"


def choices_at_most(tree: RoundTree) -> int:
    """How many positions of turns leave a choice, as if every summary could be: a bound found at once."""
    choices = 0
    for section in _sections(tree):
        several = np.array([len(menu) > 1 for menu in section.menus])
        choices += len(section.columns) * int(np.count_nonzero(several & section.possible))
    return choices


@lru_cache(maxsize=16)
def round_positions(tree: RoundTree) -> RoundPositions:
    """The positions of a round, numbered once."""
    return RoundPositions(tree)
