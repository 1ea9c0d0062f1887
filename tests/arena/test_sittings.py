"""Games played through another program's interface: masks, observations, games put away and gone on with."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from game421.arena.sittings import ACTIONS, Sitting, mask, observation
from game421.arena.standings import Contest
from game421.rules.record import Rules
from game421.states.actions import format_action
from game421.states.play import legal_actions
from game421.states.positions import Position

RULES = {
    "classic": Rules(tokens=5),
    "le bon and rampo": Rules(tokens=5, followers="declare", rampo_value="choice", charge_throws=1),
    "locked, last in": Rules(tokens=3, kept_dice="locked", followers="up-to", ends="last-in", manches=2),
}


@pytest.mark.parametrize(
    ("roll", "holds"),
    [
        ("441", ["441", "44", "41", "4", "1", "-"]),
        ("411", ["411", "41", "11", "4", "1", "-"]),
        ("444", ["444", "44", "4", "-"]),
        ("421", ["421", "42", "41", "21", "4", "2", "1", "-"]),
    ],
)
@pytest.mark.parametrize("position", ["C 21 0/0 - 3 {} 2", "D 0 8/13 - 3 {} 1", "R - -/-/- 654@3 3 {} 1"])
def test_a_mask_has_each_hold_once_of_dice_that_are_alike(position, roll, holds):
    legal = legal_actions(Rules(), Position.parse(position.format(roll)))
    allowed = mask(legal)
    assert (allowed.dtype, allowed.shape, int(allowed.sum())) == (np.int8, (ACTIONS,), len(legal))
    assert set(np.flatnonzero(allowed)) == set(legal)
    free = position[0] != "R"  # a follower of classic who has a throw left may not stop
    assert [format_action(action) for action in legal] == [each for each in holds if free or len(each) < 3]


def played(sitting: Sitting, generator: Random) -> object:
    """Plays one action; what was seen before."""
    action = generator.choice(sitting.legal)
    seen = str(sitting.position), sitting.mover, sitting.order, sitting.rounds, action
    sitting.step(action, generator)
    return seen


def played_on(sitting: Sitting, generator: Random) -> Iterator[object]:
    """All that is seen of a game from here to its end."""
    while not sitting.over:
        yield played(sitting, generator)
    yield tuple(sitting.payoffs)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", RULES)
def test_a_game_put_away_anywhere_is_gone_on_with_alike(name, players):
    generator, goal = Random(players), "partie" if RULES[name].manches > 1 else "manche"
    sitting, away, seen, observed = Sitting.begun(Contest(RULES[name], players, goal), generator), [], [], []
    while not sitting.over:
        away.append((pickle.dumps((sitting, generator)), copy.deepcopy((sitting, generator))))
        observed.append((found := observation(sitting.position), found.tolist()))
        seen.append(played(sitting, generator))
    seen += played_on(sitting, generator)
    assert any(order != tuple(range(players)) for _, _, order, *_ in seen[:-1])
    for number, (put_away, copied) in enumerate(away):
        assert list(played_on(*pickle.loads(put_away))) == list(played_on(*copied)) == seen[number:]
    assert all(before.tolist() == kept for before, kept in observed)
