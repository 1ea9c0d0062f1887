"""Options that would change nothing where they stand: refused, never silently ignored."""

from __future__ import annotations

import pytest

DECHARGE = "D 0 8/13 654@2 2 642 1"
OF_TURNS = [("--phase", "charge"), ("--phase", "decharge"), ("--as", "leader"), ("--ties", "1")]


@pytest.mark.parametrize("position", [DECHARGE, "C 21 0/0 - 3 642 2", "R - -/- - 3 642 2"])
@pytest.mark.parametrize("option", OF_TURNS)
def test_a_position_of_a_game_says_its_phase_itself(refused, position, option):
    line = refused("best", "--position", position, *option)
    assert line.startswith(f"{option[0]} is about a bare turn: a position of phase {position[0]} says")


def test_the_phase_of_a_bare_turn_counts(ask):
    asked = ("best", "--rules", "fiches", "--position", "T - - - 1 642 0")
    assert [ask(*asked, "--phase", phase)["phase"] for phase in ("charge", "decharge")] == [
        "charge",
        "decharge",
    ]


@pytest.mark.parametrize(
    "asked",
    ["sheet --format txt", "export --format csv", "solve", "facts --plot"],
)
def test_the_rules_file_is_not_written_over(refused, tmp_path, asked):
    file = tmp_path / "mine.toml"
    file.write_text('extends = "fiches"\n')
    place = () if asked.endswith("--plot") else ("-o",)
    line = refused(*asked.split(), *place, str(file), "--rules", str(file))
    assert line == f"{file}: is read here: name another file to write to"
    assert file.read_text() == 'extends = "fiches"\n'


@pytest.mark.parametrize("option", ["--exact", "--json"])
def test_a_batch_has_one_way_to_answer(refused, option):
    assert refused("best", "--batch", "rolls.csv", option).startswith(f"{option} goes with one question")


@pytest.mark.parametrize("option", OF_TURNS[:-1])
def test_options_about_turns_are_no_answer_to_a_row_of_a_game(shown, tmp_path, option):
    batch = tmp_path / "batch.csv"
    batch.write_text(f"position\n{DECHARGE}\n")
    status, answered, complaint = shown("best", "--batch", str(batch), *option)
    assert (status, complaint) == (2, "421: 1 of 1 rows have no answer: see the column error\n")
    assert f",,,,{option[1]} is about a bare turn: it needs a position of phase T" in answered


@pytest.mark.parametrize(
    "option", [("--throws", "2"), ("--cap", "2"), ("--target", "654"), ("--as", "leader"), ("--ties", "1")]
)
def test_a_finished_combination_has_no_turn_to_play(refused, option):
    line = refused("odds", "--holding", "653@3", *option)
    assert line.startswith(f"{option[0]} is about a turn to be played, not about --holding")


@pytest.mark.parametrize("option", [("--before", "654"), ("--to-come", "0")])
def test_opponents_go_with_a_finished_combination(refused, option):
    assert refused("odds", *option).startswith(f"{option[0]} goes with --holding")


@pytest.mark.parametrize("goal", ["duel", "safe", "tokens", "relative"])
def test_a_goal_of_a_round_needs_a_finished_combination(refused, goal):
    assert refused("odds", "--goal", goal).startswith(
        f"goal {goal} goes with --holding, a finished combination"
    )
