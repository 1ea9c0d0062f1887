"""What docs/claims.md says of cards: derived from the cards, the eight-line ones over the manche too."""

from __future__ import annotations

import re
from functools import cache

import pytest

from docs.examples import ROOT
from game421.arena.policies import StrategyPolicy
from game421.arena.pricing import bare_decisions, price_decided
from game421.rules import load_rules
from game421.states.goals import ROUND_GOALS
from game421.strategies.catalogue import LENGTHS, card_of
from sheets import rebuild
from strategies.rebuild import FOUND_FOR

CLAIMS = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8").split("## Cards")[1].split("\n## ")[0]
ROW = re.compile(r"^\| (\w+) \| (\d) \| (\w+) ((?:\| [\d.]+(?: %)? \([\d.]+\) )+)\|$", re.MULTILINE)
PAID = re.compile(r"^\| (\w+) \| (\w+) \| ([\d.]+) % \| ([\d.]+) % \|$", re.MULTILINE)


@cache
def solved(name):
    return bare_decisions(load_rules(name), "duel", 2)


def percent(value):
    return f"{100 * value:.4f}"


def test_every_card_and_what_it_loses_is_claimed():
    """A row for each rules, players and goal; its cells tell of the lengths."""
    rows = ROW.findall(CLAIMS)
    assert [(name, goal, int(players)) for name, players, goal, _ in rows] == list(FOUND_FOR)
    for name, players, goal, cells in rows:
        assert cells == "".join(
            f"| {claim(card_of(load_rules(name), lines, int(players), goal))} " for lines in LENGTHS
        )


def claim(card):
    """What a card loses, and by how much of that it may fall short; a chance, or tokens or sips."""
    seats = card.players if card.goal in ROUND_GOALS else 1
    missing = max(0, sum(role.loss - role.lower for role in (card.leader, card.follower)) / seats)
    if card.goal == "tokens":
        return f"{card.price:.4f} ({missing:.4f})"
    return f"{percent(card.price)} % ({percent(missing)})"


@pytest.mark.parametrize("name", ["classic", "bistro"])
@pytest.mark.parametrize("goal", ["duel", "manche"])
def test_a_card_of_eight_lines_over_the_round_and_over_the_manche(name, goal):
    ((_, _, over_round, over_manche),) = (row for row in PAID.findall(CLAIMS) if row[:2] == (name, goal))
    rules = load_rules(name)
    card, sheet = card_of(rules, 8, 2, goal), rebuild.card(name, goal)
    assert sheet.strategy == card.strategy
    in_round = price_decided(solved(name), "duel", StrategyPolicy(card.strategy)).mean
    in_manche = sheet.games[0].mean
    assert percent(in_round) == over_round
    assert percent(in_manche) == over_manche
    assert card.price == pytest.approx(in_round if goal == "duel" else in_manche, abs=1e-11)


def test_what_is_said_besides():
    leader = card_of(load_rules("classic"), 3, 2, "duel").leader
    assert f"loses {percent(leader.loss)} %" in " ".join(CLAIMS.split())
    game = card_of(load_rules("classic"), 8, 2, "manche")
    assert f"at least {percent(game.leader.lower + game.follower.lower)} %" in " ".join(CLAIMS.split())
    assert f"eight lines loses {percent(game.price)} %" in " ".join(CLAIMS.split())
