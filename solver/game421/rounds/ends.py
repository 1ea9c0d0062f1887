"""What the ends of the mover's turn are worth, from one position: payoffs for the turn solver.

For the last player they are settled one by one in plain Python, which loads no numpy: what a single
question most often needs. So they are for the leader of two, against one follower. For others the rest
of the round is solved first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

from game421.dice import ROLLS, RollIndex
from game421.rounds.stakes import Stakes
from game421.rules.record import Rules
from game421.states.actions import Action
from game421.states.play import mover
from game421.states.positions import Position
from game421.states.results import Result
from game421.states.settlements import apply, settle_throw
from game421.states.summaries import Summary, throwing_off
from game421.states.token_states import TokenState, rules_phase
from game421.states.verdicts import Verdict, kind_of_ending, throw_off_actions, verdicts
from game421.turns.exact import TOLERANCE

Rows = tuple[tuple[int, ...], ...] | tuple[tuple[float, ...], ...]
"""Payoffs by throws used, then roll."""


@dataclass(frozen=True)
class TurnEnds:
    """What ending the mover's turn is worth to every seat: `rows[seat][throws - 1][roll] / denominator`."""

    rows: tuple[Rows, ...]
    denominator: int
    seat: int
    """The seat that is to move."""
    exact: bool

    @property
    def own(self) -> Rows:
        """The mover's payoffs."""
        return self.rows[self.seat]


class Judge:
    """Settles finished rounds of one state: worth of verdicts found once, throw-off choices made.

    What the results `made` so far gave besides counts in every worth.
    """

    def __init__(self, rules: Rules, state: TokenState, stakes: Stakes, made: Sequence[Result]) -> None:
        self._rules, self._state, self._stakes = rules, state, stakes
        given = [_gifts(stakes, place, result.roll, state.players) for place, result in enumerate(made)]
        self._given = [sum(gift) for gift in zip((0,) * state.players, *given, strict=True)]
        self._worth: dict[Verdict, Sequence[int] | Sequence[float]] = {}
        self._settled: dict[tuple[object, ...], tuple[tuple[float, ...], int]] = {}

    def worth(self, verdict: Verdict) -> Sequence[int] | Sequence[float]:
        """What a verdict is worth to each seat, over the stakes' unit."""
        if verdict not in self._worth:
            payoffs = self._stakes.payoffs(apply(self._rules, self._state, verdict))
            self._worth[verdict] = [worth + gift for worth, gift in zip(payoffs, self._given, strict=True)]
        return self._worth[verdict]

    def options(self, summary: Summary) -> dict[Action, tuple[tuple[float, ...], int]]:
        """For everything a throw-off may pay: worth to each seat as numerators, and what they are over."""
        found = {}
        for action in throw_off_actions(self._rules, summary):
            law = verdicts(self._rules, summary, action)
            sums = [
                sum(ways * worth for (ways, _), worth in zip(law, column, strict=True))
                for column in zip(*(self.worth(verdict) for _, verdict in law), strict=True)
            ]
            found[action] = (tuple(sums), sum(ways for ways, _ in law))
        return found

    def settled(self, summary: Summary) -> tuple[tuple[float, ...], int]:
        """The worth of a finished round, its throw-off paying what the chooser prefers (`tied` if equal).

        Found once for rounds that differ only in what changes neither verdict nor payment.
        """
        kind = kind_of_ending(self._rules, summary)
        if kind not in self._settled:
            self._settled[kind] = self._settle(summary)
        return self._settled[kind]

    def _settle(self, summary: Summary) -> tuple[tuple[float, ...], int]:
        options = self.options(summary)
        best, _ = throwing_off(self._rules, summary)
        chooser = self._state.seats_in[best[-1]] if best else 0
        margin = 0 if self._stakes.exact else TOLERANCE
        chosen, *others = options.values()
        for numerators, total in others:
            gain = numerators[chooser] * chosen[1] - chosen[0][chooser] * total
            if gain > margin * total * chosen[1]:
                chosen = numerators, total
        return chosen


def turn_ends(rules: Rules, position: Position, stakes: Stakes, *, exact: bool = False) -> TurnEnds:
    """What the ends of the mover's turn in `position` are worth, everyone after him playing at best.

    `position` has passed `check_position`; it is no throw-off and no bare turn. `exact` asks for whole
    numbers where the stakes allow; the last player's are whole in any case then.
    """
    state = position.token_state
    if position.phase == "C" and rules.charge == "havraise":
        return _throw_ends(rules, position, stakes)
    if len(position.results) == len(state.seats_in) - 1:
        return _last_ends(rules, position, stakes)
    if len(state.seats_in) == 2 and stakes.shared and not exact:
        from game421.rounds.one_follower import leader_ends

        return leader_ends(rules, position, stakes)
    from game421.rounds.rest import rest_ends

    return rest_ends(rules, position, stakes, exact=exact and stakes.exact)


def _throw_ends(rules: Rules, position: Position, stakes: Stakes) -> TurnEnds:
    """A havraise charge: each roll is settled at once."""
    state = position.token_state
    by_roll = [
        stakes.payoffs(settle_throw(rules, state, RollIndex(roll)))
        if rules.shows(RollIndex(roll))
        else (0,) * state.players
        for roll in range(len(ROLLS))
    ]
    rows = tuple((tuple(column),) for column in zip(*by_roll, strict=True))
    return TurnEnds(rows, stakes.unit, 0, stakes.exact)


def _last_ends(rules: Rules, position: Position, stakes: Stakes) -> TurnEnds:
    state, results = position.token_state, position.results
    judge, before = Judge(rules, state, stakes, results), Summary.of(rules, position.round_phase, results)
    throws_matter = rules.throws_break_ties(rules_phase(position.round_phase))
    found: list[list[tuple[tuple[float, ...], int]]] = []
    for throws in range(1, position.cap + 1):
        if throws > 1 and not throws_matter:
            found.append(found[0])
            continue
        found.append(
            [
                judge.settled(before.add(rules, Result(RollIndex(roll), throws)))
                if rules.shows(RollIndex(roll))
                else ((0,) * state.players, 1)
                for roll in range(len(ROLLS))
            ]
        )
    total = lcm(*(over for row in found for _, over in row)) if stakes.exact else 1
    gifts = [_gifts(stakes, len(results), RollIndex(roll), state.players) for roll in range(len(ROLLS))]
    rows = tuple(
        tuple(
            tuple(
                _over(numerators[seat], over, total) + gifts[roll][seat] * total
                for roll, (numerators, over) in enumerate(row)
            )
            for row in found
        )
        for seat in range(state.players)
    )
    return TurnEnds(rows, stakes.unit * total, mover(rules, position), stakes.exact)


def _over(numerator: float, over: int, total: int) -> float:
    """A numerator over `over` as one over `total`: exact where `over` divides it, else a float."""
    return numerator * (total // over) if total % over == 0 else numerator / over


def _gifts(stakes: Stakes, place: int, roll: RollIndex, players: int) -> tuple[int, ...]:
    return stakes.gift(place, roll) or (0,) * players
