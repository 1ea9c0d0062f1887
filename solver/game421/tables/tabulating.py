"""Making the policy of a round or of a whole game: token states solved some at a time, written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

import numpy as np

from game421.dice import KEEP_NOTHING
from game421.dice.ways import reach
from game421.errors import InputError
from game421.games.values import GameStakes, GameValues
from game421.rounds.decisions import decide
from game421.rounds.stakes import RoundStakes, Stakes
from game421.rules import Rules
from game421.rules.worth import Phase
from game421.states.checks import check_position
from game421.states.payoffs import RoundGoal
from game421.states.play import round_start
from game421.states.settlements import settle_throw
from game421.states.token_states import TokenState, opening
from game421.tables.columns import Table
from game421.tables.origin import origin
from game421.tables.pages import Page, columns
from game421.tables.situations import COLUMNS, KIND, SituationPolicy

EXACT_PLAYERS = 3
"""Bare rounds of so many players are solved in whole numbers, of more in float64."""

TOGETHER = 32
"""Token states solved together: enough for speed, few enough for memory."""

Report = Callable[[int, int], None]
"""Told how many token states are done, of how many."""


def game_policy(
    table: GameValues, *, reachable: bool = False, report: Report | None = None
) -> SituationPolicy:
    """What to do in every position of a game whose values are known.

    With `reachable` only in those that can come up from the start when all play so. Found in float64:
    actions within 1e-12 of the best tie with it.
    """
    head = _header(table.rules, table.goal, table.players, None, reachable=reachable, epsilon=table.epsilon)
    first = opening(table.rules, table.players, partie=table.goal == "partie")
    book = _Book(rules=table.rules, stakes=GameStakes(table), constant=1 if table.players == 2 else None)
    return book.policy(head, tuple(table.values), first, reachable=reachable, report=report)


def round_policy(
    rules: Rules, goal: RoundGoal, players: int = 2, *, phase: Phase = "decharge", reachable: bool = False
) -> SituationPolicy:
    """What to do in every position of a bare round, by the values and throws of `phase`.

    From three players on a row stands for every history of results that comes to the same. Found in whole
    numbers up to three players, beyond in float64. Raises InputError for a round that cannot be.
    """
    state = TokenState("C" if phase == "charge" else "R", players)
    check_position(rules, round_start(rules, state))
    exact = players <= EXACT_PLAYERS
    head = _header(rules, goal, players, phase, reachable=reachable, epsilon=0 if exact else None)
    book = _Book(rules=rules, stakes=RoundStakes(rules, goal, players), exact=exact)
    return book.policy(head, (state,), state, reachable=reachable)


def _header(
    rules: Rules, goal: str, players: int, phase: Phase | None, *, reachable: bool, epsilon: float | None
) -> dict[str, Any]:
    whole = phase is not None and epsilon == 0
    return origin(
        rules,
        KIND,
        goal=goal,
        phase=phase,
        position=None,
        method=f"backward induction, {'exact integers' if whole else 'float64'}",
        epsilon=epsilon,
        players=players,
        reachable=reachable,
        histories="all" if players == 2 else "one for all that come to the same",
    )


@dataclass(frozen=True, kw_only=True)
class _Book:
    """Solves token states and writes their decisions down, page by page."""

    rules: Rules
    stakes: Stakes
    exact: bool = False
    constant: int | None = None

    def policy(
        self,
        header: dict[str, Any],
        states: tuple[TokenState, ...],
        first: TokenState,
        *,
        reachable: bool,
        report: Report | None = None,
    ) -> SituationPolicy:
        """The decisions of all these states; with `reachable`, those that can come after `first`."""
        pages, following = list[Page](), dict[TokenState, frozenset[TokenState]]()
        done = 0
        for chunk in _chunks(states):
            if self.rules.charge == "havraise" and chunk[0].phase == "C":
                following |= {state: _after_throw(self.rules, state) for state in chunk}
            else:
                page, after = self._page(chunk, reachable=reachable)
                pages.append(page)
                following |= zip(chunk, after, strict=True)
            done += len(chunk)
            if report is not None:
                report(done, len(states))
        if reachable:
            came = _after(first, following)
            pages = [page.of_states(came) for page in pages]
        if not any(len(page.numbers) for page in pages):
            raise InputError(f"rules {self.rules.name}: no position leaves a choice, so there is no policy")
        return SituationPolicy(Table(header, COLUMNS, columns(pages)), self.rules)

    def _page(
        self, states: tuple[TokenState, ...], *, reachable: bool
    ) -> tuple[Page, tuple[frozenset[TokenState], ...]]:
        """The choices of states that are solved together, and, if `reachable`, what may follow each state."""
        solved = decide(self.rules, states, self.stakes, exact=self.exact, constant=self.constant)
        choices = np.broadcast_to(solved.positions.is_choice, solved.found.action.shape)
        if not reachable:
            return Page.of(solved, choices), (frozenset(),) * len(states)
        coming, following = solved.coming()
        return Page.of(solved, choices & coming), following


def _chunks(states: Iterable[TokenState]) -> Iterator[tuple[TokenState, ...]]:
    """The states in order, those together that can be solved together."""
    for _, alike in groupby(states, lambda state: (state.phase, len(state.seats_in))):
        while chunk := tuple(islice(alike, TOGETHER)):
            yield chunk


def _after_throw(rules: Rules, state: TokenState) -> frozenset[TokenState]:
    """What may follow a throw of a havraise charge."""
    settled = (settle_throw(rules, state, roll) for roll, _ in reach(rules.die)[KEEP_NOTHING])
    return frozenset(each.state for each in settled if each.state is not None)


def _after(first: TokenState, following: Mapping[TokenState, AbstractSet[TokenState]]) -> set[TokenState]:
    """Every state that may come, from the first on."""
    seen, waiting = {first}, [first]
    while waiting:
        new = following[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen
