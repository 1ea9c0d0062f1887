"""What a file says is what the record holds, and what the record holds is what is written back."""

import tomllib

from hypothesis import given, settings

from game421.rules import digest, read_rules, write_rules
from game421.rules.axes import AXES, KEYS

from .strategies import rule_sets
from .writing import COMBINATIONS, DEFAULTS, TOKENS_ONLY, document, order, worth


@settings(max_examples=60, deadline=None)
@given(rule_sets())
def test_the_record_holds_what_the_file_says(drawn):
    axes, values = drawn
    rules = read_rules(document(axes, **values))
    full = {**DEFAULTS, **axes}
    ranking = full.pop("ranking")
    strongest_first = (
        order(ranking, full["tierces"], full["nenette"]) if isinstance(ranking, str) else ranking
    )
    assert [rules.strength[COMBINATIONS.index(roll)] for roll in strongest_first] == list(range(55, -1, -1))
    for axis, value in full.items():
        assert getattr(rules, axis) == (tuple(value) if isinstance(value, list) else value), axis
    for phase in ("charge", "decharge"):
        expected = tuple(worth(roll, phase, axes, values) for roll in COMBINATIONS)
        assert rules.values_in(phase) == expected


@settings(max_examples=60, deadline=None)
@given(rule_sets())
def test_written_and_read_back(drawn):
    axes, values = drawn
    rules = read_rules(document({"name": 'Chez "Zoé" \\ n°2', **axes}, **values))
    text = write_rules(rules)
    again = read_rules(text)
    assert again == rules
    assert hash(again) == hash(rules)
    assert digest(again) == digest(rules)
    assert write_rules(again) == text


@settings(max_examples=50, deadline=None)
@given(rule_sets())
def test_written_file_is_complete(drawn):
    axes, values = drawn
    text = write_rules(read_rules(document(axes, **values)))
    written = tomllib.loads(text)
    left_out = set(TOKENS_ONLY) if axes.get("game") == "sips" else set()
    if not isinstance(axes.get("ranking", ""), str):
        left_out |= {"tierces", "nenette"}
    assert written.keys() == set(KEYS) - {"extends"} - left_out
    assert {} not in written["values"].values()
    for line in text.splitlines():
        if "=" in line.partition("#")[0] and not line.startswith("ranking = ["):
            assert "#" in line, line
    for axis in left_out:
        assert f"# {axis}: " in text


def test_axes_are_those_of_the_rules_page():
    assert {axis.name: axis.default for axis in AXES} == {**DEFAULTS, "die": (1,) * 6}
    assert {axis.name for axis in AXES if axis.tokens_only} == set(TOKENS_ONLY)
    assert len(KEYS) == len(DEFAULTS) + 3
