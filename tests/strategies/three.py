"""What the cards of eight lines lose of a manche of three; a program, for it takes minutes for each.

python tests/strategies/three.py [RULES:GOAL …]
"""

from __future__ import annotations

import sys

from game421.arena.cards import card_for
from game421.arena.policies import StrategyPolicy
from game421.arena.pricing import price_game
from game421.rules import load_rules
from game421.tables.library import game_values

PLAYERS, LINES = 3, 8


def main(wanted: list[str]) -> None:
    for name in wanted or ("classic:manche", "bistro:manche", "classic:duel", "bistro:duel"):
        preset, goal = name.split(":")
        rules = load_rules(preset)
        card = card_for(rules, LINES, PLAYERS, goal)
        price = price_game(game_values(rules, PLAYERS, "manche"), StrategyPolicy(card))
        print(f"{name} ({card.name}): {100 * price.mean:.4f} %", price.loss, price.costliest, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
