"""Turns by QuantEcon's finite-horizon backward induction: every target of `beat`, stopping free."""

import numpy as np
import pytest
from quantecon.markov import DiscreteDP, backward_induction
from scipy.sparse import csr_array

from game421.dice import KEEPS_OF, ROLLS
from game421.dice.ways import ways
from game421.rules.record import Rules
from game421.states.results import Result
from game421.turns.exact import solve_turn
from game421.turns.goals import beat
from game421.turns.terms import TurnTerms

THROWS = 3


def test_every_value_of_every_target_is_quantecons():
    terms, rules = TurnTerms(THROWS), Rules()
    pairs = [(roll, keep) for roll, keeps in enumerate(KEEPS_OF) for keep in keeps]
    chances = csr_array(np.array(ways())[[keep for _, keep in pairs]] / terms.unit)
    states, actions = np.array(pairs).T
    process = DiscreteDP(np.zeros(len(pairs)), chances, 1.0, states, actions)
    for target in range(len(ROLLS)):
        payoff = beat(rules, [Result(target)], THROWS)
        solution = solve_turn(terms, payoff)
        ended = np.array(payoff.numerators[0]) / payoff.denominator
        values, _ = backward_induction(process, THROWS - 1, ended)
        for left in range(THROWS):
            found = [solution.best(left, roll)[1] / solution.denominator(left) for roll in range(len(ROLLS))]
            assert found == pytest.approx(values[THROWS - 1 - left], abs=1e-12)
