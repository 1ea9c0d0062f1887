"""What lies on the table before a follower, and which of it makes no difference to him."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

from game421.dice import ROLLS, RollIndex
from game421.rounds.histories import History
from game421.rules.record import Rules
from game421.sheets.lists import HoldList, hold_list
from game421.sheets.orders import Order
from game421.sheets.policies import SolvedRound
from game421.states.results import Result
from game421.states.summaries import Summary

By = Literal["only", "best", "worst", "both"]
"""What a table of follower's play goes by: the one result there is, the best, the worst, or both."""


Relative = Literal["stronger", "equal"]


class Side(NamedTuple):
    """The best or the worst so far, and how many are tied for it."""

    result: Result
    tied: int = 1


class Faced(NamedTuple):
    """The results on the table, as far as they matter; None where one does not."""

    best: Side | None
    worst: Side | None


class FacingRow(NamedTuple):
    """What to do against any of `faced`.

    `relative`: the follower stops on whatever is stronger than what he faces (`stronger`), or at least as
    strong (`equal`), and `holds` names no combination to stop on; None where it does.
    """

    faced: tuple[Faced, ...]
    holds: HoldList
    relative: Relative | None = None


class FacingTable(NamedTuple):
    """What a follower does with `left` throws left, after at least one, whatever lies on the table."""

    made: int
    """How many have played before him."""
    to_come: int
    """How many will play after him."""
    caps: tuple[int, ...]
    """The caps under which this is so."""
    left: int
    by: By
    rows: tuple[FacingRow, ...]


class Declaring(NamedTuple):
    """Against these, "le bon" is said before the first throw."""

    made: int
    to_come: int
    cap: int
    by: By
    faced: tuple[Faced, ...]


Told = Mapping[Faced, bytes]
"""What is done against each, all in one (`SolvedRound.told`)."""


def facing_tables(solved: SolvedRound, made: int) -> tuple[FacingTable, ...]:
    """The play of the player after `made` others: by throws left, most first, and by cap where it matters."""
    by_cap = _by_cap(solved, made)
    tables: list[FacingTable] = []
    for left in range(solved.throws - 1, 0, -1):
        told = {
            cap: {faced: solved.told(history, left) for faced, history in histories.items()}
            for cap, histories in by_cap.items()
            if cap > left
        }
        for caps, found in _alike(told):
            by, kept = _reduced(found) if made > 1 else ("only", found)
            policies = {found[faced]: history for faced, history in by_cap[caps[0]].items()}
            rows = [
                FacingRow(faced, hold_list(solved.policy(policies[done], left)))
                for done, faced in _together(kept, Order(solved.rules)).items()
            ]
            merged = _merged(solved.rules, rows)
            tables.append(FacingTable(made, solved.players - made - 1, caps, left, by, merged))
    return tuple(tables)


def declared_first(solved: SolvedRound, made: int) -> tuple[Declaring, ...]:
    """What the player after `made` others says "le bon" against before his first throw, by cap."""
    found = []
    for cap, histories in sorted(_by_cap(solved, made).items()):
        said = {faced: bytes([solved.declares_first(history)]) for faced, history in histories.items()}
        by, kept = _reduced(said) if made > 1 else ("only", said)
        if faced := _together(kept, Order(solved.rules)).get(bytes([True])):
            found.append(Declaring(made, solved.players - made - 1, cap, by, faced))
    return tuple(found)


def _by_cap(solved: SolvedRound, made: int) -> dict[int, dict[Faced, History]]:
    """Everything that can lie before the player after `made` others, with results that come to it, by cap."""
    found: dict[int, dict[Faced, History]] = {}
    for cap, history in solved.turns(made):
        found.setdefault(cap, {})[_faced(solved.rules, solved, history)] = history
    return found


def _faced(rules: Rules, solved: SolvedRound, history: History) -> Faced:
    """What a history leaves; of the leader's result alone the cap says the throws."""
    if len(history) == 1:
        only = Side(Result(history[0].roll))
        return Faced(only, only)
    summary = Summary.of(rules, solved.state.phase, history)
    return Faced(Side(summary.best, len(summary.best_places)), Side(summary.worst, len(summary.worst_places)))


def _alike(by_cap: Mapping[int, Told]) -> list[tuple[tuple[int, ...], Told]]:
    """Caps under which everything is done alike, together, with what is done."""
    groups: list[tuple[tuple[int, ...], Told]] = []
    for cap, told in sorted(by_cap.items(), reverse=True):
        for place, (caps, same) in enumerate(groups):
            if same == told:
                groups[place] = (*caps, cap), same
                break
        else:
            groups.append(((cap,), told))
    return groups


def _reduced(told: Told) -> tuple[By, Told]:
    """The same by the best alone or the worst alone, where the other makes no difference."""
    best = _by_side(told, 0)
    if best is not None:
        return "best", {Faced(side, None): done for side, done in best.items()}
    worst = _by_side(told, 1)
    if worst is not None:
        return "worst", {Faced(None, side): done for side, done in worst.items()}
    return "both", told


def _by_side(told: Told, place: Literal[0, 1]) -> dict[Side | None, bytes] | None:
    found: dict[Side | None, bytes] = {}
    alike = all(found.setdefault(faced[place], done) == done for faced, done in told.items())
    return found if alike else None


def stops_against(rules: Rules, faced: Faced, relative: Relative) -> set[RollIndex]:
    """The combinations that `relative` means, of those the die can show."""
    side = faced.best or faced.worst
    least = -1 if side is None else rules.strength[side.result.roll] + (relative == "stronger")
    every = map(RollIndex, range(len(ROLLS)))
    return {roll for roll in every if rules.shows(roll) and rules.strength[roll] >= least}


def _merged(rules: Rules, rows: list[FacingRow]) -> tuple[FacingRow, ...]:
    """Rows that differ only in stopping on what is stronger than they face, as one."""
    merged: dict[object, FacingRow] = {}
    for row in rows:
        for faced in row.faced:
            relative = _relative(rules, faced, row.holds)
            holds = row.holds if relative is None else replace(row.holds, stops=())
            before = merged.get((holds, relative), FacingRow((), holds, relative))
            merged[holds, relative] = before._replace(faced=(*before.faced, faced))
    return tuple(merged.values())


def _relative(rules: Rules, faced: Faced, holds: HoldList) -> Relative | None:
    """How the stops of a list are said by what it faces, None where they are not."""
    kinds: tuple[Relative, ...] = ("stronger", "equal")
    stops = set(holds.stops)
    return next((kind for kind in kinds if stops and stops == stops_against(rules, faced, kind)), None)


def _places(order: Order, faced: Faced) -> tuple[int, ...]:
    """Sorts what is faced, the strongest first."""
    sides = [side for side in faced if side is not None]
    return tuple(
        number
        for side in sides
        for number in (order.place[side.result.roll], side.result.throws or 0, side.tied)
    )


def _together(told: Told, order: Order) -> dict[bytes, tuple[Faced, ...]]:
    """What is done alike, together; the strongest first."""
    groups: dict[bytes, list[Faced]] = {}
    for faced, done in sorted(told.items(), key=lambda item: _places(order, item[0])):
        groups.setdefault(done, []).append(faced)
    return {done: tuple(group) for done, group in groups.items()}
