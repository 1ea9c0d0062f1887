"""The JSON documents of `421 bench`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game421.advice.answers import Source
from game421.arena.benches import Examined, ExaminedTurn
from game421.arena.examination import Examination
from game421.arena.games import fair_share
from game421.arena.matches import Match
from game421.arena.ratings import Rating
from game421.arena.results import Loss, Score, Standings
from game421.arena.statistics import FEWEST_UNITS, Sample, SequentialTest, elo
from game421.commands.output import document
from game421.states.play import round_start
from game421.states.token_states import game_opening, rules_phase
from game421.tables.pages import around
from game421.turns.exact import EXACTLY

EXAMINED = "every decision examined, float64, right within 1e-11"
EXAMINED_OF_SEVERAL = (
    "every decision against perfect play examined, float64, right within 1e-11 and the epsilon"
)
PLAYED = "games played, units of all seatings on the same dice"


def too_few(units: int) -> str:
    """Why there is no interval."""
    return f"too few games: an interval takes {units} units"


def examination_content(found: Examined) -> dict[str, object]:
    """What an examination of a whole game says."""
    examination = found.examination
    table, total = examination.table, examination.account.total
    state = found.state or game_opening(table.rules, table.players, partie=table.goal == "partie")
    opening = round_start(table.rules, state)
    method = EXAMINED if table.players == 2 else EXAMINED_OF_SEVERAL
    source = Source(table.rules, table.goal, rules_phase(state.phase), str(opening), method, table.epsilon)
    return document(
        source,
        player=examination.name,
        value=list(examination.value),
        chance=list(examination.chance),
        players=table.players,
        round=None if found.state is None else "".join(around(found.state)),
        against_best_reply=None if examination.against_reply is None else list(examination.against_reply),
        exploitability=examination.exploitability,
        loss=examination.loss,
        decisions=total.decisions,
        errors=total.errors,
        loss_per_decision=total.loss / total.decisions if total.decisions else 0.0,
        kinds=_kinds(examination),
        blunders=[blunder._asdict() for blunder in examination.account.blunders],
        asked=found.asked,
        unsteady=found.unsteady,
        forfeits=[
            {"cause": cause, "times": times, "position": position, "detail": detail}
            for cause, (times, position, detail) in found.forfeits.items()
        ],
    )


def _kinds(examination: Examination) -> list[dict[str, object]]:
    return [
        {
            "phase": kind.phase,
            "role": kind.role,
            "left": kind.left,
            "decisions": tally.decisions,
            "errors": tally.errors,
            "loss": tally.loss,
        }
        for kind, tally in examination.account.tallies.items()
    ]


def turn_content(name: str, examined: ExaminedTurn) -> dict[str, object]:
    """What an examination of a turn says; fractions as text."""
    found, question = examined.examination, examined.examination.question
    return document(
        Source(question.rules, question.goal, question.phase, None, EXACTLY),
        player=name,
        **{"as": question.role},
        value=float(found.value),
        exact=str(found.value),
        best=float(found.best),
        best_exact=str(found.best),
        targets=[
            {"target": target, "value": str(mine), "best": str(best)}
            for target, (mine, best) in found.values.items()
        ],
        kinds=[
            {
                "left": left,
                "decisions": str(tally.decisions),
                "errors": str(tally.errors),
                "loss": str(tally.loss),
            }
            for left, tally in found.tallies.items()
        ],
        blunders=[
            {**blunder._asdict(), "chance": str(blunder.chance), "regret": str(blunder.regret)}
            | {"often": str(blunder.often), "cost": str(blunder.cost)}
            for blunder in found.blunders
        ],
        unsteady=examined.unsteady,
        forfeits=[{"position": position, "detail": detail} for position, detail in examined.forfeits.items()],
    )


def match_content(
    match: Match,
    standings: Standings,
    test: SequentialTest | None,
    ratings: Sequence[Rating] | None,
    *,
    partial: bool,
) -> dict[str, object]:
    """What a match says."""
    contest = match.contest
    phase = "decharge" if contest.opening.is_bare else "charge"
    opening = str(round_start(contest.rules, contest.opening))
    source = Source(contest.rules, contest.goal, phase, opening, PLAYED)
    return document(
        source,
        seats=match.schedule.seats,
        seed=match.schedule.seed,
        games=standings.games,
        units=standings.units,
        partial=partial,
        decisions=standings.decisions,
        players=[
            _player(name.name, score, fair_share(contest), None if ratings is None else ratings[place])
            for place, (name, score) in enumerate(zip(match.entrants, standings.scores, strict=True))
        ],
        elo=_elo(standings),
        sprt=None if test is None else sprt_content(test, standings.scores[0].units),
    )


def sprt_content(test: SequentialTest, units: Sample) -> dict[str, object]:
    """How a sequential test stands."""
    return {
        "low": test.low,
        "high": test.high,
        "error": test.error,
        "likelihood": test.likelihood(units),
        "decision": test.decision(units),
    }


def _player(name: str, score: Score, fair: float, rating: Rating | None) -> dict[str, object]:
    return {
        "name": name,
        "score": _sample(score.units),
        "luck_adjusted": _adjusted(score, fair),
        "seats": [_sample(sample) for sample in score.seats],
        "rating": None if rating is None else {"points": rating.points, "error": rating.error},
        "forfeits": [
            _loss(cause, times, score.first_forfeit[cause]) for cause, times in score.forfeits.items()
        ],
    }


def _loss(cause: str, times: int, first: Loss) -> dict[str, object]:
    return {"cause": cause, "times": times, "position": first.position, "detail": first.detail}


def _sample(sample: Sample) -> dict[str, Any]:
    """A mean with its interval, or why there is none."""
    interval = sample.interval()
    return {
        "mean": sample.mean if sample.count else None,
        "interval": None if interval is None else list(interval),
        "reason": too_few(FEWEST_UNITS) if interval is None else None,
        "count": sample.count,
    }


def _adjusted(score: Score, fair: float) -> dict[str, Any] | None:
    """A score with luck taken out; `fair` is what a game brings on average."""
    controlled = score.controlled
    if not controlled.scores.count:
        return None
    interval = controlled.interval(fair)
    return {
        "mean": controlled.mean(fair),
        "interval": None if interval is None else list(interval),
        "reason": too_few(controlled.fewest) if interval is None else None,
        "coefficient": controlled.coefficient,
        "variance_reduction": controlled.reduction,
    }


def _elo(standings: Standings) -> dict[str, Any] | None:
    """The first of two players' advantage in rating points."""
    if standings.players != 2:
        return None
    units = standings.scores[0].units
    interval = units.interval()
    points = elo(units.mean) if units.count else None
    ends = None if interval is None else [elo(end) for end in interval]
    reason = (
        too_few(FEWEST_UNITS)
        if interval is None
        else "no finite difference: every game was won"
        if points is None
        else None
    )
    return {"points": points, "interval": ends, "reason": reason}
