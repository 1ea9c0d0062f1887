"""Whole games certified by the model checker Storm, in exact rational arithmetic.

One player's policy is fixed, the other's choices are left to Storm, which finds the best reply to it: a
Markov decision process over every position that play can reach. It is asked both ways. Where both
answers are the value of the game, neither player can gain, so both policies and the value are proved.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import gcd
from pathlib import Path
from typing import Any

import pytest
import stormpy

from game421.advice.situation import best_of_situation, game_situation
from game421.games.space import game_space
from game421.games.two_players import solve_two_players
from game421.games.values import GameValues
from game421.rules.record import Rules
from game421.states.actions import Action, parse_action
from game421.states.goals import GameGoal
from game421.states.payoffs import game_payoffs
from game421.states.play import Next, legal_actions, mover, outcomes, round_start
from game421.states.positions import Position
from game421.states.token_states import opening

COIN = (2, 1, 0, 0, 0, 0)

GAMES: dict[str, tuple[Rules, GameGoal]] = {
    "two throws, as many for all": (
        Rules(die=COIN, tokens=3, charge_throws=2, decharge_throws=2, nenette_takes=2),
        "manche",
    ),
    "le bon, fewer throws, rampo or tied": (
        Rules(
            die=COIN,
            tokens=4,
            charge_throws=1,
            decharge_throws=2,
            followers="declare",
            tie_by_throws="fewer-wins",
            rampo_value="choice",
            nenette_tie="last-wins",
            ends="last-in",
        ),
        "manche",
    ),
    "a partie of two manches": (
        Rules(die=COIN, tokens=2, charge_throws=1, decharge_throws=2, followers="up-to", manches=2),
        "partie",
    ),
}

Seen = tuple[Position, int]
"""A position, and the seat in it of the player who led the first round."""

Node = Seen | bool
"""The same, or how the game ended for that player."""

Policy = Callable[[Position], tuple[Action, ...]]
"""The actions a player may take: one, or all that are legal where Storm is to choose."""


def following(table: GameValues, first: int, after: Next) -> Node:
    """The node that an outcome leads to."""
    if isinstance(after, Position):
        return after, first
    assert hasattr(after, "ending")
    if after.state is None:
        assert after.ending is not None
        payoffs, _ = game_payoffs(table.goal, after.ending, 2)
        return bool(payoffs[first])
    return round_start(table.rules, after.state), after.seats.index(first)


def written(table: GameValues, policies: tuple[Policy, Policy]) -> str:
    """The decision process in Storm's own format; `policies` of the first leader, then of the other."""
    rules = table.rules
    start = round_start(rules, opening(rules, 2, partie=table.goal == "partie"))
    number: dict[Node, int] = {(start, 0): 0, True: 1, False: 2}
    todo: list[Seen] = [(start, 0)]
    states = {1: "state 1 win\n\taction 0\n\t\t1 : 1\n", 2: "state 2 lost\n\taction 0\n\t\t2 : 1\n"}
    choices = 2
    while todo:
        position, first = node = todo.pop()
        mine = mover(rules, position) == first
        lines = [f"state {number[node]}{' init' if not number[node] else ''}"]
        for label, action in enumerate(policies[0 if mine else 1](position)):
            lines.append(f"\taction {label}")
            choices += 1
            ways: dict[int, int] = {}
            for count, after in outcomes(rules, position, action):
                reached = following(table, first, after)
                if reached not in number:
                    number[reached] = len(number)
                    assert not isinstance(reached, bool)
                    todo.append(reached)
                ways[number[reached]] = ways.get(number[reached], 0) + count
            total = sum(ways.values())
            for target, count in sorted(ways.items()):
                common = gcd(count, total)
                lines.append(f"\t\t{target} : {count // common}/{total // common}")
        states[number[node]] = "\n".join(lines) + "\n"
    head = (
        "@type: MDP\n@value_type: rational\n@parameters\n\n@reward_models\n\n"
        f"@nr_states\n{len(states)}\n@nr_choices\n{choices}\n@model\n"
    )
    return head + "".join(states[place] for place in range(len(states)))


def storm_says(path: Path, text: str, question: str) -> Fraction:
    """What Storm answers exactly about state 0."""
    path.write_text(text, encoding="ascii")
    model = stormpy.build_model_from_drn[stormpy.Rational](str(path))
    found = stormpy.model_checking(model, stormpy.parse_property(f'{question}=? [F "win"]'))
    return Fraction(str(found.get_value(0)))


@cache
def solved(name: str) -> GameValues:
    rules, goal = GAMES[name]
    return solve_two_players(game_space(rules, 2, goal)).values


def ours(table: GameValues) -> Policy:
    """What the package plays."""

    @cache
    def policy(position: Position) -> tuple[Action, ...]:
        answer = best_of_situation(game_situation(table.rules, position, table))
        return (parse_action(answer.best),)

    return policy


def free(table: GameValues) -> Policy:
    return lambda position: legal_actions(table.rules, position)


def first_legal(table: GameValues) -> Policy:
    """A policy that is not the best: always the first action there is."""
    return lambda position: legal_actions(table.rules, position)[:1]


def start_value(table: GameValues) -> Fraction:
    start = opening(table.rules, 2, partie=table.goal == "partie")
    return Fraction(int(table.values[start][0]), table.denominator)


@pytest.mark.parametrize("name", GAMES)
def test_neither_player_gains_by_playing_otherwise(name: str, tmp_path: Path) -> None:
    table = solved(name)
    value = start_value(table)
    first = storm_says(tmp_path / "first.drn", written(table, (free(table), ours(table))), "Pmax")
    other = storm_says(tmp_path / "other.drn", written(table, (ours(table), free(table))), "Pmin")
    assert first == other == value


@pytest.mark.parametrize("name", GAMES)
def test_a_worse_policy_is_found_out(name: str, tmp_path: Path) -> None:
    table = solved(name)
    arguments: list[tuple[Any, str]] = [
        ((free(table), first_legal(table)), "Pmax"),
        ((first_legal(table), free(table)), "Pmin"),
    ]
    gains = [storm_says(tmp_path / "worse.drn", written(table, both), asked) for both, asked in arguments]
    assert gains[1] <= start_value(table) <= gains[0]
    assert gains[1] < gains[0]
