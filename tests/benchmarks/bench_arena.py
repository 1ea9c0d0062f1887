"""The arena: decisions a second between two built-in players, and a bot examined in the whole game."""

from __future__ import annotations

import time
from functools import cache

from game421.arena import grade, review
from game421.arena.asking import AskedPolicy
from game421.arena.choosers import PerfectChooser
from game421.arena.entrants import entrant
from game421.arena.exact_play import ExactPlay
from game421.arena.games import play_game
from game421.arena.logs import Log
from game421.arena.matches import Match
from game421.arena.policies import NoisyPolicy, PerfectPolicy
from game421.arena.schedule import Schedule
from game421.arena.several import examine_round
from game421.arena.standings import Contest
from game421.rules import load_rules
from game421.states.token_states import TokenState
from game421.tables.library import game_values

GAMES = 2_000
DECISIONS = 100_000
"""Decisions a second that are asked for, policies warm."""

EXAMINED, REVIEWED = 60, 10_000
"""Seconds in which a bot that answers in a microsecond is to be examined, and so many games reviewed."""


@cache
def warm() -> Contest:
    """The classic game, its perfect play at hand, some games played already."""
    rules = load_rules("classic")
    exact = ExactPlay(game_values(rules, 2))
    exact.prepare()
    contest = Contest(rules, 2, "manche", exact)
    for game in range(3 * GAMES):
        play_game(contest, [PerfectChooser(), PerfectChooser()], game)
    return contest


def bench_decisions(least, line):
    players = [PerfectChooser(), PerfectChooser()]
    games = range(10**6, 10**6 + GAMES)
    decisions = sum(play_game(warm(), players, game).decisions for game in games)
    seconds = least(
        "matches: ours, perfect against perfect",
        lambda: [play_game(warm(), players, game) for game in games],
        rounds=5,
    )
    line(f"matches: {decisions / seconds:,.0f} decisions a second of {DECISIONS:,}, one process")


def bench_examination(line):
    start = time.perf_counter()
    grade(lambda position, legal: legal[0], rules="classic")
    line(f"examination of a bot in Python: {time.perf_counter() - start:.1f} s of {EXAMINED}")


def bench_review(line, tmp_path):
    match = Match(warm(), (entrant("noisy:0.1"), entrant("points")), Schedule(2, 2, 0), moves=True)
    with Log.new(tmp_path / "log", match) as log:
        for unit in match.chunk(range(REVIEWED // 2)):
            log.add(unit)
    start = time.perf_counter()
    found = review(tmp_path / "log")
    seconds = time.perf_counter() - start
    speed = sum(each.total.decisions for each in found.players.values()) / seconds
    line(f"review of {found.games:,} games: {seconds:.1f} s of {EXAMINED}, {speed:,.0f} decisions a second")


class Stops:
    """A bot that answers at once."""

    def decide(self, position: str, legal: tuple[str, ...]) -> str:
        return legal[0]


def bench_a_round_of_three(line):
    table, state = game_values(load_rules("classic"), 3), TokenState("D", 3, 0, (8, 6, 7))
    for policy in (NoisyPolicy(PerfectPolicy(), 0.1), AskedPolicy("stops", Stops())):
        examine_round(table, policy, state)
        start = time.perf_counter()
        examine_round(table, policy, TokenState("D", 3, 0, (7, 7, 7)))
        seconds = time.perf_counter() - start
        whole = seconds * len(table.values) / 60
        line(f"a round of three, {policy.name}: {seconds:.2f} s; {whole:.0f} minutes for all token states")
