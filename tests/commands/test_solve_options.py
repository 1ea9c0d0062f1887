"""`421 solve` for several players: who does the work is asked for once, and by those who can give it."""

from __future__ import annotations

import sys

import pytest


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
