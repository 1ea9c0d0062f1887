"""A game going on, step by step, for whoever wants to play it through another program's interface."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import numpy as np
import numpy.typing as npt

from game421.arena.games import MOST_ROUNDS, payoffs_of, shares
from game421.arena.standings import Contest
from game421.dice import FACES, KEEPS
from game421.errors import InputError
from game421.rules.contradictions import MOST_PLAYERS
from game421.rules.record import Rules
from game421.states.actions import RAMPO, Action
from game421.states.play import Next, Outcomes, TurnEnd, legal_actions, mover, outcomes, round_start
from game421.states.positions import Position
from game421.states.sampling import sample
from game421.states.settlements import Settlement

ACTIONS = RAMPO + 1
"""Every action has a number below this (see `game421.states.actions`)."""

_PHASES = "TRCD"
OBSERVED = 4 + 4 * MOST_PLAYERS + 2 * FACES + 2
"""Length of an observation."""
MOST_OBSERVED = 999
"""No number of an observation is larger."""


MOST_EMPTY = 1000
"""Games in a row that may be over before there is a choice; after so many there never is one."""


def never_a_choice(contest: Contest) -> InputError:
    """What is to be raised after `MOST_EMPTY` such games."""
    return InputError(f"rules {contest.rules.name}, goal {contest.goal}: dice alone decide, nobody chooses")


@dataclass
class Sitting:
    """A game of a contest; everything in it that others see is immutable."""

    contest: Contest
    position: Position = field(init=False)
    order: tuple[int, ...] = field(init=False)
    """`order[seat]`: the player, numbered by the seats of the first round, who sits there now."""
    payoffs: list[float | None] = field(init=False)
    """By player; None as long as he plays."""
    rounds: int = 1

    @classmethod
    def begun(cls, contest: Contest, random: Random) -> Sitting:
        """A game played up to its first choice. Raises InputError where there never is one."""
        for _ in range(MOST_EMPTY):
            found = cls(contest)
            found.play_on(random)
            if not found.over:
                return found
        raise never_a_choice(contest)

    def __post_init__(self) -> None:
        self.position = round_start(self.contest.rules, self.contest.opening)
        self.order = tuple(range(self.contest.players))
        self.payoffs = [None] * self.contest.players

    @property
    def over(self) -> bool:
        """Whether everyone has his payoff."""
        return all(payoff is not None for payoff in self.payoffs)

    @property
    def mover(self) -> int:
        """The player to move."""
        return self.order[mover(self.contest.rules, self.position)]

    @property
    def legal(self) -> tuple[Action, ...]:
        """What he may do."""
        return legal_actions(self.contest.rules, self.position)

    def outcomes(self, action: Action) -> Outcomes:
        """What may follow, with ways; `arrive` takes one of them. Raises InputError if it is not legal."""
        return outcomes(self.contest.rules, self.position, action)

    def step(self, action: Action, random: Random) -> None:
        """Play an action, chance by `random`, and on to the next choice. Raises InputError if not legal."""
        self.arrive(sample(self.contest.rules, self.position, action, random))
        self.play_on(random)

    def play_on(self, random: Random) -> None:
        """Play while there is nothing to choose."""
        while not self.over and len(self.legal) == 1:
            self.arrive(sample(self.contest.rules, self.position, self.legal[0], random))

    def arrive(self, following: Next) -> None:
        """Go on with what follows an action."""
        if isinstance(following, Position):
            self.position = following
        elif isinstance(following, Settlement):
            self._settle(following)

    def forfeit(self, player: int) -> None:
        """End the game with the loss of a player."""
        found = shares(self.contest, len(self.order))
        for each in self.order:
            self.payoffs[each] = 0.0 if each == player else found

    def _settle(self, settlement: Settlement) -> None:
        if settlement.state is None:
            for player, payoff in zip(self.order, payoffs_of(self.contest.goal, settlement), strict=True):
                self.payoffs[player] = payoff
            return
        staying = {self.order[seat] for seat in settlement.seats}
        for player in self.order:
            if player not in staying:
                self.payoffs[player] = 1.0
        self.order = tuple(self.order[seat] for seat in settlement.seats)
        self.position = round_start(self.contest.rules, settlement.state)
        self.rounds += 1
        if self.rounds > MOST_ROUNDS:
            self.cut_off()

    def cut_off(self) -> None:
        """End the game now, shared evenly among those still in."""
        playing = len(self.order)
        even = shares(self.contest, playing) * (playing - 1) / playing
        for player in self.order:
            self.payoffs[player] = even


def observation(position: Position) -> npt.NDArray[np.int16]:
    """A position as numbers from 0 to `MOST_OBSERVED`, a new array each time.

    Phase (T R C D as 0 to 3), pot, cap, results made; stacks, lost manches, results (roll + 1) and their
    throws, each for six seats from the leader on; how often each face lies on the table, then how often it is
    locked; throws made, and throws left + 1, 0 in a throw-off.
    """
    seen = np.zeros(OBSERVED, np.int16)
    seen[:4] = _PHASES.index(position.phase), position.pot or 0, position.cap, len(position.results)
    by_seat = (
        position.stacks,
        position.lost,
        [roll + 1 for roll, _ in position.results],
        [throws or 0 for _, throws in position.results],
    )
    for group, numbers in enumerate(by_seat):
        first = 4 + group * MOST_PLAYERS
        seen[first : first + len(numbers)] = numbers
    dice = 4 + len(by_seat) * MOST_PLAYERS - 1
    for die in KEEPS[position.roll] if position.roll is not None else ():
        seen[dice + die] += 1
    for die in KEEPS[position.kept]:
        seen[dice + FACES + die] += 1
    seen[-2:] = position.throws, 0 if position.left is None else position.left + 1
    return seen


def mask(legal: tuple[Action, ...]) -> npt.NDArray[np.int8]:
    """1 for every legal action, a new array each time."""
    allowed = np.zeros(ACTIONS, np.int8)
    allowed[list(legal)] = 1
    return allowed


@dataclass
class Turn:
    """A bare turn going on."""

    rules: Rules
    position: Position
    ended: TurnEnd | None = None

    @property
    def legal(self) -> tuple[Action, ...]:
        """What may be done."""
        return legal_actions(self.rules, self.position)

    def step(self, action: Action, random: Random) -> None:
        """Play an action and on to the next choice. Raises InputError if it is not legal."""
        following = sample(self.rules, self.position, action, random)
        if isinstance(following, TurnEnd):
            self.ended = following
        elif isinstance(following, Position):
            self.position = following
            self.play_on(random)

    def play_on(self, random: Random) -> None:
        """Play while there is nothing to choose."""
        if self.ended is None and len(self.legal) == 1:
            self.step(self.legal[0], random)
