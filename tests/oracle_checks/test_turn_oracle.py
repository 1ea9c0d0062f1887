"""The turn oracle against the reference values and against derivations done by hand."""

from fractions import Fraction
from itertools import product

import pytest

from oracles.axes import ALL_DICE, Dice, dice, family, name, ranks, rules, worth
from oracles.turn import Payoff, Turn, beat, combo, points, throws_of

CLASSIC = rules()
FOUR_TARGETS = ("421", "611", "664", "221")


def by_throws(payoff: Payoff) -> list[str]:
    return [str(Turn(CLASSIC, payoff, throws).value()) for throws in (1, 2, 3)]


def test_there_are_56_combinations_in_the_families_of_the_rules():
    counts: dict[str, int] = {}
    for roll in ALL_DICE:
        counts[family(CLASSIC, roll)] = counts.get(family(CLASSIC, roll), 0) + 1
    assert counts == {"421": 1, "111": 1, "fiche": 5, "brelan": 5, "tierce": 4, "rest": 39, "221": 1}


def test_first_throw_ways_of_216_by_family():
    ways: dict[str, int] = {}
    for roll, weight in throws_of(CLASSIC["die"], ()):
        ways[family(CLASSIC, roll)] = ways.get(family(CLASSIC, roll), 0) + weight
    assert ways == {"421": 6, "111": 1, "fiche": 15, "brelan": 5, "tierce": 24, "221": 3, "rest": 162}


@pytest.mark.parametrize(
    ("axes", "order"),
    [
        (
            {},
            "421 111 611 666 511 555 411 444 311 333 211 222 654 543 432 321 665 664 663 662 661 655 653 221",
        ),
        (
            {"ranking": "belgian"},
            "421 111 611 511 411 311 211 666 555 444 333 222 654 543 432 321 665 664 663 662 661 655 653 221",
        ),
        (
            {"tierces": 2, "nenette": "above-rest"},
            "421 111 611 666 511 555 411 444 311 333 211 222 654 543 221 665 432 431 422 331 322 321",
        ),
    ],
)
def test_orders_of_strength(axes, order):
    rank = ranks(rules(**axes))
    strengths = [rank[dice(roll)] for roll in order.split()]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(rank.values())) == 56
    assert strengths[0] == max(rank.values())
    assert strengths[-1] == min(rank.values())


def test_a_list_ranks_equals_together_and_keeps_the_families_of_worth():
    table = rules(
        ranking=[["421", "111"], *(name(roll) for roll in ALL_DICE if name(roll) not in ("421", "111"))]
    )
    rank = ranks(table)
    assert rank[dice("421")] == rank[dice("111")] > rank[dice("666")]
    assert worth(table, "decharge")[dice("321")] == 2


@pytest.mark.parametrize(
    ("axes", "phase", "expected"),
    [
        (
            {},
            "decharge",
            {"421": 10, "111": 7, "611": 6, "211": 2, "666": 6, "222": 2, "432": 2, "665": 1, "221": 1},
        ),
        ({"nenette": "above-rest"}, "charge", {"221": 4, "322": 1}),
        ({"nenette": "above-rest", "values": {"122": 3}}, "charge", {"221": 3}),
        ({"tierces": 2}, "charge", {"543": 2, "432": 1, "321": 1}),
        (
            {"values": {"421": 8, "decharge": {"421": "all"}, "brelan": 3, "666": 9}},
            "charge",
            {"421": 8, "555": 3, "666": 9},
        ),
        (
            {"values": {"421": 8, "decharge": {"421": "all"}, "brelan": 3, "666": 9}},
            "decharge",
            {"421": "all", "666": 9},
        ),
    ],
)
def test_worth_of_combinations(axes, phase, expected):
    values = worth(rules(**axes), phase)
    assert {roll: values[dice(roll)] for roll in expected} == expected


def test_an_axis_nobody_knows_is_refused():
    with pytest.raises(KeyError):
        rules(follower="same")


@pytest.mark.parametrize(
    ("targets", "expected"),
    [
        (("421",), ["1/36", "299/2592", "42571/186624"]),
        (("111",), ["1/216", "1331/46656", "753571/10077696"]),
        (("221",), ["1/72", "179/2592", "43013/279936"]),
        (("111", "brelan"), ["1/36", "73/648", "2539/11664"]),
        (("brelan",), ["5/216", "4595/46656", "1992335/10077696"]),
    ],
)
def test_chance_of_a_combination_by_number_of_throws(targets, expected):
    assert by_throws(combo(CLASSIC, *targets)) == expected


def test_chance_of_421_after_two_throws_by_hand():
    """Of 216 throws 6 are it; 3(5³ - 2·4³ + 3³) = 72 show two faces and want one die, 1/6; 3(4³ - 3³) = 111
    show one and want two dice, 1/18; 3³ = 27 show none and want all three, 1/36."""
    shown = [len({4, 2, 1} & set(throw)) for throw in product(range(1, 7), repeat=3)]
    assert [shown.count(faces) for faces in range(4)] == [27, 111, 72, 6]
    by_hand = (6 + Fraction(72, 6) + Fraction(111, 18) + Fraction(27, 36)) / 216
    assert by_hand == Turn(CLASSIC, combo(CLASSIC, "421"), 2).value()


def test_421_in_exactly_n_throws():
    values = [str(Turn(CLASSIC, combo(CLASSIC, "421"), throws, "forced").value()) for throws in (1, 2, 3)]
    assert values == ["1/36", "239/2592", "24631/186624"]


def test_most_points():
    assert by_throws(points(CLASSIC)) == ["5/3", "1171/432", "176723/46656"]


def strictly(target: str) -> Fraction:
    return Turn(CLASSIC, beat(CLASSIC, target, Fraction(0))).value()


def test_beating_a_target_strictly():
    assert strictly("665") == Fraction(64375, 93312)
    assert strictly("611") == Fraction(275449, 1119744)
    assert strictly("666") == Fraction(164087, 559872)
    assert sum(strictly(name(roll)) for roll in ALL_DICE) == Fraction(24066637, 559872)


@pytest.mark.parametrize(("roll", "tied"), [("552", ["55", "2", "-"]), ("664", ["66", "4"])])
def test_exact_ties_come_in_tie_rule_order(roll, tied):
    assert Turn(CLASSIC, points(CLASSIC)).best(roll, 1) == tied


def test_every_hold_of_642_against_654():
    options = Turn(CLASSIC, beat(CLASSIC, "654")).options("642", 2)
    assert {action: str(value) for action, value in options.items()} == {
        "-": "875/2592",
        "4": "103/324",
        "42": "11/36",
        "2": "193/648",
        "6": "181/648",
        "64": "1/4",
        "62": "41/216",
        "642": "0",
    }
    assert list(options) == ["642", "64", "62", "42", "6", "4", "2", "-"]


def test_followers_moves():
    forced = Turn(CLASSIC, points(CLASSIC), 3, "forced")
    assert list(forced.options("642", 1)) == ["64", "62", "42", "6", "4", "2", "-"]
    assert list(forced.options("642", 0)) == ["642"]
    declare = Turn(CLASSIC, points(CLASSIC), 3, "declare")
    assert list(declare.options("-", 3)) == ["-", "-!"]
    assert list(declare.options("442", 2)) == ["44", "42", "4", "2", "-", "44!", "42!", "4!", "2!", "-!"]
    assert list(declare.options("442", 1)) == ["44", "42", "4", "2", "-"]


def test_le_bon_ends_the_turn_with_that_throw():
    """Where each throw costs one, saying it before the first is best."""
    declare = Turn(CLASSIC, lambda roll, used: -used, 3, "declare")
    assert declare.options("-", 3) == {"-": -2, "-!": -1}
    assert {used for _, used in declare.outcomes()} == {1}


def test_locked_dice_stay_kept():
    locked = Turn(rules(kept_dice="locked"), combo(CLASSIC, "421"), 3, "free")
    assert list(locked.options("642", 1, "6")) == ["642", "64", "62", "6"]
    assert list(locked.options("642", 2)) == ["642", "64", "62", "42", "6", "4", "2", "-"]
    assert locked.options("642", 1, "6")["6"] == 0
    assert locked.value() == Turn(CLASSIC, combo(CLASSIC, "421")).value()


def test_locked_dice_cost_something_where_plans_change():
    free = Turn(CLASSIC, points(CLASSIC)).value()
    locked = Turn(rules(kept_dice="locked"), points(CLASSIC)).value()
    assert locked < free


def test_loaded_die_where_face_n_weighs_n():
    heavy = rules(die=(1, 2, 3, 4, 5, 6))
    assert Turn(heavy, combo(heavy, "421"), 1).value() == Fraction(6 * 4 * 2 * 1, 21**3)
    assert Turn(heavy, combo(heavy, "666"), 1).value() == Fraction(6**3, 21**3)
    assert sum(Turn(heavy, points(heavy)).finals().values()) == 1


@pytest.mark.parametrize("stopping", ["free", "forced", "declare"])
@pytest.mark.parametrize("kept_dice", ["free", "locked"])
@pytest.mark.parametrize("target", FOUR_TARGETS)
def test_the_final_distribution_earns_the_value(stopping, kept_dice, target):
    table = rules(kept_dice=kept_dice, tie_by_throws="fewer-wins")
    payoff = beat(table, target + "@2")
    turn = Turn(table, payoff, 3, stopping)
    outcomes = turn.outcomes()
    assert sum(outcomes.values()) == 1
    assert sum(chance * payoff(*end) for end, chance in outcomes.items()) == turn.value()


def test_what_a_tie_with_the_target_is_worth():
    def tie(payoff: Payoff, roll: Dice, used: int = 2) -> Fraction:
        return Fraction(payoff(roll, used))

    assert tie(beat(CLASSIC, "654"), dice("654")) == Fraction(1, 2)
    assert tie(beat(rules(ties="later-wins"), "654"), dice("654")) == 1
    assert tie(beat(rules(ties="earlier-wins"), "654"), dice("654")) == 0
    last = rules(nenette_tie="last-wins", ties="earlier-wins", tie_by_throws="fewer-wins")
    assert tie(beat(last, "221@1"), dice("221")) == 1
    assert tie(beat(last, "221@1", Fraction(1, 2)), dice("221")) == Fraction(1, 2)
    assert [tie(beat(last, "654@2"), dice("654"), used) for used in (1, 2, 3)] == [1, 0, 0]


SCHOOL = {"421": 800, "111": 600}


def school_points(roll: Dice, used: int) -> Fraction:
    """Scoring of a teaching environment: 800, 600, 400 + x, 300 + x, 200 + high, 100 + high."""
    base = {"fiche": 400, "brelan": 300, "tierce": 200, "rest": 100, "221": 100}
    kind = family(CLASSIC, roll)
    return Fraction(SCHOOL[kind] if kind in SCHOOL else base[kind] + roll[0])


def test_school_scoring_at_random_and_at_best():
    """Dice rerolled without looking stay uniform, so playing at random earns the mean of one throw."""
    assert float(Turn(CLASSIC, school_points, 1).value()) == pytest.approx(163.18, abs=0.005)
    assert Turn(CLASSIC, school_points, 3).value() == Fraction(46951891, 139968)


def test_school_scoring_with_the_first_throws_choices_used_twice():
    turn = Turn(CLASSIC, school_points, 3)
    chances: dict[Dice, Fraction] = {(): Fraction(1)}
    for _ in range(3):
        ends: dict[Dice, Fraction] = {}
        for kept, chance in chances.items():
            for end, weight in throws_of(CLASSIC["die"], kept):
                ends[end] = ends.get(end, Fraction(0)) + chance * Fraction(weight, 6 ** (3 - len(kept)))
        chances = {}
        for end, chance in ends.items():
            kept = turn.choice(end, 2)[0][0]
            chances[kept] = chances.get(kept, Fraction(0)) + chance
    mean = sum(chance * school_points(end, 3) for end, chance in ends.items())
    assert float(mean) == pytest.approx(334.67, abs=0.005)


def test_a_face_without_weight_never_shows():
    assert {end for end, _ in throws_of((1, 1, 0, 0, 0, 0), (2,))} == {(2, 1, 1), (2, 2, 1), (2, 2, 2)}
