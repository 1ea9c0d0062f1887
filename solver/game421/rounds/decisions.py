"""What to do in every position of a round, for many token states at once; and which positions come up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from game421.rounds.positions import RoundPositions, Section, round_positions
from game421.rounds.rest import round_payoffs_of
from game421.rounds.solving import RoundPayoffs, RoundSolution, mean_worth, solve_round
from game421.rounds.stakes import Stakes
from game421.rounds.tree import round_tree
from game421.rules.record import Rules
from game421.states.actions import RAMPO, TIED
from game421.states.settlements import apply
from game421.states.token_states import TokenState
from game421.turns.decisions import Decisions, decisions, first_decisions, ratio
from game421.turns.exact import TOLERANCE
from game421.turns.forward import turn_ways
from game421.turns.layout import Array

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class RoundDecisions:
    """The decisions of a round in S token states, solved."""

    positions: RoundPositions
    states: tuple[TokenState, ...]
    solution: RoundSolution
    found: Decisions
    """Arrays [s, n]: of position n in state s."""

    @property
    def choices(self) -> Flags:
        """`choices[s, n]`: whether position n can be and leaves a choice, the same in every state."""
        choices: Flags = np.broadcast_to(self.positions.is_choice, self.found.action.shape)
        return choices

    def coming(self) -> tuple[Flags, tuple[frozenset[TokenState], ...]]:
        """What can come when all play so: `[s, n]` the positions, and by state those that may follow."""
        tree = self.positions.tree
        reached = np.zeros(self.found.action.shape, np.bool_)
        arriving = np.ones((1, len(self.states)), np.bool_)
        sizes = [*(len(level.cap) for level in tree.levels[1:]), len(tree.endings)]
        for made, size in enumerate(sizes):
            ended = self._arrive(made, arriving, reached)
            arriving = _advance(tree.levels[made].following, ended, size)
        throw_offs = self.positions.throw_offs
        if throw_offs.after:
            before, throws, roll = np.array(throw_offs.after).T
            reached[:, throw_offs.first :] = ended[throws - 1, roll, before].T
        return reached, self._following(arriving)

    def _arrive(self, made: int, arriving: Flags, reached: Flags) -> Flags:
        """Mark the positions of one player's turns; where they end, [throws - 1, roll, summary, s].

        `arriving[summary, s]` says which turns come up at all.
        """
        tree = self.positions.tree
        most = int(tree.levels[made].cap.max())
        ended = np.zeros((most, len(tree.results.shown), *arriving.shape), np.bool_)
        for section in self.positions.sections:
            if section.made == made:
                turns = self.solution.turns[made][section.cap]
                ways, here = turn_ways(turns), arriving[section.columns]
                for left, arrived in enumerate(ways.arrived):
                    _store(reached, section, left, (arrived > 0) & here.ravel())
                _store(reached, section, section.cap, here.reshape(1, -1))
                ended[: section.cap, :, section.columns] = (
                    ways.ended.reshape(section.cap, -1, *here.shape) > 0
                ) & here
        return ended

    def _following(self, endings: Flags) -> tuple[frozenset[TokenState], ...]:
        """The states that may follow each state, from the kinds of ending that come up, [kind, s]."""
        tree, rampo = self.positions.tree, self.solution.rampo
        verdicts = np.zeros((len(tree.verdicts), len(self.states)), np.bool_)
        for choice, law in tree.laws.items():
            chosen = endings & (rampo if choice == RAMPO else ~rampo)
            verdicts |= (law.ways > 0).T @ chosen
        followed = (
            (apply(tree.rules, state, tree.verdicts[verdict]).state for verdict in np.nonzero(column)[0])
            for state, column in zip(self.states, verdicts.T, strict=True)
        )
        return tuple(frozenset(state for state in states if state is not None) for states in followed)


def _advance(following: Array, ended: Flags, size: int) -> Flags:
    """Which summaries come up next, [summary, s]."""
    states = ended.shape[-1]
    places = np.broadcast_to(following[: len(ended)], ended.shape[:3])[..., None] * states + np.arange(states)
    after = np.zeros(size * states, np.bool_)
    after[places[ended]] = True
    return after.reshape(size, states)


def _store(array: Array, section: Section, left: int, found: Array) -> None:
    """Write `found[row, (column, state)]`, the rows with so many throws left, to their places of [s, n]."""
    states = len(array)
    turns = array[:, section.first : section.stop].reshape(states, len(section.columns), -1)
    turns[:, :, section.rows_left(left)] = found.reshape(len(found), -1, states).transpose(2, 1, 0)


def decide(
    rules: Rules,
    states: Sequence[TokenState],
    stakes: Stakes,
    *,
    exact: bool = False,
    constant: int | None = None,
) -> RoundDecisions:
    """Solve a round in every one of these token states, which have equally many players and one phase.

    In float64, or `exact` in whole numbers. `constant`: with two players, what both always share, if known.
    A charge of single throws (havraise) has no decisions and is not for this.
    """
    playing = states[0].seats_in
    positions = round_positions(round_tree(rules, states[0].phase, len(playing)))
    payoffs = _payoffs(positions, states, stakes, exact=exact, constant=constant)
    solution = solve_round(positions.tree, payoffs)
    shape = (len(states), len(positions))
    found = Decisions(*(np.empty(shape, kind) for kind in (np.uint8, np.float64, np.float64, np.uint16)))
    for section in positions.sections:
        turns = solution.turns[section.made][section.cap]
        over = stakes.unit * solution.scale[section.made + 1] if exact else 1
        parts = [decisions(turns, left, over) for left in range(section.cap)]
        for left, part in enumerate([*parts, first_decisions(turns, over)]):
            for array, values in zip(found.arrays, part.arrays, strict=True):
                _store(array, section, left, values)
    if payoffs.gifts is not None:
        _add_gifts(positions, payoffs.gifts / (stakes.unit if exact else 1), found.value)
    throw_offs = _throw_off_decisions(positions, payoffs, stakes.unit if exact else 1)
    for array, values in zip(found.arrays, throw_offs.arrays, strict=True):
        array[:, positions.throw_offs.first :] = values.T
    return RoundDecisions(positions, tuple(states), solution, found)


def _payoffs(
    positions: RoundPositions,
    states: Sequence[TokenState],
    stakes: Stakes,
    *,
    exact: bool,
    constant: int | None,
) -> RoundPayoffs:
    """The stakes of all these states."""
    every = [
        round_payoffs_of(positions.tree, state, stakes, list(state.seating), exact=exact) for state in states
    ]
    return RoundPayoffs(np.concatenate([each.verdicts for each in every], axis=2), every[0].gifts, constant)


def _add_gifts(positions: RoundPositions, gifts: Array, value: Array) -> None:
    """Add to `value[s, n]` what the results made before the mover's turn have given him."""
    for section in positions.sections:
        width = len(section.rows)
        for column, summary in enumerate(section.columns.tolist()):
            history = positions.histories[section.made][summary] or ()
            given = sum(float(gifts[place, roll, section.made]) for place, (roll, _) in enumerate(history))
            first = section.first + column * width
            value[:, first : first + width] += given


def _throw_off_decisions(positions: RoundPositions, payoffs: RoundPayoffs, unit: int) -> Decisions:
    """What throw-offs should pay, for the one who throws first: arrays [throw-off, s]."""
    tree, throw_offs = positions.tree, positions.throw_offs
    worth = {
        choice: mean_worth(tree, choice, payoffs.verdicts)[throw_offs.kinds, throw_offs.movers]
        for choice in tree.laws
    }
    chooses = np.array([len(menu) > 1 for menu in throw_offs.menus], np.bool_)[:, None]
    only = np.array([menu[0] for menu in throw_offs.menus], np.uint8)[:, None]
    tied = worth[TIED]
    gap = np.where(chooses, worth.get(RAMPO, tied) - tied, 0)
    exact = tied.dtype == object
    over, margin = (unit * tree.laws[TIED].total, 0) if exact else (1, TOLERANCE)
    prefers, equal = gap > margin, chooses & (abs(gap) <= margin)
    return Decisions(
        np.where(prefers, np.uint8(RAMPO), only),
        ratio(np.where(gap > 0, tied + gap, tied), over),
        np.where(chooses, np.where(equal, 0.0, ratio(abs(gap), over)), np.nan),
        np.where(equal, 3, np.where(prefers, 2, 1)).astype(np.uint16),
    )
