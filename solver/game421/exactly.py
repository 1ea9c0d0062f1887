"""Numbers as text that says nothing untrue: whole ones of any length, bounds rounded up."""

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


def at_most(bound: float) -> str:
    """A positive bound with two digits, rounded up: what it bounds is no more than what is written."""
    from decimal import ROUND_CEILING, Context, Decimal

    return f"{Context(prec=2, rounding=ROUND_CEILING).plus(Decimal(bound)):.1e}"
