"""Strategies in sentences, English and French."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from game421.strategies.vocabulary import Condition, Line

Lang = Literal["en", "fr"]

Words = Mapping[str, str]


def told_line(line: Line, lang: Lang) -> str:
    """The line as a sentence without its full stop: conditions, then what to do."""
    words = WORDS[lang]
    conditions = [_condition(condition, lang) for condition in line.when]
    do = words[f"do {line.do}"] if f"do {line.do}" in words else words["do dice"].format(dice=line.do)
    if line.declare:
        do += words["declare"]
    text = f"{', '.join(conditions)}{words['then']}{do}" if conditions else do
    return text[0].upper() + text[1:]


def _condition(condition: Condition, lang: Lang) -> str:
    words, (kind, value) = WORDS[lang], condition
    if isinstance(value, tuple):
        named = [words.get(f"{kind} {each}", each) for each in value]
        return words[kind].format(value=words["or"].join(named))
    if f"{kind} {value}" in words:
        return words[f"{kind} {value}"]
    return words[kind].format(value=value)


ENGLISH: Words = {
    "then": ": ",
    "or": " or ",
    "aces 1": "with an ace",
    "aces": "with {value} aces",
    "pair any": "with a pair",
    "pair": "with a pair of {value}",
    "two_of_421 any": "with two of 4-2-1",
    "two_of_421": "with {value}",
    "face": "with a {value}",
    "run any": "with two neighbours",
    "least": "with {value} or better",
    "family": "with {value}",
    "family fiche": "a fiche",
    "family brelan": "a brelan",
    "family tierce": "a tierce",
    "family rest": "one of the rest",
    "worth": "worth {value} or more",
    "left 1": "one throw left",
    "left": "{value} throws left",
    "thrown 1": "after the first throw",
    "thrown 2": "after the second throw",
    "thrown": "after throw {value}",
    "phase charge": "in the charge",
    "phase decharge": "in the décharge",
    "opponents 1": "against one opponent",
    "opponents": "against {value} opponents",
    "against": "if {value}",
    "against better": "you beat what lies there",
    "against equal": "you tie with it",
    "against worse": "you are beaten",
    "target": "facing {value} or better",
    "do stop": "stop",
    "do aces": "keep the aces",
    "do ace": "keep one ace",
    "do part of 421": "keep what you have of 4-2-1",
    "do pair": "keep the pair",
    "do run": "keep the two neighbours",
    "do best two": "keep the two highest dice",
    "do nothing": "throw all",
    "do dice": "keep {dice}",
    "declare": ", saying “le bon”",
}

FRENCH: Words = {
    "then": " : ",
    "or": " ou ",
    "aces 1": "avec un as",
    "aces": "avec {value} as",
    "pair any": "avec une paire",
    "pair": "avec une paire de {value}",
    "two_of_421 any": "avec deux dés de 4-2-1",
    "two_of_421": "avec {value}",
    "face": "avec un {value}",
    "run any": "avec deux voisins",
    "least": "avec {value} ou mieux",
    "family": "avec {value}",
    "family fiche": "une fiche",
    "family brelan": "un brelan",
    "family tierce": "une tierce",
    "family rest": "un des autres",
    "worth": "valant {value} ou plus",
    "left 1": "encore un lancer",
    "left": "encore {value} lancers",
    "thrown 1": "après le premier lancer",
    "thrown 2": "après le deuxième lancer",
    "thrown": "après le lancer {value}",
    "phase charge": "en charge",
    "phase decharge": "en décharge",
    "opponents 1": "contre un adversaire",
    "opponents": "contre {value} adversaires",
    "against": "si {value}",
    "against better": "on bat ce qui est là",
    "against equal": "on est à égalité",
    "against worse": "on est battu",
    "target": "face à {value} ou mieux",
    "do stop": "s’arrêter",
    "do aces": "garder les as",
    "do ace": "garder un as",
    "do part of 421": "garder ce qu’on a de 4-2-1",
    "do pair": "garder la paire",
    "do run": "garder les deux voisins",
    "do best two": "garder les deux plus hauts",
    "do nothing": "tout relancer",
    "do dice": "garder {dice}",
    "declare": ", en disant « le bon »",
}

WORDS: dict[Lang, Words] = {"en": ENGLISH, "fr": FRENCH}
