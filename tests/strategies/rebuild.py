"""What `game421/strategies/cards/` should hold; run as a program, it searches for it, which takes an hour.

    python tests/strategies/rebuild.py [RULES:PLAYERS …]

With arguments only those are searched for anew; the others stay as they are.
"""

from __future__ import annotations

import json
import sys
from typing import NamedTuple

from game421.arena.turn_problems import round_problem
from game421.rules import digest, load_rules
from game421.rules.record import Rules
from game421.states.goals import RoundGoal
from game421.strategies.candidates import candidates
from game421.strategies.catalogue import FOLDER, INDEX, LENGTHS, cards
from game421.strategies.problems import best_actions
from game421.strategies.proving import proved_best
from game421.strategies.searching import best_lists
from game421.strategies.vocabulary import Line, Strategy
from game421.strategies.writing import strategy_text

FOUND_FOR = (("classic", 2), ("bistro", 2), ("classic", 3))
"""The rules and the numbers of players for which there are cards, all for being best of the round."""

GOAL: RoundGoal = "duel"
PROVED = 3
"""Leader's lists of so many lines are proved best; of longer ones only what no strategy can avoid."""

ROUNDING = 1e-12
"""Sums of chances in float64 are right within this."""

ROLES = {"leader": True, "follower": False}


class Listed(NamedTuple):
    """A list found, what it loses, what no list of as many lines loses less than, and of how many lines."""

    lines: tuple[Line, ...]
    loss: float
    lower: float
    candidates: int


def searched(rules: Rules, players: int, role: str) -> dict[int, Listed]:
    """The lists of a role, by their number of lines."""
    problem = round_problem(rules, GOAL, players, leads=ROLES[role])
    every = candidates(problem)
    least = problem.loss(best_actions(problem))
    least = least if least > ROUNDING else 0.0
    found = {}
    lists, proved = best_lists(every, max(LENGTHS)), None
    if ROLES[role]:
        proved = proved_best(every, PROVED, lists[PROVED]).found
        grown = best_lists(every, max(LENGTHS), proved.order)
        pairs = zip(lists, grown, strict=True)
        lists = tuple(min(pair, key=lambda found: found.loss) for pair in pairs)
    for lines in LENGTHS:
        best = lists[lines]
        lower = proved.loss if proved and lines == PROVED else least
        chosen = tuple(every.lines[number] for number in best.order)
        found[lines] = Listed(chosen, best.loss, lower, len(every.lines))
    return found


def write(rules: Rules, players: int) -> list[dict[str, object]]:
    """Write the cards of these rules; their entries in the index."""
    lists = {role: searched(rules, players, role) for role in ROLES}
    entries = []
    for lines in LENGTHS:
        file = f"{rules.name}-{players}-{lines}.toml"
        leader, follower = lists["leader"][lines], lists["follower"][lines]
        listed = Strategy(f"{lines} lines, {rules.name}, {players} players", leader.lines, follower.lines)
        (FOLDER / file).write_text(strategy_text(listed), encoding="utf-8")
        roles = {role: lists[role][lines]._asdict() for role in ROLES}
        for role in roles.values():
            del role["lines"]
        head = {"digest": digest(rules), "goal": GOAL, "players": players, "lines": lines, "file": file}
        entries.append(head | roles)
    return entries


def main(wanted: list[str]) -> None:
    known = {(card.digest, card.players): [] for card in cards()} if (FOLDER / INDEX).exists() else {}
    for card in cards() if known else ():
        entry = card._asdict() | {role: getattr(card, role)._asdict() for role in ROLES}
        known[card.digest, card.players].append(entry)
    for name, players in FOUND_FOR:
        if not wanted or f"{name}:{players}" in wanted:
            rules = load_rules(name)
            known[digest(rules), players] = write(rules, players)
    entries = [entry for group in known.values() for entry in group]
    (FOLDER / INDEX).write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
