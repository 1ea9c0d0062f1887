"""Laws of the facts of games, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import coo_array

from certificates.played import record
from game421.advice.facts import facts_of_game, facts_of_round
from game421.advice.variants import facts_of_variants, variant_of
from game421.dice import KEEP_NOTHING, ROLLS
from game421.dice.ways import reach
from game421.errors import Game421Error, InputError
from game421.games.space import game_space
from game421.games.visits import Course, course, play
from game421.rules import load_rules
from game421.rules.families import roll_of
from game421.states.settlements import apply, settle_throw
from oracles.axes import rules as table_of

from .told_games import (
    EVERY,
    GAMES,
    facts,
    near,
    values,
)


@pytest.mark.parametrize("game", EVERY)
def test_the_tokens_taken_in_the_charge_are_those_of_the_pot(game):
    """Counted by what each round moves, which the course of the game does not look at."""
    table = values(game)
    space = game_space(table.rules, table.players)
    played = list(play(space, table))
    visits = course(space, played).visits()
    taken = 0.0
    for part in played:
        for column, index in enumerate(part.block.states):
            state = space.states[index]
            chances = part.outcomes[:, :, column].sum(axis=0)
            if part.block.tree is None:
                rolls = [roll for roll, _ in reach(table.rules.die)[KEEP_NOTHING]]
                settlements = [settle_throw(table.rules, state, roll) for roll in rolls]
            else:
                settlements = [apply(table.rules, state, verdict) for verdict in part.block.tree.verdicts]
            moved = [-sum(settlement.scores) for settlement in settlements]
            assert state.phase == "C" or not any(moved)
            taken += visits[index] * float(chances @ moved)
    assert taken == near(table.rules.tokens)


@pytest.mark.parametrize("game", EVERY)
def test_chances_add_to_one_and_means_are_those_of_the_distributions(game):
    found = facts(game)
    for counts in (found.rounds, found.throws):
        for count in counts.values():
            assert sum(count.chances) == near(1, abs=1e-11)
            numbers = np.arange(len(count.chances))
            assert numbers @ count.chances == near(count.mean, abs=1e-9)
            square = float(numbers**2 @ count.chances)
            assert count.deviation == near((square - count.mean**2) ** 0.5, abs=1e-6)
            assert sum(count.chances[: count.median + 1]) >= 0.5 - 1e-12
            assert sum(count.chances[: count.median]) < 0.5
        assert counts["all"].mean == near(counts["charge"].mean + counts["decharge"].mean)
    for mean in found.round.values():
        assert sum(stop.value for stop in mean.stops) == near(1)
        assert sum(share.value for share in mean.wins) == near(1)


@pytest.mark.parametrize("game", EVERY)
def test_what_the_policies_come_to_are_the_values_of_the_table(game):
    """Every seat's way from every state: what the policies in floats are worth when all follow them."""
    table = values(game)
    space = game_space(table.rules, table.players)
    moves, payoffs = np.eye(space.size), np.zeros(space.size)
    payoffs[: len(space.shares)] = [p / q for p, q in space.shares]
    for part in play(space, table):
        chances = part.outcomes.sum(axis=0)
        for column, index in enumerate(part.block.states):
            for seat in range(space.states[index].players):
                np.add.at(
                    moves[space.offset[index] + seat],
                    part.block.leads_to[:, seat, column],
                    -chances[:, column],
                )
    worth = np.linalg.solve(moves, payoffs)
    for index, state in enumerate(space.states):
        expected = [value / table.denominator for value in table.of(state)]
        assert worth[space.offset[index] : space.offset[index + 1]].tolist() == near(expected, abs=1e-11)


@pytest.mark.parametrize("game", ["bistro", "runs as well", "equals"])
def test_where_the_charge_is_one_throw_each_nobody_is_favoured(game):
    found = facts(game)
    assert found.exact[0] == found.exact[1] == (1, 2)
    assert found.lead == 0
    assert found.espagnole[0] == near(found.espagnole[1])


@pytest.mark.parametrize("game", GAMES)
def test_the_lead_is_worth_as_much_to_the_poorer_as_to_the_richer(game):
    """Who holds 1 of 3 gains by the lead what the holder of 2 loses by its loss."""
    tokens, even = GAMES[game]["tokens"], facts(game).even
    assert [split.position.split()[2] for split in even] == {
        1: [],
        2: ["1/1"],
        3: ["1/2", "2/1"],
        4: ["2/2"],
    }[tokens]
    for split in even:
        assert split.lead == near(even[0].lead)
        assert split.leader - split.lead == near(split.without_lead)
    if len(even) == 2:
        assert even[0].without_lead == near(1 - even[1].leader)


def test_a_variant_counts_the_421_alike_in_both_phases_and_leaves_all_else():
    rules = load_rules("fiches")
    variant = variant_of(rules, 10, 21)
    assert variant.tokens == 21
    for phase in ("charge", "decharge"):
        before, after = rules.values_in(phase), variant.values_in(phase)
        changed = {roll for roll in range(len(ROLLS)) if before[roll] != after[roll]}
        assert changed == {roll_of(4, 2, 1)}
        assert after[roll_of(4, 2, 1)] == 10
    assert replace(variant, name=rules.name, tokens=11, values=rules.values) == rules


def test_play_that_never_ends_has_no_mean():
    space = game_space(record(table_of(**GAMES["a single token"])), 2)
    start, size = space.start, len(space.states) + 1
    for_ever = coo_array(([1.0], ([start], [start])), shape=(size, size)).tocsr()
    with pytest.raises(Game421Error, match="may go on for ever"):
        Course(space, {1: for_ever}, (0.0, 0.0)).visits()


def test_a_circle_that_rounding_hides_has_no_mean():
    """Thirds there and back, whose sums in float64 are not 1: the system looks regular, and is not."""
    space = game_space(record(table_of(**GAMES["a single token"])), 2)
    size, third = len(space.states) + 1, 1 / 3
    chances = [third, 1 - third - 1e-16, 1 - third - 1e-16, third]
    circle = coo_array((chances, ([0, 0, 1, 1], [0, 1, 0, 1])), shape=(size, size)).tocsr()
    with pytest.raises(Game421Error, match="may go on for ever"):
        Course(space, {1: circle}, (0.0, 0.0)).visits()


def test_facts_are_of_games_that_can_be_followed_and_of_rounds_in_sips():
    with pytest.raises(InputError, match="5 players: 57,975 states of about 77,056 summaries each"):
        facts_of_game(load_rules("classic"), 5)
    with pytest.raises(InputError, match="5 players: facts of a bare round are about 4 at most"):
        facts_of_round(load_rules("sips"), "tokens", 5)
    with pytest.raises(InputError, match="4 players: variants are 6 games"):
        facts_of_variants(load_rules("classic"), 4)
    with pytest.raises(InputError, match="rounds only"):
        facts_of_game(load_rules("sips"))
