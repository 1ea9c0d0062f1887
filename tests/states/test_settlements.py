"""Settlements by hand, axis by axis: payments that run short, who leaves, who leads, what ends."""

from __future__ import annotations

import pytest

from game421.dice import parse_roll
from game421.errors import InputError
from game421.rules.record import Rules
from game421.states.payoffs import game_payoffs, round_payoffs
from game421.states.positions import Position
from game421.states.results import Result
from game421.states.settlements import Ending, Settlement, settle, settle_throw
from game421.states.summaries import Summary
from game421.states.token_states import TokenState, opening

FIRST_OUT = Rules()
LAST_IN = Rules(ends="last-in")
PARTIE = Rules(ends="last-in", manches=2)


def state_of(line: str) -> TokenState:
    """The token state written as the first three fields of a position, and lost= if any."""
    phase, pot, stacks, *words = line.split()
    return Position.parse(" ".join([phase, pot, stacks, "-", "3", "-", "3", *words])).token_state


def settled(rules: Rules, line: str, results: str) -> Settlement:
    """The only settlement of a round without throw-off."""
    state = state_of(line)
    made = [Result.parse(part if "@" in part else part + "@3") for part in results.split("/")]
    ((_, settlement),) = settle(rules, state, Summary.of(rules, state.phase, made))
    return settlement


def goes_on(settlement: Settlement) -> tuple[str, tuple[int, ...]]:
    """The next state as the start of a position line, and the seats its players come from."""
    assert settlement.state is not None
    line = str(Position.before_round(settlement.state, 3)).split()
    return " ".join([*line[:3], *line[7:]]), settlement.seats


def test_the_worst_takes_from_the_pot_what_the_best_is_worth():
    done = settled(FIRST_OUT, "C 21 0/0", "654/421")
    assert done.best == (1,)
    assert done.worst == (0,)
    assert done.scores == (-10, 0)
    assert goes_on(done) == ("C 11 10/0", (0, 1))
    assert done.ending is None


def test_a_pot_that_holds_less_gives_what_is_left_and_the_decharge_begins():
    done = settled(FIRST_OUT, "C 4 9/8", "421/654")
    assert done.scores == (0, -4)
    assert goes_on(done) == ("D 0 12/9", (1, 0))


@pytest.mark.parametrize(("value", "left"), [("all", 0), ("all-but-one", 1), (8, 1)])
def test_a_part_of_the_pot(value, left):
    rules = Rules(values={"both": {"421": value}})
    done = settled(rules, "C 9 6/6", "421/654")
    assert done.state is not None
    assert done.state.pot == left


def test_all_but_one_of_a_pot_of_one_is_one():
    rules = Rules(values={"both": {"421": "all-but-one"}})
    assert goes_on(settled(rules, "C 1 10/10", "421/654")) == ("D 0 11/10", (1, 0))


def test_nenette_takes_its_own_number_whatever_the_best_was():
    assert goes_on(settled(Rules(nenette_takes=2), "C 21 0/0", "421/221")) == ("C 19 2/0", (1, 0))
    assert goes_on(settled(Rules(nenette_takes=2), "C 1 10/10", "421/221")) == ("D 0 11/10", (1, 0))


def test_each_maker_takes_in_turn_order_while_the_pot_lasts():
    rules = Rules(nenette_takes=2, nenette_each=True)
    done = settled(rules, "C 21 0/0/0", "221/421/221")
    assert done.scores == (-2, 0, -2)
    assert done.worst == (0, 2)
    assert goes_on(done) == ("C 17 2/2/0", (2, 0, 1))
    short = settled(rules, "C 3 6/6/6", "221/421/221")
    assert short.scores == (-2, 0, -1)
    assert goes_on(short) == ("D 0 7/8/6", (2, 0, 1))


def test_a_last_maker_who_got_nothing_may_be_out_and_then_the_next_leads():
    rules = Rules(nenette_takes=2, nenette_each=True, ends="last-in")
    done = settled(rules, "C 2 0/19/0", "221/421/221")
    assert done.scores == (-2, 0, 0)
    assert goes_on(done) == ("D 0 2/19", (0, 1))


def test_the_best_gives_the_worst_at_most_what_he_has():
    assert goes_on(settled(FIRST_OUT, "D 0 8/13", "322/611")) == ("D 0 14/7", (0, 1))
    done = settled(LAST_IN, "D 0 8/7/6", "421/654/322")
    assert done.scores == (8, 0, -8)
    assert goes_on(done) == ("D 0 14/7", (2, 1))


@pytest.mark.parametrize(
    ("value", "stacks", "paid"),
    [("all", "8/7/6", 8), ("all-but-one", "8/7/6", 7), ("all-but-one", "1/10/10", 1)],
)
def test_a_part_of_the_winners_stack(value, stacks, paid):
    rules = Rules(values={"both": {"421": value}})
    assert settled(rules, f"D 0 {stacks}", "421/654/322").scores == (paid, 0, -paid)


@pytest.mark.parametrize(("transfer", "paid"), [("best", 6), ("sum", 7), ("difference", 5)])
def test_transfer(transfer, paid):
    done = settled(Rules(transfer=transfer), "D 0 8/13", "611/322")
    assert done.scores == (paid, -paid)
    assert settled(Rules(transfer=transfer), "D 0 3/18", "611/322").scores == (3, -3)


@pytest.mark.parametrize(
    ("axis", "seats"), [("loser", (2, 0, 1)), ("winner", (0, 1, 2)), ("rotation", (1, 2, 0))]
)
def test_who_leads_next(axis, seats):
    for line, stacks in [("D 0 8/7/6", (2, 7, 12)), ("C 15 4/1/1", (4, 1, 7))]:
        done = settled(Rules(next_leader=axis), line, "611/543/322")
        assert done.seats == seats
        assert done.state is not None
        assert done.state.stacks == tuple(stacks[seat] for seat in seats)


def test_the_leader_of_the_charge_goes_through_to_the_decharge():
    for axis, seats in [("loser", (1, 0)), ("winner", (0, 1)), ("rotation", (1, 0))]:
        assert settled(Rules(next_leader=axis), "C 2 9/10", "421/322").seats == seats


def test_a_leader_who_has_left_is_followed_by_the_next_still_in():
    winner = Rules(ends="last-in", next_leader="winner")
    assert goes_on(settled(winner, "D 0 8/7/6", "322/543/421")) == ("D 0 14/7", (0, 1))
    assert goes_on(settled(winner, "D 0 8/7/6", "322/421/543")) == ("D 0 6/15", (2, 0))
    rotation = Rules(ends="last-in", next_leader="rotation")
    assert goes_on(settled(rotation, "D 0 8/7/6", "322/421/543")) == ("D 0 6/15", (2, 0))
    assert goes_on(settled(rotation, "D 0 8/7/6", "322/543/421")) == ("D 0 7/14", (1, 0))


def test_the_first_without_tokens_wins_the_manche():
    two = settled(FIRST_OUT, "D 0 8/13", "421/322")
    assert two.ending == Ending(winners=(0,), share=1, loser=1, partie=True)
    assert two.state is None
    three = settled(FIRST_OUT, "D 0 8/7/6", "322/421/654")
    assert three.ending == Ending(winners=(1,), share=1, loser=None, partie=True)
    assert three.state is None
    assert game_payoffs("manche", three.ending, 3) == ((0, 1, 0), 1)
    assert game_payoffs("partie", three.ending, 3) == ((1, 1, 1), 1)


def test_the_last_in_loses_the_manche():
    done = settled(LAST_IN, "D 0 8/13", "421/322")
    assert done.ending == Ending(winners=(0,), share=1, loser=1, partie=True)
    assert done.state is None


def test_an_espagnole_loses_the_manche_at_once():
    last_in = settled(LAST_IN, "C 5 0/16/0", "421/322/654")
    assert last_in.ending == Ending(winners=(0, 2), share=1, loser=1, partie=True)
    assert game_payoffs("manche", last_in.ending, 3) == ((1, 0, 1), 1)
    first_out = settled(FIRST_OUT, "C 5 0/16/0", "421/322/654")
    assert first_out.ending == Ending(winners=(0, 2), share=2, loser=1, partie=True)
    assert game_payoffs("manche", first_out.ending, 3) == ((1, 0, 1), 2)
    assert game_payoffs("partie", first_out.ending, 3) == ((1, 0, 1), 1)


@pytest.mark.parametrize(("espagnole", "partie"), [("manche", False), ("partie", True)])
def test_an_espagnole_may_lose_the_whole_partie(espagnole, partie):
    rules = Rules(ends="last-in", manches=3, espagnole=espagnole)
    for words in ("", " lost=0/1"):
        done = settled(rules, "C 5 0/16" + words, "421/322")
        assert done.ending is not None
        assert done.ending.partie is partie
        assert (done.state is None) is (partie or not words)
    in_decharge = settled(rules, "D 0 5/16", "421/322")
    assert in_decharge.ending is not None
    assert not in_decharge.ending.partie


def test_others_without_tokens_when_the_charge_ends():
    last_in = settled(LAST_IN, "C 5 8/0/8", "421/654/322")
    assert goes_on(last_in) == ("D 0 13/8", (2, 0))
    assert last_in.ending is None
    first_out = settled(FIRST_OUT, "C 5 8/0/0/8", "421/654/543/322")
    assert first_out.ending == Ending(winners=(1, 2), share=2, loser=None, partie=True)
    assert first_out.state is None


def test_the_next_manche_of_a_partie():
    done = settled(PARTIE, "D 0 8/13 lost=1/0", "421/322")
    assert done.ending == Ending(winners=(0,), share=1, loser=1, partie=False)
    assert goes_on(done) == ("C 21 0/0 lost=1/1", (1, 0))
    over = settled(PARTIE, "D 0 8/13 lost=1/1", "421/322")
    assert over.ending == Ending(winners=(0,), share=1, loser=1, partie=True)
    assert over.state is None
    only_manche = settled(PARTIE, "D 0 8/13", "421/322")
    assert only_manche.ending == Ending(winners=(0,), share=1, loser=1, partie=False)
    assert only_manche.state is None
    with pytest.raises(InputError, match="the partie goes on"):
        game_payoffs("partie", done.ending, 2)


def test_two_players_first_out_have_a_loser_too():
    rules = Rules(manches=2)
    done = settled(rules, "D 0 8/13 lost=0/0", "421/322")
    assert goes_on(done) == ("C 21 0/0 lost=1/0", (1, 0))
    last = settled(rules, "D 0 8/13 lost=0/1", "421/322").ending
    assert last == Ending(winners=(0,), share=1, loser=1, partie=True)
    assert game_payoffs("partie", last, 2) == ((1, 0), 1)


def test_the_loser_of_a_manche_leads_the_next_whoever_led_rounds():
    for axis in ("loser", "winner", "rotation"):
        rules = Rules(ends="last-in", manches=2, next_leader=axis)
        assert goes_on(settled(rules, "D 0 8/13 lost=0/0", "421/322")) == ("C 21 0/0 lost=1/0", (1, 0))
        assert goes_on(settled(rules, "D 0 13/8 lost=0/0", "322/421")) == ("C 21 0/0 lost=1/0", (0, 1))


def test_payments_cut_to_the_same_are_one_settlement():
    """Coins: the winner's last throw is 111 in 7 of 22, 211 in 12, 222 in 3; with 3 left, 7 and 5 pay 3."""
    values = {"both": {"111": 7, "211": 2, "222": 5, "221": 1}}
    rules = Rules(die=(1, 1, 0, 0, 0, 0), values=values, rampo_value="rampo")
    state = state_of("D 0 3/3/15")
    summary = Summary.of(rules, "D", [Result.parse(part) for part in ("222@3", "222@3", "221@3")])
    pairs = settle(rules, state, summary)
    assert {(done.scores, ways) for ways, done in pairs} == {
        ((3, 0, -3), 10),
        ((2, 0, -2), 12),
        ((0, 3, -3), 10),
        ((0, 2, -2), 12),
    }


def test_in_a_partie_who_has_left_keeps_his_seat_for_the_next_manche():
    left = settled(PARTIE, "D 0 8/7/6 lost=1/0/1", "322/421/654")
    assert goes_on(left) == ("D 0 15/0/6 lost=1/0/1", (0, 1, 2))
    winner = Rules(ends="last-in", manches=2, next_leader="winner")
    assert goes_on(settled(winner, "D 0 8/7/6 lost=1/0/1", "322/421/654")) == (
        "D 0 6/15/0 lost=1/1/0",
        (2, 0, 1),
    )
    rotation = Rules(ends="last-in", manches=2, next_leader="rotation")
    assert goes_on(settled(rotation, "D 0 8/0/13 lost=0/1/1", "654/322")) == (
        "D 0 15/6/0 lost=1/0/1",
        (2, 0, 1),
    )
    over = settled(PARTIE, "D 0 8/0/13 lost=0/0/1", "654/421@3")
    assert over.scores == (-10, 0, 10)
    ended = settled(PARTIE, "D 0 18/0/3 lost=0/0/1", "654/421")
    assert ended.ending == Ending(winners=(1, 2), share=1, loser=0, partie=False)
    assert goes_on(ended) == ("C 21 0/0/0 lost=1/0/1", (0, 1, 2))


def test_havraise_moves_each_throw_to_the_other():
    rules = Rules(charge="havraise", ends="last-in")
    throw = settle_throw(rules, state_of("C 18 3/0"), parse_roll("421"))
    assert throw.scores == (0, -10)
    assert goes_on(throw) == ("C 8 10/3", (1, 0))
    assert (throw.best, throw.worst) == ((), ())
    last = settle_throw(rules, state_of("C 8 10/3"), parse_roll("421"))
    assert goes_on(last) == ("D 0 11/10", (1, 0))
    espagnole = settle_throw(rules, state_of("C 8 0/13"), parse_roll("421"))
    assert espagnole.ending == Ending(winners=(0,), share=1, loser=1, partie=True)
    part = Rules(charge="havraise", values={"both": {"421": "all-but-one"}})
    assert goes_on(settle_throw(part, state_of("C 8 10/3"), parse_roll("421"))) == ("C 1 10/10", (1, 0))


@pytest.mark.parametrize(
    ("line", "scores"), [("R - -/-/-", (0, 10, -10)), ("D - -/-/-", (0, 10, -10)), ("C - -/-/-", (0, 0, -10))]
)
def test_bare_rounds_pay_in_full_and_end(line, scores):
    done = settled(FIRST_OUT, line, "654/421/322")
    assert (done.best, done.worst, done.scores) == ((1,), (2,), scores)
    assert done.state is None
    assert done.ending is None
    assert done.parts == 1


def test_bare_rounds_count_tokens_for_all():
    for value, paid in [("all", 21), ("all-but-one", 20)]:
        rules = Rules(values={"both": {"421": value}})
        assert settled(rules, "D - -/-", "421/322").scores == (paid, -paid)
        assert settled(rules, "C - -/-", "421/322").scores == (0, -paid)
    each = Rules(nenette_takes=2, nenette_each=True)
    assert settled(each, "C - -/-/-", "221/421/221").scores == (-2, 0, -2)


def test_sips_are_drunk_by_the_worst():
    rules = Rules(game="sips", repeat_421=2)
    done = settled(rules, "R - -/-/-", "421/421/654")
    assert (done.best, done.worst, done.scores) == ((0, 1), (2,), (0, 0, -12))
    with_gifts = Rules(game="sips", brelan_gift=True)
    counted = settled(with_gifts, "R - -/-/-", "421/543/654")
    assert (counted.scores, counted.parts) == ((0, -20, 0), 2)


def test_round_payoffs():
    done = settled(FIRST_OUT, "R - -/-/-", "654/421/322")
    assert round_payoffs("duel", done) == ((0, 1, 0), 1)
    assert round_payoffs("safe", done) == ((1, 1, 0), 1)
    assert round_payoffs("tokens", done) == ((0, 10, -10), 1)
    assert round_payoffs("relative", done) == ((0, 30, -30), 2)
    sips = settled(Rules(game="sips"), "R - -/-/-", "421/421/654")
    assert round_payoffs("duel", sips) == ((1, 1, 0), 2)
    assert round_payoffs("relative", sips) == ((10, 10, -20), 2)
    makers = settled(Rules(nenette_takes=2, nenette_each=True), "C 21 0/0/0", "221/421/221")
    assert round_payoffs("safe", makers) == ((0, 1, 0), 1)
    throw = settle_throw(Rules(charge="havraise"), state_of("C 21 0/0"), parse_roll("654"))
    assert round_payoffs("tokens", throw) == ((0, -2), 1)
    with pytest.raises(InputError, match="no best and no worst"):
        round_payoffs("duel", throw)


def test_a_round_that_is_not_over_is_refused():
    state = state_of("D 0 8/7/6")
    summary = Summary.of(FIRST_OUT, "D", [Result.parse("654@3"), Result.parse("322@3")])
    with pytest.raises(InputError, match="2 of 3 players"):
        settle(FIRST_OUT, state, summary)


def test_openings():
    assert opening(FIRST_OUT, 3) == TokenState("C", 3, 21, (0, 0, 0))
    assert opening(PARTIE, 2, partie=True) == TokenState("C", 2, 21, (0, 0), (0, 0))
    assert opening(Rules(game="sips"), 4) == TokenState("R", 4)
    for rules, players in [
        (FIRST_OUT, 1),
        (FIRST_OUT, 7),
        (Rules(charge="havraise"), 3),
        (Rules(manches=2), 3),
    ]:
        with pytest.raises(InputError, match="players"):
            opening(rules, players)
