"""Any policy at all can be told as a list, and any set of combinations in words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from game421.dice import KEEP_NOTHING, KEEPS, ROLLS, RollIndex, parse_keep, parse_roll
from game421.rules.record import Rules
from game421.sheets.lists import Lies, hold_list
from game421.sheets.orders import Order
from game421.states.actions import hold, turn_actions

EVERY = [RollIndex(roll) for roll in range(len(ROLLS))]
LOCKED = [Lies(roll, KEEP_NOTHING) for roll in EVERY] + [
    Lies(roll, keep)
    for roll in EVERY
    for keep in range(len(ROLLS), KEEP_NOTHING)
    if not set(KEEPS[keep]) - set(ROLLS[roll]) and len(set(KEEPS[keep])) == len(KEEPS[keep])
]


@given(some.data(), some.sampled_from(["free", "forced", "declare"]), some.sampled_from([1, 2]))
def test_a_list_says_its_policy_whatever_it_is(data, stopping, left):
    lies = data.draw(some.lists(some.sampled_from(LOCKED), min_size=1, max_size=40, unique=True))
    policy = {
        each: data.draw(some.sampled_from(turn_actions(stopping, each.roll, left, each.kept)))
        for each in lies
    }
    told = hold_list(policy)
    assert {each: told.action(each) for each in lies} == policy


def test_a_policy_that_no_order_tells_has_exceptions():
    """Keep the 6 of 651, the 5 of 541, the 4 of 641: none of the three can come first."""
    wanted = {"651": "6", "541": "5", "641": "4"}
    policy = {Lies(parse_roll(roll)): hold(parse_keep(keep)) for roll, keep in wanted.items()}
    told = hold_list(policy)
    assert len(told.exceptions) == 1
    assert {lies: told.action(lies) for lies in policy} == policy


@given(some.sets(some.sampled_from(EVERY)))
def test_sets_of_combinations_survive_being_told(wanted):
    for rules in (Rules(), Rules(ranking="belgian", die=(1, 1, 0, 1, 1, 1)), EQUALS):
        order = Order(rules)
        shown = wanted & set(order.rolls)
        said = order.told(shown)
        meant = {roll for run in said.runs for roll in order.rolls_of(run)}
        assert meant - {roll for run in said.apart for roll in order.rolls_of(run)} == shown
        runs = order.runs(shown)
        assert {roll for run in runs for roll in order.rolls_of(run)} == shown


EQUALS = Rules(ranking=(tuple(EVERY[::2]), tuple(EVERY[1::2])))


def test_or_better_is_only_said_where_nothing_as_strong_is_left_out():
    order = Order(EQUALS)
    top = set(order.rolls[:28])
    assert order.from_the_top(order.runs(top)[0])
    assert not order.from_the_top(order.runs(top - {order.rolls[27]})[0])
