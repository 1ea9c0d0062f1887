"""Every right value of a turn, from the command line; their derivations stand in turn_values.toml."""

from __future__ import annotations

import json
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from game421.commands.app import program
from oracles.axes import ALL_DICE, family, name, rules

VALUES = tomllib.loads(Path(__file__).with_name("turn_values.toml").read_text(encoding="utf-8"))
CLASSIC = rules()


def ask(*arguments: str) -> dict:
    done = CliRunner().invoke(program, [*arguments, "--json"], catch_exceptions=False)
    assert done.exit_code == 0
    return json.loads(done.output)


def first_throw() -> dict[str, Fraction]:
    outcomes = ask("odds", "--throws", "1")["outcomes"]
    return {row["combination"]: Fraction(row["exact"]) for row in outcomes}


def test_first_throw_by_family():
    ways: dict[str, Fraction] = {}
    for combination, chance in first_throw().items():
        kind = family(CLASSIC, tuple(map(int, combination)))
        ways[kind] = ways.get(kind, Fraction(0)) + 216 * chance
    assert ways == VALUES["first_throw_ways"]


def test_two_players_with_the_same_single_throw():
    equal = sum(chance**2 for chance in first_throw().values())
    assert str(equal) == VALUES["same_single_throw"]["two_players"]


@pytest.mark.parametrize(
    "case", VALUES["combo"], ids=lambda case: f"{'+'.join(case['target'])} {case.get('as', '')}"
)
def test_chance_of_a_combination_by_throws(case):
    targets = [word for target in case["target"] for word in ("--target", target)]
    document = ask("odds", "--goal", "combo", *targets, "--as", case.get("as", "leader"))
    assert [row["exact"] for row in document["by_throws"]] == case["throws"]


def test_mean_points_by_throws():
    assert [row["exact"] for row in ask("odds")["by_throws"]] == VALUES["points"]["throws"]


def test_chance_of_beating_each_combination_in_three_throws():
    total = Fraction(0)
    for dice in ALL_DICE:
        value = ask("odds", "--goal", "beat", "--target", name(dice), "--ties", "0")["exact"]
        assert value == VALUES["beat_strictly"].get(name(dice), value)
        total += Fraction(value)
    assert str(total) == VALUES["beat_strictly"]["sum_over_56_targets"]


@pytest.mark.parametrize(("roll", "ties"), VALUES["ties_with_one_left"].items())
def test_holds_equal_to_the_best(roll, ties):
    document = ask("best", roll, "--left", "1", "--goal", "points")
    assert document["ties"] == ties
    assert document["best"] == ties[0]


def test_every_hold_of_642_against_654():
    document = ask("best", "642", "--left", "2", "--goal", "beat", "--target", "654")
    assert {option["action"]: option["exact"] for option in document["options"]} == VALUES["best_642"]
