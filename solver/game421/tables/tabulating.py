"""Making the policy of a round or of a whole game: token states solved some at a time, written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from game421.dice import KEEP_NOTHING, ROLLS
from game421.dice.ways import reach
from game421.errors import InputError
from game421.games.decisions import decide_states
from game421.games.values import GameValues
from game421.reports import Report
from game421.rounds.decisions import RoundDecisions, decide
from game421.rounds.positions import choices_at_most
from game421.rounds.stakes import EXACT_PLAYERS, RoundStakes
from game421.rounds.summaries import most_summaries
from game421.rounds.tree import round_tree
from game421.rules import Rules
from game421.rules.worth import Phase
from game421.states.checks import check_position
from game421.states.goals import RoundGoal
from game421.states.play import round_start
from game421.states.settlements import settle_throw
from game421.states.token_states import RoundPhase, TokenState, game_opening, rules_phase
from game421.tables.columns import Table
from game421.tables.origin import origin
from game421.tables.pages import Page, columns
from game421.tables.situations import COLUMNS, KIND, SituationPolicy
from game421.turns.exact import EXACTLY, ROUGHLY

MOST_ROWS = 5_000_000
"""Rows that a policy of three and more players may have: two gigabytes of memory."""

MOST_LISTED = 4
"""Rounds of more players have more rows in any case, and are not listed to count them."""


def game_policy(
    table: GameValues, *, reachable: bool = False, report: Report | None = None
) -> SituationPolicy:
    """What to do in every position of a game whose values are known.

    With `reachable` only in those that can come up from the start when all play so. Found in float64:
    actions within 1e-12 of the best tie with it. Raises InputError for more rows than can be held.
    """
    refuse_too_many(table.rules, table.players, table.values)
    head = _header(table.rules, table.goal, table.players, None, reachable=reachable, epsilon=table.epsilon)
    first = game_opening(table.rules, table.players, partie=table.goal == "partie")
    decided = _reported(decide_states(table, table.values), len(table.values), report)
    return _policy(table.rules, head, decided, first if reachable else None)


def state_policy(table: GameValues, state: TokenState, *, reachable: bool = False) -> SituationPolicy:
    """The same for the round played from one token state: with `reachable` for what can come up in it.

    Raises InputError for a state that is none of the game's, or decides nothing.
    """
    if state not in table.values:
        raise InputError(f"the {table.goal} of {table.rules.name} for {table.players} players has no {state}")
    refuse_too_many(table.rules, table.players, [state])
    head = _header(table.rules, table.goal, table.players, None, reachable=reachable, epsilon=table.epsilon)
    head["position"] = str(round_start(table.rules, state))
    pages = list[Page]()
    for each in decide_states(table, [state]):
        pages.append(Page.of(each, each.choices & each.coming()[0] if reachable else each.choices))
    return _bound(table.rules, head, pages)


def round_policy(
    rules: Rules, goal: RoundGoal, players: int = 2, *, phase: Phase = "decharge", reachable: bool = False
) -> SituationPolicy:
    """What to do in every position of a bare round, by the values and throws of `phase`.

    From three players on a row stands for every history of results that comes to the same. Found in whole
    numbers up to three players, beyond in float64. Raises InputError for a round that cannot be.
    """
    state = TokenState("C" if phase == "charge" else "R", players)
    check_position(rules, round_start(rules, state))
    if rules.throws(phase) == 1 and (phase == "charge" or rules.rampo_value != "choice"):
        raise _no_choice(rules)
    refuse_too_many(rules, players, [state])
    exact = players <= EXACT_PLAYERS
    head = _header(rules, goal, players, phase, reachable=reachable, epsilon=0 if exact else None)
    decided = decide(rules, [state], RoundStakes(rules, goal, players), exact=exact)
    return _policy(rules, head, [decided], state if reachable else None)


def refuse_too_many(rules: Rules, players: int, states: Iterable[TokenState]) -> None:
    """Raise InputError where the policy in these states, of three and more players, has too many rows."""
    if players == 2:
        return
    kinds = Counter((state.phase, len(state.seats_in)) for state in states)
    rows = sum(count * _rows(rules, phase, playing) for (phase, playing), count in kinds.items())
    if rows <= MOST_ROWS:
        return
    one = kinds.total() > 1 and max(_rows(rules, *kind) for kind in kinds) <= MOST_ROWS
    remedy = f'take one token state, such as --state "D 0 {_even(rules, players)}"' if one else "take fewer"
    raise InputError(
        f"{players} players: the policy has some {rows:,} rows, more than {MOST_ROWS:,}; {remedy}, "
        "or ask about a position at a time with 421 best --position"
    )


def _even(rules: Rules, players: int) -> str:
    """Stacks as even as can be, as positions write them."""
    least, richer = divmod(rules.tokens, players)
    return "/".join(str(least + (seat < richer)) for seat in range(players))


def _rows(rules: Rules, phase: RoundPhase, playing: int) -> int:
    """About how many rows a round has; at least so many where that is too many anyway."""
    if playing > MOST_LISTED:
        return len(ROLLS) * most_summaries(playing - 1) * max(1, rules.throws(rules_phase(phase)) - 1)
    return choices_at_most(round_tree(rules, phase, playing))


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
        method=EXACTLY if whole else ROUGHLY,
        epsilon=epsilon,
        players=players,
        reachable=reachable,
        histories="all" if players == 2 else "one for all that come to the same",
    )


def _reported(
    decided: Iterable[RoundDecisions], total: int, report: Report | None
) -> Iterator[RoundDecisions]:
    """The same, their token states counted."""
    done = 0
    for each in decided:
        yield each
        done += len(each.states)
        if report is not None:
            report(done, total)


def _policy(
    rules: Rules, header: dict[str, Any], decided: Iterable[RoundDecisions], first: TokenState | None
) -> SituationPolicy:
    """The choices of all these rounds; where `first` is a state, those that can come after it alone."""
    pages, following = list[Page](), dict[TokenState, AbstractSet[TokenState]]()
    for each in decided:
        wanted = each.choices
        if first is not None:
            coming, after = each.coming()
            wanted = wanted & coming
            following |= zip(each.states, after, strict=True)
        pages.append(Page.of(each, wanted))
    if first is not None:
        came = _after(rules, first, following)
        pages = [page.of_states(came) for page in pages]
    return _bound(rules, header, pages)


def _bound(rules: Rules, header: dict[str, Any], pages: list[Page]) -> SituationPolicy:
    """The table of these pages."""
    if not any(len(page.numbers) for page in pages):
        raise _no_choice(rules)
    return SituationPolicy(Table(header, COLUMNS, columns(pages)), rules)


def _no_choice(rules: Rules) -> InputError:
    return InputError(f"rules {rules.name}: no position leaves a choice, so there is no policy")


def _after(
    rules: Rules, first: TokenState, following: Mapping[TokenState, AbstractSet[TokenState]]
) -> set[TokenState]:
    """Every state that may come, from the first on; in those not decided dice are thrown alone."""
    seen, waiting = {first}, [first]
    while waiting:
        state = waiting.pop()
        new = (following[state] if state in following else _after_throw(rules, state)) - seen
        seen |= new
        waiting += new
    return seen


def _after_throw(rules: Rules, state: TokenState) -> AbstractSet[TokenState]:
    """What may follow a throw of a havraise charge."""
    settled = (settle_throw(rules, state, roll) for roll, _ in reach(rules.die)[KEEP_NOTHING])
    return {each.state for each in settled if each.state is not None}
