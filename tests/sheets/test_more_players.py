"""Sheets of three players and of odd rules, in words, against the policy of every position; small dice."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from game421.advice.situations import Situations
from game421.dice import KEEP_NOTHING, parse_roll
from game421.rules.record import Rules
from game421.sheets.contents import sheet
from game421.sheets.lists import Lies
from game421.sheets.plain import as_text
from game421.sheets.policies import bare_round
from game421.sheets.telling import told
from game421.states.actions import contains, format_action, is_declared, is_stop, keep_of
from game421.states.positions import Position
from game421.states.results import Result, compare
from game421.tables import round_policy
from sheets.playing import Reader
from sheets.reading import Read, read

COIN = (2, 1, 0, 1, 0, 0)
"""Aces, deuces and fours: ten combinations, 421 and 221 among them."""

BISTRO = Rules(die=COIN, followers="declare", tie_by_throws="fewer-wins", rampo_value="choice")
TABLES = {
    "same": Rules(die=COIN),
    "declare": BISTRO,
    "up-to": Rules(die=COIN, followers="up-to", nenette_takes=2),
    "previous": replace(BISTRO, cap="previous"),
    "two throws": Rules(die=COIN, decharge_throws=2),
    "sips": Rules(die=COIN, game="sips", followers="up-to", repeat_421=2, brelan_gift=True),
    "locked": Rules(die=COIN, kept_dice="locked", followers="declare"),
    "last-wins": Rules(die=COIN, nenette_tie="last-wins", followers="up-to"),
}
SHOWN = [parse_roll(roll) for roll in ("111", "211", "221", "222", "411", "421", "422", "441", "442", "444")]
SEAT = re.compile(r"^(\d)(?:ᵉ de| of) (\d)(?: in the charge| en charge)?, ")
SUFFIX = re.compile(r"^(.*?)(?:@([\d×/]+))?(?:×(\d))?$")

CASES = [
    ("same", "tokens", 3),
    ("declare", "relative", 2),
    ("up-to", "tokens", 3),
    ("previous", "tokens", 3),
    ("two throws", "safe", 3),
    ("sips", "tokens", 3),
    ("last-wins", "duel", 3),
]


@pytest.mark.parametrize(("name", "goal", "players"), CASES)
def test_every_position_is_somewhere_on_the_full_sheet(name, goal, players):
    rules = TABLES[name]
    full = sheet(rules, goal, players, level="full")
    tables = read("txt", as_text(told(full, "en")))
    followers = by_seat(tables)
    for phase in ("decharge", "charge"):
        shown = [table for table in tables if table.section.startswith("Leader") and in_phase(table, phase)]
        if not shown:
            assert phase == "charge"
            assert goal in {"duel", "safe"} or rules.game == "sips"
            continue
        compared, said = 0, {}
        for row in round_policy(rules, goal, players, phase=phase):
            position = Position.parse(row.position)
            if position.roll is None or position.left is None:
                continue
            action = row.action.removeprefix("k")
            roll = row.position.split()[5].split("@")[0]
            turn = position.results, position.cap, position.throws, position.left
            if turn not in said:
                made = len(position.results)
                said[turn] = (
                    followed(rules, followers[phase, made], position)
                    if made
                    else led(rules, shown[0], position)
                )
            assert said[turn][roll] == action, row
            compared += 1
        assert compared >= 10 + 10 * 10


def test_locked_dice_are_followed_too():
    """Where what is set aside stays, the first of the list that has it in is meant."""
    rules = TABLES["locked"]
    full = sheet(rules, "tokens", 2, level="full")
    assert "contain" in as_text(told(full, "en"))
    (part, *_) = full.parts
    tables = [(row.left, (), row.holds) for row in part.leading]
    for table in part.facing:
        for cap in table.caps:
            tables += [
                (table.left, (Result(faced.best.result.roll, cap),), row.holds)
                for row in table.rows
                for faced in row.faced
            ]
    said = {
        (left, results, lies): holds.action(lies)
        for left, results, holds in tables
        for lies in bare_round(rules, "tokens", 2).policy(results, left)
    }
    known = 0
    for row in round_policy(rules, "tokens"):
        position = Position.parse(row.position)
        lies = Lies(position.roll, position.kept)
        if (position.left, position.results, lies) in said:
            action = said[position.left, position.results, lies]
            assert format_action(action) == row.action.removeprefix("k")
            known += position.kept != KEEP_NOTHING
            if position.left == 2 and not is_stop(action) and not is_declared(action):
                kept, after = keep_of(action), (1, position.results)
                told_of = {each.roll for *when, each in said if (*when,) == after and each.kept == kept}
                assert told_of == {roll for roll in SHOWN if contains(roll, kept)}
    assert known > 50


@pytest.mark.parametrize(("name", "goal", "players"), [("up-to", "tokens", 2), ("declare", "duel", 3)])
def test_the_leader_roll_by_roll_with_worth_and_cost(name, goal, players):
    rules = TABLES[name]
    page = told(sheet(rules, goal, players, level="full"), "en")
    tables = [table for table in read("txt", as_text(page)) if table.caption.startswith("After throw")]
    phases = {"charge" if "charge" in table.section else "decharge" for table in tables}
    assert phases == ({"charge", "decharge"} if goal == "tokens" else {"decharge"})
    for phase in phases:
        policy = round_policy(rules, goal, players, phase=phase)
        for table in (table for table in tables if in_phase(table, phase)):
            left = 3 - int(table.caption.split()[-1])
            start = "C -" if phase == "charge" else "R -"
            stacks = "/".join("-" * players)
            assert [row[0] for row in table.rows] == reader_of(rules).order
            for roll, action, worth, cost in table.rows:
                row = policy.probe(f"{start} {stacks} - 3 {roll} {left}")
                assert action.replace("–", "-").replace("stop", roll) == row.action.removeprefix("k")
                for written, number in ((worth, row.value), (cost, row.regret)):
                    scale = 100 if written.endswith("%") else 1
                    shown = float(written.rstrip("%").replace("−", "-"))
                    assert shown == pytest.approx(scale * number, abs=0.0051 if scale == 100 else 0.00051)


@pytest.mark.parametrize("goal", ["tokens", "manche"])
def test_a_choice_in_the_throw_off_is_told(goal):
    rules = replace(BISTRO, tokens=5, charge_throws=1)
    made = sheet(rules, goal, stacks=(2, 3) if goal == "manche" else ())
    (table,) = (table for table in read("txt", as_text(told(made, "en"))) if table.columns[0] == "Tied on")
    asked = Situations(rules, goal)
    start = "D 0 2/3" if goal == "manche" else "D - -/-"
    reader = reader_of(rules)
    said = {roll: choice for tied, choice in table.rows for roll in reader.combinations(tied)}
    assert said.keys() == set(reader.shown)
    for roll, choice in said.items():
        action = asked.answer(f"{start} {roll}@2/{roll}@2 2 - -").action
        assert (
            choice
            == {"tied": "what is: the tied value", "rampo": "what comes: the value thrown last"}[action]
        )


def by_seat(tables: list[Read]) -> dict[tuple[str, int], list[Read]]:
    """Tables of followers, by phase and how many have played."""
    found: dict[tuple[str, int], list[Read]] = {}
    for table in tables:
        if table.caption and (seat := SEAT.match(table.section) or table.section.startswith("Follower")):
            made = 1 if seat is True else int(seat[1]) - 1
            phase = "charge" if "in the charge" in table.section else "decharge"
            found.setdefault((phase, made), []).append(table)
    return found


def in_phase(table: Read, phase: str) -> bool:
    return ("in the charge" in table.section) == (phase == "charge")


def led(rules: Rules, table: Read, position: Position) -> dict[str, str]:
    """What the leader's table says to do with every roll."""
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    (row,) = (
        row
        for row in rows
        if row["After throw"] == str(position.throws) and row.get("Against", "1") == str(position.players - 1)
    )
    return done(reader_of(rules), row, None)


def followed(rules: Rules, tables: list[Read], position: Position) -> dict[str, str]:
    """What the followers' tables say to do with every roll."""
    words = {1: "One throw left", 2: "Two throws left"}[position.left]
    fitting = [table for table in tables if table.caption.split(", ")[0] == words]
    if len(fitting) > 1:
        fitting = [table for table in fitting if str(position.cap) in table.caption.split(", cap ")[1]]
    (table,) = fitting
    return done(reader_of(rules), row_of(rules, table, position), strongest(rules, table, position))


def row_of(rules: Rules, table: Read, position: Position) -> dict[str, str]:
    best, worst = sides(rules, position.results)
    by = table.columns[0]
    wanted = {"Facing": best, "Best": best, "Worst": worst, "Best / worst": (best, worst)}[by]
    if by == "Facing":
        wanted = (best[0], None, 1)
    (row,) = (row for row in table.rows if wanted in faced(rules.name, rules, by, row[0]))
    return dict(zip(table.columns, row, strict=True))


def strongest(rules: Rules, table: Read, position: Position) -> str:
    best, worst = sides(rules, position.results)
    return (worst if table.columns[0] == "Worst" else best)[0]


Side = tuple[str, int | None, int]


def sides(rules: Rules, results: tuple[Result, ...]) -> tuple[Side, Side]:
    """The best and the worst: combination, throws where they matter, how many are tied."""
    found = []
    for sign in (1, -1):
        first = results[0]
        tied = [first]
        for result in results[1:]:
            order = compare(rules, first, result) * sign
            if order > 0:
                first, tied = result, [result]
            elif order == 0:
                tied.append(result)
        throws = first.throws if rules.throws_break_ties("decharge") else None
        roll = next(
            (str(r).split("@")[0] for r in tied if str(r).startswith("421")), str(first).split("@")[0]
        )
        found.append((roll, throws, len(tied)))
    return found[0], found[1]


@cache
def reader_of(rules_key) -> Reader:
    return Reader(rules_key)


@cache
def faced(_: str, rules: Rules, by: str, text: str) -> set:
    """Everything that a row says it is about."""
    if by != "Best / worst":
        return {side for part in text.split(", ") for side in sides_of(rules, part)}
    found = set()
    for part in text.split(", "):
        best, worsts = part.split(" / ")
        (first,) = sides_of(rules, best)
        found |= {(first, side) for worst in worsts.split(" & ") for side in sides_of(rules, worst)}
    return found


def sides_of(rules: Rules, part: str) -> set[Side]:
    """What a part like `654`, `654–642×2` or `654@1/2/3×2` is about."""
    text, made, tied = SUFFIX.match(part).groups()
    ways = [(None, int(tied or 1))]
    if made:
        ways = [(int(way[0]), int(way[2:] or 1)) for way in made.split("/")]
    return {(roll, *way) for roll in reader_of(rules).combinations(text) for way in ways}


def done(reader: Reader, row: dict[str, str], facing: str | None) -> dict[str, str]:
    stops = reader.stops(row["Stop on"], facing) if "Stop on" in row else frozenset()
    holds = row.get("Else keep the first of", row.get("Keep the first of"))
    return reader.actions(stops, tuple(filter(None, holds.split(" · "))))
