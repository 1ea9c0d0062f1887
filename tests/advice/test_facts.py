"""Facts of games: against the game told in full, by laws, and by figures that stay."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.sparse import coo_array

from certificates.played import record
from game421.advice.facts import Facts, facts_of_game, facts_of_round, facts_of_values
from game421.advice.round_facts import Share, round_facts
from game421.advice.variants import facts_of_variants, variant_of
from game421.dice import KEEP_NOTHING, ROLLS
from game421.dice.ways import reach
from game421.errors import Game421Error, InputError
from game421.games.equilibrium import solve_equilibrium
from game421.games.space import game_space
from game421.games.sweeps import Threads
from game421.games.values import GameValues
from game421.games.visits import Course, course, play
from game421.rounds.chances import RoundChances, follow_solution
from game421.rounds.following import follow_rounds
from game421.rounds.passes import round_plan
from game421.rounds.rest import round_payoffs_of
from game421.rounds.solving import RoundPayoffs, solve_round
from game421.rounds.stakes import RoundStakes
from game421.rounds.tree import round_tree
from game421.rules import load_rules
from game421.rules.families import roll_of
from game421.states.results import Result
from game421.states.settlements import apply, settle_throw
from game421.states.token_states import TokenState
from game421.tables.solving import solve_game, values_of
from oracles.axes import ALL_DICE, Axes, name
from oracles.axes import rules as table_of
from oracles.game import State
from oracles.round import Round
from oracles.round import goal as wish_of

from .enumeration import Story, tell

THREE_FACES = (2, 1, 0, 1, 0, 0)
"""Ten combinations: 421, 111, 411, 444, 211, 222, three of the rest and 221."""

VALUES: dict[str, Any] = {"421": 2, "111": 2, "fiche": 1, "brelan": 1}

BASE: dict[str, Any] = {"tokens": 3, "die": THREE_FACES, "values": VALUES}

WORTHS = [*VALUES, "tierce", "rest", "221"]

EQUALS = [["421", "111"], ["411", "211"], ["444", "222", "441"], ["442", "221"]]
"""The combinations of three faces, few of them with a rank of their own."""

GAMES: dict[str, dict[str, Any]] = {
    "classic": BASE | {"nenette_takes": 2, "charge_throws": 2},
    "bistro": BASE
    | {
        "followers": "declare",
        "tie_by_throws": "fewer-wins",
        "rampo_value": "choice",
        "charge_throws": 1,
        "ends": "last-in",
    },
    "havraise": BASE | {"charge": "havraise", "followers": "up-to", "rampo_value": "rampo"},
    "locked": BASE | {"kept_dice": "locked", "followers": "up-to", "next_leader": "winner"},
    "ordered": BASE
    | {
        "charge_throws": 2,
        "nenette_tie": "last-wins",
        "transfer": "sum",
        "next_leader": "rotation",
        "tokens": 4,
        "decharge_throws": 2,
    },
    "every nenette takes": BASE | {"charge_throws": 1, "nenette_takes": 1, "nenette_each": True},
    "later wins": BASE | {"ties": "later-wins", "charge_throws": 2, "decharge_throws": 2},
    "equals": BASE
    | {
        "ranking": [
            *EQUALS,
            *(one for one in map(name, ALL_DICE) if not any(one in tier for tier in EQUALS)),
        ],
        "charge_throws": 1,
        "decharge_throws": 2,
    },
    "all at once": BASE | {"tokens": 2, "values": dict.fromkeys(WORTHS, 2)},
    "a single token": BASE | {"tokens": 1, "charge": "havraise"},
    "more ways than floats can count": BASE
    | {"die": (3, 1, 0, 1, 0, 0), "charge_throws": 1, "decharge_throws": 4, "followers": "up-to"},
    "a fair die": {"tokens": 2, "charge_throws": 1, "decharge_throws": 1},
}

COIN = (2, 1, 0, 0, 0, 0)
"""Aces and twos: 111 > 211 > 222 > 221, no two equally likely."""

SEVERAL: dict[str, tuple[int, dict[str, Any]]] = {
    "three": (3, {"tokens": 4, "charge_throws": 1, "decharge_throws": 2, "nenette_takes": 2}),
    "three, last in": (
        3,
        {
            "tokens": 3,
            "charge_throws": 1,
            "decharge_throws": 2,
            "followers": "declare",
            "tie_by_throws": "fewer-wins",
            "rampo_value": "choice",
            "ends": "last-in",
        },
    ),
    "three, up to, locked": (
        3,
        {"tokens": 3, "charge_throws": 2, "followers": "up-to", "kept_dice": "locked", "ends": "last-in"},
    ),
    "three, up to, winner leads": (
        3,
        {"tokens": 3, "charge_throws": 2, "followers": "up-to", "cap": "previous", "next_leader": "winner"},
    ),
    "three, equals": (
        3,
        {
            "tokens": 3,
            "ranking": [
                ["111", "222"],
                ["211", "221"],
                *(one for one in map(name, ALL_DICE) if one not in {"111", "222", "211", "221"}),
            ],
            "values": dict.fromkeys(WORTHS, 1),
            "charge_throws": 1,
            "decharge_throws": 2,
            "next_leader": "rotation",
        },
    ),
    "three, every nenette takes": (
        3,
        {"tokens": 3, "charge_throws": 1, "decharge_throws": 1, "nenette_takes": 1, "nenette_each": True},
    ),
    "four": (
        4,
        {
            "tokens": 3,
            "charge_throws": 1,
            "decharge_throws": 1,
            "nenette_tie": "last-wins",
            "ends": "last-in",
        },
    ),
}
"""Games of more players, of small dice; worths as in VALUES."""

STAGES = {"charge": ("charge",), "decharge": ("decharge",), "all": ("charge", "decharge")}

near = pytest.approx


EVERY = [*GAMES, *SEVERAL]


def table_and_players(game: str) -> tuple[Axes, int]:
    if game in GAMES:
        return table_of(**GAMES[game]), 2
    players, axes = SEVERAL[game]
    return table_of(**{"die": COIN, "values": dict.fromkeys(WORTHS, 1) | VALUES} | axes), players


@cache
def story(game: str) -> Story:
    return Story(*table_and_players(game))


@cache
def values(game: str) -> GameValues:
    """Values of a game; of three and more players without a check of what anyone could gain."""
    table, players = table_and_players(game)
    if players == 2:
        return solve_game(record(table), 2).values
    space = game_space(record(table), players)
    *_, progress = solve_equilibrium(space, Threads(1), lambda done, total: None)
    return values_of(space, progress)


@cache
def facts(game: str) -> Facts:
    return facts_of_values(values(game))


def by_name(shares: tuple[Share, ...]) -> dict[str | None, float]:
    assert len({share.combination for share in shares}) == len(shares)
    assert all(share.value > 0 for share in shares)
    return {share.combination: share.value for share in shares}


# Against every history of every round


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


BARE: dict[str, tuple[str, dict[str, Any]]] = {
    "duel": ("duel", {"followers": "up-to"}),
    "safe": ("safe", {"kept_dice": "locked"}),
    "tokens": ("tokens", {"tie_by_throws": "fewer-wins", "followers": "declare", "rampo_value": "rampo"}),
    "sips": ("tokens", {"game": "sips", "followers": "up-to", "repeat_421": 2, "brelan_gift": True}),
    "nothing but equals": (
        "safe",
        {"ranking": [list(map(name, ALL_DICE))], "values": dict.fromkeys(WORTHS, 1), "ties": "later-wins"},
    ),
    "sips of equals": ("duel", {"game": "sips", "ranking": GAMES["equals"]["ranking"], "decharge_throws": 2}),
}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("case", BARE)
def test_a_bare_round_is_the_round_told_in_full(case, players):
    goal, axes = BARE[case]
    few = {} if players == 2 else {"die": COIN, "decharge_throws": 2}
    table = table_of(**{"die": THREE_FACES, "values": VALUES} | axes | few)
    a_round = Round(table, players, wish_of(goal, players))
    expected, found = tell(a_round, lambda outcome: None), facts_of_round(record(table), goal, players)
    assert [ratio.fraction() for ratio in found.exact] == list(a_round.values())
    throws: Counter[int] = Counter()
    for (count, _), chance in expected.moves.items():
        throws[count] += chance
    assert list(found.throws) == list(found.round) == ["all"]
    assert dict(enumerate(found.throws["all"].chances)) == near(
        {count: float(throws[count]) for count in range(players * table["decharge_throws"] + 1)}
    )
    assert found.throws["all"].mean == near(float(sum(count * chance for count, chance in throws.items())))
    mean = found.round["all"]
    assert mean.leader_best == near(float(expected.seats[0]))
    assert (mean.rampo, mean.rampo_best, mean.rampo_worst) == near(
        tuple(float(expected.rampo[kind]) for kind in ("any", "best", "worst"))
    )
    wins = {name(dice): float(chance) for dice, chance in expected.wins.items() if chance}
    assert by_name(mean.wins) == near(wins, abs=1e-12)
    ends = {(name(dice), used): float(chance) for (dice, used), chance in expected.leader.items() if chance}
    assert {
        (share.combination, stop.throws): share.value for stop in mean.stops for share in stop.ends
    } == near(ends, abs=1e-12)
    assert found.rampo_throws == near(float(expected.rampo["throws"]))
    assert (found.rounds, found.even, found.espagnole) == ({}, (), None)


ROUNDS: dict[str, dict[str, Any]] = {
    "same": {},
    "up to, fewer wins": {"followers": "up-to", "tie_by_throws": "fewer-wins"},
    "declare, fewer wins, choice": {
        "followers": "declare",
        "tie_by_throws": "fewer-wins",
        "rampo_value": "choice",
    },
    "declare, previous": {"followers": "declare", "cap": "previous"},
    "a loaded die of six faces": {"die": (3, 1, 2, 1, 2, 4)},
}
"""Rounds of all kinds that the kernel solves."""

# Laws


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


@pytest.mark.parametrize("game", ["bistro", "a fair die", "equals"])
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


def test_a_leader_who_would_never_stop_has_no_weakest_combination():
    leader = np.zeros((2, len(ROLLS), 3))
    leader[0, roll_of(4, 2, 1), 0] = leader[0, roll_of(6, 5, 4), 0] = 0.25
    leader[1] = 1 / len(ROLLS)
    nothing = np.zeros((len(ROLLS), 3))
    chances = RoundChances(leader, nothing, nothing[0], nothing[:3], nothing[0])
    mean = round_facts(load_rules("classic"), [(chances, np.array([1.0, 2.0, 0.0]))])
    assert mean.stops[0].weakest == (Share("654", 1 / 3), Share(None, 2 / 3))
    assert mean.stops[1].weakest == ()


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


# What is refused


def test_facts_are_of_games_that_can_be_followed_and_of_rounds_in_sips():
    with pytest.raises(InputError, match="5 players: 57,975 states of about 77,056 summaries each"):
        facts_of_game(load_rules("classic"), 5)
    with pytest.raises(InputError, match="5 players: facts of a bare round are about 4 at most"):
        facts_of_round(load_rules("sips"), "tokens", 5)
    with pytest.raises(InputError, match="4 players: variants are 6 games"):
        facts_of_variants(load_rules("classic"), 4)
    with pytest.raises(InputError, match="rounds only"):
        facts_of_game(load_rules("sips"))


def test_chances_of_a_round_are_from_its_start():
    rules = record(table_of(die=THREE_FACES, decharge_throws=1))
    tree = round_tree(rules, "R", 2, (Result(roll_of(4, 2, 1), 1),))
    payoffs = round_payoffs_of(tree, TokenState("R", 2), RoundStakes(rules, "duel", 2), [0, 1], exact=False)
    with pytest.raises(InputError, match="whole rounds, from the leader's first throw on"):
        follow_solution(solve_round(tree, payoffs))


@pytest.mark.parametrize("axes", ROUNDS)
@pytest.mark.parametrize("players", [2, 3])
def test_compiled_chances_are_those_of_numpy(axes, players):
    """The same policies, found twice: by the kernel and in numpy; of several states, no two alike."""
    rules = record(table_of(**{"die": THREE_FACES, "values": VALUES, "decharge_throws": 2} | ROUNDS[axes]))
    tree = round_tree(rules, "D", players)
    worth = np.random.default_rng(players).random((len(tree.verdicts), players, 3))
    found, expected = (
        follow_rounds(round_plan(tree), worth),
        follow_solution(solve_round(tree, RoundPayoffs(worth))),
    )
    assert found.verdicts == near(expected.verdicts, abs=1e-12)
    for one in ("leader", "wins", "leader_best", "rampo", "rampo_throws"):
        assert getattr(found.chances, one) == near(getattr(expected.chances, one), abs=1e-12)


def test_play_that_never_ends_has_no_mean():
    space = game_space(record(table_of(**GAMES["a single token"])), 2)
    start, size = space.start, len(space.states) + 1
    for_ever = coo_array(([1.0], ([start], [start])), shape=(size, size)).tocsr()
    with pytest.raises(Game421Error, match="may go on for ever"):
        Course(space, {1: for_ever}, (0.0, 0.0)).visits()
