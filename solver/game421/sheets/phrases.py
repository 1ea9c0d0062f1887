"""The words of a sheet, in English and French; French spaces are put in by `typeset`."""

from __future__ import annotations

import re
from math import ceil, log10

from game421.strategies.telling import Lang

NARROW = "\u202f"
"""Narrow no-break space: before French ; : ? ! % and inside « »."""

MINUS = "\u2212"

Phrases = dict[str, str]

ENGLISH: Phrases = {
    "title": "421",
    "goal_duel": "Be best of the round",
    "goal_safe": "Not be worst of the round",
    "goal_tokens": "Give more {unit} than you take",
    "goal_relative": "Gain most {unit} on the others",
    "goal_manche": "Not lose the manche",
    "goal_manche_first-out": "Win the manche",
    "tokens": "tokens",
    "sips": "sips",
    "players": "{count} players",
    "rules": "Rules: {name}",
    "digest": "digest {digest}",
    "stacks": "stacks {stacks} (leader first)",
    "pot": "{pot} in the pot",
    "exactly": "exact values",
    "within": "within {epsilon} of an equilibrium",
    "the_rules": "The rules",
    "ladder": "The combinations, strongest first",
    "ladder_note": "Worth in {unit}{phases}, and a follower’s chance (%) to beat it under a cap of 1, 2 … "
    "throws when he plays for that alone; a tie counts {tie}.",
    "phases": " (in the charge / in the décharge)",
    "tie_half": "half",
    "tie_win": "as a win",
    "tie_loss": "as a loss",
    "combination": "Combination",
    "worth": "Worth",
    "all": "all",
    "all-but-one": "all but one",
    "leader": "Leader{phase}",
    "leader_worth_chance": "Chance against {opponents}: {value}.",
    "leader_worth_tokens": "Mean balance against {opponents}: {value} {unit}, given less taken.",
    "in_charge": " in the charge",
    "in_decharge": "",
    "against": "Against",
    "thrown": "After throw",
    "stop_on": "Stop on",
    "keep": "Else keep the first of",
    "keep_only": "Keep the first of",
    "except": "Except",
    "never": "never",
    "stop_stronger": "better",
    "stop_equal": "as good",
    "better": "{first} or better",
    "not": "not {what}",
    "opponents_1": "one opponent",
    "opponents_2": "two opponents",
    "opponents_3": "three opponents",
    "opponents_4": "four opponents",
    "opponents_5": "five opponents",
    "follower": "Follower{phase}",
    "second": "{place} of {players}{phase}",
    "to_come": ", {count} to come",
    "last": ", last to play",
    "left": "{count} throws left",
    "left_2": "Two throws left",
    "left_1": "One throw left",
    "caps": ", cap {caps}",
    "or": " or ",
    "facing_only": "Facing",
    "facing_best": "Best",
    "facing_worst": "Worst",
    "facing_both": "Best / worst",
    "declare": "Under a cap of {cap} {seat} says “le bon” before the first throw against {faced}.",
    "seat_follower": "the follower",
    "seat_numbered": "player {place}",
    "no_choice": "There is one throw{phase}: nothing to decide.",
    "left_out_all": "For the followers see the full sheet.",
    "left_out": "Later players face two results at once: see the full sheet.",
    "rolls": "Leader{phase}, roll by roll",
    "rolls_note": "What to do, what that is worth, and what the second best would cost, against {opponents}.",
    "after": "After throw {throw}",
    "do": "Do",
    "is_worth": "Worth",
    "costs": "Next costs",
    "stop": "stop",
    "rampo": "Tied for best: the throw-off{phase}",
    "rampo_note": "The first to throw again chooses what is paid.",
    "tied_on": "Tied on",
    "choose": "Choose",
    "choose_tied": "what is: the tied value",
    "choose_rampo": "what comes: the value thrown last",
    "legend": "How to read it",
    "legend_first": "Go through the list from the left: keep the first that your dice hold, throw the rest.",
    "legend_stronger": "better: stop on whatever beats what you face.",
    "legend_equal": "as good: stop on whatever is at least as strong as what you face.",
    "legend_with": "6+, 5+ …: that die with the higher of the other two.",
    "legend_pair": "pair: two alike.",
    "legend_highest": "two highest: the two highest dice.",
    "legend_none": "–: keep nothing, throw all three.",
    "legend_declare": "!: say “le bon” before this throw, your last.",
    "legend_made": "654@2: made in two throws; 654@1/2: in one or two.",
    "legend_tied": "×2: two players tied on it.",
    "legend_runs": "654–642: every combination from 654 down to 642.",
    "legend_locked": "Dice set aside stay: the first of the list that contains them is meant.",
    "legend_ties": "Among equals: stop rather than throw, keep more dice, then the higher.",
    "pair": "pair",
    "highest": "two highest",
    "decimal": ".",
    "percent": "{number}%",
    "made_by": "Computed, not simulated: game421 {version}",
}

FRENCH: Phrases = {
    "title": "421",
    "goal_duel": "Être le meilleur du coup",
    "goal_safe": "Ne pas être le dernier du coup",
    "goal_tokens": "Donner plus de {unit} qu’on n’en prend",
    "goal_relative": "Gagner le plus de {unit} sur les autres",
    "goal_manche": "Ne pas perdre la manche",
    "goal_manche_first-out": "Gagner la manche",
    "tokens": "jetons",
    "sips": "gorgées",
    "players": "{count} joueurs",
    "rules": "Règle : {name}",
    "digest": "empreinte {digest}",
    "stacks": "piles {stacks} (le premier d’abord)",
    "pot": "{pot} au pot",
    "exactly": "valeurs exactes",
    "within": "à {epsilon} près d’un équilibre",
    "the_rules": "La règle",
    "ladder": "Les combinaisons, de la plus forte à la plus faible",
    "ladder_note": "Valeur en {unit}{phases}, puis chance (%) pour un joueur suivant de la battre en 1, 2… "
    "lancers s’il ne joue que pour cela ; une égalité compte {tie}.",
    "phases": " (en charge / en décharge)",
    "tie_half": "pour moitié",
    "tie_win": "comme gagnée",
    "tie_loss": "comme perdue",
    "combination": "Combinaison",
    "worth": "Vaut",
    "all": "tout",
    "all-but-one": "tout sauf un",
    "leader": "Premier joueur{phase}",
    "leader_worth_chance": "Chance contre {opponents} : {value}.",
    "leader_worth_tokens": "Solde moyen contre {opponents} : {value} {unit}, donné moins pris.",
    "in_charge": " en charge",
    "in_decharge": "",
    "against": "Contre",
    "thrown": "Après lancer",
    "stop_on": "S’arrêter sur",
    "keep": "Sinon garder le premier de",
    "keep_only": "Garder le premier de",
    "except": "Sauf",
    "never": "jamais",
    "stop_stronger": "mieux",
    "stop_equal": "aussi bien",
    "better": "{first} ou mieux",
    "not": "pas {what}",
    "opponents_1": "un adversaire",
    "opponents_2": "deux adversaires",
    "opponents_3": "trois adversaires",
    "opponents_4": "quatre adversaires",
    "opponents_5": "cinq adversaires",
    "follower": "Joueur suivant{phase}",
    "second": "{place}ᵉ de {players}{phase}",
    "to_come": ", encore {count} après lui",
    "last": ", dernier à jouer",
    "left": "Encore {count} lancers",
    "left_2": "Encore deux lancers",
    "left_1": "Encore un lancer",
    "caps": ", premier arrêté à {caps}",
    "or": " ou ",
    "facing_only": "Face à",
    "facing_best": "Meilleur",
    "facing_worst": "Dernier",
    "facing_both": "Meilleur / dernier",
    "declare": "Avec {cap} lancers permis, {seat} dit « le bon » avant son premier lancer face à {faced}.",
    "seat_follower": "le suivant",
    "seat_numbered": "le {place}ᵉ joueur",
    "no_choice": "Un seul lancer{phase} : rien à décider.",
    "left_out_all": "Pour les suivants, voir la feuille complète.",
    "left_out": "Les joueurs d’après ont deux résultats en face : voir la feuille complète.",
    "rolls": "Premier joueur{phase}, tirage par tirage",
    "rolls_note": "Que faire, ce que cela vaut, et ce que coûterait le second choix, contre {opponents}.",
    "after": "Après le lancer {throw}",
    "do": "Faire",
    "is_worth": "Vaut",
    "costs": "Sinon coûte",
    "stop": "s’arrêter",
    "rampo": "À égalité pour le meilleur : le rampo{phase}",
    "rampo_note": "Qui relance le premier choisit ce qui sera payé.",
    "tied_on": "Égalité sur",
    "choose": "Choisir",
    "choose_tied": "ce qui est : la valeur à égalité",
    "choose_rampo": "ce qui vient : la valeur lancée en dernier",
    "legend": "Pour lire",
    "legend_first": "Suivre la liste depuis la gauche : garder le premier groupe que montrent les dés, "
    "relancer le reste.",
    "legend_stronger": "mieux : s’arrêter sur tout ce qui bat ce qu’on a en face.",
    "legend_equal": "aussi bien : s’arrêter sur tout ce qui vaut au moins ce qu’on a en face.",
    "legend_with": "6+, 5+ … : ce dé avec le plus fort des deux autres.",
    "legend_pair": "paire : deux dés égaux.",
    "legend_highest": "deux plus forts : les deux dés les plus forts.",
    "legend_none": "– : ne rien garder, relancer les trois dés.",
    "legend_declare": "! : dire « le bon » avant ce lancer, le dernier.",
    "legend_made": "654@2 : en deux lancers ; 654@1/2 : en un ou deux.",
    "legend_tied": "×2 : deux joueurs à égalité dessus.",
    "legend_runs": "654–642 : toutes les combinaisons de 654 à 642.",
    "legend_locked": "Les dés mis de côté y restent : on prend le premier groupe qui les contient.",
    "legend_ties": "À valeur égale : s’arrêter plutôt que lancer, garder plus de dés, puis les plus forts.",
    "pair": "paire",
    "highest": "deux plus forts",
    "decimal": ",",
    "percent": "{number} %",
    "made_by": "Calculé, non simulé : game421 {version}",
}

LANGUAGES: dict[Lang, Phrases] = {"en": ENGLISH, "fr": FRENCH}

_FRENCH_SPACES = ((re.compile(r"[  ]([;:?!%»])"), NARROW + r"\1"), (re.compile(r"«[  ]"), "«" + NARROW))


def goal_key(words: Phrases, goal: str, ends: str) -> str:
    """The key of a goal: a manche is won, or not lost, by the way it ends."""
    key = f"goal_{goal}_{ends}"
    return key if key in words else f"goal_{goal}"


def typeset(text: str, lang: Lang) -> str:
    """The text with the spaces of its language: French has narrow no-break ones around its marks."""
    if lang == "fr":
        for pattern, spaced in _FRENCH_SPACES:
            text = pattern.sub(spaced, text)
    return text


def number(value: float, digits: int, lang: Lang, *, signed: bool = False) -> str:
    """A number as the language writes it, with a true minus sign, and a plus if `signed`."""
    text = f"{value:+.{digits}f}" if signed else f"{value:.{digits}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    return text.replace("-", MINUS).replace(".", LANGUAGES[lang]["decimal"])


def power_above(value: float) -> str:
    """The least power of ten not below a number above 0, as people write it: 10⁻¹²."""
    exponent = ceil(log10(value))
    return "10" + str(exponent).translate(_RAISED)


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
