"""The program itself: a group that loads a subcommand only when it is used, and the exit status."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

import click

from game421 import __version__
from game421.errors import Game421Error

SUBCOMMANDS = {
    "best": "The best hold of a roll: every hold with its value and what it costs.",
    "value": "What a position is worth to each player.",
    "odds": "Chances before the first throw, by number of throws.",
    "facts": "What players ask about a game of two or more, computed.",
    "solve": "Solve a whole game and write its values.",
    "verify": "Prove what a table says.",
    "export": "Write the whole optimal policy as a table.",
    "sheet": "A page to play by, for printing or reading.",
    "bench": "How far from perfect a player is: exactly, or in matches.",
    "review": "What the decisions of games that were played cost.",
    "rules": "List, show and check rule sets.",
}
"""Every subcommand with its line of help; its module in this package bears its name."""

EPILOG = """\b
Examples:
  421 best 642 --left 2 --goal beat --target 654
  421 odds --goal combo --target 421 --throws 3
  421 rules list
  421 best 611 --rules my-table.toml
\b
A game is played for one of --goal: points, combo or beat of a turn; duel, safe, tokens or relative
of a round; manche or partie of a game. '421 rules show' prints a rules file to start your own from."""


class _LazyGroup(click.Group):
    """Imports a subcommand's module when it is called; help lists them without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUBCOMMANDS:
            return None
        command: click.Command = getattr(import_module(f"game421.commands.{cmd_name}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(SUBCOMMANDS.items()))


@click.group(cls=_LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="421")
def program() -> None:
    """421, the three-dice café game, solved exactly for your table's rules."""


def main() -> NoReturn:
    """Run the program on the command line; never a traceback, the exit status of DESIGN section 3."""
    unheard = sys.stdout is None
    if unheard:  # started with standard output closed: whatever is opened next must not become it
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    status = _run()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_stdout()
    except OSError as error:
        _discard_stdout()
        status = status or _complain(f"the answer could not be written: {error.strerror}", 1)
    if unheard:
        status = status or _complain("the answer could not be written: standard output is closed", 1)
    sys.exit(status)


def _run() -> int:
    """Run the command; whatever goes wrong becomes a line and an exit status."""
    try:
        return _run_click()
    except Game421Error as error:
        return _complain(str(error), error.exit_status)
    except (BrokenPipeError, SystemExit):  # click leaves so when a pipe breaks while it prints
        _discard_stdout()
    except OSError as error:
        place = error.filename or "the answer could not be written"
        return _complain(f"{place}: {error.strerror or error}", 1)
    except Exception as error:
        if os.environ.get("GAME421_TRACEBACK"):
            raise
        return _complain(
            f"a fault of the program, please report it ({type(error).__name__}: {error}); "
            "GAME421_TRACEBACK=1 shows where it happened",
            1,
        )
    return 0


def _run_click() -> int:
    try:
        status: int | None = program.main(prog_name="421", standalone_mode=False)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.UsageError as error:
        return _complain(_usage(error), 2)
    except click.ClickException as error:
        return _complain(error.format_message(), 1)
    except click.Abort:
        return _complain("interrupted", 1)
    return status or 0


def _usage(error: click.UsageError) -> str:
    """One line for what was typed wrong, with where to find help; `-421` is a roll gone wrong."""
    if isinstance(error, click.NoSuchOption) and error.option_name[1:2].isdigit():
        return (
            f"a roll or hold does not start with a minus sign ({error.option_name}…): write 421, 4-2-1 or ⚃⚁⚀"
        )
    help_of = error.ctx.command_path if error.ctx else "421"
    return f"{error.format_message()} (see '{help_of} --help')"


def _complain(message: str, status: int) -> int:
    with suppress(OSError):  # nowhere to complain: the status still says so
        click.echo("\n".join(f"421: {line}" for line in message.splitlines()), err=True)
    return status


def _discard_stdout() -> None:
    """Nobody reads any more: let the interpreter's own last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
