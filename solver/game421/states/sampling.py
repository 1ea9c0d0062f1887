"""What follows an action, drawn at random: dice are thrown one by one, and throw-offs throw by throw."""

from __future__ import annotations

from itertools import accumulate
from random import Random

from game421.dice import DICE, FACES, KEEP_INDEX, KEEP_NOTHING, KEEPS, KeepIndex, RollIndex
from game421.rules.families import NENETTE
from game421.rules.record import Rules
from game421.rules.worth import Value
from game421.states.actions import RAMPO, Action, is_stop, keep_of
from game421.states.payments import decharge_due, round_due, round_share, worst_shares
from game421.states.play import (
    Next,
    after_stop,
    after_throw,
    awaits_settling,
    refuse_illegal,
    round_summary,
    with_gifts,
)
from game421.states.positions import Position
from game421.states.settlements import Settlement, apply
from game421.states.summaries import Summary, throwing_off
from game421.states.verdicts import Verdict, throw_off_actions

_Thrown = dict[int, RollIndex]
"""What each place of a throw-off has thrown."""


def sample(rules: Rules, position: Position, action: Action, random: Random) -> Next:
    """One of the outcomes of `action`, with its chance; nothing but `random` decides.

    Throw-offs are played as at the table, so this also judges their closed form. Raises InputError
    for an action that is not legal here.
    """
    refuse_illegal(rules, position, action)
    if position.left is None:
        return _sample_settlement(rules, position, action, random)
    if not is_stop(action):
        return after_throw(rules, position, action, throw(rules, keep_of(action), random))
    following = after_stop(rules, position)
    if isinstance(following, Position) and awaits_settling(rules, following):
        (only,) = throw_off_actions(rules, round_summary(rules, following))
        return _sample_settlement(rules, following, only, random)
    return following


def throw(rules: Rules, keep: KeepIndex, random: Random) -> RollIndex:
    """The roll after throwing the dice that `keep` leaves, each by the weights of the die."""
    bounds = list(accumulate(rules.die))
    dice = list(KEEPS[keep])
    while len(dice) < DICE:
        drawn = random.randrange(bounds[-1])
        dice.append(next(face for face in range(1, FACES + 1) if drawn < bounds[face - 1]))
    return RollIndex(KEEP_INDEX[tuple(sorted(dice, reverse=True))])


def _sample_settlement(rules: Rules, position: Position, choice: Action, random: Random) -> Settlement:
    """The round settled after its throw-offs, that for best first."""
    summary = round_summary(rules, position)
    best, worst = throwing_off(rules, summary)
    winners, losers = summary.best_places, summary.worst_places
    last: _Thrown = {}
    if best and best == worst:
        winner, loser, last = _throw_off_for_both(rules, best[::-1], random)
        winners, losers = (winner,), (loser,)
    else:
        if best:
            winner, last = _throw_off(rules, best[::-1], random, sign=1)
            winners = (winner,)
        if worst:
            losers = (_throw_off(rules, worst[::-1], random, sign=-1)[0],)
        elif summary.phase == "C" and summary.nenettes:
            losers = summary.nenettes
    due = round_due(rules, summary, losers[-1])
    if choice == RAMPO:
        due = _rampo_due(rules, summary, winners[0], losers[0], last)
    verdict = Verdict(winners, losers, due)
    return with_gifts(rules, position, apply(rules, position.token_state, verdict))


def _rampo_due(rules: Rules, summary: Summary, winner: int, loser: int, last: _Thrown) -> Value:
    """What is due where players of the throw-off for best count with what they threw last in it."""
    share = worst_shares(rules)[last[loser]] if loser in last else round_share(rules, summary, loser)
    return decharge_due(rules.decharge_values[last[winner]], share)


def _throw_off(rules: Rules, order: tuple[int, ...], random: Random, *, sign: int) -> tuple[int, _Thrown]:
    """Who is left as the best (sign 1) or the worst (-1) of `order`, and what everyone threw last."""
    last: _Thrown = {}
    while len(order) > 1:
        thrown = {place: throw(rules, KEEP_NOTHING, random) for place in order}
        last.update(thrown)
        order = _extremes(rules, thrown, sign)
    return order[0], last


def _throw_off_for_both(rules: Rules, order: tuple[int, ...], random: Random) -> tuple[int, int, _Thrown]:
    """Best and worst of the one throw-off among all, and what each counts with.

    Those tied for worst go on for worst alone, which counts no more.
    """
    tops = bottoms = order
    last: _Thrown = {}
    while tops == bottoms:
        last = {place: throw(rules, KEEP_NOTHING, random) for place in order}
        tops, bottoms = _extremes(rules, last, 1), _extremes(rules, last, -1)
    winner, again = _throw_off(rules, tops, random, sign=1)
    loser, _ = _throw_off(rules, bottoms, random, sign=-1)
    return winner, loser, {**last, **again}


def _extremes(rules: Rules, thrown: _Thrown, sign: int) -> tuple[int, ...]:
    """Those tied for best or worst of one throw each, in throwing order: of nenettes the last may win."""
    ordered = rules.nenette_tie == "last-wins"
    strengths = {
        place: (sign * rules.strength[roll], sign * rank if ordered and roll == NENETTE else 0)
        for rank, (place, roll) in enumerate(thrown.items())
    }
    top = max(strengths.values())
    return tuple(place for place, strength in strengths.items() if strength == top)
