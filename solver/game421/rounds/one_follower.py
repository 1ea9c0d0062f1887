"""The ends of a leader's turn against a single follower, in plain Python floats.

Where the payoffs of two players add up to one, what the follower gains the leader loses: his turn is
solved for each result of the leader, and nobody else's payoffs have to be followed through it.
"""

from __future__ import annotations

from collections.abc import Iterator

from game421.dice import KEEP_NOTHING, ROLLS, RollIndex
from game421.rounds.ends import Judge, TurnEnds
from game421.rounds.stakes import Stakes
from game421.rules.record import Rules
from game421.states.positions import Position
from game421.states.results import Result
from game421.states.summaries import Summary
from game421.states.token_states import rules_phase
from game421.turns.exact import Payoff, TurnSolution, solve_turn
from game421.turns.terms import TurnTerms

LEADER, FOLLOWER = 0, 1


def leader_ends(rules: Rules, position: Position, stakes: Stakes) -> TurnEnds:
    """What the ends of the leader's turn are worth to both, the follower playing at best.

    `stakes` are `shared`. Payoffs are shares of 1. Rolls the die cannot show count 0: nobody ends on them.
    """
    judge = Judge(rules, position.token_state, stakes, ())
    columns = [
        list(_by_cap(rules, position, judge, stakes, RollIndex(roll)))
        if rules.shows(RollIndex(roll))
        else [0.0] * position.cap
        for roll in range(len(ROLLS))
    ]
    gained = tuple(zip(*columns, strict=True))
    kept = tuple(tuple(1 - share for share in row) for row in gained)
    return TurnEnds((kept, gained), 1, LEADER, exact=False)


def _by_cap(
    rules: Rules, position: Position, judge: Judge, stakes: Stakes, roll: RollIndex
) -> Iterator[float]:
    """What the follower gets if the leader stops on `roll` after 1, 2 … throws.

    Where throws break no tie, one solution serves all caps: with t throws left all caps are alike.
    """
    throws_matter = rules.throws_break_ties(rules_phase(position.round_phase))
    solution = None
    for cap in range(1, position.cap + 1):
        most = cap if throws_matter else position.cap
        if solution is None or throws_matter:
            made = Summary.start(rules, position.round_phase, Result(roll, cap))
            payoff = _payoff(rules, judge, stakes, made, most, throws_matter=throws_matter)
            solution = solve_turn(TurnTerms.under(rules, most, leads=False), payoff)
        yield _before_first_throw(solution, cap)


def _payoff(
    rules: Rules, judge: Judge, stakes: Stakes, made: Summary, cap: int, *, throws_matter: bool
) -> Payoff:
    """The follower's payoffs by throws and roll, as shares of 1."""

    def share(roll: RollIndex, throws: int) -> float:
        if not rules.shows(roll):
            return 0.0
        numerators, total = judge.settled(made.add(rules, Result(roll, throws)))
        return numerators[FOLLOWER] / (total * stakes.unit)

    rolls = [RollIndex(roll) for roll in range(len(ROLLS))]
    if not throws_matter:
        rows = [tuple(share(roll, cap) for roll in rolls)] * cap
    else:
        rows = [tuple(share(roll, throws) for roll in rolls) for throws in range(1, cap + 1)]
    return Payoff(tuple(rows))  # type: ignore[arg-type]  # floats are added, scaled and compared alike


def _before_first_throw(solution: TurnSolution, cap: int) -> float:
    """Value of a turn of `cap` throws, read off a solution of as many or more."""
    nothing = KEEP_NOTHING - len(ROLLS)
    value = solution.holds[cap][nothing]
    if solution.declared[cap]:
        value = max(value, solution.declared[cap][nothing])
    return value / solution.terms.scale(cap)
