"""Summaries as columns, and the tree built of them, against the records the game is played by."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game421.dice import ROLLS, RollIndex
from game421.rounds import summaries
from game421.rounds.summaries import EndedAs, Results, Summaries, start, summary_of
from game421.rounds.tree import RoundTree, round_tree
from game421.rules.record import Rules
from game421.states.results import Result, compare
from game421.states.summaries import Summary, throwing_off
from game421.states.token_states import RoundPhase, rules_phase
from game421.states.verdicts import Verdict, throw_off_actions, verdicts

from .tables import BASES, CHANGES, CHARGE, SIPS, both

CASES: dict[str, tuple[Rules, RoundPhase]] = {
    f"{base}, {change}, {phase}": (both(BASES[base], CHANGES[change])[0], phase)  # type: ignore[misc]
    for base, change, phase in product(BASES, CHANGES, ("C", "D"))
    if phase == "D" or change in CHARGE
} | {
    f"sips, {change}": (both({"game": "sips", "followers": "up-to", "decharge_throws": 2}, more)[0], "R")
    for change, more in SIPS.items()
}


EVERY_ENDING = EndedAs(np.arange(9 * 56), np.arange(9 * 56))
"""All results told apart, even after the last player."""


def shown(rules: Rules) -> list[RollIndex]:
    return [RollIndex(roll) for roll in range(len(ROLLS)) if rules.shows(RollIndex(roll))]


def results_of(rules: Rules, cap: int, *, leads: bool) -> list[Result]:
    """Every result of a turn under a cap."""
    least = cap if rules.followers == "same" and not leads else 1
    return [Result(roll, throws) for roll in shown(rules) for throws in range(least, cap + 1)]


def record_at(columns: Summaries, place: int) -> Summary:
    one = (column.ravel()[[place]] for column in columns.columns)
    (record,) = Summaries(columns.results, columns.phase, columns.made, *one).as_records()
    return record


def place_of(places: np.ndarray, result: Result, summary: int) -> int:
    """`places[throws - 1, roll, summary]`; where throws make no difference it has one entry for all."""
    return int(places[min(result.throws or 0, len(places)) - 1, result.roll, summary])


def but_the_cap(summary: Summary) -> tuple[object, ...]:
    """All that a summary says but the cap, which binds nobody after the last player."""
    fields = ("phase", "made", "best", "best_places", "worst", "worst_places", "four_twenty_ones", "nenettes")
    return tuple(getattr(summary, field) for field in fields)


@pytest.mark.parametrize("case", CASES)
def test_every_round_of_two_is_summarised_as_it_is_played(case: str) -> None:
    """The whole domain: every result of the leader, then every result of the follower."""
    rules, phase = CASES[case]
    results = Results(rules, rules_phase(phase))
    columns, first = start(results, phase)
    middle, going_on = columns.followed()
    final, ended = columns.followed(EVERY_ENDING)
    for mine in results_of(rules, results.most, leads=True):
        assert mine.throws is not None
        after = first[mine.throws - 1, mine.roll]
        played = Summary.start(rules, phase, mine)
        assert record_at(columns, after) == played
        for other in results_of(rules, played.cap, leads=False):
            whole = played.add(rules, other)
            assert record_at(middle, place_of(going_on, other, after)) == whole
            last = record_at(final, place_of(ended, other, after))
            assert last.cap == 0
            assert but_the_cap(last) == but_the_cap(whole)


@pytest.mark.parametrize("case", CASES)
def test_summaries_worked_out_a_few_at_a_time_are_the_same(case: str, monkeypatch) -> None:
    rules, phase = CASES[case]
    columns, _ = start(Results(rules, rules_phase(phase)), phase)
    for ended in (None, EVERY_ENDING):
        after, following = columns.followed(ended)
        monkeypatch.setattr(summaries, "_TOGETHER", 2)
        again, leading = columns.followed(ended)
        monkeypatch.undo()
        assert np.array_equal(again.keys, after.keys)
        assert np.array_equal(leading, following)


@pytest.mark.parametrize("case", CASES)
def test_results_are_ordered_as_the_rules_compare_them(case: str) -> None:
    rules, phase = CASES[case]
    results = Results(rules, rules_phase(phase))
    number = [place for place in range(len(results.order)) if results.shown[place % len(ROLLS)]]
    for earlier, later in product(number, repeat=2):
        expected = compare(rules, results.result(earlier), results.result(later))
        assert results.order[earlier, later] == expected


def kind_of(tree: RoundTree, made: list[Result]) -> int:
    """The kind of ending that these results come to, along the levels of the tree."""
    at = 0
    for level, result in zip(tree.levels, made[tree.made :], strict=True):
        assert (result.throws or 0) <= level.cap[at]
        at = place_of(level.following, result, at)
    return at


def laws(rules: Rules, summary: Summary) -> tuple[list[dict[Verdict, Fraction]], int]:
    """The law of every choice of what a throw-off pays, and who chooses (-1: nobody)."""
    actions = throw_off_actions(rules, summary)
    found = []
    for action in actions:
        law = verdicts(rules, summary, action)
        total = sum(ways for ways, _ in law)
        found.append({verdict: Fraction(ways, total) for ways, verdict in law})
    return found, throwing_off(rules, summary)[0][-1] if len(actions) > 1 else -1


def laws_of_kind(tree: RoundTree, kind: int) -> tuple[list[dict[Verdict, Fraction]], int]:
    """The same as the tree has it."""
    chooser = int(tree.chooser[kind])
    tabled = list(tree.laws.values()) if chooser >= 0 else list(tree.laws.values())[:1]
    return [
        {tree.verdicts[v]: Fraction(int(law.ways[kind, v]), law.total) for v in np.nonzero(law.ways[kind])[0]}
        for law in tabled
    ], chooser


@pytest.mark.parametrize("case", CASES)
def test_every_round_of_two_comes_to_the_verdicts_of_its_kind(case: str) -> None:
    rules, phase = CASES[case]
    tree = round_tree(rules, phase, 2)
    found = [laws_of_kind(tree, kind) for kind in range(len(tree.endings))]
    for mine in results_of(rules, tree.throws, leads=True):
        for other in results_of(rules, mine.throws or 0, leads=False):
            whole = Summary.of(rules, phase, [mine, other])
            assert found[kind_of(tree, [mine, other])] == laws(rules, whole)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Rules, RoundPhase, list[Result]]:
    """A round of three players or more, in which ties are frequent."""
    rules, phase = CASES[draw(st.sampled_from(sorted(CASES)))]
    players = draw(st.integers(3, 6 if len(shown(rules)) < 5 else 4))
    few = draw(st.lists(st.sampled_from(shown(rules)), min_size=1, max_size=3))
    cap = rules.throws(rules_phase(phase))
    made: list[Result] = []
    for _ in range(players):
        least = cap if rules.followers == "same" and made else 1
        made.append(Result(draw(st.sampled_from(few)), draw(st.integers(least, cap))))
        if rules.cap == "previous" or len(made) == 1:
            cap = made[-1].throws or 0
    return rules, phase, made


@settings(deadline=None, max_examples=80)
@given(rounds(), st.data())
def test_rounds_of_many_players(played: tuple[Rules, RoundPhase, list[Result]], data: st.DataObject) -> None:
    """The columns say what the records say, and a tree begun in the middle comes to the same verdicts."""
    rules, phase, made = played
    assert record_at(summary_of(Results(rules, rules_phase(phase)), phase, made), 0) == Summary.of(
        rules, phase, made
    )
    seen = data.draw(st.integers(len(made) - 2, len(made) - 1))
    tree = RoundTree(rules, phase, len(made), tuple(made[:seen]))
    assert tree.made == seen
    assert laws_of_kind(tree, kind_of(tree, made)) == laws(rules, Summary.of(rules, phase, made))


def test_as_many_summaries_occur_as_the_mathematics_says() -> None:
    """After k players: 56 where all are tied, else a best and a worst of 1,540 pairs and who made them.

    Two disjoint sets of players, neither empty, number 3^k - 2 2^k + 1, and 2^k - 2 of these leave nobody
    over. Where somebody is left over he made something in between, which 55 of the pairs do not have.
    """
    rules = Rules(decharge_throws=1)
    columns, _ = start(Results(rules, "decharge"), "D")
    assert len(columns) == 56
    counts = []
    for players in range(2, 5):
        columns, _ = columns.followed()
        whole, apart = 2**players - 2, 3**players - 2 * 2**players + 1
        assert len(columns) == 56 + 1540 * whole + (1540 - 55) * (apart - whole)
        counts.append(len(columns))
    assert counts == [3_136, 18_206, 75_076]


def test_caps_are_told_apart_until_the_last_player() -> None:
    columns, _ = start(Results(Rules(), "decharge"), "D")
    assert len(columns) == 3 * 56
    assert len(columns.followed()[0]) == 3 * 3_136
    assert len(columns.followed(EVERY_ENDING)[0]) == 3_136


def test_what_a_round_is_solved_by_is_built_once() -> None:
    assert round_tree(Rules(), "D", 2) is round_tree(Rules(), "D", 2)
    assert round_tree(Rules(), "D", 2) is not round_tree(Rules(), "C", 2)
    assert round_tree(Rules(transfer="sum"), "D", 2) is not round_tree(Rules(), "D", 2)
