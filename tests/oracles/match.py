"""A player who plays by a rule of his own against another, by full recursion: perfect, or the best reply.

Everything is the chance (or share) of the player with the rule; nothing is remembered but values of states.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from oracles.game import Game, Move, State
from oracles.round import Results, Round
from oracles.turn import Dice, Locked, Turn, throws_of
from oracles.turn import Move as Hold

Chances: TypeAlias = list[float]
Rule: TypeAlias = Callable[[str, Dice | None, int | None, int], Chances]
"""Phase, dice on the table, throws left, how many actions there are: the chance of each in tie-rule order.

In a throw-off there are no dice and no throws left, and the actions are `tied` and `rampo`.
"""

NO_CHANGE = 1e-13

Value: TypeAlias = Callable[[Hold], float]
Choice: TypeAlias = Callable[[Dice | None, int, Locked, bool, Sequence[Hold], Value], float]
"""Dice on the table, throws left, what is locked, whether "le bon" was said, the moves and their worth."""


def worth_of_turn(turn: Turn, ended: Callable[[Dice, int], float], chosen: Choice) -> float:
    """A turn before its first throw: `ended` says what ends are worth, `chosen` what decisions are."""
    worth: dict[tuple[Hold, int], float] = {}

    def value(move: Hold, left: int) -> float:
        if (move, left) not in worth:
            kept, declared = move
            if len(kept) == 3:
                worth[move, left] = ended(kept, turn.throws - left)
            else:
                ends, locked = throws_of(turn.weights, kept), kept if turn.locks else ()
                total = sum(weight * choice(end, left - 1, locked, declared) for end, weight in ends)
                worth[move, left] = total / sum(weight for _, weight in ends)
        return worth[move, left]

    def choice(roll: Dice | None, left: int, locked: Locked = (), declared: bool = False) -> float:
        moves = turn.moves(roll, left, locked, declared)
        if len(moves) == 1:
            return value(moves[0], left)
        return chosen(roll, left, locked, declared, moves, lambda move: value(move, left))

    return choice(None, turn.throws)


def by_chances(chances: Chances, moves: Sequence[Hold], value: Value) -> float:
    """What a decision is worth that is made at random."""
    return sum(chance * value(move) for chance, move in zip(chances, moves, strict=True) if chance)


class Match:
    """The rule's player against one who is `perfect`, or who knows the rule and replies at best."""

    def __init__(self, game: Game, rule: Rule, perfect: bool) -> None:
        self.game, self.rule, self.perfect = game, rule, perfect
        self.values: dict[tuple[State, int], float] = {}
        self._rounds: dict[State, Round] = {}
        self._ended: dict[tuple[State, Results], dict[str, list[tuple[Move, float]]]] = {}

    def chance(self) -> tuple[float, float]:
        """What the rule's player gets from the start, leading and following: values swept until they stay."""
        start = self.game.start()
        waiting = [(start, 0), (start, 1)]
        while waiting:
            seen = waiting.pop()
            if seen not in self.values:
                self.values[seen] = 0.0
                waiting += [following for following in self._following(*seen) if following not in self.values]
        change = 1.0
        while change > NO_CHANGE:
            swept = {key: self._state(*key) for key in self.values}
            change = max(abs(swept[key] - self.values[key]) for key in swept)
            self.values = swept
        return self.values[start, 0], self.values[start, 1]

    def _following(self, state: State, seat: int) -> set[tuple[State, int]]:
        found = set()
        for outcome_move in self._moves(state):
            if outcome_move.state is not None:
                found.add((outcome_move.state, (seat - outcome_move.leader) % 2))
        return found

    def _moves(self, state: State) -> set[Move]:
        """Everything that can follow a state, whoever plays how."""
        if self.game.throws_alternately(state):
            return set(self.game._thrown_to_the_other(state))
        played = self._round(state)
        found = set()
        for first in played.ends(()):
            for second in played.ends((first,)):
                for moves in self._throw_off(state, (first, second)).values():
                    found |= {move for move, _ in moves}
        return found

    def _round(self, state: State) -> Round:
        if state not in self._rounds:
            self._rounds[state] = self.game.round(state, self.game.exact)
        return self._rounds[state]

    def _paid(self, move: Move, seat: int) -> float:
        if move.state is None:
            return float(move.payoffs[seat])
        return self.values[move.state, (seat - move.leader) % 2]

    def _state(self, state: State, seat: int) -> float:
        if self.game.throws_alternately(state):
            moves = self.game._thrown_to_the_other(state)
            return sum(float(chance) * self._paid(move, seat) for move, chance in moves.items())
        return self._history(state, seat, ())

    def _history(self, state: State, seat: int, history: Results) -> float:
        if len(history) == 2:
            return self._settled(state, seat, history)
        played = self._round(state)
        best = played.turn(history) if len(history) != seat and self.perfect else None
        turn = Turn(self.game.table, lambda roll, used: 0, played.limit(history), played.stopping(history))

        def chosen(
            roll: Dice | None, left: int, locked: Locked, said: bool, moves: Sequence[Hold], value: Value
        ) -> float:
            if len(history) == seat:
                return by_chances(self.rule(state.phase, roll, left, len(moves)), moves, value)
            if best is None:
                return min(map(value, moves))
            return value(best.start()[0] if roll is None else best.choice(roll, left, locked, said)[0])

        def ended(dice: Dice, used: int) -> float:
            return self._history(state, seat, (*history, (dice, used)))

        return worth_of_turn(turn, ended, chosen)

    def _settled(self, state: State, seat: int, history: Results) -> float:
        options = {
            option: sum(chance * self._paid(move, seat) for move, chance in moves)
            for option, moves in self._throw_off(state, history).items()
        }
        if len(options) == 1:
            return next(iter(options.values()))
        played = self._round(state)
        if played.settlement.chooser(history) == seat:
            tied, rampo = self.rule(state.phase, None, None, 2)
            return tied * options["tied"] + rampo * options["rampo"]
        if not self.perfect:
            return min(options.values())
        worth = played.choice(history)
        return options["rampo" if worth["rampo"] > worth["tied"] else "tied"]

    def _throw_off(self, state: State, history: Results) -> dict[str, list[tuple[Move, float]]]:
        """Where each way to pay leads."""
        if (state, history) not in self._ended:
            self._ended[state, history] = {
                option: [(self.game.follow(state, outcome), float(chance)) for outcome, chance in law.items()]
                for option, law in self._round(state)._options(history).items()
            }
        return self._ended[state, history]
