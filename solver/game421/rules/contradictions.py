"""Axes that contradict each other: what no table could play, with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game421.dice import ROLLS, RollIndex, format_keep
from game421.errors import RulesError
from game421.rules.families import NENETTE
from game421.rules.record import Rules
from game421.rules.worth import PHASES, Value, written_key

FEWEST_PLAYERS, MOST_PLAYERS = 2, 6

_EVERY = tuple(RollIndex(index) for index in range(len(ROLLS)))
_PHASE_WORDS = {"charge": "the charge", "decharge": "the décharge"}


class Contradiction(NamedTuple):
    """Keys that cannot stand together, the one most likely to blame first, and why."""

    paths: tuple[tuple[str, ...], ...]
    reason: str


def contradictions(rules: Rules) -> list[Contradiction]:
    """Everything in `rules` that cannot be played (RULES section 7, `Refused`)."""
    found = [*_nenette(rules), *_values(rules), *_equals(rules)]
    shown = {rules.strength[roll] for roll in _EVERY if rules.shows(roll)}
    if rules.ties == "rampo" and len(shown) == 1:
        reason = (
            "all combinations this die can show are equals, so a throw-off would never end; "
            'allowed: ties = "later-wins" or "earlier-wins", or another die or ranking'
        )
        found.append(Contradiction((("die",), ("ranking",), ("ties",)), reason))
    return found


def players_problems(rules: Rules, players: int) -> list[str]:
    """Why these rules cannot be played by so many; empty where they can."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        return [f"{players} players; allowed: {FEWEST_PLAYERS} to {MOST_PLAYERS}"]
    return only_for_two(rules, str(players)) if players > FEWEST_PLAYERS else []


def only_for_two(rules: Rules, others: str = "three or more") -> list[str]:
    """Why these rules can be played by two alone, and not by so many `others`; empty where they can."""
    problems = []
    if rules.charge == "havraise":
        problems.append(f'charge = "havraise" is for two players, not {others}')
    if rules.manches > 1 and rules.ends == "first-out":
        problems.append(
            f"manches = {rules.manches} with {others} players needs a loser of each manche, and "
            'ends = "first-out" has only a winner; allowed: manches = 1, or ends = "last-in"'
        )
    return problems


def check_players(rules: Rules, players: int) -> None:
    """Raise RulesError, with the reason, where these rules cannot be played by so many."""
    problems = players_problems(rules, players)
    if problems:
        raise RulesError(tuple(f"rules {rules.name}: {problem}" for problem in problems))


def _nenette(rules: Rules) -> Iterator[Contradiction]:
    each, takes = ("nenette_each",), ("nenette_takes",)
    level = rules.strength[NENETTE]
    sharing = [format_keep(roll) for roll in _EVERY if rules.strength[roll] == level and roll != NENETTE]
    if rules.nenette_takes and not rules.shows(NENETTE):
        reason = (
            f"nenette_takes = {rules.nenette_takes} is a payment that can never be made, for this die never "
            "shows 221; allowed: 0, or weights above 0 for the faces 1 and 2"
        )
        yield Contradiction((takes, ("die",)), reason)
    if rules.nenette_each and not rules.nenette_takes:
        reason = "nenette_each needs tokens to take; allowed: false, or nenette_takes = 1 or more"
        yield Contradiction((each, takes), reason)
    if rules.nenette_each and (level > 0 or sharing):
        reason = "nenette_each needs 221 ranked last, alone; allowed: false, or a ranking that has it so"
        yield Contradiction((each, ("nenette",), ("ranking",)), reason)
    if sharing:
        used = {"nenette_tie": rules.nenette_tie == "last-wins", "nenette_takes": rules.nenette_takes > 0}
        for axis in (axis for axis, is_set in used.items() if is_set):
            reason = (
                f"221 shares its rank with {', '.join(sharing)}, which no table with a rule for nénettes "
                f"can have; allowed: a rank of its own, or no {axis}"
            )
            yield Contradiction((("ranking",), (axis,)), reason)


def _values(rules: Rules) -> Iterator[Contradiction]:
    """Values that the game cannot pay, once for each line that says one."""
    seen: set[tuple[str, ...]] = set()
    for phase in PHASES if rules.game == "tokens" else ("decharge",):
        for roll in _EVERY:
            value = rules.values_in(phase)[roll]
            reason = _payment_problem(rules.game, value)
            written = written_key(rules.values, phase, roll, rules.tierces)
            if reason is None or written is None or written in seen:
                continue
            seen.add(written)
            yield Contradiction((("values", *written), ("game",)), reason)


def _payment_problem(game: str, value: Value) -> str | None:
    if isinstance(value, int):
        if game == "tokens" and value < 1:
            return f"{value} is no payment in tokens; allowed: 1 or more"
    elif game == "sips":
        return f'"{value}" needs a stack of tokens to give, and sips have none; allowed: a whole number'
    return None


def _equals(rules: Rules) -> Iterator[Contradiction]:
    if isinstance(rules.ranking, str):
        return
    for place, tier in enumerate(rules.ranking, start=1):
        for phase in PHASES if rules.game == "tokens" else ("decharge",):
            values = rules.values_in(phase)
            odd = next((roll for roll in tier if values[roll] != values[tier[0]]), None)
            if odd is None:
                continue
            reason = (
                f"place {place}: {format_keep(tier[0])} and {format_keep(odd)} are equals, but in "
                f"{_PHASE_WORDS[phase]} one is worth {values[tier[0]]} and the other {values[odd]}; "
                "allowed: equal values for equals"
            )
            yield Contradiction((("ranking",), ("values",)), reason)
            break
