"""docs/advice.md is what its command writes: every figure of a round, and the manche of one tip."""

from __future__ import annotations

import numpy as np
import pytest

from game421.arena.menus import menu_codes
from game421.arena.policies import DoAsTheLeader
from game421.arena.pricing import bare_decisions
from game421.states.positions import Position
from game421.strategies.reading import load_strategy
from games.small import THREE_FACES, both
from oracles.axes import LE_BON_TO_THE_LAST
from strategies.advice import BUILT, HEAD, JUDGED, PAGE, TIPS, manche_loss, percent, round_cells, verdict

TEXT = PAGE.read_text(encoding="utf-8")
ROWS = {line.split(" | ")[0].removeprefix("| "): line.strip("| ").split(" | ") for line in TEXT.splitlines()}


def manche(tip):
    """What the page says it costs in a manche."""
    return float(ROWS[tip.said][4].removesuffix(" %") or 0) / 100


def test_the_page_begins_as_its_command_writes_it_and_judges_every_file():
    assert TEXT.startswith(HEAD)
    assert {tip.file for tip in JUDGED} - BUILT.keys() == {file.stem for file in TIPS.glob("*.toml")}
    assert all(load_strategy(file).name for file in TIPS.glob("*.toml"))


@pytest.mark.parametrize("tip", JUDGED, ids=lambda tip: tip.file)
def test_a_tip_costs_in_a_round_what_the_page_says(tip):
    cells = ROWS[tip.said]
    assert (cells[2], cells[3]) == round_cells(tip)
    shares = [float(cell.removesuffix(" %")) / 100 for cell in cells[2:4]]
    assert cells[5] == f"{verdict(sum(shares) / 2)}; {verdict(manche(tip))}"
    assert cells[6] == tip.why


def test_a_tip_costs_in_a_manche_what_the_page_says():
    (tip,) = (tip for tip in JUDGED if tip.file == "nenette-in-the-charge")
    assert percent(manche_loss(tip)) == ROWS[tip.said][4]


@pytest.mark.parametrize("change", [{}, {"followers": "up-to"}, {"kept_dice": "locked"}])
def test_who_does_as_the_leader_does_as_he_would_with_these_dice(change):
    """Position by position: the leader's action with that roll, those throws left and those dice locked."""
    rules = both(LE_BON_TO_THE_LAST, {"die": THREE_FACES, "followers": "same"}, change)[0]
    decided, seen = bare_decisions(rules, "duel", 2), set()
    positions = [Position.parse(f"R - -/- {text}") for text in decided.positions.texts]
    action = decided.found.action[0]
    led = {
        (position.roll, position.left, position.kept): action[number]
        for number, position in enumerate(positions)
        if position.leads
    }
    taken = menu_codes(decided.positions)[
        np.arange(len(positions)), DoAsTheLeader().chances(decided)[0, :, :-1].argmax(axis=1)
    ]
    for number, position in enumerate(positions):
        wanted = led.get((position.roll, position.left, position.kept))
        legal = decided.positions.menus[decided.positions.menu[number]]
        copies = not position.leads and wanted in legal
        assert taken[number] == (wanted if copies else action[number]), position
        seen.add((copies, copies and wanted != action[number]))
    assert seen == {(False, False), (True, False), (True, True)}
