"""What long work tells whoever waits for it: the types of what it calls, and spans of time in words."""

from __future__ import annotations

from collections.abc import Callable

Report = Callable[[int, int], None]
"""Told how much is done, of how much: states, blocks, games."""

Notice = Callable[[str], None]
"""Told in a line what takes time or went wrong without harm."""


def silent(_notice: str) -> None:
    """A notice to nobody."""


def duration(seconds: float) -> str:
    """Two units of time, the smaller of them rounded up."""
    minutes, rest = divmod(int(seconds) + 1, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
