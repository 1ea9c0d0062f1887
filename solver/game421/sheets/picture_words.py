"""The words of pictures, in English and French."""

from __future__ import annotations

from game421.sheets.phrases import ENGLISH as SHEET_ENGLISH
from game421.sheets.phrases import FRENCH as SHEET_FRENCH
from game421.sheets.phrases import Phrases
from game421.strategies.telling import Lang

_OPPONENTS = [f"opponents_{count}" for count in range(1, 6)]

ENGLISH: Phrases = {key: SHEET_ENGLISH[key] for key in (*_OPPONENTS, "percent", "rules")} | {
    "game": "The manche of two",
    "three": "The manche of three",
    "round": "When the leader stops",
    "roll": "{roll}: what to keep, {left} to come",
    "throws_1": "one throw",
    "throws": "{left} throws",
    "tokens_title_first-out": "Chance of winning against tokens held, at the start of a décharge round",
    "tokens_title_last-in": "Chance of not losing against tokens held, at the start of a décharge round",
    "tokens_held": "own tokens; the other player has the rest",
    "with_lead": "leading the round",
    "without_lead": "the other leads",
    "triangle_title_first-out": "Chance (%) of the leader to win, by the three stacks",
    "triangle_title_last-in": "Chance (%) of the leader not to lose, by the three stacks",
    "triangle_note": "Each cell is a state of the décharge. Towards the top the leader has more tokens, "
    "towards the left the player before him, towards the right the one after him.",
    "length_title": "How many rounds a manche takes; {mean} on average",
    "length_rounds": "rounds",
    "stops_title": "Filled: the leader stops on it after throw {throw}",
    "stops_order": "combinations, the strongest on the left",
    "holds_title": "Every hold and what it is worth",
}

FRENCH: Phrases = {key: SHEET_FRENCH[key] for key in (*_OPPONENTS, "percent", "rules")} | {
    "game": "La manche à deux",
    "three": "La manche à trois",
    "round": "Quand le premier s’arrête",
    "roll": "{roll} : que garder, encore {left}",
    "throws_1": "un lancer",
    "throws": "{left} lancers",
    "tokens_title_first-out": "Chance de gagner selon les jetons, au début d’un coup de la décharge",
    "tokens_title_last-in": "Chance de ne pas perdre selon les jetons, au début d’un coup de la décharge",
    "tokens_held": "jetons du joueur ; l’autre a le reste",
    "with_lead": "il mène le coup",
    "without_lead": "l’autre mène",
    "triangle_title_first-out": "Chance (%) du premier de gagner, selon les trois piles",
    "triangle_title_last-in": "Chance (%) du premier de ne pas perdre, selon les trois piles",
    "triangle_note": "Chaque case est un état de la décharge. Vers le haut le premier a plus de jetons, "
    "vers la gauche le joueur d’avant lui, vers la droite celui d’après.",
    "length_title": "Nombre de coups d’une manche ; {mean} en moyenne",
    "length_rounds": "coups",
    "stops_title": "Plein : le premier s’arrête dessus après le lancer {throw}",
    "stops_order": "combinaisons, la plus forte à gauche",
    "holds_title": "Ce que vaut chaque groupe gardé",
}

WORDS: dict[Lang, Phrases] = {"en": ENGLISH, "fr": FRENCH}
