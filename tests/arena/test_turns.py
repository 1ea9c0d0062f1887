"""Turns examined in fractions, and the course whose bots play nothing else."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import pytest

from game421.advice.words import turn_question
from game421.arena import grade_turn
from game421.arena.files import read_policy
from game421.arena.hackagames import HackaGamesPlayer, masks
from game421.arena.players import BuiltIn
from game421.arena.turn_examination import AskedTurn, built_in_turn, examine_turn
from game421.dice import KEEPS, parse_keep
from game421.errors import InputError, TableError
from game421.rules import load_rules
from game421.states.actions import hold


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """The course's points: fiches 400 + x, triples 300 + x, runs 200 + high, others 100 + high."""
    values = {"421": 800, "111": 600, "221": 102}
    for face in range(2, 7):
        values[f"{face}11"] = 400 + face
        values[f"{face}{face}{face}"] = 300 + face
    for run in ("654", "543", "432", "321"):
        values[run] = 200 + int(run[0])
    for dice in product(range(6, 0, -1), repeat=3):
        text = "".join(map(str, sorted(dice, reverse=True)))
        values.setdefault(text, 100 + int(text[0]))
    file = tmp_path_factory.mktemp("school") / "school.toml"
    lines = "\n".join(f"{name} = {value}" for name, value in sorted(values.items()))
    file.write_text(f'name = "school"\ngame = "sips"\n[values]\n{lines}\n', encoding="utf-8")
    return load_rules(str(file))


BEST = Fraction(46951891, 139968)


def test_perfect_play_of_the_course_is_what_is_known(school):
    question = turn_question(school, "points")
    found = examine_turn(question, built_in_turn(question, BuiltIn("perfect")))
    assert found.value == found.best == BEST
    assert found.blunders == []
    assert found.tallies[2].loss == 0


def test_random_masks_come_to_what_the_course_says(school):
    """It draws one of eight masks, so that equal holds of equal dice weigh more."""

    def draw(position, legal, best):
        dice, chances = KEEPS[position.roll], {}
        for keeps in product((True, False), repeat=3):
            kept = "".join(str(die) for die, keep in zip(dice, keeps, strict=True) if keep)
            action = hold(parse_keep(kept or "-"))
            chances[action] = chances.get(action, 0) + Fraction(1, 8)
        return chances

    found = examine_turn(turn_question(school, "points"), draw)
    assert round(float(found.value), 2) == 163.18
    assert found.best == BEST


def school_policy(school, *, same: bool) -> dict[str, str]:
    """The best choices as the course writes them; `same`: those of the first throw for both."""
    question, policy = turn_question(school, "points"), {}

    def note(position, legal, best):
        dice = KEEPS[position.roll][::-1]  # in another order than here
        text = "-".join(map(str, (position.left, *dice)))
        policy[text] = masks(dice, "".join(map(str, KEEPS[best % len(KEEPS)])) or "-")
        return {best: Fraction(1)}

    for left in (2, 1):
        examine_turn(turn_question(school, "points", cap=left + 1) if left == 2 else question, note)
    if same:
        for state in [state for state in policy if state.startswith("2")]:
            policy["1" + state[1:]] = policy[state]
    return policy


def asked(school, bot) -> tuple[Fraction, dict[str, str]]:
    turn = AskedTurn(bot)
    found = examine_turn(turn_question(school, "points"), turn)
    assert turn.unsteady == 0
    return found.value, turn.forfeits


def test_policies_of_the_course_are_read(school, tmp_path):
    file = tmp_path / "policy.json"
    file.write_text(json.dumps(school_policy(school, same=True)), encoding="utf-8")
    value, forfeits = asked(school, read_policy(file))
    assert round(float(value), 2) == 334.67
    assert forfeits == {}


def test_learned_values_of_the_course_are_read(school, tmp_path):
    policy = {
        state: {"keep-keep-keep": 0.5, action: 0.75}
        for state, action in school_policy(school, same=False).items()
    }
    file = tmp_path / "values.json"
    file.write_text(json.dumps(policy), encoding="utf-8")
    value, _ = asked(school, read_policy(file))
    assert value == BEST
    file.write_text(json.dumps({"2-6-3-1": "keep-the-six"}), encoding="utf-8")
    with pytest.raises(
        TableError, match="2-6-3-1: 'keep-the-six' is no action; write for example keep-roll-keep"
    ):
        read_policy(file)


@pytest.mark.parametrize("value", ["x", None, True, [1], float("nan")])
def test_learned_values_are_numbers(value, tmp_path):
    file = tmp_path / "values.json"
    file.write_text(json.dumps({"2-6-3-1": {"keep-keep-keep": value, "roll-roll-roll": 3}}), encoding="utf-8")
    with pytest.raises(TableError, match=r"2-6-3-1: the value of keep-keep-keep is .*, which is no number"):
        read_policy(file)


def test_a_file_nested_too_deep_is_no_policy(tmp_path):
    file = tmp_path / "deep.json"
    file.write_text("[" * 100_000)
    with pytest.raises(TableError, match=r"deep\.json"):
        read_policy(file)


def test_a_policy_with_gaps_forfeits_there(school, tmp_path):
    file = tmp_path / "gaps.json"
    file.write_text(json.dumps({"2-6-3-1": "keep-roll-keep"}), encoding="utf-8")
    value, forfeits = asked(school, read_policy(file))
    assert 0 <= value < 150
    assert "the policy says nothing about T - - - 3 666 2" in forfeits["T - - - 3 666 2"]
    assert "T - - - 3 631 2" not in forfeits


class Pod:
    """What the course's engine shows, as far as a player looks."""

    def __init__(self, numbers=(), children=()):
        self.numbers, self.parts = list(numbers), list(children)

    def attribute(self, place):
        return self.numbers[place - 1]

    def attributes(self):
        return self.numbers

    def children(self):
        return self.parts


def test_a_player_of_ours_plays_in_their_engine():
    asked = []

    def decide(position, legal):
        asked.append((position, legal))
        return "61" if "61" in legal else "-"

    player = HackaGamesPlayer(decide)
    player.wakeUp(1, 1, Pod())
    dice = Pod([1, 3, 6])
    player.perceive(Pod(children=[Pod([2]), dice, Pod([0])]))
    dice.numbers[:] = [2, 2, 2]
    assert player.decide() == "keep-roll-keep"
    assert asked == [("T - - - 3 631 2", ("631", "63", "61", "31", "6", "3", "1", "-"))]
    player.perceive(Pod(children=[Pod([1]), Pod([4, 4, 1]), Pod([0])]))
    assert player.decide() == "roll-roll-roll"
    player.sleep(800)
    assert masks((4, 4, 1), "4") == "keep-roll-roll"
    assert masks((1, 4, 4), "441") == "keep-keep-keep"


@pytest.mark.parametrize("name", ["random", "noisy:0.25", "points", "target", "aces", "throws"])
@pytest.mark.parametrize(("goal", "role"), [("points", "leader"), ("beat", "follower")])
def test_what_a_turn_loses_is_the_sum_of_its_decisions(name, goal, role):
    question = turn_question(load_rules("bistro"), goal, "654@2" if goal == "beat" else (), role=role, cap=2)
    found = examine_turn(question, built_in_turn(question, BuiltIn(name)))
    assert found.best - found.value == sum(tally.loss for tally in found.tallies.values())
    assert all(
        first.cost >= other.cost for first, other in zip(found.blunders, found.blunders[1:], strict=False)
    )
    if (name, goal) in {("points", "points"), ("target", "beat")}:
        assert found.value == found.best


def test_noise_is_the_number_that_was_written(school):
    question = turn_question(school, "points")
    noisy, random = (examine_turn(question, built_in_turn(question, BuiltIn(name))) for name in NOISE)
    assert noisy.tallies[2].errors == random.tallies[2].errors / 10
    assert 0 < noisy.best - noisy.value < random.best - random.value


NOISE = ("noisy:0.1", "random")


class Together:
    """A bot that answers many questions at once, and nothing else."""

    def __init__(self, *extra):
        self.extra = extra

    def decide_all(self, positions, legal):
        return [*(actions[0] for actions in legal), *self.extra]


def raises(position, legal):
    raise ValueError("not today")


@pytest.mark.parametrize("bot", [Together(), Together("421"), raises])
def test_whatever_a_bot_here_does_a_turn_of_it_is_graded(bot):
    found = grade_turn(bot, rules="classic")
    assert found.value == (Fraction(5, 3) if isinstance(bot, Together) and not bot.extra else 0)


def test_who_plays_rounds_has_no_turns_of_his_own(school):
    with pytest.raises(InputError, match="duel plays rounds, and this is a turn"):
        built_in_turn(turn_question(school, "points"), BuiltIn("duel"))
