"""A round in one token state, played by a way to play from each of its seats, all others playing perfectly.

With r(x, a) what action a costs its mover in position x, and w(x) how often the player comes there, he loses
the sum of w(x) r(x, his action): the others' play is fixed, and is what makes perfect play his best.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.arena.accounts import BLUNDERS, Kind, Role, Tally
from game421.arena.following import law_chances
from game421.arena.menus import NO_ACTION
from game421.arena.turn_flow import Decision, decisions, follow_block, numbered
from game421.arena.ways import Codes, Way
from game421.arena.worths import Worths
from game421.rounds.positions import RoundPositions, Section
from game421.rounds.solving import turn_terms
from game421.states.actions import RAMPO, TIED
from game421.states.token_states import TokenState
from game421.turns.batch import solve_batch
from game421.turns.layout import Array

BLOCK = 256
"""Turns followed at once: enough for speed, few enough for the machine's cache."""


class Costly(NamedTuple):
    """An action that costs in a round, not yet written out."""

    cost: float
    """What it costs a round: often * chance * regret."""
    number: int
    action: int
    chance: float
    best: int
    regret: float
    often: float


@dataclass
class SeatRound:
    """What comes of a round for the player at one place."""

    verdicts: Array
    """`verdicts[v]`: chance of each verdict; they lack to 1 what he forfeits."""
    loss: float = 0.0
    """What his decisions cost him; exactly 0 if he plays perfectly."""
    tallies: dict[Kind, Tally] = field(default_factory=dict)
    costly: list[Costly] = field(default_factory=list)
    """The actions that cost most, costliest first."""

    def note(self, kind: Kind, often: Array, wrong: Array, cost: Array) -> None:
        """Decisions that come up so often: chance to err and mean loss of each."""
        self.tallies.setdefault(kind, Tally()).add(often, wrong, cost)
        self.loss += float((often * cost).sum())

    def note_costly(self, cost: Array, number: Array, parts: tuple[Array, ...]) -> None:
        """Keep those of the actions that cost most; `parts` are action, chance, best, regret and often."""
        least = self.costly[-1].cost if len(self.costly) == BLUNDERS else 0.0
        places = np.flatnonzero(cost > least)
        if not places.size:
            return
        if places.size > BLUNDERS:
            places = places[np.argpartition(-cost.ravel()[places], BLUNDERS)[:BLUNDERS]]
        at = np.unravel_index(places, cost.shape)
        arrays = [np.broadcast_to(part, cost.shape)[at].tolist() for part in (cost, number, *parts)]
        self.costly += map(Costly._make, zip(*arrays, strict=True))
        self.costly = sorted(self.costly, key=lambda each: -each.cost)[:BLUNDERS]


def play_seats(
    positions: RoundPositions, worths: Worths, verdicts: Array, at: int, state: TokenState, way: Way
) -> tuple[SeatRound, ...]:
    """The round of token state `at` of those solved, for every playing place; last, for who only watches.

    `verdicts[v, i]` is what a verdict is worth to player i.
    """
    return _Playing(positions, worths, verdicts, at, state, way).play()


class _Playing:
    """One round: mass [summary, scenario]; in scenario i the way is played at place i, in the last nowhere.

    After k results there are k + 1 scenarios: at a later place it has made no difference yet.
    """

    def __init__(
        self, positions: RoundPositions, worths: Worths, verdicts: Array, at: int, state: TokenState, way: Way
    ) -> None:
        self.positions, self.state, self.way = positions, state, way
        self.after = [after[:, :, at] for after in worths.after]
        self.rampo, self.worth = worths.rampo[:, at], verdicts
        tree = positions.tree
        self.found = tuple(SeatRound(np.empty(0)) for _ in range(tree.players + 1))
        self.chooses = bool(_several(positions).any())
        self.due = np.zeros((len(positions.throw_offs.kinds) + 1, tree.players + 1))
        """`due[place, scenario]`: how often a throw-off comes up; the last place stands for none."""

    def play(self) -> tuple[SeatRound, ...]:
        """Through all levels, from the leader on."""
        tree = self.positions.tree
        arriving = np.ones((1, 1))
        sizes = [*(len(level.cap) for level in tree.levels[1:]), len(tree.endings)]
        for made, size in enumerate(sizes):
            after = np.zeros((arriving.shape[1] + 1, size))
            for section in self.positions.sections:
                if section.made == made:
                    self._section(section, arriving, after)
            arriving = after.T
        self._settle(arriving)
        return self.found

    def _section(self, section: Section, arriving: Array, after: Array) -> None:
        """Follow the turns of a section that come up at all, block by block."""
        come = np.flatnonzero(arriving[section.columns].any(axis=1))
        following = self.positions.tree.levels[section.made].following
        for first in range(0, come.size, BLOCK):
            columns = come[first : first + BLOCK]
            summaries = section.columns[columns]
            places = following[: section.cap][:, :, summaries]
            payoff = self.after[section.made + 1][:, section.made][places]
            terms = turn_terms(self.positions.tree, section.made, section.cap)
            turns = solve_batch(terms, payoff[0] if len(places) == 1 else payoff)
            block = tuple(decisions(turns))
            ended = self._ended(section, columns, block, arriving[summaries])
            every = np.broadcast_to(places, ended.shape[1:]).ravel()
            for scenario, mass in enumerate(ended):
                np.add.at(after[scenario], every, mass.ravel())
            if self.chooses and section.made == self.positions.tree.players - 1:
                at = _throw_off_places(self.positions)[: section.cap][:, :, summaries]
                self._note_due(ended, at)

    def _ended(
        self, section: Section, columns: npt.NDArray[np.intp], block: tuple[Decision, ...], here: Array
    ) -> Array:
        """Chances [scenario, throws - 1, roll, b] of how turns end that begin with `here[b, scenario]`."""
        share, seat = follow_block(block, np.ones(len(here))), section.made
        noting, own = _Noting(self, section, columns), np.ascontiguousarray(here[:, seat])
        ended = np.empty((seat + 2, *share.shape))
        np.multiply(share, here.T[:seat, None, None], out=ended[:seat])
        ended[seat] = follow_block(block, own, noting.done, self.way.noise, noting.note)
        np.multiply(share, own, out=ended[seat + 1])
        return ended

    def _note_due(self, ended: Array, places: Array) -> None:
        """Note which throw-offs come up: each follows one result after one summary."""
        at = np.flatnonzero(places.ravel() < len(self.due) - 1)
        self.due[places.ravel()[at], : len(ended)] = ended.reshape(len(ended), -1)[:, at].T

    def _settle(self, endings: Array) -> None:
        """From kinds of ending [kind, scenario] to verdicts: throw-offs pay what their chooser says."""
        tree = self.positions.tree
        rampo = np.where(self.rampo[:, None], endings, 0.0)
        if self.chooses:
            for seat in range(tree.players):
                self._choose(seat, rampo[:, seat], endings[:, seat])
        tied = law_chances(tree, False).T @ (endings - rampo)
        paid = tied + law_chances(tree, True).T @ rampo if RAMPO in tree.laws else tied
        for scenario, found in enumerate(self.found):
            found.verdicts = paid[:, scenario]

    def _choose(self, seat: int, rampo: Array, endings: Array) -> None:
        """What the player at `seat` chooses: set how often a kind of ending pays `rampo`, drop forfeits."""
        throw_offs = self.positions.throw_offs
        his = _several(self.positions) & (throw_offs.movers == seat)
        places = np.flatnonzero(his & (self.due[:-1, seat] > 0))
        kinds, mass = throw_offs.kinds[places], self.due[places, seat]
        perfect = np.where(self.rampo[kinds], RAMPO, TIED).astype(np.uint8)
        numbers = throw_offs.first + places
        action = perfect
        if self.way.actions is not None and self.way.noise < 1 and places.size:
            action = self.way.actions(self.positions, self.state, numbers, perfect)
        noise = self.way.noise
        chance = np.stack([noise / 2 + (1 - noise) * (action == code) for code in (TIED, RAMPO)])
        regret = self._throw_off_regret(kinds, seat)
        worth = self.after[-1][kinds, seat]
        self._note_throw_offs(seat, numbers, mass, (chance, action, perfect), (regret, worth))
        mine = np.isin(np.arange(len(rampo)), kinds)
        rampo[mine] = 0
        np.add.at(rampo, kinds, mass * chance[1])
        np.add.at(endings, kinds, -mass * (1 - chance.sum(axis=0)))

    def _throw_off_regret(self, kinds: npt.NDArray[np.intp], seat: int) -> Array:
        """`[slot, i]`: what `tied` and `rampo` cost; the better one nothing, as a near tie."""
        tree, worth = self.positions.tree, self.worth[:, seat]
        options = np.stack([(law_chances(tree, rampo) @ worth)[kinds] for rampo in (False, True)])
        regret = options.max(axis=0) - options
        near = np.abs(options[0] - options[1]) <= TIE
        regret[:, near] = 0
        found: Array = regret
        return found

    def _note_throw_offs(
        self,
        seat: int,
        numbers: npt.NDArray[np.intp],
        mass: Array,
        played: tuple[Array, Codes, Codes],
        priced: tuple[Array, Array],
    ) -> None:
        (chance, action, perfect), (regret, worth) = played, priced
        found, forfeited = self.found[seat], 1 - chance.sum(axis=0)
        if not numbers.size:
            return
        cost = (chance * regret).sum(axis=0) + forfeited * worth
        wrong = (chance * (regret > 0)).sum(axis=0) + forfeited * (worth > 0)
        found.note(Kind(self.state.phase, "throw-off", None), mass, wrong, cost)
        for slot, code in enumerate((TIED, RAMPO)):
            parts = np.array(code), chance[slot], perfect, regret[slot], mass
            found.note_costly(mass * chance[slot] * regret[slot], numbers, parts)
        lost = np.where(action == NO_ACTION, forfeited, 0)
        found.note_costly(mass * lost * worth, numbers, (np.array(NO_ACTION), lost, perfect, worth, mass))


TIE = 1e-12
"""Ways to pay a throw-off nearer than this are equal."""


@lru_cache(maxsize=8)
def _throw_off_places(positions: RoundPositions) -> npt.NDArray[np.int32]:
    """`[throws - 1, roll, summary]`: which throw-off follows the last player's result; one more for none."""
    level, after = positions.tree.levels[-1], positions.throw_offs.after
    rolls = level.following.shape[1]
    found = np.full((int(level.cap.max()), rolls, len(level.cap)), len(after), np.int32)
    if after:
        summary, throws, roll = np.array(after).T
        found[throws - 1, roll, summary] = np.arange(len(after))
    return found


@lru_cache(maxsize=8)
def _several(positions: RoundPositions) -> npt.NDArray[np.bool_]:
    """`[i]`: whether throw-off i leaves a choice."""
    return np.array([len(menu) > 1 for menu in positions.throw_offs.menus], np.bool_)


class _Noting:
    """The player's decisions in some turns of a section."""

    def __init__(self, playing: _Playing, section: Section, columns: npt.NDArray[np.intp]) -> None:
        self._playing, self._section, self._columns = playing, section, columns
        self._found = playing.found[section.made]
        role: Role = "follower" if section.made else "leader"
        self._kind = Kind(playing.state.phase, role, None)

    def done(self, decision: Decision, mass: Array) -> Codes:
        """What he does where he comes and has a choice, [row, b]."""
        way = self._playing.way
        if way.actions is None or way.noise >= 1:
            return decision.perfect
        numbers = numbered(self._section, self._columns, decision.left)
        action = decision.perfect.copy()
        chosen = self._playing.positions.is_choice[numbers] & (mass > 0)
        playing, known = self._playing, action[chosen]
        action[chosen] = way.actions(playing.positions, playing.state, numbers[chosen], known)
        return action

    def note(self, decision: Decision, mass: Array, action: Codes) -> None:
        """Take down what they cost."""
        several = (decision.menu.bits > 0).sum(axis=0)[:, None] > 1
        often = np.where(several, np.broadcast_to(mass, (len(several), self._columns.size)), 0.0)
        if not often.any():
            return
        noise, regret = self._playing.way.noise, decision.regret(action)
        cost, wrong = (1 - noise) * regret, (1 - noise) * (regret > 0)
        numbers = numbered(self._section, self._columns, decision.left)
        if noise:
            share = noise / (decision.menu.bits > 0).sum(axis=0)[:, None]
            every = decision.every_regret
            cost = cost + share * every.sum(axis=0)
            wrong = wrong + share * (every > 0).sum(axis=0)
            chance = share + (1 - noise) * (decision.menu.codes[:, :, None] == action)
            parts = decision.menu.codes[:, :, None], chance, decision.perfect, every, often
            self._found.note_costly(often * chance * every, numbers, parts)
        else:
            parts = action, np.ones(()), decision.perfect, regret, often
            self._found.note_costly(often * regret, numbers, parts)
        self._found.note(self._kind._replace(left=decision.left), often, wrong, cost)


def seats_of(found: tuple[SeatRound, ...], state: TokenState) -> Iterator[tuple[int, SeatRound]]:
    """The seats of a token state with what comes of the round for who sits there."""
    playing = len(state.seats_in)
    for place, seat in enumerate(state.seating):
        yield seat, found[min(place, playing)]
