"""Best replies to the policies of a table, by plain loops over all histories of every round.

The policies: each mover takes what is best for him by the table, if all go on so; of options within 1e-12
the first by the tie rule. `Replies` finds what they are worth (V), what each player's best reply to the
others is (U), and the most that anyone gains at a state or at any decision of his.
"""

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import NamedTuple

from oracles.axes import Dice
from oracles.game import Game, Move, State, rotate
from oracles.round import Round
from oracles.settle import Results
from oracles.turn import holds_of, throws_of

NEAR = 1e-12
STILL = 1e-12

Vector = tuple[float, ...]
Table = Mapping[State, Vector]


class Worth(NamedTuple):
    """What something is worth to each seat: by the table, by the policies, by each player's best reply."""

    table: Vector
    policies: Vector
    replies: Vector


class Found(NamedTuple):
    """The largest gain, where and whose (a place in the state's stacks), and the values of both kinds."""

    gain: float
    state: State
    player: int
    policies: dict[State, Vector]
    replies: dict[State, Vector]


def average(parts: list[tuple[float, Worth]]) -> Worth:
    """The mean of worths by their chances, which add up to 1."""
    if len(parts) == 1:
        return parts[0][1]
    seats = range(len(parts[0][1].table))
    return Worth(
        *(
            tuple(sum(chance * worth[kind][seat] for chance, worth in parts) for seat in seats)
            for kind in range(3)
        )
    )


def place(state: State) -> tuple[int, int, int]:
    """When a state's part of the game comes: more lost manches first, then smaller pots, fewer players."""
    return -sum(state.lost), state.pot, sum(1 for stack in state.stacks if stack) if state.pot == 0 else 0


class Replies:
    """Everything about one table of one game."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game, self.table = game, dict(table)
        self.policies, self.replies = dict(self.table), dict(self.table)
        self.gains: dict[tuple[State, int], float] = {}
        self.known: dict[tuple[State, Results], list[list[tuple[float, Move]]]] = {}

    def find(self) -> Found:
        """Later parts of the game first; a décharge is repeated until neither kind of value moves."""
        for _, group in groupby(sorted(self.table, key=place), key=place):
            block, change = list(group), 1.0
            while change > STILL:
                worths = {state: self.back(state) for state in block}
                change = max(self.update(state, worth) for state, worth in worths.items())
                if block[0].phase == "charge":
                    break
        (state, player), gain = max(self.gains.items(), key=lambda item: item[1])
        return Found(gain, state, player, self.policies, self.replies)

    def update(self, state: State, worth: Worth) -> float:
        """Take new values of a state; how much they moved."""
        old = self.policies[state] + self.replies[state]
        self.policies[state], self.replies[state] = worth.policies, worth.replies
        return max(abs(a - b) for a, b in zip(old, worth.policies + worth.replies, strict=True))

    def back(self, state: State) -> Worth:
        """One round of a state."""
        for seat in range(self.game.players):
            self.gains[state, seat] = 0.0
        worth = _Played(self, state).node(())
        for seat in range(self.game.players):
            self.note(state, seat, worth)
        return worth

    def note(self, state: State, seat: int, worth: Worth) -> None:
        """Remember what a player gains, in a state or at a decision of its round."""
        gain = worth.replies[seat] - worth.policies[seat]
        self.gains[state, seat] = max(self.gains[state, seat], gain)

    def endings(self, state: State, played: Round, history: Results) -> list[list[tuple[float, Move]]]:
        """The moves that may follow a finished round, a list for each choice; found once."""
        if (state, history) not in self.known:
            self.known[state, history] = [
                [
                    (chance, self.game.follow(state, played.payments.outcome(history, deal, *pays)))
                    for deal, chance in deals.items()
                ]
                for pays in [(played.pot, played.stacks)]
                for deals in played.settlement.deals(history).values()
            ]
        return self.known[state, history]

    def follow(self, move: Move) -> Worth:
        """What a move leads to, in the seats of the state it comes from."""
        if move.state is None:
            return Worth(*((tuple(map(float, move.payoffs)),) * 3))
        found = (values[move.state] for values in (self.table, self.policies, self.replies))
        return Worth(*(rotate(vector, -move.leader) for vector in found))  # type: ignore[arg-type]


class _Played:
    """One round of one state."""

    def __init__(self, replies: Replies, state: State) -> None:
        self.replies, self.state = replies, state
        self.round: Round = replies.game.round(state, lambda after: replies.table[after], float)
        self.nodes: dict[Results, Worth] = {}

    def decide(self, seat: int, options: list[Worth]) -> Worth:
        """Options in the order of the tie rule: what the seat's policy takes, and its own best."""
        best = max(option.table[seat] for option in options)
        taken = next(option for option in options if option.table[seat] >= best - NEAR)
        own = max(option.replies[seat] for option in options)
        worth = taken._replace(replies=(*taken.replies[:seat], own, *taken.replies[seat + 1 :]))
        self.replies.note(self.state, seat, worth)
        return worth

    def node(self, history: Results) -> Worth:
        """What a history of results is worth."""
        if history not in self.nodes:
            if len(history) == self.round.players:
                self.nodes[history] = self.settled(history)
            else:
                self.nodes[history] = self.turn(history)
        return self.nodes[history]

    def settled(self, history: Results) -> Worth:
        """Chance, and the choice of what the throw-off pays."""
        options = [
            average([(chance, self.replies.follow(move)) for chance, move in moves])
            for moves in self.replies.endings(self.state, self.round, history)
        ]
        if len(options) == 1:
            return options[0]
        return self.decide(self.round.entries[self.round.settlement.chooser(history)], options)

    def turn(self, history: Results) -> Worth:
        """The turn of the next player."""
        seat, cap = self.round.entries[len(history)], self.round.limit(history)
        stopping = self.round.stopping(history)
        die, locks = tuple(self.round.table["die"]), self.round.table["kept_dice"] == "locked"

        def ended(roll: Dice, used: int) -> Worth:
            return self.node((*history, (roll, used)))

        def thrown(kept: Dice, left: int, said: bool, after: Callable[..., Worth]) -> Worth:
            ends = throws_of(die, kept)
            whole = sum(weight for _, weight in ends)
            return average(
                [
                    (weight / whole, after(roll, left - 1, kept if locks else (), said))
                    for roll, weight in ends
                ]
            )

        known: dict[tuple[Dice, int, Dice, bool], Worth] = {}
        before: dict[tuple[Dice, int, bool], Worth] = {}

        def throw(kept: Dice, left: int, said: bool) -> Worth:
            if (kept, left, said) not in before:
                before[kept, left, said] = thrown(kept, left, said, lies)
            return before[kept, left, said]

        def choose(held: list[Dice], left: int, first: list[Worth]) -> Worth:
            options = first + [throw(kept, left, False) for kept in held]
            if stopping == "declare" and left > 1:
                options += [throw(kept, left, True) for kept in held]
            return self.decide(seat, options)

        def lies(roll: Dice, left: int, locked: Dice, said: bool) -> Worth:
            if (roll, left, locked, said) not in known:
                if said or left == 0:
                    worth = ended(roll, cap - left)
                else:
                    stop = [ended(roll, cap - left)] if stopping == "free" else []
                    worth = choose(list(holds_of(roll, locked)), left, stop)
                known[roll, left, locked, said] = worth
            return known[roll, left, locked, said]

        return choose([()], cap, [])
