"""The cards that come with the program: what is said of each is derived; a small search done whole."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import permutations

import numpy as np
import pytest

from game421.arena.cards import CardPolicy, card_for, is_borrowed
from game421.arena.policies import StrategyPolicy, behaves
from game421.arena.pricing import bare_decisions, price_decided, price_round
from game421.arena.turn_problems import round_problems
from game421.errors import InputError
from game421.rules import digest, load_rules
from game421.states.goals import ROUND_GOALS
from game421.strategies.candidates import candidates
from game421.strategies.catalogue import FOLDER, LENGTHS, card_of, cards, cards_of
from game421.strategies.playing import Playing, strategy_actions
from game421.strategies.problems import best_actions
from game421.strategies.proving import proved_best
from game421.strategies.searching import Found, best_lists
from strategies.rebuild import FOUND_FOR, OF_TWO


def known_cards(rules, goal, players):
    return [card_of(rules, lines, players, goal) for lines in LENGTHS]


@cache
def problems(name, goal="duel", players=2):
    return round_problems(load_rules(name), goal, players)


def problem_loss(problem, strategy):
    action = [strategy.action(*situation) for situation in problem.situations]
    return problem.loss(np.array(action, np.uint8))


def test_there_is_a_card_of_every_length_for_all_that_cards_are_made_for():
    assert len(cards()) == len(FOUND_FOR) * len(LENGTHS)
    assert {card.file for card in cards()} == {file.name for file in FOLDER.glob("*.toml")}


@pytest.mark.parametrize(
    ("name", "goal", "players"), [found for found in FOUND_FOR if found[1] in ROUND_GOALS]
)
def test_a_card_costs_what_is_said_of_it(name, goal, players):
    rules = load_rules(name)
    leading, following = problems(name, goal, players)
    found = known_cards(rules, goal, players)
    for card in found:
        strategy = card.strategy
        assert max(len(strategy.leader), len(strategy.follower)) <= card.lines
        assert problem_loss(leading, strategy) == pytest.approx(card.leader.loss, abs=1e-11)
        assert problem_loss(following, strategy) == pytest.approx(card.follower.loss, abs=1e-11)
        assert card.price == pytest.approx((card.leader.loss + card.follower.loss) / players, abs=1e-12)
        assert 0 <= card.leader.lower <= card.leader.loss + 1e-12
        assert 0 <= card.follower.lower <= card.follower.loss
    losses = [(card.leader.loss, card.follower.loss) for card in found]
    assert losses == sorted(losses, reverse=True)


def test_a_search_done_whole_finds_the_best_list():
    """The small candidates, every list of two lines and every beginning of three tried."""
    every = candidates(problems("classic").leading, small=True)
    lists = best_lists(every, 3)
    whole = min(every.loss(order) for order in permutations(range(len(every.lines)), 2))
    assert lists[2].loss == pytest.approx(whole, abs=1e-12)
    nothing = Found((), every.loss(()))
    for lines in (1, 2, 3):
        proved, whole_search = proved_best(every, lines, nothing)
        assert whole_search
        assert len(proved.order) <= lines
        assert proved.loss == pytest.approx(every.loss(proved.order), abs=1e-12)
        assert proved.loss <= lists[lines].loss + 1e-12
    assert proved_best(every, 2, nothing).found.loss == pytest.approx(whole, abs=1e-12)
    assert not proved_best(every, 3, nothing, steps=3).whole


def test_the_leaders_card_of_three_lines_is_proved_best():
    rules = load_rules("classic")
    (card,) = (card for card in known_cards(rules, "duel", 2) if card.lines == 3)
    every = candidates(problems("classic").leading)
    known = Found((), card.leader.loss + 1e-9)
    assert len(every.lines) == card.leader.candidates
    proved, whole = proved_best(every, 3, known)
    assert whole
    assert proved.loss == pytest.approx(card.leader.lower, abs=1e-12)
    assert card.leader.lower == pytest.approx(card.leader.loss, abs=1e-12)


@pytest.mark.parametrize("name", ["classic", "bistro", "sips"])
def test_a_problem_says_what_a_pricing_does(name):
    """The search counts turns put together by their target; a pricing every position."""
    rules = load_rules(name)
    strategy = card_for(rules, 8, 2)
    expected = price_round(rules, "duel", 2, StrategyPolicy(strategy)).loss
    for problem, loss in zip(problems(name), expected, strict=True):
        assert problem_loss(problem, strategy) == pytest.approx(loss, abs=1e-11)
        assert problem.loss(best_actions(problem)) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(("changed", "goal"), [({"tierces": 2}, "duel"), ({}, "relative")])
def test_what_has_no_card_gets_the_cheapest(changed, goal):
    """Of the cards of the same rules for another goal, else of those of other rules for the same goal."""
    rules = replace(load_rules("fiches"), **changed)
    decided = bare_decisions(rules, goal, 2)
    price = {
        card.file: price_decided(decided, goal, StrategyPolicy(card.strategy)).mean
        for card in cards_of(8)
        if ((card.goal, card.players) == (goal, 2) if changed else card.digest == digest(rules))
        and card.goal != "manche"
    }
    chosen = card_for(rules, 8, 2, goal)
    assert price_decided(decided, goal, StrategyPolicy(chosen)).mean == min(price.values())


def test_of_two_who_is_not_worst_is_best():
    """So there are no cards of two for `safe`, and those for `duel` serve."""
    for name in (*OF_TWO, "sips"):
        rules = load_rules(name)
        assert card_of(rules, 8, 2, "safe") is None
        assert card_for(rules, 8, 2, "safe") == card_of(rules, 8, 2, "duel").strategy
        best, safe = (bare_decisions(rules, goal, 2) for goal in ("duel", "safe"))
        assert (best.found.action == safe.found.action).all()
        assert best.solution.worth[0] * 1 == pytest.approx(safe.solution.worth[0] * 1)


def test_a_card_for_the_round_is_none_for_the_manche():
    rules = replace(load_rules("fiches"), tierces=2, tokens=5)
    for_manches = {card.strategy for card in cards_of(3) if card.goal == "manche"}
    assert card_for(rules, 3, 2) not in for_manches
    assert card_for(rules, 3, 2, "manche") in for_manches


def test_a_card_of_other_than_the_known_lengths_is_refused():
    with pytest.raises(InputError, match="7 lines: there are cards of 3, 5, 8, 12"):
        card_for(load_rules("classic"), 7, 2)
    with pytest.raises(InputError, match="'card:4': there are card:3, "):
        CardPolicy(4)


@pytest.mark.parametrize(
    ("players", "goal", "borrowed"),
    [
        (2, "duel", False),
        (2, "safe", False),
        (3, "safe", False),
        (4, "duel", True),
        (2, "manche", False),
        (2, "partie", False),
        (3, "manche", True),
    ],
)
def test_a_card_is_borrowed_where_it_was_found_for_others(players, goal, borrowed):
    assert is_borrowed(load_rules("bistro"), 8, players, goal) is borrowed
    assert is_borrowed(replace(load_rules("bistro"), tierces=2), 8, players, goal)


def test_a_match_is_played_as_an_examination_counts():
    """Position by position a strategy does what it does in all positions of a round at once."""
    strategy = card_for(load_rules("fiches"), 8, 2)
    positions = bare_decisions(load_rules("fiches"), "duel", 2).positions
    assert (behaves(Playing(strategy), positions) == strategy_actions(strategy, positions)).all()
