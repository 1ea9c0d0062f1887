"""The letters of an SVG, which draws them as outlines: each outline known from a page that shows them all."""

from __future__ import annotations

import re
from functools import cache

import typst

LETTERS = [
    *"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    *"ÀÂÇÉÈÊËÎÏÔŒÙÛÜàâçéèêëîïôœùûüᵉ.,;:?!%+/&×–—−-·…’'“”«»()@<>→[]",
    *("ff", "fi", "fl", "ffi", "ffl", "Th", "Qu", "tt", "ft", "fb", "fh", "fj", "fk"),
]
STYLES = ("regular", "semibold", "bold", "italic")
SYMBOL = re.compile(r'<symbol id="(\w+)"[^>]*><path d="([^"]*)"')
USE = re.compile(r'<use xlink:href="#(\w+)"')
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


Shape = tuple[str, tuple[float, ...]]
"""An outline: its strokes, and its numbers as parts of the greatest, whatever its size."""


def words_of(svg: str) -> str:
    """Everything written in an SVG, in its order, without spaces."""
    letters = {name: letter_of(shape(path)) for name, path in SYMBOL.findall(svg)}
    return "".join(letters[name] for name in USE.findall(svg) if name in letters)


def letter_of(wanted: Shape) -> str:
    """The letter, or the letters joined in one, whose outline this is."""
    strokes, numbers = wanted
    near = {
        max(abs(one - other) for one, other in zip(numbers, known, strict=True)): letter
        for known, letter in known_letters()[strokes].items()
    }
    assert min(near) < 0.02, "an outline of no letter"
    return near[min(near)]


@cache
def known_letters() -> dict[str, dict[tuple[float, ...], str]]:
    """Letters by the strokes and the numbers of their outlines, in every style."""
    found: dict[str, dict[tuple[float, ...], str]] = {}
    for style in STYLES:
        for letter, svg in zip(LETTERS, shown(style), strict=True):
            outlines = dict(SYMBOL.findall(svg))
            drawn = [shape(outlines[name]) for name in USE.findall(svg) if name in outlines]
            parts = [letter] if len(drawn) == 1 else letter
            for part, (strokes, numbers) in zip(parts, drawn, strict=True):
                found.setdefault(strokes, {}).setdefault(numbers, part)
    return found


def shape(path: str) -> Shape:
    """The shape of an outline."""
    numbers = [float(number) for number in NUMBER.findall(path)]
    greatest = max(map(abs, numbers), default=1) or 1
    return NUMBER.sub("", path), tuple(number / greatest for number in numbers)


def shown(style: str) -> list[str]:
    """A page for every letter."""
    slant = "italic" if style == "italic" else "normal"
    weight = "regular" if style == "italic" else style
    setting = (
        "#set page(width: 60pt, height: 40pt, margin: 5pt)\n"
        f'#set text(font: "Libertinus Serif", style: "{slant}", weight: "{weight}", size: 20pt)\n'
        '#set text(number-type: "lining")\n'
    )
    source = setting + "#pagebreak()\n".join(f'#text("{letter}")\n' for letter in LETTERS)
    made = typst.compile(source.encode(), format="svg", ignore_system_fonts=True)
    return [page.decode() for page in made]
