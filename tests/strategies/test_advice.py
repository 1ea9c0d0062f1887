"""docs/advice.md is what its command writes: every figure of a round, and the manche of one tip."""

from __future__ import annotations

import pytest

from game421.strategies.reading import load_strategy
from strategies.advice import EVERY, HEAD, JUDGED, PAGE, TIPS, manche_loss, percent, round_cells, verdict

pytestmark = pytest.mark.xdist_group("strategies")

TEXT = PAGE.read_text(encoding="utf-8")
ROWS = {line.split(" | ")[0].removeprefix("| "): line.strip("| ").split(" | ") for line in TEXT.splitlines()}


def manche(tip):
    """What the page says it costs in a manche."""
    return float(ROWS[tip.said][4].removesuffix(" %") or 0) / 100


def test_the_page_begins_as_its_command_writes_it_and_judges_every_file():
    assert TEXT.startswith(HEAD)
    assert {tip.file for tip in JUDGED} - {EVERY} == {file.stem for file in TIPS.glob("*.toml")}
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
