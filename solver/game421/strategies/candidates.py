"""The lines a search chooses from: the vocabulary combined, those that always act alike taken once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from game421.dice import KEEPS, format_keep
from game421.rules.families import FAMILIES
from game421.rules.record import Rules
from game421.states.actions import is_stop
from game421.strategies.problems import Codes, Problem, can_stop
from game421.strategies.vocabulary import HOLDS, SILENT, Condition, Line, last_resort

Flags = npt.NDArray[np.bool_]
Conditions = tuple[Condition, ...]


class Kinds(NamedTuple):
    """Situations that no line tells apart are of one kind."""

    first: npt.NDArray[np.intp]
    """`[kind]`: one of its situations."""
    summing: Any
    """A sparse matrix, [kind, situation]."""
    lines: Any
    """A sparse matrix, [line, (kind, action)]: where the line says it."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Lines, with what each says in every situation of a problem."""

    problem: Problem
    lines: tuple[Line, ...]
    says: Codes
    """`says[line, situation]`: its action; `SILENT` where it does not apply."""
    stops_ahead: bool = True
    """Whether a follower ahead stops before any line is asked."""

    @cached_property
    def forced(self) -> Codes:
        """`[situation]`: what a follower ahead does before any line is asked; `SILENT` elsewhere."""
        found = np.full(self.says.shape[1], SILENT, np.uint8)
        for place, (seen, legal) in enumerate(self.problem.situations if self.stops_ahead else ()):
            strength = seen.rules.strength
            if seen.target is not None and can_stop(legal) and strength[seen.roll] > strength[seen.target]:
                found[place] = legal[0]
        return found

    @cached_property
    def kinds(self) -> Kinds:
        """The situations put together that no line tells apart."""
        from scipy.sparse import csr_array

        told_by = np.ascontiguousarray(np.concatenate([self.says, self.forced[None], self.last[None]]).T)
        rows = told_by.view(np.dtype((np.void, told_by.shape[1]))).ravel()
        _, first, kind = np.unique(rows, return_index=True, return_inverse=True)
        said = self.says[:, first]
        line, place = np.nonzero(said != SILENT)
        summing = csr_array(
            (np.ones(kind.size), (kind.ravel(), np.arange(kind.size))), (len(first), kind.size)
        )
        column = place * ACTIONS + said[line, place]
        lines = csr_array((np.ones(len(line), np.float32), (line, column)), (len(said), len(first) * ACTIONS))
        return Kinds(first, summing, lines)

    @cached_property
    def last(self) -> Codes:
        """`[situation]`: what is done where no line applies."""
        return np.array([last_resort(legal) for _, legal in self.problem.situations], np.uint8)

    def played(self, order: Iterable[int]) -> Codes:
        """`[situation]`: the actions of the list of these lines."""
        action = self.last.copy()
        for number in reversed(list(order)):
            said = self.says[number]
            np.copyto(action, said, where=said != SILENT)
        np.copyto(action, self.forced, where=self.forced != SILENT)
        return action

    def loss(self, order: Iterable[int]) -> float:
        """What the list of these lines loses."""
        return self.problem.loss(self.played(order))


def candidates(problem: Problem, *, small: bool = False, stops_ahead: bool = True) -> Candidates:
    """Every line of at most two conditions worth trying; `small` takes fewer, for a search soon done.

    Of lines that say the same in every situation of the problem, the first and simplest is taken.
    """
    known: dict[bytes, Line] = {}
    says: list[Codes] = []
    table = _Table(problem)
    for line in sorted(_lines(problem, small=small), key=lambda line: len(line.when)):
        said = table.said(line)
        key = said.tobytes()
        if key not in known and (said != SILENT).any():
            known[key] = line
            says.append(said)
    return Candidates(problem, tuple(known.values()), np.stack(says), stops_ahead)


class _Table:
    """What conditions and instructions come to in every situation, each worked out once."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._holding: dict[Condition, Flags] = {}
        self._saying: dict[tuple[str, bool], Codes] = {}

    def said(self, line: Line) -> Codes:
        """`[situation]`: what the line says."""
        found = self._instruction(line).copy()
        for condition in line.when:
            found[~self._condition(condition)] = SILENT
        return found

    def _condition(self, condition: Condition) -> Flags:
        if condition not in self._holding:
            self._holding[condition] = np.array(
                [condition.holds(seen) for seen, _ in self._problem.situations], np.bool_
            )
        return self._holding[condition]

    def _instruction(self, line: Line) -> Codes:
        key = line.do, line.declare
        if key not in self._saying:
            bare = Line(line.do, (), line.declare)
            said = (bare.action(*situation) for situation in self._problem.situations)
            self._saying[key] = np.array([SILENT if code is None else code for code in said], np.uint8)
        return self._saying[key]


def _lines(problem: Problem, *, small: bool) -> Iterator[Line]:
    stops = any(is_stop(legal[0]) for _, legal in problem.situations)
    rules, stages = problem.rules, _stages(problem)
    facing = [()] if problem.leads else _facing(rules, small=small)
    if stops:
        for quality, stage, faced in product(_qualities(rules, small=small), stages, facing):
            if len(quality) + len(stage) + len(faced) <= MOST_CONDITIONS:
                yield Line("stop", (*stage, *quality, *faced))
    shapes: list[Conditions] = [()] if small else [(), *_shapes(named=problem.leads)]
    for do, stage, faced, shape in product(HOLDS, stages, facing, shapes):
        if do != "stop" and len(stage) + len(faced) + len(shape) <= MOST_CONDITIONS:
            yield Line(do, (*stage, *shape, *faced))


ACTIONS = 2 * len(KEEPS)
"""Actions of turns, those with "le bon" after those without."""

MOST_CONDITIONS = 2
"""Conditions of a line, beside the dice that it keeps: more are not applied at a glance."""


def _stages(problem: Problem) -> list[Conditions]:
    """Nothing said of throws and phase, and what can be said of them."""
    phases = sorted({turns.phase for turns in problem.turns})
    found: list[Conditions] = [()]
    found += [(Condition("thrown", thrown),) for thrown in (1, 2)]
    if not problem.leads:
        found += [(Condition("left", left),) for left in (1, 2)]
    if len(phases) > 1:
        found += [(Condition("phase", phase),) for phase in phases]
    return found


def _thresholds(rules: Rules, kind: str, *, notable: int, others: int) -> list[Conditions]:
    """Being at least a combination: of the strongest every so many, of the others every so many."""
    order = rules.strongest_first()
    chosen = (*order[:NOTABLE:notable], *order[NOTABLE::others])
    return [(Condition(kind, format_keep(roll)),) for roll in chosen]


NOTABLE = 17
"""Combinations from the strongest on among which thresholds stand closest."""


def _qualities(rules: Rules, *, small: bool) -> list[Conditions]:
    """How good a roll is."""
    found = _thresholds(rules, "least", notable=1, others=8 if small else 2)
    if small:
        return found
    found += [(Condition("family", (family,)),) for family in FAMILIES]
    found += [(Condition("worth", worth),) for worth in range(2, 9)]
    return [*found, (Condition("aces", 2),)]


def _facing(rules: Rules, *, small: bool) -> list[Conditions]:
    """What lies on the table."""
    against: list[Conditions] = [
        (Condition("against", relation),)
        for relation in (("better",), ("equal",), ("worse",), ("better", "equal"), ("equal", "worse"))
    ]
    if small:
        return [(), *against]
    return [(), *against, *_thresholds(rules, "target", notable=2, others=6)]


def _shapes(*, named: bool) -> list[Conditions]:
    """What else the dice show; `named`: single faces too, of which the leader's turns allow to try more."""
    found = [Condition("aces", 1), Condition("aces", 2), Condition("pair", "any"), Condition("run", "any")]
    if named:
        found += [Condition("face", face) for face in range(2, 7)]
    return [(condition,) for condition in found]
