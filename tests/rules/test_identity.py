"""The digest: one for all spellings of the same rules, another as soon as anything plays differently."""

import hashlib
import json
import re
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game421.errors import RulesError
from game421.rules import (
    default_rules_name,
    digest,
    idle_axes,
    load_rules,
    preset_names,
    read_rules,
    write_rules,
)
from game421.rules.axes import AXES
from game421.rules.identity import meaning
from game421.rules.idle import idle_reasons

from .strategies import CHOICES, rule_sets
from .writing import COMBINATIONS, DEFAULTS, TOKENS_ONLY, document, family, order, worth


def respelled(draw, axes, values):
    """The same rules in another order, other spellings of dice, other names."""
    dice = st.sampled_from(["{2}{1}{0}", "{1}{0}{2}", "{2}-{0}-{1}"])

    def key(name):
        return draw(dice).format(*name) if name[0].isdigit() else name

    axes = dict(draw(st.permutations(list(axes.items()))))
    if "die" in axes:
        axes["die"] = [weight * draw(st.just(6)) for weight in axes["die"]]
    if not isinstance(axes.get("ranking", ""), str):
        axes["ranking"] = [int(key(name).replace("-", "")) for name in axes["ranking"]]
    tables = {
        table: {key(name): value for name, value in draw(st.permutations(list(entries.items())))}
        for table, entries in values.items()
    }
    return document({"name": "another name", **axes}, **tables)


@settings(max_examples=60, deadline=None)
@given(rule_sets(), st.data())
def test_spelling_order_and_name_do_not_count(drawn, data):
    axes, values = drawn
    identity = digest(read_rules(document(axes, **values)))
    assert re.fullmatch("[0-9a-f]{64}", identity)
    assert digest(read_rules(respelled(data.draw, axes, values))) == identity


@settings(max_examples=60, deadline=None)
@given(rule_sets())
def test_writing_defaults_out_does_not_count(drawn):
    axes, values = drawn
    full = {**DEFAULTS, **axes}
    if axes.get("game") == "sips":
        full = {axis: value for axis, value in full.items() if axis not in TOKENS_ONLY}
    if not isinstance(full["ranking"], str):
        del full["tierces"], full["nenette"]
    assert digest(read_rules(document(full, **values))) == digest(read_rules(document(axes, **values)))


@settings(max_examples=60, deadline=None)
@given(rule_sets())
def test_a_named_order_and_its_list_and_values_one_by_one(drawn):
    axes, values = drawn
    named = {**DEFAULTS, **axes, "tierces": 4}
    if not isinstance(named["ranking"], str):
        return
    listed = {**axes, "ranking": order(named["ranking"], 4, named["nenette"])}
    listed.pop("tierces", None)
    listed.pop("nenette", None)
    one_by_one = {
        phase: {name: worth(name, phase, named, values) for name in COMBINATIONS}
        for phase in ("charge", "decharge")
        if phase == "decharge" or axes.get("game") != "sips"
    }
    before = digest(read_rules(document({**axes, "tierces": 4}, **values)))
    assert digest(read_rules(document(listed, **one_by_one))) == before


def read_if_playable(text):
    """The rules, and no problem; or None and what is wrong with them."""
    try:
        return read_rules(text), ""
    except RulesError as error:
        return None, str(error)


ORDERS = ("ranking", "tierces", "nenette")
"""What tells an order in short: two of them may tell the same one, as far as the die shows."""


def shown(rules):
    """The combinations that the die shows, in their order, with what they are worth."""
    rolls = [roll for roll in range(len(rules.strength)) if rules.shows(roll)]
    ranks = sorted({rules.strength[roll] for roll in rolls})
    phases = ("charge", "decharge") if rules.game == "tokens" else ("decharge",)
    return [
        (ranks.index(rules.strength[roll]), *(rules.values_in(phase)[roll] for phase in phases))
        for roll in rolls
    ]


@settings(max_examples=60, deadline=None)
@given(rule_sets(), st.sampled_from([axis for axis in CHOICES if axis != "game"]), st.data())
def test_an_axis_counts_exactly_when_it_is_not_idle(drawn, axis, data):
    axes, values = drawn
    first, second = data.draw(st.permutations(CHOICES[axis]))[:2]
    one, _ = read_if_playable(document({**axes, axis: first}, **values))
    other, _ = read_if_playable(document({**axes, axis: second}, **values))
    if one is not None and other is not None:
        assert (axis in idle_reasons(one)) == (axis in idle_reasons(other))
        alike = axis in idle_reasons(one) or (axis in ORDERS and shown(one) == shown(other))
        assert (digest(one) == digest(other)) == alike


@pytest.mark.parametrize("axis", [axis.name for axis in AXES if axis.name in CHOICES])
@pytest.mark.parametrize("preset", preset_names())
def test_flipping_one_axis_changes_a_preset_or_is_reported_or_refused(axis, preset):
    """Field report A9: no switch may be shown and ignored."""
    before = load_rules(preset)
    for value in CHOICES[axis]:
        after, problem = read_if_playable(document({"extends": preset, axis: value}))
        if after is None:
            assert f": {axis}: " in problem
        elif value != getattr(before, axis):
            assert (digest(after) == digest(before)) == (axis in dict(idle_axes(after)))


@pytest.mark.parametrize("key", ["421", "111", "fiche", "brelan", "tierce", "rest", "221", "665"])
@pytest.mark.parametrize("table", ["both", "charge", "decharge"])
def test_every_value_counts_in_its_phase(key, table):
    before = read_rules("")
    after = read_rules(document({}, **{table: {key: 9}}))
    assert digest(after) != digest(before)
    for phase in ("charge", "decharge"):
        touched = {
            name
            for name, old, new in zip(
                COMBINATIONS, before.values_in(phase), after.values_in(phase), strict=True
            )
            if old != new
        }
        members = {name for name in COMBINATIONS if key in (name, family(name))}
        assert touched == (members if table in ("both", phase) else set())


def test_sips_have_one_phase():
    general = read_rules('game = "sips"\n[values]\n421 = 9')
    assert digest(read_rules('game = "sips"\n[values.decharge]\n421 = 9')) == digest(general)


def test_an_order_of_ones_own_counts():
    listing = order()
    swapped = [*listing[:20], listing[21], listing[20], *listing[22:]]
    tied = [*listing[:20], listing[20:22], *listing[22:]]
    found = {digest(read_rules(document({"ranking": ranking}))) for ranking in (listing, swapped, tied)}
    assert len(found) == 3
    assert digest(read_rules("")) in found
    other_way = [*listing[:20], listing[21:19:-1], *listing[22:]]
    assert digest(read_rules(document({"ranking": other_way}))) == digest(
        read_rules(document({"ranking": tied}))
    )


def test_what_the_die_cannot_show_does_not_count():
    """With faces 1 to 4 there is no 666: neither its rank nor its worth can matter; those of 444 can."""
    base: dict = {"die": [1, 1, 1, 1, 0, 0]}
    listing = order()

    def moved(name: str) -> str:
        others = [other for other in listing if other != name]
        return digest(read_rules(document({**base, "ranking": [*others[:-1], name, others[-1]]})))

    plain = digest(read_rules(document(base)))
    assert moved("666") == plain
    assert moved("444") != plain
    for phase in ("both", "charge", "decharge"):
        assert digest(read_rules(document(base, **{phase: {"666": 9, "rest": 1}}))) == plain
        assert digest(read_rules(document(base, **{phase: {"444": 9}}))) != plain
    assert digest(read_rules(document({**base, "die": [1, 1, 1, 1, 1, 0]}))) != plain


def test_records_of_different_names_are_told_apart_and_play_alike():
    one, other = (read_rules(f'name = "{name}"') for name in ("one", "other"))
    assert one != other
    assert digest(one) == digest(other)


@pytest.mark.parametrize("preset", preset_names())
def test_a_complete_copy_has_the_presets_digest(preset):
    rules = load_rules(preset)
    assert digest(read_rules(write_rules(rules))) == digest(rules)
    assert digest(read_rules(f'extends = "{preset}"')) == digest(rules)


def test_digests_stay():
    """A digest names tables that are already written: changing one needs a new version of the meaning."""
    assert digest(load_rules("classic"))[:16] == "7f178e9b5552897f"


@pytest.mark.parametrize("missing", [(), ("_sha2", "_sha256")], ids=["as built", "without Python's own code"])
def test_the_digest_is_the_sha256_of_the_meaning(monkeypatch, missing):
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    rules = load_rules(default_rules_name())
    text = json.dumps(meaning(rules), sort_keys=True, separators=(",", ":"))
    assert digest(rules) == hashlib.sha256(text.encode()).hexdigest()
