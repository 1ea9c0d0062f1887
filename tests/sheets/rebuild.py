"""What `docs/sheets/` should hold; run as a program, it writes it: python tests/sheets/rebuild.py."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version
from itertools import product
from pathlib import Path

from game421.arena.cards import card_for
from game421.dice import parse_roll
from game421.rules import load_rules
from game421.rules.catalogue import preset_names
from game421.sheets.cards import Priced, priced, told_card
from game421.sheets.contents import sheet
from game421.sheets.pages import Page
from game421.sheets.paper import drawn, on_paper
from game421.sheets.phrases import LANGUAGES
from game421.sheets.picturing import PICTURES, Subject, picture
from game421.sheets.telling import told
from game421.states.goals import GAME_GOALS
from game421.strategies.catalogue import MANCHE, ROUND
from game421.strategies.telling import Lang

FOLDER = Path(__file__).parents[2] / "docs" / "sheets"
INDEX = "index.json"
ROLL = "652"
PREVIEW = "classic.en.png"
CARDS, LINES = ("classic", "bistro"), 8
"""The rules whose cards of so many lines for a round and for a manche of two are there."""


def page(name: str, lang: Lang) -> Page:
    """The sheet of a preset: for being best of a round of two, of sips for drinking least."""
    rules = load_rules(name)
    return told(sheet(rules, "tokens" if rules.game == "sips" else "duel"), lang)


@cache
def card(name: str, goal: str) -> Priced:
    """The card of a preset: that for a round priced over the manche too, as the program does."""
    rules = load_rules(name)
    wanted = None if goal == ROUND else GAME_GOALS[goal]
    return replace(priced(rules, card_for(rules, LINES, 2, goal), 2, wanted), lines=LINES)


def card_page(name: str, goal: str, lang: Lang) -> Page:
    return told_card(card(name, goal), lang)


def pages() -> Iterator[tuple[str, Callable[[], Page]]]:
    """Every page, by the start of its files' names."""
    for lang in LANGUAGES:
        for name in preset_names():
            yield f"{name}.{lang}", partial(page, name, lang)
        for name, (goal, title) in product(CARDS, ((ROUND, "card"), (MANCHE, "manche-card"))):
            yield f"{name}.{title}.{lang}", partial(card_page, name, goal, lang)


def paper(made: Callable[[], Page], form: str) -> bytes:
    (sheet,) = on_paper(made(), form)
    return sheet


def chart(name: str) -> bytes:
    subject = Subject(load_rules("classic"), "en", "duel", players=2 if name == "tokens" else 3)
    if name == "holds":
        subject = Subject(load_rules("classic"), "en", "duel", roll=parse_roll(ROLL))
    return drawn(picture(name, subject), "svg")


def made() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Every file, with what makes it."""
    for start, page_made in pages():
        yield f"{start}.pdf", partial(paper, page_made, "pdf")
    yield PREVIEW, partial(paper, partial(page, "classic", "en"), "png")
    for name in PICTURES:
        yield f"{name}.svg", partial(chart, name)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    hashes = {}
    for name, make in made():
        content = make()
        (FOLDER / name).write_bytes(content)
        hashes[name] = sha256(content).hexdigest()
    index = {"typst": version("typst"), "sha256": hashes}
    (FOLDER / INDEX).write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
