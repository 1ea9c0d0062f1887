"""Settlements against the slow twin, which compares whole rounds and follows every throw of a throw-off."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game421.dice import ROLLS
from game421.dice.ways import reach
from game421.rules.record import Rules
from game421.states.actions import format_action
from game421.states.payoffs import game_payoffs
from game421.states.results import Result
from game421.states.settlements import settle
from game421.states.summaries import Summary, throwing_off
from game421.states.token_states import TokenState
from game421.states.verdicts import throw_off_actions
from oracles.axes import rules as table_of
from oracles.game import Game, State
from oracles.payment import Payments
from oracles.settle import Settlement as TwinSettlement
from oracles.settle import read_results

COIN = (1, 1, 0, 0, 0, 0)
THREE_FACES = (2, 1, 0, 1, 0, 0)
PHASES = {"C": "charge", "D": "decharge", "R": "decharge"}
VALUES: list[dict[str, Any]] = [
    {},
    {"421": "all", "111": 7},
    {"111": "all", "222": "all-but-one"},
    {"421": 8, "charge": {"111": 3}, "decharge": {"111": "all-but-one"}},
]

axes = st.fixed_dictionaries(
    {
        "die": st.sampled_from([COIN, THREE_FACES]),
        "tokens": st.integers(10, 21),
        "ranking": st.sampled_from(["classic", "belgian"]),
        "nenette": st.sampled_from(["lowest", "above-rest"]),
        "nenette_tie": st.sampled_from(["rampo", "last-wins"]),
        "tie_by_throws": st.sampled_from(["ignore", "fewer-wins"]),
        "ties": st.sampled_from(["rampo", "rampo", "later-wins", "earlier-wins"]),
        "rampo_value": st.sampled_from(["tied", "rampo", "choice"]),
        "nenette_takes": st.integers(0, 3),
        "nenette_each": st.booleans(),
        "transfer": st.sampled_from(["best", "sum", "difference"]),
        "next_leader": st.sampled_from(["loser", "winner", "rotation"]),
        "values": st.sampled_from(VALUES),
    }
)
sips = st.fixed_dictionaries(
    {
        "game": st.just("sips"),
        "die": st.sampled_from([COIN, THREE_FACES]),
        "nenette_tie": st.sampled_from(["rampo", "last-wins"]),
        "repeat_421": st.integers(0, 3),
    }
)


@cache
def twin(key: str, phase: str) -> TwinSettlement:
    return TwinSettlement(TABLES[key], phase)


TABLES: dict[str, dict[str, Any]] = {}


def both(changes: dict[str, Any]) -> tuple[Rules, dict[str, Any]]:
    """The same rules for the package and for its twin."""
    changes = {**changes, "followers": "up-to"}
    if not changes.get("nenette_takes") or changes.get("nenette") == "above-rest":
        changes["nenette_each"] = False
    written = changes.get("values", {})
    general = {key: value for key, value in written.items() if key not in PHASES.values()}
    phases = {key: value for key, value in written.items() if key in PHASES.values()}
    return Rules(**{**changes, "values": {"both": general, **phases}}), table_of(**changes)


def agree(rules: Rules, table: dict[str, Any], state: TokenState, line: str) -> None:
    TABLES[repr(table)] = table
    phase = PHASES[state.phase]
    payments = Payments(table, phase)
    results = read_results(line)
    summary = Summary.of(rules, state.phase, [Result.parse(part) for part in line.split("/")])
    options = twin(repr(table), phase).deals(results)
    actions = throw_off_actions(rules, summary)
    assert list(options) == [format_action(action) for action in actions]
    for action, deals in zip(actions, options.values(), strict=True):
        expected: dict[object, Fraction] = {}
        for deal, chance in deals.items():
            outcome = payments.outcome(results, deal, state.pot, state.stacks or None)
            key = (outcome.best, outcome.worst, tuple(-moved for moved in outcome.moved), outcome.leader)
            expected[key] = expected.get(key, Fraction(0)) + chance
        pairs = settle(rules, state, summary, action)
        whole = sum(ways for ways, _ in pairs)
        found: dict[object, Fraction] = {}
        for ways, done in pairs:
            leader = {"loser": done.worst[-1], "winner": done.best[0], "rotation": 1}[rules.next_leader]
            followed = leader if rules.next_leader != "winner" or len(done.best) == 1 else None
            key = (done.best, done.worst, done.scores, followed)
            found[key] = found.get(key, Fraction(0)) + Fraction(ways, whole)
        assert found == expected


@st.composite
def rounds(draw: st.DrawFn, die: tuple[int, ...], most: int) -> str:
    """The results of a whole round, in which many are tied."""
    possible = [ROLLS[roll] for roll, _ in reach(die)[83]]
    few = draw(st.lists(st.sampled_from(possible), min_size=1, max_size=2))
    players = draw(st.integers(2, most))
    rolls = draw(st.lists(st.sampled_from(few), min_size=players, max_size=players))
    return "/".join("".join(map(str, roll)) + f"@{draw(st.integers(1, 2))}" for roll in rolls)


@settings(deadline=None, max_examples=80)
@given(st.data(), axes)
def test_rounds_of_tokens(data, changes):
    rules, table = both(changes)
    line = data.draw(rounds(rules.die, 3 if rules.die == THREE_FACES else 4))
    players = line.count("/") + 1
    agree(rules, table, TokenState("R", players), line)
    agree(rules, table, TokenState("C", players), line)
    stacks = (*data.draw(st.lists(st.integers(1, 2), min_size=players - 1, max_size=players - 1)),)
    agree(rules, table, TokenState("D", players, 0, (*stacks, rules.tokens - sum(stacks))), line)
    in_pot = data.draw(st.integers(1, rules.tokens - sum(stacks)))
    held = (*stacks, rules.tokens - sum(stacks) - in_pot)
    agree(rules, table, TokenState("C", players, in_pot, held), line)


@settings(deadline=None, max_examples=50)
@given(st.data(), sips)
def test_rounds_of_sips(data, changes):
    rules, table = both(changes)
    line = data.draw(rounds(rules.die, 3))
    agree(rules, table, TokenState("R", line.count("/") + 1), line)


@settings(deadline=None, max_examples=10)
@given(st.sampled_from(["rampo", "last-wins"]), st.sampled_from(["best", "sum", "difference"]), st.booleans())
def test_fair_dice_between_two(tie, transfer, above):
    changes = {
        "nenette_tie": tie,
        "transfer": transfer,
        "rampo_value": "choice",
        "nenette": "above-rest" if above else "lowest",
    }
    rules, table = both(changes)
    agree(rules, table, TokenState("D", 2, 0, (8, 13)), "654@2/654@2")


@st.composite
def games(draw: st.DrawFn) -> tuple[dict[str, Any], TokenState]:
    """A rule set about who leaves, leads and loses, and a state in which few tokens are about."""
    players = draw(st.integers(2, 4))
    ends = draw(st.sampled_from(["first-out", "last-in"]))
    of_partie = draw(st.booleans()) and (players == 2 or ends == "last-in")
    manches = draw(st.integers(1, 2)) if players == 2 or ends == "last-in" else 1
    phase = draw(st.sampled_from(["C", "D"]))
    may_have_left = of_partie and ends == "last-in" and phase == "D"
    least = 0 if phase == "C" or may_have_left else 1
    stacks = tuple(draw(st.lists(st.integers(least, 4), min_size=players, max_size=players)))
    if phase == "D":
        stacks = (max(1, stacks[0]), *stacks[1:-1], max(1, stacks[-1]))
    pot = draw(st.integers(1, 3)) if phase == "C" else 0
    lost = tuple(draw(st.lists(st.integers(0, manches - 1), min_size=players, max_size=players)))
    changes = {
        "tokens": pot + sum(stacks),
        "ends": ends,
        "manches": manches,
        "espagnole": draw(st.sampled_from(["manche", "partie"])),
        "next_leader": draw(st.sampled_from(["loser", "winner", "rotation"])),
        "nenette_takes": draw(st.integers(0, 2)),
        "nenette_each": draw(st.booleans()),
        "nenette_tie": "last-wins",
    }
    return changes, TokenState(phase, players, pot, stacks, lost if of_partie else ())


def expected_after(game: Game, state: TokenState, results: Any) -> object:
    """What the twin says follows a round without throw-off; outside a partie who has left is dropped."""
    phase = PHASES[state.phase]
    ((deal, _),) = TwinSettlement(game.table, phase).deals(results)["tied"].items()
    stacks = tuple(state.stacks[seat] for seat in state.seats_in)
    outcome = Payments(game.table, phase).outcome(results, deal, state.pot, stacks)
    move = game.follow(State(phase, state.pot or 0, state.stacks, state.lost), outcome)
    if move.state is None:
        return move.payoffs
    in_charge = move.state.phase == "charge"
    left = (
        [] if state.lost or in_charge else [place for place, held in enumerate(move.state.stacks) if not held]
    )
    kept = [place for place in range(state.players) if place not in left]
    return (
        "C" if in_charge else "D",
        move.state.pot,
        tuple(move.state.stacks[place] for place in kept),
        move.state.lost,
        tuple((move.leader + place) % state.players for place in kept),
    )


@settings(deadline=None, max_examples=200)
@given(st.data(), games())
def test_what_follows_a_round(data, game_and_state):
    changes, state = game_and_state
    rules, table = both(changes)
    playing = len(state.seats_in)
    rolls = data.draw(st.permutations(["421", "654", "322", "221"]))[:playing]
    rolls = data.draw(st.sampled_from([rolls, [*rolls[:-1], "221"]]))
    line = "/".join(f"{roll}@3" for roll in rolls)
    summary = Summary.of(rules, state.phase, [Result.parse(part) for part in line.split("/")])
    assume(not any(throwing_off(rules, summary)))
    ((_, done),) = settle(rules, state, summary)
    wanted = "partie" if state.lost else "manche"
    if done.state is None:
        assert done.ending is not None
        payoffs, divisor = game_payoffs(wanted, done.ending, state.players)
        found: object = tuple(Fraction(payoff, divisor) for payoff in payoffs)
    else:
        following = done.state
        found = (following.phase, following.pot, following.stacks, following.lost, done.seats)
    assert found == expected_after(Game(table, state.players, wanted), state, read_results(line))
