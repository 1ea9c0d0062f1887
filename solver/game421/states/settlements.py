"""What a decided round changes: who pays whom, who leaves, who leads next, and what has ended."""

from __future__ import annotations

from dataclasses import dataclass

from game421.dice import RollIndex
from game421.errors import InputError
from game421.rules.record import Rules
from game421.rules.worth import limited, unlimited
from game421.states.actions import Action
from game421.states.payments import gift_parts
from game421.states.summaries import Summary
from game421.states.token_states import TokenState
from game421.states.verdicts import Verdict, verdicts


@dataclass(frozen=True, slots=True)
class Ending:
    """A manche has ended. Seats are those of the round that ended it.

    Each of `winners` gets 1 / `share` of it: all but the loser the whole under `last-in`, where one
    only has not to lose; else those who are out first share it evenly. `loser` is None where nobody
    loses (three and more players, first out). `partie` says whether the partie has ended with it.
    """

    winners: tuple[int, ...]
    share: int
    loser: int | None
    partie: bool


@dataclass(frozen=True, slots=True)
class Settlement:
    """A round is over. Seats are those of the state before it.

    `best` and `worst` hold seats (empty in a havraise charge, which has neither). `scores` is what
    the goal `tokens` counts, in tokens or sips / `parts`: in the décharge what is given less what is
    received, in the charge less what is taken, in sips less what is drunk. `state` is what the next
    round starts from, None where the game or a bare round is over, and `seats` the seat here of each
    of its players; whoever is not listed has left without losing. `ending` is set where a manche
    ended, even if a partie goes on with another.
    """

    best: tuple[int, ...]
    worst: tuple[int, ...]
    scores: tuple[int, ...]
    parts: int = 1
    state: TokenState | None = None
    seats: tuple[int, ...] = ()
    ending: Ending | None = None


def settle(
    rules: Rules, state: TokenState, summary: Summary, choice: Action | None = None
) -> tuple[tuple[int, Settlement], ...]:
    """Every settlement of a finished round with its whole-number ways.

    `summary` is of all players in `state`; `choice` is as for `verdicts`. Raises InputError where not
    all have played, or a choice is missing or not offered.
    """
    playing = len(state.seats_in)
    if summary.made != playing or summary.phase != state.phase:
        raise InputError(f"{summary.made} of {playing} players have played, so the round is not over")
    found: dict[Settlement, int] = {}
    for ways, verdict in verdicts(rules, summary, choice):
        settlement = apply(rules, state, verdict)
        found[settlement] = found.get(settlement, 0) + ways
    return tuple((ways, settlement) for settlement, ways in found.items())


def apply(rules: Rules, state: TokenState, verdict: Verdict) -> Settlement:
    """The settlement of a verdict on a round played from `state`: a pure function of the three."""
    best = tuple(state.seats_in[place] for place in verdict.best)
    worst = tuple(state.seats_in[place] for place in verdict.worst)
    scores = [0] * state.players
    if state.is_bare:
        due = unlimited(verdict.due, rules.tokens) * gift_parts(rules, state.players)
        for seat in worst:
            scores[seat] = -due
        if rules.game == "tokens" and state.phase != "C":
            scores[best[0]] = due
        return Settlement(best, worst, tuple(scores), gift_parts(rules, state.players))
    pot = state.pot or 0
    if state.phase == "C":
        for seat in worst:
            scores[seat] = -limited(verdict.due, pot)
            pot += scores[seat]
    else:
        scores[best[0]] = limited(verdict.due, state.stacks[best[0]])
        scores[worst[0]] = -scores[best[0]]
    leader = _next_leader(rules, state, best, worst)
    return _after(rules, state, tuple(scores), leader=leader, best=best, worst=worst)


def settle_throw(rules: Rules, state: TokenState, roll: RollIndex) -> Settlement:
    """The settlement of one throw of a havraise charge: its value goes from the pot to the other player.

    The thrower is seat 0. Whoever received throws next, and leads the décharge when the pot is empty.
    """
    taken = limited(rules.charge_values[roll], state.pot or 0)
    return _after(rules, state, (0, -taken), leader=1)


def _after(
    rules: Rules,
    state: TokenState,
    scores: tuple[int, ...],
    *,
    leader: int,
    best: tuple[int, ...] = (),
    worst: tuple[int, ...] = (),
) -> Settlement:
    """What stands after these tokens have moved; `leader` leads next if he is still in."""
    stacks = tuple(stack - score for stack, score in zip(state.stacks, scores, strict=True))
    pot = (state.pot or 0) + sum(scores)
    ending = _ending(rules, state, pot, stacks)
    if ending is None:
        going_on = TokenState("C" if pot else "D", state.players, pot, stacks, state.lost)
    elif ending.loser is None or ending.partie or not state.lost:
        return Settlement(best, worst, scores, ending=ending)
    else:
        leader = ending.loser
        lost = tuple(count + (seat == leader) for seat, count in enumerate(state.lost))
        going_on = TokenState("C", state.players, rules.tokens, (0,) * state.players, lost)
    seats = _seated(going_on, leader)
    return Settlement(best, worst, scores, state=_seen_from(going_on, seats), seats=seats, ending=ending)


def _ending(rules: Rules, state: TokenState, pot: int, stacks: tuple[int, ...]) -> Ending | None:
    """Whether the manche has ended: someone holds all, or is out where the first out wins."""
    holders = [seat for seat, stack in enumerate(stacks) if stack]
    out = tuple(seat for seat, stack in enumerate(stacks) if not stack)
    one_holds_all = len(holders) == 1
    if pot or not out or (rules.ends == "last-in" and not one_holds_all):
        return None
    loser = holders[0] if one_holds_all else None
    espagnole = one_holds_all and state.phase == "C"
    partie = (
        rules.manches == 1
        or (espagnole and rules.espagnole == "partie")
        or (loser is not None and bool(state.lost) and state.lost[loser] + 1 >= rules.manches)
    )
    return Ending(out, 1 if rules.ends == "last-in" else len(out), loser, partie)


def _next_leader(rules: Rules, state: TokenState, best: tuple[int, ...], worst: tuple[int, ...]) -> int:
    """The seat that leads next, if still in: the round's loser, its winner, or the one after its leader."""
    return {"loser": worst[-1], "winner": best[0], "rotation": 1 % state.players}[rules.next_leader]


def _seated(state: TokenState, leader: int) -> tuple[int, ...]:
    """The seats from the next leader on; those who have left are passed over, and kept only in a partie."""
    order = [(leader + step) % state.players for step in range(state.players)]
    playing = set(state.seats_in)
    if not state.lost:
        return tuple(seat for seat in order if seat in playing)
    first = next(place for place, seat in enumerate(order) if seat in playing)
    return tuple(order[first:] + order[:first])


def _seen_from(state: TokenState, seats: tuple[int, ...]) -> TokenState:
    """The same state with its players in the order of `seats`."""
    stacks = tuple(state.stacks[seat] for seat in seats)
    lost = tuple(state.lost[seat] for seat in seats) if state.lost else ()
    return TokenState(state.phase, len(seats), state.pot, stacks, lost)
