"""Refusing positions that cannot be, with what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Callable

from game421.dice import KEEP_NOTHING, ROLLS, RollIndex, format_keep
from game421.errors import InputError
from game421.rules.contradictions import FEWEST_PLAYERS, MOST_PLAYERS, players_problems
from game421.rules.record import Rules
from game421.rules.source import printable
from game421.states.actions import contains
from game421.states.positions import Position
from game421.states.token_states import TokenState, rules_phase

Problem = str | None
"""What is wrong and the remedy, or None."""


def check_position(rules: Rules, position: Position) -> None:
    """Raise InputError with the first thing in `position` that cannot be under `rules`, and the remedy.

    Checked in this order: phase, players, tokens, manches lost, results, cap, throws, dice.
    """
    for check in _CHECKS:
        problem = check(rules, position)
        if problem is not None:
            raise InputError(f"position {position}: {problem}")


def parse_token_state(rules: Rules, written: str) -> TokenState:
    """The token state written as positions begin: phase, pot and stacks; then `lost=1/0` in a partie.

    Of a whole position it is the state that its round began in. Raises InputError for what is no token
    state, or cannot be under `rules`.
    """
    fields = [word for word in written.split() if "=" not in word]
    others = [word for word in written.split() if "=" in word]
    if len(fields) == SHORT and all(word.startswith("lost=") for word in others):
        written = " ".join([*fields, "- 1 - 1", *others])
    elif len(fields) <= SHORT:
        raise InputError(f"{printable(written)}: write phase, pot and stacks, for example D 0 8/6/7")
    position = Position.parse(written)
    if not position.stacks:
        raise InputError(f"{printable(written)}: a token state has stacks; a bare turn or round has none")
    begun = Position.before_round(position.token_state, rules.throws(rules_phase(position.round_phase)))
    check_position(rules, begun)
    return begun.token_state


SHORT = 3
"""Fields of a token state."""


def _phase(rules: Rules, position: Position) -> Problem:
    if rules.game == "sips" and position.phase in {"C", "D"}:
        return (
            "sips are played in bare rounds, without charge or décharge; write phase R, pot - and stacks -/-"
        )
    if position.phase == "C" and rules.charge == "havraise":
        if not position.stacks:
            return "a havraise charge has no rounds, only throws; write its pot and stacks"
        if position.results:
            return "a havraise charge has no results, each throw is settled at once; write - for the results"
    return None


def _players(rules: Rules, position: Position) -> Problem:
    if position.phase == "T":
        return None
    if not FEWEST_PLAYERS <= position.players <= MOST_PLAYERS:
        return f"number of players {position.players}; allowed: {FEWEST_PLAYERS} to {MOST_PLAYERS}"
    problems = players_problems(rules, position.players) if position.phase != "R" else []
    return problems[0] if problems else None


def _tokens(rules: Rules, position: Position) -> Problem:
    pot, stacks = position.pot, position.stacks
    if not stacks:
        return f"a pot of {pot} without stacks; write - for the pot too" if pot is not None else None
    if position.phase in {"T", "R"}:
        return "a bare round (phase R) has no stacks; write - for each player, or phase C or D"
    if pot is None:
        return "stacks without a pot; write the tokens left in it, 0 in the décharge"
    if position.phase == "C" and pot == 0:
        return "the pot is empty, so the charge is over; write phase D"
    if position.phase == "D" and pot > 0:
        return f"{pot} tokens in the pot, so the charge is not over; write phase C, or pot 0"
    held = sum(stacks)
    if pot + held != rules.tokens:
        return (
            f"{held} tokens in the stacks and {pot} in the pot make {pot + held}; "
            f"these rules play with {rules.tokens}"
        )
    return _left_the_game(rules, position) if position.phase == "D" else None


def _left_the_game(rules: Rules, position: Position) -> Problem:
    """In the décharge a player without tokens is out: shown with 0 only where a partie keeps his seat."""
    out = [seat for seat, stack in enumerate(position.stacks) if stack == 0]
    if not out:
        return None
    name = f"player {out[0] + 1} has no tokens"
    if rules.ends == "first-out":
        return f'{name}, so the manche is over (ends = "first-out")'
    if len(position.stacks) - len(out) < FEWEST_PLAYERS:
        return f"{name} and one player holds all tokens, so the manche is over"
    if not position.lost:
        return f"{name} and is out; leave him out of the stacks"
    if out[0] == 0:
        return f"{name} and is out, so he cannot lead; start the stacks with a player who is in"
    return None


def _lost(rules: Rules, position: Position) -> Problem:
    if not position.lost:
        return None
    if not position.stacks:
        return "lost= belongs to a partie, and this has no stacks; leave the word out"
    if len(position.lost) != position.players:
        return (
            f"lost= has counts for {len(position.lost)} players, stacks for {position.players}; "
            "write one for each"
        )
    if max(position.lost) >= rules.manches:
        loser = position.lost.index(max(position.lost)) + 1
        return (
            f"manches lost by player {loser}: {max(position.lost)}, but the partie ends at {rules.manches}; "
            f"write at most {rules.manches - 1}"
        )
    return None


def _results(rules: Rules, position: Position) -> Problem:
    for result in position.results:
        if not rules.shows(result.roll):
            return f"this die cannot show the result {format_keep(result.roll)}"
        if result.throws is None and position.phase != "T":
            return f"the result {result} lacks its throws; write for example {result}@{position.cap}"
    if position.phase == "T":
        return "a bare turn needs its throws left; write a number" if position.left is None else None
    playing, made = len(position.token_state.seats_in), len(position.results)
    if made > playing:
        return f"{made} results for {playing} players; write at most {playing}"
    if made < playing and position.left is None:
        return "throws left is -, but not all results are in; write how many may still come"
    if made == playing and position.left is not None:
        return "all results are in; in a throw-off roll and throws left are -"
    return None


def _cap(rules: Rules, position: Position) -> Problem:
    """Whether the cap, and each result's throws, follow from what was played before."""
    if position.phase == "T":
        return _cap_of_turn(rules, position)
    most = rules.throws(rules_phase(position.round_phase))
    if position.leads:
        if position.cap != most:
            return f"cap {position.cap}, but a leader's cap here is {most}; write {most}"
        return None
    caps = [most]
    for place, result in enumerate(position.results):
        throws = result.throws or 0
        if throws > caps[-1]:
            return f"the result {result} has more throws than its cap, {caps[-1]}"
        if place and rules.followers == "same" and throws < caps[-1]:
            return (
                f"the result {result} has fewer throws than its cap, {caps[-1]}: followers must make as many"
            )
        caps.append(throws if rules.cap == "previous" or place == 0 else caps[-1])
    cap = caps[1] if position.left is None else caps[-1]
    if position.cap != cap:
        whose = "the player before" if rules.cap == "previous" and position.left is not None else "the leader"
        return f"cap {position.cap}, but the throws of {whose} make it {cap}; write {cap}"
    return None


def _cap_of_turn(rules: Rules, position: Position) -> Problem:
    """A bare turn shows only some of the round, so only what it shows is checked."""
    most, cap = max(map(rules.throws, rules.round_phases)), position.cap
    if not 1 <= cap <= most:
        return f"cap {cap}; allowed: 1 to {most}"
    throws = [result.throws for result in position.results if result.throws is not None]
    for result in position.results:
        if result.throws is None or result.throws == cap:
            continue
        if rules.followers == "same":
            return f"the result {result} has other than the cap, {cap}, which all followers make"
        if rules.cap == "leader" and result.throws > cap:
            return f"the result {result} has more throws than the cap, {cap}"
        if rules.cap == "previous" and result.throws < cap:
            return f"the result {result} has fewer throws than the cap, {cap}, which it bounds"
    if max(throws, default=0) > most or (rules.cap == "previous" and throws != sorted(throws, reverse=True)):
        return "a result has more throws than its cap"
    return None


def _throws(rules: Rules, position: Position) -> Problem:
    cap, left, made = position.cap, position.left, position.throws
    if left is None:
        from game421.states.summaries import Summary, throwing_off

        summary = Summary.of(rules, position.round_phase, position.results)
        if not any(throwing_off(rules, summary)):
            return "all results are in and nobody is tied, so the round is over"
        return None
    if position.roll is None:
        return None if left == cap else f"nothing was thrown yet, so throws left is the cap; write {cap}"
    if made + left == cap:
        return None
    declared = rules.followers == "declare" and not position.leads and left == 0 and made < cap
    if declared:
        return None
    return (
        f"throws made ({made}) and left ({left}) make {made + left}, not the cap, {cap}; "
        f"write for example {max(cap - made, 0)} left"
    )


def _dice(rules: Rules, position: Position) -> Problem:
    roll, kept = position.roll, position.kept
    if roll is not None and not rules.shows(roll):
        return f"this die cannot show the roll {format_keep(roll)}"
    if kept == KEEP_NOTHING:
        return None
    if rules.kept_dice == "free":
        return "kept= is for locked dice, and here kept dice are free; leave the word out"
    if roll is None or position.throws < 2:
        return "kept= before the second throw: nothing was held yet; leave the word out"
    if kept < len(ROLLS):
        return (
            f"kept={format_keep(kept)} has three dice, and each throw takes at least one; write two at most"
        )
    if not contains(RollIndex(roll), kept):
        return f"kept={format_keep(kept)} is not in the roll {format_keep(roll)}; write dice of that roll"
    return None


_CHECKS: tuple[Callable[[Rules, Position], Problem], ...] = (
    _phase,
    _players,
    _tokens,
    _lost,
    _results,
    _cap,
    _throws,
    _dice,
)
