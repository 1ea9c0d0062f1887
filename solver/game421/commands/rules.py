"""`421 rules`: the rule sets there are, a complete file to start from, and whether a file is right."""

from __future__ import annotations

import sys

import click

from game421.commands.output import head, language, print_json
from game421.errors import RulesError
from game421.rules import (
    Rules,
    default_rules_name,
    describe,
    digest,
    idle_axes,
    idle_for,
    load_rules,
    preset_names,
    write_rules,
)
from game421.rules.contradictions import FEWEST_PLAYERS, only_for_two
from game421.rules.reading import open_rules
from game421.rules.source import printable

_LIST_EPILOG = """\b
Examples:
  421 rules list
  421 rules list --lang fr"""

_SHOW_EPILOG = f"""\b
Examples:
  421 rules show {default_rules_name()} > my-table.toml     a file to start your own from
  421 rules show my-table.toml               everything it means, `extends` resolved"""

_CHECK_EPILOG = """\b
Examples:
  421 rules check my-table.toml
  421 rules check my-table.toml --json"""


@click.group()
def rules() -> None:
    """List, show and check rule sets."""


@rules.command("list", epilog=_LIST_EPILOG)
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the text; else the locale's.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def list_presets(lang: str | None, as_json: bool) -> None:
    """The presets, one a line, and the one meant where none is named."""
    lang = language(lang)
    default = default_rules_name()
    if as_json:
        presets = [
            {
                "name": name,
                "description": describe(name, lang),
                "default": name == default,
                "rules_digest": digest(load_rules(name)),
            }
            for name in preset_names()
        ]
        print_json(head(None) | {"presets": presets})
        return
    width = max(map(len, preset_names()))
    mark = {"en": "the default", "fr": "par défaut"}[lang]
    for name in preset_names():
        note = f" ({mark})" if name == default else ""
        click.echo(f"{name:<{width}}  {describe(name, lang)}{note}")


@rules.command(epilog=_SHOW_EPILOG)
@click.argument("name", metavar="NAME|FILE")
def show(name: str) -> None:
    """A complete rules file: each axis on its line, with what it means and what is allowed."""
    text = open_rules(name).text if name in preset_names() else write_rules(load_rules(name))
    if sys.stdout.isatty():
        click.echo(text, nl=False)
    else:  # a rules file is UTF-8, whatever encoding the console has
        sys.stdout.buffer.write(text.encode("utf-8"))


@rules.command(epilog=_CHECK_EPILOG)
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def check(file: str, as_json: bool) -> None:
    """Say whether a rules file can be played, every mistake on a line, and which axes are idle."""
    try:
        checked = load_rules(file)
    except RulesError as error:
        if as_json:
            print_json(head(None) | {"ok": False, "problems": list(error.problems), "idle": [], "notes": []})
        raise
    idle: list[tuple[str, int | None, str]] = [(axis, None, why) for axis, why in idle_axes(checked)]
    idle += [(axis, FEWEST_PLAYERS, why) for axis, why in idle_for(checked, FEWEST_PLAYERS)]
    notes = _players_notes(checked)
    if as_json:
        shown = [{"axis": axis, "players": players, "reason": why} for axis, players, why in idle]
        print_json(head(checked) | {"ok": True, "problems": [], "idle": shown, "notes": notes})
        return
    click.echo(f"{printable(file)}: OK: {checked.name}, digest {digest(checked)}")
    for axis, players, why in idle:
        click.echo(f"  idle{f' for {players} players' if players else ''}: {axis}: {why}")
    for note in notes:
        click.echo(f"  note: {note}")


def _players_notes(checked: Rules) -> list[str]:
    """Why two alone can play by these rules, where that is so."""
    return [f"two players only: {problem}" for problem in only_for_two(checked)]
