"""The states between rounds, and what follows each outcome: arrays over all states of a game at once.

Seats are in playing order from the leader. A state's own order of its players lists those who play the
round first, then those who have left; values are kept in that order. A state is known by one whole
number, its key, made of stacks and lost manches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from game421.certificates.endings import POT, Outcome
from game421.errors import InputError, TableError
from game421.rules.record import Rules

__all__ = ["Between", "Goal", "Group", "State", "spell"]

Goal = Literal["manche", "partie"]
State = tuple[str | int, ...]
"""Phase (C or D), pot, stacks from the leader on; for a partie also the manches that each has lost.

Who has left a manche is not listed; in a partie he keeps his seat with 0 tokens.
"""
Ints = npt.NDArray[np.int64]

_ALL, _ALL_BUT_ONE = -1, -2


class Group(NamedTuple):
    """States whose round has the same phase and number of players: their keys, pots, stacks, lost manches.

    `order[state]` lists the seats in the state's own order.
    """

    charge: bool
    players: int
    keys: Ints
    pots: Ints
    stacks: Ints
    lost: Ints
    order: Ints


class After(NamedTuple):
    """What follows, by state and outcome.

    `keys` of the states that do, and -1 - (a bit for each winner, in the state's own order) where the game
    is over; `entries` has three bits for each player, his entry in what follows.
    """

    keys: Ints
    entries: Ints


@dataclass(frozen=True)
class Between:
    """One table's game of `players` for `goal`, between its rounds.

    Raises:
        InputError: The rules have no tokens, the goal is unknown or nobody can be said to lose it, or the
            number of players is none that can play so.
    """

    rules: Rules
    players: int
    goal: Goal

    def __post_init__(self) -> None:
        rules, players = self.rules, self.players
        if rules.game != "tokens" or self.goal not in {"manche", "partie"}:
            raise InputError(
                f"only a manche or a partie with tokens is checked, not {rules.game} for {self.goal}"
            )
        if not 2 <= players <= 6:
            raise InputError(f"{players} players; a game is checked for 2 to 6")
        if rules.charge == "havraise":
            raise InputError("a havraise charge is for two players, whose tables are proved exactly")
        if players > 2 and rules.ends == "first-out" and (self.partie or rules.manches > 1):
            raise InputError(
                f"first-out names no loser among {players} players, so no partie; allowed: goal manche with "
                'manches = 1, or ends = "last-in"'
            )
        if (rules.tokens + 1) ** players * rules.manches**players >= 1 << 62:
            raise InputError(f"{rules.tokens} tokens are too many for {players} players to be checked")

    @property
    def partie(self) -> bool:
        """Whether lost manches count."""
        return self.goal == "partie"

    @property
    def last_in(self) -> bool:
        """Whether the manche has a loser, and who is out has won."""
        return self.rules.ends == "last-in"

    @property
    def start(self) -> State:
        """The first state."""
        none = (0,) * self.players
        return ("C", self.rules.tokens, *none, *(none if self.partie else ()))

    def key(self, state: State) -> int:
        """The key of a state as tables write it. Raises TableError where it is none."""
        tokens, players = self.rules.tokens, self.players
        numbers = state[1:] if isinstance(state, tuple) and state and state[0] in {"C", "D"} else ()
        if numbers and all(type(number) is int and number >= 0 for number in numbers):
            pot, *rest = (int(number) for number in numbers)
            size = len(rest) - players if self.partie else len(rest)
            stacks, lost = rest[:size], rest[size:]
            inside = sum(1 for stack in stacks if stack)
            whole = pot + sum(stacks) == tokens and all(count < self.rules.manches for count in lost)
            if state[0] == "C":
                fits = size == players and pot > 0
            else:
                seats = size == players or (self.last_in and not self.partie and size < players)
                gone = self.partie and self.last_in
                fits = seats and pot == 0 and inside > 1 and stacks[0] > 0 and (gone or inside == size)
            if fits and whole:
                return int(
                    self._keys(*(np.array(part + [0] * (players - len(part))) for part in (stacks, lost)))
                )
        raise TableError(f"{state!r:.80} is no state between two rounds of this {self.goal}")

    def _keys(self, stacks: Ints, lost: Ints) -> Ints:
        key = np.zeros(stacks.shape[:-1], np.int64)
        for seat in range(self.players):
            key = key * (self.rules.tokens + 1) + stacks[..., seat]
        for seat in range(self.players):
            key = key * self.rules.manches + lost[..., seat]
        return key

    def groups(self, keys: Ints) -> Iterator[Group]:
        """States by their keys, those whose rounds are alike together, in the order of the keys."""
        stacks, lost = (np.zeros((len(keys), self.players), np.int64) for _ in range(2))
        rest = keys
        for counts, base in ((lost, self.rules.manches), (stacks, self.rules.tokens + 1)):
            for seat in reversed(range(self.players)):
                rest, counts[:, seat] = np.divmod(rest, base)
        pots = self.rules.tokens - stacks.sum(axis=1)
        inside = np.where(pots > 0, self.players, (stacks > 0).sum(axis=1))
        out = (stacks == 0) & (pots == 0)[:, None]
        order = np.argsort(out, axis=1, kind="stable")
        for charge in (False, True):
            for players in range(2, self.players + 1):
                here = (inside == players) & ((pots > 0) == charge)
                if here.any():
                    parts = (part[here] for part in (keys, pots, stacks, lost, order))
                    yield Group(charge, players, *parts)

    def states(self, keys: Ints) -> dict[int, State]:
        """States as tables write them, by key."""
        found: dict[int, State] = {}
        for group in self.groups(keys):
            size = self.players if self.partie or group.charge else group.players
            for key, pot, stacks, lost in zip(*(part.tolist() for part in group[2:6]), strict=True):
                found[key] = (
                    "C" if group.charge else "D",
                    pot,
                    *stacks[:size],
                    *(lost if self.partie else ()),
                )
        return found

    def after(self, group: Group, outcomes: Iterable[Outcome]) -> After:
        """What follows each outcome in each state of a group."""
        outcomes = list(outcomes)
        stacks, pots = self._paid(group, outcomes)
        leads = group.order[:, [leader for _, leader in outcomes]]
        lost = np.repeat(group.lost[:, None], len(outcomes), axis=1)
        inside = (stacks > 0).sum(axis=-1)
        over = (pots == 0) & ((inside == 1) | (not self.last_in and inside < self.players))
        if self.partie:
            loser = stacks.argmax(axis=-1)
            count = np.take_along_axis(lost, loser[..., None], -1)[..., 0] + 1
            decided = count == self.rules.manches
            if group.charge and self.rules.espagnole == "partie":
                decided[:] = True
            again = over & ~decided
            over &= decided
            np.put_along_axis(lost, loser[..., None], np.where(again, count, count - 1)[..., None], -1)
            stacks[again] = 0
            pots[again] = self.rules.tokens
            leads = np.where(again, loser, leads)
        winners = np.zeros_like(pots)
        for player in range(self.players):
            seat = np.broadcast_to(group.order[:, None, player : player + 1], (*pots.shape, 1))
            winners |= (np.take_along_axis(stacks, seat, -1)[..., 0] == 0).astype(np.int64) << player
        keys, entries = self._turned(group, stacks, pots, lost, leads)
        same = sum(player << 3 * player for player in range(self.players))
        return After(np.where(over, -1 - winners, keys), np.where(over, same, entries))

    def _paid(self, group: Group, outcomes: list[Outcome]) -> tuple[Ints, Ints]:
        """Stacks and pots after the payments, `[state, outcome, seat]` and `[state, outcome]`."""
        shape = (len(group.keys), len(outcomes))
        stacks = np.repeat(group.stacks[:, None], len(outcomes), axis=1)
        pots = np.repeat(group.pots[:, None], len(outcomes), axis=1)
        codes = {"all": _ALL, "all-but-one": _ALL_BUT_ONE}
        for turn in range(max(len(moves) for moves, _ in outcomes)):
            for column, (moves, _) in enumerate(outcomes):
                if turn >= len(moves):
                    continue
                source, receiver, written = moves[turn]
                amount = codes[written] if isinstance(written, str) else written
                row = np.arange(shape[0])
                to = group.order[:, receiver]
                given = None if source == POT and group.charge else group.order[:, source]
                held = pots[:, column] if given is None else stacks[row, column, given]
                if amount == _ALL:
                    paid = held.copy()
                elif amount == _ALL_BUT_ONE:
                    paid = np.minimum(held, np.maximum(1, held - 1))
                else:
                    paid = np.minimum(held, amount)
                if given is None:
                    pots[:, column] -= paid
                else:
                    stacks[row, column, given] -= paid
                stacks[row, column, to] += paid
        return stacks, pots

    def _turned(self, group: Group, stacks: Ints, pots: Ints, lost: Ints, leads: Ints) -> tuple[Ints, Ints]:
        """Keys of the states that a leader finds, and where they keep the value of each player."""
        for _ in range(self.players):
            gone = (pots == 0) & (np.take_along_axis(stacks, leads[..., None], -1)[..., 0] == 0)
            leads = np.where(gone, (leads + 1) % self.players, leads)
        seats = (leads[..., None] + np.arange(self.players)) % self.players
        held = np.take_along_axis(stacks, seats, -1)
        inside_first = np.argsort((held == 0) & (pots == 0)[..., None], axis=-1, kind="stable")
        if not self.partie:
            held = np.take_along_axis(held, inside_first, -1)
        keys = self._keys(held, np.take_along_axis(lost, seats, -1))
        place = np.argsort(np.take_along_axis(seats, inside_first, -1), axis=-1)
        order = np.broadcast_to(group.order[:, None], stacks.shape)
        entry = np.take_along_axis(place, order, -1)
        return keys, (entry << 3 * np.arange(self.players)).sum(axis=-1)

    def payoffs(self) -> npt.NDArray[np.float64]:
        """`[winners, player]`: what an end is worth, winners being a bit for each player."""
        won = (np.arange(1 << self.players)[:, None] >> np.arange(self.players)) & 1
        shared = not self.last_in and not self.partie
        return won / np.maximum(won.sum(axis=1), 1)[:, None] if shared else won.astype(np.float64)


def spell(state: State, between: Between) -> str:
    """A state in words: phase, pot, stacks, and lost manches."""
    phase, pot, *rest = state
    size = between.players if between.partie else len(rest)
    lost = f" lost={'/'.join(map(str, rest[size:]))}" if between.partie else ""
    return f"{phase} {pot} {'/'.join(map(str, rest[:size]))}{lost}"
