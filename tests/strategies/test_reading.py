"""Strategy files: what they may say, and how every mistake is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game421.errors import InputError, RulesError
from game421.rules import load_rules
from game421.states.actions import turn_actions
from game421.strategies.idle import idle_lines
from game421.strategies.reading import INSTRUCTIONS, MOST_LINES, load_strategy, read_strategy
from game421.strategies.telling import WORDS, told_line
from game421.strategies.vocabulary import FOLLOWERS_ONLY, TESTS, Condition, Line, Seen, Strategy
from game421.strategies.writing import strategy_text
from strategies.lists import EVERYTHING

CONDITIONS = {
    "aces": st.integers(1, 3),
    "pair": st.sampled_from(["any", *"123456"]),
    "two_of_421": st.sampled_from(["any", "42", "41", "21"]),
    "face": st.integers(1, 6),
    "run": st.just("any"),
    "least": st.sampled_from(["421", "654", "221"]),
    "family": st.sampled_from([("fiche",), ("brelan", "tierce")]),
    "worth": st.integers(0, 999),
    "left": st.integers(1, 8),
    "thrown": st.integers(1, 8),
    "phase": st.sampled_from(["charge", "decharge"]),
    "opponents": st.integers(1, 5),
    "against": st.sampled_from([("better",), ("equal", "worse")]),
    "target": st.sampled_from(["421", "654", "221"]),
}


@st.composite
def lines(draw, role):
    kinds = [kind for kind in TESTS if role == "follower" or kind not in FOLLOWERS_ONLY]
    chosen = draw(st.lists(st.sampled_from(kinds), unique=True, max_size=3))
    when = tuple(Condition(kind, draw(CONDITIONS[kind])) for kind in chosen)
    declare = role == "follower" and draw(st.booleans())
    return Line(draw(st.sampled_from(sorted(INSTRUCTIONS.values()))), when, declare)


@st.composite
def strategies(draw):
    leader = tuple(draw(st.lists(lines("leader"), min_size=1, max_size=4)))
    follower = tuple(draw(st.lists(lines("follower"), max_size=4)))
    name = draw(st.sampled_from(["mine", 'the "best"', "à la carte \\ 2"]))
    return Strategy(name, leader, follower, draw(st.booleans()), draw(st.sampled_from(["tied", "rampo"])))


@given(strategies())
def test_a_written_strategy_reads_back_as_itself(strategy):
    assert read_strategy(strategy_text(strategy)) == strategy


@given(strategies(), st.integers(0, 55), st.integers(1, 2), st.sampled_from(["free", "forced", "declare"]))
def test_whatever_lies_there_it_says_one_legal_action_and_every_line_has_a_sentence(
    strategy, roll, left, stopping
):
    legal = turn_actions(stopping, roll, left)
    for target in (None, 0, 55):
        seen = Seen(load_rules("bistro"), "decharge", 1, target, roll, 3 - left, left)
        assert strategy.action(seen, legal) in legal
    for line in (*strategy.leader, *strategy.follower):
        assert all(told_line(line, lang)[0].isalnum() for lang in WORDS)


MISTAKES = [
    ('nme = "x"', 'strategy:1: nme: no such field (did you mean "name"?)'),
    ("name = 3", "strategy:1: name: 3 is no name"),
    ('stops_ahead = "yes"', 'strategy:1: stops_ahead: "yes" is neither true nor false'),
    ('throw_off = ["tied"]', "strategy:1: throw_off:"),
    ("leader = 3", "strategy:1: leader: 3 is no list of lines; allowed: each line under [[leader]]"),
    ("", 'strategy:1: it has no line; write one, for example [[leader]] and below it do = "keep 42"'),
    (
        '[[leader]]\n\nlest = 654\ndo = "stop"',
        'strategy:3: leader[1].lest: no such field (did you mean "least"?)',
    ),
    (
        '[[leader]]\ndo = "stop"\n[[leader]]\ndo = "keep 43"',
        'strategy:4: leader[2].do: "keep 43" is not known',
    ),
    ("[[leader]]\ndo = [1]", "strategy:2: leader[1].do: [1] is not known"),
    ("[[leader]]\naces = 1", "strategy:1: leader[1]: it does not say what to do"),
    ('[[leader]]\ntarget = 654\ndo = "stop"', "leader[1].target: a leader faces nothing"),
    ('[[leader]]\ndeclare = true\ndo = "keep 4"', 'a leader never says "le bon"'),
    ('[[leader]]\naces = 4\ndo = "stop"', "aces: 4 is not allowed; allowed: a whole number from 1 to 3"),
    ('[[leader]]\naces = true\ndo = "stop"', "aces: true is not allowed"),
    ('[[leader]]\nleast = "65"\ndo = "stop"', '"65" is no combination; allowed: three dice, for example 642'),
    ('[[leader]]\nfamily = "brellan"\ndo = "stop"', '"brellan" is not known (did you mean "brelan"?)'),
    ('[[leader]]\nfamily = []\ndo = "stop"', "an empty list"),
    ('[[leader]]\npair = 7\ndo = "stop"', "pair: 7 is not known; allowed: true, 1, 2, 3, 4, 5, 6"),
    ('[[leader]]\nrun = false\ndo = "stop"', "run: false is not allowed; allowed: true"),
    ('[[leader]]\nphase = "discharge"\ndo = "stop"', '(did you mean "decharge"?)'),
    ('[[follower]]\nagainst = ["beter"]\ndo = "stop"', '(did you mean "better"?)'),
    ("[[leader]\n", "strategy:1: not TOML"),
    ("x = " + "[" * 3000, "nested too deep for a strategy file"),
    ('[[leader]]\ndo = "stop"\n' * (MOST_LINES + 1), f"101 lines; allowed: at most {MOST_LINES}"),
]


@pytest.mark.parametrize(("text", "said"), MISTAKES)
def test_a_mistake_is_named_in_a_line(text, said):
    with pytest.raises(RulesError) as refused:
        read_strategy(text)
    assert any(said in problem for problem in refused.value.problems), refused.value.problems
    assert all("\n" not in problem for problem in refused.value.problems)


def test_all_mistakes_are_named_in_the_order_of_their_lines():
    with pytest.raises(RulesError) as refused:
        read_strategy('[[leader]]\ndo = 1\n[[follower]]\nface = 0\ndo = "keep 7"\n')
    assert [problem.split(":")[1] for problem in refused.value.problems] == ["2", "4", "5"]


IDLE = """
[[leader]]
do = "keep 6"
[[leader]]
face = 6
do = "keep 66"
[[leader]]
left = 3
do = "stop"
[[leader]]
phase = "charge"
do = "keep ace"
[[follower]]
against = "better"
do = "keep best two"
[[follower]]
opponents = 2
do = "stop"
[[follower]]
do = "stop"
"""


@pytest.mark.parametrize(
    ("name", "players", "idle"),
    [
        ("classic", 2, ((2, 3), (2, 3))),  # followers must throw, so none may stop
        ("fiches", 2, ((2, 3, 4), (1, 2))),  # one throw in the charge; who is ahead has stopped
        ("fiches", 3, ((2, 3, 4), (1,))),
    ],
)
def test_lines_that_decide_nowhere_are_named(name, players, idle):
    assert idle_lines(read_strategy(IDLE), load_rules(name), players) == idle


def test_a_file_has_its_own_name_unless_it_says_another(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[[leader]]\ndo = "stop"\n', encoding="utf-8")
    assert load_strategy(file).name == "mine"
    file.write_text(EVERYTHING, encoding="utf-8")
    assert load_strategy(str(file)).name == "everything"
    with pytest.raises(InputError, match="a directory, not a strategy file"):
        load_strategy(tmp_path)
    with pytest.raises(InputError, match="there is no such strategy file"):
        load_strategy(tmp_path / "none.toml")
