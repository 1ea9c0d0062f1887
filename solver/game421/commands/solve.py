"""`421 solve`: solve a whole game, with proof, and write the values of all its states."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

import click

from game421.advice.answers import Ratio, Source
from game421.commands.options import json_option, lang_option, require_output, rules_option
from game421.commands.output import document, language, print_json
from game421.commands.progress import progress
from game421.commands.situations import tell
from game421.commands.wording import LANGUAGES
from game421.errors import Game421Error, TableError
from game421.exactly import at_most
from game421.games.values import GameValues, Solution
from game421.rules.record import Rules
from game421.rules.source import printable
from game421.states.goals import GAME_GOALS, GameGoal
from game421.states.play import start
from game421.states.positions import Position
from game421.tables.library import cache_file, keep_values
from game421.tables.solving import PROGRESS, in_rationals, kept_file, solve_game
from game421.tables.values import save_values, values_content

if TYPE_CHECKING:
    from game421.games.sweeps import Workers

EPILOG = """\b
Examples:
  421 solve                                  the manche of two players under the default rules
  421 solve --rules my-table.toml --goal partie
  421 solve --rules my-table.toml -o my-table.values
  421 solve --rules fiches --players 3 --exact   the same confirmed in fractions, to the last digit
  421 solve --players 3                      an equilibrium, with the most that anyone could gain against it
  421 verify my-table.values"""


@click.command(epilog=EPILOG)
@click.option("--players", type=int, default=2, show_default=True, metavar="N", help="How many play.")
@click.option(
    "--goal",
    type=click.Choice(list(GAME_GOALS)),
    default="manche",
    show_default=True,
    help="What is played for: one manche, or the whole partie.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Write the values of all states here; - for standard output.",
)
@click.option(
    "--exact",
    is_flag=True,
    help="Print the values at the start as fractions too; of three and more players they are worked out for "
    "that, which takes minutes for ten tokens and hours for twenty.",
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    metavar="N",
    help="Threads that work on three and more players; as many as there are processors unless given.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Let the workers of a dask.distributed cluster do it (see docs/cluster.md).",
)
@rules_option
@json_option
@lang_option
def solve(
    players: int,
    goal: GameGoal,
    output: Path | None,
    exact: bool,
    workers: int | None,
    scheduler: str | None,
    rules: Rules,
    as_json: bool,
    lang: str | None,
) -> None:
    """Solve a whole game: two players exactly and with proof, more with a bound on what anyone could gain.

    A solve of three and more players that is interrupted goes on where it was when it is asked for again.
    """
    if workers is not None and scheduler is not None:
        raise click.UsageError("--workers are threads here, --scheduler has its own: give one of them")
    if (workers, scheduler) != (None, None) and players == 2:
        raise click.UsageError("--workers and --scheduler are for three and more players: two need one core")
    if output is not None:
        require_output(str(output))
    began = time.monotonic()
    say = LANGUAGES[language(lang)]
    with (
        _resumable(rules, players, goal),
        _hired(workers, scheduler) as hired,
        progress(say["solving"].format(name=rules.name)) as report,
    ):
        solution = solve_game(rules, players, goal, report, workers=hired, notice=tell)
    seconds = time.monotonic() - began
    kept = not solution.values.exact and keep_values(solution.values, tell)
    _write(solution, output, kept=kept)
    fractions = _fractions(solution.values, say["confirming"].format(name=rules.name)) if exact else []
    with redirect_stdout(sys.stderr) if _is_stream(output) else nullcontext():
        _show(solution, seconds, fractions, as_json=as_json, say=say)


@contextmanager
def _hired(workers: int | None, scheduler: str | None) -> Iterator[Workers | None]:
    """Who does the work: threads here, a cluster, or whoever `solve_game` chooses."""
    if scheduler is not None:
        from game421.games.cluster import Cluster

        with Cluster(scheduler) as cluster:
            yield cluster
    elif workers is not None:
        from game421.games.sweeps import Threads

        yield Threads(workers)
    else:
        yield None


@contextmanager
def _resumable(rules: Rules, players: int, goal: GameGoal) -> Iterator[None]:
    """Say how to go on where someone interrupts a solve whose progress is kept."""
    try:
        yield
    except KeyboardInterrupt:
        if not os.path.exists(kept_file(rules, players, goal, PROGRESS)):  # noqa: PTH110 - refused is not there
            raise
        raise Game421Error(
            "interrupted; what is solved so far is kept, and the same command goes on from there"
        ) from None


def _is_stream(output: Path | None) -> bool:
    """Whether the values go where something reads along: what is said of them must not come between."""
    return output is not None and (str(output) == "-" or (output.exists() and not output.is_file()))


def _write(solution: Solution, output: Path | None, *, kept: bool) -> None:
    """Write the values; where that fails, say where they are kept if they are."""
    if output is None:
        return
    if str(output) == "-":
        sys.stdout.buffer.write(values_content(solution.values))
        return
    try:
        save_values(solution.values, output)
    except TableError as error:
        if not kept:
            raise
        place = cache_file(solution.values.rules, solution.values.players, solution.values.goal)
        raise TableError(f"{error}; the values are kept in {printable(str(place))}") from None


def _fractions(table: GameValues, said: str) -> list[Ratio]:
    """What the game is worth to each player at its start, exactly."""
    if not table.exact:
        with progress(said) as report:
            table = in_rationals(table, report)
    return [Ratio.of(int(share), table.denominator) for share in table.of(_opening(table).token_state)]


def _opening(table: GameValues) -> Position:
    return start(table.rules, table.players, partie=table.goal == "partie")


def _show(
    solution: Solution, seconds: float, fractions: list[Ratio], *, as_json: bool, say: dict[str, str]
) -> None:
    table = solution.values
    values = table.floats(_opening(table).token_state)
    if as_json:
        _print_document(solution, values, fractions, seconds)
        return
    percents = [f"{100 * value:.6f}".replace(".", say["decimal"]) for value in values]
    click.echo(
        say["solved" if table.exact else "settled"].format(
            name=table.rules.name,
            goal=table.goal,
            states=len(table.values),
            seconds=f"{seconds:.1f}".replace(".", say["decimal"]),
            value=say["percent"].format(number=percents[0]),
            values=", ".join(say["percent"].format(number=percent) for percent in percents),
        )
    )
    for fraction in fractions[: 1 if table.exact else None]:
        click.echo(str(fraction))
    if fractions and not table.exact:
        click.echo(say["confirmed"])
    click.echo(say["proved"] if table.exact else say["near"].format(epsilon=at_most(table.epsilon)))


def _print_document(
    solution: Solution, values: tuple[float, ...], fractions: list[Ratio], seconds: float
) -> None:
    table, opening = solution.values, str(_opening(solution.values))
    print_json(
        document(
            Source(table.rules, table.goal, "charge", opening, table.method, table.epsilon),
            players=table.players,
            states=len(table.values),
            sweeps=solution.sweeps,
            exact=table.exact,
            values=values,
            seconds=round(seconds, 3),
            proof=solution.proof,
            **({"values_exact": [str(share) for share in fractions]} if fractions else {}),
        )
    )
