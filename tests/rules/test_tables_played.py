"""Tables found in public, written as rules files: expressed, or refused with the clause named.

Field reports A10 (four conflicting rule pages) and K1 (a school's scoring).
"""

from fractions import Fraction

import pytest

from game421.errors import RulesError
from game421.rules import idle_axes, load_rules, read_rules
from oracles.axes import rules as oracle_table
from oracles.turn import Turn

from .writing import BELGIAN_TOP, BRELANS, CLASSIC_TOP, COMBINATIONS, FICHES, RUNS, document, order


def test_fifteen_tokens_and_nenette_above_the_ordinary():
    rules = read_rules('tokens = 15\nnenette = "above-rest"')
    strength = dict(zip(COMBINATIONS, rules.strength, strict=True))
    assert rules.tokens == 15
    assert strength["321"] > strength["221"] > strength["665"]


def test_a_rampo_that_moves_one_token_is_no_rule_here():
    with pytest.raises(RulesError, match='rampo_value: 1 is not known; allowed: "tied", "rampo", "choice"'):
        read_rules("tokens = 15\nrampo_value = 1")


@pytest.mark.parametrize("ties", ["later-wins", "earlier-wins"])
def test_the_last_thrower_of_a_tie_counts_as_best_or_as_worst(ties):
    rules = read_rules(document({"ties": ties}))
    assert rules.ties == ties
    assert idle_axes(rules) == ()


def test_543_both_a_run_and_worth_one():
    rules = read_rules("[values]\n543 = 1")
    values = dict(zip(COMBINATIONS, rules.decharge_values, strict=True))
    assert [values[run] for run in RUNS] == [2, 1, 2, 2]


def test_543_twice_in_a_ranking_is_an_error_with_both_places():
    rest = [name for name in order() if name not in {*CLASSIC_TOP, "654", "221"}]
    listing = [*CLASSIC_TOP, "654", "543", *rest, "221"]
    with pytest.raises(RulesError) as caught:
        read_rules(document({"ranking": listing}), "pages.toml")
    place = len(CLASSIC_TOP) + 2 + rest.index("543") + 1
    assert caught.value.problems == (
        f"pages.toml:1: ranking: place {place}: 543 again, it already is at place 14",
    )


def test_543_twice_in_the_values_is_an_error():
    with pytest.raises(RulesError, match=r"values\.345: 543 is written twice here"):
        read_rules("[values]\n543 = 1\n345 = 2")


def test_ace_high_then_six_to_two():
    def ace_high(name):
        return sorted((7 if die == "1" else int(die) for die in name), reverse=True)

    top = [*BELGIAN_TOP, *RUNS]
    rest = sorted((name for name in COMBINATIONS if name not in top), key=ace_high, reverse=True)
    rules = read_rules(document({"ranking": [*top, *rest]}))
    strength = dict(zip(COMBINATIONS, rules.strength, strict=True))
    assert rest[0] == "661"
    assert strength["661"] > strength["221"] > strength["665"] > strength["322"] == 0


def test_exactly_as_many_throws_even_after_a_421():
    assert load_rules("classic").followers == "same"
    assert read_rules('followers = "same"').followers == "same"


SCHOOL = {
    **{name: 400 + int(name[0]) for name in FICHES},
    **{name: 300 + int(name[0]) for name in BRELANS},
    **{name: 200 + int(name[0]) for name in RUNS},
    "421": 800,
    "111": 600,
}
SCHOOL |= {name: 100 + int(name[0]) for name in COMBINATIONS if name not in SCHOOL}


def test_the_school_scoring_as_a_file():
    families = {"421": 800, "111": 600}
    others = {name: worth for name, worth in SCHOOL.items() if name not in families}
    rules = read_rules(document({"name": "school"}, both={**families, **others}))
    assert dict(zip(COMBINATIONS, rules.decharge_values, strict=True)) == SCHOOL

    def score(roll, used):
        return Fraction(rules.decharge_values[COMBINATIONS.index("".join(map(str, roll)))])

    table = oracle_table()
    random_play = Turn(table, score, 1).value()
    assert round(float(random_play), 2) == 163.18
    assert Turn(table, score, 3).value() == Fraction(46951891, 139968)
