"""A player who plays by a rule of his own at one seat of several, all others perfectly: by full recursion.

The values that perfect play goes by are the game's own limit. Seats are those of the oracle's states, in
which who has left keeps his seat without tokens.
"""

from collections.abc import Mapping, Sequence

from oracles.game import Game, Move, State, Vector
from oracles.match import NO_CHANGE, Rule, Value, by_chances, worth_of_turn
from oracles.round import Results, Round
from oracles.turn import Dice, Locked, Turn
from oracles.turn import Move as Hold

NEAR = 1e-12


class MatchOfSeveral:
    """The rule's player among perfect ones, in a manche."""

    def __init__(self, game: Game, rule: Rule, values: Mapping[State, Vector]) -> None:
        self.game, self.rule, self.perfect = game, rule, values
        self.values: dict[tuple[State, int], float] = {}
        self._rounds: dict[State, Round] = {}

    def chance(self) -> tuple[float, ...]:
        """What he gets from every seat of the first round: values swept until they stay."""
        seats = range(self.game.players)
        waiting = [(self.game.start(), seat) for seat in seats]
        self.values = dict.fromkeys(waiting, 0.0)
        change = 1.0
        while change > NO_CHANGE:
            known = len(self.values)
            swept = {key: self._history(*key, ()) for key in list(self.values)}
            change = max(abs(swept[key] - self.values[key]) for key in swept)
            self.values |= swept
            change = 1.0 if len(self.values) > known else change
        return tuple(self.values[self.game.start(), seat] for seat in seats)

    def _paid(self, move: Move, seat: int) -> float:
        if move.state is None:
            return float(move.payoffs[seat])
        place = (seat - move.leader) % self.game.players
        if move.state.phase == "decharge" and not move.state.stacks[place]:
            return 1.0  # he has left and won
        return self.values.setdefault((move.state, place), 0.0)

    def _round(self, state: State) -> Round:
        if state not in self._rounds:
            self._rounds[state] = self.game.round(state, lambda after: self.perfect[after], float)
        return self._rounds[state]

    def _history(self, state: State, seat: int, history: Results) -> float:
        played = self._round(state)
        if len(history) == played.players:
            return self._settled(state, seat, history)
        mine = played.entries[len(history)] == seat
        best = played.turn(history)
        turn = Turn(self.game.table, lambda roll, used: 0, played.limit(history), played.stopping(history))

        def chosen(
            roll: Dice | None, left: int, locked: Locked, said: bool, moves: Sequence[Hold], value: Value
        ) -> float:
            if mine:
                return by_chances(self.rule(state.phase, roll, left, len(moves)), moves, value)
            return value(best.start()[0] if roll is None else best.choice(roll, left, locked, said)[0])

        def ended(dice: Dice, used: int) -> float:
            return self._history(state, seat, (*history, (dice, used)))

        return worth_of_turn(turn, ended, chosen)

    def _settled(self, state: State, seat: int, history: Results) -> float:
        played = self._round(state)
        options = {
            option: sum(
                float(chance) * self._paid(self.game.follow(state, outcome), seat)
                for outcome, chance in law.items()
            )
            for option, law in played._options(history).items()
        }
        if len(options) == 1:
            return next(iter(options.values()))
        if played.entries[played.settlement.chooser(history)] == seat:
            tied, rampo = self.rule(state.phase, None, None, 2)
            return tied * options["tied"] + rampo * options["rampo"]
        worth = played.choice(history)
        return options["rampo" if worth["rampo"] > worth["tied"] + NEAR else "tied"]
