"""What `docs/sheets/` should hold; run as a program, it writes it: python tests/sheets/rebuild.py."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from game421.dice import parse_roll
from game421.rules import load_rules
from game421.rules.catalogue import preset_names
from game421.sheets.contents import sheet
from game421.sheets.pages import Page
from game421.sheets.paper import drawn, on_paper
from game421.sheets.phrases import LANGUAGES, Lang
from game421.sheets.picturing import PICTURES, Subject, picture
from game421.sheets.telling import told

FOLDER = Path(__file__).parents[2] / "docs" / "sheets"
INDEX = "index.json"
ROLL = "652"
PREVIEW = "classic.en.png"


def page(name: str, lang: Lang) -> Page:
    """The sheet of a preset: for being best of a round of two, of sips for drinking least."""
    rules = load_rules(name)
    return told(sheet(rules, "tokens" if rules.game == "sips" else "duel"), lang)


def pdf(name: str, lang: Lang) -> bytes:
    (made,) = on_paper(page(name, lang), "pdf")
    return made


def preview() -> bytes:
    (made,) = on_paper(page("classic", "en"), "png")
    return made


def chart(name: str) -> bytes:
    subject = Subject(load_rules("classic"), "en", "duel", players=2 if name == "tokens" else 3)
    if name == "holds":
        subject = Subject(load_rules("classic"), "en", "duel", roll=parse_roll(ROLL))
    return drawn(picture(name, subject), "svg")


def made() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Every file, with what makes it."""
    for name in preset_names():
        for lang in LANGUAGES:
            yield f"{name}.{lang}.pdf", partial(pdf, name, lang)
    yield PREVIEW, preview
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
