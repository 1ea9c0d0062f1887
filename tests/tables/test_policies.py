"""The rows of a policy table against the slow twin of the turn, and which rows there are."""

from fractions import Fraction

import pytest

from game421.errors import InputError
from game421.rules import load_rules
from game421.rules.record import Rules
from game421.tables import turn_policy
from game421.turns.questions import TurnQuestion
from oracles import axes as oracle_axes
from oracles import turn as oracle

LOADED = (1, 2, 3, 4, 5, 6)


def assert_as_the_twin_says(policy, payoff_of, **terms):
    """Every row: action, ties and exact value by plain recursion, the regret from all its options."""
    twins = {}
    for row in policy:
        twin = twins.setdefault(row.target, oracle.Turn(payoff=payoff_of(row.target), **terms))
        options = twin.options(row.roll[1:], row.left, row.locked[1:])
        best, *others = sorted(options.values(), reverse=True)
        assert row.exact == best
        assert row.value == float(best)
        assert row.ties.split() == [f"k{action}" for action, value in options.items() if value == best]
        assert row.action == row.ties.split()[0]
        assert row.regret == (float(best - others[0]) if others else None)


def test_every_row_of_the_classic_policy_is_right():
    table = oracle_axes.rules()
    policy = turn_policy(TurnQuestion(Rules(), "beat"))
    assert len(policy) == 2 * 56 * 56
    assert_as_the_twin_says(policy, lambda target: oracle.beat(table, target[1:]), table=table)


@pytest.mark.parametrize(
    ("axes", "stopping"),
    [
        ({"followers": "declare", "tie_by_throws": "fewer-wins"}, "declare"),
        ({"followers": "same", "kept_dice": "locked", "die": LOADED}, "forced"),
        ({"followers": "up-to", "kept_dice": "locked", "die": (0, 1, 1, 0, 2, 1)}, "free"),
    ],
)
def test_a_followers_rows_are_right(axes, stopping):
    names = ("332@2",) if "tie_by_throws" in axes else ("332",)
    policy = turn_policy(TurnQuestion(Rules(**axes), "beat", role="follower", names=names))
    table = oracle_axes.rules(**axes)
    assert_as_the_twin_says(
        policy, lambda target: oracle.beat(table, target[1:]), table=table, stopping=stopping
    )


def test_what_a_tie_counts_and_goals_without_beating():
    table = oracle_axes.rules()
    for halves in (0, 1, 2):
        policy = turn_policy(TurnQuestion(Rules(), "beat", names=("654",), tied_halves=halves))
        assert_as_the_twin_says(
            policy, lambda target, h=halves: oracle.beat(table, target[1:], Fraction(h, 2)), table=table
        )
    policy = turn_policy(TurnQuestion(Rules(), "combo", names=("421", "zenzi")))
    assert policy.header["targets"] == ["d421/brelan"]
    assert_as_the_twin_says(policy, lambda target: oracle.combo(table, "421", "brelan"), table=table)
    policy = turn_policy(TurnQuestion(Rules(), "points", phase="charge", cap=2))
    assert policy.header["targets"] == ["-"]
    assert_as_the_twin_says(policy, lambda target: oracle.points(table, "charge"), table=table, throws=2)


def test_several_targets_must_all_be_beaten():
    policy = turn_policy(TurnQuestion(Rules(), "beat", names=("654", "666")))
    alone = turn_policy(TurnQuestion(Rules(), "beat", names=("666",)))
    assert [row.exact for row in policy] == [row.exact for row in alone]
    assert {row.target for row in policy} == {"d654/d666"}


def test_targets_are_results_where_fewer_throws_win():
    policy = turn_policy(TurnQuestion(load_rules("bistro"), "beat"))
    assert policy.header["targets"][:4] == ["d666@1", "d666@2", "d666@3", "d665@1"]
    assert len(policy) == 2 * 168 * 56
    assert policy.probe(1, "d654", "d654@1").value < policy.probe(1, "d654", "d654@3").value


def test_the_cap_bounds_the_results_that_can_have_been_made():
    targets = {
        cap: turn_policy(
            TurnQuestion(Rules(followers="up-to", tie_by_throws="fewer-wins", cap=cap), "beat", cap=2)
        ).header["targets"][:3]
        for cap in ("leader", "previous")
    }
    assert targets == {"leader": ["d666@1", "d666@2", "d665@1"], "previous": ["d666@2", "d666@3", "d665@2"]}


def test_the_decision_before_the_first_throw_is_there_where_le_bon_may_be_said():
    policy = turn_policy(TurnQuestion(load_rules("bistro"), "beat", role="follower", names=("421@3",)))
    assert [row.left for row in policy if row.roll == "d-"] == [3]
    assert policy.probe(3, "d-", "d421@3").action == "k-"
    assert any(row.action.endswith("!") for row in policy)
    for role, rules in (("leader", "bistro"), ("follower", "classic"), ("follower", "sips")):
        rows = turn_policy(TurnQuestion(load_rules(rules), "points", role=role))
        assert not any(row.roll == "d-" for row in rows)


def test_locked_dice_have_rows_of_their_own():
    policy = turn_policy(TurnQuestion(Rules(kept_dice="locked"), "points"))
    assert len(policy) == 364 - 56 + 56  # one left: a roll with any keep of two dice or fewer; two: a roll
    assert policy.probe(1, "d611", locked="k6").action == "k611"
    with pytest.raises(InputError, match="no decision with left 2, target -, roll d611, locked k6"):
        policy.probe(2, "d611", locked="k6")


def test_a_die_that_cannot_show_a_face_has_no_such_rows():
    policy = turn_policy(TurnQuestion(Rules(die=(1, 1, 0, 0, 0, 1)), "beat"))
    rolls = {row.roll for row in policy}
    assert len(rolls) == 10
    assert rolls == {row.target for row in policy}
    assert not any(set("345") & set(roll) for roll in rolls)


def test_one_option_has_no_second_best():
    policy = turn_policy(TurnQuestion(Rules(kept_dice="locked"), "points", role="follower"))
    alone = [row for row in policy if row.regret is None]
    assert {row.locked for row in alone} >= {"k66", "k61"}
    assert all(row.ties == row.action for row in alone)


def test_ties_of_the_reference():
    policy = turn_policy(TurnQuestion(Rules(), "points"))
    assert policy.probe(1, "d552").ties == "k55 k2 k-"
    assert policy.probe(1, "d664").ties == "k66 k4"
    assert policy.probe(1, "d552").regret == 0


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"goal": "win"}, "a turn has the goals"),
        ({"goal": "points", "names": ("654",)}, "a target goes with"),
        ({"goal": "points", "tied_halves": 1}, "goes with the goal beat"),
        ({"goal": "beat", "cap": 4}, "1 to 3 throws"),
        ({"goal": "beat", "cap": 1}, "no decision"),
        ({"goal": "beat", "names": ("744",)}, "'7' at place 1 is not a face"),
        ({"goal": "beat", "names": ("654@2",)}, "other than the cap"),
        ({"goal": "combo", "names": ("brelon",)}, "did you mean 'brelan'"),
    ],
)
def test_what_is_no_policy_is_refused(question, message):
    with pytest.raises(InputError, match=message):
        turn_policy(TurnQuestion(Rules(), **question))
