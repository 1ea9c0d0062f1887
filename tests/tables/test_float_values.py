"""Values of three players in a file: kept as float64, judged by their epsilon and by what they bring."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from game421.errors import TableError
from game421.games.values import GameValues
from game421.rules import read_rules
from game421.states.token_states import TokenState
from game421.tables import judging, solving
from game421.tables.origin import HASH, origin
from game421.tables.proving import verify_file
from game421.tables.solving import solve_game
from game421.tables.values import KIND, load_values, save_values, values_content

SMALL = read_rules('name = "small"\ntokens = 3\ncharge_throws = 1\ndecharge_throws = 2\nends = "last-in"')


@pytest.fixture(scope="module")
def values(tmp_path_factory) -> GameValues:
    folder = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solving, "kept_file", lambda *_: folder / "progress")
        return solve_game(SMALL, 3).values


def spoiled(values: GameValues, state: TokenState, by: float) -> GameValues:
    first, *others = values.values[state]
    return replace(values, values={**values.values, state: (first + by, *others)})


def test_a_file_reads_back_bit_for_bit_and_is_confirmed(values, tmp_path):
    path = tmp_path / "small.values"
    save_values(values, path)
    assert load_values(path, SMALL) == values
    assert values_content(load_values(path)) == path.read_bytes()
    assert 0 < values.epsilon < 1e-10
    assert verify_file(path).epsilon == values.epsilon


@pytest.mark.parametrize(
    "state",
    [TokenState("D", 3, 0, (1, 1, 1)), TokenState("D", 2, 0, (2, 1)), TokenState("C", 3, 2, (0, 1, 0))],
    ids=str,
)
@pytest.mark.parametrize("by", [1e-9, -1e-3])
def test_every_wrong_value_is_caught(values, tmp_path, state, by):
    path = tmp_path / "spoiled.values"
    save_values(spoiled(values, state, by), path)
    with pytest.raises(TableError, match=r"spoiled.values: its values differ by up to \d"):
        verify_file(path)


def test_an_epsilon_better_than_true_is_caught(values, tmp_path, monkeypatch):
    path = tmp_path / "boasting.values"
    save_values(replace(values, epsilon=0.0), path)
    monkeypatch.setattr(judging, "ROUNDING", values.epsilon / 2)
    with pytest.raises(TableError, match=r"nobody gains more than 0\.0e"):
        verify_file(path)


@pytest.mark.parametrize("epsilon", [float("nan"), float("inf"), -1e-9])
def test_an_epsilon_that_bounds_nothing_is_refused(values, tmp_path, epsilon):
    path = tmp_path / "boundless.values"
    save_values(replace(values, epsilon=epsilon), path)
    with pytest.raises(TableError, match=r"boundless.values: its epsilon is .* bounds no gain"):
        load_values(path)


@pytest.mark.parametrize("players", [0, -1, 6, 7])
def test_another_number_of_players_is_refused_before_its_states_are_listed(values, tmp_path, players):
    endless = replace(SMALL, tokens=999)
    path = tmp_path / "many.values"
    save_values(values, path)
    first, _, body = path.read_bytes().partition(b"\n")
    header = json.loads(first) | origin(endless, KIND, players=players)
    del header[HASH]
    compact = json.dumps(header, separators=(",", ":")).encode()
    stated = sha256(compact + b"\n" + body).hexdigest()
    path.write_bytes(json.dumps(header | {HASH: stated}, separators=(",", ":")).encode() + b"\n" + body)
    with pytest.raises(TableError, match=r"many.values: (it is for -?\d players|its \d+ numbers are not)"):
        load_values(path)


def test_how_far_the_check_is_is_told(values, tmp_path):
    path, told = tmp_path / "own.values", []
    save_values(values, path)
    verify_file(path, lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert all(done <= total for done, total in told)


@pytest.mark.parametrize("cut", [1, 8, 24])
def test_a_file_cut_short_is_refused(values, tmp_path, cut):
    path = tmp_path / "cut.values"
    save_values(values, path)
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(TableError, match=r"cut\.values: its content does not have the hash"):
        load_values(path)
