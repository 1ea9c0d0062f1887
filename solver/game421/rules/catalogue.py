"""The presets that come with the program: their names, what they are, and the text of their files.

No pathlib: it takes longer to load than the default rules take to read, and every question needs those.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Any

PRESETS = os.path.join(os.path.dirname(__file__), "presets")  # noqa: PTH118, PTH120 - see above
"""The folder of the preset files and of the index that lists them."""


@lru_cache(maxsize=1)
def _index() -> dict[str, Any]:
    import tomllib

    return tomllib.loads(preset_text("index"))


def preset_names() -> tuple[str, ...]:
    """The names of the presets, in the order they are listed."""
    return tuple(_index()["presets"])


def default_rules_name() -> str:
    """The preset meant where nobody names rules."""
    return str(_index()["default"])


def describe(name: str, lang: str = "en") -> str:
    """What the preset `name` is, in one line of English (`en`) or French (`fr`)."""
    return str(_index()["presets"][name][lang])


def preset_text(name: str) -> str:
    """The text of a preset's file."""
    with open(f"{PRESETS}/{name}.toml", encoding="utf-8") as file:  # noqa: PTH123 - see above
        return file.read()
