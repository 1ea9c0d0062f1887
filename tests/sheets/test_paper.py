"""Sheets on paper, read back: every word of the PDF and of the SVG, the PNG as a picture, what a page is."""

from __future__ import annotations

import ctypes
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pypdfium2 as pdfium
import pytest
import typst
from pypdfium2 import raw

from game421.rules import load_rules
from game421.sheets.contents import sheet
from game421.sheets.pages import Page
from game421.sheets.paper import RESOLUTION, on_paper
from game421.sheets.telling import told
from sheets.glyphs import words_of

MM = 72 / 25.4
A4, LETTER = (210, 297), (215.9, 279.4)
CASES = [("classic", "duel", "en"), ("bistro", "tokens", "fr")]


@cache
def page(name: str, goal: str, lang: str) -> Page:
    return told(sheet(load_rules(name), goal), lang)


@cache
def paper(name: str, goal: str, lang: str, form: str) -> bytes:
    (made,) = on_paper(page(name, goal, lang), form)
    return made


@cache
def text(name: str, goal: str, lang: str) -> str:
    return pdf(name, goal, lang)[0].get_textpage().get_text_range()


def pdf(name: str, goal: str, lang: str) -> pdfium.PdfDocument:
    return pdfium.PdfDocument(paper(name, goal, lang, "pdf"))


def run_together(words: str) -> str:
    """Words without the spaces between them, which a layout is free to place."""
    return re.sub(r"[\s\u00a0\u202f\u00ad\ufffe\x02]+", "", words)


def consumed(page: Page, words: str) -> str:
    """What is left of the words of a page when all that it should say was found in them, in order."""
    rest, left = run_together(words), []
    for wanted in filter(None, expected(page)):
        before, found, rest = rest.partition(run_together(wanted))
        assert found, f"{wanted!r} is not there, or not in its place"
        left.append(before)
    return "".join([*left, rest])


def expected(page: Page):
    yield page.title
    yield page.goal
    yield " · ".join([page.rules, *page.facts])
    for section in page.sections:
        yield section.heading
        if section.kind != "legend":
            yield " ".join(section.notes)
        for block in section.blocks:
            for row in block.rows:
                yield "".join((", " if cell.kind == "set" else "").join(cell.parts) for cell in row)
        if section.kind == "legend":
            yield " ".join(section.notes)
    yield " · ".join(page.footer)


def heads(page: Page) -> set[str]:
    """What a table cut in two says again: its caption, with dots, and the heads of its columns."""
    blocks = [block for section in page.sections for block in section.blocks]
    return {"…", *(block.caption for block in blocks), *(head for block in blocks for head in block.columns)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(case))
class TestPage:
    def test_every_cell_can_be_read_and_copied_from_the_pdf(self, case):
        rest = consumed(page(*case), text(*case))
        for head in sorted(map(run_together, heads(page(*case))), key=len, reverse=True):
            rest = rest.replace(head, "") if head else rest
        assert rest == ""

    def test_the_svg_says_the_same_letter_by_letter(self, case):
        svg = paper(*case, "svg").decode()
        assert run_together(words_of(svg)) == run_together(text(*case))
        assert svg.count("<title>") == 1

    def test_the_png_is_the_picture_of_the_svg(self, case):
        """As much ink in every square of three millimetres; both are set from the same words."""
        png, svg = pixels(paper(*case, "png")), pixels(drawn(paper(*case, "svg")))
        assert png.shape == svg.shape
        off = np.abs(squares(png) - squares(svg))
        assert off.max() < 10
        assert off.mean() < 1
        assert (squares(png) < 250).sum() > 2500

    def test_one_page_of_a4_that_a_letter_page_has_room_for(self, case):
        document = pdf(*case)
        assert len(document) == 1
        assert [round(side / MM) for side in document[0].get_size()] == list(A4)
        short = A4[1] - LETTER[1]
        dark = np.argwhere(pixels(paper(*case, "png")) < 160) / RESOLUTION * 25.4
        (top, left), (bottom, right) = dark.min(axis=0), dark.max(axis=0)
        assert top > short, "cut where the foot of the page is what is printed"
        assert bottom < LETTER[1], "cut where the head is"
        assert min(left, A4[0] - right) > 9

    def test_nothing_is_said_by_colour_alone(self, case):
        """Black, greys, and one dark red for headings that stands out from white in grey as well."""
        svg = paper(*case, "svg").decode()
        colours = set(re.findall(r'"#([0-9a-f]{6})"', svg))
        tinted = {colour for colour in colours if len({colour[:2], colour[2:4], colour[4:]}) > 1}
        assert tinted == {"6b1420"}
        red, green, blue = (int("6b1420"[place : place + 2], 16) for place in (0, 2, 4))
        assert 0.2126 * red + 0.7152 * green + 0.0722 * blue < 64
        drawn_red = re.findall(r'<use xlink:href="#(\w+)"[^>]*fill="#6b1420"', svg)
        assert len(drawn_red) < 200, "headings only"

    def test_fonts_are_embedded_and_nothing_says_when(self, case):
        document = pdf(*case)
        fonts = [item.get_font() for item in document[0].get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT])]
        assert fonts
        assert all(raw.FPDFFont_GetIsEmbedded(font.raw) == 1 for font in fonts)
        assert not {"CreationDate", "ModDate"} & {
            key for key, value in document.get_metadata_dict().items() if value
        }
        assert raw.FPDFCatalog_IsTagged(document.raw)
        assert language(document) == case[2]


def language(document: pdfium.PdfDocument) -> str:
    size = raw.FPDFCatalog_GetLanguage(document.raw, None, 0)
    buffer = ctypes.create_string_buffer(size)
    raw.FPDFCatalog_GetLanguage(document.raw, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw.decode("utf-16-le").rstrip("\0").split("-")[0]


def pixels(png: bytes) -> np.ndarray:
    """A PNG in grey: set on a page of its very size, which is then rendered."""
    wide, high = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    document = pdfium.PdfDocument(set_alone(png, "png", f"width: {wide}pt, height: {high}pt"))
    return document[0].render(grayscale=True).to_numpy()


def drawn(svg: bytes) -> bytes:
    """An SVG as a PNG."""
    return set_alone(svg, "svg", '"a4"', format="png", ppi=RESOLUTION)


def set_alone(picture: bytes, form: str, size: str, **how) -> bytes:
    with TemporaryDirectory() as folder:
        (Path(folder) / f"picture.{form}").write_bytes(picture)
        source = f'#set page({size}, margin: 0pt)\n#image("/picture.{form}", width: 100%)'
        return typst.compile(source.encode(), root=folder, **how)


def squares(picture: np.ndarray) -> np.ndarray:
    side = round(RESOLUTION / 25.4 * 3)
    height, width = (extent // side * side for extent in picture.shape)
    cut = picture[:height, :width].astype(float)
    return cut.reshape(height // side, side, width // side, side).mean(axis=(1, 3))
