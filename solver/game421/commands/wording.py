"""Answers as text for people, in English and French; numbers as each language writes them."""

from __future__ import annotations

from game421.advice.answers import BestAnswer, Chance, OddsAnswer, Option
from game421.dice import KEEP_NOTHING, format_keep
from game421.exactly import at_most
from game421.rules.record import Rules
from game421.states.actions import RAMPO, TIED, is_declared, is_stop, keep_of, parse_action
from game421.states.goals import AMOUNTS
from game421.states.positions import Position
from game421.turns.goals import tie_counts
from game421.turns.questions import TurnQuestion

Phrases = dict[str, str]

ENGLISH: Phrases = {
    "left": "{count} throws left",
    "left_one": "1 throw left",
    "left_none": "no throw left",
    "before": "before the first throw",
    "goal_points": "most {unit}",
    "goal_combo": "ending on {targets}",
    "goal_beat": "beating {targets} (a tie counts {ties})",
    "goal_duel": "being best of the round",
    "goal_safe": "not being worst of the round",
    "goal_tokens": "{unit} of the round",
    "goal_relative": "{unit} of the round against the others'",
    "goal_manche": "not losing the manche",
    "goal_manche_won": "winning the manche",
    "goal_partie": "not losing the partie",
    "player": "player",
    "leads": "{seat} (leader)",
    "proved": "Proved: one exact round of best play leaves every value as it is, and play always ends; "
    "only the game's own values do that.",
    "solving": "solving {name}",
    "solved": "{name}, {goal}: {states} states solved exactly in {seconds} s; the first leader has {value}.",
    "settled": "{name}, {goal}: {states} states solved in {seconds} s; from the first leader on: {values}.",
    "confirming": "confirming {name} in fractions",
    "confirmed": "Confirmed in these fractions: one exact round of best play leaves every value of every "
    "player as it is.",
    "near": "Checked independently: nobody gains more than {epsilon} by playing otherwise, from any state.",
    "epsilon": "Values of an equilibrium in which nobody gains more than {epsilon} by playing otherwise.",
    "tied": "throw off for what is (the tied combination)",
    "rampo": "throw off for what comes (the winner's last throw)",
    "tokens": "tokens",
    "sips": "sips",
    "rules": "rules {name}",
    "leader": "leader",
    "follower": "follower",
    "locked": "{dice} locked",
    "hold": "hold",
    "value": "value",
    "exact": "exact",
    "costs": "costs",
    "best": "best",
    "equal": "equal",
    "stop": "stop with {dice}",
    "throw_all": "throw all three dice",
    "keep_two": "keep {dice} and throw one die",
    "keep_one": "keep {dice} and throw two dice",
    "le_bon": "say “le bon”, then {what}, your last throw",
    "advice": "Best: {what}. {worth}",
    "worth_chance": "Chance: {value}.",
    "worth_points": "Worth {value} {unit} on average.",
    "ties": " Just as good: {holds}.",
    "asked": "{hold} is worth {value} and costs {regret}.",
    "asked_best": "{hold} is worth {value}: nothing is better.",
    "stopping": "stopping with {dice}",
    "keeping": "keeping {dice}",
    "keeping_nothing": "keeping nothing",
    "saying_le_bon": "saying “le bon” and {what}",
    "paying_tied": "throwing off for what is",
    "paying_rampo": "throwing off for what comes",
    "holding": "{holding} with {count} still to come",
    "holding_before": "{holding} after {before}, with {count} still to come",
    "by_throws": "throws",
    "ends_on": "An optimal turn of {throws} throws ends on",
    "ends_on_one": "A turn of one throw ends on",
    "decimal": ".",
    "percent": "{number}%",
}

FRENCH: Phrases = {
    "left": "encore {count} lancers",
    "left_one": "encore 1 lancer",
    "left_none": "plus de lancer",
    "before": "avant le premier lancer",
    "goal_points": "le plus de {unit}",
    "goal_combo": "finir sur {targets}",
    "goal_beat": "battre {targets} (une égalité compte {ties})",
    "goal_duel": "être le meilleur du tour",
    "goal_safe": "ne pas être le dernier du tour",
    "goal_tokens": "{unit} du tour",
    "goal_relative": "{unit} du tour, par rapport aux autres",
    "goal_manche": "ne pas perdre la manche",
    "goal_manche_won": "gagner la manche",
    "goal_partie": "ne pas perdre la partie",
    "player": "joueur",
    "leads": "{seat} (premier)",
    "proved": "Prouvé : un tour exact joué au mieux garde chaque valeur, et le jeu finit toujours ; "
    "seules les vraies valeurs font cela.",
    "solving": "résolution de {name}",
    "solved": "{name}, {goal} : {states} états résolus exactement en {seconds} s ; premier joueur : {value}.",
    "settled": "{name}, {goal} : {states} états résolus en {seconds} s ; dès le premier joueur : {values}.",
    "confirming": "confirmation de {name} en fractions",
    "confirmed": "Confirmé dans ces fractions : un tour exact joué au mieux garde chaque valeur de chaque "
    "joueur.",
    "near": "Contrôle indépendant : nul ne gagne plus de {epsilon} à jouer autrement, quel que soit l'état.",
    "epsilon": "Les valeurs sont d’un équilibre où personne ne gagne plus de {epsilon} à jouer autrement.",
    "tied": "rampo pour ce qui est",
    "rampo": "rampo pour ce qui vient",
    "tokens": "jetons",
    "sips": "gorgées",
    "rules": "règle {name}",
    "leader": "premier joueur",
    "follower": "joueur suivant",
    "locked": "{dice} bloqués",
    "hold": "garder",
    "value": "valeur",
    "exact": "exact",
    "costs": "coûte",
    "best": "le mieux",
    "equal": "égal",
    "stop": "s’arrêter sur {dice}",
    "throw_all": "lancer les trois dés",
    "keep_two": "garder {dice} et lancer un dé",
    "keep_one": "garder {dice} et lancer deux dés",
    "le_bon": "dire « le bon », puis {what}, dernier lancer",
    "advice": "Le mieux : {what}. {worth}",
    "worth_chance": "Chance : {value}.",
    "worth_points": "Vaut {value} {unit} en moyenne.",
    "ties": " Tout aussi bien : {holds}.",
    "asked": "{hold} vaut {value} et coûte {regret}.",
    "asked_best": "{hold} vaut {value} : rien n’est meilleur.",
    "stopping": "s’arrêter sur {dice}",
    "keeping": "garder {dice}",
    "keeping_nothing": "ne rien garder",
    "saying_le_bon": "dire « le bon » et {what}",
    "paying_tied": "le rampo pour ce qui est",
    "paying_rampo": "le rampo pour ce qui vient",
    "holding": "{holding}, {count} encore à jouer",
    "holding_before": "{holding} après {before}, {count} encore à jouer",
    "by_throws": "lancers",
    "ends_on": "Un tour optimal de {throws} lancers finit sur",
    "ends_on_one": "Un tour d’un lancer finit sur",
    "decimal": ",",
    "percent": "{number} %",
}

LANGUAGES = {"en": ENGLISH, "fr": FRENCH}

BAR = 40
"""Width of the longest bar of a chart, in characters."""

EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
"""The end of a bar, in eighths of a character."""


def told_epsilon(lang: str, epsilon: float | None) -> list[str]:
    """A line on how near values are to an equilibrium, if they are of one."""
    return [LANGUAGES[lang]["epsilon"].format(epsilon=at_most(epsilon))] if epsilon else []


class AnswerText:
    """The words for answers about one goal, in one language.

    Values are chances, shown in percent, or for some goals numbers of `unit` (tokens, sips); `exact` says
    whether fractions are shown.
    """

    def __init__(self, lang: str, goal: str, *, unit: str, exact: bool) -> None:
        self.say, self.lang = LANGUAGES[lang], lang
        self._is_chance, self._exact, self._unit = goal not in AMOUNTS, exact, self.say[unit]

    def options(self, heading: str, answer: BestAnswer) -> str:
        """What was asked, every option with what it costs, and one sentence of advice."""
        rows = [[self.say[key] for key in ("hold", "value", *self._exact_only("exact"), "costs")]]
        rows += [self._row(option, answer) for option in answer.options]
        return "\n".join([heading, "", *aligned(rows), "", self._advice(answer)])

    def asked(self, option: Option) -> str:
        """What one hold is worth and costs."""
        key = "asked" if option.regret else "asked_best"
        sentence = self.say[key].format(
            hold=_action_as_subject(self.say, option.action),
            value=self.amount(option.value),
            regret=self.amount(option.regret),
        )
        return sentence[0].upper() + sentence[1:]

    def amount(self, value: float) -> str:
        """A chance in percent, or a number of tokens or sips."""
        if not self._is_chance:
            return self.number(value, 4)
        return self.say["percent"].format(number=self.number(100 * value, 3))

    def number(self, value: float, digits: int) -> str:
        """A number as the language writes it."""
        return f"{value:.{digits}f}".replace(".", self.say["decimal"])

    def _exact_only(self, cell: str) -> list[str]:
        return [cell] if self._exact else []

    def _row(self, option: Option, answer: BestAnswer) -> list[str]:
        if option.action == answer.best:
            cost = self.say["best"]
        elif option.action in answer.ties:
            cost = self.say["equal"]
        else:
            cost = self.amount(option.regret)
        exact = "-" if option.exact is None else str(option.exact)
        return [option.action, self.amount(option.value), *self._exact_only(exact), cost]

    def _advice(self, answer: BestAnswer) -> str:
        key = "worth_chance" if self._is_chance else "worth_points"
        worth = self.say[key].format(value=self.amount(answer.value), unit=self._unit)
        sentence = self.say["advice"].format(what=action_in_words(self.say, answer.best), worth=worth)
        others = ", ".join(answer.ties[1:])
        return sentence + (self.say["ties"].format(holds=others) if others else "")


class TurnText(AnswerText):
    """The words for answers to one question about a turn."""

    def __init__(self, question: TurnQuestion, lang: str) -> None:
        super().__init__(lang, question.goal, unit=question.rules.game, exact=True)
        self._question = question

    def best(self, answer: BestAnswer, position: Position) -> str:
        """The whole answer: what was asked, every option, one sentence."""
        return self.options(self._situation(position), answer)

    def odds(self, answer: OddsAnswer) -> str:
        """The value by number of throws, then a bar chart of what an optimal turn ends on."""
        rows = [[self.say[key] for key in ("by_throws", "value", "exact")]]
        rows += [[chance.label, self.amount(chance.value), str(chance.exact)] for chance in answer.by_throws]
        throws = len(answer.by_throws)
        ending = self.say["ends_on" if throws > 1 else "ends_on_one"].format(throws=throws)
        chart = [self._bar(chance, answer.outcomes) for chance in answer.outcomes]
        return "\n".join([self._question_line(), "", *aligned(rows), "", ending, "", *aligned(chart)])

    def _situation(self, position: Position) -> str:
        left = position.left or 0
        dice = [] if position.roll is None else [format_keep(position.roll)]
        when = {0: "left_none", 1: "left_one"}.get(left, "left") if dice else "before"
        dice.append(self.say[when].format(count=left))
        if position.kept != KEEP_NOTHING:
            dice.append(self.say["locked"].format(dice=format_keep(position.kept)))
        return " · ".join([*dice, self._question_line()])

    def _question_line(self) -> str:
        question = self._question
        targets = ", ".join(question.targets)
        ties = tie_counts(question.rules, question.tied_halves)
        goal = goal_in_words(self.say, question.goal, question.rules, targets=targets, ties=ties)
        rules = self.say["rules"].format(name=question.rules.name)
        return " · ".join([goal, self.say[question.role], rules])

    def _bar(self, chance: Chance, outcomes: tuple[Chance, ...]) -> list[str]:
        longest = max(other.value for other in outcomes)
        percent = self.say["percent"].format(number=self.number(100 * chance.value, 2))
        eighths = max(1, round(8 * BAR * chance.value / longest))
        return [chance.label, percent, "█" * (eighths // 8) + EIGHTHS[eighths % 8]]


def goal_in_words(say: Phrases, goal: str, rules: Rules, **named: str) -> str:
    """What is played for; where the first without tokens ends the manche it is won, else not lost."""
    won = goal == "manche" and rules.ends == "first-out"
    return say["goal_manche_won" if won else f"goal_{goal}"].format(unit=say[rules.game], **named)


def action_in_words(say: Phrases, text: str) -> str:
    """An action as a person would say it."""
    action = parse_action(text)
    if action in {TIED, RAMPO}:
        return say[text]
    dice = format_keep(keep_of(action))
    if is_stop(action):
        return say["stop"].format(dice=dice)
    key = "throw_all" if dice == "-" else {1: "keep_one", 2: "keep_two"}[len(dice)]
    what = say[key].format(dice=dice)
    return say["le_bon"].format(what=what) if is_declared(action) else what


def _action_as_subject(say: Phrases, text: str) -> str:
    """An action as what a sentence is about."""
    action = parse_action(text)
    if action in {TIED, RAMPO}:
        return say[f"paying_{text}"]
    dice = format_keep(keep_of(action))
    if is_stop(action):
        return say["stopping"].format(dice=dice)
    what = say["keeping_nothing" if dice == "-" else "keeping"].format(dice=dice)
    return say["saying_le_bon"].format(what=what) if is_declared(action) else what


def aligned(rows: list[list[str]]) -> list[str]:
    """Columns of equal width, two spaces apart: the first and last to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    last = len(widths) - 1
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if column in {0, last} else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(("  " + "  ".join(cells)).rstrip())
    return lines
