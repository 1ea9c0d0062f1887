"""How long work tells whoever waits for it: the types of what it calls."""

from __future__ import annotations

from collections.abc import Callable

Report = Callable[[int, int], None]
"""Told how much is done, of how much: states, blocks, games."""

Notice = Callable[[str], None]
"""Told in a line what takes time or went wrong without harm."""


def silent(_notice: str) -> None:
    """A notice to nobody."""
