"""The proof: every value is what one round of best play makes of the others, and no other table is.

If both players together cannot avoid the game's end, one round of best play (the Bellman operator) has
a single fixed point, the value of the game; so a table that equals its own backup is the truth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Literal

from game421.certificates.settlements import POT, Amount, Dice, Duel, LockedDice, Outcome, Phase
from game421.errors import InputError, TableError
from game421.rules.record import Rules

__all__ = ["Goal", "Proof", "State", "TwoPlayerGame", "bellman_backup", "check_two_players"]

State = tuple[str, int, int, int] | tuple[str, int, int, int, int, int]
"""Phase (C or D), pot, stacks of leader and other; for a partie also the manches that each has lost."""
Goal = Literal["manche", "partie"]


@dataclass(frozen=True)
class Proof:
    """What was proved: `states` values of the game for `goal` under `rules`, in the words of `sentence`."""

    rules: Rules
    goal: Goal
    states: int
    sentence: str


def check_two_players(
    rules: Rules, values: Mapping[State, int], denominator: int, goal: Goal = "manche"
) -> Proof:
    """Confirm, value by value and exactly, that a table holds the two-player game under `rules`.

    `values[state]` is `denominator` times the chance that the leader of the state does not lose the
    manche (the partie, for that goal) when both play as well as can be.

    Raises:
        TableError: A value is wrong (the first is named, with its error, in the order of falling lost
            manches, then rising pots: so the one to blame, up to others with the same pot); a state is
            missing or impossible; or play need not end, so that no table can be proved this way.
        InputError: The rules have no tokens, or the goal is unknown.
    """
    game = TwoPlayerGame(rules, goal)
    if type(denominator) is not int or denominator < 1:
        raise TableError("the common denominator must be a whole number from 1 up")
    for state, value in values.items():
        if not game.possible(state):
            raise TableError(f"{state!r:.80} is no state between two rounds of this {goal}")
        if type(value) is not int:
            raise TableError(f"the value of {_words(state)} must be a whole numerator")
    order = sorted(values, key=lambda state: (-sum(state[4:]), *state[1:]))
    _confirm_closed_and_ending(game, order)
    for state in order:
        found, scale = game.backup(values, denominator, state)
        error = values[state] * scale - found
        if error:
            size = Context(prec=6).divide(Decimal(error), Decimal(denominator * scale))
            raise TableError(
                f"the value of {_words(state)} is not what best play makes of the others: it is off by {size}"
            )
    return Proof(rules, goal, len(order), _SENTENCE.format(states=len(order), goal=goal))


_SENTENCE = (
    "All {states} values, those of every state that play can reach among them, equal exactly what one round "
    "of best play by both makes of them; whatever both do, the game ends with probability 1; so they are the "
    "only such values: the chance of each state's leader not to lose the {goal}."
)


def bellman_backup(
    rules: Rules, values: Mapping[State, int], denominator: int, state: State, goal: Goal = "manche"
) -> tuple[int, int]:
    """Chance of the leader of `state` if one round is played at best and `values` then count.

    Exact, as numerator and denominator, not in lowest terms. Raises TableError where a value is
    missing or `state` is none, InputError as `check_two_players` does.
    """
    game = TwoPlayerGame(rules, goal)
    if not game.possible(state):
        raise TableError(f"{state!r:.80} is no state between two rounds of this {goal}")
    found, scale = game.backup(values, denominator, state)
    return found, scale * denominator


def _words(state: State) -> str:
    phase, pot, mine, his, *lost = state
    return f"{phase} {pot} {mine}/{his}" + (f" lost={lost[0]}/{lost[1]}" if lost else "")


def _confirm_closed_and_ending(game: TwoPlayerGame, order: list[State]) -> None:
    """The start and all that can follow are in the table, and no pair of players can go on for ever.

    Whatever a player keeps, stops or says, his dice may happen to show one given combination at every
    throw; so each pair of combinations has a chance that no play takes below a fixed bound, and then
    so has each outcome of what the players choose. Where such outcomes lead from every state to an end,
    any play ends within so many rounds with a chance above a fixed bound, hence with probability 1.
    """
    follow: dict[State, dict[Outcome, State | None]] = {}
    for state in order:
        follow[state] = {outcome: game.after(state, outcome)[0] for outcome in game.phases[state[0]].outcomes}
    if game.start not in follow:
        raise TableError(f"the table lacks the start, {_words(game.start)}")
    for state in order:
        for after in follow[state].values():
            if after is not None and after not in follow:
                raise TableError(f"the table lacks {_words(after)}, which can follow {_words(state)}")
    ending: set[State | None] = {None}
    while order:
        more = {state for state in order if _comes_to(ending, follow[state], game.phases[state[0]])}
        if not more:
            raise TableError(f"play from {_words(order[0])} need not end: no table is proved for such rules")
        ending |= more
        order = [state for state in order if state not in more]


def _comes_to(ending: set[State | None], follow: dict[Outcome, State | None], phase: Phase) -> bool:
    """Whether some pair of combinations, whatever is chosen then, may bring a state known to end."""
    ends = {outcome for outcome, after in follow.items() if after in ending}
    return any(not any(ends.isdisjoint(option) for option in pair) for pair in phase.pairs)


class TwoPlayerGame:
    """One table's two-player game: what follows a state, and the backup of its value."""

    def __init__(self, rules: Rules, goal: Goal) -> None:
        if rules.game != "tokens" or goal not in {"manche", "partie"}:
            raise InputError(f"only a manche or a partie with tokens is proved, not {rules.game} for {goal}")
        self.rules = rules
        self.dice = (LockedDice if rules.kept_dice == "locked" else Dice)(rules.die)
        self.phases = {"C": Phase(rules, "charge", self.dice), "D": Phase(rules, "decharge", self.dice)}
        self.partie = goal == "partie"
        self.start: State = ("C", rules.tokens, 0, 0, 0, 0) if self.partie else ("C", rules.tokens, 0, 0)

    def possible(self, state: State) -> bool:
        """Whether tokens and manches add up and the manche is not over."""
        if not isinstance(state, tuple) or len(state) != len(self.start) or state[0] not in self.phases:
            return False
        phase, pot, mine, his, *lost = state
        if any(type(count) is not int for count in state[1:]) or pot + mine + his != self.rules.tokens:
            return False
        dealt = pot > 0 <= min(mine, his) if phase == "C" else pot == 0 < min(mine, his)
        return dealt and all(0 <= count < self.rules.manches for count in lost)

    def after(self, state: State, outcome: Outcome) -> tuple[State | None, int]:
        """The state after a round and the seat that leads it; or None and the seat that has won."""
        phase, pot, mine, his, *lost = state
        held, (moves, leader) = [mine, his, pot], outcome
        for source, receiver, amount in moves:
            paid = _paid(amount, held[source])
            held[source] -= paid
            held[receiver] += paid
        if held[POT] or (held[0] and held[1]):
            stacks = ("C" if held[POT] else "D", held[POT], held[leader], held[1 - leader])
            return (*stacks, lost[leader], lost[1 - leader]) if self.partie else stacks, leader
        loser = 0 if held[0] else 1
        espagnole = phase == "C" and self.rules.espagnole == "partie"
        if not self.partie or espagnole or lost[loser] + 1 == self.rules.manches:
            return None, 1 - loser
        return ("C", self.rules.tokens, 0, 0, lost[loser] + 1, lost[1 - loser]), loser

    def backup(self, values: Mapping[State, int], denominator: int, state: State) -> tuple[int, int]:
        """The value that one round of best play makes of `values`, times the second number returned."""
        phase, loss = self.phases[state[0]], dict[Outcome, int]()
        for outcome in phase.outcomes:
            after, seat = self.after(state, outcome)
            if after is not None and after not in values:
                raise TableError(f"the table lacks {_words(after)}, which can follow {_words(state)}")
            worth = denominator if after is None else values[after]
            loss[outcome] = -worth if seat == 0 else worth - denominator
        lots = [max(sum(w * loss[o] for w, o in option) for option in lot) for lot in phase.lots]
        if phase.throws == 0:
            return -self.dice.start(phase.duels[0][0](lots))[0], self.dice.throw
        by_cap = list(zip(*(self._follower(phase, lots, duel) for duel in phase.duels), strict=True))
        return self._leader(by_cap), phase.scale * self.dice.throw ** (2 * phase.throws)

    def _follower(self, phase: Phase, lots: list[int], duel: Duel) -> list[int]:
        """What a follower gains, the leader's loss, for caps 1, 2, ..., times `throw` ** cap.

        Worked from the last throw back, so that a cap is one step more than the cap below it: ending
        on the last throw allowed is paid by the duel's first row, on any before it by its second.
        """
        dice, followers, unit = self.dice, self.rules.followers, 1
        last, early = duel
        values, found = dice.spread(last(lots)), list[int]()
        bon = dice.spread(early(lots)) if followers != "same" else ()
        while True:
            ahead = dice.start if len(found) == phase.throws - 1 else dice.ahead
            holds = ahead(values)
            if followers == "declare" and found:
                holds = [max(on, unit * end) for on, end in zip(holds, ahead(bon), strict=True)]
            found.append(holds[0])
            if len(found) == phase.throws:
                return found
            unit *= dice.throw
            values = dice.best(holds)
            if followers == "up-to":
                values = [max(on, unit * end) for on, end in zip(values, bon, strict=True)]

    def _leader(self, by_cap: list[tuple[int, ...]]) -> int:
        """The leader's value before his first throw; `by_cap[n - 1][roll]` is his loss if he stops at n."""
        dice, unit = self.dice, -1
        values: Sequence[int] = dice.spread([unit * loss for loss in by_cap[-1]])
        for by_roll in by_cap[-2::-1]:
            unit *= dice.throw**2
            stops = dice.spread([unit * loss for loss in by_roll])
            values = list(map(max, stops, dice.best(dice.ahead(values))))
        return dice.start(values)[0]


def _paid(amount: Amount, held: int) -> int:
    if amount == "all":
        return held
    return max(1, held - 1) if amount == "all-but-one" else min(amount, held)
