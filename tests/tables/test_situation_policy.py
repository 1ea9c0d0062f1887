"""Policies of rounds and games as tables: every row against a single answer, nothing missing."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from game421.advice.situation import best_of_situation, game_situation, round_situation
from game421.errors import InputError, TableError
from game421.games.equilibrium import solve_equilibrium
from game421.games.space import game_space
from game421.games.sweeps import Threads
from game421.games.values import GameValues
from game421.rules import digest, load_rules
from game421.states.listing import every_state
from game421.states.play import round_start, start
from game421.states.positions import Position
from game421.states.token_states import TokenState
from game421.tables import FORMATS, game_policy, round_policy, state_policy
from game421.tables.library import keep_values
from game421.tables.proving import verify_file
from game421.tables.situations import SituationRow
from game421.tables.solving import solve_game, values_of
from game421.tables.tabulating import refuse_too_many
from tables.situation_games import BISTRO, GAMES, Single, agree, played, policy, values


@pytest.mark.parametrize("name", GAMES)
def test_every_row_of_a_small_game_is_right(name: str) -> None:
    rules, _ = GAMES[name]
    single = Single()
    for row in policy(name):
        agree(row, single(game_situation(rules, Position.parse(row.position), values(name))))


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_of_every_state_has_its_row(name: str) -> None:
    rules, _ = GAMES[name]
    rows = [row.position for row in policy(name)]
    assert len(set(rows)) == len(rows)
    states = [round_start(rules, state) for state in values(name).values]
    assert set(rows) == {str(position) for first in states for position in played(rules, first)}
    order = {state: place for place, state in enumerate(values(name).values)}
    places = [order[Position.parse(row).token_state] for row in rows]
    assert places == sorted(places)


@pytest.mark.parametrize("name", GAMES)
def test_the_reachable_rows_are_those_of_optimal_play(name: str) -> None:
    rules, goal = GAMES[name]
    some, every = policy(name, reachable=True), policy(name)
    whole = {row.position: row for row in every}
    assert all(whole[row.position] == row for row in some)
    first = start(rules, 2, partie=goal == "partie")
    assert {row.position for row in some} == {str(position) for position in played(rules, first, every)}
    assert len(some) < len(every)


@pytest.mark.parametrize("name", GAMES)
def test_the_policy_of_one_state_is_its_part_of_the_whole(name: str) -> None:
    rules, _ = GAMES[name]
    by_state: dict[TokenState, list[SituationRow]] = {state: [] for state in values(name).values}
    for row in policy(name):
        by_state[Position.parse(row.position).token_state].append(row)
    for state, rows in by_state.items():
        if not rows:
            with pytest.raises(InputError, match="no position leaves a choice"):
                state_policy(values(name), state)
            continue
        alone = state_policy(values(name), state)
        assert [row.position for row in alone] == [row.position for row in rows]
        assert [row[3:] for row in alone] == [pytest.approx(row[3:], abs=1e-12) for row in rows]
        assert alone.header["position"] == str(round_start(rules, state))
    assert policy(name).header["position"] is None


THREE = replace(BISTRO, die=(2, 1, 0, 0, 0, 0), tokens=4, decharge_throws=2)


@cache
def values_of_three() -> GameValues:
    """Not checked for what anyone could gain, which other tests do."""
    space = game_space(THREE, 3)
    *_, progress = solve_equilibrium(space, Threads(1), lambda done, total: None)
    return values_of(space, progress)


@pytest.mark.parametrize("state", [TokenState("D", 3, 0, (1, 2, 1)), TokenState("D", 2, 0, (1, 3))])
@pytest.mark.parametrize("reachable", [False, True])
def test_the_policy_of_one_state_of_three(state: TokenState, reachable: bool) -> None:
    """Every row against a single answer; reachable are those that come up in its round when all play so."""
    found = state_policy(values_of_three(), state, reachable=reachable)
    for row in random.Random(3).sample(list(found), 30 if state.players == 3 else 12):
        agree(row, best_of_situation(game_situation(THREE, Position.parse(row.position), values_of_three())))
    every = [row.position for row in state_policy(values_of_three(), state)]
    rows = [row.position for row in found]
    assert (rows == every) == (not reachable)
    assert [row for row in every if row in set(rows)] == rows
    if reachable:
        assert set(rows) >= {row for row in every if Position.parse(row).leads}


def test_a_state_that_is_none_of_the_game_is_refused() -> None:
    with pytest.raises(InputError, match=r"the manche of \w+ for 3 players has no D 0 2/2/2"):
        state_policy(values_of_three(), TokenState("D", 3, 0, (2, 2, 2)))


def test_a_policy_of_one_state_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    keep_values(values_of_three())
    for table, state in ((values_of_three(), (1, 2, 1)), (values("classic"), (1, 2))):
        made = state_policy(table, TokenState("D", len(state), 0, state), reachable=True)
        made.write(tmp_path / "table", "json")
        verdict = verify_file(tmp_path / "table")
        assert f"All {len(made)} decisions are optimal" in verdict.sentence
    altered = replace(made.table, header={**made.table.header, "position": "D 0 2/1 - 3 - 3"})
    FORMATS["json"].write(altered, tmp_path / "table")
    with pytest.raises(TableError, match="it is not the optimal policy"):
        verify_file(tmp_path / "table")


def test_a_policy_that_would_fill_memory_is_refused_with_its_size() -> None:
    rules = load_rules("classic")
    with pytest.raises(InputError, match=r"3 players: the policy has some 1,051,817,648 rows, more than 5"):
        refuse_too_many(rules, 3, every_state(rules, 3))
    with pytest.raises(InputError, match=r'take one token state, such as --state "D 0 7/7/7"'):
        refuse_too_many(rules, 3, every_state(rules, 3))
    with pytest.raises(InputError, match=r"5 players: the policy has some 8,630,272 rows.*; take fewer"):
        round_policy(rules, "duel", 5)
    refuse_too_many(rules, 2, every_state(rules, 2))


def test_rows_of_the_classic_game_are_right() -> None:
    """With fewer tokens: what a state's rows say does not depend on how many other states there are."""
    rules = replace(load_rules("classic"), tokens=5)
    table = solve_game(rules, 2).values
    whole = game_policy(table)
    assert len(whole) == (15 + 4) * (2 * 56 + 56 * 56 * 3)
    places = random.Random(421).sample(range(len(whole)), 15)
    for place in [*places, len(whole) - 1]:
        row = whole.record(cells[place] for cells in whole.table.cells)
        agree(row, best_of_situation(game_situation(rules, Position.parse(row.position), table)))


@pytest.mark.parametrize("goal", ["duel", "safe", "tokens", "relative"])
def test_rows_of_bare_rounds_are_right(goal: str) -> None:
    single = Single()
    for row in round_policy(BISTRO, goal):  # type: ignore[arg-type]
        position = Position.parse(row.position)
        answer = single(round_situation(BISTRO, position, goal))  # type: ignore[arg-type]
        agree(row, answer)
        assert row.value == answer.value


def test_a_bare_round_of_the_charge_and_one_of_three() -> None:
    rules = GAMES["classic"][0]
    for asked in (round_policy(rules, "tokens", phase="charge"), round_policy(rules, "safe", 3)):
        rows = list(asked)
        for row in random.Random(1).sample(rows, 60):
            position = Position.parse(row.position)
            agree(row, best_of_situation(round_situation(rules, position, asked.header["goal"], exact=True)))
    assert rows[0].position.startswith("R - -/-/- - 3 ")
    results = {row.position.split()[3] for row in rows}
    assert {text.count("/") for text in results} == {0, 1}
    assert len(results) == 1 + 2 * (
        10 + 10 + 45 * 2
    )  # in two or three throws: the leader's; the best and the worst


def test_reachable_in_a_bare_round() -> None:
    rules = GAMES["classic"][0]
    every, some = (round_policy(rules, "tokens", reachable=reachable) for reachable in (False, True))
    first = Position.parse("R - -/- - 3 - 3")
    assert {row.position for row in some} == {str(position) for position in played(rules, first, every)}


def test_what_the_header_says() -> None:
    header = policy("bistro, partie", reachable=True).header
    rules, _ = GAMES["bistro, partie"]
    said = {"kind", "goal", "phase", "position", "method", "epsilon", "players", "reachable", "histories"}
    assert {key: header[key] for key in said} == {
        "kind": "situation-policy",
        "goal": "partie",
        "phase": None,
        "position": None,
        "method": "backward induction, float64",
        "epsilon": 0,
        "players": 2,
        "reachable": True,
        "histories": "all",
    }
    assert header["rules_digest"] == digest(rules)
    alone = round_policy(rules, "safe", 3).header
    assert alone["method"] == "backward induction, exact integers"
    assert (alone["phase"], alone["epsilon"], alone["players"]) == ("decharge", 0, 3)
    assert alone["histories"] == "one for all that come to the same"
