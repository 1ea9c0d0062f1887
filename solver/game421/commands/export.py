"""`421 export`: the whole optimal policy of a turn, a round or a game, as a table in a file or on stdout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from game421.commands.options import refuse, require_output, rules_option, turn_options, turn_question
from game421.commands.progress import late_progress, progress
from game421.commands.situations import tell
from game421.rules import Phase, Rules
from game421.rules.source import printable
from game421.states.checks import parse_token_state
from game421.states.goals import GAME_GOALS, ROUND_GOALS, SITUATION_GOALS, GameGoal, SituationGoal
from game421.states.listing import every_state
from game421.states.play import round_start
from game421.states.token_states import game_opening
from game421.tables.formats import FORMATS, Format, format_named
from game421.tables.library import game_values
from game421.tables.origin import HASH
from game421.tables.policy import PolicyTable, turn_policy
from game421.tables.situations import SituationPolicy
from game421.tables.storage import save_table, table_chunks
from game421.turns.goals import TURN_GOALS, TurnGoal

EPILOG = """\b
Examples:
  421 export --goal beat -o beat.csv             every target, every roll
  421 export --goal beat --target 654 | head
  421 export --goal points --rules my-table.toml --as follower -o points.parquet
  421 export --goal combo --target brelan --format csv-fr -o brelans.csv
  421 export --goal duel -o duel.json            a round of two, every position
  421 export --goal tokens --players 3 -o three.parquet
  421 export --goal manche --state "D 0 8/8/5" -o state.parquet
  421 export --goal partie --rules my-table.toml --reachable -o partie.sqlite
\b
Formats: csv (commas, decimal points), csv-fr (semicolons, decimal commas, for a French
spreadsheet), json, parquet, sqlite, npz. Every file holds the rules and a hash of its content."""


MANY = 200_000
"""Rows that are announced before they are written."""


@click.command(epilog=EPILOG)
@turn_options(
    [*TURN_GOALS, *SITUATION_GOALS],
    "Of a round: duel (be best), safe (not worst), tokens, relative; of a game: manche, partie.",
)
@click.option("--players", type=int, metavar="N", help="Of a round or a game: how many play. [default: 2]")
@click.option(
    "--state",
    metavar="TEXT",
    help='Of a game: only one token state, as positions begin: phase, pot and stacks ("D 0 8/8/5").',
)
@click.option(
    "--reachable", is_flag=True, help="Of a round or a game: only what can come up when all play so."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    help="The file's format. [default: what its name ends with; csv without an ending]",
)
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to write; - for standard output.")
@rules_option
def export(
    form: str | None,
    output: str,
    players: int | None,
    state: str | None,
    reachable: bool,
    goal: TurnGoal | SituationGoal | None,
    **turn: Any,
) -> None:
    """Write the whole optimal policy of a goal as a table.

    Of a turn, a row for every decision: throws left, target, roll; what to do, its value, exactly too, what
    the second best costs, and everything that is as good. Of a round (duel, safe, tokens, relative) or a game
    (manche, partie), a row for every position that leaves a choice: of three players half a million in each
    token state, so name one with --state.
    """
    chosen = _format(form, output)
    chosen.require()
    require_output(output)
    policy: PolicyTable | SituationPolicy
    if goal is not None and goal in SITUATION_GOALS:
        policy = _situation_policy(goal, players, state, reachable=reachable, **turn)
    elif players is not None or state is not None or reachable:
        raise click.UsageError(
            "--players, --state and --reachable are about a round or a game: give its --goal"
        )
    else:
        policy = turn_policy(turn_question(goal=goal, **turn))
    if len(policy) > MANY:
        tell(f"{len(policy):,} rows to write, which takes some seconds …")
    if output == "-":
        for chunk in table_chunks(policy.table, chosen):
            sys.stdout.buffer.write(chunk)
        return
    save_table(policy.table, Path(output), chosen)
    click.echo(f"{printable(output)}: {len(policy)} rows, {HASH} {policy.header[HASH]}", err=True)


def _situation_policy(
    goal: str,
    players: int | None,
    state: str | None,
    *,
    reachable: bool,
    rules: Rules,
    phase: Phase | None,
    **turn: Any,
) -> SituationPolicy:
    """The policy of a round or of a whole game, its values solved first where they are not at hand."""
    from game421.tables.tabulating import game_policy, refuse_too_many, round_policy

    given = {"--target": turn["targets"], "--as": turn["role"], "--cap": turn["cap"], "--ties": turn["ties"]}
    refuse(given, f"is about a bare turn, and goal {goal} is not")
    if goal in ROUND_GOALS:
        refuse({"--state": state}, f"is about a whole game, and goal {goal} is not")
        of = 2 if players is None else players
        return round_policy(rules, ROUND_GOALS[goal], of, phase=phase or "decharge", reachable=reachable)
    refuse({"--phase": phase}, f"is about a bare turn or round, and goal {goal} has both phases")
    if state is not None:
        return _state_policy(rules, state, GAME_GOALS[goal], players, reachable=reachable)
    players = 2 if players is None else players
    game_opening(rules, players, partie=goal == "partie")
    refuse_too_many(rules, players, every_state(rules, players, partie=goal == "partie"))
    with progress(f"421 export: {rules.name}, {goal}") as report:
        values = game_values(rules, players, GAME_GOALS[goal], tell, report)
        return game_policy(values, reachable=reachable, report=report)


def _state_policy(
    rules: Rules, text: str, goal: GameGoal, players: int | None, *, reachable: bool
) -> SituationPolicy:
    """The policy in one token state, of so many players if that is said."""
    from game421.advice.asking import situation_of
    from game421.games.values import GameStakes
    from game421.tables.tabulating import refuse_too_many, state_policy

    position = round_start(rules, parse_token_state(rules, text))
    if players not in {None, position.players}:
        raise click.UsageError(f"--players {players}, and the state {text} is of {position.players}")
    refuse_too_many(rules, position.players, [position.token_state])
    with late_progress(f"solving {rules.name}") as report:
        situation = situation_of(rules, position, goal, notice=tell, report=report)
    if not isinstance(situation.stakes, GameStakes):
        raise AssertionError("a game is played for what follows")
    return state_policy(situation.stakes.table, situation.position.token_state, reachable=reachable)


def _tell_of_ending(chosen: Format, path: Path) -> None:
    """Say so where the file's name promises another format than it will hold."""
    promised = {ending for form in FORMATS.values() for ending in form.endings} - set(chosen.endings)
    if path.suffix.lower() in promised:
        tell(f"{printable(str(path))} will hold {chosen.name}, whatever its name ends with")


def _format(name: str | None, output: str) -> Format:
    if name is None:
        chosen = FORMATS["csv"] if output == "-" else format_named(Path(output))
    else:
        chosen = FORMATS[name]
        _tell_of_ending(chosen, Path(output))
    if output == "-" and chosen.chunks is None:
        raise click.UsageError(f"--format {chosen.name} is no text: name a file with -o")
    return chosen
