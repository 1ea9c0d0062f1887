"""Batches of positions of rounds and whole games: the same answers in a crowd as alone, bad rows apart."""

from __future__ import annotations

import csv
import io
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

import game421
from game421.advice.batch import Desk, Reply
from game421.advice.situations import FEW, SituationAnswer, Situations
from game421.errors import InputError
from game421.rules import load_rules, write_rules
from game421.rules.record import Rules
from game421.states.goals import GameGoal
from game421.states.play import legal_actions, outcomes, round_start
from game421.states.positions import Position
from game421.tables import game_policy, round_policy
from game421.tables.library import game_values
from game421.tables.situations import SituationRow
from processes import environment, run_here

COIN = (2, 1, 0, 1, 0, 0)
"""Aces, deuces and fours: ten combinations, 421 and 221 among them."""

TABLES = {
    "classic": Rules(tokens=3, die=COIN),
    "bistro": Rules(
        tokens=2,
        die=COIN,
        followers="declare",
        tie_by_throws="fewer-wins",
        rampo_value="choice",
        charge_throws=2,
        ends="last-in",
        manches=2,
    ),
    "locked": Rules(tokens=2, die=(1, 1, 0, 0, 0, 0), kept_dice="locked", followers="up-to"),
    "havraise": Rules(tokens=3, die=COIN, charge="havraise"),
}
GAMES = [
    ("classic", "manche"),
    ("bistro", "partie"),
    ("bistro", "manche"),
    ("locked", "manche"),
    ("havraise", "manche"),
]


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory) -> Iterator[None]:
    """A cache of our own, so that nothing solved here stays behind."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@lru_cache
def rows_of(rules: Rules, goal: GameGoal) -> list[SituationRow]:
    """The rows of the policy of a whole game."""
    return list(game_policy(game_values(rules, 2, goal)))


@lru_cache
def positions_of(rules: Rules, goal: GameGoal) -> list[Position]:
    """Every position of a whole game, also those that leave no choice."""
    found: dict[Position, None] = {}
    for state in game_values(rules, 2, goal).values:
        waiting = [round_start(rules, state)]
        while waiting:
            position = waiting.pop()
            if position not in found:
                found[position] = None
                following = (
                    after
                    for action in legal_actions(rules, position)
                    for after in outcomes(rules, position, action)
                )
                waiting += [after for _, after in following if isinstance(after, Position)]
    return list(found)


def close(found: SituationAnswer, alone: SituationAnswer) -> None:
    """Two answers to the same question, from floats and from whole numbers."""
    assert (found.action, found.ties, found.error) == (alone.action, alone.ties, alone.error)
    assert found.value == pytest.approx(alone.value, abs=1e-12)
    assert found.regret == pytest.approx(alone.regret, abs=1e-12)


def shuffled(things: list, count: int = 10**9) -> list:
    order = list(things)
    random.Random(421).shuffle(order)
    return order[:count]


@pytest.mark.parametrize(("table", "goal"), GAMES)
def test_every_position_in_a_crowd_is_looked_up_as_in_the_policy(
    table: str, goal: GameGoal, monkeypatch
) -> None:
    monkeypatch.delattr("game421.advice.situations.mover_turn")
    rules = TABLES[table]
    rows = shuffled(rows_of(rules, goal))
    replies = Desk(rules=rules, goal=goal).of_positions([row.position for row in rows])
    assert len(rows) > FEW
    expected = [Reply(row.action, repr(row.value), "", row.ties) for row in rows]
    assert [reply._replace(value="") for reply in replies] == [reply._replace(value="") for reply in expected]
    assert [float(reply.value) for reply in replies] == pytest.approx([row.value for row in rows], abs=1e-13)


@pytest.mark.parametrize(("table", "goal"), GAMES)
def test_a_crowd_is_answered_as_each_is_alone(table: str, goal: GameGoal) -> None:
    """Also where there is no choice, where "le bon" was said, and however dice are spelled."""
    rules = TABLES[table]
    texts = [str(position) for position in shuffled(positions_of(rules, goal), 400)]
    texts += [text.replace(" 421 ", " 1-2-4 ") for text in texts]
    crowd, alone = (Situations(rules, goal) for _ in range(2))
    crowd.expect(texts)
    for text in texts:
        close(crowd.answer(text), alone.answer(text))


def test_a_goal_may_be_left_to_each_position() -> None:
    rules = TABLES["bistro"]
    rows = [row for goal in ("manche", "partie") for row in shuffled(rows_of(rules, goal), 200)]
    replies = Desk(rules=rules).of_positions([row.position for row in shuffled(rows)])
    assert [reply.ties for reply in replies] == [row.ties for row in shuffled(rows)]
    first = rows[-1].position.replace(" lost=0/0", "")
    partie = Desk(rules=rules, goal="partie").of_positions([first] * (FEW + 1))
    assert {reply.value for reply in partie} == {
        reply.value
        for reply in Desk(rules=rules, goal="partie").of_positions([f"{first} lost=0/0"] * (FEW + 1))
    }


def test_few_are_answered_as_best_answers_them() -> None:
    rules = TABLES["classic"]
    rows = shuffled(rows_of(rules, "manche"), FEW)
    for row, reply in zip(rows, Desk(rules=rules).of_positions([row.position for row in rows]), strict=True):
        alone = game421.best(Position.parse(row.position), rules=rules)
        assert (reply.action, reply.value, reply.exact) == (f"k{alone.best}", repr(alone.value), "")


def altered(text: str) -> Iterator[str]:
    """Positions that are wrong in one place, most of them."""
    fields = text.split()
    others = {
        0: ["R", "T", "D", "C", "X"],
        1: ["-", "0", "1", "3", "07"],
        2: ["-/-", "1/2", "2/1", "3/0", "1/1/1", "1/1", "4/4"],
        3: ["-", "111@1", "411@2", "421@3", "666@2", "411", "421@2/421@2", "411@2/421@2"],
        4: ["1", "2", "3", "4", "-"],
        5: ["-", "421", "124", "666", "421@1", "421@2", "42"],
        6: ["0", "1", "2", "3", "-"],
    }
    for place, cells in others.items():
        yield from (" ".join([*fields[:place], cell, *fields[place + 1 :]]) for cell in cells)
    yield from (
        f"{text} {word}" for word in ("kept=1", "kept=4", "lost=0/0", "lost=1/0", "lost=2/0", "kept=")
    )


@pytest.mark.parametrize(("table", "goal"), GAMES)
def test_what_is_wrong_is_wrong_in_a_crowd_too(table: str, goal: GameGoal) -> None:
    """Look-up takes positions apart; parts that are right by themselves must not make up what cannot be."""
    rules = TABLES[table]
    some = [str(position) for position in shuffled(positions_of(rules, goal), 25)]
    texts = shuffled([*some, *(text for one in some for text in altered(one))])
    crowd = Situations(rules, goal)
    crowd.expect(texts)
    alone = Situations(rules, goal)
    expected = {text: alone.answer_or_error(text) for text in texts}
    answers = [(crowd.answer_or_error(text), expected[text]) for text in texts + texts]
    for found, single in answers:
        close(found, single)
    assert len({found.error for found, _ in answers}) > 40
    assert sum(not found.error for found, _ in answers) > 2 * len(some)


def test_bare_rounds_are_exact_and_their_turns_solved_once(monkeypatch) -> None:
    rules = TABLES["bistro"]
    rows = list(round_policy(rules, "tokens"))
    solved = []
    original = game421.advice.situations.mover_turn
    monkeypatch.setattr(
        "game421.advice.situations.mover_turn", lambda asked: solved.append(asked) or original(asked)
    )
    replies = Desk(rules=rules, goal="tokens").of_positions([row.position for row in rows])
    assert [(reply.action, reply.value, reply.ties) for reply in replies] == [
        (row.action, repr(row.value), row.ties) for row in rows
    ]
    assert all(reply.exact for reply in replies)
    assert len(solved) == 1 + 10 * 2  # the leader's, and after each of his results in two or three throws
    assert len(rows) > 10 * len(solved)


def test_games_that_cannot_be_solved_are_tried_once(monkeypatch) -> None:
    tried = []

    def refuse(rules: Rules, players: int, goal: str, notice: object) -> None:
        tried.append((players, goal))
        raise InputError(f"{players} are too many")

    monkeypatch.setattr("game421.advice.situations.game_values", refuse)
    replies = Desk(rules=load_rules("classic")).of_positions(["D 0 7/7/7 - 3 642 2"] * (FEW + 10))
    assert {reply.error for reply in replies} == {"3 are too many"}
    assert tried == [(3, "manche")]


def test_a_turn_goal_is_not_about_positions_of_games() -> None:
    [reply] = Desk(rules=load_rules("classic"), goal="points").of_positions(["D 0 8/13 - 3 642 2"])
    assert "needs a position of phase T" in reply.error
    with pytest.raises(InputError, match="phase T"):
        Situations(load_rules("classic")).answer("T - - - 3 642 2")


def batch(data: str, *options: str) -> tuple[int, list[list[str]], str]:
    """Run the program on a file: exit status, the rows that come out, standard error."""
    done = run_here("best", "--batch", "-", *options, typed=data)
    return done.returncode, list(csv.reader(io.StringIO(done.stdout))), done.stderr


def test_a_file_of_positions_of_every_phase(tmp_path: Path) -> None:
    rules = replace(TABLES["bistro"], name="small")
    (tmp_path / "small.toml").write_text(write_rules(rules), encoding="utf-8")
    game_values(rules, 2, "partie")  # so that nobody needs to be told that it is solved
    rows = shuffled(rows_of(rules, "manche"), 300)
    lines = [row.position for row in rows]
    lines[10:10] = [
        "",
        "T - - 411@2 2 421 1",
        "R - -/- 411@2 2 421 1",
        "D 0 1/2 - 3 421 2",
        "nonsense",
        "D 0 1/1 - 3 421 2 lost=1/1",
    ]
    status, (header, *found), complaint = batch(
        "position\n" + "\n".join(lines) + "\n", "--rules", str(tmp_path / "small.toml")
    )
    assert header == ["position", "action", "value", "exact", "ties", "error"]
    assert len(found) == len(lines)
    assert status == 2
    *solved, last = complaint.splitlines()
    assert all(line.startswith("421: solving ") for line in solved)
    assert last == "421: 2 of 306 rows have no answer: see the column error"
    blank, turn, bare, tokens, nonsense, last = found[10:16]
    assert blank == []
    for answered, alone in (
        (turn, game421.best(lines[11], rules=rules)),
        (bare, game421.best(lines[12], rules=rules)),
    ):
        assert answered[1:4] == [f"k{alone.best}", repr(alone.value), str(alone.exact)]
    assert tokens[1:5] == [""] * 4
    assert "these rules play with 2" in tokens[5]
    assert "has 1 fields" in nonsense[5]
    assert (last[1] != "", last[3], last[5]) == (True, "", "")
    for row, answer in zip(rows, found[:10] + found[16:], strict=True):
        assert (answer[0], answer[1], answer[4], answer[5]) == (row.position, row.action, row.ties, "")
        assert float(answer[2]) == pytest.approx(row.value, abs=1e-13)


def test_few_positions_of_a_solved_game_load_no_numpy(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from game421.advice.batch import Desk\n"
        "from game421.rules import load_rules\n"
        "[reply] = Desk(rules=load_rules('classic')).of_positions(['D 0 8/13 654@3 3 642 1'])\n"
        "print(reply.action, 'numpy' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout == "k42 False\n"


def test_the_door_for_bots() -> None:
    texts = ["D 0 8/13 654@3 3 642 1", "D 0 8/14 - 3 642 2", "R - -/- - 3 642 2", "T - - - 3 642 2"]
    game, wrong, bare, turn = game421.situations([Position.parse(texts[0]), *texts[1:]])
    single = game421.best(texts[0])
    assert game == (single.best, single.value, single.options[1].regret, single.ties, None, "")
    assert (wrong.action, wrong.value) == ("", None)
    assert "these rules play with 21" in wrong.error
    assert str(bare.exact) == str(game421.best(texts[2]).exact)
    assert "phase T" in turn.error
    many = game421.situations([texts[0]] * (FEW + 1))
    assert {(answer.action, round(answer.value, 12)) for answer in many} == {("42", round(single.value, 12))}
    with pytest.raises(InputError, match="goal points is about a bare turn"):
        game421.situations(texts, goal="points")
