"""How long solving takes: the forecast against what was measured (docs/performance.md), and its laws."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from game421.games.forecast import COMPILING, solving_seconds
from game421.rules import load_rules

MEASURED = {
    ("classic", 3): 8 + 10,
    ("classic", 4): 352 + 550,
    ("classic", 5): 80 * 60 * 2 + 6800,
    ("bistro", 4): 2000 + 2200,
    ("classic", 6): (230_230 + 16 * 15_504) * 0.48 + 2 * (230_230 + 15_504) * 0.48,
}
"""Seconds of processor time of the solve and of its check; of six by what a state of few tokens took."""


@pytest.mark.parametrize(("name", "players"), MEASURED)
def test_it_is_right_within_a_factor_of_two(name, players):
    ratio = solving_seconds(load_rules(name), players, "manche") / MEASURED[name, players]
    assert 1 / 2 < ratio < 2


def test_more_of_anything_takes_longer():
    rules = load_rules("fiches")
    least = solving_seconds(rules, 3, "manche")
    assert solving_seconds(rules, 4, "manche") > least
    assert solving_seconds(replace(rules, tokens=rules.tokens + 1), 3, "manche") > least
    assert solving_seconds(replace(rules, kept_dice="locked"), 3, "manche") > least
    of_two = solving_seconds(replace(rules, manches=2), 3, "partie")
    assert of_two - COMPILING == pytest.approx(8 * (least - COMPILING))
    by_throws = replace(rules, followers="up-to", tie_by_throws="fewer-wins")
    assert solving_seconds(by_throws, 3, "manche") > least


@pytest.mark.parametrize(
    ("change", "most"), [({}, 60), ({"followers": "up-to", "tie_by_throws": "fewer-wins"}, 180)]
)
def test_a_manche_of_three_is_solved_in_passing_where_dice_do_not_lock(change, most):
    assert solving_seconds(replace(load_rules("classic"), **change), 3, "manche") < most


def test_a_forecast_loads_no_compiler():
    """Whoever is refused for the time it would take does not wait for what he will not get."""
    program = (
        "import sys, game421.games.forecast;"
        "print(sorted({'numba', 'scipy', 'networkx', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
