"""The six presets against the table of RULES section 7, typed here a second time."""

import re
import tomllib
from pathlib import Path

import pytest

from game421.rules import default_rules_name, describe, digest, idle_axes, load_rules, preset_names
from game421.rules.catalogue import PRESETS

from .writing import COMBINATIONS, DEFAULTS, TOKENS_ONLY, family, order

PRESET_TABLE = {
    "classic": {"nenette_takes": 2},
    "bistro": {
        "followers": "declare",
        "tie_by_throws": "fewer-wins",
        "rampo_value": "choice",
        "charge_throws": 1,
        "ends": "last-in",
        "manches": 2,
    },
    "belgian": {
        "ranking": "belgian",
        "followers": "declare",
        "tie_by_throws": "fewer-wins",
        "rampo_value": "choice",
        "charge_throws": 1,
        "ends": "last-in",
        "manches": 2,
    },
    "havraise": {
        "followers": "declare",
        "tie_by_throws": "fewer-wins",
        "rampo_value": "choice",
        "charge": "havraise",
        "ends": "last-in",
        "manches": 2,
    },
    "sips": {"game": "sips", "repeat_421": 2, "brelan_gift": True, "followers": "up-to"},
    "fiches": {
        "tokens": 11,
        "ranking": "belgian",
        "followers": "up-to",
        "charge_throws": 1,
        "ends": "last-in",
        "manches": 2,
    },
}

# 421 in the charge and in the décharge, and what a brelan is worth
WORTH_TABLE = {
    "classic": (10, 10, "face"),
    "bistro": (8, 8, "face"),
    "belgian": (8, 8, "face"),
    "havraise": (8, 8, "face"),
    "sips": (8, 8, "face"),
    "fiches": (8, "all", 3),
}


def test_names_and_default():
    assert preset_names() == tuple(PRESET_TABLE)
    assert default_rules_name() == "classic"


@pytest.mark.parametrize("name", PRESET_TABLE)
def test_axes(name):
    rules = load_rules(name)
    assert rules.name == name
    for axis, value in {**DEFAULTS, **PRESET_TABLE[name]}.items():
        assert getattr(rules, axis) == (tuple(value) if axis == "die" else value), axis
    assert idle_axes(rules) == ()


@pytest.mark.parametrize("name", PRESET_TABLE)
def test_strengths(name):
    strongest_first = order(PRESET_TABLE[name].get("ranking", "classic"))
    rules = load_rules(name)
    assert [rules.strength[COMBINATIONS.index(roll)] for roll in strongest_first] == list(range(55, -1, -1))
    assert [COMBINATIONS[roll] for roll in rules.strongest_first()] == list(strongest_first)


@pytest.mark.parametrize("name", PRESET_TABLE)
def test_values(name):
    rules = load_rules(name)
    in_charge, in_decharge, brelan = WORTH_TABLE[name]
    for phase, worth_421 in (("charge", in_charge), ("decharge", in_decharge)):
        for roll, value in zip(COMBINATIONS, rules.values_in(phase), strict=True):
            face = int(roll[0])
            expected = {
                "421": worth_421,
                "111": 7,
                "fiche": face,
                "brelan": face if brelan == "face" else brelan,
                "tierce": 2,
                "rest": 1,
                "221": 1,
            }[family(roll)]
            assert value == expected, (phase, roll)


@pytest.mark.parametrize("name", PRESET_TABLE)
def test_file_is_complete_and_commented(name):
    text = (Path(PRESETS) / f"{name}.toml").read_text(encoding="utf-8")
    written = tomllib.loads(text)
    without = set(TOKENS_ONLY) if name == "sips" else set()
    if name == "havraise":
        without = {"charge_throws", "nenette_takes", "nenette_each"}
    assert written.keys() == {"name", "values"} | (DEFAULTS.keys() - without)
    for axis in without:
        assert f"\n# {axis}: " in text
    # 221 stays unwritten: a table that says nenette = "above-rest" on top of this one means 4 by it
    families = {"421", "111", "fiche", "brelan", "tierce", "rest"}
    assert written["values"].keys() - {"charge", "decharge"} == families
    for line in text.splitlines():
        if "=" in line.partition("#")[0]:
            comment = line.partition("#")[2]
            assert comment.rstrip().endswith("]"), line
            assert any(
                source in comment
                for source in ("[rules page", "[encyclopedia", "[drinking page", "[inferred")
            ), line


@pytest.mark.parametrize("name", PRESET_TABLE)
def test_every_mark_of_a_source_is_explained_at_the_top(name):
    text = (Path(PRESETS) / f"{name}.toml").read_text(encoding="utf-8")
    top = text.partition("\n\n")[0]
    for source in ("rules page", "encyclopedia", "drinking page", "inferred"):
        assert f'"{source}"' in top
    assert not re.search(r"\b00[0-9]\b", text)


@pytest.mark.parametrize("name", PRESET_TABLE)
def test_descriptions(name):
    english, french = describe(name, "en"), describe(name, "fr")
    assert len({english, french, ""}) == 3
    assert "\n" not in english + french


def test_no_two_presets_mean_the_same():
    assert len({digest(load_rules(name)) for name in PRESET_TABLE}) == len(PRESET_TABLE)


def test_index_and_files_agree():
    assert {path.stem for path in Path(PRESETS).glob("*.toml")} == {"index", *PRESET_TABLE}
