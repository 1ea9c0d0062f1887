"""Small games, one change of rules at a time: the slow twin's table is proved, a spoiled one refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from game421.certificates import check_two_players, proofs
from game421.certificates.proofs import State, TwoPlayerGame
from game421.errors import TableError
from oracles.axes import ALL_DICE, VALUES, Axes, name, rules

from .played import SmallGame, numerators, record

# Three faces make ten combinations, 421, 111, 221 and two fiches among them; weights tell loaded dice apart.
BASE: dict[str, Any] = {
    "die": (2, 1, 0, 1, 0, 0),
    "tokens": 3,
    "charge_throws": 2,
    "decharge_throws": 2,
    "nenette_takes": 2,
}
CHANGES: dict[str, dict[str, Any]] = {
    "as it is": {},
    "one token": {"tokens": 1},
    "two tokens": {"tokens": 2},
    "five tokens": {"tokens": 5, "charge_throws": 1},
    "fair die of four faces": {"die": (1, 1, 0, 1, 0, 1), "charge_throws": 1},
    "die of two faces": {"die": (1, 1, 0, 0, 0, 0)},
    "belgian": {"ranking": "belgian"},
    "nenette above the rest": {"nenette": "above-rest"},
    "last nenette wins": {"nenette_tie": "last-wins"},
    "no fixed take": {"nenette_takes": 0},
    "every nenette takes": {"nenette_each": True, "tokens": 4, "charge_throws": 1},
    "every nenette takes, winner leads": {"nenette_each": True, "next_leader": "winner", "charge_throws": 1},
    "locked": {"kept_dice": "locked", "charge_throws": 3},
    "up to": {"followers": "up-to"},
    "up to, fewer wins": {"followers": "up-to", "tie_by_throws": "fewer-wins"},
    "up to, fewer wins, locked": {"followers": "up-to", "tie_by_throws": "fewer-wins", "kept_dice": "locked"},
    "declare": {"followers": "declare"},
    "declare, fewer wins": {"followers": "declare", "tie_by_throws": "fewer-wins"},
    "same, fewer wins": {"tie_by_throws": "fewer-wins"},
    "later wins": {"ties": "later-wins"},
    "earlier wins": {"ties": "earlier-wins"},
    "earlier wins, fewer first": {
        "ties": "earlier-wins",
        "tie_by_throws": "fewer-wins",
        "followers": "up-to",
    },
    "rampo pays": {"rampo_value": "rampo"},
    "rampo or tied": {"rampo_value": "choice"},
    "winner leads": {"next_leader": "winner"},
    "rotation": {"next_leader": "rotation"},
    "one throw and three": {"charge_throws": 1, "decharge_throws": 3},
    "four throws": {"charge_throws": 4, "decharge_throws": 4, "tokens": 2},
    "sum": {"transfer": "sum", "tokens": 4, "charge_throws": 1},
    "sum of a rampo": {"transfer": "sum", "rampo_value": "choice", "tokens": 4, "charge_throws": 1},
    "difference": {"transfer": "difference", "tokens": 4, "charge_throws": 1},
    "difference by rampo": {
        "transfer": "difference",
        "rampo_value": "rampo",
        "tokens": 4,
        "charge_throws": 1,
    },
    "all": {"values": {"421": "all", "charge": {"111": "all-but-one"}, "decharge": {"fiche": "all-but-one"}}},
    "havraise": {"charge": "havraise", "tokens": 5, "nenette_takes": 0},
    "own ranking": {"ranking": [["421", "221"], "111", ["411", "422"], "211", "442", "441", "444", "222"]},
    "partie": {"manches": 2, "charge_throws": 1},
    "partie of three, Espagnole": {"manches": 3, "espagnole": "partie", "tokens": 2, "charge_throws": 1},
    "partie, havraise": {"manches": 2, "charge": "havraise", "nenette_takes": 0},
}


@pytest.fixture(scope="module", autouse=True)
def rules_read_once() -> Iterator[None]:
    """The checker reads the same rules once, not for every table that it judges."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proofs, "TwoPlayerGame", cache(TwoPlayerGame))
        yield


def table_of(change: dict[str, Any]) -> Axes:
    """Axes of a small game; a ranking of few combinations is completed by those the die cannot show."""
    table = rules(**{**BASE, **change})
    if not isinstance(table["ranking"], str):
        table["nenette_takes"] = 0
        table["values"] = {"421": 2, "221": 2, "411": 3, "422": 3}
        told = {one for tier in table["ranking"] for one in ([tier] if isinstance(tier, str) else tier)}
        table["ranking"] = table["ranking"] + [name(roll) for roll in ALL_DICE if name(roll) not in told]
    return table


def goal_of(table: Axes) -> Any:
    return "partie" if table["manches"] > 1 else "manche"


@cache
def solved(change: str) -> tuple[Axes, dict[State, int], int]:
    table = table_of(CHANGES[change])
    return table, *numerators(SmallGame(table, goal_of(table)).solved())


@pytest.mark.parametrize("name", CHANGES)
def test_the_slow_twins_table_is_proved(name: str) -> None:
    table, values, denominator = solved(name)
    proof = check_two_players(record(table), values, denominator, goal_of(table))
    assert proof.states == len(values)
    assert proof.rules == record(table)
    assert f"All {len(values)} values" in proof.sentence
    assert goal_of(table) in proof.sentence


@pytest.mark.parametrize("name", CHANGES)
def test_every_value_spoiled_by_one_unit_is_refused(name: str) -> None:
    table, values, denominator = solved(name)
    for at, state in enumerate(values):
        spoiled = {**values, state: values[state] + (-1) ** at}
        with pytest.raises(TableError, match="not what best play makes of the others: it is off by"):
            check_two_players(record(table), spoiled, denominator, goal_of(table))


@pytest.mark.parametrize("name", ["two tokens", "up to, fewer wins"])
def test_every_digit_of_every_value_matters(name: str) -> None:
    table, values, denominator = solved(name)
    for state, value in values.items():
        digits = str(value)
        for place, digit in enumerate(digits):
            other = digits[:place] + str((int(digit) + 1) % 10) + digits[place + 1 :]
            with pytest.raises(TableError, match="off by"):
                check_two_players(record(table), {**values, state: int(other)}, denominator, goal_of(table))


@pytest.mark.parametrize("name", CHANGES)
def test_another_denominator_is_refused(name: str) -> None:
    table, values, denominator = solved(name)
    with pytest.raises(TableError, match="off by"):
        check_two_players(record(table), values, denominator + 1, goal_of(table))


@pytest.mark.parametrize("name", CHANGES)
def test_a_table_without_one_of_its_states_is_refused(name: str) -> None:
    table, values, denominator = solved(name)
    for state in values:
        rest = {other: value for other, value in values.items() if other != state}
        words = f"{state[0]} {state[1]} {state[2]}/{state[3]}"
        with pytest.raises(TableError, match=f"the table lacks (the start, )?{words}"):
            check_two_players(record(table), rest, denominator, goal_of(table))


def test_a_common_factor_changes_nothing() -> None:
    table, values, denominator = solved("as it is")
    bigger = {state: 7 * value for state, value in values.items()}
    assert check_two_players(record(table), bigger, 7 * denominator).states == len(values)


def test_a_state_nobody_reaches_must_be_right_too() -> None:
    """Where every payment is 2 tokens, nobody comes to hold one or three of four."""
    table = table_of({"tokens": 4, "values": dict.fromkeys(VALUES, 2)})
    game, extra = SmallGame(table, "manche"), ("D", 0, 1, 3)
    decharge = set(game.states("decharge"))
    assert len(decharge) == 3
    assert len(decharge - game.reachable()) == 2
    values, denominator = numerators(game.solved(decharge))
    assert check_two_players(record(table), values, denominator).states == len(game.reachable()) + 2
    with pytest.raises(TableError, match="D 0 1/3 is not what best play makes"):
        check_two_players(record(table), {**values, extra: values[extra] + 1}, denominator)
    del values["D", 0, 3, 1]
    with pytest.raises(TableError, match="the table lacks D 0 3/1, which can follow D 0 1/3"):
        check_two_players(record(table), values, denominator)


def test_a_table_for_other_rules_is_refused() -> None:
    _, values, denominator = solved("as it is")
    for other in (
        "belgian",
        "last nenette wins",
        "later wins",
        "winner leads",
        "locked",
        "no fixed take",
        "up to",
    ):
        with pytest.raises(TableError):
            check_two_players(record(table_of(CHANGES[other])), values, denominator)
