"""The game oracle against states solved by hand and laws of the rules."""

from fractions import Fraction
from itertools import product

import pytest

from oracles.axes import rules
from oracles.game import Game, State, rotate
from oracles.linear import solve
from oracles.payment import Outcome
from oracles.round import Round, goal

COIN = (1, 1, 0, 0, 0, 0)
"""A die of ones and twos: 111 (1 way of 8, worth 7) > 211 (3, 2) > 222 (1, 2) > 221 (3, 1)."""
ONE_THROW = {"die": COIN, "charge_throws": 1, "decharge_throws": 1}
TWO_THROWS = {"die": COIN, "charge_throws": 2, "decharge_throws": 2, "followers": "up-to"}
HALF = Fraction(1, 2)


def exact(state: State, wanted: str = "manche", **axes: object) -> Fraction:
    value, other = Game(rules(**axes), 2, wanted).exact(state)
    assert value + other == 1
    return value


def charge(pot: int, *stacks: int) -> State:
    return State("charge", pot, stacks)


def decharge(*stacks: int) -> State:
    return State("decharge", 0, stacks)


def duel(phase: str = "decharge", **axes: object) -> Fraction:
    return Round(rules(**axes), 2, goal("duel", 2), phase).values()[0]


def test_equations():
    assert solve([[0, Fraction(2)], [Fraction(3), Fraction(1)]], [Fraction(4), Fraction(8)]) == [2, 2]


@pytest.mark.parametrize("followers", ["same", "up-to", "declare"])
@pytest.mark.parametrize("ends", ["first-out", "last-in"])
@pytest.mark.parametrize(
    "axis", [{}, {"tie_by_throws": "fewer-wins"}, {"ties": "later-wins"}, {"kept_dice": "locked"}]
)
def test_with_a_token_each_the_best_wins(followers, ends, axis):
    axes = {**TWO_THROWS, "followers": followers, "ends": ends, "tokens": 2, "decharge_throws": 3, **axis}
    assert exact(decharge(1, 1), **axes) == duel(**axes)


def test_with_one_token_in_the_pot_the_worst_has_lost():
    axes = {**TWO_THROWS, "tokens": 1}
    assert exact(charge(1, 0, 0), **axes) == duel("charge", **axes)


def test_one_token_against_two_by_hand():
    """Single throws: the best wins at once, but the other pays 1 only with two nénettes, 9 of 128."""
    chance = (HALF + Fraction(9, 128)) / (1 + Fraction(9, 128))
    assert exact(decharge(1, 2), tokens=3, **ONE_THROW) == chance
    assert exact(decharge(2, 1), tokens=3, **ONE_THROW) == 1 - chance


def test_two_tokens_in_the_pot_by_hand():
    """One taken and one left: losing again is the Espagnole, winning makes it one each."""
    assert exact(charge(1, 1, 0), tokens=2, **ONE_THROW) == HALF * HALF
    assert exact(charge(1, 0, 1), tokens=2, **ONE_THROW) == HALF + HALF * HALF
    assert exact(charge(2, 0, 0), tokens=2, **ONE_THROW) == HALF


def test_havraise_by_hand():
    """Of two tokens the first throws both to the other in 5 of 8, who has lost; else the other throws one.

    Then each has one, and the first, who received last, leads.
    """
    axes = {**TWO_THROWS, "charge": "havraise", "ends": "last-in"}
    lead = duel(**axes)
    assert lead > HALF
    assert exact(charge(1, 0, 0), tokens=1, **axes) == 1
    assert exact(charge(1, 0, 1), tokens=2, **axes) == 1
    assert exact(charge(1, 1, 0), tokens=2, **axes) == 1 - lead
    assert exact(charge(2, 0, 0), tokens=2, **axes) == Fraction(5, 8) + Fraction(3, 8) * lead


def test_a_partie_of_two_manches_by_hand():
    """With one token a manche is a round, s for its leader, and the loser leads the next."""
    axes = {**TWO_THROWS, "tokens": 1, "manches": 2, "ends": "last-in"}
    game = Game(rules(**axes), 2, "partie")
    s = duel("charge", **axes)
    last = s * (1 - s)
    values = {lost: game.exact(game.start(lost))[0] for lost in product(range(2), repeat=2)}
    assert values == {
        (1, 1): s,
        (1, 0): last,
        (0, 1): s + (1 - s) * s,
        (0, 0): s * (1 - last) + (1 - s) * last,
    }


def test_an_espagnole_may_cost_the_partie():
    axes = {**TWO_THROWS, "tokens": 1, "manches": 2, "espagnole": "partie"}
    game = Game(rules(**axes), 2, "partie")
    assert game.exact(game.start())[0] == game.exact(game.start((0, 1)))[0] == duel("charge", **axes)


def test_an_espagnole_happens_in_the_charge_only():
    game = Game(rules(tokens=6, manches=2, espagnole="partie", ends="last-in"), 2, "partie")
    move = game.follow(State("decharge", 0, (1, 5), (0, 0)), Outcome((0,), (1,), (-1, 1), 1))
    assert move.state == State("charge", 6, (0, 0), (1, 0))
    manche = Game(rules(tokens=6, manches=2), 2, "partie")
    move = manche.follow(State("charge", 1, (5, 0), (0, 0)), Outcome((1,), (0,), (1, 0), 0))
    assert move.state == State("charge", 6, (0, 0), (1, 0))


def test_first_out_decides_a_partie_of_two_players():
    axes = {**ONE_THROW, "tokens": 3, "manches": 2}
    game = Game(rules(**axes), 2, "partie")
    manche = exact(decharge(1, 2), **axes)
    assert game.exact(State("decharge", 0, (1, 2), (1, 1)))[0] == manche
    assert game.exact(State("decharge", 0, (1, 2), (1, 0)))[0] == manche * HALF
    assert game.exact(State("decharge", 0, (1, 2), (0, 1)))[0] == manche + (1 - manche) * HALF


@pytest.mark.parametrize(
    "axes",
    [
        {"tokens": 4, **TWO_THROWS},
        {"tokens": 4, **TWO_THROWS, "next_leader": "winner", "transfer": "difference"},
        {
            "tokens": 5,
            **TWO_THROWS,
            "next_leader": "rotation",
            "rampo_value": "choice",
            "nenette_tie": "last-wins",
        },
        {"tokens": 4, **TWO_THROWS, "values": {"111": "all", "211": "all-but-one"}, "nenette_takes": 2},
    ],
)
def test_exact_values_are_their_own_backup_and_the_limit_of_cut_games(axes):
    game = Game(rules(**axes), 2)
    states = [*game.states("charge"), *game.states("decharge")]
    near = game.limit(states)
    for state in states:
        value = game.exact(state)
        assert game.backup(state, game.exact) == value
        assert sum(value) == 1
        assert near[state] == pytest.approx(tuple(map(float, value)), abs=1e-11)


@pytest.mark.parametrize("next_leader", ["loser", "winner"])
def test_the_first_guess_does_not_matter(next_leader, monkeypatch):
    """Even from best replies to even shares, solving goes on until the replies are their own."""
    axes = {**TWO_THROWS, "tokens": 5, "next_leader": next_leader}
    guessed = Game(rules(**axes), 2).exact(decharge(1, 4))
    monkeypatch.setattr("oracles.game.NEAR_ENOUGH", 1.0)
    game = Game(rules(**axes), 2)
    replies = []
    once = game.even
    monkeypatch.setattr(game, "even", lambda state: replies.append(state) or once(state))
    assert game.exact(decharge(1, 4)) == guessed
    assert replies == list(game.states("decharge"))
    assert game.backup(decharge(1, 4), game.exact) == guessed


def test_tokens_are_conserved():
    game = Game(rules(tokens=4, ends="last-in", rampo_value="choice", **TWO_THROWS), 3)
    for state in [*game.states("charge"), *game.states("decharge")]:
        moves = game.moves(state, lambda _: (Fraction(2, 3),) * 3)
        assert sum(moves.values()) == 1
        for move in moves:
            if move.state is None:
                assert sum(move.payoffs) == 2
            else:
                assert move.state.pot + sum(move.state.stacks) == 4
                assert move.state.phase == "charge" or move.state.stacks[0] > 0


@pytest.mark.parametrize(
    ("next_leader", "expected", "leader"),
    [("loser", (4, 2, 0), 2), ("winner", (4, 2, 0), 2), ("rotation", (4, 2, 0), 2)],
)
def test_who_has_left_does_not_lead(next_leader, expected, leader):
    game = Game(rules(tokens=6, ends="last-in", next_leader=next_leader), 3)
    sent = {"loser": 2, "winner": 1, "rotation": 1}[next_leader]
    move = game.follow(decharge(2, 1, 3), Outcome((1,), (2,), (0, -1, 1), sent))
    assert (move.state, move.leader) == (decharge(*expected), leader)


def test_seats_of_those_still_in():
    game = Game(rules(tokens=6, ends="last-in"), 3)
    assert game.seats(decharge(4, 0, 2)) == [0, 2]
    assert game.seats(charge(2, 4, 0, 0)) == [0, 1, 2]
    move = game.follow(decharge(4, 0, 2), Outcome((0,), (1,), (-1, 1), 1))
    assert (move.state, move.leader) == (decharge(3, 3, 0), 2)
    assert game.follow(decharge(4, 0, 2), Outcome((1,), (0,), (2, -2), 0)).payoffs == (0, 1, 1)


def test_how_a_charge_of_three_ends():
    out = Outcome((0,), (1,), (0, 2, 0), 1)
    first, last = (Game(rules(tokens=6, ends=ends), 3) for ends in ("first-out", "last-in"))
    assert first.follow(charge(2, 0, 0, 4), out).payoffs == (1, 0, 0)
    assert first.follow(charge(2, 0, 4, 0), out).payoffs == (HALF, 0, HALF)
    assert last.follow(charge(2, 0, 4, 0), out).payoffs == (1, 0, 1)
    assert last.follow(charge(2, 0, 0, 4), out).state == decharge(2, 4, 0)
    four = Game(rules(tokens=6), 4)
    assert four.follow(charge(2, 4, 0, 0, 0), Outcome((0,), (1,), (0, 2, 0, 0), 1)).payoffs == (
        0,
        0,
        HALF,
        HALF,
    )
    assert first.follow(charge(2, 1, 0, 3), out).state == decharge(2, 3, 1)
    assert first.follow(charge(3, 1, 0, 2), out).state == charge(1, 2, 2, 1)


def test_the_manches_lost_follow_the_seats():
    game = Game(rules(tokens=6, ends="last-in", manches=3), 3, "partie")
    move = game.follow(State("decharge", 0, (5, 1, 0), (0, 1, 2)), Outcome((1,), (0,), (1, -1), 0))
    assert (move.state, move.leader) == (State("charge", 6, (0, 0, 0), (1, 1, 2)), 0)
    move = game.follow(State("decharge", 0, (1, 5, 0), (0, 1, 2)), Outcome((0,), (1,), (-1, 1), 1))
    assert (move.state, move.leader) == (State("charge", 6, (0, 0, 0), (2, 2, 0)), 1)
    move = game.follow(State("decharge", 0, (1, 0, 5), (0, 1, 2)), Outcome((0,), (1,), (-1, 1), 1))
    assert move.payoffs == (1, 1, 0)


def test_three_players_alike_share_alike():
    one_each = decharge(1, 1, 1)
    first = Game(rules(tokens=3, **ONE_THROW), 3)
    assert first.limit(list(first.states("decharge")))[one_each] == pytest.approx((1 / 3,) * 3, abs=1e-12)
    last = Game(rules(tokens=3, ends="last-in", **ONE_THROW), 3)
    values = last.limit(list(last.states("decharge")))
    assert values[one_each] == pytest.approx((2 / 3,) * 3, abs=1e-12)
    two_left = 73 / 137
    assert values[decharge(1, 2, 0)] == pytest.approx((two_left, 1 - two_left, 1), abs=1e-12)
    assert values[decharge(1, 0, 2)] == pytest.approx((two_left, 1, 1 - two_left), abs=1e-12)


@pytest.mark.parametrize(
    ("ends", "followers", "whole"),
    [("first-out", "up-to", 1), ("first-out", "declare", 1), ("last-in", "same", 2)],
)
def test_three_players_with_choices(ends, followers, whole):
    """Shares add up, and the limit is approached by cutting ever later."""
    axes = {**TWO_THROWS, "followers": followers, "rampo_value": "choice", "tie_by_throws": "fewer-wins"}
    game = Game(rules(tokens=3, ends=ends, **axes), 3)
    states = list(game.states("decharge"))
    values = game.limit(states)
    for state in states:
        assert sum(values[state]) == pytest.approx(whole, abs=1e-12)
        assert game.backup(state, values.__getitem__, float) == pytest.approx(values[state], abs=1e-12)
    if ends == "last-in":
        near, far = values[decharge(1, 2, 0)], values[decharge(1, 0, 2)]
        assert (far[0], far[2]) == pytest.approx(near[:2], abs=1e-12)
        assert near[2] == far[1] == 1
    cut = [game.cut(rounds, states)[decharge(1, 1, 1)][0] for rounds in (2, 12)]
    errors = [abs(value - values[decharge(1, 1, 1)][0]) for value in cut]
    assert errors[1] <= errors[0]
    assert errors[1] < 1e-3


def test_three_players_from_the_charge():
    game = Game(rules(tokens=2, ends="last-in", **TWO_THROWS), 3)
    states = [*game.states("charge"), *game.states("decharge")]
    values = game.limit(states)
    assert values[charge(1, 1, 0, 0)][0] < values[charge(2, 0, 0, 0)][0] < values[charge(1, 0, 1, 0)][0]
    assert all(sum(vector) == pytest.approx(2, abs=1e-12) for vector in values.values())
    assert values[decharge(1, 1, 0)][0] == pytest.approx(float(duel(**TWO_THROWS)), abs=1e-12)


def test_a_cut_game_pays_those_who_are_out_and_shares_the_rest():
    game = Game(rules(tokens=3, ends="last-in"), 3)
    assert game.cut(0, [decharge(1, 0, 2)])[decharge(1, 0, 2)] == (0.5, 1.0, 0.5)
    assert Game(rules(tokens=3), 3).even(decharge(1, 1, 1)) == (1 / 3,) * 3


def test_rotation():
    assert rotate((1, 2, 3), 2) == (3, 1, 2)
    assert rotate(rotate((1, 2, 3), 2), -2) == (1, 2, 3)
