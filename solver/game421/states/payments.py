"""What the best of a round pays or makes the worst take, before anyone runs short."""

from __future__ import annotations

from functools import lru_cache

from game421.dice import ROLLS, RollIndex
from game421.rules.families import FOUR_TWO_ONE, NENETTE, family_of
from game421.rules.record import Rules
from game421.rules.worth import Value
from game421.states.summaries import Summary, tracks_nenettes
from game421.states.token_states import rules_phase


@lru_cache(maxsize=64)
def worst_shares(rules: Rules) -> tuple[int, ...]:
    """`worst_shares(rules)[roll]`: what the worst combination adds to the best's payment in the décharge.

    Its value under `transfer = "sum"`, less its value under `"difference"` where a nenette deducts
    nothing, 0 under `"best"` and for a combination worth `all` or `all-but-one` (RULES, section 4).
    """
    sign = {"best": 0, "sum": 1, "difference": -1}[rules.transfer]
    shares = [sign * value if isinstance(value, int) else 0 for value in rules.decharge_values]
    if rules.transfer == "difference":
        shares[NENETTE] = 0
    return tuple(shares)


def decharge_due(best_value: Value, worst_share: int) -> Value:
    """What the best owes the worst: value and share together, at least 1; a part of a stack as it is."""
    return max(1, best_value + worst_share) if isinstance(best_value, int) else best_value


def round_due(rules: Rules, summary: Summary, worst_place: int) -> Value:
    """What is due by the combinations of the round itself, when `worst_place` turns out to be the worst.

    In the charge what he takes from the pot (`nenette_takes` where he made 221), in the décharge what
    the best gives him, in sips what he drinks, in tokens or sips. `summary` is of a whole round.
    """
    value = rules.values_in(rules_phase(summary.phase))[summary.best.roll]
    if summary.phase == "C":
        takes_fixed = rules.nenette_takes and summary.worst.roll == NENETTE
        return rules.nenette_takes if takes_fixed else value
    if rules.game == "sips":
        repeats = max(0, summary.four_twenty_ones - 1) if summary.best.roll == FOUR_TWO_ONE else 0
        return value + rules.repeat_421 * repeats if isinstance(value, int) else value
    return decharge_due(value, round_share(rules, summary, worst_place))


def round_share(rules: Rules, summary: Summary, worst_place: int) -> int:
    """The share of the worst's own combination: of equals one may be 221, which deducts nothing."""
    if not tracks_nenettes(rules, summary.phase):
        return worst_shares(rules)[summary.worst.roll]
    value = rules.decharge_values[summary.worst.roll]
    return 0 if worst_place in summary.nenettes or not isinstance(value, int) else -value


def gift_parts(rules: Rules, players: int) -> int:
    """How many units of a score make one token or sip: several where gifts of sips go in equal parts."""
    return players - 1 if rules.game == "sips" and rules.brelan_gift else 1


def gifts(rules: Rules, players: int, place: int, roll: RollIndex) -> tuple[int, ...]:
    """What each player's score gains when `place` ends his turn on `roll`, in sips / `gift_parts`.

    A brelan of 2 to 6 hands out its face in equal parts over the others under `brelan_gift`: they
    drink it, so they lose `face` parts each; all 0 otherwise (RULES, section 5).
    """
    given = rules.game == "sips" and rules.brelan_gift and family_of(roll) == "brelan"
    face = ROLLS[roll][0] if given else 0
    return tuple(0 if seat == place else -face for seat in range(players))
