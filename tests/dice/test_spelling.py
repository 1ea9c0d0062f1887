"""Every spelling of every roll and keep reads as one; what is none is refused with its bad part named."""

from itertools import permutations

import pytest

from game421.dice import KEEPS, ROLLS, format_keep, parse_keep, parse_roll
from game421.dice.roll import Roll
from game421.errors import InputError

PICTURES = dict(zip("123456", "⚀⚁⚂⚃⚄⚅", strict=True))


def spellings(dice):
    """All orders of the dice in all the forms people write."""
    for order in set(permutations(dice)):
        faces = [str(die) for die in order]
        yield from (separator.join(faces) for separator in ("", "-", ",", " ", ", "))
        yield "".join(PICTURES[face] for face in faces)
        yield f"  {''.join(faces)}\n"


def test_every_spelling_of_every_roll_is_that_roll():
    for index, dice in enumerate(ROLLS):
        for text in spellings(dice):
            assert parse_roll(text) == index, text
            assert str(Roll.parse(text)) == "".join(map(str, dice))


def test_every_spelling_of_every_keep_is_that_keep():
    for index, dice in enumerate(KEEPS):
        for text in spellings(dice) if dice else ["-", " - "]:
            assert parse_keep(text) == index, text
        assert parse_keep(format_keep(index)) == index


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("42", "2 dice"),
        ("4211", "4 dice"),
        ("4--2-1", "nothing at place 2"),
        ("-421", "nothing at place 1"),
        ("421-", "'421' at place 1"),
        ("-4-2-1", "nothing at place 1"),
        ("----", "nothing at place 1"),
        ("0-2-1", "'0' at place 1"),
        ("7-2-1", "'7' at place 1"),
        ("4.2.1", "'.' at place 2"),
        ("4,2-1", "mixes separators"),
        ("4-2 1", "mixes separators"),
        ("four", "'f' at place 1"),
        ("４２１", "'４' at place 1"),
        ("4²1", "'²' at place 2"),
        ("⚃⚁⚇", "'⚇' at place 3"),
        ("d421", "'d' at place 1"),
        ("-", "nothing at place 1"),
    ],
)
def test_what_is_no_roll_is_refused_naming_the_bad_part_and_an_example(text, part):
    with pytest.raises(InputError) as refusal:
        parse_roll(text)
    assert part in str(refusal.value)
    assert "642" in str(refusal.value)
    assert "\n" not in str(refusal.value).replace(repr(text), "")


def test_a_hold_has_at_most_three_dice():
    with pytest.raises(InputError, match="4 dice, a hold has at most three"):
        parse_keep("4211")
