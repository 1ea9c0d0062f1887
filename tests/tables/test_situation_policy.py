"""Policies of rounds and games as tables: every row against a single answer, nothing missing or lost."""

from __future__ import annotations

import csv
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from game421.advice.answers import BestAnswer
from game421.advice.situation import best_of_situation, game_situation, round_situation
from game421.errors import InputError, TableError
from game421.games.equilibrium import solve_equilibrium
from game421.games.space import game_space
from game421.games.sweeps import Threads
from game421.games.values import GameValues
from game421.rules import digest, load_rules
from game421.rules.record import Rules
from game421.states.actions import parse_action
from game421.states.listing import every_state
from game421.states.play import legal_actions, outcomes, round_start, start
from game421.states.positions import Position
from game421.states.settlements import Settlement
from game421.states.token_states import TokenState
from game421.tables import FORMATS, SituationPolicy, game_policy, read, round_policy, state_policy
from game421.tables.columns import Table
from game421.tables.library import game_values, keep_values
from game421.tables.proving import verify_file
from game421.tables.situations import SituationRow
from game421.tables.solving import solve_game, values_of
from game421.tables.tabulating import refuse_too_many
from processes import environment

COIN = (2, 1, 0, 1, 0, 0)
"""Aces, deuces and fours: ten combinations, 421 and 221 among them."""

BISTRO = Rules(
    tokens=3,
    die=COIN,
    followers="declare",
    tie_by_throws="fewer-wins",
    rampo_value="choice",
    charge_throws=1,
    ends="last-in",
)
GAMES = {
    "classic": (Rules(tokens=3, nenette_takes=2, die=COIN), "manche"),
    "bistro": (BISTRO, "manche"),
    "bistro, partie": (replace(BISTRO, tokens=2, manches=2), "partie"),
    "havraise": (Rules(tokens=3, die=COIN, charge="havraise", charge_throws=1, followers="up-to"), "manche"),
    "locked": (Rules(tokens=2, die=(1, 1, 0, 0, 0, 0), kept_dice="locked", charge_throws=2), "manche"),
}

pytestmark = pytest.mark.xdist_group("situation policies")


@cache
def values(name: str) -> GameValues:
    rules, goal = GAMES[name]
    return solve_game(rules, 2, goal).values  # type: ignore[arg-type]


@cache
def policy(name: str, reachable: bool = False) -> SituationPolicy:
    return game_policy(values(name), reachable=reachable)


@cache
def duel() -> SituationPolicy:
    return round_policy(GAMES["classic"][0], "duel")


def as_written(action: str) -> str:
    """An action as a position's answer writes it."""
    return action.removeprefix("k")


def agree(row, answer: BestAnswer) -> None:
    """A row says what a single answer says."""
    assert row.position == answer.source.position
    assert row.value == pytest.approx(answer.value, abs=1e-12)
    assert [as_written(action) for action in row.ties.split()] == list(answer.ties)
    assert row.action == row.ties.split()[0]
    assert row.regret == pytest.approx(answer.options[1].regret, abs=1e-12)


def played(rules: Rules, first: Position, policy: SituationPolicy | None = None) -> Iterator[Position]:
    """Every position that leaves a choice: of the round, whatever is done; of the game, by a policy."""
    seen, waiting = {first}, [first]
    while waiting:
        position = waiting.pop()
        actions = legal_actions(rules, position)
        if len(actions) > 1:
            yield position
            if policy is not None:
                actions = (parse_action(as_written(policy.probe(position).action)),)
        following = {after for action in actions for _, after in outcomes(rules, position, action)}
        new = {after for after in following if isinstance(after, Position)}
        if policy is not None:
            settled = (after.state for after in following if isinstance(after, Settlement))
            new |= {round_start(rules, state) for state in settled if state is not None}
        waiting += new - seen
        seen |= new


@pytest.mark.parametrize("name", GAMES)
def test_every_row_of_a_small_game_is_right(name: str) -> None:
    rules, _ = GAMES[name]
    for row in policy(name):
        agree(row, best_of_situation(game_situation(rules, Position.parse(row.position), values(name))))


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
    with pytest.raises(InputError, match=r"the manche of \w+ for 3 players has no TokenState"):
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
    with pytest.raises(InputError, match=r"5 players: the policy has some 8,624,000 rows.*; take fewer"):
        round_policy(rules, "duel", 5)
    refuse_too_many(rules, 2, every_state(rules, 2))


def test_rows_of_the_classic_game_are_right() -> None:
    rules = load_rules("classic")
    table = game_values(rules, 2)
    whole = game_policy(table)
    assert len(whole) == 251 * (2 * 56 + 56 * 56 * 3)
    places = random.Random(421).sample(range(len(whole)), 40)
    for place in [*places, len(whole) - 1]:
        row = whole.record(cells[place] for cells in whole.table.cells)
        agree(row, best_of_situation(game_situation(rules, Position.parse(row.position), table)))


@pytest.mark.parametrize("goal", ["duel", "safe", "tokens", "relative"])
def test_rows_of_bare_rounds_are_right(goal: str) -> None:
    for row in round_policy(BISTRO, goal):  # type: ignore[arg-type]
        position = Position.parse(row.position)
        answer = best_of_situation(round_situation(BISTRO, position, goal))  # type: ignore[arg-type]
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


def test_a_row_is_found_by_its_position() -> None:
    position = "D 0 1/1 411@1/411@1 1 - - lost=1/0"
    row = policy("bistro, partie").probe(Position.parse(position))
    assert (row.position, row.action) == (position, row.ties.split()[0])
    assert row.ties in {"tied", "rampo", "tied rampo"}
    assert policy("bistro, partie").probe(position) == row
    with pytest.raises(InputError, match="no decision with position D 0 1/2 - 3 - 3"):
        policy("bistro").probe("D 0 1/2 - 3 - 3")


def test_rules_that_leave_no_choice_have_no_policy() -> None:
    rules = Rules(tokens=2, charge_throws=1, decharge_throws=1)
    with pytest.raises(InputError, match="no position leaves a choice"):
        round_policy(rules, "duel")
    with pytest.raises(InputError, match="number of players 7; allowed: 2 to 6"):
        round_policy(Rules(), "duel", 7)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", ["bistro, partie", "duel"])
def test_nothing_is_lost_in_any_format(name: str, form: str, tmp_path: Path) -> None:
    asked = duel() if name == "duel" else policy(name)
    asked.write(tmp_path / "table", form)
    back = read(tmp_path / "table", asked.rules)
    assert isinstance(back, SituationPolicy)
    assert back.header == asked.header
    assert list(back) == list(asked)
    asked.write(tmp_path / "again", form)
    assert (tmp_path / "again").read_bytes() == (tmp_path / "table").read_bytes()


def test_what_other_programs_see(tmp_path: Path) -> None:
    asked = policy("bistro")
    for form in ("csv", "sqlite", "npz"):
        asked.write(tmp_path / form, form)
    first, *lines = (tmp_path / "csv").read_text(encoding="ascii").splitlines()
    assert first.startswith("# {")
    assert [row["position"] for row in csv.DictReader(lines)] == [row.position for row in asked]
    with closing(sqlite3.connect(tmp_path / "sqlite")) as database:
        plan = database.execute(
            "EXPLAIN QUERY PLAN SELECT action FROM entries WHERE position = ''"
        ).fetchall()
    assert "USING INDEX entries_key" in str(plan)
    with np.load(tmp_path / "npz", allow_pickle=False) as arrays:
        assert arrays["value"].tolist() == [row.value for row in asked]


def changed(asked: SituationPolicy, column: str, change) -> SituationPolicy:
    """The same with the first cell of a column that a change alters, and a hash that fits."""
    place = [each.name for each in asked.table.columns].index(column)
    cells = [list(column) for column in asked.table.cells]
    row = next(row for row, cell in enumerate(cells[place]) if change(cell) != cell)
    cells[place][row] = change(cells[place][row])
    return SituationPolicy(Table(asked.table.header, asked.table.columns, tuple(cells)), asked.rules)


@pytest.mark.parametrize(("name", "reachable"), [("bistro, partie", True), ("havraise", False)])
def test_a_policy_is_proved_by_solving_anew(name: str, reachable: bool, tmp_path: Path) -> None:
    asked = policy(name, reachable=reachable)
    asked.write(tmp_path / "table")
    verdict = verify_file(tmp_path / "table")
    assert verdict.kind == "situation-policy"
    assert verdict.sentence.startswith(f"All {len(asked)} decisions are optimal")


CHANGES = {
    "action": ("action", lambda cell: "k-", "action reads 'k-', not "),
    "the other of two as good": ("ties", lambda cell: cell.split()[-1], "ties reads "),
    "value": ("value", lambda cell: cell + 1e-9, "row 1: value reads "),
    "regret": ("regret", lambda cell: cell * (1 + 1e-9), "regret reads "),
    "position": ("position", lambda cell: cell.replace(" 666 ", " 665 "), "row 1: position reads "),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_changed_is_found_although_the_hash_fits(change: str, tmp_path: Path) -> None:
    column, alter, said = CHANGES[change]
    asked = round_policy(Rules(decharge_throws=2, die=(2, 1, 0, 1, 0, 1)), "tokens")
    changed(asked, column, alter).write(tmp_path / "table")
    with pytest.raises(TableError, match="it is not the optimal policy; export it again") as error:
        verify_file(tmp_path / "table")
    assert said in str(error.value)


def test_rounding_of_another_machine_is_no_change(tmp_path: Path) -> None:
    changed(duel(), "value", lambda cell: cell * (1 + 3e-16)).write(tmp_path / "table")
    assert verify_file(tmp_path / "table").kind == "situation-policy"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"epsilon": 1e-3}, "header says epsilon 0.001, not 0"),
        ({"method": "a guess"}, "header says method 'a guess', not 'backward"),
        ({"reachable": True}, "rows, not"),
        ({"players": 3}, "says histories 'all', not 'one for"),
        ({"goal": "manche", "phase": None}, "says"),
        ({"goal": "points"}, "its header asks for no such policy: goal 'points'"),
        ({"players": 9}, "its header asks for no such policy: .*players 9"),
        ({"goal": "points", "phase": None}, "its header asks for no such policy"),
        ({"players": "two"}, "its header asks for no such policy"),
    ],
)
def test_a_header_that_says_something_else_is_found(change, message: str, tmp_path: Path) -> None:
    table = duel().table
    SituationPolicy(replace(table, header={**table.header, **change}), duel().rules).write(tmp_path / "table")
    with pytest.raises(TableError, match=message):
        verify_file(tmp_path / "table")


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from game421.rules import load_rules\n"
        "from game421.tables import round_policy\n"
        "round_policy(load_rules('sips'), 'relative', reachable=True).write(sys.argv[1], 'npz')\n"
    )
    written = set()
    for seed in ("0", "1"):
        path = tmp_path / seed
        subprocess.run(
            [sys.executable, "-c", code, str(path)], env=environment(PYTHONHASHSEED=seed), check=True
        )
        written.add(path.read_bytes())
    assert len(written) == 1
