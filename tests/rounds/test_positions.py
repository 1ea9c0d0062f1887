"""Every decision of a round, in its midst, against the slow twin: options, values, throw-offs."""

from __future__ import annotations

import pytest

from game421.advice.answers import Ratio
from game421.advice.situation import (
    best_of_situation,
    game_situation,
    round_situation,
    value_of_situation,
)
from game421.states.goals import RoundGoal
from game421.states.positions import Position
from game421.states.token_states import RoundPhase, TokenState
from rounds.situations_told import (
    GAMES,
    UNIT,
    agree,
    game_positions,
    walk,
)

from .tables import BASES, CHANGES, CHARGE, COIN, SIPS, both, twin


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("base", BASES)
def test_bare_rounds_of_two(base: str, change: str) -> None:
    rules, table = both(BASES[base], CHANGES[change])
    rounds: list[tuple[RoundPhase, RoundGoal]] = [("D", "tokens") if base == "classic" else ("R", "duel")]
    if change in CHARGE:
        rounds.append(("C", "relative"))
    for phase, goal in rounds:
        round_ = twin(table, goal, 2, phase)
        for position in walk(rules, TokenState(phase, 2), 2, (base, change)):
            agree(round_situation(rules, position, goal), round_)


@pytest.mark.parametrize("followers", ["same", "up-to", "declare"])
@pytest.mark.parametrize("goal", ["duel", "safe", "tokens"])
def test_bare_rounds_of_three(goal: str, followers: str) -> None:
    change = {"followers": followers, "cap": "previous", "rampo_value": "choice", "decharge_throws": 2}
    rules, table = both({"die": COIN}, change)
    round_ = twin(table, goal, 3)
    for position in walk(rules, TokenState("D", 3), 3, goal):
        agree(round_situation(rules, position, goal, exact=True), round_)


@pytest.mark.parametrize("change", SIPS)
def test_sips(change: str) -> None:
    rules, table = both({"game": "sips", "followers": "up-to", "decharge_throws": 1}, SIPS[change])
    for players in (2, 3) if change == "both" else (2,):
        round_ = twin(table, "tokens", players)
        for position in walk(rules, TokenState("R", players), 3, change):
            agree(round_situation(rules, position, "tokens", exact=True), round_)


@pytest.mark.parametrize("goal", ["duel", "safe", "tokens", "relative"])
@pytest.mark.parametrize("change", ["both", "equals of 421"])
def test_throw_offs_of_sips(change: str, goal: RoundGoal) -> None:
    """Nothing to choose, but brelans of the round have handed out their sips."""
    rules, table = both({"game": "sips", "followers": "up-to", "decharge_throws": 1}, SIPS[change])
    round_ = twin(table, goal, 3)
    for line in ("222@1/222@1/222@1", "421@1/444@1/444@1", "421@1/441@1/441@1", "421@1/421@1/421@1"):
        situation = round_situation(rules, Position.parse(f"R - -/-/- {line} 1 - -"), goal)
        agree(situation, round_)
        assert [option.action for option in best_of_situation(situation).options] == ["tied"]


@pytest.mark.parametrize("case", GAMES)
def test_whole_games(case: str) -> None:
    """Stacks and pots that run short, players who have left, manches lost: whatever later is worth."""
    for table, round_, position in game_positions(case, 4):
        situation = game_situation(table.rules, position, table, exact=True)
        if position.leads and position.roll is None:
            assert value_of_situation(situation).exact == tuple(
                Ratio.of(int(value), UNIT) for value in table.of(position.token_state)
            )
            continue
        agree(situation, round_)
