"""`421 solve`: solve a whole game, with proof, and write the values of all its states."""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext, redirect_stdout
from pathlib import Path

import click

from game421.advice.answers import Ratio, Source
from game421.commands.options import json_option, lang_option, rules_option
from game421.commands.output import document, language, print_json
from game421.commands.progress import progress
from game421.commands.wording import LANGUAGES
from game421.games.values import Solution
from game421.rules.record import Rules
from game421.states.goals import GAME_GOALS, GameGoal
from game421.states.play import start
from game421.tables.library import solve_game
from game421.tables.values import save_values, values_content

EPILOG = """\b
Examples:
  421 solve                                  the manche of two players under the default rules
  421 solve --rules bistro --goal partie
  421 solve --rules my-table.toml -o my-table.values
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
@click.option("--exact", is_flag=True, help="Print the values at the start as fractions too.")
@rules_option
@json_option
@lang_option
def solve(
    players: int,
    goal: GameGoal,
    output: Path | None,
    exact: bool,
    rules: Rules,
    as_json: bool,
    lang: str | None,
) -> None:
    """Solve a whole game exactly, with proof."""
    began = time.monotonic()
    say = LANGUAGES[language(lang)]
    with progress(say["solving"].format(name=rules.name)) as report:
        solution = solve_game(rules, players, goal, report)
    seconds = time.monotonic() - began
    _write(solution, output)
    with redirect_stdout(sys.stderr) if _is_stream(output) else nullcontext():
        _show(solution, seconds, exact=exact, as_json=as_json, say=say)


def _is_stream(output: Path | None) -> bool:
    """Whether the values go where something reads along: what is said of them must not come between."""
    return output is not None and (str(output) == "-" or (output.exists() and not output.is_file()))


def _write(solution: Solution, output: Path | None) -> None:
    if output is None:
        return
    if str(output) == "-":
        sys.stdout.buffer.write(values_content(solution.values))
    else:
        save_values(solution.values, output)


def _show(solution: Solution, seconds: float, *, exact: bool, as_json: bool, say: dict[str, str]) -> None:
    table = solution.values
    opening = start(table.rules, table.players, partie=table.goal == "partie")
    shares = [Ratio.of(int(share), table.denominator) for share in table.of(opening.token_state)]
    if as_json:
        _print_document(solution, shares, str(opening), seconds, exact=exact)
        return
    number = f"{100 * float(shares[0]):.6f}".replace(".", say["decimal"])
    click.echo(
        say["solved"].format(
            name=table.rules.name,
            goal=table.goal,
            states=len(table.values),
            seconds=f"{seconds:.1f}".replace(".", say["decimal"]),
            value=say["percent"].format(number=number),
        )
    )
    if exact:
        click.echo(str(shares[0]))
    click.echo(say["proved"])


def _print_document(
    solution: Solution, shares: list[Ratio], opening: str, seconds: float, *, exact: bool
) -> None:
    table = solution.values
    print_json(
        document(
            Source(table.rules, table.goal, "charge", opening, table.method, table.epsilon),
            players=table.players,
            states=len(table.values),
            sweeps=solution.sweeps,
            exact=table.exact,
            values=[float(share) for share in shares],
            seconds=round(seconds, 3),
            proof=solution.proof,
            **({"values_exact": [str(share) for share in shares]} if exact else {}),
        )
    )
