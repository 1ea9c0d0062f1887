"""A position and an action in words, as a card names its worst decisions."""

from __future__ import annotations

from collections.abc import Iterator

from game421.dice import KEEP_NOTHING, ROLLS, format_keep
from game421.sheets.phrases import Phrases
from game421.states.actions import RAMPO, TIED, is_declared, is_stop, keep_of, parse_action
from game421.states.positions import Position
from game421.strategies.telling import Lang

ENGLISH: Phrases = {
    "C": "in the charge with {pot} in the pot and stacks {stacks}",
    "D": "in the décharge with stacks {stacks}",
    "leading": "leading",
    "facing": "facing {results}",
    "and": " and ",
    "in_throws": "{dice} in {throws}",
    "holding": "with {dice} and {throws} left",
    "before": "before the first of {throws}",
    "throwing_off": "choosing what a throw-off pays",
    "kept": "having kept {dice}",
    "1": "1 throw",
    "throws": "{count} throws",
    "stop": "stop",
    "nothing": "throw all",
    "keep": "keep {dice}",
    "declared": "{action}, saying le bon",
    "tied": "what is",
    "rampo": "what comes",
}

FRENCH: Phrases = {
    "C": "à la charge, {pot} au pot, piles {stacks}",
    "D": "à la décharge, piles {stacks}",
    "leading": "en premier",
    "facing": "face à {results}",
    "and": " et ",
    "in_throws": "{dice} en {throws}",
    "holding": "avec {dice} et encore {throws}",
    "before": "avant le premier de {throws}",
    "throwing_off": "à choisir ce que paie un rampo",
    "kept": "ayant gardé {dice}",
    "1": "1 lancer",
    "throws": "{count} lancers",
    "stop": "s’arrêter",
    "nothing": "tout relancer",
    "keep": "garder {dice}",
    "declared": "{action} en disant le bon",
    "tied": "pour ce qui est",
    "rampo": "pour ce qui vient",
}

_WORDS: dict[Lang, Phrases] = {"en": ENGLISH, "fr": FRENCH}


def told_position(written: str, lang: Lang) -> str:
    """A position as a player would say it: phase and tokens, what he faces, what he has, throws left."""
    return ", ".join(_parts(Position.parse(written), _WORDS[lang]))


def told_action(written: str, lang: Lang) -> str:
    """An action as it is told to somebody: what to keep, to stop, to throw all."""
    words, action = _WORDS[lang], parse_action(written)
    if action in {TIED, RAMPO}:
        return words["tied" if action == TIED else "rampo"]
    if is_stop(action):
        return words["stop"]
    keep = keep_of(action)
    told = words["nothing"] if keep == KEEP_NOTHING else words["keep"].format(dice=format_keep(keep))
    return words["declared"].format(action=told) if is_declared(action) else told


def _parts(position: Position, words: Phrases) -> Iterator[str]:
    if position.stacks:
        yield words[position.phase].format(pot=position.pot, stacks="/".join(map(str, position.stacks)))
    faced = [_result(str(result), words) for result in position.results]
    yield words["facing"].format(results=words["and"].join(faced)) if faced else words["leading"]
    if position.left is None:
        yield words["throwing_off"]
        return
    throws = _throws(position.left, words)
    if position.roll is None:
        yield words["before"].format(throws=throws)
    else:
        dice = "".join(map(str, ROLLS[position.roll]))
        yield words["holding"].format(dice=dice, throws=throws)
    if position.kept != KEEP_NOTHING:
        yield words["kept"].format(dice=format_keep(position.kept))


def _result(written: str, words: Phrases) -> str:
    dice, _, throws = written.partition("@")
    return words["in_throws"].format(dice=dice, throws=_throws(int(throws), words))


def _throws(count: int, words: Phrases) -> str:
    return words["1"] if count == 1 else words["throws"].format(count=count)
