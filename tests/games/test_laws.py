"""Laws of the two-player game, over every state of the presets and of small games of all kinds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game421.errors import Game421Error
from game421.games.backups import back_up
from game421.games.space import game_space
from game421.games.two_players import integer_vector, solve_two_players
from game421.rounds.solving import RoundPayoffs, solve_round
from game421.rules import load_rules
from game421.rules.contradictions import contradictions
from game421.rules.record import Rules
from game421.states.token_states import TokenState

from .small import COIN, LOW_FACES, THREE_FACES, both, goal_of, solved, worth
from .test_against_oracle import BASES, CHANGES
from .test_presets import TOKENS

Worth = Mapping[TokenState, Fraction]


def charge(pot: int, *stacks: int, lost: tuple[int, ...] = ()) -> TokenState:
    return TokenState("C" if pot else "D", 2, pot, stacks, lost)


def more_tokens(values: Worth) -> Iterator[tuple[TokenState, TokenState]]:
    """Every two states with the same pot, the leader having one token more in the second."""
    for state in values:
        mine, other = state.stacks
        more = TokenState(state.phase, 2, state.pot, (mine + 1, other - 1), state.lost)
        if more in values:
            yield state, more


def never_better_with_more(values: Worth) -> None:
    for less, more in more_tokens(values):
        assert values[less] >= values[more], (less, more)


@pytest.mark.parametrize("name", TOKENS)
def test_a_token_more_is_never_better_in_the_presets(name: str) -> None:
    values = worth(solved(load_rules(name)))
    never_better_with_more(values)
    assert all(values[less] > values[more] for less, more in more_tokens(values))


FAMILIES = ("421", "111", "fiche", "brelan", "tierce", "rest", "221")

any_table = st.fixed_dictionaries(
    {
        "die": st.sampled_from([COIN, THREE_FACES, LOW_FACES, (1, 9, 0, 0, 0, 0)]),
        "tokens": st.integers(2, 6),
        "charge_throws": st.integers(1, 2),
        "decharge_throws": st.integers(1, 2),
        "followers": st.sampled_from(["same", "up-to", "declare"]),
        "tie_by_throws": st.sampled_from(["ignore", "fewer-wins"]),
        "ties": st.sampled_from(["rampo", "rampo", "later-wins", "earlier-wins"]),
        "nenette_tie": st.sampled_from(["rampo", "last-wins"]),
        "rampo_value": st.sampled_from(["tied", "rampo", "choice"]),
        "next_leader": st.sampled_from(["loser", "winner", "rotation"]),
        "charge": st.sampled_from(["rounds", "rounds", "havraise"]),
        "nenette_takes": st.integers(0, 3),
        "nenette_each": st.booleans(),
        "transfer": st.sampled_from(["best", "sum", "difference"]),
        "values": st.fixed_dictionaries(
            {key: st.sampled_from([1, 2, 3, 5, 8, "all", "all-but-one"]) for key in FAMILIES}
        ),
    }
)


@settings(deadline=None, max_examples=80)
@given(any_table)
def test_a_token_more_is_never_better_at_any_table(axes: dict[str, Any]) -> None:
    """At the same pot whoever has fewer may do as he would with more, and has never more after any round."""
    rules, _ = both(axes)
    assume(not contradictions(rules))
    never_better_with_more(worth(solve_two_players(game_space(rules, 2, "manche")).values))


@pytest.mark.parametrize("name", TOKENS)
def test_to_lead_may_be_worth_more_than_a_token(name: str) -> None:
    """The last token of the pot: its taker leads the décharge, and often likes that better than the round.

    With a pot of 1 the round decides between leading with a token more and following with none more;
    where leading with it is the better of the two, so it is than the round. Never so before the last token.
    """
    rules = load_rules(name)
    values, tokens = worth(solved(rules)), rules.tokens
    better = [
        (pot, mine)
        for pot in range(1, tokens)
        for mine in range(tokens - pot)
        if values[charge(pot - 1, mine + 1, tokens - pot - mine)]
        > values[charge(pot, mine, tokens - pot - mine)]
    ]
    last = [(1, mine) for mine in range(1, tokens - 1)]
    assert [case for case in better if case[0] == 1] == last
    for mine in range(1, tokens - 1):
        lead, follow = values[charge(0, mine + 1, tokens - mine - 1)], values[charge(0, tokens - mine, mine)]
        assert lead > 1 - follow
    if rules.charge == "rounds":
        assert better == last


@pytest.mark.parametrize("name", TOKENS)
def test_a_token_that_the_other_takes(name: str) -> None:
    """It is never bad for the leader where the loser of a round takes it; given away by a throw it may be."""
    rules = load_rules(name)
    values, tokens = worth(solved(rules)), rules.tokens
    worse = [
        (pot, mine)
        for pot in range(2, tokens + 1)
        for mine in range(tokens - pot + 1)
        if values[charge(pot - 1, mine, tokens - pot - mine + 1)]
        < values[charge(pot, mine, tokens - pot - mine)]
    ]
    assert bool(worse) == (rules.charge == "havraise")


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("base", BASES)
def test_each_player_alone_gets_what_the_table_says(base: str, change: str) -> None:
    """One round for both seats' own values, nothing taken from one for the other: they add to 1 again."""
    rules, _ = both(BASES[base], CHANGES[change])
    table = solved(rules, goal_of(rules))
    space = game_space(rules, 2, goal_of(rules))
    one = table.denominator
    vector = integer_vector(space, tuple(int(table.values[state][0]) for state in space.states), one)
    for block in space.blocks:
        expected = np.array([table.values[space.states[index]] for index in block.states], object).T
        if block.tree is None:
            found = back_up(space, block, vector, one)
            assert (found.value == expected * found.scale).all()
            continue
        solution = solve_round(block.tree, RoundPayoffs(vector[block.leads_to]))
        assert (solution.start == expected * solution.scale[0]).all()


def test_seats_turned_round_are_the_same_players() -> None:
    """One throw, no order among equals: whoever leads, chances go with the stacks."""
    for change in ({}, {"next_leader": "winner"}, {"transfer": "sum", "rampo_value": "rampo"}):
        rules, _ = both({"die": THREE_FACES, "tokens": 6, "charge_throws": 1, "decharge_throws": 1}, change)
        for state, value in worth(solved(rules)).items():
            turned = TokenState(state.phase, 2, state.pot, state.stacks[::-1])
            assert worth(solved(rules))[turned] == 1 - value


def test_where_order_counts_seats_differ() -> None:
    rules, _ = both(
        {"die": THREE_FACES, "tokens": 6, "charge_throws": 1, "decharge_throws": 1, "ties": "later-wins"}
    )
    assert worth(solved(rules))[charge(0, 3, 3)] < Fraction(1, 2)


@pytest.mark.parametrize("tie_by_throws", ["ignore", "fewer-wins"])
def test_the_leader_never_gains_when_the_followers_choice_grows_in_the_last_round(tie_by_throws: str) -> None:
    """With a token each the next round decides; `same`, `declare`, `up-to` leave the follower ever more."""
    starts = []
    for followers in ("same", "declare", "up-to"):
        axes = {"followers": followers, "tie_by_throws": tie_by_throws, "tokens": 2, "decharge_throws": 3}
        rules, _ = both({"die": THREE_FACES}, axes)
        starts.append(worth(solved(rules))[charge(0, 1, 1)])
    assert starts == sorted(starts, reverse=True)
    assert (starts[0] == starts[1]) == (tie_by_throws == "ignore")


@pytest.mark.parametrize("base", BASES)
def test_le_bon_gains_nothing_in_whole_games_while_throws_break_no_ties(base: str) -> None:
    change = {"tie_by_throws": "ignore", "charge_throws": 2, "tokens": 5}
    declare, same = (
        worth(solved(both(BASES[base], change, {"followers": followers})[0]))
        for followers in ("declare", "same")
    )
    assert declare == same


def test_units_of_tokens_do_not_matter() -> None:
    """Twice the tokens, every payment doubled: the same game."""
    single = dict.fromkeys(FAMILIES, 1) | {"111": 2, "421": 3}
    games = [
        both(
            {"die": THREE_FACES, "tokens": times * 4, "values": {key: times * n for key, n in single.items()}}
        )[0]
        for times in (1, 2, 3)
    ]
    first, *others = (worth(solved(rules)) for rules in games)
    for times, values in enumerate(others, start=2):
        for state, value in first.items():
            stacks = tuple(times * stack for stack in state.stacks)
            assert values[TokenState(state.phase, 2, times * (state.pot or 0), stacks)] == value


def test_rules_without_an_end_are_refused_with_the_reason() -> None:
    """All combinations equal and the last thrower best: with the winner leading tokens go to and fro."""
    ranking = (tuple(range(56)),)
    ones = {"both": dict.fromkeys(FAMILIES, 1)}
    for tokens in (3, 4):
        for ties, next_leader in (
            ("later-wins", "winner"),
            ("later-wins", "rotation"),
            ("earlier-wins", "loser"),
        ):
            rules = Rules(
                name="to and fro",
                ranking=ranking,  # type: ignore[arg-type]
                values=ones,  # type: ignore[arg-type]
                die=COIN,
                tokens=tokens,
                ties=ties,  # type: ignore[arg-type]
                next_leader=next_leader,  # type: ignore[arg-type]
                decharge_throws=1,
            )
            assert not contradictions(rules)
            with pytest.raises(Game421Error, match=r"to and fro: play .*need not end"):
                solve_two_players(game_space(rules, 2, "manche"))
