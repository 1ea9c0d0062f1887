"""Lines that decide nowhere: those before them leave them nothing, or what they wait for never comes."""

from __future__ import annotations

from collections.abc import Iterator

from game421.dice import ROLLS, RollIndex
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.actions import Action
from game421.strategies.vocabulary import Seen, Strategy
from game421.turns.layout import layout_of
from game421.turns.terms import TurnTerms


def idle_lines(strategy: Strategy, rules: Rules, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places, from 1, of the leader's and of followers' lines that decide in no turn of any phase.

    Looked for among so many players and fewer, against every combination there is.
    """
    return _idle(strategy, rules, players, leads=True), _idle(strategy, rules, players, leads=False)


def _idle(strategy: Strategy, rules: Rules, players: int, *, leads: bool) -> tuple[int, ...]:
    waiting = set(range(len(strategy.leader if leads else strategy.follower)))
    turns = _seen(rules, players, leads=leads)
    while waiting and (turn := next(turns, None)) is not None:
        place, _ = strategy.decided(*turn)
        waiting.discard(-1 if place is None else place)
    return tuple(place + 1 for place in sorted(waiting))


def _seen(rules: Rules, players: int, *, leads: bool) -> Iterator[tuple[Seen, tuple[Action, ...]]]:
    """Everything that can be seen where there is a choice, with the legal actions."""
    phases: tuple[Phase, ...] = ("decharge",)
    if rules.game == "tokens" and rules.charge == "rounds":
        phases = ("decharge", "charge")
    targets = [None] if leads else [RollIndex(roll) for roll in range(len(ROLLS))]
    for phase in phases:
        most = rules.throws(phase)
        for cap in range(most if leads else 1, most + 1):
            terms = TurnTerms.under(rules, cap, leads=leads)
            for left in range(1, cap):
                for roll, kept in layout_of(terms).rows:
                    menu = tuple(terms.actions(left, roll, kept))
                    for target in targets if len(menu) > 1 else ():
                        for opponents in range(1, players):
                            yield Seen(rules, phase, opponents, target, roll, cap - left, left), menu
