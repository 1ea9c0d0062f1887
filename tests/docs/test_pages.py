"""What the pages promise: links that lead somewhere, every line of a rules file, numbers with their tests."""

from __future__ import annotations

import re
import tomllib

import pytest

from docs.examples import PAGES, ROOT
from game421.rules.axes import AXES
from game421.rules.record import Rules

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
TEST_FILE = re.compile(r"`((?:tests|solver)/[\w/.]+)`")
RULES_PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
CLAIMS = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")


def anchor(heading: str) -> str:
    """The anchor that the usual hosts make of a heading."""
    kept = re.sub(r"[^\w\- ]", "", heading.lower().replace("`", "").replace("*", ""))
    return kept.strip().replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_named_files_exist(page):
    text = page.read_text(encoding="utf-8")
    for link in LINK.findall(text):
        if link.startswith("http"):
            continue
        path, _, part = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if part:
            assert part in map(anchor, HEADING.findall(target.read_text(encoding="utf-8"))), link
    for name in TEST_FILE.findall(text):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("axis", AXES, ids=lambda axis: axis.name)
def test_every_line_of_a_rules_file_is_explained_with_what_it_may_be(axis):
    (row,) = re.findall(rf"^\| `{axis.name}` \| ([^|]+) \| ([^|]+) \|$", RULES_PAGE, re.MULTILINE)
    allowed, meaning = row
    for choice in axis.choices:
        assert f'`"{choice}"`' in allowed or f"`{choice}`" in allowed
    default = axis.default
    written = f'"{default}"' if isinstance(default, str) else str(default).lower()
    if isinstance(default, tuple):
        written = str(list(default))
    assert allowed.startswith(f"`{written}`")
    assert len(meaning) > 10


def test_no_line_is_explained_that_a_rules_file_does_not_have():
    explained = re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \|$", RULES_PAGE, re.MULTILINE)
    families = {"421", "111", "fiche", "brelan", "tierce", "rest", "221"}
    assert set(explained) - families == {"name", *(axis.name for axis in AXES)}
    assert all(hasattr(Rules, axis.name) for axis in AXES)


def test_every_fraction_claimed_of_a_turn_is_one_that_is_derived():
    values = (ROOT / "tests" / "commands" / "turn_values.toml").read_text(encoding="utf-8")
    tomllib.loads(values)
    section = CLAIMS.split("## A turn")[1].split("\n## ")[0]
    fractions = re.findall(r"\b\d+/\d+\b", section)
    assert len(fractions) > 20
    assert [fraction for fraction in fractions if f'"{fraction}"' not in values] == []
