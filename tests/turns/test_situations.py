"""Situations by the million give what the table of the policy says, array by array."""

from fractions import Fraction

import numpy as np
import pytest

from game421.dice import KEEPS, ROLLS, format_keep
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.actions import Action, format_action
from game421.tables import turn_policy
from game421.turns.questions import TurnQuestion
from game421.turns.situations import SituationTable

ROLL = {f"d{format_keep(roll)}": roll for roll in range(len(ROLLS))}
KEEP = {f"k{format_keep(keep)}": keep for keep in range(len(KEEPS))}

DECLARING = {"followers": "declare", "tie_by_throws": "fewer-wins", "decharge_throws": 4}


@pytest.mark.parametrize(
    ("axes", "goal", "role"),
    [
        ({}, "beat", "leader"),
        ({}, "beat", "follower"),
        (DECLARING, "beat", "follower"),
        ({"kept_dice": "locked", "die": (1, 2, 0, 1, 1, 10**14)}, "combo", "leader"),
        ({"kept_dice": "locked", "followers": "same"}, "points", "follower"),
        ({"values": {"both": {"421": -(10**40)}}}, "points", "leader"),
    ],
    ids=["classic", "forced", "le bon", "locked and loaded", "locked and forced", "long numbers"],
)
def test_every_decision_is_as_in_the_policy_table(axes, goal, role):
    question = TurnQuestion(Rules(**axes), goal, role=role, names=("421@1",) if axes is DECLARING else ())
    policy = turn_policy(question)
    rows = [row for row in policy if row.roll != "d-"]
    target = {key: place for place, key in enumerate(policy.header["targets"])}
    table = SituationTable.of(question)
    answers = table.answer(
        np.array([ROLL[row.roll] for row in rows], np.uint8),
        np.array([row.left for row in rows]),
        np.array([target[row.target] for row in rows]),
        np.array([KEEP[row.locked] for row in rows]),
    )
    assert answers.value == pytest.approx([row.value for row in rows], rel=1e-15)
    regrets = [np.nan if row.regret is None else row.regret for row in rows]
    assert answers.regret == pytest.approx(regrets, rel=1e-15, nan_ok=True)
    assert [f"k{format_action(Action(action))}" for action in answers.action.tolist()] == [
        row.action for row in rows
    ]
    for row, mask in zip(rows, answers.ties.tolist(), strict=True):
        actions = question.terms.actions(row.left, ROLL[row.roll], KEEP[row.locked])
        best = [format_action(action) for bit, action in enumerate(actions) if mask >> bit & 1]
        assert " ".join(f"k{action}" for action in best) == row.ties


def test_with_no_throw_left_there_is_nothing_to_choose():
    table = SituationTable.of(TurnQuestion(Rules(), "points"))
    answers = table.answer(np.arange(len(ROLLS)), 0)
    assert answers.action.tolist() == list(range(len(ROLLS)))
    assert answers.value.tolist() == list(Rules().decharge_values)
    assert np.isnan(answers.regret).all()
    assert set(answers.ties.tolist()) == {1}


def test_the_worked_example():
    table = SituationTable.of(TurnQuestion(Rules(), "beat", names=("654",)))
    answers = table.answer(np.array([ROLL["d642"]] * 2), np.array([2, 0]))
    assert answers.value.tolist() == [875 / 2592, 0.0]
    assert answers.regret[0] == float(Fraction(875, 2592) - Fraction(103, 324))
    assert format_action(Action(int(answers.action[0]))) == "-"


@pytest.mark.parametrize(
    ("situation", "message"),
    [
        (([56], 1, 0), "roll has numbers from 56 to 56: allowed 0 to 55"),
        (([-1], 1, 0), "roll has numbers from -1"),
        (([0], 3, 0), "throws left has numbers from 3"),
        (([0], np.array([-1]), 0), "throws left has numbers from -1"),
        (([0], 1, 56), "target has numbers from 56"),
        (([0.0], 1, 0), "roll is an array of float64"),
        (([0], 1, 0, np.array([KEEP["k4"]])), "dice that cannot lie so"),
        (([0], 1, 0, KEEP["k4"]), "dice that cannot lie so"),
    ],
)
def test_situations_that_cannot_be_are_refused(situation, message):
    table = SituationTable.of(TurnQuestion(Rules(), "beat"))
    roll, *rest = situation
    with pytest.raises(InputError, match=message):
        table.answer(np.array(roll), *rest)


def test_no_situation_at_all_has_no_answer():
    table = SituationTable.of(TurnQuestion(Rules(), "points"))
    assert len(table.answer(np.array([], np.intp), np.array([], np.intp)).value) == 0
