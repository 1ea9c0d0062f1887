"""One turn of three throws against each of the 56 combinations: float64, int64, Python integers, and others.

The work is the values and, where the tool gives one, the policy for all targets at once, everything warm.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array

from game421.dice import KEEPS_OF, ROLLS, RollIndex
from game421.dice.ways import ways
from game421.rules import load_rules
from game421.states.results import Result
from game421.turns.batch import solve_batch
from game421.turns.exact import solve_turn
from game421.turns.goals import beat
from game421.turns.terms import TurnTerms
from oracles.axes import ALL_DICE, name, rules
from oracles.turn import Turn
from oracles.turn import beat as oracle_beat

THROWS = 3
TERMS = TurnTerms(THROWS)
PAYOFFS = [beat(load_rules("classic"), (Result(RollIndex(roll)),), THROWS) for roll in range(len(ROLLS))]
HALVES = np.array([payoff.numerators[0] for payoff in PAYOFFS], object).T
"""`[roll, target]`: halves of a win for ending on `roll`."""

KINDS = {
    "float64": (HALVES, "float64", 1, 0.15e-3),
    "float64 of thirds": (HALVES, "float64", 3, 0.15e-3),
    "int64": (HALVES, "int64", 1, 0.2e-3),
    "Python integers": (HALVES * 10**18, "object", 1, 2e-3),
}
"""Per kind the payoffs (those of Python integers too long for int64), their dtype, what they are divided by,
and the seconds the design asks for. Thirds are no whole numbers, which are quicker."""

START = sum(solve_turn(TERMS, payoff).first_options()[0][1] for payoff in PAYOFFS)
"""What every way through must find: the values before the first throw, added over the targets."""


@pytest.mark.parametrize("kind", KINDS)
def bench_numpy(kind, least, line):
    halves, dtype, over, reach = KINDS[kind]
    payoff = halves.astype(dtype) / over if over > 1 else halves.astype(dtype)
    unit = over * TERMS.scale(THROWS) if dtype == "float64" else {"int64": 1, "object": 10**-18}[dtype]
    assert float(sum(solve_batch(TERMS, payoff).start)) * unit == pytest.approx(START)
    seconds = least(f"turn: ours, {kind}", lambda: solve_batch(TERMS, payoff))
    line(f"turn, {kind}: {1000 * seconds:.3f} ms of {1000 * reach:.2f} ms")


def bench_plain_integers(least):
    least("turn: ours, a payoff at a time without numpy", lambda: [solve_turn(TERMS, p) for p in PAYOFFS])


def bench_plain_recursion(least):
    table = rules()

    def recurse() -> float:
        return sum(Turn(table, oracle_beat(table, name(dice))).value() for dice in ALL_DICE)

    assert 2 * recurse() * TERMS.scale(THROWS) == START
    least("turn: plain recursion in Fractions, values alone", recurse, rounds=3)


def bench_quantecon(least):
    import quantecon.markov as quantecon

    pairs = [(roll, keep) for roll, keeps in enumerate(KEEPS_OF) for keep in keeps]
    chances = csr_array(np.array(ways())[[keep for _, keep in pairs]] / TERMS.unit)
    states, actions = np.array(pairs).T
    process = quantecon.DiscreteDP(np.zeros(len(pairs)), chances, 1.0, states, actions)
    first = np.array(ways())[-1] / TERMS.unit

    def induct() -> float:
        return sum(
            first @ quantecon.backward_induction(process, THROWS - 1, payoff)[0][0]
            for payoff in HALVES.astype(float).T
        )

    assert induct() == pytest.approx(START / TERMS.scale(THROWS))
    least("turn: QuantEcon, backward induction", induct, rounds=10)
