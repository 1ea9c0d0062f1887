"""What the record says about the phases, throws and ties of a table."""

import dataclasses
from itertools import product

import pytest

from game421.rules import Rules, load_rules, preset_names, read_rules

from .writing import COMBINATIONS, document


@pytest.mark.parametrize(
    ("axes", "phases", "throws"),
    [
        ({"charge_throws": 2, "decharge_throws": 4}, ("charge", "decharge"), (2, 4)),
        ({"charge": "havraise", "charge_throws": 2, "decharge_throws": 4}, ("decharge",), (1, 4)),
        ({"game": "sips", "decharge_throws": 4}, ("decharge",), (3, 4)),
    ],
)
def test_phases_played_in_rounds_and_their_throws(axes, phases, throws):
    rules = read_rules(document(axes))
    assert rules.round_phases == phases
    assert (rules.throws("charge"), rules.throws("decharge")) == throws


@pytest.mark.parametrize("followers", ["same", "up-to", "declare"])
@pytest.mark.parametrize("tie_by_throws", ["ignore", "fewer-wins"])
def test_throws_break_ties_only_where_they_can_differ(followers, tie_by_throws):
    axes = {"followers": followers, "tie_by_throws": tie_by_throws, "charge_throws": 1, "decharge_throws": 2}
    rules = read_rules(document(axes))
    assert not rules.throws_break_ties("charge")
    assert rules.throws_break_ties("decharge") == (tie_by_throws == "fewer-wins" and followers != "same")


def test_equals_come_as_they_are_numbered():
    tiers = [["322", "665"], *([roll] for roll in COMBINATIONS if roll not in {"322", "665"})]
    rules = read_rules(document({"ranking": tiers}))
    assert [COMBINATIONS[roll] for roll in rules.strongest_first()][:3] == ["665", "322", "666"]


def test_what_a_die_shows():
    rules = read_rules(document({"die": [3, 0, 1, 0, 0, 9]}))
    shown = {name for roll, name in enumerate(COMBINATIONS) if rules.shows(roll)}
    assert shown == {"".join(dice) for dice in product("631", repeat=3) if list(dice) == sorted(dice)[::-1]}


def test_a_record_is_frozen_hashable_and_pickled():
    import pickle

    for name in preset_names():
        rules = load_rules(name)
        assert pickle.loads(pickle.dumps(rules)) == rules
        assert {rules: name}[load_rules(name)] == name
        with pytest.raises(dataclasses.FrozenInstanceError):
            rules.tokens = 3


def test_a_changed_record_is_derived_anew():
    above = dataclasses.replace(Rules(), nenette="above-rest")
    assert above.decharge_values[COMBINATIONS.index("221")] == 4
    assert above != Rules()
    assert Rules(values={"both": {"421": 10}}) == Rules()
