"""Rounds of several players, whole games of them: the compiled kernel beside the ways without it.

The unit is one token state: what its round is worth to each player, everyone playing at best. A sweep of a
game is so many of them.
"""

from __future__ import annotations

from os import cpu_count

import numpy as np
import pytest

from game421.dice import KEEPS_OF, ROLLS
from game421.dice.ways import ways
from game421.games.equilibrium import solve_equilibrium
from game421.games.space import game_space
from game421.games.sweeps import Threads
from game421.lanes.rows import LANES
from game421.rounds.passes import round_plan
from game421.rounds.solving import RoundPayoffs, solve_round
from game421.rounds.starts import round_starts
from game421.rounds.tree import round_tree
from game421.rules import load_rules

CHANCES = [[count / 216 for count in row] for row in ways()]
REACHED = [[roll for roll in range(len(ROLLS)) if row[roll]] for row in CHANCES]

SAMPLE = 20
"""Turns of the last player that the plain twin plays, of all his summaries."""

STEPS = {3: 3136, 4: 18206, 5: 75076}
"""Summaries before the last player, for each of which he has two decisions to make, one after each throw."""

MOST = {3: 8.0, 4: 300.0}
"""Seconds that the design asks for, for a whole game of 21 tokens."""


def worths(players: int, states: int) -> np.ndarray:
    """What the verdicts of a round are worth, by chance."""
    tree = round_tree(load_rules("classic"), "D", players)
    return np.random.default_rng(421).random((len(tree.verdicts), players, states))


@pytest.mark.parametrize("players", STEPS)
def bench_kernel(players, benchmark, line):
    plan = round_plan(round_tree(load_rules("classic"), "D", players))
    verdicts = worths(players, LANES)
    benchmark.pedantic(
        lambda: round_starts(plan, verdicts), rounds=max(3, 60 // 4 ** (players - 3)), warmup_rounds=1
    )
    state = benchmark.stats.stats.min / LANES
    turn = state / STEPS[players] / 2
    line(f"kernel, {players} players: {1e3 * state:.3f} ms a state, {1e6 * turn:.3f} us a summary and stage")


def bench_three_players_in_numpy(least):
    tree, verdicts = round_tree(load_rules("classic"), "D", 3), worths(3, 1)
    least("round of three, a state: numpy", lambda: solve_round(tree, RoundPayoffs(verdicts)), rounds=3)


def bench_three_players(least):
    plan, verdicts = round_plan(round_tree(load_rules("classic"), "D", 3)), worths(3, LANES)
    least(f"round of three, a state: ours, times {LANES}", lambda: round_starts(plan, verdicts), rounds=30)


def bench_three_players_in_plain_loops(benchmark, line):
    """The last player's turns alone, some of them; the kernel's own figure is for the whole round."""
    random = np.random.default_rng(421)
    turns = [random.random((len(ROLLS), 3)).tolist() for _ in range(SAMPLE)]
    benchmark.pedantic(lambda: [plain_turn(payoff) for payoff in turns], rounds=3)
    seconds = benchmark.stats.stats.min / SAMPLE
    line(f"plain loops, 3 players: {1e6 * seconds / 2:.0f} us a summary and stage")


def plain_turn(value: list[list[float]]) -> list[float]:
    """What a forced turn of three throws is worth to three players, the last of whom moves."""
    for _ in range(2):
        means = [
            [sum(CHANCES[keep][roll] * value[roll][player] for roll in REACHED[keep]) for player in range(3)]
            for keep in range(len(CHANCES))
        ]
        value = [
            max((means[keep] for keep in KEEPS_OF[roll] if keep >= len(ROLLS)), key=lambda mean: mean[2])
            for roll in range(len(ROLLS))
        ]
    return [sum(CHANCES[-1][roll] * value[roll][player] for roll in REACHED[-1]) for player in range(3)]


@pytest.mark.parametrize("players", MOST)
def bench_whole_game(players, benchmark, line):
    space = game_space(load_rules("classic"), players)
    for block in space.blocks:  # warm: trees, plans and compiled code
        assert block.tree is not None
        round_starts(round_plan(block.tree), worths(players, 1))

    def solve() -> int:
        *_, last = solve_equilibrium(space, Threads(cpu_count() or 1), lambda _done, _of: None)
        return last.all_sweeps

    sweeps = benchmark.pedantic(solve, rounds=1)
    seconds = benchmark.stats.stats.min
    line(f"{players} players, classic, 21 tokens: {seconds:.1f} s of {MOST[players]:.0f} s, {sweeps} sweeps")
