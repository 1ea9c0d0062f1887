"""Positions and actions in words: everything a position says about a decision is told, in both languages."""

from __future__ import annotations

import pytest

from game421.sheets.decisions import ENGLISH, FRENCH, told_action, told_position

POSITIONS = [
    ("R - -/- - 3 211 1", "leading, with 211 and 1 throw left", "en premier, avec 211 et encore 1 lancer"),
    (
        "R - -/-/- 531@3/654@2 3 222 2",
        "facing 531 in 3 throws and 654 in 2 throws, with 222 and 2 throws left",
        "face à 531 en 3 lancers et 654 en 2 lancers, avec 222 et encore 2 lancers",
    ),
    (
        "C 9 4/8 - 3 642 2",
        "in the charge with 9 in the pot and stacks 4/8, leading, with 642 and 2 throws left",
        "à la charge, 9 au pot, piles 4/8, en premier, avec 642 et encore 2 lancers",
    ),
    (
        "D 0 8/13 611@1 1 - 1",
        "in the décharge with stacks 8/13, facing 611 in 1 throw, before the first of 1 throw",
        "à la décharge, piles 8/13, face à 611 en 1 lancer, avant le premier de 1 lancer",
    ),
    (
        "D 0 8/13 611@3 3 642 1 kept=42",
        "in the décharge with stacks 8/13, facing 611 in 3 throws, with 642 and 1 throw left, having kept 42",
        "à la décharge, piles 8/13, face à 611 en 3 lancers, avec 642 et encore 1 lancer, ayant gardé 42",
    ),
    (
        "D 0 8/13 611@2/611@2 2 - -",
        "in the décharge with stacks 8/13, facing 611 in 2 throws and 611 in 2 throws, choosing what a "
        "throw-off pays",
        "à la décharge, piles 8/13, face à 611 en 2 lancers et 611 en 2 lancers, à choisir ce que paie un "
        "rampo",
    ),
]
ACTIONS = [
    ("642", "stop", "s’arrêter"),
    ("42", "keep 42", "garder 42"),
    ("-", "throw all", "tout relancer"),
    ("42!", "keep 42, saying le bon", "garder 42 en disant le bon"),
    ("-!", "throw all, saying le bon", "tout relancer en disant le bon"),
    ("tied", "what is", "pour ce qui est"),
    ("rampo", "what comes", "pour ce qui vient"),
]


@pytest.mark.parametrize(("written", "english", "french"), POSITIONS)
def test_a_position_is_told_whole(written: str, english: str, french: str) -> None:
    assert (told_position(written, "en"), told_position(written, "fr")) == (english, french)


@pytest.mark.parametrize(("written", "english", "french"), ACTIONS)
def test_an_action_is_told(written: str, english: str, french: str) -> None:
    assert (told_action(written, "en"), told_action(written, "fr")) == (english, french)


def test_both_languages_say_the_same_things() -> None:
    assert ENGLISH.keys() == FRENCH.keys()
