"""Facts of games, against every history of every round."""

from __future__ import annotations

import pytest

from oracles.axes import name
from oracles.game import State

from .told_games import (
    EVERY,
    STAGES,
    by_name,
    facts,
    near,
    story,
)


@pytest.mark.parametrize("game", EVERY)
def test_values_and_lengths_are_those_of_the_game_told_in_full(game):
    told, found = story(game), facts(game)
    if found.players == 2:
        assert [ratio.fraction() for ratio in found.exact] == list(told.game.exact(told.game.start()))
    else:
        assert found.exact is None
        assert found.values == near(told.values(told.game.start()), abs=1e-11)
    assert found.espagnole == near(list(map(float, told.espagnole())), abs=1e-12)
    for stage, phases in STAGES.items():
        for counts, by_throws in ((found.rounds, False), (found.throws, True)):
            assert counts[stage].mean == near(float(told.mean(phases, by_throws=by_throws)), abs=1e-12)


@pytest.mark.parametrize("by_throws", [False, True])
@pytest.mark.parametrize("game", EVERY)
def test_distributions_are_those_of_the_game_told_in_full(game, by_throws):
    """Followed for 40 rounds: what is not over by then is the margin."""
    told, found = story(game), facts(game)
    for stage, phases in STAGES.items():
        expected = told.distribution(phases, 40, by_throws=by_throws)
        missing = 1 - sum(expected.values())
        chances = (found.throws if by_throws else found.rounds)[stage].chances
        assert missing < 1e-4
        for count in range(max(len(chances), *expected) + 1):
            chance = chances[count] if count < len(chances) else 0
            assert expected[count] - 1e-11 <= chance <= expected[count] + missing + 1e-11


@pytest.mark.parametrize("game", EVERY)
def test_the_mean_round_is_that_of_the_game_told_in_full(game):
    told, found = story(game), facts(game)
    for stage, phases in STAGES.items():
        expected = told.mean_round(phases)
        assert (stage in found.round) == bool(expected.seats)
        if stage not in found.round:
            continue
        mean = found.round[stage]
        assert mean.leader_best == near(float(expected.seats[0]))
        assert (mean.rampo, mean.rampo_best, mean.rampo_worst) == near(
            tuple(float(expected.rampo[kind]) for kind in ("any", "best", "worst"))
        )
        wins = {name(dice): float(chance) for dice, chance in expected.wins.items() if chance}
        assert by_name(mean.wins) == near(wins, abs=1e-12)
        assert [stop.throws for stop in mean.stops] == list(range(1, len(mean.stops) + 1))
        for stop in mean.stops:
            ends = {
                name(dice): float(chance)
                for (dice, used), chance in expected.leader.items()
                if used == stop.throws and chance
            }
            assert by_name(stop.ends) == near(ends, abs=1e-12)
            assert stop.value == near(sum(ends.values()), abs=1e-12)


@pytest.mark.parametrize("game", EVERY)
def test_the_weakest_stop_is_that_of_the_game_told_in_full(game):
    told, found = story(game), facts(game)
    for stage, mean in found.round.items():
        for stop in mean.stops:
            weights: dict[str | None, float] = {}
            for (state, _), visits in told.visits.items():
                most = told.table[state.phase + "_throws"]
                if state.phase not in STAGES[stage] or told.game.throws_alternately(state):
                    continue
                if stop.throws < most:
                    dice = told.weakest(state, stop.throws)
                    key = name(dice) if dice else None
                    weights[key] = weights.get(key, 0) + float(visits)
            total = sum(weights.values())
            expected = {key: weight / total for key, weight in weights.items()}
            assert by_name(stop.weakest) == near(expected, abs=1e-12)


@pytest.mark.parametrize("game", EVERY)
def test_throw_offs_add_their_own_throws(game):
    told = story(game)
    expected = sum(visits * told.told(state).rampo["throws"] for (state, _), visits in told.visits.items())
    assert facts(game).rampo_throws == near(float(expected), abs=1e-12)


@pytest.mark.parametrize("game", ["classic", "three"])
def test_without_the_lead_another_leads_and_the_stacks_stay(game):
    """The mean over the others of what the first seat has, wherever he then comes in the playing order."""
    told, found = story(game), facts(game)
    assert len(found.even) == found.players
    for split in found.even:
        stacks = tuple(map(int, split.position.split()[2].split("/")))
        led = []
        for leader in range(found.players):
            order = [(leader + step) % found.players for step in range(found.players)]
            state = State("decharge", 0, tuple(stacks[seat] for seat in order))
            led.append(float(told.values(state)[order.index(0)]))
        assert split.leader == near(led[0], abs=1e-11)
        assert split.without_lead == near(sum(led[1:]) / len(led[1:]), abs=1e-11)


def test_the_first_round_of_an_even_split_is_that_state_alone():
    told, found = story("classic"), facts("classic")
    for split in found.even:
        leader, other = map(int, split.position.split()[2].split("/"))
        state = State("decharge", 0, (leader, other))
        assert split.leader == near(float(told.game.exact(state)[0]))
        expected = {name(dice): float(chance) for dice, chance in told.told(state).wins.items() if chance}
        assert by_name(split.round.wins) == near(expected)
