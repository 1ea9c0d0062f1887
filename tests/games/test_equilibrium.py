"""Games of three and four by sweeps: the slow twin's values, the exact ones of two, and laws of them all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from game421.games.equilibrium import Progress, begin, solve_equilibrium
from game421.games.forecast import EXPECTED_SWEEPS
from game421.games.space import GameSpace, game_space
from game421.games.sweeps import Threads
from game421.rules import load_rules
from game421.rules.record import Rules
from game421.states.goals import GameGoal
from game421.states.token_states import TokenState
from game421.tables.shipped import shipped_file, shipped_tables
from game421.tables.solving import values_of
from game421.tables.values import load_values
from oracles.game import Game, State

from .small import COIN, THREE_FACES, both, goal_of

Values = Mapping[TokenState, tuple[float, ...]]


def silent(_done: int, _of: int) -> None:
    """Nobody looks on."""


@cache
def progressed(rules: Rules, players: int, goal: GameGoal) -> tuple[Progress, ...]:
    """A game after every sweep, solved at the end."""
    return tuple(solve_equilibrium(game_space(rules, players, goal), Threads(2), silent))


def solved(rules: Rules, players: int, goal: GameGoal | None = None) -> Values:
    """The values of a game; the goal is the partie where there is more than one manche to lose."""
    goal = goal or goal_of(rules)
    return values_of(game_space(rules, players, goal), progressed(rules, players, goal)[-1]).values


# The slow twin

BASE: dict[str, Any] = {"die": COIN, "tokens": 3, "charge_throws": 1, "decharge_throws": 2}
CHANGES: dict[str, dict[str, Any]] = {
    "as it is": {},
    "two tokens": {"tokens": 2},
    "four tokens": {"tokens": 4, "decharge_throws": 1},
    "two throws in the charge": {"tokens": 2, "charge_throws": 2},
    "three faces": {"tokens": 2, "die": THREE_FACES, "decharge_throws": 1},
    "up to, fewer wins": {"followers": "up-to", "tie_by_throws": "fewer-wins"},
    "declare, fewer wins": {"followers": "declare", "tie_by_throws": "fewer-wins"},
    "previous": {"followers": "up-to", "cap": "previous"},
    "locked": {"kept_dice": "locked"},
    "later wins": {"ties": "later-wins"},
    "last nenette wins": {"nenette_tie": "last-wins"},
    "winner leads": {"next_leader": "winner"},
    "rotation": {"next_leader": "rotation"},
    "rampo or tied": {"rampo_value": "choice"},
    "sum": {"transfer": "sum"},
    "difference": {"transfer": "difference", "rampo_value": "rampo"},
    "every nenette takes": {"nenette_takes": 1, "nenette_each": True},
    "all": {"values": {"111": "all", "211": "all-but-one"}},
}
PARTIES: dict[str, dict[str, Any]] = {
    "partie": {"manches": 2, "tokens": 2, "decharge_throws": 1},
    "partie, Espagnole": {"manches": 2, "tokens": 2, "decharge_throws": 1, "espagnole": "partie"},
}


def twins_state(state: TokenState, players: int) -> State:
    """A state as the twin writes it: who has left keeps an empty stack, here after everybody else."""
    stacks = state.stacks + (0,) * (players - state.players)
    return State("charge" if state.phase == "C" else "decharge", state.pot or 0, stacks, state.lost)


LEAVING = ("as it is", "up to, fewer wins", "last nenette wins", "rotation", "rampo or tied", "all")
"""Changes that are judged where players leave one by one too."""

CASES = [("first-out", change) for change in CHANGES]
CASES += [("last-in", change) for change in (*LEAVING, *PARTIES)]


@pytest.mark.parametrize(("ends", "change"), CASES)
def test_every_state_is_worth_what_the_twin_says(ends: str, change: str) -> None:
    """The limit of the game cut off after ever more rounds."""
    rules, table = both(BASE, {**CHANGES, **PARTIES}[change], {"ends": ends})
    game = Game(table, 3, goal_of(rules))
    values = solved(rules, 3)
    limit = limit_of(game)
    for state, found in values.items():
        expected = limit[twins_state(state, 3)][: state.players]
        assert found == pytest.approx(expected, abs=1e-11), state


def limit_of(game: Game) -> Mapping[State, tuple[float, ...]]:
    kinds = list(product(range(game.table["manches"]), repeat=3)) if game.partie else [()]
    return game.limit(
        [state for lost in kinds for phase in ("decharge", "charge") for state in game.states(phase, lost)]
    )


# Two players, solved exactly

TWO = [
    entry
    for entry in shipped_tables()
    if entry.file.startswith(("classic-2-", "bistro-2-p", "havraise-2-m", "fiches-2-m"))
]


@pytest.mark.parametrize("entry", TWO, ids=lambda entry: entry.file)
def test_two_players_are_worth_what_is_proved(entry: Any) -> None:
    rules = load_rules(entry.rules)
    exact = load_values(shipped_file(entry.file), rules)
    found = solved(rules, 2, exact.goal)
    assert len(found) == len(exact.values)
    for state, shares in exact.values.items():
        expected = [share / exact.denominator for share in shares]
        assert found[state] == pytest.approx(expected, abs=1e-12, rel=0), state


# Laws

LAWS: dict[str, tuple[Rules, int]] = {
    "three, first out": (Rules(tokens=7, die=THREE_FACES, charge_throws=2), 3),
    "three, last in": (Rules(tokens=7, die=THREE_FACES, charge_throws=2, ends="last-in"), 3),
    "four, first out": (Rules(tokens=5, die=COIN, charge_throws=1, followers="up-to"), 4),
    "four, last in": (Rules(tokens=4, die=COIN, charge_throws=1, ends="last-in"), 4),
    "three, a partie": (Rules(tokens=3, die=COIN, charge_throws=1, ends="last-in", manches=2), 3),
}


@pytest.mark.parametrize("name", LAWS)
def test_shares_add_up(name: str) -> None:
    """One wins where the first to be rid of his tokens does, all but one where the last loses."""
    rules, players = LAWS[name]
    for state, shares in solved(rules, players).items():
        assert all(0 <= share <= 1 for share in shares)
        assert sum(shares) == pytest.approx(1 if rules.ends == "first-out" else state.players - 1, abs=1e-12)


ONE_THROW: dict[str, Any] = {"die": THREE_FACES, "tokens": 6, "charge_throws": 1, "decharge_throws": 1}
WITHOUT_ORDER: dict[str, dict[str, Any]] = {
    "first out": {},
    "last in": {"ends": "last-in"},
    "winner leads": {"next_leader": "winner", "rampo_value": "rampo"},
    "sum": {"transfer": "sum", "nenette_takes": 2},
}


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("change", WITHOUT_ORDER)
def test_where_order_counts_for_nothing_values_go_with_the_stacks(change: str, players: int) -> None:
    """One throw each, no order among equals: seats changed round in any way change the values round so."""
    rules, _ = both(ONE_THROW, {"tokens": 9 - players}, WITHOUT_ORDER[change])
    values = solved(rules, players)
    for state, shares in values.items():
        for order in permutations(range(state.players)):
            turned = TokenState(
                state.phase, state.players, state.pot, tuple(state.stacks[seat] for seat in order)
            )
            assert values[turned] == pytest.approx([shares[seat] for seat in order], abs=1e-12)


@pytest.mark.parametrize("change", [{"ties": "later-wins"}, {"decharge_throws": 2}])
def test_where_order_counts_it_shows(change: dict[str, Any]) -> None:
    rules, _ = both(ONE_THROW, change)
    shares = solved(rules, 3)[TokenState("D", 3, 0, (2, 2, 2))]
    assert max(shares) - min(shares) > 1e-3


def test_who_leads_a_charge_of_one_throw_does_not_matter_while_stacks_are_equal() -> None:
    """Whoever loses a round leads the next, whatever his seat: only the décharge knows an order."""
    rules, _ = both({"die": THREE_FACES, "tokens": 6, "charge_throws": 1, "decharge_throws": 2})
    for pot, stack in ((6, 0), (3, 1)):
        shares = solved(rules, 3)[TokenState("C", 3, pot, (stack,) * 3)]
        assert shares == pytest.approx((1 / 3,) * 3, abs=1e-12)


# How it is solved


def test_from_any_sweep_on_the_same_bits_come_out() -> None:
    rules, players = LAWS["three, last in"]
    space = game_space(rules, players)
    every = progressed(rules, players, "manche")
    for reached in every[::3]:
        (*_, end) = [reached, *solve_equilibrium(space, Threads(1), silent, reached)]
        assert end.values.tobytes() == every[-1].values.tobytes()
        assert (end.step, end.all_sweeps, end.change) == (
            every[-1].step,
            every[-1].all_sweeps,
            every[-1].change,
        )


@pytest.mark.parametrize("name", LAWS)
def test_what_is_expected_is_told_and_reached(name: str) -> None:
    told: list[tuple[int, int]] = []
    rules, players = LAWS[name]
    space = game_space(rules, players, goal_of(rules))
    for _ in solve_equilibrium(space, Threads(1), lambda done, total: told.append((done, total))):
        pass
    assert all(0 < done <= total for done, total in told)
    assert told[-1][0] == pytest.approx(told[-1][1], rel=0.01)


def test_work_is_measured_by_throws() -> None:
    """A charge of one throw hardly counts beside a décharge of three with as many states."""
    told: list[tuple[int, int]] = []
    rules = Rules(tokens=7, die=COIN, charge_throws=1, followers="up-to", tie_by_throws="fewer-wins")
    space = game_space(rules, 3)
    next(solve_equilibrium(space, Threads(1), lambda done, total: told.append((done, total))))
    done, total = told[-1]
    assert EXPECTED_SWEEPS * done > 0.75 * total


def even(space: GameSpace) -> np.ndarray:
    return begin(space).values


@pytest.mark.parametrize(("ends", "share"), [("first-out", 1 / 3), ("last-in", 2 / 3)])
def test_a_game_cut_off_at_once_is_shared_evenly(ends: str, share: float) -> None:
    space = game_space(Rules(tokens=3, ends=ends), 3)  # type: ignore[arg-type]
    first = space.offset[space.start]
    assert even(space)[first : first + 3].tolist() == [share] * 3
