"""RULES section 7, `Refused`: each contradiction, its reason, and its nearest neighbours that are fine."""

import pytest

from game421.errors import RulesError
from game421.rules import check_players, load_rules, read_rules

from .writing import COMBINATIONS, document, order


def refusal(text):
    with pytest.raises(RulesError) as caught:
        read_rules(text)
    assert len(caught.value.problems) == 1, caught.value.problems
    return caught.value.problems[0]


def tiers(*equals, ranking=None):
    """The classic order with some combinations lifted to the rank of the first of them."""
    names = list(ranking or order())
    listing = []
    for name in names:
        group = next((group for group in equals if name in group), None)
        if group is None:
            listing.append(name)
        elif name == next(first for first in names if first in group):
            listing.append(list(group))
    return listing


NO_ACES = [0, 1, 1, 1, 1, 1]
NO_TWOS = [1, 0, 1, 1, 1, 1]
THREES_AND_FOURS = [0, 0, 1, 1, 0, 0]


@pytest.mark.parametrize("die", [NO_ACES, NO_TWOS])
def test_a_payment_that_can_never_be_made(die):
    found = refusal(document({"nenette_takes": 2, "die": die}))
    assert found.startswith("rules:1: nenette_takes: ")
    assert "never shows 221" in found
    assert read_rules(document({"nenette_takes": 0, "die": die})).die == tuple(die)
    assert read_rules(document({"nenette_takes": 2, "die": [9, 1, 0, 0, 0, 0]})).nenette_takes == 2


def test_a_payment_never_made_with_the_parents_axis_blames_the_childs_line():
    found = refusal(document({"extends": "classic", "die": NO_ACES}))
    assert found.startswith("rules:2: die: nenette_takes = 2 ")


def test_nenette_each_needs_tokens_to_take():
    assert refusal("nenette_each = true").startswith("rules:1: nenette_each: ")
    assert read_rules("nenette_each = true\nnenette_takes = 2").nenette_each
    assert read_rules('extends = "classic"\nnenette_each = true').nenette_each


def test_nenette_each_needs_nenette_last_and_alone():
    axes = {"nenette_takes": 2, "nenette_each": True}
    above = refusal(document({**axes, "nenette": "above-rest"}))
    assert "ranked last, alone" in above
    assert read_rules(document({**axes, "ranking": order()})).nenette_each
    higher = [*order()[:-2], "221", order()[-2]]
    assert "ranked last, alone" in refusal(document({**axes, "ranking": higher}))
    with pytest.raises(RulesError, match="ranked last, alone"):
        read_rules(document({**axes, "ranking": tiers(("322", "221"))}))


@pytest.mark.parametrize("axis", ["nenette_takes = 2", 'nenette_tie = "last-wins"'])
def test_nenette_with_a_rule_of_its_own_shares_no_rank(axis):
    listing = document({"ranking": tiers(("322", "221"))})
    assert read_rules(listing).strength[COMBINATIONS.index("221")] == 0
    found = refusal(listing + axis)
    assert found.startswith("rules:1: ranking: 221 shares its rank with 322")
    assert axis.split()[0] in found
    assert read_rules(document({"ranking": tiers(("331", "322"))}) + axis)


def test_equals_have_equal_values():
    listing = document({"ranking": tiers(("432", "665"))})
    found = refusal(listing)
    assert found.startswith("rules:1: ranking: place 15: ")
    assert "one is worth 1 and the other 2" in found or "one is worth 2 and the other 1" in found
    assert read_rules(listing + "[values]\n432 = 1\n")
    in_charge = refusal(listing + "[values]\n432 = 1\n[values.charge]\n665 = 3\n")
    assert "in the charge" in in_charge
    assert "in the décharge" in refusal(listing + "[values]\n432 = 1\n[values.decharge]\n665 = 3\n")


def test_equals_in_sips_need_equal_values_in_a_round_alone():
    listing = document({"game": "sips", "ranking": tiers(("431", "665"))})
    assert read_rules(listing)
    assert "place 17: 665 and 431 are equals" in refusal(listing + "[values]\n431 = 0\n")


def test_a_throw_off_that_never_ends():
    names = [name for name in COMBINATIONS if set(name) <= {"3", "4"}]
    everything = document({"die": THREES_AND_FOURS, "ranking": tiers(tuple(names))})
    values = "[values]\n" + "\n".join(f"{name} = 3" for name in names)
    found = refusal(everything + values)
    assert found.startswith("rules:1: die: ")
    assert "a throw-off would never end" in found
    for ties in ("later-wins", "earlier-wins"):
        assert read_rules(f'ties = "{ties}"\n' + everything + values).ties == ties
    assert read_rules(document({"die": [0, 0, 1, 1, 1, 0], "ranking": tiers(tuple(names))}) + values)
    assert read_rules(document({"die": THREES_AND_FOURS, "ranking": tiers(tuple(names[1:]))}) + values)


@pytest.mark.parametrize("worth", [0, -1, -800])
def test_token_games_pay_at_least_one(worth):
    assert refusal(f"[values]\nrest = {worth}").startswith(
        f"rules:2: values.rest: {worth} is no payment in tokens"
    )
    assert refusal(f"[values.charge]\n5-6-6 = {worth}").startswith("rules:2: values.charge.5-6-6: ")
    assert refusal(f"[values.decharge]\n111 = {worth}").startswith("rules:2: values.decharge.111: ")
    assert read_rules(f'game = "sips"\n[values]\nrest = {worth}')


def test_each_line_that_pays_nothing_is_named():
    with pytest.raises(RulesError) as caught:
        read_rules("[values]\nrest = 0\n421 = 0\n[values.charge]\nrest = -1\n")
    assert [problem.split(" ")[1] for problem in caught.value.problems] == [
        "values.rest:",
        "values.421:",
        "values.charge.rest:",
    ]


def test_the_line_that_decides_is_the_one_named():
    assert refusal("[values]\nrest = 2\n665 = 0").startswith("rules:3: values.665: 0 ")
    assert refusal("[values]\n665 = 2\nrest = 0").startswith("rules:3: values.rest: 0 ")
    assert refusal("[values]\n665 = 2\n[values.charge]\n665 = 0").startswith("rules:4: values.charge.665: 0 ")


def test_values_beyond_the_tokens_are_fine():
    assert read_rules("tokens = 1\n[values]\n421 = 800")


@pytest.mark.parametrize("word", ["all", "all-but-one"])
def test_sips_have_no_stack_to_give(word):
    found = refusal(f'game = "sips"\n[values]\n421 = "{word}"')
    assert found.startswith("rules:3: values.421: ")
    assert "sips have none" in found
    assert read_rules(f'[values]\n421 = "{word}"')


def test_sips_over_a_parent_that_gives_all():
    found = refusal('extends = "fiches"\ngame = "sips"')
    assert found.startswith("rules:2: game: ")
    assert read_rules('extends = "fiches"\ngame = "sips"\n[values]\n421 = 8')


def test_a_broken_value_makes_no_equals_unequal():
    assert refusal(document({"ranking": tiers(("432", "665"))}) + '[values]\n432 = "one"').startswith(
        "rules:3: "
    )


def test_a_broken_axis_raises_no_contradiction_of_its_own():
    with pytest.raises(RulesError) as caught:
        read_rules('nenette_each = true\nnenette_takes = "two"')
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize("players", range(9))
def test_two_to_six_players(players):
    rules = load_rules("classic")
    if 2 <= players <= 6:
        check_players(rules, players)
    else:
        with pytest.raises(RulesError, match=f"{players} players; allowed: 2 to 6"):
            check_players(rules, players)


@pytest.mark.parametrize("players", range(3, 7))
def test_what_only_two_can_play(players):
    havraise = load_rules("havraise")
    check_players(havraise, 2)
    with pytest.raises(
        RulesError, match=f'rules havraise: charge = "havraise" is for two players, not {players}'
    ):
        check_players(havraise, players)
    nobody_loses = read_rules("manches = 2")
    check_players(nobody_loses, 2)
    with pytest.raises(RulesError, match="needs a loser of each manche"):
        check_players(nobody_loses, players)
    check_players(read_rules('manches = 2\nends = "last-in"'), players)
    check_players(read_rules("manches = 1"), players)
    check_players(load_rules("sips"), players)
