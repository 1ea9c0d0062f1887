"""Luck told from skill in games of three: what errors bring everyone, by the values of an equilibrium."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from game421.arena.bots import Forfeit
from game421.arena.choosers import NoisyChooser, PerfectChooser, Quiet, RandomChooser
from game421.arena.dice import derived_seed
from game421.arena.examination import Examination
from game421.arena.games import Played, fair_share, play_game
from game421.arena.nodes import Node
from game421.arena.policies import NoisyPolicy, PerfectPolicy, RandomPolicy
from game421.arena.results import Result, Standings
from game421.arena.schedule import Schedule
from game421.arena.several import examine_several
from game421.arena.several_play import SeveralPlay
from game421.arena.standings import Contest, Standing
from game421.states.actions import Action

from .test_several import TABLES, solved

GAMES = 600


@cache
def contest(name: str) -> Contest:
    table = solved(name)
    return Contest(table.rules, 3, "manche", SeveralPlay(table))


@cache
def played(name: str, seat: int) -> list[Played]:
    """Games of a random player at a seat against perfect ones."""
    seated = [RandomChooser() if place == seat else PerfectChooser() for place in range(3)]
    return [play_game(contest(name), seated, derived_seed(5, game)) for game in range(GAMES)]


@cache
def examined(name: str) -> Examination:
    return examine_several(solved(name), RandomPolicy())


def noisy(noise: float) -> NoisyPolicy:
    return NoisyPolicy(PerfectPolicy(), noise)


@pytest.mark.parametrize("name", TABLES)
def test_perfect_play_shows_no_skill_so_nothing_is_left_to_chance(name):
    here, perfect = contest(name), PerfectChooser()
    games = [play_game(here, [perfect] * 3, game) for game in range(60)]
    assert {each.skill for each in games} == {(0.0, 0.0, 0.0)}
    assert len({each.payoffs for each in games}) > 1


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seat", [0, 2])
def test_a_long_match_confirms_the_examination(name, seat):
    found, games = examined(name), played(name, seat)
    payoffs = np.array([each.payoffs for each in games])
    skills = np.array([each.skill for each in games])
    error = payoffs[:, seat].std() / GAMES**0.5
    assert abs(payoffs[:, seat].mean() - found.chance[seat]) < 4 * error
    error = skills[:, seat].std() / GAMES**0.5
    assert abs(found.value[seat] + skills[:, seat].mean() - found.chance[seat]) < 4 * error
    assert np.abs(skills.sum(axis=1)).max() < 1e-9  # what one loses the others win


@pytest.mark.parametrize("name", TABLES)
def test_luck_has_mean_nothing_for_everyone(name):
    for seat in (0, 2):
        payoffs = np.array([each.payoffs for each in played(name, seat)])
        skills = np.array([each.skill for each in played(name, seat)])
        luck = payoffs - skills - np.array(examined(name).value)
        error = luck.std(axis=0) / GAMES**0.5
        assert (np.abs(luck.mean(axis=0)) < 4 * error).all()


def test_luck_taken_out_saves_games():
    here, schedule, reductions = contest("first out"), Schedule(3, 3, seed=6), []
    for noise in (0.2, 1.0):
        standings = Standings(3, 3)
        players = [NoisyChooser(PerfectChooser(), noise), PerfectChooser(), PerfectChooser()]
        for unit in range(150):
            results = []
            for fixture in schedule.unit(unit):
                seated = [players[player] for player in fixture.seating]
                results.append(Result.of(fixture, play_game(here, seated, fixture.seed, game=fixture.game)))
            standings.add(results)
        controlled, exact = standings.scores[0].controlled, examine_several(here.exact.table, noisy(noise))
        interval = controlled.interval(fair_share(here))
        assert interval is not None
        assert interval.low - 0.01 < np.mean(exact.chance) < interval.high + 0.01
        reductions.append(controlled.reduction)
    assert min(reductions) > 2


def test_a_fair_share_is_what_a_game_brings_on_average():
    assert fair_share(contest("first out")) == pytest.approx(1 / 3)
    assert fair_share(contest("last in")) == pytest.approx(2 / 3)


def test_a_forfeit_costs_what_the_position_was_worth_and_gives_the_others_the_rest():
    class Lost(Quiet):
        def choose(self, standing: Standing, node: Node) -> Action:
            raise Forfeit("silence", "asleep")

    here = contest("first out")
    found = play_game(here, [Lost(), PerfectChooser(), PerfectChooser()], 3)
    assert found.payoffs == (0, 0.5, 0.5)
    assert found.skill is not None
    assert sum(found.skill) == pytest.approx(0)
    assert found.skill[0] < 0
