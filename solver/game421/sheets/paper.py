"""A sheet on paper: PDF, SVG and PNG, set by typst with the fonts it brings, the same bytes every time."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from game421.errors import Game421Error, MissingExtraError
from game421.sheets.figures import Figure
from game421.sheets.pages import Page

if TYPE_CHECKING:
    from typst import Compiler

PaperForm = Literal["pdf", "svg", "png"]

SIZES = tuple(quarters / 4 for quarters in range(22, 37))
"""Sizes of type that one page may be set in, in points."""

FULL_SIZE = 9.0
"""Size of type where a sheet takes as many pages as it needs."""

PRINTED = (
    range(0x20, 0x500),
    range(0x1D49, 0x1D4A),
    range(0x1E00, 0x2000),
    range(0x2010, 0x2041),
    range(0x2070, 0x20C0),
    range(0x2190, 0x2300),
    range(0x2680, 0x2686),
)
"""Characters that the fonts have: Latin, Greek, Cyrillic, punctuation, arrows, signs, dice."""

MISSING = "\ufffd"
"""Stands for a character that they do not have."""

RESOLUTION = 150
"""Pixels per inch of a PNG."""


def require_typst() -> None:
    """Say at once, before any work, where typst is not installed. Raises MissingExtraError."""
    try:
        import typst  # noqa: F401 - is it there?
    except ImportError:
        raise MissingExtraError(
            "PDF, SVG and PNG need typst, which is not installed: pip install 'game421[sheets]'"
        ) from None


def on_paper(page: Page, form: PaperForm, *, single: bool = True) -> list[bytes]:
    """The sheet as pages of a format; a PDF is one document whatever its pages.

    `single`: in the largest type that fits one page; else, or where none does, on as many as it takes.
    Raises MissingExtraError.
    """
    require_typst()
    content = json.dumps(_by_name(page), ensure_ascii=False)
    pages = _set(content, _largest(content) if single else None, form)
    if form == "svg":
        title = " — ".join([page.title, page.goal, page.rules])
        pages = [_titled(svg, title) for svg in pages]
    return pages


def drawn(figure: Figure, form: PaperForm) -> bytes:
    """A picture in a format. Raises MissingExtraError."""
    require_typst()
    content = json.dumps(_by_name(figure), ensure_ascii=False)
    (picture,) = _compiled("picture.typ", {"figure": content}, form, RESOLUTION)
    return _titled(picture, f"{figure.title} — {figure.subtitle}") if form == "svg" else picture


def unprinted(text: str) -> str:
    """The characters of a text that the fonts do not have, each once."""
    there = (any(ord(char) in printed for printed in PRINTED) for char in text)
    return "".join(dict.fromkeys(char for char, is_there in zip(text, there, strict=True) if not is_there))


@lru_cache(maxsize=1)
def _compiler() -> Compiler:
    """The typesetter, with no fonts but its own."""
    import typst

    return typst.Compiler(font_paths=typst.Fonts(include_system_fonts=False))


def _titled(svg: bytes, title: str) -> bytes:
    """A picture that says what it is to who cannot see it."""
    head, close, rest = svg.partition(b">")
    said = title.replace("&", "&amp;").replace("<", "&lt;")
    return head + b' role="img"' + close + f"<title>{said}</title>".encode() + rest


def _by_name(part: object) -> object:
    """Records as dictionaries, for the template to read by name; what fonts do not have, by a mark."""
    if isinstance(part, str):
        return part.translate(dict.fromkeys(map(ord, unprinted(part)), MISSING))
    if isinstance(part, dict):
        return {name: _by_name(value) for name, value in part.items()}
    if isinstance(part, list):
        return [_by_name(value) for value in part]
    if isinstance(part, tuple):
        fields = getattr(part, "_fields", None)
        values = [_by_name(value) for value in part]
        return dict(zip(fields, values, strict=True)) if fields else values
    return part


def template(name: str) -> bytes:
    """A template that comes with the program."""
    return (Path(__file__).with_name("templates") / name).read_bytes()


@lru_cache(maxsize=16)
def _largest(content: str) -> float | None:
    """The largest size of type in which everything is on one page, None where it is in no size."""
    fits, fits_not = -1, len(SIZES)
    while fits_not - fits > 1:
        middle = (fits + fits_not) // 2
        if len(_set(content, SIZES[middle], "png", resolution=10)) == 1:
            fits = middle
        else:
            fits_not = middle
    return SIZES[fits] if fits >= 0 else None


def _set(content: str, size: float | None, form: PaperForm, resolution: int = RESOLUTION) -> list[bytes]:
    """The pages of a sheet; without a size, in columns that go on from page to page."""
    given = {"page": content, "size": str(size or FULL_SIZE), "flows": "" if size else "yes"}
    return _compiled("sheet.typ", given, form, resolution)


def _compiled(name: str, given: dict[str, str], form: PaperForm, resolution: int) -> list[bytes]:
    """The pages that a template makes of what it is given."""
    import typst

    try:
        made = _compiler().compile(template(name), format=form, ppi=resolution, sys_inputs=given)
    except typst.TypstError as error:
        raise Game421Error(f"the sheet could not be set: {error.message}") from error
    return made if isinstance(made, list) else [made] if made else []
