"""`docs/sheets/`: every sheet and picture there is what the program makes today."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from importlib.metadata import version

import pypdfium2 as pdfium
import pytest

from docs.examples import ROOT
from game421.rules.catalogue import preset_names
from game421.sheets.phrases import LANGUAGES
from sheets import rebuild
from sheets.test_paper import consumed, heads, run_together

INDEX = json.loads((rebuild.FOLDER / rebuild.INDEX).read_text(encoding="utf-8"))
FILES, PAGES = dict(rebuild.made()), dict(rebuild.pages())
AGAIN = "write them anew: python tests/sheets/rebuild.py"


def test_the_folder_holds_what_its_index_says_and_nothing_else():
    there = {path.name: sha256(path.read_bytes()).hexdigest() for path in rebuild.FOLDER.iterdir()}
    there.pop(rebuild.INDEX)
    assert there == INDEX["sha256"], AGAIN
    assert there.keys() == FILES.keys(), AGAIN
    assert {f"{preset}.{lang}.pdf" for preset in preset_names() for lang in LANGUAGES} <= there.keys()


@pytest.mark.parametrize("start", PAGES)
def test_every_sheet_says_what_is_computed_today(start):
    page = PAGES[start]()
    document = pdfium.PdfDocument(rebuild.FOLDER / f"{start}.pdf")
    assert len(document) == 1
    rest = consumed(page, document[0].get_textpage().get_text_range())
    for head in sorted(map(run_together, heads(page)), key=len, reverse=True):
        rest = rest.replace(head, "") if head else rest
    assert rest == "", AGAIN


@pytest.mark.parametrize("file", ["fiches.fr.pdf", "triangle.svg", "stops.svg", "holds.svg"])
def test_the_very_same_bytes_come_out_of_the_same_typesetter(file):
    if INDEX["typst"] != version("typst"):
        assert FILES[file](), "another typesetter sets another way; the words are compared above"
    else:
        assert sha256(FILES[file]()).hexdigest() == INDEX["sha256"][file], AGAIN


def test_the_page_about_sheets_shows_all_of_them():
    text = (ROOT / "docs" / "sheets.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\(sheets/([\w.-]+)\)", text))
    assert linked == FILES.keys()
