"""Reviews: costs are the regrets of `best` added up, agree with the skill of a match, and need no memory."""

from __future__ import annotations

import json
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from game421.advice.answers import BestAnswer
from game421.advice.asking import situation_of
from game421.advice.situation import Situation, best_of_situation
from game421.arena import review
from game421.arena.bots import Forfeit
from game421.arena.choosers import Chooser, NoisyChooser, PerfectChooser, Quiet, RandomChooser
from game421.arena.costs import Costs, cost, right
from game421.arena.entrants import entrant
from game421.arena.exact_play import ExactPlay
from game421.arena.games import play_game
from game421.arena.logs import Log
from game421.arena.matches import Match
from game421.arena.nodes import Node
from game421.arena.results import Result
from game421.arena.reviews import Review
from game421.arena.schedule import Schedule
from game421.arena.several_play import SeveralPlay
from game421.arena.standings import Contest, Standing
from game421.dice import KEEP_NOTHING, ROLLS, format_keep
from game421.errors import InputError
from game421.games.values import GameValues
from game421.rules import Rules, load_rules
from game421.states.actions import Action, parse_action
from game421.states.goals import SituationGoal
from game421.states.positions import Position
from game421.states.token_states import TokenState
from games.small import THREE_FACES, both, goal_of, solved
from tables.situation_games import Single

from .test_examination import TABLES
from .test_several import TABLES as OF_THREE
from .test_several import solved as solved_three

FOUR_THROWS = {**TABLES["bistro"], "die": THREE_FACES, "decharge_throws": 4}
SIPS = {"game": "sips", "die": THREE_FACES, "followers": "up-to"}


@pytest.fixture
def values(monkeypatch) -> Callable[[GameValues], None]:
    """Makes reviews find a game's values without a cache."""

    def known(table: GameValues) -> None:
        monkeypatch.setattr("game421.arena.costs.game_values", lambda *_: table)

    return known


def written(path: Path, contest: Contest, players: Sequence[Chooser], units: int = 15) -> list[Result]:
    """The games of a match of these players, which are also in its log."""
    names = tuple(entrant(f"{name}=random") for name, _ in zip("abc", players, strict=False))
    match = Match(contest, names, Schedule(len(players), contest.players, 3), moves=True)
    results = []
    with Log.new(path, match) as log:
        for number in range(units):
            unit = []
            for fixture in match.schedule.unit(number):
                seated = [players[player] for player in fixture.seating]
                played = play_game(contest, seated, fixture.seed, game=fixture.game, moves=True)
                unit.append(Result.of(fixture, played))
            log.add(tuple(unit))
            results += unit
    return results


def asked(
    rules: Rules,
    goal: SituationGoal,
    position: str,
    table: GameValues | None = None,
    answer: Callable[[Situation], BestAnswer] = best_of_situation,
) -> BestAnswer:
    """What `best` says of a position."""
    known = None if table is None else lambda *_: table
    return answer(situation_of(rules, Position.parse(position), goal, values=known))


def regrets(results: Iterable[Result], contest: Contest, table: GameValues | None) -> dict[int, float]:
    """What `best` says that each player's decisions cost, one by one."""
    found: dict[int, float] = {}
    single = Single()
    for position, action, player in (move for result in results for move in result.moves):
        option = asked(contest.rules, contest.goal, position, table, single).option(action)
        assert option is not None
        found[player] = found.get(player, 0.0) + option.regret
    return found


def totals(found: Review) -> list[float]:
    return [each.total.cost for each in found.players.values()]


@pytest.mark.parametrize("name", TABLES)
def test_costs_of_two_are_the_regrets_of_best_and_the_skill_of_the_match(name, tmp_path, values):
    rules, _ = both(TABLES[name])
    goal = goal_of(rules)
    table = solved(rules, goal)
    values(table)
    here = Contest(rules, 2, goal, ExactPlay(table))
    results = written(tmp_path / "log", here, [RandomChooser(), NoisyChooser(PerfectChooser(), 0.3)])
    found = review(tmp_path / "log", rules=rules)
    expected = regrets(results, here, table)
    costs = totals(found)
    assert costs == pytest.approx([expected[0], expected[1]], abs=1e-9)
    assert costs[0] > costs[1] > 0
    skill = sum(result.skill[result.fixture.seating.index(0)] for result in results if result.skill)
    assert skill == pytest.approx(costs[1] - costs[0], abs=1e-9)
    assert (found.epsilon, found.goal, found.games) == (0, goal, len(results))
    assert [each.games for each in found.players.values()] == [len(results)] * 2
    for player, each in enumerate(found.players.values()):
        moves = [move for result in results for move in result.moves if move[2] == player]
        assert each.total.decisions == each.total.choices == len(moves)
        assert each.each_game == pytest.approx(costs[player] / len(results))
    worst = found.costliest[0]
    option = asked(rules, goal, worst.position, table)
    assert option.ties == worst.right
    assert worst.cost == pytest.approx(option.option(worst.action).regret, abs=1e-12)


@pytest.mark.parametrize("name", TABLES)
def test_perfect_play_costs_nothing_at_all(name, tmp_path, values):
    rules, _ = both(TABLES[name])
    table = solved(rules, goal_of(rules))
    values(table)
    contest = Contest(rules, 2, goal_of(rules), ExactPlay(table))
    written(tmp_path / "log", contest, [PerfectChooser(), NoisyChooser(PerfectChooser(), 0.5)])
    found = review(tmp_path / "log", rules=rules)
    perfect, noisy = (each.total for each in found.players.values())
    assert (perfect.cost, perfect.errors) == (0, 0)
    assert noisy.cost > 0
    assert perfect.decisions > 10
    assert {each.player for each in found.costliest} == {"b"}


@pytest.mark.parametrize("name", OF_THREE)
def test_costs_of_three_are_the_regrets_of_best(name, tmp_path):
    table = solved_three(name)
    contest = Contest(table.rules, 3, "manche", SeveralPlay(table))
    two = solved(table.rules)  # under last-in two play on when the third has left

    def known(rules: Rules, players: int, *_: object) -> GameValues:
        return table if players == 3 else two

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game421.arena.costs.game_values", known)
        results = written(tmp_path / "log", contest, [RandomChooser(), PerfectChooser(), RandomChooser()], 8)
        found = review(tmp_path / "log", rules=table.rules)
    expected: Counter[int] = Counter()
    singles = {2: Single(), 3: Single()}
    for position, action, player in (move for result in results for move in result.moves):
        players = Position.parse(position).players
        answer = asked(table.rules, "manche", position, known(table.rules, players), singles[players])
        expected[player] += answer.option(action).regret
    assert totals(found) == pytest.approx([expected[0], expected[1], expected[2]], abs=1e-9)
    assert totals(found)[1] == pytest.approx(0, abs=1e-9)
    three = any(Position.parse(move[0]).players == 3 for result in results for move in result.moves)
    assert found.epsilon == (table.epsilon if three else 0)


@pytest.mark.parametrize("goal", ["duel", "safe"])
@pytest.mark.parametrize(("table", "players"), [("classic", 2), ("sips", 2), (FOUR_THROWS, 3), (SIPS, 3)])
def test_costs_of_bare_rounds_are_the_regrets_of_best(table, players, goal, tmp_path):
    rules = load_rules(table) if isinstance(table, str) else both(table)[0]
    contest = Contest(rules, players, goal)
    results = written(tmp_path / "log", contest, [RandomChooser() for _ in range(players)], 3)
    found = review(tmp_path / "log", rules=None if isinstance(table, str) else rules)
    expected = regrets(results, contest, None)
    assert totals(found) == pytest.approx([expected[player] for player in range(players)], abs=1e-9)
    assert found.rules == rules
    assert found.epsilon is None


def test_every_action_of_a_bare_round_of_locked_dice_costs_what_best_says():
    rules = Rules(kept_dice="locked", followers="up-to", decharge_throws=2)
    costs = Costs(rules, "duel")
    for text in ("R - -/- - 2 642 1", "R - -/- 654@2 2 442 1", "R - -/- 654@1 1 - 1", "R - -/- - 2 111 1"):
        standing, node = costs.asked(text)
        answer = asked(rules, "duel", text)
        if len(answer.options) > 1:
            play = costs.play(standing)
            assert right(play, node) == answer.ties
            for option in answer.options:
                found = cost(play, node, parse_action(option.action))
                assert found == pytest.approx(option.regret, abs=1e-12)


def test_what_is_as_good_as_the_best_costs_nothing_whatever_rounding_does():
    rules = load_rules("classic")
    costs, tied = Costs(rules, "duel"), 0
    for roll in map(format_keep, range(len(ROLLS))):
        text = f"R - -/- 654@3 3 {roll} 1"
        standing, node = costs.asked(text)
        ties = asked(rules, "duel", text).ties
        assert right(costs.play(standing), node) == ties
        tied += len(ties) > 1
    assert tied > 3


class Absent(Quiet):
    """Never there, or gone when he is asked for the third time."""

    def __init__(self, *, ever: bool) -> None:
        self._ever, self._asked = ever, 0

    def newgame(self, game: int, seat: int, players: int, seed: int) -> None:
        if not self._ever:
            raise Forfeit("no start", "not at home")

    def choose(self, standing: Standing, node: Node) -> Action:
        self._asked += 1
        if self._asked % 3 == 0:
            raise Forfeit("silence", "gone")
        return node.actions[-1]


@pytest.mark.parametrize("ever", [True, False])
@pytest.mark.parametrize("name", TABLES)
def test_what_forfeits_cost_makes_up_the_skill_of_the_match(name, ever, tmp_path, values):
    rules, _ = both(TABLES[name])
    table = solved(rules, goal_of(rules))
    values(table)
    here = Contest(rules, 2, goal_of(rules), ExactPlay(table))
    results = written(tmp_path / "log", here, [Absent(ever=ever), RandomChooser()])
    found = review(tmp_path / "log", rules=rules)
    absent, other = found.players.values()
    assert sum(absent.forfeits.values()) == sum(result.forfeit is not None for result in results) > 0
    assert not other.forfeits
    assert absent.first_forfeit["silence" if ever else "no start"].detail == (
        "gone" if ever else "not at home"
    )
    head, one, *_ = (tmp_path / "log").read_bytes().splitlines(keepends=True)
    if not ever:
        (tmp_path / "one").write_bytes(head + one)
        (gone, _), skill = review(tmp_path / "one", rules=rules).players.values(), results[0].skill
        assert gone.forfeited == pytest.approx(-skill[results[0].fixture.seating.index(0)], abs=1e-12)
    skill = sum(result.skill[result.fixture.seating.index(1)] for result in results if result.skill)
    assert skill == pytest.approx(absent.total.cost + absent.forfeited - other.total.cost, abs=1e-9)


def test_lines_written_by_anyone_cost_what_the_log_says(tmp_path):
    log = tmp_path / "log"
    contest = Contest(load_rules("classic"), 2, "duel")
    results = written(log, contest, [RandomChooser(), RandomChooser()], 20)
    lines = [
        {"position": position, "action": action, "player": "ab"[player], "game": str(result.fixture.game)}
        for result in results
        for position, action, player in result.moves
    ]
    lines[0] |= {"action": "-".join(lines[0]["action"]), "when": "friday"}
    (tmp_path / "lines").write_text("".join(json.dumps(line) + "\n\n" for line in lines))
    ours, theirs = review(log), review(tmp_path / "lines")
    assert totals(theirs) == totals(ours)
    assert [each.kinds for each in theirs.players.values()] == [each.kinds for each in ours.players.values()]
    assert theirs.games == len({line["game"] for line in lines})
    for player, each in theirs.players.items():
        assert each.games == len({line["game"] for line in lines if line["player"] == player})
    assert [each[3:] for each in theirs.costliest] == [each[3:] for each in ours.costliest]
    assert len(ours.costliest) == 20
    worst = review(log, worst=3).costliest
    assert worst == ours.costliest[:3]
    assert review(log, worst=0).costliest == ()
    assert sorted(ours.costliest, key=lambda each: -each.cost) == list(ours.costliest)


def test_the_same_bytes_whatever_is_priced_together(tmp_path, monkeypatch):
    contest = Contest(load_rules("classic"), 2, "duel")
    written(tmp_path / "log", contest, [RandomChooser(), RandomChooser()], 20)
    whole = review(tmp_path / "log")
    monkeypatch.setattr("game421.arena.reviews.TOGETHER", 7)
    monkeypatch.setattr("game421.arena.costs.MOST_KNOWN", 5)
    parts = review(tmp_path / "log")
    costs = Costs(load_rules("classic"), "duel")
    for roll in map(format_keep, range(len(ROLLS))):
        costs.asked(f"R - -/- - 3 {roll} 2")
    assert all(0 < len(nodes) < 7 for nodes in costs._nodes.values())
    assert totals(parts) == pytest.approx(totals(whole), abs=1e-12)
    assert parts.costliest == whole.costliest


def test_words_of_a_position_in_any_order_are_read(values):
    rules, _ = both({**TABLES["havraise, partie"], "kept_dice": "locked", "decharge_throws": 3})
    values(solved(rules, "partie"))
    costs = Costs(rules, "partie")
    for words in ("kept=1 lost=1/0", "lost=1/0 kept=1"):
        for text in (
            f"D 0 1/1 - 3 211 1 {words}",
            "D 0 1/1 - 3 211 1 lost=1/0",
            f"D  0 1/1 - 3 211 1 {words}",
        ):
            standing, node = costs.asked(text)
            assert (node.position.kept == KEEP_NOTHING) == ("kept" not in text)
            assert standing.state.lost == (1, 0)
    assert costs.asked("D 0 1/1 - 3 211 1").standing.state.lost == (0, 0)


@pytest.mark.parametrize(
    "words", ["\tlost=1/0", " lost=1/0\tkept=42", "\tkept=42 lost=1/0", "\tkept=42\tlost=1/0"]
)
def test_what_is_remembered_of_a_position_is_not_taken_for_another(words):
    rules = replace(load_rules("bistro"), kept_dice="locked")
    costs = Costs(rules, "partie")
    for bare in ("D 0 8/13 - 3 642 1", "D 0 8/13 - 3 642 1 lost=1/0"):
        for text in (f"D 0 8/13 - 3 642 1{words}", bare, bare):
            standing, node = costs.asked(text)
            assert standing.state.lost == ((1, 0) if "lost" in text else (0, 0))
            assert (node.position.kept == KEEP_NOTHING) == ("kept" not in text)


def test_manches_lost_are_nothing_to_who_plays_for_the_manche():
    costs = Costs(load_rules("bistro"), "manche")
    for words in (" lost=1/0", "", " lost=1/0"):
        assert costs.asked(f"D 0 8/13 - 3 642 1{words}").standing.state == TokenState("D", 2, 0, (8, 13))


def test_the_epsilon_is_that_of_the_worst_table(monkeypatch):
    tables = {2: solved(both(OF_THREE["last in"])[0]), 3: replace(solved_three("last in"), epsilon=1e-13)}
    monkeypatch.setattr("game421.arena.costs.game_values", lambda _, players, *__: tables[players])
    costs = Costs(tables[2].rules, "manche")
    for players, epsilon in ((2, 0), (3, 1e-13), (2, 1e-13)):
        costs.opening_worths(players)
        assert costs.epsilon == epsilon
    later = Costs(tables[2].rules, "manche")
    later.opening_worths(3)
    later.opening_worths(2)
    assert later.epsilon == 1e-13


def test_decisions_that_leave_no_choice_are_counted_apart(tmp_path):
    lines = [
        {"position": "R - -/- 421@1 1 642 0", "action": "642"},
        {"position": "R - -/- - 3 421 2", "action": "421", "player": 7},
        {"position": "R - -/- 421@1/421@1 1 - -", "action": "tied"},
    ]
    (tmp_path / "lines").write_text("\n".join(map(json.dumps, lines)))
    found = review(tmp_path / "lines", rules="classic")
    assert list(found.players) == [None, 7]
    nobody, seven = found.players.values()
    assert (nobody.total.decisions, nobody.total.choices, nobody.total.each) == (2, 0, None)
    assert (seven.total.choices, seven.total.cost, seven.each_game) == (1, 0, None)
    assert found.games == 0


def test_memory_does_not_grow_with_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr("game421.arena.reviews.TOGETHER", 500)
    line = json.dumps({"position": "R - -/- - 3 642 1", "action": "-", "player": "Ann", "game": 1})
    peaks = []
    for number in (1, 1_000, 5_000):
        (tmp_path / "lines").write_text(f"{line}\n" * number)
        tracemalloc.start()
        assert next(iter(review(tmp_path / "lines").players.values())).total.errors == number
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < peaks[1] + 50_000


def test_no_more_than_so_many_positions_and_token_states_are_known(monkeypatch):
    monkeypatch.setattr("game421.arena.costs.MOST_KNOWN", 5)
    monkeypatch.setattr("game421.arena.nodes.MOST_NODES", 5)
    costs = Costs(load_rules("classic"), "manche")
    for stack in range(1, 21):
        text = f"D 0 {stack}/{21 - stack} - 3 {format_keep(stack)} 2"
        standing, node = costs.asked(text)
        assert standing.text(node) == text
        assert len(costs._standings) < 8
        assert len(standing.nodes._nodes) < 8


def test_goals_that_are_no_chance_to_win_are_refused(tmp_path):
    (tmp_path / "lines").write_text('{"position": "R - -/- - 3 642 1", "action": "-"}')
    with pytest.raises(InputError, match="goal tokens: costs are counted in chances to win, for manche"):
        review(tmp_path / "lines", goal="tokens")
    with pytest.raises(InputError, match="goal 'win': reviewed are manche, partie, duel, safe"):
        review(tmp_path / "lines", goal="win")
    assert review(tmp_path / "lines", goal="safe").goal == "safe"
    assert review(tmp_path / "lines", rules=Rules()).goal == "duel"
    assert review(tmp_path / "lines", rules="sips").goal == "safe"
