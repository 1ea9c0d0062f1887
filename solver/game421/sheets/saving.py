"""A sheet into a file of any format, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game421.errors import InputError
from game421.sheets.figures import Figure
from game421.sheets.pages import Page
from game421.sheets.paper import PaperForm, drawn, on_paper, require_typst, unprinted
from game421.sheets.plain import as_markdown, as_text
from game421.sheets.web import on_the_web, require_jinja
from game421.tables.atomic import write_whole

_PAPER: dict[str, PaperForm] = {"pdf": "pdf", "svg": "svg", "png": "png"}
_TEXT: dict[str, Callable[[Page], str]] = {"html": on_the_web, "md": as_markdown, "txt": as_text}

FORMS: tuple[str, ...] = (*_PAPER, *_TEXT)
"""Every format, by the ending of a file's name."""


def require(form: str) -> None:
    """Say at once where a format's library is missing. Raises MissingExtraError."""
    if form in _PAPER:
        require_typst()
    elif form == "html":
        require_jinja()


def form_named(path: Path) -> str:
    """The format that a file's name ends with. Raises InputError for none of ours."""
    ending = path.suffix.removeprefix(".").lower()
    ending = {"markdown": "md", "htm": "html", "text": "txt"}.get(ending, ending)
    if ending not in FORMS:
        raise InputError(
            f"{path}: its name ends with no format of a sheet; allowed: "
            f"{', '.join(f'.{form}' for form in FORMS)}, or name one with --format"
        )
    return ending


def lost_on_paper(page: Page, form: str) -> str:
    """The characters of the rules' name that a format cannot show: the rest of a sheet is ours."""
    return unprinted(page.rules) if form in _PAPER else ""


def rendered(page: Page, form: str, *, single: bool = True) -> bytes:
    """The sheet in a format. `single`: on one page of paper, if the type need not be too small.

    Raises MissingExtraError, and InputError where a picture would be of one page and there are more.
    """
    if form in _TEXT:
        return _TEXT[form](page).encode()
    pages = on_paper(page, _PAPER[form], single=single)
    if len(pages) > 1:
        raise InputError(
            f"{form} is one picture, and this sheet has {len(pages)} pages; allowed: a "
            "format of many pages (pdf, html, md, txt), or --level page where that is short enough"
        )
    return pages[0]


def rendered_picture(figure: Figure, form: str) -> bytes:
    """A picture in a format of paper. Raises MissingExtraError, and InputError for a format of text."""
    if form not in _PAPER:
        raise InputError(f"{form} shows no pictures; allowed: {', '.join(_PAPER)}")
    return drawn(figure, _PAPER[form])


def save(content: bytes, path: Path) -> None:
    """Write a sheet to a file, whole or not at all, or to a pipe. Raises OSError."""
    write_whole(path, content)
