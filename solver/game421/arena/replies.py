"""The best reply to a fixed way to play: what it wins beyond what perfect play on both sides would.

Worked in gains over the value of the game, so that nothing nearly equal is subtracted: where the fixed
player never errs, every gain is exactly 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.arena.following import law_chances
from game421.arena.menus import of_turns, store_turns
from game421.rounds.decisions import RoundDecisions
from game421.rounds.positions import Section
from game421.states.actions import RAMPO, TIED
from game421.turns.layout import Array
from game421.turns.options import first_option_values, option_values


class Reply(NamedTuple):
    """The best reply in the rounds of S token states."""

    gain: Array
    """`gain[s]`: what the round brings the fixed player beyond its value; 0 at most."""
    action: npt.NDArray[np.uint8]
    """`action[s, n]`: what the replier does where he is to move."""


def reply_round(decided: RoundDecisions, chances: Array, regret: Array, fixed: int, gains: Array) -> Reply:
    """The best reply of one of two players to the other, who plays at place `fixed` by `chances`.

    `gains[v, s]`: what verdict v brings the fixed player beyond its value; `regret[s, n, slot]` as of
    `every_regret`. The replier takes what leaves the fixed player least, the first of equals.
    """
    action = decided.found.action.copy()
    replying = _Replying(decided, chances, regret, fixed, action)
    tree = decided.positions.tree
    ends = replying.settled(gains)
    for made in range(tree.players - 1, 0, -1):
        worth = replying.worth(made, ends)
        ends = worth[tree.levels[made - 1].following]
    return Reply(replying.worth(0, ends)[0], action)


@dataclass(frozen=True)
class _Replying:
    """Backward through one round; what the replier does is written into `action`."""

    decided: RoundDecisions
    chances: Array
    regret: Array
    fixed: int
    action: npt.NDArray[np.uint8]

    def settled(self, gains: Array) -> Array:
        """`[throws - 1, roll, summary, s]`: what the last player's results bring the fixed player."""
        positions = self.decided.positions
        tree = positions.tree
        tied = law_chances(tree, False) @ gains
        ends = tied[tree.levels[-1].following]
        chooses = [place for place, menu in enumerate(positions.throw_offs.menus) if len(menu) > 1]
        if not chooses:
            return ends
        rampo = law_chances(tree, True) @ gains
        ends = np.broadcast_to(ends, (int(tree.levels[-1].cap.max()), *ends.shape[1:])).copy()
        for place in chooses:
            summary, throws, roll = positions.throw_offs.after[place]
            kind = positions.throw_offs.kinds[place]
            ends[throws - 1, roll, summary] = self._throw_off(place, np.stack([tied[kind], rampo[kind]]))
        return ends

    def _throw_off(self, place: int, options: Array) -> Array:
        """What a throw-off brings where its chooser takes `tied` or `rampo`, options [slot, s]."""
        throw_offs = self.decided.positions.throw_offs
        number = throw_offs.first + place
        regret = self.regret[:, number, :2].T
        found: Array
        if throw_offs.movers[place] == self.fixed:
            forfeited = self.chances[:, number, -1] * self.regret[:, number, -1]
            found = (self.chances[:, number, :2].T * (options - regret)).sum(axis=0) - forfeited
            return found
        worth = options + regret
        self.action[:, number] = np.where(worth[1] < worth[0], RAMPO, TIED)
        found = worth.min(axis=0)
        return found

    def worth(self, made: int, ends: Array) -> Array:
        """`[summary, s]`: what the turns after `made` results bring, from what their ends do."""
        decided = self.decided
        level = decided.positions.tree.levels[made]
        worth = np.empty((len(level.cap), len(decided.states)))
        for section in decided.positions.sections:
            if section.made == made:
                part = ends[: section.cap, :, section.columns]
                part = np.broadcast_to(part, (section.cap, *part.shape[1:]))
                found = self._turns(section, part.reshape(*part.shape[:2], -1))
                worth[section.columns] = found.reshape(len(section.columns), -1)
        return worth

    def _turns(self, section: Section, ends: Array) -> Array:
        """What the turns of a section bring before their first throw, [b]."""
        layout = self.decided.solution.turns[section.made][section.cap].layout
        payoff = tuple(ends)
        value = ends[-1][layout.rolls] if layout.terms.locked else ends[-1]
        for left in range(1, section.cap):
            menu = layout.menus[left]
            options = option_values(layout, payoff, value, left, 0).take(menu.source, axis=0)
            value = self._taken(section, left, menu.codes, options)
        options = np.stack(first_option_values(layout, payoff, value))[:, None]
        codes = np.array(layout.terms.first_actions(), np.uint8)[:, None]
        first: Array = self._taken(section, section.cap, codes, options)[0]
        return first

    def _taken(self, section: Section, left: int, codes: Array, options: Array) -> Array:
        """What is taken of options [slot, row, b], as [row, b]."""
        regret = of_turns(self.regret, section, left, len(options))
        taken: Array
        if section.made == self.fixed:
            chances = of_turns(self.chances, section, left, len(options))
            forfeited = of_turns(self.chances[..., -1:], section, left, 1)
            cost = of_turns(self.regret[..., -1:], section, left, 1)
            taken = (chances * (options - regret)).sum(axis=0) - (forfeited * cost)[0]
            return taken
        worth = options + regret
        slot = worth.argmin(axis=0)
        store_turns(self.action, section, left, codes[slot, np.arange(len(slot))[:, None]][None])
        taken = np.take_along_axis(worth, slot[None], axis=0)[0]
        return taken
