"""What a finished combination is worth with so many opponents still to come."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from game421.advice.answers import Ratio, Source, valued
from game421.advice.situation import round_situation, value_of_situation
from game421.errors import InputError
from game421.rounds.ends import Judge
from game421.rounds.stakes import RoundStakes
from game421.rules.contradictions import FEWEST_PLAYERS, MOST_PLAYERS
from game421.rules.record import Rules
from game421.rules.worth import Phase
from game421.states.goals import RoundGoal
from game421.states.positions import Position, PositionPhase
from game421.states.results import Result
from game421.states.summaries import Summary
from game421.turns.exact import EXACTLY


class HoldingAnswer(NamedTuple):
    """What the holder of a finished combination gets, everyone after him playing at best."""

    source: Source
    holding: Result
    before: tuple[Result, ...]
    to_come: int
    value: float
    exact: Ratio | None
    """None where floats are much quicker: with three or more to come."""

    def __repr__(self) -> str:
        return f"<HoldingAnswer {self.holding}, {self.source.about()}: {valued(self.value, self.exact)}>"


def value_of_holding(
    rules: Rules,
    goal: RoundGoal,
    holding: Result,
    to_come: int | None = None,
    before: tuple[Result, ...] = (),
    phase: Phase = "decharge",
) -> HoldingAnswer:
    """What `holding` is worth in a bare round in which `before` was made already and `to_come` still play.

    Unless said otherwise one opponent still plays, none where some have.
    A result without throws took as many as it could: the leader's, or what the rules allow. For three
    opponents and more to come the round is solved in float64. Raises InputError for what cannot be.
    """
    if to_come is None:
        to_come = 0 if before else 1
    players = len(before) + 1 + to_come
    if to_come < 0 or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise InputError(
            f"{len(before)} results before and {to_come} opponents to come make {players} players; "
            f"allowed: {FEWEST_PLAYERS} to {MOST_PLAYERS}"
        )
    results = _with_throws(rules, phase, (*before, holding))
    cap = results[-1 if rules.cap == "previous" else 0].throws or 0
    place: PositionPhase = "C" if phase == "charge" else "R"
    position = Position(phase=place, players=players, results=results, cap=cap, left=cap)
    if to_come == 0:
        source, exact = _of_whole_round(rules, goal, replace(position, left=None))
        return HoldingAnswer(source, holding, before, to_come, float(exact), exact)
    situation = round_situation(rules, position, goal, exact=to_come <= 2)
    answer = value_of_situation(situation)
    own = answer.exact[len(before)] if answer.exact else None
    return HoldingAnswer(answer.source, holding, before, to_come, answer.values[len(before)], own)


def _with_throws(rules: Rules, phase: Phase, results: tuple[Result, ...]) -> tuple[Result, ...]:
    cap = rules.throws(phase)
    found: list[Result] = []
    for result in results:
        found.append(result if result.throws is not None else Result(result.roll, cap))
        if len(found) == 1 or rules.cap == "previous":
            cap = found[-1].throws or cap
    return tuple(found)


def _of_whole_round(rules: Rules, goal: RoundGoal, position: Position) -> tuple[Source, Ratio]:
    """Everyone has played: the throw-offs alone decide."""
    stakes = RoundStakes(rules, goal, position.players)
    summary = Summary.of(rules, position.round_phase, position.results)
    judge = Judge(rules, position.token_state, stakes, position.results)
    numerators, total = judge.settled(summary)
    exact = Ratio.of(int(numerators[-1]), total * stakes.unit)
    phase: Phase = "charge" if position.phase == "C" else "decharge"
    return Source(rules, goal, phase, str(position), EXACTLY, 0), exact
