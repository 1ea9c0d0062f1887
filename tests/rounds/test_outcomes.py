"""What a round comes to under its policies: every way is counted, and the means are the values."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

from game421.rounds.outcomes import endings_of_rounds, round_outcomes
from game421.rounds.solving import RoundPayoffs, solve_round
from game421.rounds.tree import RoundTree, round_tree
from game421.rules.record import Rules
from game421.states.settlements import apply
from game421.states.token_states import TokenState

from .tables import BASES, CHANGES, CHARGE, COIN, THREE_FACES, both, scrambled, solved, twin

STATES = 3


def several_states(tree: RoundTree) -> RoundPayoffs:
    """Payoffs of some states at once, no two alike, of a game of general sum."""
    worth = np.empty((len(tree.verdicts), tree.players, STATES), object)
    for v, verdict in enumerate(tree.verdicts):
        for state in range(STATES):
            due = verdict.due if isinstance(verdict.due, int) else 50
            numbers = scrambled(verdict.best, verdict.worst, (state, due, *range(2, tree.players)))
            worth[v, :, state] = numbers
    return RoundPayoffs(worth)


def check(tree: RoundTree) -> None:
    """Ways add up to the total in every state, and the mean of the worths is the value before the round."""
    payoffs = several_states(tree)
    solution = solve_round(tree, payoffs)
    found = round_outcomes(solution)
    assert found.ways.shape == (len(tree.verdicts), STATES)
    assert all(type(ways) is int and ways >= 0 for ways in found.ways.ravel())
    assert (found.ways.sum(axis=0) == found.total).all()
    mean = np.einsum("vs,vis->is", found.ways, payoffs.verdicts)
    assert (mean * solution.scale[0] == solution.start * found.total).all()
    mass = endings_of_rounds(solution)
    assert len(set(mass.sum(axis=0).tolist())) == 1


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("base", BASES)
def test_ways_add_up_and_their_mean_is_the_value(base: str, change: str) -> None:
    for phase in ("C", "D") if change in CHARGE else ("D",):
        for players in (2, 3):
            die = {} if players == 2 or "ranking" in CHANGES[change] else {"die": COIN}
            rules, _ = both(BASES[base], CHANGES[change], die)
            check(round_tree(rules, phase, players))  # type: ignore[arg-type]


@pytest.mark.parametrize("die", [(1,) * 6, (1, 2, 3, 4, 5, 6)])
def test_whole_turns_of_six_faces(die: tuple[int, ...]) -> None:
    """216**6 ways of six throws are below 2**53, which floats hold exactly; those of a loaded die are not."""
    assert (sum(die) ** 18 < 1 << 53) == (die == (1,) * 6)
    check(round_tree(Rules(followers="up-to", die=die), "D", 2))


@pytest.mark.parametrize(
    "change", ["as it is", "rampo or tied", "every nenette takes", "difference", "locked"]
)
@pytest.mark.parametrize("players", [2, 3])
def test_the_chances_are_the_twins(players: int, change: str) -> None:
    phase = "C" if change == "every nenette takes" else "D"
    rules, table = both(BASES["bistro"], CHANGES[change], {"die": COIN if players == 3 else THREE_FACES})
    solution, _ = solved(rules, "tokens", players, phase)
    outcomes = round_outcomes(solution)
    found: dict[object, Fraction] = defaultdict(Fraction)
    for verdict, ways in zip(solution.tree.verdicts, outcomes.ways[:, 0], strict=True):
        done = apply(rules, TokenState(phase, players), verdict)
        moved = tuple(-score for score in done.scores)
        found[done.best, done.worst, moved] += Fraction(int(ways), outcomes.total)
    expected = {
        (outcome.best, outcome.worst, outcome.moved): chance
        for outcome, chance in twin(table, "tokens", players, phase).chances().items()
    }
    assert {key: chance for key, chance in found.items() if chance} == expected


def test_laws_of_more_ways_than_a_machine_integer_holds() -> None:
    """Throw-offs of dice with heavy weights: exact in Python integers, and right in floats."""
    heavy = (10**60 + 7, 10**60, 0, 3 * 10**60, 0, 0)
    rules = Rules(die=heavy, nenette_tie="last-wins", decharge_throws=1)
    tree = round_tree(rules, "D", 3)
    (law,) = tree.laws.values()
    assert law.ways.dtype == object
    assert law.total > 10**308
    assert set(law.ways.sum(axis=1)) == {law.total}
    _, exact = solved(rules, "duel", 3)
    _, rough = solved(rules, "duel", 3, exact=False)
    assert sum(exact) == 1
    assert list(map(float, rough)) == pytest.approx(list(map(float, exact)), abs=1e-12)
