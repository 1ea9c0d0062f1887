"""A table's rules in one paragraph: what matters at the table, and nothing that is without effect."""

from __future__ import annotations

from collections.abc import Iterator

from game421.rules.idle import idle_for, idle_reasons
from game421.rules.record import Rules
from game421.sheets.phrases import Phrases, typeset
from game421.strategies.telling import Lang

ENGLISH: Phrases = {
    "pot": "{tokens} tokens in the pot.",
    "pot_one": "1 token in the pot.",
    "charge": "Charge in up to {throws} throws: the worst takes the best’s value from the pot.",
    "charge_one": "Charge in one throw: the worst takes the best’s value from the pot.",
    "charge_havraise": "Charge of two: each throws once in turn and gives the other its value from the pot.",
    "nenette_takes": "There a loser with nénette (221) takes {takes}.",
    "nenette_each": "There everyone who made nénette (221) takes {takes}, and nobody else anything.",
    "decharge": "Décharge in up to {throws} throws: the best gives the worst {what}.",
    "decharge_one": "Décharge in one throw: the best gives the worst {what}.",
    "best": "his value",
    "sum": "his value and the worst’s",
    "difference": "his value less the worst’s (at least one, nénette deducting nothing)",
    "first-out": "The first without tokens wins the manche.",
    "last-in": "Who has no token left is out; the last to have any loses the manche.",
    "manches": "{manches} lost manches lose the partie.",
    "espagnole": "Who takes the whole pot has lost the partie at once.",
    "sips": "Rounds of up to {throws} throws: the worst drinks the best’s value.",
    "sips_one": "Rounds of one throw: the worst drinks the best’s value.",
    "repeat_421": "Each further 421 adds {more} to the value of 421.",
    "brelan_gift": "A brelan of 2 to 6 also hands out its face in sips.",
    "same": "The others throw exactly as often as {whom}.",
    "up-to": "The others throw at most as often as {whom}.",
    "declare": "The others throw as often as {whom}, unless they say “le bon” before a throw, "
    "then their last.",
    "leader": "the leader",
    "previous": "the player just before",
    "locked": "Dice set aside stay aside.",
    "nenette_tie": "Of several nénettes the last is stronger.",
    "fewer-wins": "Of equals the one made in fewer throws is stronger.",
    "rampo": "Equals throw off (rampo).",
    "rampo_tied": "Equals throw off (rampo), for the value that was tied.",
    "rampo_rampo": "Equals throw off (rampo), for the value thrown last.",
    "rampo_choice": "Equals throw off (rampo), for the tied value or the one thrown last, "
    "as the first to throw again says.",
    "later-wins": "Of equals the later is stronger.",
    "earlier-wins": "Of equals the earlier is stronger.",
    "loser": "The loser leads the next round.",
    "winner": "The winner leads the next round.",
    "rotation": "The lead goes round.",
    "die": "A loaded die: its faces 1 to 6 weigh {weights}.",
}

FRENCH: Phrases = {
    "pot": "{tokens} jetons au pot.",
    "pot_one": "1 jeton au pot.",
    "charge": "Charge en {throws} lancers au plus : le plus faible prend au pot la valeur du plus fort.",
    "charge_one": "Charge en un lancer : le plus faible prend au pot la valeur du plus fort.",
    "charge_havraise": "Charge à deux : chacun lance une fois à son tour et donne à l’autre, "
    "du pot, la valeur de son lancer.",
    "nenette_takes": "Le perdant avec nénette (221) y prend {takes}.",
    "nenette_each": "Chaque nénette (221) y prend {takes}, et personne d’autre.",
    "decharge": "Décharge en {throws} lancers au plus : le plus fort donne au plus faible {what}.",
    "decharge_one": "Décharge en un lancer : le plus fort donne au plus faible {what}.",
    "best": "sa valeur",
    "sum": "sa valeur et celle du plus faible",
    "difference": "sa valeur moins celle du plus faible (un jeton au moins, la nénette ne retranche rien)",
    "first-out": "Le premier sans jeton gagne la manche.",
    "last-in": "Qui n’a plus de jeton sort ; le dernier qui en a perd la manche.",
    "manches": "{manches} manches perdues : la partie est perdue.",
    "espagnole": "Qui prend tout le pot perd aussitôt la partie.",
    "sips": "Des coups en {throws} lancers au plus : le plus faible boit la valeur du plus fort.",
    "sips_one": "Des coups en un lancer : le plus faible boit la valeur du plus fort.",
    "repeat_421": "Chaque 421 de plus ajoute {more} à la valeur du 421.",
    "brelan_gift": "Un brelan de 2 à 6 distribue aussi sa face en gorgées.",
    "same": "Les autres lancent exactement autant de fois que {whom}.",
    "up-to": "Les autres lancent au plus autant de fois que {whom}.",
    "declare": "Les autres lancent autant de fois que {whom}, sauf à dire « le bon » avant un lancer, "
    "qui est alors le dernier.",
    "leader": "le premier",
    "previous": "le joueur d’avant",
    "locked": "Un dé mis de côté y reste.",
    "nenette_tie": "De plusieurs nénettes, la dernière est la plus forte.",
    "fewer-wins": "À égalité, moins de lancers l’emporte.",
    "rampo": "À égalité, rampo.",
    "rampo_tied": "À égalité, rampo, pour ce qui est.",
    "rampo_rampo": "À égalité, rampo, pour ce qui vient.",
    "rampo_choice": "À égalité, rampo, pour ce qui est ou ce qui vient, au choix de qui relance le premier.",
    "later-wins": "À égalité, le dernier à lancer l’emporte.",
    "earlier-wins": "À égalité, le premier à lancer l’emporte.",
    "loser": "Le perdant mène le coup suivant.",
    "winner": "Le gagnant mène le coup suivant.",
    "rotation": "On mène à tour de rôle.",
    "die": "Un dé pipé : ses faces 1 à 6 pèsent {weights}.",
}

_WORDS: dict[Lang, Phrases] = {"en": ENGLISH, "fr": FRENCH}


def paragraph(rules: Rules, players: int, lang: Lang) -> str:
    """The rules as so many play them, in one paragraph."""
    say = _WORDS[lang]
    idle = {*idle_reasons(rules), *(axis for axis, _ in idle_for(rules, players))}
    phases = _sips(rules, say) if rules.game == "sips" else _tokens(rules, say, idle)
    return typeset(" ".join([*phases, *_round(rules, say, idle)]), lang)


def _throws(say: Phrases, key: str, throws: int, **words: object) -> str:
    return say[f"{key}_one" if throws == 1 else key].format(throws=throws, **words)


def _tokens(rules: Rules, say: Phrases, idle: set[str]) -> Iterator[str]:
    yield say["pot_one" if rules.tokens == 1 else "pot"].format(tokens=rules.tokens)
    if rules.charge == "havraise":
        yield say["charge_havraise"]
    else:
        yield _throws(say, "charge", rules.charge_throws)
    if rules.nenette_takes and "nenette_takes" not in idle:
        yield say["nenette_each" if rules.nenette_each else "nenette_takes"].format(takes=rules.nenette_takes)
    yield _throws(say, "decharge", rules.decharge_throws, what=say[rules.transfer])
    if "ends" not in idle:
        yield say[rules.ends]
    else:
        yield say["first-out"]
    if rules.manches > 1:
        yield say["manches"].format(manches=rules.manches)
        if rules.espagnole == "partie":
            yield say["espagnole"]


def _sips(rules: Rules, say: Phrases) -> Iterator[str]:
    yield _throws(say, "sips", rules.decharge_throws)
    if rules.repeat_421:
        yield say["repeat_421"].format(more=rules.repeat_421)
    if rules.brelan_gift:
        yield say["brelan_gift"]


def _round(rules: Rules, say: Phrases, idle: set[str]) -> Iterator[str]:
    if "followers" not in idle:
        yield say[rules.followers].format(whom=say["leader" if "cap" in idle else rules.cap])
    if rules.kept_dice == "locked" and "kept_dice" not in idle:
        yield say["locked"]
    if rules.nenette_tie == "last-wins" and "nenette_tie" not in idle:
        yield say["nenette_tie"]
    if rules.tie_by_throws == "fewer-wins" and "tie_by_throws" not in idle:
        yield say["fewer-wins"]
    counts = rules.ties == "rampo" and rules.game == "tokens"
    yield say[f"rampo_{rules.rampo_value}" if counts else rules.ties]
    if "next_leader" not in idle:
        yield say[rules.next_leader]
    if len(set(rules.die)) > 1:
        yield say["die"].format(weights=", ".join(map(str, rules.die)))
