"""The one-line spelling of positions: what is read, what is printed, what is no position at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game421.dice import KEEP_NOTHING, KEEPS, ROLLS, KeepIndex, RollIndex, parse_roll
from game421.errors import InputError
from game421.states.positions import Position
from game421.states.results import Result
from game421.states.token_states import TokenState

EXAMPLES = [
    "D 0 8/13 654@2 2 642 1",
    "T - - - 3 642 2",
    "T - - 654@2 2 642 1",
    "T - - 654 2 642 1",
    "T - - 654@2/611 2 642 1 kept=42",
    "D 0 1/20 - 3 - 3",
    "R - -/-/- - 3 - 3",
    "D - -/- - 3 - 3",
    "C 21 0/0 - 3 - 3",
    "C 5 6/10 - 1 642 0",
    "D 0 8/13 654@2 2 642@1 0",
    "D 0 8/13 654@2/654@2 2 - -",
    "R - -/-/- 654@2/654@2/611@1 2 - -",
    "D 0 8/0/13 - 3 - 3 lost=1/0/1",
    "D 0 8/13 - 3 642 1 kept=42 lost=1/0",
]


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_print_as_they_were_written(line):
    assert str(Position.parse(line)) == line


def test_the_fields_of_an_example():
    position = Position.parse("D 0 8/13 654@2 2 642 1 kept=42 lost=1/0")
    assert position == Position(
        phase="D",
        players=2,
        pot=0,
        stacks=(8, 13),
        results=(Result(parse_roll("654"), 2),),
        cap=2,
        roll=parse_roll("642"),
        throws=1,
        left=1,
        kept=KeepIndex(KEEPS.index((4, 2))),
        lost=(1, 0),
    )
    assert position.token_state == TokenState("D", 2, 0, (8, 13), (1, 0))
    assert not position.leads


def test_bare_positions():
    turn = Position.parse("T - - - 3 - 3")
    assert (turn.players, turn.pot, turn.stacks, turn.roll, turn.leads) == (0, None, (), None, True)
    bare = Position.parse("R - -/-/- - 3 - 3")
    assert bare.token_state == TokenState("R", 3)
    assert Position.before_round(TokenState("R", 3), 3) == bare
    with pytest.raises(InputError, match="bare turn"):
        _ = turn.token_state


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("  D 0  8/13 4-5-6@2 2 246 1 ", "D 0 8/13 654@2 2 642 1"),
        ("D 0 8/13 654@2 2 642@1 1", "D 0 8/13 654@2 2 642 1"),
        ("D 0 8/13 654@2/654@2 - - -", "D 0 8/13 654@2/654@2 2 - -"),
        ("T - - - 3 ⚅⚃⚁ 1 kept=2-4", "T - - - 3 642 1 kept=42"),
        ("D 0 8/13 - 3 - 3 lost=1/0 kept=4", "D 0 8/13 - 3 - 3 kept=4 lost=1/0"),
    ],
)
def test_other_spellings(written, printed):
    assert str(Position.parse(written)) == printed


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("", "0 fields"),
        ("D 0 8/13 654@2 2 642", "6 fields"),
        ("D 0 8/13 654@2 2 642 1 1", "8 fields"),
        ("X 0 8/13 654@2 2 642 1", "'X' is no phase"),
        ("d 0 8/13 654@2 2 642 1", "'d' is no phase"),
        ("D zero 8/13 654@2 2 642 1", "'zero' is no pot"),
        ("D -1 8/13 654@2 2 642 1", "'-1' is no pot"),
        ("D 0 8/1_3 654@2 2 642 1", "'1_3' is no stack"),
        ("D 0 08/13 654@2 2 642 1", "'08' is no stack"),
        ("D 0 ٨/13 654@2 2 642 1", "is no stack"),
        ("D 0 8/ 654@2 2 642 1", "'' is no stack"),
        ("D 0 8/- 654@2 2 642 1", "for some players only"),
        ("D 0 1000/13 654@2 2 642 1", "'1000' is no stack"),
        ("T - 8/13 654@2 2 642 1", "has no stacks"),
        ("D 0 8/13 654@x 2 642 1", "after @"),
        ("D 0 8/13 654@2/ 2 642 1", "an empty combination"),
        ("D 0 8/13 70@2 2 642 1", "'7' at place 1"),
        ("D 0 8/13 654@2 two 642 1", "'two' is no cap"),
        ("D 0 8/13 654@2 - 642 1", "'-' is no cap"),
        ("D 0 8/13 - - - -", "'-' is no cap"),
        ("D 0 8/13 654@2 2 64 1", "2 dice"),
        ("D 0 8/13 654@2 2 642 -", "throws left is -"),
        ("D 0 8/13 654@2 2 642@1 -", "throws left is -"),
        ("D 0 8/13 - 3 - -", "'-' is no cap|throws left is -"),
        ("D 0 8/13 654@2 2 642 -1", "'-1' is no throws left"),
        ("D 0 8/13 654@2 2 642 two", "'two' is no throws left"),
        ("D 0 8/13 654@2 2 642 2", "at most 1"),
        ("D 0 8/13 - 3 642 1 locked=42", "'locked=42' is no word"),
        ("D 0 8/13 - 3 642 1 kept=4 kept=2", "written twice"),
        ("D 0 8/13 - 3 642 1 kept=-", "says nothing"),
        ("D 0 8/13 - 3 642 1 lost=", "says nothing"),
        ("D 0 8/13 - 3 642 1 lost=1/x", "'x' is no lost"),
        ("kept=42 D 0 8/13 - 3 642 1", "before its last field"),
    ],
)
def test_what_is_no_position_is_refused_with_the_part_named(line, part):
    with pytest.raises(InputError, match=part):
        Position.parse(line)


def test_nonsense_is_refused_at_birth():
    with pytest.raises(InputError, match="one throw or more"):
        Position(phase="T", cap=3, left=2, roll=parse_roll("642"))
    with pytest.raises(InputError, match="throw-off"):
        Position(phase="T", cap=3, left=None)
    with pytest.raises(InputError, match="2 stacks for 3 players"):
        TokenState("D", 3, 0, (8, 13))


counts = st.integers(0, 999)
results = st.lists(
    st.builds(Result, st.integers(0, 55).map(RollIndex), st.none() | st.integers(1, 9)), max_size=6
)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Anything the seven fields and two words can say, possible in the game or not."""
    phase = draw(st.sampled_from("TRCD"))
    players = 0 if phase == "T" else draw(st.integers(1, 7))
    stacks = tuple(draw(st.lists(counts, min_size=players, max_size=players))) if draw(st.booleans()) else ()
    made = tuple(draw(results))
    cap = draw(st.integers(1, 9))
    thrown = draw(st.booleans())
    throws = draw(st.integers(1, 9)) if thrown else 0
    due = bool(made) and not thrown and draw(st.booleans())
    return Position(
        phase=phase,
        players=players,
        pot=draw(st.none() | counts),
        stacks=stacks,
        results=made,
        cap=cap,
        roll=RollIndex(draw(st.integers(0, len(ROLLS) - 1))) if thrown else None,
        throws=throws,
        left=None if due else draw(st.integers(0, 9)),
        kept=KeepIndex(draw(st.integers(56, 82) | st.just(KEEP_NOTHING))),
        lost=tuple(draw(st.lists(counts, max_size=6))),
    )


@given(positions())
def test_whatever_prints_reads_back_as_itself(position):
    assert Position.parse(str(position)) == position


@pytest.mark.parametrize(
    ("line", "players"),
    [
        ("R - -/-/- - 3 642 2", 2),
        ("R - -/-/- 421@2/611@1 2 642 1", 0),
        ("D 0 8/13 654@2 2 642 1", 0),
        ("D 0 8/0/6/7/0 - 3 421 2 lost=0/1/0/0/1", 2),
        ("C 5 8/0/0/8 654@2 2 642 1", 2),
        ("R - -/- 654@2/654@2 2 - -", 0),
    ],
)
def test_who_has_left_is_not_to_come(line, players):
    assert Position.parse(line).to_come == players
