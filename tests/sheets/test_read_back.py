"""Every cell of a sheet, read back from every format in both languages, against the policy solved apart."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from game421.advice.situations import Situations
from game421.advice.turn import odds_of_turn
from game421.dice import parse_roll
from game421.rules import load_rules
from game421.rules.catalogue import preset_names
from game421.rules.record import Rules
from game421.sheets.contents import Sheet, sheet
from game421.sheets.plain import as_markdown, as_text
from game421.sheets.telling import told
from game421.sheets.web import on_the_web
from game421.tables import round_policy
from game421.turns.questions import TurnQuestion
from sheets.playing import Reader
from sheets.reading import Read, read

WRITERS = {"html": on_the_web, "md": as_markdown, "txt": as_text}
LEFT = {"Two throws left": 2, "One throw left": 1, "Encore deux lancers": 2, "Encore un lancer": 1}
CASES = [
    ("classic", "duel"),
    ("bistro", "duel"),
    ("belgian", "safe"),
    ("classic", "tokens"),
    ("sips", "tokens"),
    ("fiches", "relative"),
    ("classic", "manche"),
]


@cache
def made(name: str, goal: str) -> Sheet:
    return sheet(load_rules(name), goal)


Policy = dict[tuple[str, str, str, str], dict[str, str]]
"""What to do with every roll, by what comes before it and after: start, results, cap, throws left."""


@cache
def policy(name: str, goal: str, phase: str) -> Policy:
    """The policy, from the tables that the program writes; of the manche by asking."""
    rules = load_rules(name)
    found: Policy = {}
    for position, action in answers(rules, goal, phase):
        *start, results, cap, roll, left = position.split()
        found.setdefault((" ".join(start), results, cap, left), {})[roll] = action
    return found


def answers(rules: Rules, goal: str, phase: str):
    if goal != "manche":
        for row in round_policy(rules, goal, phase=phase):
            yield row.position, row.action.removeprefix("k")
        return
    start = f"C {rules.tokens} 0/0" if phase == "charge" else "D 0 11/10"
    asked = Situations(rules, "manche")
    texts = list(positions(rules, start))
    asked.expect(texts)
    for text in texts:
        yield text, asked.answer(text).action


def positions(rules: Rules, start: str):
    shown = Reader(rules).shown
    for roll in shown:
        yield from (f"{start} - 3 {roll} {left}" for left in (1, 2))
        for target in shown:
            for cap in (2, 3):
                yield from (f"{start} {target}@{cap} {cap} {roll} {left}" for left in range(1, cap))


def checked(rules: Rules, tables: list[Read], name: str, goal: str) -> int:
    """Do as the tables say in every position of a round of two; how many were compared."""
    reader, count = Reader(rules), 0
    for section in dict.fromkeys(table.section for table in tables):
        found = [table for table in tables if table.section == section]
        known = policy(name, goal, "charge" if section.endswith("charge") else "decharge")
        (start,) = {key[0] for key in known}
        for table in found:
            if table.columns[0] in {"After throw", "Après lancer"}:
                count += led(reader, table, known, start)
            elif table.caption:
                count += followed(reader, table, found, known, start)
    return count


def said(reader: Reader, table: Read, row: list[str], facing: str | None) -> dict[str, str]:
    """What a row says to do with every roll."""
    *before, holds = row[1:]
    assert len(row) == len(table.columns)
    stops = reader.stops(before[0], facing) if before else frozenset()
    return reader.actions(stops, tuple(filter(None, holds.split(" · "))))


def led(reader: Reader, table: Read, known: Policy, start: str) -> int:
    assert [row[0] for row in table.rows] == ["1", "2"]
    for row in table.rows:
        assert said(reader, table, row, None) == known[start, "-", "3", str(3 - int(row[0]))], row
    return 2 * len(reader.shown)


def followed(reader: Reader, table: Read, found: list[Read], known: Policy, start: str) -> int:
    words, _, caps = table.caption.partition(", ")
    left = LEFT[words]
    alone = sum(other.caption.startswith(words) for other in found) == 1
    assert alone == (not caps)
    under = [cap for cap in (2, 3) if cap > left and (alone or str(cap) in caps)]
    faced: list[str] = []
    for row in table.rows:
        targets = reader.combinations(row[0])
        faced += targets
        for target in targets:
            for cap in under:
                assert (
                    said(reader, table, row, target) == known[start, f"{target}@{cap}", str(cap), str(left)]
                )
    assert sorted(faced) == sorted(reader.shown), "every target, once"
    return len(faced) * len(under) * len(reader.shown)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("name", "goal"), CASES)
def test_every_cell_is_the_policy_in_every_format(name, goal, lang):
    page, rules = told(made(name, goal), lang), load_rules(name)
    first, *others = (read(form, write(page)) for form, write in WRITERS.items())
    assert all(other == first for other in others)
    one_round = 2 * 56 + 3 * 56 * 56
    rounds = 2 if name == "classic" and goal in {"tokens", "manche"} else 1
    assert checked(rules, first, name, goal) == rounds * one_round


@pytest.mark.parametrize("name", ["bistro", "fiches"])
def test_the_ladder_is_the_order_the_worth_and_the_chances(name):
    rules = load_rules(name)
    for lang, point in (("en", "."), ("fr", ",")):
        ladder = read("md", as_markdown(told(made(name, "duel"), lang)))[0]
        assert [row[0] for row in ladder.rows] == Reader(rules).order
        assert ladder.columns[2:] == ["1", "2", "3"]
        for roll, worth, *chances in ladder.rows:
            values = {str(rules.values_in(phase)[parse_roll(roll)]) for phase in rules.round_phases}
            assert {part.replace("tout", "all") for part in worth.split(" / ")} == values
            for cap, text in enumerate(chances, start=1):
                assert text == percent(chance(name, roll, cap), point)


@cache
def chance(name: str, roll: str, cap: int) -> Fraction:
    """The chance of a bound follower to beat what was made in as many throws."""
    question = TurnQuestion(load_rules(name), "beat", role="follower", cap=cap, names=(f"{roll}@{cap}",))
    return odds_of_turn(question).exact.fraction()


def percent(value: Fraction, point: str) -> str:
    """In percent, to a tenth; never 100 where it is less."""
    tenths = round(1000 * value)
    text = ">99.9" if value < 1 and tenths == 1000 else f"{tenths / 10:.1f}"
    return text.replace(".", point)


def test_no_preset_needs_an_exception_and_the_longest_list_has_thirteen_entries():
    sheets = [made(name, "duel") for name in preset_names()] + [made(*case) for case in CASES]
    lists = [
        holds
        for made_sheet in sheets
        for part in made_sheet.parts
        for holds in (
            *(row.holds for row in part.leading),
            *(row.holds for table in part.facing for row in table.rows),
        )
    ]
    assert not any(holds.exceptions for holds in lists)
    assert max(len(holds.items) for holds in lists) == 13
    rows = [sum(len(table.rows) for part in each.parts for table in part.facing) for each in sheets[:6]]
    assert (min(rows), max(rows)) == (72, 86), "seventy to ninety rows for 6,272 decisions"
