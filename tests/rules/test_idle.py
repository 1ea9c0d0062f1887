"""Axes without effect: which are reported, and that they have none in the slow twin of the round."""

import random
from functools import cache
from itertools import product

import pytest

from game421.rules import digest, idle_axes, idle_for, load_rules, read_rules
from game421.rules.idle import idle_reasons
from oracles.axes import rules as oracle_table
from oracles.round import Round, goal

from .strategies import CHOICES
from .writing import DEFAULTS, document

NO_NENETTE = [1, 0, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("axes", "idle"),
    [
        ({}, set()),
        # throws cannot differ where all make as many as the leader
        ({"tie_by_throws": "fewer-wins"}, {"tie_by_throws"}),
        ({"tie_by_throws": "fewer-wins", "followers": "up-to"}, set()),
        ({"tie_by_throws": "fewer-wins", "followers": "declare"}, set()),
        ({"cap": "previous"}, {"cap"}),
        ({"cap": "previous", "followers": "up-to"}, set()),
        ({"cap": "previous", "followers": "declare"}, set()),
        # one throw in either phase
        (
            {"followers": "declare", "cap": "previous", "tie_by_throws": "fewer-wins", "kept_dice": "locked"}
            | {"charge_throws": 1, "decharge_throws": 1},
            {"followers", "cap", "tie_by_throws", "kept_dice"},
        ),
        ({"followers": "declare", "charge_throws": 1, "decharge_throws": 2}, set()),
        ({"followers": "declare", "charge_throws": 2, "decharge_throws": 1}, set()),
        ({"followers": "up-to", "charge": "havraise", "decharge_throws": 1}, {"followers"}),
        ({"followers": "up-to", "game": "sips", "decharge_throws": 1}, {"followers"}),
        # a die taken back needs a third throw
        ({"kept_dice": "locked"}, set()),
        ({"kept_dice": "locked", "charge_throws": 2, "decharge_throws": 2}, {"kept_dice"}),
        ({"kept_dice": "locked", "charge_throws": 3, "decharge_throws": 2}, set()),
        ({"kept_dice": "locked", "charge_throws": 2, "decharge_throws": 3}, set()),
        ({"kept_dice": "locked", "charge": "havraise", "decharge_throws": 2}, {"kept_dice"}),
        # no throw-off
        ({"rampo_value": "choice"}, set()),
        ({"rampo_value": "rampo", "ties": "later-wins"}, {"rampo_value"}),
        ({"rampo_value": "choice", "ties": "earlier-wins"}, {"rampo_value"}),
        # nénettes
        ({"nenette_tie": "last-wins"}, set()),
        ({"nenette_tie": "last-wins", "ties": "earlier-wins"}, set()),
        ({"nenette_tie": "last-wins", "ties": "later-wins"}, {"nenette_tie"}),
        (
            {"nenette_tie": "last-wins", "ties": "later-wins", "tie_by_throws": "fewer-wins"},
            {"nenette_tie", "tie_by_throws"},
        ),
        (
            {"nenette_tie": "last-wins", "ties": "later-wins", "tie_by_throws": "fewer-wins"}
            | {"followers": "up-to"},
            set(),
        ),
        ({"nenette_tie": "last-wins", "die": NO_NENETTE}, {"nenette_tie"}),
        # the havraise charge has one throw and no loser
        (
            {"charge": "havraise", "charge_throws": 1, "nenette_takes": 2, "nenette_each": True},
            {"charge_throws", "nenette_takes", "nenette_each"},
        ),
        ({"charge": "rounds", "charge_throws": 1, "nenette_takes": 2, "nenette_each": True}, set()),
        # one manche is the partie
        ({"espagnole": "partie"}, {"espagnole"}),
        ({"espagnole": "partie", "manches": 2}, set()),
        # sips and tokens
        ({"repeat_421": 2, "brelan_gift": True}, {"repeat_421", "brelan_gift"}),
        ({"repeat_421": 2, "brelan_gift": True, "game": "sips"}, set()),
        ({"repeat_421": 2, "game": "sips", "die": NO_NENETTE}, {"repeat_421"}),
        ({"repeat_421": 2, "game": "sips", "die": [1, 1, 1, 0, 1, 1]}, {"repeat_421"}),
        ({"next_leader": "winner"}, set()),
        ({"next_leader": "rotation", "game": "sips"}, {"next_leader"}),
        # never idle by themselves
        ({"transfer": "sum", "ends": "last-in", "manches": 2, "tokens": 11, "nenette": "above-rest"}, set()),
        ({"ranking": "belgian", "tierces": 2, "ties": "later-wins", "decharge_throws": 9}, set()),
    ],
)
def test_what_is_reported(axes, idle):
    rules = read_rules(document(axes))
    reported = dict(idle_axes(rules))
    assert reported.keys() == idle
    assert all(reported.values())
    without = {axis: value for axis, value in axes.items() if axis not in idle}
    assert digest(read_rules(document(without))) == digest(rules)
    for axis in without:
        default = DEFAULTS[axis]
        if without[axis] != default and axis not in ("game", "nenette_takes"):
            assert digest(read_rules(document({**without, axis: default}))) != digest(rules), axis


def test_an_axis_at_its_default_is_not_reported():
    assert idle_axes(read_rules(document({**DEFAULTS, "charge": "havraise"}))) == ()


@pytest.mark.parametrize("players", range(2, 7))
def test_what_the_number_of_players_leaves_idle(players):
    rules = read_rules(document({"cap": "previous", "followers": "up-to", "ends": "last-in"}))
    expected = {"cap", "ends"} if players == 2 else set()
    assert {axis for axis, _ in idle_for(rules, players)} == expected
    both = read_rules(document({"cap": "previous"}))
    assert idle_for(both, players) == ()
    assert idle_for(load_rules("sips"), players) == ()


ROUND_AXES = ("followers", "cap", "tie_by_throws", "nenette_tie", "rampo_value", "kept_dice", "next_leader")
ROUND_AXES += ("transfer", "ties", "nenette_takes", "nenette_each", "repeat_421", "brelan_gift", "espagnole")


def start_and_replies(axes, players, wanted, phase):
    """Values at the start of a bare round and after each result of the leader, by the slow twin."""
    told = {axis: tuple(value) if axis == "die" else value for axis, value in axes.items()}
    return told_once(tuple(sorted(told.items())), players, wanted, phase)


@cache
def told_once(axes, players, wanted, phase):
    table = oracle_table(**dict(axes))
    bare = Round(table, players, goal(wanted, players), phase)
    return [bare.values(), *(bare.values((end,)) for end in bare.ends(()))]


def drawn_tables():
    """Twenty-odd tables for two or three players, small dice, at least one axis idle in each."""
    draw = random.Random(421)
    for die, players in product(([1, 2, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0]), (2, 3)):
        for _ in range(6):
            axes = {axis: draw.choice(CHOICES[axis]) for axis in ROUND_AXES if axis[:3] != "nen"}
            axes |= {"nenette_tie": draw.choice(CHOICES["nenette_tie"]), "die": die}
            axes |= {"charge_throws": draw.choice([1, 2]), "decharge_throws": draw.choice([1, 2])}
            yield axes, players


@pytest.mark.parametrize(("axes", "players"), list(drawn_tables()))
def test_idle_axes_change_nothing_in_a_round(axes, players):
    rules = read_rules(document(axes))
    idle = idle_reasons(rules).keys() | ({"cap"} if players == 2 else set())
    for wanted, phase in (("tokens", "decharge"), ("safe", "charge")):
        expected = start_and_replies(axes, players, wanted, phase)
        for axis in sorted(idle & set(ROUND_AXES)):
            for value in CHOICES[axis]:
                changed = {**axes, axis: value}
                assert start_and_replies(changed, players, wanted, phase) == expected, (axis, value)


@pytest.mark.parametrize(
    ("axis", "value", "base"),
    [
        ("followers", "up-to", {}),
        ("followers", "declare", {"tie_by_throws": "fewer-wins"}),
        ("cap", "previous", {"followers": "up-to"}),
        ("tie_by_throws", "fewer-wins", {"followers": "up-to"}),
        ("ties", "later-wins", {}),
        ("ties", "earlier-wins", {}),
        ("rampo_value", "rampo", {}),
        ("rampo_value", "choice", {}),
        ("nenette_tie", "last-wins", {}),
        ("nenette_tie", "last-wins", {"ties": "earlier-wins"}),
        ("transfer", "sum", {}),
        ("transfer", "difference", {}),
    ],
)
def test_axes_that_are_not_idle_change_a_round(axis, value, base):
    base = {"die": [1, 2, 0, 0, 0, 0], "decharge_throws": 2, **base}
    changed = {**base, axis: value}
    assert axis not in idle_reasons(read_rules(document(base)))
    assert digest(read_rules(document(base))) != digest(read_rules(document(changed)))
    before = start_and_replies(base, 3, "tokens", "decharge")
    assert start_and_replies(changed, 3, "tokens", "decharge") != before
