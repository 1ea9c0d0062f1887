"""Options that several subcommands share, and how their text becomes what the library takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from game421.advice import words
from game421.errors import InputError
from game421.rules import default_rules_name, load_rules
from game421.rules.catalogue import preset_names
from game421.rules.record import Rules
from game421.rules.source import printable
from game421.rules.worth import PHASES, Phase
from game421.states.goals import SituationGoal
from game421.turns.goals import TIED_HALVES, TURN_GOALS, TurnGoal
from game421.turns.questions import ROLES, Role, TurnQuestion

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def rules_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--rules NAME|FILE`, or the environment variable GAME421_RULES."""
    return click.option(
        "--rules",
        metavar="NAME|FILE",
        callback=_rules,
        default=default_rules_name,
        envvar="GAME421_RULES",
        help="A preset (see '421 rules list') or a rules file, - for standard input. [default: the "
        "environment variable GAME421_RULES, else the one marked there]",
    )(command)


_RULES_FILE = "game421.rules_file"
"""Where the context of a command keeps the file that its rules were read from."""


def _rules(context: click.Context, _parameter: click.Parameter, name: str) -> Rules:
    if name not in preset_names():
        context.meta[_RULES_FILE] = name
    return load_rules(name)


def require_output(output: str, *read: str | None) -> None:
    """Say at once where nothing can be written, or what is read would be written over; `-` is no file.

    Read are the rules file that was named and the files given here. Raises InputError, OSError.
    """
    from pathlib import Path

    from game421.tables.atomic import require_place

    if output == "-":
        return
    there = Path(output)
    for name in (click.get_current_context().meta.get(_RULES_FILE), *read):
        if name and there.exists() and Path(name).exists() and there.samefile(name):
            raise InputError(f"{printable(output)}: is read here: name another file to write to")
    require_place(there)


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--json`: one JSON document instead of text."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def lang_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--lang fr|en`: the language of text for people; data is the same in both."""
    return click.option(
        "--lang", type=click.Choice(["fr", "en"]), help="Language of the text; else the locale's."
    )(command)


def turn_options(goals: Iterable[str], about: str) -> Decorator:
    """What is wanted of a turn and by whom: --goal --target --as --cap --phase --ties.

    `goals` are those of the command, and `about` says of what else than a turn.
    """
    goal: Decorator = click.option(
        "--goal",
        type=click.Choice(list(goals)),
        help=f"Of a turn: points, combo or beat [default: beat with a target, else points]. {about}",
    )

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        options: tuple[Decorator, ...] = (goal, *_TURN_OPTIONS)
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


_TURN_OPTIONS: tuple[Decorator, ...] = (
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
        type=click.Choice(ROLES),
        help="A leader stops when he likes; a follower is bound as the rules say. [default: leader]",
    ),
    click.option(
        "--cap", type=int, metavar="N", help="Most throws of the turn. [default: what the rules allow]"
    ),
    click.option(
        "--phase",
        type=click.Choice(PHASES),
        help="Whose values and throws count. [default: decharge]",
    ),
    click.option(
        "--ties",
        type=click.Choice(list(TIED_HALVES)),
        help="What a tie counts for beat. [default: as the rules settle ties]",
    ),
)


def turn_question(
    rules: Rules,
    goal: TurnGoal | SituationGoal | None,
    targets: tuple[str, ...],
    role: Role | None,
    cap: int | None,
    phase: Phase | None,
    ties: str | None,
) -> TurnQuestion:
    """The question that these options ask; a target without a goal is one to beat."""
    if goal is not None and goal not in TURN_GOALS:
        raise click.UsageError(f"goal {goal} is about a round or a game: give its --position")
    return words.turn_question(
        rules,
        TURN_GOALS[goal] if goal else None,
        targets,
        role=role or "leader",
        cap=cap,
        phase=phase or "decharge",
        ties=ties,
    )


def refuse(given: Mapping[str, object], reason: str) -> None:
    """Raise UsageError for the first of these options that was given, with the reason it cannot be here."""
    for option, value in given.items():
        if value is not None and value != ():
            raise click.UsageError(f"{option} {reason}")


def refuse_said(left: str | None, locked: str | None, turn: dict[str, Any], phase: str = "T") -> None:
    """Refuse beside a position of that phase what it says itself, and what only a bare turn needs."""
    said = {"--left": left, "--locked": locked, "--cap": turn["cap"]}
    if turn["goal"] != "combo":
        said["--target"] = turn["targets"]
    refuse(said, "is part of the position: write it there")
    if phase != "T":
        of_turns = {"--as": turn["role"], "--ties": turn["ties"], "--phase": turn["phase"]}
        refuse(of_turns, f"is about a bare turn: a position of phase {phase} says all that counts itself")


POSITIONS = """\
A position is one line of seven fields: phase (T a bare turn, R a bare round, C charge, D décharge), pot,
stacks from the leader on (8/13), results so far (654@2/611@1), most throws the player may make, the dice
on the table, throws left. A - stands where there is nothing; as stacks of a bare round one a player."""
"""What help says of positions."""
