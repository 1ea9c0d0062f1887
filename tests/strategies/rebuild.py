"""What `game421/strategies/cards/` should hold; run as a program, it searches for it, which takes an hour.

    python tests/strategies/rebuild.py [RULES:GOAL:PLAYERS …]

With arguments only those are searched for anew; the others stay as they are.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import NamedTuple

from game421.arena.policies import StrategyPolicy
from game421.arena.pricing import price_game
from game421.arena.turn_problems import Problems, game_problems, round_problems
from game421.rules import digest, load_rules
from game421.rules.record import Rules
from game421.states.goals import GAME_GOALS, ROUND_GOALS
from game421.strategies.candidates import candidates
from game421.strategies.catalogue import FOLDER, INDEX, LENGTHS, cards
from game421.strategies.problems import Problem, best_actions
from game421.strategies.proving import proved_best
from game421.strategies.searching import best_lists
from game421.strategies.vocabulary import Line, Strategy
from game421.strategies.writing import strategy_text
from game421.tables.library import game_values

OF_TWO = ("classic", "bistro", "fiches", "belgian", "havraise")
OF_THREE = ("classic", "bistro", "fiches", "belgian")
FOUND_FOR = (
    *((name, "duel", 2) for name in (*OF_TWO, "sips")),
    *((name, "duel", 3) for name in (*OF_THREE, "sips")),
    *((name, "safe", 3) for name in (*OF_THREE, "sips")),
    *((name, "tokens", 2) for name in (*OF_TWO, "sips")),
    *((name, "tokens", 3) for name in (*OF_THREE, "sips")),
    *((name, "manche", 2) for name in OF_TWO),
)
"""The rules, goals and numbers of players for which there are cards.

Of two players the one who is not best is worst: `safe` asks for the cards of `duel`.
"""

PROVED = 3
"""Leader's lists of so many lines are proved best; of longer ones only what no strategy can avoid."""

ROUNDING = 1e-12
"""Sums of chances in float64 are right within this."""

ROLES = ("leader", "follower")


class Listed(NamedTuple):
    """A list found, what it loses, what no list of as many lines loses less than, and of how many lines."""

    stops_ahead: bool
    lines: tuple[Line, ...]
    loss: float
    lower: float
    candidates: int


def problems_for(rules: Rules, goal: str, players: int) -> Problems:
    """What lists are searched for."""
    if goal in ROUND_GOALS:
        return round_problems(rules, ROUND_GOALS[goal], players)
    return game_problems(game_values(rules, players, GAME_GOALS[goal]))


def searched(problem: Problem, goal: str) -> dict[int, Listed]:
    """The best lists of a role, by their number of lines; followers ahead stop at once or by the lines."""
    stops = {True, problem.leads or problem.rules.followers != "up-to"}
    ways = [found_by(problem, goal, stops_ahead=ahead) for ahead in sorted(stops, reverse=True)]
    return {lines: min((way[lines] for way in ways), key=lambda listed: listed.loss) for lines in LENGTHS}


def found_by(problem: Problem, goal: str, *, stops_ahead: bool) -> dict[int, Listed]:
    """The lists that a search finds."""
    every = candidates(problem, stops_ahead=stops_ahead)
    least = problem.loss(best_actions(problem))
    least = least if least > ROUNDING else 0.0
    found = {}
    lists, proved = best_lists(every, max(LENGTHS)), None
    if problem.leads and goal in ROUND_GOALS:
        proved = proved_best(every, PROVED, lists[PROVED]).found
        grown = best_lists(every, max(LENGTHS), proved.order)
        pairs = zip(lists, grown, strict=True)
        lists = tuple(min(pair, key=lambda found: found.loss) for pair in pairs)
    for lines in LENGTHS:
        best = lists[lines]
        lower = proved.loss if proved and lines == PROVED else least
        chosen = tuple(every.lines[number] for number in best.order)
        found[lines] = Listed(stops_ahead, chosen, best.loss, lower, len(every.lines))
    return found


def cheaper_throw_off(rules: Rules, goal: str, players: int, listed: Strategy) -> tuple[Strategy, float]:
    """The strategy with what a throw-off is best to pay, and what it costs in a game."""
    table = game_values(rules, players, GAME_GOALS[goal])
    ways = (listed, replace(listed, throw_off="rampo")) if rules.rampo_value == "choice" else (listed,)
    prices = {way: price_game(table, StrategyPolicy(way)).mean for way in ways}
    best = min(prices, key=lambda way: prices[way])
    return best, prices[best]


def write(rules: Rules, goal: str, players: int) -> list[dict[str, object]]:
    """Write the cards of these rules; their entries in the index."""
    problems = problems_for(rules, goal, players)
    lists = {role: searched(problem, goal) for role, problem in zip(ROLES, problems, strict=True)}
    entries = []
    for lines in LENGTHS:
        file = f"{rules.name}-{goal}-{players}-{lines}.toml"
        leader, follower = lists["leader"][lines], lists["follower"][lines]
        listed = Strategy(
            f"{lines} lines for {rules.name}, {goal} of {players}",
            leader.lines,
            follower.lines,
            follower.stops_ahead,
        )
        price = (leader.loss + follower.loss) / players
        if goal in GAME_GOALS:
            listed, price = cheaper_throw_off(rules, goal, players, listed)
        (FOLDER / file).write_text(strategy_text(listed), encoding="utf-8")
        roles = {role: lists[role][lines]._asdict() for role in ROLES}
        for role in roles.values():
            del role["lines"], role["stops_ahead"]
        head = {"digest": digest(rules), "goal": goal, "players": players, "lines": lines, "file": file}
        entries.append(head | {"price": price} | roles)
    return entries


def main(wanted: list[str]) -> None:
    known: dict[tuple[str, str, int], list[dict[str, object]]] = {}
    for card in cards() if (FOLDER / INDEX).exists() else ():
        entry = card._asdict() | {role: getattr(card, role)._asdict() for role in ROLES}
        known.setdefault((card.digest, card.goal, card.players), []).append(entry)
    for name, goal, players in FOUND_FOR:
        if not wanted or f"{name}:{goal}:{players}" in wanted:
            rules = load_rules(name)
            known[digest(rules), goal, players] = write(rules, goal, players)
    order = [(digest(load_rules(name)), goal, players) for name, goal, players in FOUND_FOR]
    entries = [entry for found_for in order for entry in known.get(found_for, ())]
    (FOLDER / INDEX).write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
