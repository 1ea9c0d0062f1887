"""Who is best and worst of a finished round, after the throw-offs, and what is due between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from game421.dice import RollIndex
from game421.errors import InputError
from game421.rules.families import FOUR_TWO_ONE, NENETTE
from game421.rules.record import Rules
from game421.rules.worth import Value
from game421.states.actions import RAMPO, TIED, Action, format_action
from game421.states.payments import decharge_due, round_due, round_share, worst_shares
from game421.states.summaries import Summary, throwing_off
from game421.states.throw_offs import Counted, best_of, both_of, worst_of
from game421.states.token_states import RoundPhase, rules_phase


class Verdict(NamedTuple):
    """A round decided; places are in playing order.

    `best` has several places only in sips, where a tie for best stays, and `worst` only where every
    maker of 221 takes; the last of `worst` leads where losers lead. `due` is what is to be paid
    before anyone runs short: by the best to the worst in the décharge, by the pot to each of the
    worst in the charge; in sips what the worst drinks.
    """

    best: tuple[int, ...]
    worst: tuple[int, ...]
    due: Value


Verdicts = tuple[tuple[int, Verdict], ...]
"""Whole-number ways of each verdict; its chance is its ways over their sum."""


def counts_as_best(rules: Rules, phase: RoundPhase, roll: RollIndex) -> tuple[object, ...]:
    """What a payment takes from the best combination: combinations that count alike pay alike."""
    return rules.values_in(rules_phase(phase))[roll], roll == FOUR_TWO_ONE


def counts_as_worst(rules: Rules, roll: RollIndex) -> tuple[object, ...]:
    """What a payment takes from the worst combination."""
    return worst_shares(rules)[roll], roll == NENETTE


def kind_of_ending(rules: Rules, summary: Summary) -> tuple[object, ...]:
    """What the verdicts of a finished round depend on: rounds of one kind come to the same."""
    return (
        *counts_as_best(rules, summary.phase, summary.best.roll),
        *counts_as_worst(rules, summary.worst.roll),
        summary.best_places,
        summary.worst_places,
        summary.four_twenty_ones,
        summary.nenettes,
    )


def throw_off_actions(rules: Rules, summary: Summary) -> tuple[Action, ...]:
    """What a throw-off may pay, in the order of the tie rule; two actions are a choice, to be made first.

    `summary` is of a whole round. `rampo_value` works only in a throw-off for best and only in the
    décharge; everything else is `tied` (RULES, section 3).
    """
    if summary.phase == "C" or not throwing_off(rules, summary)[0]:
        return (TIED,)
    return {"tied": (TIED,), "rampo": (RAMPO,), "choice": (TIED, RAMPO)}[rules.rampo_value]


def verdicts(rules: Rules, summary: Summary, choice: Action | None = None) -> Verdicts:
    """Every verdict on a finished round with its ways.

    `choice` is `TIED` or `RAMPO` where the first to throw off for best has the choice, and may be left
    out where he has none. Raises InputError for a choice missing or not offered. Source: RULES, section 3.
    """
    rampo = _chosen(rules, summary, choice) == RAMPO
    best, worst = throwing_off(rules, summary)
    if best and best == worst:
        return _all_tied(rules, summary, rampo=rampo)
    found: dict[Verdict, int] = defaultdict(int)
    for (winners, counted), wins in _winners(rules, summary, rampo=rampo).items():
        for losers, losses in _losers(rules, summary).items():
            due = round_due(rules, summary, losers[-1])
            if counted is not None:
                due = decharge_due(counted, round_share(rules, summary, losers[-1]))
            found[Verdict(winners, losers, due)] += wins * losses
    return tuple((ways, verdict) for verdict, ways in found.items())


def _chosen(rules: Rules, summary: Summary, choice: Action | None) -> Action:
    offered = throw_off_actions(rules, summary)
    if choice is None and len(offered) == 1:
        return offered[0]
    if choice is None or choice not in offered:
        given = "no choice" if choice is None else format_action(choice)
        allowed = " or ".join(map(format_action, offered))
        raise InputError(f"{given} for what the throw-off pays; allowed: {allowed}")
    return choice


def _all_tied(rules: Rules, summary: Summary, *, rampo: bool) -> Verdicts:
    """One throw-off among all gives both; under `rampo` it also says what both count."""
    order = summary.best_places[::-1]
    found: dict[Verdict, int] = defaultdict(int)
    law = both_of(rules, len(order), valued=rampo)
    for (winner, loser, best_counted, worst_counted), ways in law.items():
        best, worst = order[winner], order[loser]
        if best_counted is None or not isinstance(worst_counted, int):
            due = round_due(rules, summary, worst)
        else:
            due = decharge_due(best_counted, worst_counted)
        found[Verdict((best,), (worst,), due)] += ways
    return tuple((ways, verdict) for verdict, ways in found.items())


def _winners(rules: Rules, summary: Summary, *, rampo: bool) -> Mapping[tuple[tuple[int, ...], Counted], int]:
    """Ways of who is best, and what his last throw counts where the throw-off pays that."""
    order = throwing_off(rules, summary)[0][::-1]
    if not order:
        return {(summary.best_places, None): 1}
    law = best_of(rules, len(order), valued=rampo)
    return {((order[rank],), counted): ways for (rank, counted), ways in law.items()}


def _losers(rules: Rules, summary: Summary) -> Mapping[tuple[int, ...], int]:
    """Ways of who is worst; where every maker of 221 takes in the charge, all of them."""
    if summary.phase == "C" and summary.nenettes:
        return {summary.nenettes: 1}
    order = throwing_off(rules, summary)[1][::-1]
    if not order:
        return {summary.worst_places: 1}
    return {(order[rank],): ways for (rank, _), ways in worst_of(rules, len(order)).items()}
