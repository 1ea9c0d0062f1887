"""Actions: spelling, the order of the tie rule, and what each kind of turn allows."""

from __future__ import annotations

import pytest

from game421.dice import KEEP_NOTHING, KEEPS, KEEPS_OF, ROLLS, KeepIndex, RollIndex, parse_keep, parse_roll
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.actions import (
    RAMPO,
    TIED,
    Action,
    format_action,
    hold,
    is_declared,
    is_stop,
    keep_of,
    parse_action,
    stopping_of,
    turn_actions,
)

ROLL_INDICES = [RollIndex(index) for index in range(len(ROLLS))]
REROLLS = [KeepIndex(index) for index in range(len(ROLLS), len(KEEPS))]
EVERY = [*map(hold, [*ROLL_INDICES, *REROLLS]), *(hold(keep, declared=True) for keep in REROLLS), TIED, RAMPO]


def names(actions: tuple[Action, ...]) -> list[str]:
    return [format_action(action) for action in actions]


def test_every_action_prints_and_reads_back_as_itself():
    assert len({format_action(action) for action in EVERY}) == len(EVERY) == 84 + 28 + 2
    for action in EVERY:
        assert parse_action(format_action(action)) == action


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("42", "42"),
        ("24", "42"),
        ("4-2!", "42!"),
        (" 4,2 ! ", "42!"),
        ("⚃⚁", "42"),
        ("⚃⚁!", "42!"),
        ("-", "-"),
        ("-!", "-!"),
        ("246", "642"),
        ("tied", "tied"),
        (" rampo ", "rampo"),
    ],
)
def test_spellings(text, printed):
    assert format_action(parse_action(text)) == printed


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "empty"),
        ("!", "without a hold"),
        ("642!", "stop"),
        ("42!!", "'!' at place 3"),
        ("4211", "4 dice"),
        ("70", "'7' at place 1"),
        ("4--2", "nothing at place 2"),
        ("ramp", "'r' at place 1"),
        ("-!-", "nothing at place 1"),
    ],
)
def test_refused_with_the_bad_part_named(text, part):
    with pytest.raises(InputError, match=r"hold|le bon|all three") as refusal:
        parse_action(text)
    assert part in str(refusal.value)


def test_what_kind_an_action_is():
    stops = [action for action in EVERY if is_stop(action)]
    declared = [action for action in EVERY if is_declared(action)]
    assert len(stops) == 56
    assert all(len(format_action(action)) == 3 for action in stops)
    assert len(declared) == 28
    assert all(format_action(action).endswith("!") for action in declared)


def tie_rule(action: Action) -> tuple[object, ...]:
    """RULES section 6 written out: stop, then undeclared, then more dice, then the higher dice."""
    dice = KEEPS[keep_of(action)]
    return (not is_stop(action), is_declared(action), -len(dice), tuple(-face for face in dice))


def test_ascending_order_is_the_tie_rule():
    assert sorted(EVERY[:-2]) == sorted(EVERY[:-2], key=tie_rule)
    assert EVERY[-3] < TIED < RAMPO


def test_a_leader_stops_when_he_likes_and_followers_as_the_rules_bind_them():
    for followers, bound in [("same", "forced"), ("up-to", "free"), ("declare", "declare")]:
        rules = Rules(followers=followers)
        assert stopping_of(rules, leads=True) == "free"
        assert stopping_of(rules, leads=False) == bound


def test_free_turns_offer_every_hold_and_stopping_first():
    for roll in ROLL_INDICES:
        actions = turn_actions("free", roll, 2)
        assert actions == tuple(KEEPS_OF[roll])
        assert actions[0] == hold(roll)


def test_forced_turns_throw_at_least_one_die_until_the_last_throw():
    for roll in ROLL_INDICES:
        assert turn_actions("forced", roll, 1) == turn_actions("free", roll, 1)[1:]
        assert turn_actions("forced", roll, 0) == turn_actions("free", roll, 0) == (hold(roll),)


def test_le_bon_is_offered_before_any_throw_but_the_last_allowed():
    roll = parse_roll("642")
    assert names(turn_actions("declare", roll, 1)) == ["64", "62", "42", "6", "4", "2", "-"]
    assert names(turn_actions("declare", roll, 2)) == [
        *["64", "62", "42", "6", "4", "2", "-"],
        *["64!", "62!", "42!", "6!", "4!", "2!", "-!"],
    ]
    assert names(turn_actions("declare", None, 1)) == ["-"]
    assert names(turn_actions("declare", None, 2)) == ["-", "-!"]
    assert names(turn_actions("free", None, 3)) == names(turn_actions("forced", None, 3)) == ["-"]


def test_actions_come_in_tie_rule_order_without_repeats():
    for stopping in ("free", "forced", "declare"):
        for roll in ROLL_INDICES:
            for left in (0, 1, 2, 8):
                actions = turn_actions(stopping, roll, left)
                assert list(actions) == sorted(set(actions))
                assert actions


def test_locked_dice_stay_in_every_hold():
    roll = parse_roll("442")
    assert names(turn_actions("free", roll, 1, parse_keep("4"))) == ["442", "44", "42", "4"]
    assert names(turn_actions("free", roll, 1, parse_keep("44"))) == ["442", "44"]
    assert names(turn_actions("forced", roll, 1, parse_keep("42"))) == ["42"]
    assert turn_actions("free", roll, 1, KEEP_NOTHING) == turn_actions("free", roll, 1)


def test_a_turn_without_any_throw_is_refused():
    with pytest.raises(InputError, match="at least one throw"):
        turn_actions("free", None, 0)
