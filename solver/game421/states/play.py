"""What the player to move may do, and what may follow, chance by chance."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game421.dice import KEEP_NOTHING, RollIndex
from game421.dice.ways import reach
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.actions import (
    Action,
    format_action,
    is_declared,
    is_stop,
    keep_of,
    stopping_of,
    turn_actions,
)
from game421.states.payments import gifts
from game421.states.positions import Position
from game421.states.results import Result
from game421.states.settlements import Settlement, settle, settle_throw
from game421.states.summaries import Summary, throwing_off
from game421.states.token_states import TokenState, opening, rules_phase
from game421.states.verdicts import throw_off_actions


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """A bare turn is over, with this result."""

    result: Result


Next = Position | TurnEnd | Settlement
"""The same round goes on (its seats unchanged), or a bare turn or a round is over."""

Outcomes = tuple[tuple[int, Next], ...]
"""Everything that may follow with its whole-number ways: chance = ways / their sum."""


def start(rules: Rules, players: int, *, partie: bool = False) -> Position:
    """The position at the beginning of a game; `partie` counts lost manches. Raises as `opening`."""
    return round_start(rules, opening(rules, players, partie=partie))


def round_start(rules: Rules, state: TokenState) -> Position:
    """The position in which the leader of `state` is about to throw."""
    return Position.before_round(state, rules.throws(rules_phase(state.phase)))


def mover(rules: Rules, position: Position) -> int:
    """The seat to move; 0 in a bare turn. In a throw-off the last of those tied for best, else for worst."""
    if position.phase == "T":
        return 0
    seats = position.token_state.seats_in
    if position.left is not None:
        return seats[len(position.results)]
    best, worst = throwing_off(rules, round_summary(rules, position))
    return seats[(best or worst)[-1]]


def legal_actions(rules: Rules, position: Position) -> tuple[Action, ...]:
    """Everything the mover may do, in the order of the tie rule; never empty.

    A single action is no decision: the first throw of a leader, the end of a turn after its last
    throw, a throw-off whose payment the rules fix. `position` has passed `check_position`.
    """
    if position.left is None:
        return throw_off_actions(rules, round_summary(rules, position))
    stopping = stopping_of(rules, leads=position.leads)
    return turn_actions(stopping, position.roll, position.left, position.kept)


def outcomes(rules: Rules, position: Position, action: Action) -> Outcomes:
    """What may follow an action: rolls of the dice thrown, the next player's turn, or the settled round.

    Throw-offs are settled by their closed form at once; a position is made of one only where someone
    chooses what it pays. Raises InputError for an action that is not legal here, naming those that are.
    """
    refuse_illegal(rules, position, action)
    if position.left is None:
        return settled(rules, position, action)
    if not is_stop(action):
        pairs = reach(rules.die)[keep_of(action)]
        return tuple((ways, after_throw(rules, position, action, roll)) for roll, ways in pairs)
    following = after_stop(rules, position)
    if isinstance(following, Position) and awaits_settling(rules, following):
        return settled(rules, following, None)
    return ((1, following),)


def refuse_illegal(rules: Rules, position: Position, action: Action) -> None:
    """Raise InputError unless `action` is legal, naming the actions that are."""
    legal = legal_actions(rules, position)
    if action not in legal:
        allowed = ", ".join(map(format_action, legal))
        raise InputError(f"position {position}: {format_action(action)} is not possible; allowed: {allowed}")


def after_throw(rules: Rules, position: Position, action: Action, roll: RollIndex) -> Position:
    """The position after the other dice of a hold were thrown and `roll` lies on the table.

    "Le bon" makes it the last throw; locked dice are remembered while another hold may come.
    """
    left = 0 if is_declared(action) else (position.left or 0) - 1
    locks = rules.kept_dice == "locked" and left > 0
    return replace(
        position,
        roll=roll,
        throws=position.throws + 1,
        left=left,
        kept=keep_of(action) if locks else KEEP_NOTHING,
    )


def after_stop(rules: Rules, position: Position) -> Next:
    """What follows when the mover keeps what lies on the table.

    The next player's turn; after the last player the position with all results, which awaits the
    throw-off or settling; after a bare turn or a havraise throw its end. Raises InputError before
    the first throw.
    """
    if position.roll is None:
        raise InputError(f"position {position}: nothing to keep before the first throw; allowed: -")
    result = Result(position.roll, position.throws)
    if position.phase == "T":
        return TurnEnd(result)
    if position.phase == "C" and rules.charge == "havraise":
        return settle_throw(rules, position.token_state, position.roll)
    results = (*position.results, result)
    is_last = len(results) == len(position.token_state.seats_in)
    cap = results[0 if is_last or rules.cap == "leader" else -1].throws or 0
    return replace(
        position,
        results=results,
        cap=cap,
        roll=None,
        throws=0,
        left=None if is_last else cap,
        kept=KEEP_NOTHING,
    )


def awaits_settling(rules: Rules, position: Position) -> bool:
    """Whether all results are in and nobody has anything left to choose: chance alone settles the round."""
    return position.left is None and len(legal_actions(rules, position)) == 1


def settled(rules: Rules, position: Position, choice: Action | None) -> tuple[tuple[int, Settlement], ...]:
    """Every settlement of a round whose results are all in, with its ways; gifts of sips included.

    `choice` is what the throw-off pays, where someone chooses.
    """
    every = settle(rules, position.token_state, round_summary(rules, position), choice)
    return tuple((ways, with_gifts(rules, position, settlement)) for ways, settlement in every)


def with_gifts(rules: Rules, position: Position, settlement: Settlement) -> Settlement:
    """The settlement with the sips that brelans handed out in the round (RULES, section 5)."""
    if not rules.brelan_gift:
        return settlement
    scores = settlement.scores
    for place, result in enumerate(position.results):
        given = gifts(rules, position.players, place, result.roll)
        scores = tuple(score + gift for score, gift in zip(scores, given, strict=True))
    return replace(settlement, scores=scores)


def round_summary(rules: Rules, position: Position) -> Summary:
    """The summary of the results so far; there is at least one."""
    return Summary.of(rules, position.round_phase, position.results)
