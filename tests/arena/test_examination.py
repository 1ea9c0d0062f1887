"""The exact examination against a slow twin on small games, and what must hold of every examination."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.sparse import coo_array

from game421.advice.words import turn_question
from game421.arena.asking import AskedPolicy
from game421.arena.behaviours import BEHAVIOURS
from game421.arena.bots import Forfeit
from game421.arena.examination import examine, solve_places
from game421.arena.files import read_policy
from game421.arena.grading import grade_turn
from game421.arena.policies import NoisyPolicy, PerfectPolicy, RandomPolicy, behaves
from game421.arena.pricing import price_game
from game421.arena.turn_examination import AskedTurn, examine_turn
from game421.errors import Game421Error, InputError
from game421.games.space import game_space
from game421.rounds.decisions import decide
from game421.rounds.stakes import RoundStakes
from game421.rules import load_rules
from game421.states.positions import Position
from game421.states.token_states import TokenState
from game421.tables import game_policy, turn_policy
from games.small import COIN, both, goal_of, solved
from oracles.axes import Dice
from oracles.axes import dice as dice_of
from oracles.game import Game
from oracles.match import Match
from sheets.running import run

TABLES: dict[str, dict[str, Any]] = {
    "classic": {"die": COIN, "tokens": 3, "charge_throws": 2, "decharge_throws": 2, "nenette_takes": 2},
    "bistro": {
        "die": COIN,
        "tokens": 3,
        "charge_throws": 1,
        "decharge_throws": 3,
        "followers": "declare",
        "tie_by_throws": "fewer-wins",
        "rampo_value": "choice",
        "ends": "last-in",
    },
    "locked, up to": {
        "die": COIN,
        "tokens": 2,
        "kept_dice": "locked",
        "followers": "up-to",
        "next_leader": "winner",
    },
    "havraise, partie": {
        "die": COIN,
        "tokens": 2,
        "charge": "havraise",
        "decharge_throws": 2,
        "manches": 2,
        "ends": "last-in",
    },
}


def pick(phase: str, roll: Dice | None, left: int | None, actions: int) -> int:
    """An arbitrary rule: which of so many actions is taken."""
    return (sum(roll or (2,)) + 3 * (left or 0) + (phase == "charge")) % actions


class Picking:
    """A bot that plays by `pick`, reading nothing but the text it is given."""

    def decide(self, position: str, legal: tuple[str, ...]) -> str:
        phase, _, _, _, _, roll, left, *_ = position.split()
        written = None if roll == "-" else dice_of(roll.partition("@")[0])
        throws = None if left == "-" else int(left)
        return legal[pick({"C": "charge", "D": "decharge"}[phase], written, throws, len(legal))]


def as_chances(phase: str, roll: Dice | None, left: int | None, actions: int) -> list[float]:
    return [float(place == pick(phase, roll, left, actions)) for place in range(actions)]


def evenly(phase: str, roll: Dice | None, left: int | None, actions: int) -> list[float]:
    return [1 / actions] * actions


PLAYERS = {
    "picking": (lambda: AskedPolicy("picking", Picking()), as_chances),
    "random": (RandomPolicy, evenly),
}


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", TABLES)
def test_chances_are_those_of_the_slow_twin(name, player):
    rules, axes = both(TABLES[name])
    make, rule = PLAYERS[player]
    goal = goal_of(rules)
    found = examine(solved(rules, goal), make())
    game = Game(axes, 2, goal)
    assert found.chance == pytest.approx(Match(game, rule, perfect=True).chance(), abs=1e-10)
    assert found.against_reply == pytest.approx(Match(game, rule, perfect=False).chance(), abs=1e-10)


@pytest.mark.parametrize("name", TABLES)
def test_a_perfect_player_loses_exactly_nothing(name):
    rules, _ = both(TABLES[name])
    found = examine(solved(rules, goal_of(rules)), PerfectPolicy())
    assert found.chance == found.against_reply == found.value
    assert found.exploitability == found.loss == 0
    assert found.account.blunders == []
    assert found.account.total.errors == 0


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize(
    "policy", [RandomPolicy(), NoisyPolicy(PerfectPolicy(), 0.25)], ids=lambda each: each.name
)
def test_what_is_lost_is_the_sum_of_the_decisions(name, policy):
    rules, _ = both(TABLES[name])
    found = examine(solved(rules, goal_of(rules)), policy)
    missing = np.mean(found.value) - np.mean(found.chance)
    assert found.loss == pytest.approx(missing, abs=1e-12)
    assert found.exploitability >= found.loss - 1e-12
    kinds = found.account.tallies.values()
    assert sum(tally.loss for tally in kinds) == pytest.approx(missing, abs=1e-12)
    costs = [blunder.cost for blunder in found.account.blunders]
    assert costs == sorted(costs, reverse=True)
    for blunder in found.account.blunders:
        assert blunder.cost == pytest.approx(blunder.often * blunder.chance * blunder.regret)
        assert str(Position.parse(blunder.position)) == blunder.position


@pytest.mark.parametrize("name", TABLES)
def test_how_far_a_price_is_is_told_to_its_end(name):
    rules, _ = both(TABLES[name])
    told = list[tuple[int, int]]()
    price_game(solved(rules, goal_of(rules)), RandomPolicy(), lambda *numbers: told.append(numbers))
    done, (total, *others) = [done for done, _ in told], {of for _, of in told}
    assert (done, others) == (sorted({*done, total}), [])


@pytest.mark.parametrize("forward", [True, False])
def test_play_that_may_go_on_for_ever_has_no_value(forward):
    rules, _ = both(TABLES["classic"])
    space = game_space(rules, 2, "manche")
    circle = np.array([[0.1, 0.2, 0.7], [0.3, 0.3, 0.4], [1 / 3, 1 / 3, 1 / 3]])
    places, right = space.offset[space.start] + np.arange(3), np.ones(space.size)
    for matrix, ends in ((circle * 0.5, True), (circle, False)):
        entries = matrix.ravel(), (np.repeat(places, 3), np.tile(places, 3))
        moves = coo_array(entries, shape=(space.size, space.size)).tocsr()
        if ends:
            assert solve_places(space, moves, right, forward=forward).max() < 10
        else:  # rounded, the system has a solution, of some 1e16
            with pytest.raises(Game421Error, match="a game of this player may go on for ever"):
                solve_places(space, moves, right, forward=forward)


def test_the_dial_of_strength_goes_from_perfect_to_random():
    rules, _ = both(TABLES["classic"])
    table = solved(rules)
    losses = [examine(table, NoisyPolicy(PerfectPolicy(), noise)).loss for noise in (0, 0.1, 0.5, 1)]
    assert losses[0] == 0
    assert losses == sorted(losses)
    assert losses[-1] == pytest.approx(examine(table, RandomPolicy()).loss)
    with pytest.raises(InputError, match=r"noise 1\.5: it is a chance, from 0 to 1"):
        NoisyPolicy(PerfectPolicy(), 1.5)


class Odd:
    """Wrong in every way there is, where the leader has two throws left."""

    ANSWERS = (None, 42, True, 1.0, {"1"}, ("1",), np.int64(3), "", "9", "666", "2-", object(), iter("1"))

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, position: str, legal: tuple[str, ...]) -> object:
        self.asked += 1
        if position.split()[3] != "-":
            return f" {legal[0]}\r\n"
        answer = self.ANSWERS[self.asked % len(self.ANSWERS)]
        if answer is None and self.asked % 2:
            raise RuntimeError("lost my way")
        return answer


def test_answers_that_are_no_legal_action_lose_the_game_and_are_counted():
    rules, _ = both(TABLES["classic"])
    odd = AskedPolicy("odd", Odd())
    found = examine(solved(rules), odd)
    assert found.chance[0] == pytest.approx(0, abs=1e-12)  # whoever leads comes to such a decision
    assert found.against_reply[0] == pytest.approx(0, abs=1e-12)
    assert 0 < found.chance[1] < found.value[1]
    assert set(odd.forfeits) == {"not an answer", "illegal action", "crash"}
    assert all(faults.times > 0 and faults.detail for faults in odd.forfeits.values())
    assert found.account.blunders[0].action == "forfeit"
    assert found.loss == pytest.approx(np.mean(found.value) - np.mean(found.chance), abs=1e-12)


class Lots:
    """Answers the same question differently."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, position: str, legal: tuple[str, ...]) -> str:
        self.asked += 1
        return legal[self.asked % len(legal)]


def test_a_bot_that_draws_lots_shows():
    rules, _ = both(TABLES["classic"])
    lots, steady = AskedPolicy("lots", Lots()), AskedPolicy("picking", Picking())
    examine(solved(rules), lots)
    examine(solved(rules), steady)
    assert lots.unsteady > 0
    assert steady.unsteady == 0


def test_a_bot_that_draws_lots_shows_in_a_turn_and_has_no_grade():
    lots = AskedTurn(Lots())
    examine_turn(turn_question(load_rules("classic"), "points"), lots)
    assert lots.unsteady > 0
    with pytest.raises(InputError, match="answers the same question differently"):
        grade_turn(Lots())


@pytest.mark.parametrize("goal", ["duel", "safe", "tokens"])
def test_who_plays_every_round_for_itself_plays_a_round_perfectly(goal):
    rules, _ = both(TABLES["bistro"])
    decided = decide(rules, [TokenState("D", 2)], RoundStakes(rules, goal, 2))
    found = behaves(BEHAVIOURS[goal], decided.positions)
    choices = decided.positions.is_choice
    assert (found == decided.found.action[0])[choices].all()


@pytest.mark.parametrize("form", ["json", "csv"])
def test_an_exported_policy_is_perfect(form, tmp_path):
    rules, _ = both(TABLES["bistro"])
    file = tmp_path / f"policy.{form}"
    game_policy(solved(rules)).write(file, form)
    found = examine(solved(rules), AskedPolicy("policy", read_policy(file)))
    assert found.loss == found.exploitability == 0


def test_an_exported_policy_of_a_turn_is_perfect(tmp_path):
    question = turn_question(load_rules("bistro"), "beat", role="follower", cap=2)
    turn_policy(question).write(tmp_path / "beat.csv")
    asked = AskedTurn(read_policy(tmp_path / "beat.csv"))
    found = examine_turn(question, asked)
    assert found.value == found.best
    assert len(found.values) == 112  # 56 combinations in one or two throws
    assert asked.forfeits == {}
    partial = read_policy(tmp_path / "beat.csv", load_rules("bistro"))
    with pytest.raises(Forfeit, match="the policy says nothing about T - - - 3 642 2"):
        partial.decide("T - - - 3 642 2", ("642", "-"))


@pytest.mark.parametrize(
    ("name", "said"),
    [("bistro", ""), ("classic", "421: mine is a policy for the rules bistro, and these are classic\n")],
)
def test_a_policy_for_other_rules_says_so(name, said, tmp_path):
    turn_policy(turn_question(load_rules("bistro"), "points")).write(tmp_path / "mine.csv")
    done = run("bench", str(tmp_path / "mine.csv"), "--exact", "--goal", "points", "--rules", name)
    assert done.err == said
    assert "mine" in done.out
