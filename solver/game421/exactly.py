"""Whole numbers of any length as decimal text: Python itself stops at 4,300 digits."""

from __future__ import annotations

LONGEST = 4000
"""Digits up to which Python's own conversions serve."""

_BITS = 13_000
"""A number of so many bits has fewer than `LONGEST` digits."""


def decimal_text(number: int) -> str:
    """The decimal digits of a whole number, however many there are."""
    if number.bit_length() < _BITS:
        return str(number)
    from decimal import Decimal

    return str(Decimal(number))


def whole_number(text: str) -> int:
    """The whole number that decimal digits spell, however many there are. Raises ValueError."""
    if len(text) < LONGEST:
        return int(text)
    from decimal import Decimal, InvalidOperation

    try:
        return int(Decimal(text))
    except InvalidOperation:
        raise ValueError(f"not a whole number: {text[:20]}…") from None
