"""A player of ours in the engine of the HackaGames course, whose own scores say how good it is."""

from __future__ import annotations

import contextlib
import io
import json
import random
from fractions import Fraction

import pytest
from hackagames.py421 import GameMaster
from hackagames.py421.engine import Engine421

from game421.arena.files import read_policy
from game421.arena.hackagames import HackaGamesPlayer, masks
from game421.dice import KEEPS, ROLLS
from game421.turns.exact import Payoff, solve_turn
from game421.turns.terms import TurnTerms

GAMES = 1500


def solved(tmp_path):
    """Perfect play for the engine's own scores, as a policy of the course."""
    engine = Engine421()
    scores = tuple(engine.score(dict(zip(("D1", "D2", "D3"), dice, strict=True))) for dice in ROLLS)
    solution = solve_turn(TurnTerms(3), Payoff((scores,) * 3))
    policy = {}
    for left in (2, 1):
        for roll, dice in enumerate(ROLLS):
            action, _ = solution.best(left, roll)
            kept = "".join(map(str, KEEPS[action])) or "-"
            policy["-".join(map(str, (left, *dice)))] = masks(dice, kept)
    file = tmp_path / "policy.json"
    file.write_text(json.dumps(policy), encoding="utf-8")
    return Fraction(solution.first()[1], solution.denominator(3)), file


def test_perfect_play_scores_what_it_is_worth(tmp_path):
    best, file = solved(tmp_path)
    assert best == pytest.approx(
        Fraction(46951891, 139968), rel=1e-2
    )  # of the course's rules as they are told
    random.seed(421)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        player = HackaGamesPlayer(read_policy(file).decide)
        results = GameMaster("Solo").launchLocal([player], GAMES)
    found = results[0] if isinstance(results[0], list) else results
    assert len(found) == GAMES
    mean = sum(found) / GAMES
    spread = (sum((score - mean) ** 2 for score in found) / GAMES) ** 0.5
    assert abs(mean - best) < 4 * spread / GAMES**0.5
