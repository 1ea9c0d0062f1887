"""The numbered positions of a round and what to do in each, against the game as played and single answers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from game421.advice.answers import BestAnswer
from game421.advice.situation import round_situation
from game421.rounds.decisions import RoundDecisions, decide
from game421.rounds.stakes import RoundStakes
from game421.rules.record import Rules
from game421.states.actions import Action, format_action
from game421.states.checks import check_position
from game421.states.play import legal_actions, outcomes, round_start
from game421.states.positions import Position
from game421.states.token_states import TokenState
from tables.situation_games import Single

from .tables import BASES, CHANGES, CHARGE, COIN, SIPS, both

SHOWN = [(base, change) for base in BASES for change in CHANGES]


def bare(rules: Rules, phase: str, players: int, goal: str, *, exact: bool = True) -> RoundDecisions:
    """A bare round, decided."""
    state = TokenState(phase, players)  # type: ignore[arg-type]
    return decide(rules, [state], RoundStakes(rules, goal, players), exact=exact)  # type: ignore[arg-type]


def written(decisions: RoundDecisions, n: int) -> Position:
    """Position n of a bare round."""
    state = decisions.states[0]
    return Position.parse(f"{state.phase} - {'/'.join('-' * state.players)} {decisions.positions.texts[n]}")


def played(rules: Rules, start: Position, decisions: RoundDecisions | None = None) -> Iterator[Position]:
    """Every position that can come up: by any action, or only by those decided."""
    seen, waiting = {start}, [start]
    while waiting:
        position = waiting.pop()
        yield position
        actions = legal_actions(rules, position)
        if decisions is not None:
            n = decisions.positions.number(position)
            actions = actions if n is None else (Action(int(decisions.found.action[0, n])),)
        for action in actions:
            following = {
                after for _, after in outcomes(rules, position, action) if isinstance(after, Position)
            }
            waiting += following - seen
            seen |= following


def agree(decisions: RoundDecisions, n: int, answer: BestAnswer, *, close: float) -> None:
    """One position has the value, the regret and the ties of a single answer."""
    found = decisions.found
    menu = decisions.positions.menus[decisions.positions.menu[n]]
    assert found.value[0, n] == pytest.approx(answer.value, abs=close, rel=close)
    ties = [format_action(action) for bit, action in enumerate(menu) if found.ties[0, n] >> bit & 1]
    assert ties == list(answer.ties)
    assert format_action(Action(int(found.action[0, n]))) == ties[0]
    regrets = [option.regret for option in answer.options[1:2]]
    assert found.regret[0, [n] * len(regrets)] == pytest.approx(regrets, abs=close, rel=close)
    assert np.isnan(found.regret[0, n]) == (not regrets)


@pytest.mark.parametrize(("base", "change"), SHOWN)
def test_every_position_of_a_round_of_two_is_numbered_and_no_other(base: str, change: str) -> None:
    rules, _ = both(BASES[base], CHANGES[change])
    decisions = bare(rules, "R", 2, "tokens")
    choices = [str(written(decisions, n)) for n in np.nonzero(decisions.positions.is_choice)[0]]
    every = list(played(rules, round_start(rules, decisions.states[0])))
    assert len(choices) == len(set(choices))
    assert set(choices) == {str(position) for position in every if len(legal_actions(rules, position)) > 1}
    for position in every:
        n = decisions.positions.number(position)
        if n is None:
            assert position.throws + position.left < position.cap  # "le bon" was said
        else:
            assert written(decisions, n) == position
            assert decisions.positions.menus[decisions.positions.menu[n]] == legal_actions(rules, position)


@pytest.mark.parametrize(("base", "change"), SHOWN)
def test_every_position_of_a_round_of_two_has_its_answer(base: str, change: str) -> None:
    rules, _ = both(BASES[base], CHANGES[change])
    for phase, goal in (("R", "tokens"), ("C", "relative")):
        if phase == "C" and change not in CHARGE:
            continue
        exact, rough = (bare(rules, phase, 2, goal, exact=exact) for exact in (True, False))
        single = Single()
        for n in np.nonzero(exact.positions.is_choice)[0]:
            position = written(exact, n)
            check_position(rules, position)
            answer = single(round_situation(rules, position, goal))  # type: ignore[arg-type]
            agree(exact, n, answer, close=1e-15)
            agree(rough, n, answer, close=1e-12)


@pytest.mark.parametrize("change", SIPS)
def test_sips(change: str) -> None:
    rules, _ = both({"game": "sips", "followers": "up-to", "decharge_throws": 2}, SIPS[change])
    for goal in ("tokens", "duel"):
        decisions, single = bare(rules, "R", 2, goal), Single()
        for n in np.nonzero(decisions.positions.is_choice)[0]:
            answer = single(round_situation(rules, written(decisions, n), goal))  # type: ignore[arg-type]
            agree(decisions, n, answer, close=1e-15)


@pytest.mark.parametrize(
    "change",
    ["as it is", "previous, up to", "rampo or tied", "difference, equals of nenette", "fewer wins"],
)
@pytest.mark.parametrize("base", BASES)
def test_three_players_have_a_position_for_every_summary(base: str, change: str) -> None:
    rules, _ = both(BASES[base], {"die": COIN}, CHANGES[change])
    decisions = bare(rules, "R", 3, "safe")
    positions, single = decisions.positions, Single()
    standing = {}
    for n in np.nonzero(positions.is_choice)[0]:
        position = written(decisions, n)
        check_position(rules, position)
        assert positions.number(position) == n
        standing[n] = position
    came = set()
    for position in played(rules, round_start(rules, decisions.states[0])):
        n = positions.number(position)
        if n is not None and len(legal_actions(rules, position)) > 1:
            came.add(n)
            for asked in {position, standing[n]}:
                answer = single(round_situation(rules, asked, "safe", exact=True))
                agree(decisions, n, answer, close=1e-15)
    assert came == set(standing)


@pytest.mark.parametrize(("base", "change"), SHOWN)
def test_what_comes_up_is_what_is_played(base: str, change: str) -> None:
    rules, _ = both(BASES[base], CHANGES[change])
    decisions = bare(rules, "R", 2, "relative")
    reached, [following] = decisions.coming()
    came = set(played(rules, round_start(rules, decisions.states[0]), decisions))
    expected = {str(position) for position in came if len(legal_actions(rules, position)) > 1}
    assert {
        str(written(decisions, n)) for n in np.nonzero(reached[0] & decisions.positions.is_choice)[0]
    } == expected
    assert following == frozenset()
