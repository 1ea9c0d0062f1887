"""Options that several subcommands share, and how their text becomes what the library takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from game421.advice import words
from game421.rules import Phase, default_rules_name, load_rules
from game421.rules.record import Rules
from game421.turns.goals import TIED_HALVES
from game421.turns.questions import Role, TurnGoal, TurnQuestion

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def rules_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--rules NAME|FILE`, or the environment variable GAME421_RULES."""
    return click.option(
        "--rules",
        metavar="NAME|FILE",
        callback=lambda _context, _parameter, name: load_rules(name),
        default=default_rules_name,
        envvar="GAME421_RULES",
        help="A preset (see '421 rules list') or a rules file; GAME421_RULES sets your own default.",
    )(command)


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--json`: one JSON document instead of text."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def lang_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--lang fr|en`: the language of text for people; data is the same in both."""
    return click.option(
        "--lang", type=click.Choice(["fr", "en"]), help="Language of the text; else the locale's."
    )(command)


def turn_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What is wanted of a turn and by whom: --goal --target --as --cap --phase --ties."""
    for option in reversed(_TURN_OPTIONS):
        command = option(command)
    return command


_TURN_OPTIONS: tuple[Decorator, ...] = (
    click.option(
        "--goal",
        type=click.Choice(
            ["points", "combo", "beat", "duel", "safe", "tokens", "relative", "manche", "partie"]
        ),
        help="Of a turn: points (the default), combo, beat. Of a round: duel (be best), safe (not worst), "
        "tokens, relative. Of a game: manche, partie.",
    ),
    click.option(
        "--target",
        "targets",
        multiple=True,
        metavar="COMBINATION",
        help="For combo: 421, or a family (brelan, fiche, tierce …). For beat: 654, or 654@2 made in two "
        "throws. Repeatable: any of them for combo, all of them for beat.",
    ),
    click.option(
        "--as",
        "role",
        type=click.Choice(["leader", "follower"]),
        help="A leader stops when he likes; a follower is bound as the rules say. [default: leader]",
    ),
    click.option(
        "--cap", type=int, metavar="N", help="Most throws of the turn [default: what the rules allow]."
    ),
    click.option(
        "--phase",
        type=click.Choice(["charge", "decharge"]),
        default="decharge",
        show_default=True,
        help="Whose values and throws count.",
    ),
    click.option("--ties", type=click.Choice(list(TIED_HALVES)), help="What a tie counts for beat."),
)


def turn_question(
    rules: Rules,
    goal: str | None,
    targets: tuple[str, ...],
    role: str | None,
    cap: int | None,
    phase: str,
    ties: str | None,
) -> TurnQuestion:
    """The question that these options ask; a target without a goal is one to beat."""
    if goal is not None and goal not in _GOALS:
        raise click.UsageError(f"goal {goal} is about a round or a game: give its --position")
    return words.turn_question(
        rules,
        _GOALS[goal] if goal else None,
        targets,
        role=_ROLES[role or "leader"],
        cap=cap,
        phase=_PHASES[phase],
        ties=ties,
    )


_GOALS: dict[str, TurnGoal] = {"points": "points", "combo": "combo", "beat": "beat"}
_PHASES: dict[str, Phase] = {"charge": "charge", "decharge": "decharge"}
_ROLES: dict[str, Role] = {"leader": "leader", "follower": "follower"}
