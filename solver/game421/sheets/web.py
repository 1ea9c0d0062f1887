"""A sheet as one HTML page that needs nothing else: tables with headers, dice drawn, digits beside them."""

from __future__ import annotations

from game421.errors import MissingExtraError
from game421.sheets.pages import Page
from game421.sheets.paper import template

PIPS = {
    1: ((5, 5),),
    2: ((2.5, 2.5), (7.5, 7.5)),
    3: ((2.5, 2.5), (5, 5), (7.5, 7.5)),
    4: ((2.5, 2.5), (2.5, 7.5), (7.5, 2.5), (7.5, 7.5)),
    5: ((2.5, 2.5), (2.5, 7.5), (5, 5), (7.5, 2.5), (7.5, 7.5)),
    6: ((2.5, 2.5), (2.5, 5), (2.5, 7.5), (7.5, 2.5), (7.5, 5), (7.5, 7.5)),
}
"""Where the pips of each face are on a die of ten by ten."""


def require_jinja() -> None:
    """Say at once where Jinja2 is not installed. Raises MissingExtraError."""
    try:
        import jinja2  # noqa: F401 - is it there?
    except ImportError:
        raise MissingExtraError(
            "HTML needs Jinja2, which is not installed: pip install 'game421[sheets]'"
        ) from None


def on_the_web(page: Page) -> str:
    """The sheet as HTML. Raises MissingExtraError."""
    require_jinja()
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    source = template("sheet.html.jinja").decode()
    return environment.from_string(source).render(page=page, pips=PIPS)
