"""Pictures that other commands draw beside their answer."""

from __future__ import annotations

from pathlib import Path

from game421.commands.options import require_output
from game421.commands.output import language
from game421.commands.situations import tell
from game421.errors import InputError
from game421.rules.record import Rules
from game421.sheets.picturing import Subject, picture
from game421.sheets.saving import form_named, rendered_picture, require, save


def draw_facts(rules: Rules, goal: str | None, players: int, lang: str | None, path: Path) -> None:
    """Draw what facts are about: chances by tokens held, the triangle of three, or the leader's stops.

    Raises InputError where there is no such picture, MissingExtraError without typst, and OSError.
    """
    require_output(str(path))
    form = form_named(path)
    require(form)
    wanted = goal or ("tokens" if rules.game == "sips" else "manche")
    if wanted == "partie":
        raise InputError("goal partie: it has no picture; draw the manche, or a bare round")
    name = {2: "tokens", 3: "triangle"}.get(players) if wanted == "manche" else "stops"
    if name is None:
        raise InputError(f"{players} players: the manche is drawn for two and for three")
    subject = Subject(rules, "fr" if language(lang) == "fr" else "en", wanted, players, notice=tell)
    save(rendered_picture(picture(name, subject), form), path)
