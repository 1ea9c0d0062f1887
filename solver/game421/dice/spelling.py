"""Reading and writing dice: every spelling people use, one printed form."""

from __future__ import annotations

from game421.dice.rolls import DICE, FACES, KEEP_INDEX, KEEPS, KeepIndex, RollIndex
from game421.errors import InputError

_SEPARATORS = "-, "
_PICTURES = {chr(0x2680 + face): str(face + 1) for face in range(FACES)}
_EXAMPLES = {
    "roll": "write three faces from 1 to 6, for example 642, 6-4-2 or ⚅⚃⚁",
    "combination": "write three faces from 1 to 6, for example 654",
    "hold": "write the dice kept, none to three faces from 1 to 6, for example 42, or - for none",
}


def parse_roll(text: str) -> RollIndex:
    """Number of the roll that `text` spells: three dice in any order.

    Raises InputError that names the bad part and gives a good example.
    """
    return RollIndex(KEEP_INDEX[_sorted_dice(text, "roll", exactly=True)])


def parse_combination(text: str) -> RollIndex:
    """The same of a roll that is aimed at, or lies on the table: messages call it a combination."""
    return RollIndex(KEEP_INDEX[_sorted_dice(text, "combination", exactly=True)])


def parse_keep(text: str) -> KeepIndex:
    """Number of the keep that `text` spells; `-` keeps nothing, three dice keep all.

    Raises InputError that names the bad part and gives a good example.
    """
    if text.strip() == "-":
        return KEEP_INDEX[()]
    return KEEP_INDEX[_sorted_dice(text, "hold", exactly=False)]


def format_keep(keep: KeepIndex | RollIndex) -> str:
    """The one printed form: highest die first, `-` for no die at all."""
    return "".join(map(str, KEEPS[keep])) or "-"


def _sorted_dice(text: str, what: str, *, exactly: bool) -> tuple[int, ...]:
    faces = _faces(text, what)
    if len(faces) > DICE or (exactly and len(faces) != DICE):
        wanted = "exactly three dice" if exactly else "at most three dice"
        raise InputError(
            f"{text!r} is not a {what}: it has {len(faces)} dice, a {what} has {wanted}; {_EXAMPLES[what]}"
        )
    return tuple(sorted(faces, reverse=True))


def _faces(text: str, what: str) -> list[int]:
    """The faces written in `text`, bare or with one and the same separator between every two."""
    body = text.strip()
    if not body:
        raise InputError(f"an empty {what}; {_EXAMPLES[what]}")
    written = "".join(_PICTURES.get(character, character) for character in body)
    separators = {character for character in written if character in _SEPARATORS}
    if separators == {",", " "}:
        written, separators = written.replace(", ", ","), {","}
    if len(separators) > 1:
        raise InputError(f"{text!r} is not a {what}: it mixes separators; {_EXAMPLES[what]}")
    separator = separators.pop() if separators else ""
    parts = written.split(separator) if separator else list(written)
    for place, part in enumerate(parts, start=1):
        if part not in {"1", "2", "3", "4", "5", "6"}:
            shown = repr(part) if part else "nothing"
            raise InputError(
                f"{text!r} is not a {what}: {shown} at place {place} is not a face; {_EXAMPLES[what]}"
            )
    return [int(part) for part in parts]
