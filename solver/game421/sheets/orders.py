"""The combinations in the order of a table's rules, and sets of them as people name them: "642 or better"."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from game421.dice import RollIndex
from game421.rules.record import Rules


class Run(NamedTuple):
    """Combinations that follow each other in the order, the strongest first; of one, both ends are it."""

    first: RollIndex
    last: RollIndex


class Told(NamedTuple):
    """The combinations of `runs`, those of `apart` excepted."""

    runs: tuple[Run, ...]
    apart: tuple[Run, ...]


class Order:
    """The combinations that the die can show, strongest first; equals as they are numbered."""

    def __init__(self, rules: Rules) -> None:
        self.rolls = tuple(filter(rules.shows, rules.strongest_first()))
        """Every combination, strongest first."""
        self.place = {roll: place for place, roll in enumerate(self.rolls)}
        """Where a combination stands in the order, from 0."""
        self._strength = rules.strength

    def runs(self, wanted: Collection[RollIndex]) -> tuple[Run, ...]:
        """The combinations `wanted` as runs, strongest first; `rolls_of` undoes it."""
        runs: list[Run] = []
        for roll in sorted(wanted, key=self.place.__getitem__):
            if runs and self.place[runs[-1].last] + 1 == self.place[roll]:
                runs[-1] = Run(runs[-1].first, roll)
            else:
                runs.append(Run(roll, roll))
        return tuple(runs)

    def rolls_of(self, run: Run) -> tuple[RollIndex, ...]:
        """The combinations of a run, strongest first."""
        return self.rolls[self.place[run.first] : self.place[run.last] + 1]

    def from_the_top(self, run: Run) -> bool:
        """Whether the run is all combinations as strong as its last, or stronger."""
        after = self.place[run.last] + 1
        ends = after == len(self.rolls) or self._strength[self.rolls[after]] < self._strength[run.last]
        return self.place[run.first] == 0 and ends

    def told(self, wanted: Collection[RollIndex]) -> Told:
        """The same as people say it: a run from the top with what is not meant, if that is shorter."""
        runs = self.runs(wanted)
        best = Told(runs, ())
        for count, last in enumerate(runs, start=1):
            top = Run(self.rolls[0], last.last)
            if len(self.rolls_of(top)) > 1 and self.from_the_top(top):
                apart = self.runs(set(self.rolls_of(top)) - set(wanted))
                said = Told((top, *runs[count:]), apart)
                if len(said.runs) + len(said.apart) <= len(best.runs) + len(best.apart):
                    best = said
        return best
