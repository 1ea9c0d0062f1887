"""Chance as it is drawn, throw by throw, against the ways it is counted by."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from game421.dice import KEEP_NOTHING, parse_keep
from game421.dice.ways import reach
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.actions import parse_action
from game421.states.play import legal_actions, mover, outcomes, round_start, start
from game421.states.positions import Position
from game421.states.sampling import sample, throw
from game421.states.settlements import Settlement

DRAWS = 2_000
COIN = (2, 1, 0, 0, 0, 0)
COIN_VALUES = {"both": {"111": 7, "211": 2, "222": 5, "221": 1}}
LOADED = (1, 2, 3, 4, 5, 6)


def agrees(chances: dict[object, float], drawn: Counter[object]) -> None:
    """Every count within five standard errors of its chance, and nothing drawn that has none."""
    assert drawn.keys() <= chances.keys()
    draws = drawn.total()
    for outcome, chance in chances.items():
        spread = (chance * (1 - chance) * draws) ** 0.5
        assert abs(drawn[outcome] - chance * draws) <= 5 * spread + 1


@pytest.mark.parametrize(("die", "keep"), [((1,) * 6, "-"), (LOADED, "-"), (LOADED, "42"), (COIN, "1")])
def test_throws_follow_their_ways(die, keep):
    rules, random = Rules(die=die), Random(421)
    pairs = reach(die)[KEEP_NOTHING if keep == "-" else parse_keep(keep)]
    total = sum(ways for _, ways in pairs)
    drawn = Counter(throw(rules, parse_keep(keep), random) for _ in range(DRAWS))
    agrees({roll: ways / total for roll, ways in pairs}, drawn)


FAIR = Rules()
RAMPO_SUM = {"rampo_value": "rampo", "transfer": "sum", "values": COIN_VALUES}
CASES = [
    (FAIR, "D 0 8/13 654@2 2 642 1", "42"),
    (FAIR, "T - - - 3 - 3", "-"),
    (Rules(followers="declare"), "D 0 8/13 654@3 3 - 3", "-!"),
    (FAIR, "D 0 8/13 654@2 2 654 0", "654"),
    (FAIR, "D 0 8/7/6 654@2/654@2 2 654 0", "654"),
    (FAIR, "D 0 8/7/3/3 654@2/322@2/654@2 2 322 0", "322"),
    (Rules(die=COIN, nenette_tie="last-wins"), "D 0 8/7/6 222@2/222@2 2 222 0", "222"),
    (Rules(die=COIN, nenette_tie="last-wins"), "D 0 8/7/6 111@2/222@2 2 222 0", "222"),
    (Rules(die=COIN, nenette_tie="last-wins"), "D 0 8/7/6 222@2/111@2 2 111 0", "111"),
    (Rules(die=COIN, **RAMPO_SUM), "D 0 8/7/6 222@2/222@2 2 222 0", "222"),
    (Rules(die=COIN, **RAMPO_SUM), "D 0 8/7/6 222@2/221@2 2 222 0", "222"),
    (Rules(die=COIN, **{**RAMPO_SUM, "transfer": "difference"}), "R - -/-/- 222@2/222@2 2 222 0", "222"),
    (Rules(die=COIN, **{**RAMPO_SUM, "rampo_value": "choice"}), "R - -/-/- 222@2/222@2/222@2 2 - -", "rampo"),
    (Rules(die=COIN, **{**RAMPO_SUM, "rampo_value": "choice"}), "R - -/- 222@2/222@2 2 - -", "tied"),
    (Rules(nenette_takes=2), "C 21 0/0/0 421@2/221@2 2 221 0", "221"),
    (Rules(nenette_takes=2, nenette_each=True), "C 21 0/0/0 421@2/221@2 2 221 0", "221"),
    (Rules(nenette_takes=2, nenette_each=True), "C 21 0/0/0 221@2/221@2 2 221 0", "221"),
    (Rules(game="sips", repeat_421=2), "R - -/-/- 421@2/421@2 2 421 0", "421"),
    (Rules(game="sips", brelan_gift=True), "R - -/-/- 666@2/666@2 2 666 0", "666"),
    (Rules(charge="havraise"), "C 21 0/0 - 1 654 0", "654"),
]


@pytest.mark.parametrize(("rules", "line", "action"), CASES)
def test_what_follows_is_drawn_with_its_chance(rules, line, action):
    position, acted = Position.parse(line), parse_action(action)
    pairs = outcomes(rules, position, acted)
    total = sum(ways for ways, _ in pairs)
    random = Random(line)
    drawn = Counter(sample(rules, position, acted, random) for _ in range(DRAWS if total > 1 else 1))
    agrees({following: ways / total for ways, following in pairs}, drawn)


def test_the_same_seed_draws_the_same_game():
    def play(seed: int) -> list[object]:
        rules, random = Rules(ends="last-in", followers="declare"), Random(seed)
        position, seen = start(rules, 4), []
        while len(seen) < 500:
            action = random.choice(legal_actions(rules, position))
            following = sample(rules, position, action, random)
            seen.append(following)
            if isinstance(following, Settlement):
                following = (
                    start(rules, 4) if following.state is None else round_start(rules, following.state)
                )
            assert isinstance(following, Position)
            position = following
            assert mover(rules, position) in position.token_state.seats_in
        return seen

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_an_illegal_action_is_refused():
    with pytest.raises(InputError, match="not possible"):
        sample(Rules(), Position.parse("D 0 8/13 654@2 2 642 1"), parse_action("642"), Random(1))
