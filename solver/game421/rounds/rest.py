"""The ends of a turn that others follow: the rest of the round solved for one token state."""

from __future__ import annotations

import numpy as np

from game421.dice import ROLLS, RollIndex
from game421.rounds.ends import TurnEnds
from game421.rounds.solving import RoundPayoffs, solve_round
from game421.rounds.stakes import Stakes
from game421.rounds.tree import RoundTree, round_tree
from game421.rules.record import Rules
from game421.states.positions import Position
from game421.states.settlements import apply
from game421.states.token_states import TokenState
from game421.turns.layout import Array


def rest_ends(rules: Rules, position: Position, stakes: Stakes, *, exact: bool) -> TurnEnds:
    """What the ends of the mover's turn are worth to every seat, those after him playing at best.

    In whole numbers where `exact`, else in float64.
    """
    state = position.token_state
    playing = len(state.seats_in)
    tree = round_tree(rules, position.round_phase, playing, position.results)
    order = list(state.seating)
    payoffs = round_payoffs_of(tree, state, stakes, order, exact=exact)
    solution = solve_round(tree, payoffs, policy=False)
    scale = solution.scale[1]
    ends = solution.worth[1][tree.levels[0].following[: position.cap, :, 0], :, 0]
    ends = np.broadcast_to(ends, (position.cap, *ends.shape[1:])) + _given(position, payoffs, order) * scale
    rows = {seat: tuple(map(tuple, ends[:, :, place].tolist())) for place, seat in enumerate(order)}
    return TurnEnds(
        tuple(rows[seat] for seat in range(state.players)),
        stakes.unit * scale if exact else 1,
        order[len(position.results)],
        exact,
    )


def round_payoffs_of(
    tree: RoundTree, state: TokenState, stakes: Stakes, order: list[int], *, exact: bool
) -> RoundPayoffs:
    """The stakes of one token state as arrays, players in `order` (those who play first)."""
    by_seat = [stakes.payoffs(apply(tree.rules, state, verdict)) for verdict in tree.verdicts]
    worth = np.array([[payoffs[seat] for seat in order] for payoffs in by_seat], object)
    gifts = [
        [stakes.gift(place, RollIndex(roll)) for roll in range(len(ROLLS))] for place in range(tree.players)
    ]
    given = None if gifts[0][0] is None else np.array(gifts, object)[:, :, order]
    if not exact:
        worth = (worth / stakes.unit).astype(np.float64)
        given = None if given is None else (given / stakes.unit).astype(np.float64)
    whole = stakes.unit if exact else 1
    return RoundPayoffs(worth[:, :, None], given, whole if stakes.shared else None)


def _given(position: Position, payoffs: RoundPayoffs, order: list[int]) -> Array:
    """What gifts add, [roll, i]: those made by earlier results and that of the mover's own."""
    if payoffs.gifts is None:
        return np.zeros((len(ROLLS), len(order)), payoffs.verdicts.dtype)
    given: Array = payoffs.gifts[len(position.results)].copy()
    for place, result in enumerate(position.results):
        given += payoffs.gifts[place, result.roll]
    return given
