"""What other programs may rely on: the names of the package, and questions asked from Python."""

import doctest
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import game421
from game421.errors import InputError
from oracles.axes import rules
from oracles.turn import Turn, beat

HEAVY = ("click", "flint", "networkx", "numpy", "pyarrow", "rich", "scipy")


def test_every_public_name_loads_and_is_listed():
    for name in game421.__all__:
        assert getattr(game421, name) is not None
    assert dir(game421) == sorted(game421.__all__)
    with pytest.raises(AttributeError, match="no attribute 'bets'; it has GameValues, Option"):
        _ = game421.bets


def test_importing_the_package_loads_nothing_but_its_door():
    script = (
        "import sys, game421\n"
        f"heavy = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "print(heavy, sorted(name for name in sys.modules if name.startswith('game421.')))\n"
        "game421.best('642')\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert shown.stdout == "[] ['game421.lazily']\n[]\n"


def test_the_best_hold_of_a_roll():
    answer = game421.best("642", left=2, goal="beat", target="654")
    assert answer.best == "-"
    assert answer.exact.fraction() == Fraction(875, 2592)
    assert answer.option("642").exact.fraction() == 0
    assert answer.source.position == "T - - 654 3 642 2"


@pytest.mark.parametrize("roll", ["642", "2-4-6", "⚅⚃⚁", game421.Roll((6, 4, 2)), game421.Roll.parse("246")])
def test_a_roll_may_be_given_in_any_spelling_or_as_a_record(roll):
    assert game421.best(roll, left=1).source.position == "T - - - 3 642 1"


def test_before_the_first_throw_there_is_no_roll():
    answer = game421.best(None, goal="combo", target="421")
    assert str(answer.exact) == "42571/186624"


def test_a_position_says_everything_itself():
    position = game421.Position.parse("T - - 654@2 2 642 1")
    assert game421.best(position) == game421.best(
        "642", left=1, cap=2, goal="beat", target="654@2", role="follower"
    )
    brelans = game421.best(position, goal="combo", target=["brelan", "111"])
    assert brelans.source.goal == "combo"
    for said in ({"left": 1}, {"cap": 2}, {"locked": "42"}, {"target": "654"}):
        with pytest.raises(InputError, match="a position says itself"):
            game421.best(position, **said)


def test_rules_may_be_a_record_a_name_or_a_file(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text('extends = "sips"\nname = "own"\n', encoding="utf-8")
    sips = game421.load_rules("sips")
    assert game421.best("642", rules=sips) == game421.best("642", rules="sips")
    assert game421.best("642", rules=file).source.rules.name == "own"
    assert game421.best("642", rules=str(file)).options == game421.best("642", rules=sips).options


@pytest.mark.parametrize("ties", ["0", "1/2", "1", 0, 1, Fraction(1, 2)])
def test_what_a_tie_counts(ties):
    answer = game421.best("642", goal="beat", target="654", ties=ties)
    slow = Turn(rules(), beat(rules(), "654", Fraction(ties))).options("642", 2)
    assert {option.action: option.exact.fraction() for option in answer.options} == slow


def test_odds_by_number_of_throws():
    answer = game421.odds(goal="combo", target="421", throws=2)
    assert [str(chance.exact) for chance in answer.by_throws] == ["1/36", "299/2592"]
    assert sum(chance.exact.fraction() for chance in answer.outcomes) == 1


def test_the_worth_of_a_finished_combination():
    """A 421 is last only if the other, 1 in 36, makes one too and wins the throw-off."""
    assert str(game421.odds(holding="421@1").exact) == "71/72"
    held = game421.odds(goal="duel", holding="421@3", before="421@3")
    assert (str(held.exact), held.to_come, held.before[0].throws) == ("1/2", 0, 3)
    assert held == game421.odds(goal="duel", holding=held.holding, before=list(held.before))


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"to_come": 1}, "before and to_come go with holding"),
        ({"before": ["654"]}, "before and to_come go with holding"),
        ({"goal": "duel"}, "a turn has the goals points, combo, beat"),
        ({"holding": "653", "goal": "beat"}, "goal beat: holding goes with duel, safe, tokens, relative"),
        ({"holding": "653", "throws": 2}, "are about a turn to be played"),
        ({"holding": "653", "to_come": 6}, "make 7 players; allowed: 2 to 6"),
    ],
)
def test_odds_that_cannot_be(asked, complaint):
    with pytest.raises(InputError, match=complaint):
        game421.odds(**asked)


def test_facts_of_a_round():
    told = game421.facts("sips")
    assert (told.source.goal, told.rounds) == ("tokens", {})
    assert game421.facts("sips", goal="tokens") == told
    assert len(game421.facts("sips", players=3).values) == 3
    with pytest.raises(InputError, match="5 players: 57,975 states"):
        game421.facts(players=5)


def test_an_answer_prints_as_a_line_that_says_what_matters():
    assert repr(game421.best("642")) == (
        "<BestAnswer T - - - 3 642 2, points, rules classic: best 42, 3.88889 = 35/9, 8 options>"
    )
    assert repr(game421.odds(throws=1)) == (
        "<OddsAnswer T - - - 1 - 1, points, rules classic: 1 throw, 1.66667 = 5/3>"
    )
    long = repr(game421.value("D 0 8/13 - 3 - 3", exact=True))
    assert long.startswith("<ValueAnswer D 0 8/13 - 3 - 3, manche, rules classic: 0.654647 = ")
    assert "digits" in long
    assert len(long) < 250
    assert repr(game421.best("642").source) == "Source(T - - - 3 642 2, points, rules classic)"


def test_what_only_a_bare_turn_has_is_refused_beside_a_position_of_a_game():
    for said in ({"role": "leader"}, {"phase": "charge"}, {"ties": 1}):
        with pytest.raises(InputError, match="role, phase and ties are about a bare turn"):
            game421.best("D 0 8/13 654@2 2 642 1", **said)


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"left": 3}, "throws left 3: .* from 0 to 2"),
        ({"left": "two"}, "throws left two: .* from 0 to 2"),
        ({"cap": 4}, "cap 4: these rules allow 1 to 3"),
        ({"goal": "win"}, "goal 'win': a turn has the goals points, combo, beat"),
        ({"role": "boss"}, "role 'boss': a turn is played by a leader or a follower"),
        ({"phase": "C"}, "phase 'C': .* charge or decharge"),
        ({"locked": "66"}, "66"),
        ({"goal": "points", "target": "654"}, "a target goes with the goals combo and beat"),
        ({"ties": "1/2"}, "goes with the goal beat alone"),
        ({"target": "654", "ties": 0.5}, "a tie counts 0, 1/2, 1, not '0.5'"),
        ({"rules": "clasic"}, 'did you mean "classic"'),
    ],
)
def test_nonsense_is_refused_with_what_is_allowed(asked, complaint):
    with pytest.raises(InputError, match=complaint):
        game421.best("642", **asked)


def test_types_are_published():
    assert (Path(game421.__file__).parent / "py.typed").exists()


def test_the_example_in_the_package_says_the_truth():
    assert doctest.testmod(game421) == doctest.TestResults(failed=0, attempted=3)
