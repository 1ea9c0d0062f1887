"""Proving a table, whatever its kind: values by the independent checker, policies by solving anew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isclose
from pathlib import Path

from game421.errors import InputError, TableError
from game421.games.values import GameValues
from game421.reports import Notice, Report, silent
from game421.rules import Rules, digest
from game421.rules.source import printable
from game421.states.positions import Position
from game421.tables.columns import Cell, Table
from game421.tables.keys import target_key
from game421.tables.library import game_values
from game421.tables.policy import PolicyTable, turn_policy
from game421.tables.reading import read
from game421.tables.situations import SituationPolicy
from game421.tables.solving import ROUNDING, solve_game
from game421.tables.values import KIND, is_values_file, load_values
from game421.turns.goals import TIED_HALVES
from game421.turns.policies import by_target
from game421.turns.questions import TurnQuestion

_FOREIGN = (InputError, AttributeError, KeyError, TypeError, ValueError)
"""What comes of a header that is not one of ours: its fields may be anything that JSON has."""


@dataclass(frozen=True)
class Verdict:
    """What was proved of a table, under which rules."""

    kind: str
    rules: Rules
    goal: str
    phase: str | None
    """None for a whole game, which has both."""
    method: str
    """How the table says it was made."""
    epsilon: float | None
    """The most a player can gain by deviating: 0 where the values are exact; None of turns."""
    sentence: str

    @property
    def digest(self) -> str:
        """The digest of the rules."""
        return digest(self.rules)


def verify_file(path: Path, report: Report | None = None, notice: Notice = silent) -> Verdict:
    """Prove the table in a file from its rules alone. Raises TableError where it is not as it should be.

    `report` is told how far the check of a game of several players is, of how far it is expected to go; one
    that was stopped goes on from what it kept in the user's cache, which `notice` is told.
    """
    try:
        holds_values = is_values_file(path)
    except OSError as error:
        raise TableError(f"{printable(str(path))}: cannot be read: {error.strerror or error}") from None
    if not holds_values:
        return _policy(path)
    values = load_values(path)
    try:
        sentence = _values(values, report, notice)
    except (InputError, TableError) as error:
        raise TableError(f"{printable(str(path))}: {error}") from None
    return Verdict(KIND, values.rules, values.goal, None, values.method, values.epsilon, sentence)


def _values(values: GameValues, report: Report | None, notice: Notice) -> str:
    """What the independent checker says of values. Raises TableError where they are not what they claim."""
    if values.exact:
        from game421.games.two_players import prove_values

        return prove_values(values).sentence
    from game421.tables.judging import confirm

    return confirm(values, report, notice)


def _policy(path: Path) -> Verdict:
    table = read(path)
    if isinstance(table, SituationPolicy):
        return _situations(path, table)
    try:
        anew = turn_policy(_question(table))
    except _FOREIGN as error:
        raise TableError(f"{printable(str(path))}: its header asks for no turn policy: {error}") from None
    if wrong := _header_difference(table.table, anew.table):
        raise TableError(f"{printable(str(path))}: {wrong}: export it again")
    if list(anew) != list(table):
        raise TableError(f"{printable(str(path))}: its policy is not the optimal one: export it again")
    return _proved(table)


def _proved(table: PolicyTable | SituationPolicy) -> Verdict:
    """The verdict on a policy that was found to be the one made anew."""
    header = table.header
    how = "solved anew and compared"
    if header["phase"] is None and header["players"] > 2:
        how = "found anew from the values of the game, which are verified by themselves, and compared"
    sentence = f"All {len(table)} decisions are optimal and have the values stated: {how}."
    return Verdict(
        kind=header["kind"],
        rules=table.rules,
        goal=header["goal"],
        phase=header["phase"],
        method=header["method"],
        epsilon=header["epsilon"],
        sentence=sentence,
    )


def _question(table: PolicyTable) -> TurnQuestion:
    """The question whose answer a policy table claims to be."""
    header = table.header
    question = TurnQuestion(
        rules=table.rules,
        goal=header["goal"],
        phase=header["phase"],
        role=header["as"],
        cap=header["cap"],
        tied_halves=None if header["ties"] is None else TIED_HALVES[header["ties"]],
    )
    if [target_key(each.targets) for each in by_target(question)] == header["targets"]:
        return question
    [named] = header["targets"]
    return replace(question, names=tuple(name.removeprefix("d") for name in named.split("/")))


def _situations(path: Path, table: SituationPolicy) -> Verdict:
    """Solve a round or a game again, and compare decision by decision."""
    try:
        anew = _situations_anew(table)
    except _FOREIGN as error:
        raise TableError(f"{printable(str(path))}: its header asks for no such policy: {error}") from None
    wrong = first_difference(table.table, anew.table)
    if wrong is not None:
        raise TableError(f"{printable(str(path))}: {wrong}: it is not the optimal policy; export it again")
    return _proved(table)


def _situations_anew(table: SituationPolicy) -> SituationPolicy:
    """The policy that a table claims to be, made from its rules alone."""
    from game421.tables.tabulating import game_policy, round_policy, state_policy

    header, rules = table.header, table.rules
    players, goal, reachable = header["players"], header["goal"], header["reachable"]
    if header["phase"] is None:
        values = game_values(rules, players, goal) if players > 2 else solve_game(rules, players, goal).values
        if header["position"] is None:
            return game_policy(values, reachable=reachable)
        return state_policy(values, Position.parse(header["position"]).token_state, reachable=reachable)
    return round_policy(rules, goal, players, phase=header["phase"], reachable=reachable)


def first_difference(table: Table, wanted: Table) -> str | None:
    """Where a table is not as wanted; numbers are compared within 1e-12 of their size, or of 1."""
    if wrong := _header_difference(table, wanted):
        return wrong
    if table.rows != wanted.rows:
        return f"it has {table.rows} rows, not {wanted.rows}"
    for column, cells, right in zip(wanted.columns, table.cells, wanted.cells, strict=True):
        for row, (cell, expected) in enumerate(zip(cells, right, strict=True), start=1):
            if cell != expected and not _is_close(cell, expected):
                return f"row {row}: {column.name} reads {cell!r}, not {expected!r}"
    return None


def _header_difference(table: Table, wanted: Table) -> str | None:
    """Where the header of a table is not as wanted, whatever version wrote it."""
    for name, value in wanted.header.items():
        if name == "version":
            continue
        if name not in table.header:
            return f"its header does not say {name}, which is {value!r}"
        if table.header[name] != value:
            return f"its header says {name} {table.header[name]!r}, not {value!r}"
    return None


def _is_close(cell: Cell, expected: Cell) -> bool:
    """Whether two numbers differ by no more than rounding on different machines may do."""
    if not isinstance(cell, float) or not isinstance(expected, float):
        return False
    return isclose(cell, expected, rel_tol=ROUNDING, abs_tol=ROUNDING)
