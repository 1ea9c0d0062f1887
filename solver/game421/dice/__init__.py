"""Rolls, keeps and the ways between them; reading and writing dice. Knows no rules of any game."""

from game421.dice.rolls import (
    DICE,
    FACES,
    GROW,
    KEEP_INDEX,
    KEEP_NOTHING,
    KEEPS,
    KEEPS_OF,
    ROLLS,
    KeepIndex,
    RollIndex,
)
from game421.dice.spelling import format_keep, parse_combination, parse_keep, parse_roll

__all__ = [
    "DICE",
    "FACES",
    "GROW",
    "KEEPS",
    "KEEPS_OF",
    "KEEP_INDEX",
    "KEEP_NOTHING",
    "ROLLS",
    "KeepIndex",
    "RollIndex",
    "format_keep",
    "parse_combination",
    "parse_keep",
    "parse_roll",
]
