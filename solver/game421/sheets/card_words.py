"""The words of cards, in English and French; French spaces are put in by `typeset`."""

from __future__ import annotations

from game421.sheets.phrases import ENGLISH as SHEET_ENGLISH
from game421.sheets.phrases import FRENCH as SHEET_FRENCH
from game421.sheets.phrases import Phrases
from game421.strategies.telling import Lang

_SHARED = (
    *(f"goal_{goal}" for goal in ("duel", "safe", "tokens", "relative", "manche", "manche_first-out")),
    *("title", "tokens", "sips", "players", "rules", "digest", "the_rules", "percent", "made_by"),
)

ENGLISH: Phrases = {key: SHEET_ENGLISH[key] for key in _SHARED} | {
    "goal_partie": "Not lose the partie",
    "card_goal": "Card: {name}",
    "card_lines": "Card of {lines} lines",
    "exact": "every decision counted",
    "first": "The first line that applies decides. Where none does: throw all the dice.",
    "tip": "The first line that applies decides. Where none does: perfect play.",
    "borrowed": "There is no card for just this: these are the “{found_for}”.",
    "ahead": "Who may stop does so as soon as he beats everything on the table.",
    "rampo": "Let a rampo for best pay what comes.",
    "leader": "Leading",
    "follower": "Following",
    "no_line": "No line: throw all the dice.",
    "idle": "Decides nowhere: {lines}.",
    "line": "Line",
    "price": "What it costs",
    "price_note": "Against opponents who play perfectly. Perfect play loses exactly 0.",
    "over": "Over",
    "seat": "Seat",
    "perfect": "Perfect",
    "card": "Card",
    "loses": "Loses",
    "round": "round of {players}: {goal}",
    "manche": "manche of {players}: {goal}",
    "partie": "partie of {players}: {goal}",
    "seat_leads": "leads",
    "seat_place": "{place} of {players}",
    "seat_drawn": "drawn",
    "first_leads": "leads first",
    "first_follows": "follows first",
    "first_place": "first {place} of {players}",
    "of_round": "These lines are for a round; for manches there are others that lose less: --goal manche.",
    "worst": "Its worst decisions",
    "none": "It makes none: no decision of it costs anything.",
    "decision": "{situation}: it says “{action}”, right is “{best}” ({position})",
    "worst_round": "In a round of {players}, what costs most where it comes up: {decision}: {regret}.",
    "costly_round": "What costs most in all: {decision}: {regret}, once in {rounds} rounds.",
    "costly_game": "From start to end, what costs most: {decision}: {regret} there, {cost} in all.",
    "amount": "{number} {unit}",
    "points": "{number}%",
}

FRENCH: Phrases = {key: SHEET_FRENCH[key] for key in _SHARED} | {
    "goal_partie": "Ne pas perdre la partie",
    "card_goal": "Carte : {name}",
    "card_lines": "Carte de {lines} lignes",
    "exact": "chaque décision comptée",
    "first": "La première ligne qui convient décide. Si aucune ne convient : tout relancer.",
    "tip": "La première ligne qui convient décide. Si aucune ne convient : le jeu parfait.",
    "borrowed": "Il n’y a pas de carte pour ce jeu-là : voici celle de « {found_for} ».",
    "ahead": "Qui peut s’arrêter le fait dès qu’il bat tout ce qui est sur la table.",
    "rampo": "Un rampo pour la meilleure combinaison se joue pour ce qui vient.",
    "leader": "En premier",
    "follower": "Ensuite",
    "no_line": "Aucune ligne : tout relancer.",
    "idle": "Ne décide nulle part : {lines}.",
    "line": "Ligne",
    "price": "Ce qu’elle coûte",
    "price_note": "Contre des adversaires qui jouent parfaitement. Le jeu parfait perd exactement 0.",
    "over": "Sur",
    "seat": "Place",
    "perfect": "Parfait",
    "card": "Carte",
    "loses": "Perd",
    "round": "un coup à {players} : {goal}",
    "manche": "une manche à {players} : {goal}",
    "partie": "une partie à {players} : {goal}",
    "seat_leads": "premier",
    "seat_place": "{place}ᵉ de {players}",
    "seat_drawn": "tirée au sort",
    "first_leads": "commence",
    "first_follows": "suit d’abord",
    "first_place": "d’abord {place}ᵉ de {players}",
    "of_round": "Ces lignes sont pour un coup ; pour la manche, d’autres perdent moins : --goal manche.",
    "worst": "Ses pires décisions",
    "none": "Elle n’en a pas : aucune de ses décisions ne coûte.",
    "decision": "{situation} : elle dit « {action} », il faudrait « {best} » ({position})",
    "worst_round": "Dans un coup à {players}, ce qui coûte le plus là où cela se présente : "
    "{decision} : {regret}.",
    "costly_round": "Ce qui coûte le plus en tout : {decision} : {regret}, une fois sur {rounds} coups.",
    "costly_game": "Du début à la fin, ce qui coûte le plus : {decision} : {regret} là, {cost} en tout.",
    "amount": "{number} {unit}",
    "points": "{number} %",
}

WORDS: dict[Lang, Phrases] = {"en": ENGLISH, "fr": FRENCH}
