"""The round oracle against the reference values, hand derivations and laws of the rules."""

from fractions import Fraction

import pytest

from oracles.axes import ALL_DICE, dice, rules
from oracles.payment import Outcome
from oracles.rampo import ThrowOffs
from oracles.round import Round, Vector, goal
from oracles.settle import Settlement, read_results
from oracles.turn import Turn, beat

COIN = (1, 1, 0, 0, 0, 0)
"""A die of ones and twos: 111 (1 way of 8) > 211 (3) > 222 (1) > 221 (3)."""
THREE_FACES = (1, 1, 0, 1, 0, 0)


def settled(results: str, phase: str = "decharge", wanted: str = "tokens", **axes: object) -> Vector:
    """The payoffs of a finished round."""
    made = read_results(results)
    return Round(rules(**axes), len(made), goal(wanted, len(made)), phase).values(made)


def outcomes(
    results: str,
    phase: str = "decharge",
    pot: int | None = None,
    stacks: tuple[int, ...] | None = None,
    **axes: object,
) -> dict[Outcome, Fraction]:
    made = read_results(results)
    bare = Round(rules(**axes), len(made), goal("tokens", len(made)), phase, pot=pot, stacks=stacks)
    return bare.chances(made)


def test_duel_of_two_with_followers_up_to():
    duel = Round(rules(followers="up-to"), 2, goal("duel", 2))
    assert duel.values() == (
        Fraction(1692791176921, 2821109907456),
        Fraction(2821109907456 - 1692791176921, 2821109907456),
    )


def test_two_single_throws_tie():
    """Whoever ties go to, the difference is the chance of a tie."""
    later, earlier = (
        Round(rules(ties=ties), 2, goal("duel", 2), throws=1) for ties in ("later-wins", "earlier-wins")
    )
    assert later.values()[1] - earlier.values()[1] == Fraction(83, 3888)


@pytest.mark.parametrize("followers", ["same", "up-to", "declare"])
@pytest.mark.parametrize("ties", ["ignore", "fewer-wins"])
@pytest.mark.parametrize("kept_dice", ["free", "locked"])
def test_a_duel_of_two_is_a_turn_against_a_turn(followers, ties, kept_dice):
    """The follower beats a target; the leader takes what that leaves him."""
    table = rules(followers=followers, tie_by_throws=ties, kept_dice=kept_dice, die=(1, 1, 1, 1, 0, 0))
    stopping = {"same": "forced", "up-to": "free", "declare": "declare"}[followers]

    def leaves(roll, used):
        target = f"{''.join(map(str, roll))}@{used}"
        return 1 - Turn(table, beat(table, target), used, stopping).value()

    assert Round(table, 2, goal("duel", 2)).values()[0] == Turn(table, leaves).value()


def test_a_throw_off_by_hand():
    """Decided at once in 44 of 64 pairs: with 111 in 2·1·7 = 14, 211 in 2·3·4 = 24, 222 in 2·1·3 = 6."""
    found = ThrowOffs(rules(die=COIN)).best((0, 1))
    assert {seat: sum(p for (winner, _), p in found.items() if winner == seat) for seat in (0, 1)} == {
        0: Fraction(1, 2),
        1: Fraction(1, 2),
    }
    assert found[0, dice("111")] == Fraction(7, 44)
    assert found[1, dice("211")] == Fraction(12, 44)
    assert found[1, dice("222")] == Fraction(3, 44)


def test_the_last_nenette_wins_in_the_round_and_inside_the_throw_off():
    """Single throws: 22 of 64 pairs for each, 9 pairs of nénettes to the second, 11 ties thrown off.

    There the leader throws last: of 64 he wins 22 and the 9 pairs of nénettes, 11 are thrown again: 31 of 53.
    """
    table = rules(die=COIN, nenette_tie="last-wins")
    by_hand = Fraction(22, 64) + Fraction(11, 64) * Fraction(31, 53)
    assert Round(table, 2, goal("duel", 2), throws=1).values()[0] == by_hand


def test_three_nenettes_in_their_order():
    chances = outcomes(
        "221@1/221@2/221@1", nenette_tie="last-wins", tie_by_throws="fewer-wins", ties="earlier-wins"
    )
    assert [(o.best, o.worst) for o in chances] == [((2,), (0,))]


@pytest.mark.parametrize("seats", [(0, 1), (0, 1, 2)])
def test_throw_offs_favour_nobody(seats):
    """Without last-wins the throwers are alike."""
    offs = ThrowOffs(rules(die=COIN))
    both = offs.both_seats(seats)
    assert sum(both.values()) == 1
    for place in (0, 1):
        shares = {seat: sum(p for pair, p in both.items() if pair[place] == seat) for seat in seats}
        assert set(shares.values()) == {Fraction(1, len(seats))}
    assert offs.worst(seats) == dict.fromkeys(seats, Fraction(1, len(seats)))


def test_all_tied_throw_off_counts_by_hand():
    """Three players, seat 0 wins with 111 and the worst counts with 221, in ways of 512.

    Alone with 111, the others without it and not both above 221: 7² - 4² = 33. Tied with another on 111, 211
    or 222 over a third with 221: 2·3 + 2·27 + 2·3 = 66, then 111 over less, 7 of 44. All alike: 56.
    """
    both = ThrowOffs(rules(die=COIN)).both((0, 1, 2))
    wanted = (0, dice("111"), dice("221"))
    found = sum(
        chance for end, chance in both.items() if (end.best, end.best_counts, end.worst_counts) == wanted
    )
    assert found == (33 + 66 * Fraction(7, 44)) / (512 - 56)


@pytest.mark.parametrize(
    ("results", "axes", "best", "worst"),
    [
        ("654@2/611@1/221@1", {}, {1: 1}, {2: 1}),
        ("654@2/654@1/665@1", {}, {0: 0.5, 1: 0.5}, {2: 1}),
        ("654@2/654@1/665@1", {"tie_by_throws": "fewer-wins"}, {1: 1}, {2: 1}),
        ("654@2/654@2/665@1", {"tie_by_throws": "fewer-wins", "ties": "later-wins"}, {1: 1}, {2: 1}),
        ("654@1/654@2/665@1", {"tie_by_throws": "fewer-wins", "ties": "later-wins"}, {0: 1}, {2: 1}),
        ("654@2/654@2/665@1", {"ties": "earlier-wins"}, {0: 1}, {2: 1}),
        ("654@2/665@2/665@1", {"ties": "earlier-wins"}, {0: 1}, {2: 1}),
        ("654@2/665@2/665@1", {"ties": "later-wins"}, {0: 1}, {1: 1}),
        ("654@2/665@2/665@1", {"tie_by_throws": "fewer-wins"}, {0: 1}, {1: 1}),
        ("221@2/654@2/221@1", {"tie_by_throws": "fewer-wins"}, {1: 1}, {0: 1}),
        ("221@1/654@2/221@1", {}, {1: 1}, {0: 0.5, 2: 0.5}),
        ("665@1/665@1", {}, {0: 0.5, 1: 0.5}, {0: 0.5, 1: 0.5}),
    ],
)
def test_best_and_worst(results, axes, best, worst):
    found_best: dict[int, Fraction] = {}
    found_worst: dict[int, Fraction] = {}
    for outcome, chance in outcomes(results, die=COIN, **axes).items():
        found_best[outcome.best[0]] = found_best.get(outcome.best[0], Fraction(0)) + chance
        found_worst[outcome.worst[0]] = found_worst.get(outcome.worst[0], Fraction(0)) + chance
    assert found_best == best
    assert found_worst == worst


@pytest.mark.parametrize(
    ("results", "axes", "paid"),
    [
        ("654@1/221@1", {}, 2),
        ("666@1/654@1", {"transfer": "sum"}, 8),
        ("654@1/221@1", {"transfer": "sum"}, 3),
        ("666@1/654@1", {"transfer": "difference"}, 4),
        ("665@1/664@1", {"transfer": "difference"}, 1),
        ("654@1/221@1", {"transfer": "difference"}, 2),
        ("421@1/654@1", {"transfer": "sum", "values": {"421": "all"}}, 21),
        ("421@1/654@1", {"transfer": "difference", "values": {"421": "all-but-one"}}, 20),
        ("111@1/322@1", {"transfer": "sum", "values": {"322": "all"}}, 7),
        ("111@1/322@1", {"transfer": "difference", "values": {"rest": "all-but-one"}}, 7),
        ("421@1/654@1", {"values": {"421": "all-but-one"}, "tokens": 1}, 1),
        ("421@1/654@1", {"values": {"421": 10, "decharge": {"421": "all"}}, "tokens": 11}, 11),
    ],
)
def test_what_the_best_pays_in_a_bare_decharge(results, axes, paid):
    assert settled(results, **axes) == (paid, -paid)


def test_a_stack_and_a_pot_run_short():
    assert [o.moved for o in outcomes("421@1/654@1", stacks=(3, 18))] == [(-3, 3)]
    assert [o.moved for o in outcomes("421@1/654@1", stacks=(3, 18), values={"421": "all-but-one"})] == [
        (-2, 2)
    ]
    assert [o.moved for o in outcomes("421@1/654@1", "charge", pot=4)] == [(0, 4)]
    assert [o.moved for o in outcomes("421@1/654@1", "charge", pot=4, values={"421": "all-but-one"})] == [
        (0, 3)
    ]
    assert [o.moved for o in outcomes("421@1/654@1", "charge", pot=15)] == [(0, 10)]


def test_nenettes_take_in_the_charge_only():
    axes = {"nenette_takes": 2}
    assert settled("421@1/221@1", "charge", **axes) == (0, -2)
    assert settled("421@1/322@1", "charge", **axes) == (0, -10)
    assert settled("421@1/221@1", **axes) == (10, -10)


def test_each_nenette_takes():
    axes = {"nenette_takes": 2, "nenette_each": True}
    assert settled("221@1/654@1/221@1", "charge", **axes) == (-2, 0, -2)
    assert settled("221@1/654@1/221@1", "charge", "safe", **axes) == (0, 1, 0)
    assert settled("221@1/221@1", "charge", **axes) == (-2, -2)
    (outcome,) = outcomes("221@1/654@1/221@1", "charge", pot=3, **axes)
    assert (outcome.moved, outcome.leader) == ((2, 0, 1), 2)
    assert settled("654@1/322@1/665@1", "charge", **axes) == (0, -2, 0)
    assert settled("221@1/654@1/654@1", "decharge", **axes) == (-2, 1, 1)


def test_a_tied_charge_pays_the_tied_value_and_the_loser_made_nenette():
    assert settled("221@1/221@1", "charge", nenette_takes=2) == (-1, -1)
    assert settled("666@1/666@1", "charge", rampo_value="rampo") == (-3, -3)


def test_what_a_throw_off_pays():
    """Winners of a throw-off of two hold 111, 211, 222 in 14, 24, 6 of 44: (14·7 + 24·2 + 6·2)/44 = 79/22."""
    mean = Fraction(79, 22)
    chances = outcomes("222@1/222@1", die=COIN, rampo_value="rampo")
    assert sum(chance * abs(outcome.moved[0]) for outcome, chance in chances.items()) == mean
    chances = outcomes("222@1/222@1/221@1", die=COIN, rampo_value="rampo")
    assert sum(chance * outcome.moved[2] for outcome, chance in chances.items()) == mean
    chances = outcomes("222@1/222@1/221@1", die=COIN, rampo_value="rampo", transfer="sum")
    assert sum(chance * outcome.moved[2] for outcome, chance in chances.items()) == mean + 1
    chances = outcomes("111@1/222@1/222@1", die=COIN, rampo_value="rampo")
    assert {outcome.moved[0] for outcome in chances} == {-7}


def test_sum_counts_both_last_throws_where_all_were_tied():
    """Of 44: 111 over 211, 222, 221 in 2·(3, 1, 3); 211 over 222, 221 in 2·(3, 9); 222 over 221 in 2·3."""
    by_hand = Fraction(2 * (3 * 9 + 1 * 9 + 3 * 8 + 3 * 4 + 9 * 3 + 3 * 3), 44)
    chances = outcomes("221@1/221@1", die=COIN, rampo_value="rampo", transfer="sum")
    assert sum(chance * abs(outcome.moved[0]) for outcome, chance in chances.items()) == by_hand


def test_difference_deducts_the_last_throw_but_no_nenette():
    """As above: 111 less 211, 222, nothing; 211 less 222 is 0, so 1, and 2; 222 pays 2."""
    by_hand = Fraction(2 * (3 * 5 + 1 * 5 + 3 * 7 + 3 * 1 + 9 * 2 + 3 * 2), 44)
    chances = outcomes("221@1/221@1", die=COIN, rampo_value="rampo", transfer="difference")
    assert sum(chance * abs(outcome.moved[0]) for outcome, chance in chances.items()) == by_hand


def test_the_first_to_throw_again_chooses():
    """Even chances make both ways worth 0: `tied`. Where the last nénette wins he is the weaker, 22 to 31.

    Of 53 he then wins with 111, 211, 222 in 7, 12, 3, and loses to them as often, and in 9 to nénettes.
    """
    tie = read_results("222@1/222@1")
    even = Round(rules(die=COIN, rampo_value="choice"), 2, goal("tokens", 2))
    assert even.choice(tie) == {"tied": 0, "rampo": 0}
    assert {abs(outcome.moved[0]) for outcome in even.chances(tie)} == {2}
    tilted = Round(rules(die=COIN, rampo_value="choice", nenette_tie="last-wins"), 2, goal("tokens", 2))
    assert tilted.choice(tie) == {"tied": Fraction(2 * (22 - 31), 53), "rampo": Fraction(-9, 53)}
    assert tilted.values(tie) == (Fraction(9, 53), Fraction(-9, 53))


def test_the_tie_for_best_alone_is_chosen_by_the_last_of_those_tied():
    seats = Settlement(rules(), "decharge")
    assert seats.chooser(read_results("666@1/666@2/221@1")) == 1
    assert list(seats.deals(read_results("666@1/666@2/221@1"))) == ["tied"]
    choosing = Settlement(rules(rampo_value="choice"), "decharge")
    assert list(choosing.deals(read_results("666@1/666@2/221@1"))) == ["tied", "rampo"]
    assert list(choosing.deals(read_results("666@1/665@2/665@1"))) == ["tied"]
    assert list(Settlement(rules(rampo_value="choice"), "charge").deals(read_results("666@1/666@1"))) == [
        "tied"
    ]


def test_sips():
    axes = {"game": "sips", "followers": "up-to", "values": {"421": 8}, "repeat_421": 2, "brelan_gift": True}
    assert settled("421@1/665@1/654@1", **axes) == (0, -8, 0)
    assert settled("421@1/665@1/421@1", **axes) == (0, -10, 0)
    assert settled("421@1/421@1", **axes) == (-5, -5)
    assert settled("666@1/665@1/654@1", **axes) == (0, -9, -3)
    assert settled("111@1/222@1/221@1", **axes) == (-1, 0, -8)
    assert settled("654@1/654@1/221@1", wanted="duel", **axes) == (Fraction(1, 2), Fraction(1, 2), 0)
    axes["values"] = {"421": 8, "brelan": 3}
    assert settled("666@1/665@1/654@1", **axes) == (0, -6, -3)


def test_relative_is_own_less_the_mean_of_the_others():
    assert settled("666@1/665@1/654@1", wanted="relative") == (9, -9, 0)
    assert settled("666@1/665@1/654@1", wanted="tokens") == (6, -6, 0)


@pytest.mark.parametrize(
    ("next_leader", "leader"),
    [("loser", 2), ("winner", 1), ("rotation", 1)],
)
def test_who_leads_next(next_leader, leader):
    assert [o.leader for o in outcomes("654@1/666@1/221@1", next_leader=next_leader)] == [leader]
    assert [o.leader for o in outcomes("654@1/221@1/666@1", next_leader="winner")] == [2]


def test_caps():
    leader = Round(rules(followers="up-to"), 3, goal("duel", 3))
    previous = Round(rules(followers="up-to", cap="previous"), 3, goal("duel", 3))
    history = read_results("654@3/611@1")
    assert (leader.limit(()), leader.limit(history), previous.limit(history)) == (3, 3, 1)
    assert (leader.stopping(()), leader.stopping(history)) == ("free", "free")
    assert Round(rules(), 2, goal("duel", 2), "charge", throws=1).limit(()) == 1
    assert Round(rules(charge_throws=2), 2, goal("duel", 2), "charge").limit(()) == 2


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("wanted", ["duel", "safe", "tokens", "relative"])
@pytest.mark.parametrize("followers", ["same", "up-to", "declare"])
def test_sums_and_expectations(players, wanted, followers):
    table = rules(
        die=COIN, followers=followers, rampo_value="choice", cap="previous", tie_by_throws="fewer-wins"
    )
    payoff = goal(wanted, players)
    played = Round(table, players, payoff, throws=2)
    values = played.values()
    assert sum(values) == {"duel": 1, "safe": players - 1}.get(wanted, 0)
    chances = played.chances()
    assert sum(chances.values()) == 1
    expected = [sum(p * payoff(outcome)[seat] for outcome, p in chances.items()) for seat in range(players)]
    assert values == tuple(expected)


@pytest.mark.parametrize("wanted", ["duel", "safe", "tokens"])
@pytest.mark.parametrize("players", [2, 3])
def test_saying_le_bon_early_gains_nothing_while_throws_break_no_ties(wanted, players):
    """The law: values as if all had to throw on."""
    declare, same = (
        Round(rules(die=COIN, followers=followers), players, goal(wanted, players), throws=2).values()
        for followers in ("declare", "same")
    )
    assert declare == same


def test_saying_le_bon_early_gains_where_fewer_throws_win():
    declare, same = (
        Round(
            rules(die=THREE_FACES, followers=followers, tie_by_throws="fewer-wins"), 2, goal("duel", 2)
        ).values()
        for followers in ("declare", "same")
    )
    assert declare[1] > same[1]


def test_the_followers_turn_within_a_round():
    """Against 654 in two throws, ties even: the same values as the bare turn's."""
    duel = Round(rules(followers="up-to"), 2, goal("duel", 2))
    options = duel.turn(read_results("654@2")).options("642", 1)
    assert options == Turn(rules(), beat(rules(), "654"), 2).options("642", 1)


def test_a_finished_combination_among_opponents_to_come():
    """One opponent with one throw: 653 is safe against what is weaker, half against itself."""
    safe = Round(rules(), 2, goal("safe", 2)).values(read_results("653@1"))
    assert safe[0] == 1 - Turn(rules(), beat(rules(), "653"), 1).value()
    assert len(ALL_DICE) == 56
