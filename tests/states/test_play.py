"""Every position of small games, reached by every action and every chance, under every axis."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.actions import format_action, parse_action
from game421.states.checks import check_position
from game421.states.play import TurnEnd, legal_actions, mover, outcomes, round_start, start
from game421.states.positions import Position
from game421.states.settlements import Settlement
from game421.states.token_states import TokenState

COIN = (1, 1, 0, 0, 0, 0)
"""Only 111, 211, 221 and 222 show: four rolls, and all that is special about them."""

SMALL = {"die": COIN, "tokens": 4, "charge_throws": 2, "decharge_throws": 2}
ONE_AXIS = {
    "as it is": {},
    "up-to": {"followers": "up-to"},
    "declare": {"followers": "declare"},
    "declare, three throws": {"followers": "declare", "decharge_throws": 3, "tokens": 2},
    "previous": {"followers": "up-to", "cap": "previous"},
    "locked": {"kept_dice": "locked", "decharge_throws": 3, "tokens": 2},
    "fewer wins": {"followers": "up-to", "tie_by_throws": "fewer-wins"},
    "later wins": {"ties": "later-wins"},
    "earlier wins": {"ties": "earlier-wins"},
    "last nenette": {"nenette_tie": "last-wins"},
    "rampo": {"rampo_value": "rampo"},
    "choice": {"rampo_value": "choice"},
    "winner leads": {"next_leader": "winner"},
    "rotation": {"next_leader": "rotation"},
    "one throw": {"charge_throws": 1},
    "nenette takes": {"nenette_takes": 2},
    "each takes": {"nenette_takes": 2, "nenette_each": True},
    "sum": {"transfer": "sum", "rampo_value": "rampo"},
    "difference": {"transfer": "difference"},
    "all": {"values": {"both": {"111": "all"}}},
    "all but one": {"values": {"both": {"111": "all-but-one"}}},
    "last in": {"ends": "last-in"},
}
TWO_ONLY = {
    "havraise": {"charge": "havraise"},
    "partie": {"manches": 2},
}
PARTIES = {
    "partie, last in": {"manches": 2, "ends": "last-in", "tokens": 3, "decharge_throws": 1},
    "partie, espagnole": {
        "manches": 2,
        "ends": "last-in",
        "espagnole": "partie",
        "next_leader": "winner",
        "tokens": 3,
        "decharge_throws": 1,
    },
}


def reachable(rules: Rules, first: Position) -> Iterator[tuple[Position, list[tuple[int, object]]]]:
    """Every position that play can reach from `first`, with all that may follow it."""
    seen, waiting = {first}, [first]
    while waiting:
        position = waiting.pop()
        every = []
        for action in legal_actions(rules, position):
            every.append(outcomes(rules, position, action))
            for _, following in every[-1]:
                if isinstance(following, Settlement) and following.state is not None:
                    following = round_start(rules, following.state)
                if isinstance(following, Position) and following not in seen:
                    seen.add(following)
                    waiting.append(following)
        yield position, every


def examine(rules: Rules, first: Position) -> int:
    """Check every reachable position and what follows it; returns how many there are."""
    printed = set()
    for position, every in reachable(rules, first):
        check_position(rules, position)
        line = str(position)
        assert Position.parse(line) == position
        printed.add(line)
        actions = legal_actions(rules, position)
        assert list(actions) == sorted(set(actions))
        assert actions
        if position.phase != "T":
            assert mover(rules, position) in position.token_state.seats_in
        for following in every:
            assert len(set(following)) == len(following)
            assert all(ways > 0 for ways, _ in following)
            for _, one in following:
                follows(rules, position, one)
    assert printed
    return len(printed)


def follows(rules: Rules, position: Position, following: object) -> None:
    if isinstance(following, Position):
        assert following.token_state if position.phase != "T" else True
        assert (following.pot, following.stacks, following.lost) == (
            position.pot,
            position.stacks,
            position.lost,
        )
    elif isinstance(following, Settlement):
        settles(rules, position, following)
    else:
        assert isinstance(following, TurnEnd)
        assert position.phase == "T"


def settles(rules: Rules, position: Position, done: Settlement) -> None:
    """Tokens are kept, seats turn but stay in order, and whoever left or ended is accounted for."""
    if not position.stacks:
        assert done.state is None
        assert done.ending is None
        return
    held = [stack - score for stack, score in zip(position.stacks, done.scores, strict=True)]
    assert min(held) >= 0
    assert (position.pot or 0) + sum(done.scores) + sum(held) == rules.tokens
    assert (done.state is None) == (done.ending is not None and (done.ending.partie or not position.lost))
    if done.ending is not None:
        assert set(done.ending.winners) == {seat for seat, stack in enumerate(held) if not stack}
        assert sum(held) == rules.tokens
    if done.state is None:
        return
    turned = [(seat - done.seats[0]) % position.players for seat in done.seats]
    assert turned == sorted(set(turned))
    assert done.state.pot is not None
    assert done.state.pot + sum(done.state.stacks) == rules.tokens
    if done.ending is None:
        assert done.state.stacks == tuple(held[seat] for seat in done.seats)
        assert position.lost or all(
            held[seat] == 0 for seat in range(position.players) if seat not in done.seats
        )
    else:
        assert done.seats[0] == done.ending.loser
        assert done.state.pot == rules.tokens


def small(axes: dict[str, object]) -> Rules:
    return Rules(**{**SMALL, **axes})


@pytest.mark.parametrize("axes", [*ONE_AXIS.values(), *TWO_ONLY.values()], ids=[*ONE_AXIS, *TWO_ONLY])
def test_two_players(axes):
    rules = small(axes)
    assert examine(rules, start(rules, 2)) > 50
    if rules.manches > 1:
        assert examine(rules, start(rules, 2, partie=True)) > 150


@pytest.mark.parametrize("axes", ONE_AXIS.values(), ids=ONE_AXIS)
def test_three_players(axes):
    rules = small({**axes, "tokens": 2, "charge_throws": 1, "decharge_throws": 2})
    assert examine(rules, start(rules, 3)) > 50


@pytest.mark.parametrize("axes", PARTIES.values(), ids=PARTIES)
def test_three_players_partie(axes):
    rules = small({**axes, "charge_throws": 1})
    assert examine(rules, start(rules, 3, partie=True)) > 500


@pytest.mark.parametrize("axes", ONE_AXIS.values(), ids=ONE_AXIS)
def test_bare_rounds_and_turns(axes):
    rules = small({**axes, "tokens": 4})
    for state in (TokenState("R", 2), TokenState("D", 3), TokenState("C", 2)):
        assert examine(rules, round_start(rules, state)) > 20
    sips = small({**axes, "tokens": 21, "game": "sips", "repeat_421": 2, "brelan_gift": True})
    if not {"all", "all-but-one"} & set(sips.decharge_values):
        assert examine(sips, start(sips, 3)) > 50
    cap = rules.decharge_throws
    for target in ("-", f"211@{cap}", f"111@{cap}/221"):
        assert examine(rules, Position.parse(f"T - - {target} {cap} - {cap}")) > 4


def names(rules: Rules, line: str) -> list[str]:
    position = Position.parse(line)
    check_position(rules, position)
    return [format_action(action) for action in legal_actions(rules, position)]


SAME = Rules()
UP_TO = Rules(followers="up-to")
DECLARE = Rules(followers="declare")
LOCKED = Rules(kept_dice="locked")


@pytest.mark.parametrize(
    ("rules", "line", "actions"),
    [
        (SAME, "D 0 8/13 654@2 2 642 1", "64 62 42 6 4 2 -"),
        (UP_TO, "D 0 8/13 654@2 2 642 1", "642 64 62 42 6 4 2 -"),
        (DECLARE, "D 0 8/13 654@2 2 642 1", "64 62 42 6 4 2 -"),
        (DECLARE, "D 0 8/13 654@3 3 666 2", "66 6 - 66! 6! -!"),
        (DECLARE, "D 0 8/13 654@3 3 - 3", "- -!"),
        (DECLARE, "D 0 8/13 654@1 1 - 1", "-"),
        (DECLARE, "D 0 8/13 - 3 - 3", "-"),
        (DECLARE, "D 0 8/13 - 3 666 2", "666 66 6 -"),
        (SAME, "T - - - 3 642 2", "642 64 62 42 6 4 2 -"),
        (SAME, "T - - 654@2 2 642 1", "64 62 42 6 4 2 -"),
        (SAME, "D 0 8/13 654@2 2 421 0", "421"),
        (LOCKED, "D 0 8/13 - 3 642 1 kept=42", "642 42"),
        (LOCKED, "D 0 8/13 654@3 3 642 1 kept=2", "62 42 2"),
        (SAME, "D 0 8/13 654@2/654@2 2 - -", "tied"),
        (Rules(rampo_value="rampo"), "D 0 8/13 654@2/654@2 2 - -", "rampo"),
        (Rules(rampo_value="choice"), "D 0 8/13 654@2/654@2 2 - -", "tied rampo"),
        (Rules(rampo_value="choice"), "C 5 8/8 654@2/654@2 2 - -", "tied"),
        (Rules(charge="havraise"), "C 21 0/0 - 1 - 1", "-"),
    ],
)
def test_legal_actions(rules, line, actions):
    assert names(rules, line) == actions.split()


@pytest.mark.parametrize(
    ("line", "seat"),
    [
        ("D 0 8/7/6 - 3 - 3", 0),
        ("D 0 8/7/6 654@2/654@2 2 - 2", 2),
        ("D 0 8/7/6 654@2/654@2/322@2 2 - -", 1),
        ("D 0 8/7/6 421@2/654@2/654@2 2 - -", 2),
        ("D 0 8/7/6 654@2/654@2/654@2 2 - -", 2),
        ("D 0 8/7/3/3 654@2/322@2/654@2/322@2 2 - -", 2),
        ("T - - 654@2 2 642 1", 0),
    ],
)
def test_the_mover(line, seat):
    assert mover(SAME, Position.parse(line)) == seat


def test_the_mover_skips_seats_of_players_who_left():
    partie = Rules(ends="last-in", manches=2)
    assert mover(partie, Position.parse("D 0 8/0/13 654@2 2 642 1 lost=0/0/0")) == 2
    assert mover(partie, Position.parse("D 0 8/0/13 654@2/654@2 2 - - lost=0/0/0")) == 2


def follow(rules: Rules, line: str, action: str) -> list[tuple[int, str]]:
    return [
        (ways, str(following))
        for ways, following in outcomes(rules, Position.parse(line), parse_action(action))
    ]


def test_a_reroll_leads_to_every_roll_with_its_ways():
    after = follow(SAME, "D 0 8/13 654@2 2 642 1", "42")
    assert [ways for ways, _ in after] == [36] * 6
    assert [line for _, line in after] == [
        f"D 0 8/13 654@2 2 {roll} 0" for roll in (642, 542, 442, 432, 422, 421)
    ]
    assert sum(ways for ways, _ in follow(SAME, "D 0 8/13 - 3 - 3", "-")) == 216


def test_le_bon_makes_the_next_throw_the_last():
    after = follow(DECLARE, "D 0 8/13 654@3 3 - 3", "-!")
    assert (6, "D 0 8/13 654@3 3 421@1 0") in after
    assert (6, "D 0 8/13 654@3 3 421 2") in follow(DECLARE, "D 0 8/13 654@3 3 - 3", "-")
    ((_, done),) = outcomes(DECLARE, Position.parse("D 0 8/13 654@3 3 421@1 0"), parse_action("421"))
    assert isinstance(done, Settlement)


def test_locked_dice_are_remembered_while_another_hold_may_come():
    assert "D 0 8/13 - 3 442 1 kept=42" in [line for _, line in follow(LOCKED, "D 0 8/13 - 3 642 2", "42")]
    assert "D 0 8/13 - 3 442 0" in [line for _, line in follow(LOCKED, "D 0 8/13 - 3 642 1 kept=2", "42")]
    assert "D 0 8/13 - 3 442 1" in [line for _, line in follow(LOCKED, "D 0 8/13 - 3 642 2", "-")]
    assert "D 0 8/13 - 3 442 1" in [line for _, line in follow(SAME, "D 0 8/13 - 3 642 2", "42")]


def test_the_next_player_is_bound_by_the_cap():
    stop = "D 0 8/7/6 654@3 3 421 1"
    assert follow(UP_TO, stop, "421") == [(1, "D 0 8/7/6 654@3/421@2 3 - 3")]
    previous = Rules(followers="up-to", cap="previous")
    assert follow(previous, stop, "421") == [(1, "D 0 8/7/6 654@3/421@2 2 - 2")]
    assert follow(SAME, "D 0 8/7/6 - 3 421 2", "421") == [(1, "D 0 8/7/6 421@1 1 - 1")]


def test_a_throw_off_is_a_position_only_where_someone_chooses():
    last = "D 0 8/13 654@2 2 654 0"
    choice = Rules(rampo_value="choice")
    assert follow(choice, last, "654") == [(1, "D 0 8/13 654@2/654@2 2 - -")]
    for rules in (SAME, Rules(rampo_value="rampo")):
        assert all(
            isinstance(done, Settlement)
            for _, done in outcomes(rules, Position.parse(last), parse_action("654"))
        )
    due = Position.parse("D 0 8/13 654@2/654@2 2 - -")
    assert outcomes(choice, due, parse_action("tied")) == outcomes(SAME, due, parse_action("tied"))


def test_gifts_of_sips_join_the_settlement():
    rules = Rules(game="sips", followers="up-to", brelan_gift=True)
    ((_, done),) = outcomes(rules, Position.parse("R - -/-/- 555@3/666@3 3 654 1"), parse_action("654"))
    assert isinstance(done, Settlement)
    assert (done.scores, done.parts) == ((-6, -5, -6 * 2 - 5 - 6), 2)


@pytest.mark.parametrize(
    ("rules", "line", "action", "allowed"),
    [
        (SAME, "D 0 8/13 654@2 2 642 1", "642", "allowed: 64, 62, 42, 6, 4, 2, -"),
        (SAME, "D 0 8/13 654@2 2 642 1", "44", "44 is not possible"),
        (SAME, "D 0 8/13 654@2 2 642 1", "42!", "42! is not possible"),
        (DECLARE, "D 0 8/13 654@2 2 642 1", "42!", "42! is not possible"),
        (SAME, "D 0 8/13 654@2/654@2 2 - -", "rampo", "rampo is not possible; allowed: tied"),
        (SAME, "D 0 8/13 - 3 - 3", "tied", "tied is not possible; allowed: -"),
        (SAME, "D 0 8/13 - 3 642 0", "-", "allowed: 642"),
    ],
)
def test_illegal_actions_are_refused(rules, line, action, allowed):
    with pytest.raises(InputError, match=allowed.replace("-", r"\-")):
        outcomes(rules, Position.parse(line), parse_action(action))


def test_import_is_light():
    heavy = ["numpy", "scipy", "networkx", "fractions", "decimal", "random", "rich"]
    code = f"import sys, game421.states.play; print([name for name in {heavy} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
