"""The compiled kernel against the rounds solved in numpy: every axis that a round has, ties included."""

from __future__ import annotations

import numpy as np
import pytest

from game421.lanes.rows import LANES
from game421.rounds.passes import round_plan
from game421.rounds.solving import RoundPayoffs, solve_round
from game421.rounds.starts import round_starts
from game421.rounds.tree import round_tree
from game421.rules import load_rules, read_rules
from game421.rules.record import Rules
from game421.states.token_states import RoundPhase

CASES: dict[str, tuple[Rules, int, RoundPhase]] = {
    "as many throws, two": (load_rules("classic"), 2, "D"),
    "as many throws, three, charge": (load_rules("classic"), 3, "C"),
    "le bon and fewer throws, two": (load_rules("bistro"), 2, "D"),
    "le bon and fewer throws, three, one throw": (load_rules("bistro"), 3, "C"),
    "up to, three": (load_rules("fiches"), 3, "D"),
    "up to and fewer throws, three": (
        read_rules('followers = "up-to"\ntie_by_throws = "fewer-wins"\ndecharge_throws = 2'),
        3,
        "D",
    ),
    "le bon without fewer throws, three": (
        read_rules('followers = "declare"\ndecharge_throws = 2'),
        3,
        "D",
    ),
    "cap of the one before, three": (
        read_rules('followers = "up-to"\ncap = "previous"\ndecharge_throws = 2'),
        3,
        "D",
    ),
    "a loaded die, no sixes, four throws": (
        read_rules("die = [3, 1, 2, 1, 1, 0]\ndecharge_throws = 4"),
        2,
        "D",
    ),
    "every nénette takes, three": (
        read_rules("nenette_takes = 2\nnenette_each = true\ncharge_throws = 2"),
        3,
        "C",
    ),
    "one throw, four": (read_rules("decharge_throws = 1"), 4, "D"),
}


def worths(kind: str, shape: tuple[int, ...]) -> np.ndarray:
    """What verdicts are worth: all different, or of three values, so that much is tied."""
    random = np.random.default_rng(421)
    return random.random(shape) if kind == "different" else random.integers(0, 3, shape) / 2.0


@pytest.mark.parametrize("kind", ["different", "tied"])
@pytest.mark.parametrize("case", CASES)
def test_the_kernel_equals_numpy(case: str, kind: str) -> None:
    rules, players, phase = CASES[case]
    tree = round_tree(rules, phase, players)
    verdicts = worths(kind, (len(tree.verdicts), players, 2))
    plain = solve_round(tree, RoundPayoffs(verdicts)).start
    assert np.abs(round_starts(round_plan(tree), verdicts) - plain).max() < 1e-14


def test_watchers_follow_the_players() -> None:
    tree = round_tree(load_rules("classic"), "D", 2)
    verdicts = worths("tied", (len(tree.verdicts), 4, 3))
    plain = solve_round(tree, RoundPayoffs(verdicts)).start
    assert np.abs(round_starts(round_plan(tree), verdicts) - plain).max() < 1e-14


def test_a_state_has_the_same_bits_in_any_company() -> None:
    tree = round_tree(load_rules("bistro"), "D", 2)
    verdicts = worths("different", (len(tree.verdicts), 2, LANES))
    together = round_starts(round_plan(tree), verdicts)
    for state in range(LANES):
        alone = round_starts(round_plan(tree), verdicts[:, :, [state]])
        assert alone.tobytes() == together[:, [state]].tobytes()
