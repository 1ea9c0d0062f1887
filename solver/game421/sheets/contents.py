"""What stands on a sheet, apart from how it is laid out and in which language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from game421.advice.answers import Ratio
from game421.advice.turn import solve
from game421.dice import RollIndex, format_keep
from game421.errors import InputError
from game421.reports import Notice, silent
from game421.rules import digest
from game421.rules.contradictions import FEWEST_PLAYERS, check_players
from game421.rules.record import Rules
from game421.rules.worth import Phase, Value
from game421.sheets.faced import Declaring, FacingTable, declared_first, facing_tables
from game421.sheets.lists import HoldList, hold_list
from game421.sheets.orders import Order
from game421.sheets.policies import Choice, SolvedRound, bare_round, game_round
from game421.states.actions import Action
from game421.states.goals import ROUND_GOALS, SituationGoal
from game421.states.token_states import TokenState, game_opening, rules_phase
from game421.tables.library import game_values
from game421.turns.questions import TurnQuestion

Level = Literal["page", "full"]
"""One page with what matters, or everything on as many as it takes."""

MOST_PLAYERS = 4
"""Players of a sheet; the rounds of more have too many positions to be gone through for one."""

MOST_ROWS = 130
"""Rows of followers' play that a page has room for."""

SHEET_GOALS: tuple[SituationGoal, ...] = (*ROUND_GOALS.values(), "manche")
"""What a sheet may be about."""


class Rung(NamedTuple):
    """A combination in the order of the table's rules."""

    roll: RollIndex
    worth: tuple[Value, ...]
    """Its value in each phase played in rounds; one where it is the same in all."""
    chances: tuple[Ratio, ...]
    """Chance of a follower to beat it under a cap of 1, 2 … throws, a tie counting as the rules say."""


class Leading(NamedTuple):
    """What the leader does after `thrown` throws against so many opponents."""

    opponents: int
    thrown: int
    left: int
    holds: HoldList


class ByRoll(NamedTuple):
    """What the leader does with every roll after `thrown` throws, strongest roll first."""

    thrown: int
    rolls: tuple[tuple[RollIndex, Choice], ...]


@dataclass(frozen=True)
class RoundPart:
    """A round of one phase: leader and followers."""

    phase: Phase
    state: TokenState
    worth: tuple[tuple[int, float], ...]
    """What the round, or the game from here, is worth to the leader, by number of opponents."""
    leading: tuple[Leading, ...]
    by_roll: tuple[ByRoll, ...]
    """The leader's decisions one by one, on a full sheet."""
    declaring: tuple[Declaring, ...]
    facing: tuple[FacingTable, ...]
    choosing: tuple[tuple[Action, tuple[RollIndex, ...]], ...]
    """Of two players tied for best: what a throw-off should pay, and on which combinations; else empty."""
    left_out: bool
    """Whether later followers' play is left out, which goes by two results at once."""


@dataclass(frozen=True)
class Sheet:
    """Everything that stands on a sheet."""

    rules: Rules
    goal: SituationGoal
    players: int
    level: Level
    epsilon: float
    order: Order
    ladder: tuple[Rung, ...]
    parts: tuple[RoundPart, ...]

    @property
    def digest(self) -> str:
        """The digest of the rules."""
        return digest(self.rules)


def sheet(
    rules: Rules,
    goal: SituationGoal = "duel",
    players: int = 2,
    *,
    stacks: tuple[int, ...] = (),
    level: Level = "page",
    notice: Notice = silent,
) -> Sheet:
    """The sheet of a goal; `stacks`, from the leader on, are for the manche: without them an equal split.

    Raises RulesError and InputError for what cannot be, and what `game_values` raises.
    """
    if goal not in SHEET_GOALS:
        raise InputError(f"goal {goal}: a sheet is about {', '.join(SHEET_GOALS)}")
    check_players(rules, players)
    if players > MOST_PLAYERS:
        raise InputError(
            f"{players} players: a sheet is for at most {MOST_PLAYERS}; with more, those who play late face "
            "too much for paper: ask about a position"
        )
    if stacks and goal != "manche":
        raise InputError(f"stacks are for goal manche: a round played for {goal} alone has none")
    if goal == "manche":
        table = game_values(rules, players, "manche", notice)
        rounds = [[game_round(table, state)] for state in _states(rules, players, stacks)]
        epsilon = table.epsilon
    else:
        phases: list[Phase] = [phase for phase in rules.round_phases[::-1] if _differs(rules, phase, goal)]
        rounds = [
            [bare_round(rules, ROUND_GOALS[goal], many, phase) for many in range(2, players + 1)]
            for phase in phases
        ]
        epsilon = 0.0
    parts = tuple(_part(solved, level) for solved in rounds)
    if goal in {"duel", "safe"}:  # what is paid makes no difference
        parts = tuple(replace(part, choosing=()) for part in parts)
    if level == "page":
        parts = _fitting(parts)
    return Sheet(rules, goal, players, level, epsilon, Order(rules), _ladder(rules), parts)


def _states(rules: Rules, players: int, stacks: tuple[int, ...]) -> Iterator[TokenState]:
    """The states of a manche that a sheet is about: the décharge, and the first of a charge with choices."""
    first = game_opening(rules, players)
    if stacks and len(stacks) != players:
        raise InputError(
            f"stacks {'/'.join(map(str, stacks))}: {len(stacks)} for {players} players; write one for each"
        )
    if stacks and sum(stacks) != rules.tokens:
        raise InputError(
            f"stacks {'/'.join(map(str, stacks))} hold {sum(stacks)} tokens; these rules have {rules.tokens}"
        )
    share, rest = divmod(rules.tokens, players)
    equal = tuple(share + (seat < rest) for seat in range(players))
    yield TokenState("D", players, 0, stacks or equal)
    if "charge" in rules.round_phases and rules.throws("charge") > 1:
        yield first


def _differs(rules: Rules, phase: Phase, goal: str) -> bool:
    """Whether a phase leaves choices, and others than the décharge where only who is best or worst counts."""
    if phase == "decharge":
        return True
    same = rules.throws("charge") == rules.throws("decharge")
    return rules.throws("charge") > 1 and not (same and goal in {"duel", "safe"} and not rules.nenette_each)


def _part(solved: list[SolvedRound], level: Level) -> RoundPart:
    """The last of these rounds, and what the leader does in all of them: they differ in the players alone."""
    whole = solved[-1]
    every = [table for made in range(1, whole.players) for table in facing_tables(whole, made)]
    shown = every if level == "full" else _shown(every, whole.players)
    declaring = [
        said for made in sorted({table.made for table in shown}) for said in declared_first(whole, made)
    ]
    return RoundPart(
        phase=rules_phase(whole.state.phase),
        state=whole.state,
        worth=tuple((each.players - 1, each.value) for each in solved),
        leading=_leading(solved),
        by_roll=_by_roll(whole) if level == "full" else (),
        declaring=tuple(declaring),
        facing=tuple(shown),
        choosing=_choosing(whole) if whole.players == FEWEST_PLAYERS else (),
        left_out=len(shown) < len(every),
    )


def _fitting(parts: tuple[RoundPart, ...]) -> tuple[RoundPart, ...]:
    """The same with the followers of the last round left out, the charge, where there is no room for both."""
    rows = sum(len(table.rows) for part in parts for table in part.facing)
    if rows <= MOST_ROWS or len(parts) == 1:
        return parts
    return (*parts[:-1], replace(parts[-1], facing=(), declaring=(), left_out=True))


def _leading(solved: list[SolvedRound]) -> tuple[Leading, ...]:
    return tuple(
        Leading(each.players - 1, each.throws - left, left, hold_list(each.policy((), left)))
        for left in range(solved[-1].throws - 1, 0, -1)
        for each in solved
    )


def _by_roll(solved: SolvedRound) -> tuple[ByRoll, ...]:
    rolls = Order(solved.rules).rolls
    return tuple(
        ByRoll(solved.throws - left, tuple((roll, solved.choice((), left, roll)) for roll in rolls))
        for left in range(solved.throws - 1, 0, -1)
    )


def _choosing(solved: SolvedRound) -> tuple[tuple[Action, tuple[RollIndex, ...]], ...]:
    chosen = solved.rampo_choices()
    actions = sorted(set(chosen.values()))
    return tuple((action, tuple(roll for roll in chosen if chosen[roll] == action)) for action in actions)


def _shown(tables: list[FacingTable], players: int) -> list[FacingTable]:
    """What a page has room for: the first follower's play, and the last one's where it goes by one result."""
    first = [table for table in tables if table.made == 1]
    last = [table for table in tables if table.made == players - 1 > 1]
    rows = sum(len(table.rows) for table in (*first, *last))
    fits = rows <= MOST_ROWS and all(table.by != "both" for table in last)
    return [*first, *(last if fits else [])]


@lru_cache(maxsize=8)
def _ladder(rules: Rules) -> tuple[Rung, ...]:
    """Every combination, strongest first, with what it is worth and how hard it is to beat."""
    order = Order(rules)
    values = [rules.values_in(phase) for phase in rules.round_phases]
    rungs = []
    for roll in order.rolls:
        worth = tuple(dict.fromkeys(value[roll] for value in values))
        caps = range(1, rules.throws("decharge") + 1)
        rungs.append(Rung(roll, worth, tuple(_chance(rules, roll, cap) for cap in caps)))
    return tuple(rungs)


def _chance(rules: Rules, roll: RollIndex, cap: int) -> Ratio:
    question = TurnQuestion(rules, "beat", role="follower", cap=cap, names=(f"{format_keep(roll)}@{cap}",))
    solution = solve(question)
    return Ratio.of(max(value for _, value in solution.first_options()), solution.denominator(cap))
