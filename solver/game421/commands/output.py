"""How answers leave the program: one JSON document, or text in the reader's language."""

from __future__ import annotations

import os

import click

from game421 import __version__
from game421.advice.answers import BestAnswer, OddsAnswer, Option, Source
from game421.rules import digest
from game421.rules.record import Rules

SCHEMA = 1
"""Version of the JSON documents."""


def document(source: Source, **content: object) -> dict[str, object]:
    """A JSON document: where the answer comes from, then what it says."""
    return head(**source._asdict()) | content


def head(
    rules: Rules | None,
    goal: str | None = None,
    phase: str | None = None,
    position: str | None = None,
    method: str | None = None,
    epsilon: float | None = None,
) -> dict[str, object]:
    """What every JSON document starts with; null where there is no such thing."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "rules": rules.name if rules else None,
        "rules_digest": digest(rules) if rules else None,
        "goal": goal,
        "phase": phase,
        "position": position,
        "method": method,
        "epsilon": epsilon,
    }


def print_json(content: dict[str, object]) -> None:
    """Print one strict JSON document (no NaN, ASCII only so that any console takes it)."""
    import json

    click.echo(json.dumps(content, indent=2, allow_nan=False))


def best_content(answer: BestAnswer, *, exact: bool = True) -> dict[str, object]:
    """The part of a `best` document after its head; without `exact`, fractions are left null."""
    return {
        "value": answer.value,
        "exact": _text(answer.exact) if exact else None,
        "best": answer.best,
        "ties": list(answer.ties),
        "options": [option_content(option, exact=exact) for option in answer.options],
    }


def option_content(option: Option, *, exact: bool = True) -> dict[str, object]:
    """One option as JSON; exact values travel as text p/q."""
    return {
        "action": option.action,
        "value": option.value,
        "exact": _text(option.exact) if exact else None,
        "regret": option.regret,
        "regret_exact": _text(option.regret_exact) if exact else None,
    }


def odds_content(answer: OddsAnswer) -> dict[str, object]:
    """The part of an `odds` document after its head."""
    return {
        "value": answer.value,
        "exact": str(answer.exact),
        "by_throws": [
            {"throws": int(chance.label), "value": chance.value, "exact": str(chance.exact)}
            for chance in answer.by_throws
        ],
        "outcomes": [
            {"combination": chance.label, "value": chance.value, "exact": str(chance.exact)}
            for chance in answer.outcomes
        ],
    }


def _text(exact: object) -> str | None:
    return None if exact is None else str(exact)


def language(asked: str | None) -> str:
    """`fr` or `en`: what was asked for, else what the locale says, else English."""
    if asked:
        return asked
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"
