"""Axes that stand in a rule set without effect, because of other axes or of the number of players."""

from __future__ import annotations

from game421.rules.axes import AXIS
from game421.rules.families import FOUR_TWO_ONE, NENETTE
from game421.rules.record import Rules

Idle = tuple[tuple[str, str], ...]
"""Pairs (axis, reason)."""


def idle_axes(rules: Rules) -> Idle:
    """The axes away from their default that the other axes leave without effect, each with the reason.

    No play, chance or payoff of any goal changes if such an axis goes back to its default.
    Source: RULES, section 7, `Accepted but idle`.
    """
    return _away_from_default(rules, idle_reasons(rules))


def idle_for(rules: Rules, players: int) -> Idle:
    """The axes away from their default that have no effect with so many players, beyond `idle_axes`."""
    reasons: dict[str, str] = {}
    if players == 2:
        reasons["cap"] = "of two players, the one just before the follower is the leader"
        if rules.game == "tokens":
            reasons["ends"] = "of two players, one has no tokens left exactly when the other has them all"
    already = idle_reasons(rules)
    return _away_from_default(rules, {axis: why for axis, why in reasons.items() if axis not in already})


def idle_reasons(rules: Rules) -> dict[str, str]:
    """Every axis that could take any value without effect, whatever it is now, with the reason."""
    reasons = _throws(rules) | _nenettes(rules)
    reasons |= _tokens(rules) if rules.game == "tokens" else _sips(rules)
    return reasons


def _away_from_default(rules: Rules, reasons: dict[str, str]) -> Idle:
    return tuple((name, why) for name, why in reasons.items() if getattr(rules, name) != AXIS[name].default)


def _throws(rules: Rules) -> dict[str, str]:
    """What the number of throws leaves without effect, in the phases played in rounds."""
    most = max(rules.throws(phase) for phase in rules.round_phases)
    reasons: dict[str, str] = {}
    if most <= 2:
        reasons["kept_dice"] = "a die can only be taken back for a third throw, and there is none"
    if most == 1:
        single = "there is one throw, which everyone makes"
        reasons |= {"followers": single, "cap": single, "tie_by_throws": single}
    elif rules.followers == "same":
        reasons["cap"] = 'under followers = "same" everyone makes as many throws as the leader'
        reasons["tie_by_throws"] = 'under followers = "same" all make as many throws, so throws break no tie'
    return reasons


def _nenettes(rules: Rules) -> dict[str, str]:
    if not rules.shows(NENETTE):
        return {"nenette_tie": "this die never shows 221"}
    by_throws = any(rules.throws_break_ties(phase) for phase in rules.round_phases)
    if rules.ties == "later-wins" and not by_throws:
        return {"nenette_tie": 'under ties = "later-wins" the later of any two equals is the stronger'}
    return {}


def _tokens(rules: Rules) -> dict[str, str]:
    in_sips = 'it counts in game = "sips" only'
    reasons = {"repeat_421": in_sips, "brelan_gift": in_sips}
    if rules.ties != "rampo":
        reasons["rampo_value"] = f'under ties = "{rules.ties}" there is no throw-off'
    if rules.charge == "havraise":
        single = "in a havraise charge there is one throw, and no best or worst"
        reasons |= {"charge_throws": single, "nenette_takes": single, "nenette_each": single}
    if rules.manches == 1:
        reasons["espagnole"] = "one lost manche is a lost partie"
    return reasons


def _sips(rules: Rules) -> dict[str, str]:
    reasons = {axis.name: "there are no tokens in sips" for axis in AXIS.values() if axis.tokens_only}
    reasons["next_leader"] = "a round of sips stands alone"
    if not rules.shows(FOUR_TWO_ONE):
        reasons["repeat_421"] = "this die never shows 421"
    return reasons
