"""`421 solve` for several players: who does the work is asked for once, and by those who can give it."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

from commands.asking import strict


@pytest.mark.parametrize("option", [("--workers", "2"), ("--scheduler", "tcp://127.0.0.1:1")])
def test_two_players_are_solved_by_one_worker(refused, option):
    assert refused("solve", *option).startswith("--workers and --scheduler are for three and more players")


def test_threads_here_or_a_cluster(refused):
    said = refused("solve", "--players", "3", "--workers", "2", "--scheduler", "tcp://127.0.0.1:1")
    assert said.startswith("--workers are threads here, --scheduler has its own: give one of them")


@pytest.mark.parametrize("count", ["0", "-1", "many"])
def test_workers_are_a_number(refused, count):
    assert "--workers" in refused("solve", "--players", "3", "--workers", count)


def test_a_cluster_needs_its_extra(shown, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert shown("solve", "--players", "3", "--scheduler", "tcp://127.0.0.1:1") == (
        1,
        "",
        "421: a cluster needs dask.distributed, which is not installed: pip install 'game421[cluster]'\n",
    )


COIN = """\
tokens = 2
die = [2, 1, 0, 0, 0, 0]
charge_throws = 2
decharge_throws = 2
"""


@pytest.fixture
def coin(tmp_path, monkeypatch):
    """A small game that the leader of three has an advantage in, solved in a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "coin.toml"
    path.write_text(COIN, encoding="utf-8")
    return str(path)


def test_of_three_players_fractions_are_worked_out_for_who_asks(shown, coin):
    status, out, _ = shown("solve", "--rules", coin, "--players", "3", "--exact", "--lang", "en")
    first, *fractions, confirmed, near = out.splitlines()
    worth = [Fraction(fraction) for fraction in fractions]
    assert (status, len(worth), sum(worth)) == (0, 3, 1)
    assert len(set(worth)) > 1
    assert first.endswith(": " + ", ".join(f"{100 * float(value):.6f}%" for value in worth) + ".")
    assert confirmed.startswith("Confirmed in these fractions")
    assert near.startswith("Checked independently")


def test_the_document_of_three_players_has_the_fractions_that_were_asked_for(shown, coin):
    asked = ("solve", "--rules", coin, "--players", "3", "--json")
    with_them, without = (strict(shown(*asked, *more)[1]) for more in (("--exact",), ()))
    assert "values_exact" not in without
    assert with_them["values"] == without["values"]
    assert [float(Fraction(text)) for text in with_them["values_exact"]] == pytest.approx(with_them["values"])
