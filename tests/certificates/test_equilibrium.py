"""The ε of several players: equal to the slow twin's, larger for what is spoiled."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from certificates.played import record
from certificates.several import Written, listed, reachable, small_game, written, wrong_table
from game421.certificates import Equilibrium, check_equilibrium, equilibrium
from game421.certificates.equilibrium import _EVERY, Reached
from game421.certificates.passes import settle
from game421.errors import InputError, TableError
from game421.exactly import at_most
from game421.rules import Rules, load_rules
from game421.tables.shipped import shipped_folder
from game421.tables.values import load_values
from oracles.game import Game, State, Vector
from oracles.replies import Found, Replies

CHANGES: dict[str, dict[str, Any]] = {
    "first out": {},
    "last in": {"ends": "last-in"},
    "up to, previous cap": {"followers": "up-to", "cap": "previous"},
    "up to, fewer wins": {"followers": "up-to", "tie_by_throws": "fewer-wins", "ends": "last-in"},
    "declare": {
        "followers": "declare",
        "charge_throws": 3,
        "decharge_throws": 1,
        "nenette_tie": "last-wins",
        "tokens": 3,
    },
    "declare, fewer wins, previous cap": {
        "followers": "declare",
        "tie_by_throws": "fewer-wins",
        "cap": "previous",
    },
    "later wins": {"ties": "later-wins", "next_leader": "rotation"},
    "earlier wins": {"ties": "earlier-wins", "next_leader": "winner", "ends": "last-in"},
    "rampo's choice": {"rampo_value": "choice", "next_leader": "winner"},
    "rampo, sum": {"rampo_value": "rampo", "transfer": "sum", "nenette_tie": "last-wins", "tokens": 5},
    "difference, nénette with an equal": {
        "rampo_value": "choice",
        "transfer": "difference",
        "ranking": [["111"], ["211", "221"], ["222"]],
        "values": {"111": 3, "211": 2, "221": 2, "222": 1},
    },
    "nénette takes": {"nenette_takes": 2},
    "each nénette takes": {
        "nenette_takes": 1,
        "nenette_each": True,
        "next_leader": "winner",
        "followers": "up-to",
        "tie_by_throws": "fewer-wins",
        "charge_throws": 2,
        "decharge_throws": 1,
    },
    "all": {"values": {"111": "all", "fiche": "all-but-one", "brelan": 1, "221": 1}, "ends": "last-in"},
    "locked": {"kept_dice": "locked", "decharge_throws": 3},
    "partie": {"ends": "last-in", "manches": 2, "tokens": 2, "charge_throws": 2, "decharge_throws": 1},
    "partie, Espagnole": {
        "ends": "last-in",
        "manches": 2,
        "espagnole": "partie",
        "tokens": 2,
        "charge_throws": 2,
        "decharge_throws": 1,
    },
}


@cache
def solved(name: str) -> tuple[Game, dict[State, Vector]]:
    game = small_game({"tokens": 3, **CHANGES[name]})
    return game, game.limit(reachable(game))


def table_of(game: Game, values: dict[State, Vector]) -> dict[Written, Vector]:
    return {written(game, state): listed(game, state, vector) for state, vector in values.items()}


def checked(game: Game, table: dict[Written, Vector], **options: Any) -> Equilibrium:
    goal = "partie" if game.partie else "manche"
    return check_equilibrium(record(game.table), game.players, goal, table, **options)


def drift_of(game: Game, wrong: dict[State, Vector], twin: Found) -> float:
    """The most that a table differs from what the twin finds its policies worth."""
    worth = table_of(game, twin.policies)
    return max(
        abs(a - b)
        for state, row in table_of(game, wrong).items()
        for a, b in zip(row, worth[state], strict=True)
    )


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_gained_against_a_wrong_table_is_the_twins_gain(name: str) -> None:
    game = small_game(CHANGES[name])
    wrong = wrong_table(game, reachable(game))
    replies = Replies(game, wrong)
    twin, found = replies.find(), checked(game, table_of(game, wrong))
    assert found.gain == pytest.approx(twin.gain, abs=1e-10)
    assert found.gain > 1e-4
    there = [state for state in wrong if written(game, state) == found.state]
    seats = [listed(game, state, tuple(range(game.players)))[found.player] for state in there]
    assert replies.gains[there[0], seats[0]] == pytest.approx(twin.gain, abs=1e-10)
    assert found.gain <= found.epsilon == pytest.approx(found.gain + found.bound)
    assert 0 < found.rounding <= found.bound < 1e-10
    assert found.drift == pytest.approx(drift_of(game, wrong, twin), abs=1e-10)


@pytest.mark.parametrize("name", ["first out", "last in", "partie"])
def test_the_twins_table_is_an_equilibrium(name: str) -> None:
    game, right = solved(name)
    found = checked(game, table_of(game, right))
    assert 0 <= found.gain <= found.epsilon < 1e-10
    assert found.drift < 1e-11
    assert found.residual < 1e-12
    assert found.states == len(table_of(game, right))
    assert f"none of {found.states} states" in found.sentence
    assert f"more than {at_most(found.epsilon)}" in found.sentence


@pytest.mark.parametrize("name", ["first out", "last in", "partie"])
def test_a_policy_spoiled_in_a_twentieth_of_its_decisions_is_found_out(name: str) -> None:
    game, right = solved(name)
    assert checked(game, table_of(game, right), spoiled=50).epsilon > 1e-3


def test_a_check_that_has_to_sweep_is_not_said_to_be_nearly_done_long_before() -> None:
    game, right = solved("last in")
    told = list[tuple[int, int]]()
    checked(game, table_of(game, right), spoiled=50, report=lambda done, of: told.append((done, of)))
    whole, _ = told[-1]
    assert [done for done, _ in told] == list(range(1, whole + 1))
    assert min(done for done, of in told if done == of) > whole * 2 / 3


@pytest.mark.parametrize(
    ("name", "every"), [("first out", _EVERY), ("last in", _EVERY), ("last in", 2), ("partie", _EVERY)]
)
def test_a_check_goes_on_from_wherever_it_was(name: str, every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the bound on the rounds is guessed ahead, as in longer games it is every few sweeps."""
    monkeypatch.setattr(equilibrium, "_EVERY", every)
    game, right = solved(name)
    kept, played = list[Reached](), Counter[int]()
    whole = checked(game, table_of(game, right), keep=kept.append)
    assert {reached.rounds > 0 for reached in kept} == {True, False}
    for number, reached in enumerate(kept):
        told = partial(lambda number, _done, _of: played.update([number]), number)
        assert checked(game, table_of(game, right), begun=reached, report=told) == whole
    left = [played[number] for number in range(len(kept))]
    assert left == sorted(set(left), reverse=True)


def test_of_many_players_the_bound_on_rounds_is_wider(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep of theirs takes long, and a wider bound bounds too."""
    game, right = solved("last in")
    table, kept = table_of(game, right), list[Reached]()
    narrow = checked(game, table)
    monkeypatch.setattr(equilibrium, "_MANY", game.players)
    wide = checked(game, table, keep=kept.append)
    assert narrow.rounds < wide.rounds < 10 * narrow.rounds
    assert narrow.epsilon < wide.epsilon
    for reached in kept:
        assert checked(game, table, begun=reached) == wide


def test_threads_change_no_bit() -> None:
    game, right = solved("last in")
    one, *others = (checked(game, table_of(game, right), spoiled=50, threads=n) for n in (1, 2, 5))
    assert all(one == other for other in others)


def shipped(name: str) -> tuple[Rules, Any, dict[Written, tuple[float, float]]]:
    """A shipped table of two players in floats, the leader's value and the other's."""
    exact = load_values(Path(shipped_folder()) / name)
    table = {}
    for state, (numerator, *_) in exact.values.items():
        value = numerator / exact.denominator
        table[state.phase, int(state.pot or 0), *state.stacks, *state.lost] = (value, 1 - value)
    return exact.rules, exact.goal, table


@pytest.mark.parametrize("name", ["fiches-2-manche.values", "fiches-2-partie.values"])
def test_the_proved_values_of_two_players_are_an_equilibrium(name: str) -> None:
    rules, goal, table = shipped(name)
    found = check_equilibrium(rules, 2, goal, table)
    assert found.epsilon < 1e-10
    assert found.drift < 1e-12


@pytest.mark.parametrize("off", [5e-14, 1e-11, 1e-8])
def test_a_value_a_little_off_drifts_by_that_at_least(off: float) -> None:
    """The table stands for what its policies are worth as long as a round of them hardly moves it."""
    rules, goal, table = shipped("fiches-2-manche.values")
    value, rest = table["D", 0, 3, 8]
    found = check_equilibrium(rules, 2, goal, {**table, ("D", 0, 3, 8): (value + off, rest - off)})
    assert 0.9 * off < found.drift < 1e-13 * found.rounds + 1.1 * off
    assert (found.drift < 1.1 * off) == (off > 1e-13)


def test_a_digit_spoiled_is_a_larger_epsilon() -> None:
    rules, goal, table = shipped("classic-2-manche.values")
    for state in [("D", 0, 10, 11), ("C", 4, 9, 8)]:
        value, rest = table[state]
        off = {**table, state: (value + 0.1, rest - 0.1)}
        found = check_equilibrium(rules, 2, goal, off)
        assert found.epsilon > 1e-5
        assert found.drift > 0.09
        assert found.residual > 0.09


def test_every_state_that_can_follow_must_be_there() -> None:
    game, right = solved("last in")
    table = table_of(game, right)
    for state in table:
        rest = {other: row for other, row in table.items() if other != state}
        with pytest.raises(
            TableError, match=rf"the table lacks (the start, )?{state[0]} {state[1]} {state[2]}/"
        ):
            checked(game, rest)


@pytest.mark.parametrize(
    ("state", "row", "message"),
    [
        (("C", 3, 0, 0, 0), (0.5, 0.5), "the values of C 3 0/0/0 must be 3 numbers"),
        (("C", 3, 0, 0, 0), (0.5, 0.5, float("nan")), "the values of C 3 0/0/0 must be 3 numbers"),
        (("D", 0, 1, 2), (0.5, 0.5, 1.0), "the values of D 0 1/2 must be 2 numbers"),
        (("D", 0, 1, 2, 0), (0.5, 0.5, 1.0), "no state between two rounds"),
        (("D", 0, 3), (0.0,), "no state between two rounds"),
        (("D", 1, 1, 1), (0.5, 0.5), "no state between two rounds"),
        (("C", 3, 0, 0), (0.5, 0.5), "no state between two rounds"),
        (("C", 2.5, 0.5, 0, 0), (0.5, 0.5, 0.5), "no state between two rounds"),
        (("E", 3, 0, 0, 0), (0.5, 0.5, 0.5), "no state between two rounds"),
        ((), (), "no state between two rounds"),
    ],
)
def test_what_is_no_state_or_no_value_is_refused(state: Any, row: Any, message: str) -> None:
    game, right = solved("last in")
    with pytest.raises(TableError, match=message):
        checked(game, {**table_of(game, right), state: row})


def test_play_that_may_go_round_for_ever_is_not_judged() -> None:
    """All combinations are equal, the later wins and leads next: a token goes round and round."""
    equal = {
        "ranking": [["111", "211", "221", "222"]],
        "values": dict.fromkeys(("111", "211", "221", "222"), 1),
    }
    game = small_game(
        {**equal, "ties": "later-wins", "next_leader": "winner", "tokens": 6, "decharge_throws": 1}
    )
    with pytest.raises(TableError, match="need not end"):
        checked(game, table_of(game, wrong_table(game, reachable(game))))


@pytest.mark.parametrize(
    ("preset", "players", "goal", "message"),
    [
        ("sips", 3, "manche", "not sips"),
        ("classic", 3, "duel", "for duel"),
        ("classic", 7, "manche", "7 players"),
        ("classic", 1, "manche", "1 players"),
        ("classic", 3, "partie", "no loser"),
        ("havraise", 2, "manche", "two players, whose tables are proved exactly"),
    ],
)
def test_what_is_not_played_so_is_refused(preset: str, players: int, goal: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_equilibrium(load_rules(preset), players, goal, {})


def test_who_chooses_what_a_rampo_pays_is_judged_by_his_best() -> None:
    """Player 1 of three, lane by lane: his choice by the table, his gain from replies less policies."""
    lots = np.random.default_rng(1).uniform(0, 1, (2, 9, 8))
    lots[1, 1, 0] = lots[0, 1, 0] + 1e-13  # equal, so that what is tied is paid
    ends, gains = np.empty((2, 9, 8)), np.zeros((3, 1, 8))
    kinds, choosers = np.array([[0, 1], [1, 1]], np.int32), np.array([1, -1])
    settle((0,) * 9, 3, 0, kinds, choosers, lots, ends, gains)
    for lane in range(8):
        tied, rampo = lots[:, :, lane]
        taken = rampo if rampo[1] > tied[1] + 1e-12 else tied
        best = max(tied[7], rampo[7])
        assert ends[0, :, lane].tolist() == [*taken[:7], best, taken[8]]
        assert gains[:, 0, lane].tolist() == [0, max(0, best - taken[4]), 0]
    assert (ends[1] == lots[1]).all()
