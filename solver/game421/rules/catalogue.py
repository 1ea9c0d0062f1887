"""The presets that come with the program: their names, what they are, and where their files lie."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

PRESETS = Path(__file__).with_name("presets")
"""The folder of the preset files and of the index that lists them."""


@lru_cache(maxsize=1)
def _index() -> dict[str, Any]:
    import tomllib

    return tomllib.loads((PRESETS / "index.toml").read_text(encoding="utf-8"))


def preset_names() -> tuple[str, ...]:
    """The names of the presets, in the order they are listed."""
    return tuple(_index()["presets"])


def default_rules_name() -> str:
    """The preset meant where nobody names rules."""
    return str(_index()["default"])


def describe(name: str, lang: str = "en") -> str:
    """What the preset `name` is, in one line of English (`en`) or French (`fr`)."""
    return str(_index()["presets"][name][lang])


def preset_path(name: str) -> Path:
    """The file of a preset."""
    return PRESETS / f"{name}.toml"
