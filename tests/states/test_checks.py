"""Positions that cannot be, axis by axis: each is refused with what is wrong; its neighbour is accepted."""

from __future__ import annotations

import pytest

from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.checks import check_position, parse_token_state
from game421.states.positions import Position
from game421.states.token_states import TokenState

SAME = Rules()
UP_TO = Rules(followers="up-to")
DECLARE = Rules(followers="declare")
LOCKED = Rules(kept_dice="locked")
SIPS = Rules(game="sips", followers="up-to")
HAVRAISE = Rules(charge="havraise")
PARTIE = Rules(ends="last-in", manches=2)
LOADED = Rules(die=(1, 1, 1, 1, 1, 0))
CHOICE = Rules(rampo_value="choice")
PREVIOUS = Rules(followers="up-to", cap="previous")
EACH = Rules(nenette_takes=2, nenette_each=True)

POSSIBLE = [
    (SAME, "D 0 8/13 654@2 2 642 1"),
    (SAME, "T - - - 3 642 2"),
    (SAME, "T - - 654@2 2 642 1"),
    (SAME, "D 0 1/20 - 3 - 3"),
    (SAME, "R - -/-/- - 3 - 3"),
    (SAME, "D - -/- - 3 - 3"),
    (SAME, "C - -/- - 3 - 3"),
    (SAME, "C 21 0/0 - 3 - 3"),
    (SAME, "C 21 0/0/0/0/0/0 - 3 - 3"),
    (SAME, "D 0 8/13 654@2/654@2 2 - -"),
    (SAME, "D 0 8/7/6 654@2/421@2/654@2 2 - -"),
    (SAME, "T - - - 2 642 1"),
    (SAME, "T - - 654/611@2 2 642 0"),
    (SAME, "D 0 7/7/7 - 3 - 3"),
    (UP_TO, "D 0 8/7/6 654@3/421@1 3 642 2"),
    (UP_TO, "T - - 654@1/611@2 2 642 1"),
    (DECLARE, "D 0 8/13 654@3 3 642@1 0"),
    (DECLARE, "D 0 8/7/6 654@3/421@1 3 - 3"),
    (PREVIOUS, "D 0 8/7/6 654@3/421@2 2 - 2"),
    (PREVIOUS, "T - - 654@3/421@2 2 642 1"),
    (LOCKED, "D 0 8/13 654@3 3 642 1 kept=42"),
    (LOCKED, "T - - - 3 642 1 kept=4"),
    (LOCKED, "D 0 8/13 654@3 3 642 0 kept=42"),
    (SIPS, "R - -/-/- 654@2/654@2/421@1 2 - -"),
    (HAVRAISE, "C 21 0/0 - 1 - 1"),
    (HAVRAISE, "C 5 8/8 - 1 642 0"),
    (HAVRAISE, "R - -/-/- - 3 - 3"),
    (PARTIE, "D 0 8/0/13 - 3 - 3 lost=1/0/1"),
    (PARTIE, "D 0 8/0/13 654@2/654@2 2 - - lost=1/0/1"),
    (PARTIE, "C 5 8/0/8 - 3 - 3 lost=1/0/1"),
    (LOADED, "D 0 8/13 543@2 2 542 1"),
    (CHOICE, "R - -/- 654@2/654@2 2 - -"),
    (EACH, "C 19 1/1 654@2/654@2 2 - -"),
    (EACH, "C 19 1/1 221@2/221@2 2 - -"),
]

IMPOSSIBLE = [
    (SIPS, "D 0 8/13 - 3 - 3", "sips"),
    (SIPS, "C - -/- - 3 - 3", "sips"),
    (HAVRAISE, "C - -/- - 1 - 1", "no rounds"),
    (HAVRAISE, "C 5 8/8 654@1 1 - 1", "no results"),
    (HAVRAISE, "D 0 8/7/6 - 3 - 3", "for two players, not 3"),
    (HAVRAISE, "C 21 0/0 - 3 - 3", "cap here is 1"),
    (SAME, "D 0 21 - 3 - 3", "players 1; allowed"),
    (SAME, "D 0 3/3/3/3/3/3/3 - 3 - 3", "players 7; allowed"),
    (SAME, "R - -/-/-/-/-/-/- - 3 - 3", "players 7; allowed"),
    (Rules(manches=2), "C 21 0/0/0 - 3 - 3", "needs a loser"),
    (SAME, "T 5 - - 3 642 2", "pot of 5 without stacks"),
    (SAME, "R 21 -/- - 3 - 3", "pot of 21 without stacks"),
    (SAME, "D 0 -/- - 3 - 3", "pot of 0 without stacks"),
    (SAME, "R 0 8/13 - 3 - 3", "bare round"),
    (SAME, "D - 8/13 - 3 - 3", "stacks without a pot"),
    (SAME, "C 0 8/13 - 3 - 3", "write phase D"),
    (SAME, "D 1 8/12 - 3 - 3", "write phase C"),
    (SAME, "D 0 8/12 654@2 2 642 1", "make 20; these rules play with 21"),
    (SAME, "C 20 0/0 - 3 - 3", "make 20; these rules play with 21"),
    (SAME, "D 0 0/21 - 3 - 3", 'player 1 has no tokens, so the manche is over .ends = "first-out".'),
    (SAME, "D 0 8/13/0 - 3 - 3", "player 3 has no tokens"),
    (PARTIE, "D 0 21/0/0 - 3 - 3", "one player holds all"),
    (PARTIE, "D 0 8/0/13 - 3 - 3", "leave him out"),
    (PARTIE, "D 0 0/8/13 - 3 - 3 lost=0/0/0", "cannot lead"),
    (PARTIE, "D - -/- - 3 - 3 lost=0/0", "belongs to a partie"),
    (PARTIE, "T - - - 3 642 2 lost=0/0", "belongs to a partie"),
    (PARTIE, "D 0 8/13 - 3 - 3 lost=0/0/0", "counts for 3 players, stacks for 2"),
    (PARTIE, "D 0 8/13 - 3 - 3 lost=0/2", "lost by player 2: 2, but"),
    (SAME, "D 0 8/13 - 3 - 3 lost=1/0", "lost by player 1: 1, but"),
    (LOADED, "D 0 8/13 654@2 2 542 1", "cannot show the result 654"),
    (LOADED, "D 0 8/13 543@2 2 642 1", "cannot show the roll 642"),
    (SAME, "D 0 8/13 654 2 642 1", "lacks its throws"),
    (SAME, "D 0 8/13 654@2/611@2/421@2 2 - -", "3 results for 2 players"),
    (SAME, "D 0 8/7/6 654@2/654@2 2 - -", "not all results are in"),
    (SAME, "D 0 8/13 654@2/654@2 2 642 1", "all results are in"),
    (SAME, "T - - 654@2 2 - -", "needs its throws left"),
    (SAME, "D 0 8/13 654@2/653@2 2 - -", "nobody is tied"),
    (SIPS, "R - -/-/- 654@2/654@2/322@1 2 - -", "nobody is tied"),
    (Rules(ties="later-wins"), "D 0 8/13 654@2/654@2 2 - -", "nobody is tied"),
    (EACH, "C 19 1/1/0 654@2/221@2/221@2 2 - -", "nobody is tied"),
    (SAME, "D 0 8/13 - 2 642 1", "cap here is 3"),
    (Rules(charge_throws=1), "C 21 0/0 - 3 - 3", "cap here is 1"),
    (SAME, "D 0 8/13 654@4 4 642 1", "more throws than its cap, 3"),
    (UP_TO, "D 0 8/7/6 654@1/421@2 1 - 1", "more throws than its cap, 1"),
    (SAME, "D 0 8/7/6 654@2/421@1 2 - 2", "fewer throws than its cap, 2"),
    (PREVIOUS, "D 0 8/7/6 654@3/421@1/642@2 1 - -", "more throws than its cap, 1"),
    (UP_TO, "D 0 8/13 654@2 3 642 1", "throws of the leader make it 2"),
    (PREVIOUS, "D 0 8/7/6 654@3/421@2 3 - 3", "throws of the player before make it 2"),
    (SAME, "D 0 8/13 654@2/654@2 3 - -", "throws of the leader make it 2"),
    (SAME, "T - - - 4 642 2", "cap 4; allowed: 1 to 3"),
    (SAME, "T - - - 0 - 0", "cap 0; allowed: 1 to 3"),
    (SAME, "T - - 654@1 2 642 1", "other than the cap, 2"),
    (UP_TO, "T - - 654@3 2 642 1", "more throws than the cap, 2"),
    (PREVIOUS, "T - - 654@1 2 642 1", "fewer throws than the cap, 2"),
    (PREVIOUS, "T - - 654@2/421@3 2 642 1", "more throws than its cap"),
    (PREVIOUS, "T - - 654@4 2 642 1", "more throws than its cap"),
    (SAME, "D 0 8/13 654@2 2 - 1", "nothing was thrown yet"),
    (SAME, "D 0 8/13 654@2 2 642@1 0", "not the cap, 2"),
    (DECLARE, "D 0 8/13 - 3 642@1 0", "not the cap, 3"),
    (DECLARE, "D 0 8/13 654@3 3 642@1 1", "not the cap, 3"),
    (DECLARE, "D 0 8/13 654@2 2 642@3 0", "not the cap, 2"),
    (SAME, "T - - - 3 642@2 2", "not the cap, 3"),
    (SAME, "D 0 8/13 - 3 642 1 kept=42", "dice are free"),
    (LOCKED, "D 0 8/13 - 3 - 3 kept=42", "before the second throw"),
    (LOCKED, "D 0 8/13 - 3 642 2 kept=42", "before the second throw"),
    (LOCKED, "D 0 8/13 - 3 642 1 kept=642", "three dice"),
    (LOCKED, "D 0 8/13 - 3 642 1 kept=44", "not in the roll 642"),
    (LOCKED, "D 0 8/13 - 3 642 1 kept=5", "not in the roll 642"),
]


@pytest.mark.parametrize(("rules", "line"), POSSIBLE)
def test_possible_positions_pass(rules, line):
    check_position(rules, Position.parse(line))


@pytest.mark.parametrize(("rules", "line", "reason"), IMPOSSIBLE)
def test_impossible_positions_are_refused_with_the_reason(rules, line, reason):
    position = Position.parse(line)
    with pytest.raises(InputError, match=reason) as refusal:
        check_position(rules, position)
    assert str(refusal.value).startswith(f"position {position}: ")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("rules", "written"), [(SAME, "C 21 0/0"), (SAME, "D 0 8/6/7"), (PARTIE, "D 0 8/13/0 lost=1/0/1")]
)
def test_a_token_state_is_written_as_it_is_read(rules: Rules, written: str) -> None:
    assert str(parse_token_state(rules, written)) == written


def test_a_bare_round_has_neither_pot_nor_stacks_to_write() -> None:
    assert str(TokenState("R", 3)) == "R - -/-/-"
