"""`421 bench` for three and more at the table, as its users run it, with real bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands.asking import strict

STOPS = """
def decide(position, legal):
    return legal[0]
"""

ERRS = """
def decide(position, legal):
    return "666" if position.startswith("D") else legal[0]
"""


def bot(folder: Path, text: str) -> str:
    """A bot in a file."""
    (folder / "bot.py").write_text(text)
    return str(folder / "bot.py")


def examined(call, small: str, *arguments: str, status: int = 0):
    done = call(*arguments, "--exact", "--rules", small, "--json")
    assert done.returncode == status, done.stderr
    return strict(done.stdout)


def test_a_bot_is_examined_among_three_and_in_one_round(small, tmp_path, call):
    stops = bot(tmp_path, STOPS)
    game = examined(call, small, stops, "--players", "3")
    assert (game["players"], game["round"], game["against_best_reply"]) == (3, None, None)
    assert len(game["value"]) == len(game["chance"]) == 3
    assert 0 < game["loss"] < 1
    assert game["asked"] > 0
    assert 0 < game["epsilon"] < 1e-9
    one = examined(call, small, stops, "--state", "D 0 1/1/1")
    assert one["round"] == "D 0 1/1/1"
    assert one["position"] == "D 0 1/1/1 - 2 - 2"
    assert one["loss"] > game["loss"]
    assert all(blunder["position"].startswith("D 0 1/1/1 ") for blunder in one["blunders"])


def test_a_bot_that_errs_forfeits_there_and_the_status_says_trouble(small, tmp_path, call):
    found = examined(call, small, bot(tmp_path, ERRS), "--state", "D 0 1/1/1", status=1)
    (fault,) = found["forfeits"]
    assert fault["cause"] == "illegal action"
    assert fault["position"].startswith("D 0 1/1/1 ")
    assert found["chance"][0] == pytest.approx(0, abs=1e-9)
    assert found["blunders"][0]["action"] == "forfeit"


def test_a_match_of_three_takes_luck_out(small, call):
    done = call(
        "random",
        "perfect",
        "p=perfect",
        "--rules",
        small,
        "--games",
        "60",
        "--json",
        "--workers",
        "1",
    )
    assert done.returncode == 0, done.stderr
    adjusted = [player["luck_adjusted"] for player in strict(done.stdout)["players"]]
    assert sum(each["mean"] for each in adjusted) == pytest.approx(1, abs=0.05)
    assert adjusted[0]["mean"] < 1 / 3 < adjusted[1]["mean"]
