"""The JSON document of a priced strategy."""

from __future__ import annotations

import json

from game421.advice.answers import Source
from game421.arena.pricing import GamePrice, RoundPrice, Worst
from game421.commands.output import document
from game421.sheets.cards import Priced
from game421.strategies.telling import told_line
from game421.strategies.vocabulary import Line

PRICED = "every decision counted against perfect opponents, float64, right within 1e-11"


def card_content(found: Priced) -> str:
    """The document as text."""
    prices: tuple[RoundPrice | GamePrice, ...] = (*found.rounds, *found.games)
    source = Source(found.rules, prices[0].goal, "round" if found.rounds else "game", None, PRICED)
    content = document(
        source,
        strategy=found.strategy.name,
        leader=list(map(_line, found.strategy.leader)),
        follower=list(map(_line, found.strategy.follower)),
        idle=dict(zip(("leader", "follower"), map(list, found.idle), strict=True)),
        rounds=[_round(price) for price in found.rounds],
        games=[_game(price) for price in found.games],
    )
    return json.dumps(content, indent=2, allow_nan=False) + "\n"


def _line(line: Line) -> str:
    return told_line(line, "en")


def _round(price: RoundPrice) -> dict[str, object]:
    return {
        "goal": price.goal,
        "players": price.players,
        "value": list(price.value),
        "loss": list(price.loss),
        "mean": price.mean,
        "worst": _worst(price.worst),
        "costliest": _worst(price.costliest),
    }


def _game(price: GamePrice) -> dict[str, object]:
    return {
        "goal": price.goal,
        "players": len(price.value),
        "value": list(price.value),
        "loss": list(price.loss),
        "mean": price.mean,
        "costliest": price.costliest and price.costliest._asdict(),
    }


def _worst(worst: Worst | None) -> dict[str, object] | None:
    return worst and worst._asdict()
