"""What the end of a round or of a game is worth to each player, for each goal of RULES, section 6."""

from __future__ import annotations

from game421.errors import InputError
from game421.states.goals import GameGoal, RoundGoal
from game421.states.settlements import Ending, Settlement

Payoffs = tuple[tuple[int, ...], int]
"""Whole numbers, one per seat, and the positive number they are all to be divided by."""


def round_payoffs(goal: RoundGoal, settlement: Settlement) -> Payoffs:
    """What a settled round is worth to each seat.

    `duel`: 1 to the best, shared where sips leave a tie; `safe`: 1 to all but the worst; `tokens`:
    the scores; `relative`: one's own score less the mean of the others'. Raises InputError for
    `duel` and `safe` where there is no best and worst (a havraise charge).
    """
    players = len(settlement.scores)
    if goal == "tokens":
        return settlement.scores, settlement.parts
    if goal == "relative":
        total = sum(settlement.scores)
        others = players - 1
        own = tuple(score * others - (total - score) for score in settlement.scores)
        return own, settlement.parts * others
    if not settlement.best or not settlement.worst:
        raise InputError(f"goal {goal}: a havraise throw has no best and no worst; allowed: tokens, relative")
    if goal == "duel":
        return tuple(int(seat in settlement.best) for seat in range(players)), len(settlement.best)
    return tuple(int(seat not in settlement.worst) for seat in range(players)), 1


def game_payoffs(goal: GameGoal, ending: Ending, players: int) -> Payoffs:
    """What the end of a manche is worth to each seat, or of the partie where it has ended too.

    `manche`: the winners' shares; `partie`: 1 to all but the loser, for everyone where nobody loses.
    Raises InputError for `partie` where another manche follows.
    """
    if goal == "manche":
        return tuple(int(seat in ending.winners) for seat in range(players)), ending.share
    if not ending.partie:
        raise InputError("goal partie: the partie goes on after this manche; ask for the goal manche")
    return tuple(int(seat != ending.loser) for seat in range(players)), 1
