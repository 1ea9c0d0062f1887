"""What players ask about a game or a round under equilibrium play, computed and not simulated.

Values are those of the tables, exact for two players; the policies that attain them are found in float64,
one round backup away, ties within 1e-12 decided by the tie rule. Means are solutions of linear systems in
float64, and distributions powers of the same chain, followed until less than 1e-12 is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from game421.advice.answers import Ratio, Source
from game421.advice.round_facts import RoundFacts, round_facts
from game421.errors import InputError
from game421.games.space import game_space
from game421.games.values import GameValues
from game421.games.visits import Course, Played, course, distribution, play, refuse_too_long
from game421.reports import Notice, Report, silent
from game421.rounds.chances import RoundChances, follow_solution
from game421.rounds.rest import round_payoffs_of
from game421.rounds.solving import solve_round
from game421.rounds.stakes import EXACT_PLAYERS, RoundStakes
from game421.rounds.tree import round_tree
from game421.rules.contradictions import check_players
from game421.rules.record import Rules
from game421.states.goals import RoundGoal
from game421.states.play import round_start
from game421.states.token_states import TokenState, game_opening
from game421.tables.library import game_values

if TYPE_CHECKING:
    from game421.turns.layout import Array

PLAYERS = 2
"""How many the facts are about unless it is said."""

MOST_PLAYERS = 4
"""Players of a bare round that facts are about: more fill memory."""

METHOD = "exact values; policies, means and distributions in float64"
ROUGH_METHOD = "values within epsilon; policies, means and distributions in float64"
ROUND_METHOD = "exact values and policies; chances in float64"
ROUGH_ROUND_METHOD = "values, policies and chances in float64"


Stage = Literal["charge", "decharge", "all"]

FactsGoal = RoundGoal | Literal["manche"]
"""What facts may be about: a bare round played for a goal, or the manche."""

_PHASES: dict[Stage, tuple[str, ...]] = {"charge": ("C",), "decharge": ("D",), "all": ("C", "D")}


@dataclass(frozen=True)
class Count:
    """How many of something: its distribution and what follows from it."""

    mean: float
    """From a linear system, not from the distribution."""
    chances: tuple[float, ...]
    """`chances[n]`: chance of n; all but 1e-12 of it."""

    @property
    def deviation(self) -> float:
        """Standard deviation."""
        square = sum(chance * (count - self.mean) ** 2 for count, chance in enumerate(self.chances))
        return float(square**0.5)

    @property
    def median(self) -> int:
        """The least number that is not exceeded with chance 1/2 or more."""
        return int(np.searchsorted(np.cumsum(self.chances), 0.5))


@dataclass(frozen=True)
class EvenSplit:
    """The décharge begun with the tokens shared as evenly as can be."""

    position: str
    leader: float
    """What it is worth to its leader."""
    without_lead: float
    """What it is worth to a player with as many tokens, in the same seat, when another leads: the mean
    over the others, the stacks round the table staying as they are."""
    round: RoundFacts
    """Its first round."""

    @property
    def lead(self) -> float:
        """How much the lead is worth to a player with these tokens."""
        return self.leader - self.without_lead


@dataclass(frozen=True)
class Facts:
    """What is known of a game, or of a bare round, of players who all play at best.

    Of a game it is the whole manche, from the charge until it has been won or lost, whoever has left before.
    """

    source: Source
    values: tuple[float, ...]
    """What the start is worth to each player, from the first leader on."""
    exact: tuple[Ratio, ...] | None
    """The same exactly; None where the values are not exact, as of three players and more."""
    throws: Mapping[Stage, Count]
    """Throws of all turns (a bare round has the stage `all` alone); not those of throw-offs."""
    rounds: Mapping[Stage, Count]
    """Rounds; in a havraise charge throws. Empty for a bare round."""
    round: Mapping[Stage, RoundFacts]
    """The mean round of each stage that is played in rounds."""
    rampo_throws: float
    """Mean number of throws in throw-offs, from the start to the end."""
    espagnole: tuple[float, ...] | None
    """Chance that each player, from the first leader on, ends the charge with all tokens; None without
    charge."""
    even: tuple[EvenSplit, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.values)

    @property
    def lead(self) -> float:
        """How much going first is worth: the start with the lead less its mean without."""
        first, *others = self.values
        return first - sum(others) / len(others)


def facts_of(
    rules: Rules,
    goal: FactsGoal | None = None,
    players: int = PLAYERS,
    notice: Notice = silent,
    report: Report | None = None,
) -> Facts:
    """The facts of a manche, or of a bare round played for `goal`; unless said, of what these rules play."""
    wanted = goal or ("tokens" if rules.game == "sips" else "manche")
    if wanted == "manche":
        return facts_of_game(rules, players, notice, report)
    return facts_of_round(rules, wanted, players)


def facts_of_game(
    rules: Rules, players: int = PLAYERS, notice: Notice = silent, report: Report | None = None
) -> Facts:
    """What players ask about a manche, from the charge to its end.

    Values that are not at hand are solved first, `notice` being told, and `report` of how far that is; then
    of the states that are played from. Raises InputError for sips, which are bare rounds, and for what
    would take hours.
    """
    game_opening(rules, players)  # refuses sips before anything is said to be solved
    refuse_too_long(rules, players)
    return facts_of_values(game_values(rules, players, "manche", notice, report), report)


def facts_of_values(table: GameValues, report: Report | None = None) -> Facts:
    """The same from the values of a manche."""
    space = game_space(table.rules, table.players)
    rounds = list[_Rounds]()

    def noted() -> Iterator[Played]:
        for part in play(space, table, report):
            if part.chances is not None:
                rounds.append(_Rounds(part.block.states, part.chances))
            yield part

    walk = course(space, noted())
    visits = walk.visits()
    begin = space.states[space.start]
    return Facts(
        source=Source(
            table.rules,
            table.goal,
            "charge",
            str(round_start(table.rules, begin)),
            METHOD if table.exact else ROUGH_METHOD,
            table.epsilon,
        ),
        values=_values(table, begin),
        exact=_exact(table, begin),
        throws={stage: _count(walk, visits, stage, by_throws=True) for stage in _PHASES},
        rounds={stage: _count(walk, visits, stage, by_throws=False) for stage in _PHASES},
        round=_mean_rounds(walk, rounds, visits),
        rampo_throws=sum(float(chances.rampo_throws @ visits[list(states)]) for states, chances in rounds),
        espagnole=walk.espagnole,
        even=tuple(_even_split(walk, table, rounds, state) for state in _even_states(table)),
    )


def facts_of_round(rules: Rules, goal: RoundGoal = "duel", players: int = PLAYERS) -> Facts:
    """What players ask about a bare round of players who play for `goal`: with exact policies up to three.

    Raises RulesError, and InputError for more players than four.
    """
    check_players(rules, players)
    if players > MOST_PLAYERS:
        raise InputError(
            f"{players} players: facts of a bare round are about {MOST_PLAYERS} at most, more fill memory"
        )
    state = TokenState("R", players)
    stakes, exactly = RoundStakes(rules, goal, players), players <= EXACT_PLAYERS
    tree = round_tree(rules, "R", players)
    solution = solve_round(tree, round_payoffs_of(tree, state, stakes, [*range(players)], exact=exactly))
    over = solution.scale[0] * stakes.unit if exactly else 1
    method, epsilon = (ROUND_METHOD, 0) if exactly else (ROUGH_ROUND_METHOD, None)
    followed, once = follow_solution(solution), np.ones(1)
    by_throws = followed.verdicts.sum(axis=(1, 2))
    count = Count(float(by_throws @ np.arange(len(by_throws))), tuple(by_throws.tolist()))
    start: list[Any] = solution.start[:, 0].tolist()
    return Facts(
        source=Source(rules, goal, "decharge", str(round_start(rules, state)), method, epsilon),
        values=tuple(worth / over for worth in start),
        exact=tuple(Ratio.of(worth, over) for worth in start) if exactly else None,
        throws={"all": count},
        rounds={},
        round={"all": round_facts(rules, [(followed.chances, once)])},
        rampo_throws=float(followed.chances.rampo_throws[0]),
        espagnole=None,
        even=(),
    )


class _Rounds(NamedTuple):
    """The chances of the rounds of some states."""

    states: tuple[int, ...]
    chances: RoundChances


def _values(table: GameValues, state: TokenState) -> tuple[float, ...]:
    return tuple(map(float, _exact(table, state) or table.of(state)))


def _exact(table: GameValues, state: TokenState) -> tuple[Ratio, ...] | None:
    if not table.exact:
        return None
    return tuple(Ratio.of(int(value), table.denominator) for value in table.of(state))


def _count(walk: Course, visits: Array, stage: Stage, *, by_throws: bool) -> Count:
    """How many rounds, or throws, a stage takes."""
    inside = walk.of_phases(*_PHASES[stage])
    moves = walk.moves if by_throws else {1: walk.move}
    entry = walk.begin
    if stage == "decharge":
        entry = np.where(walk.of_phases("C"), visits, 0) @ walk.move
    mean = sum(count * float(visits[inside] @ matrix[inside].sum(axis=1)) for count, matrix in moves.items())
    return Count(mean, tuple(distribution(moves, entry, inside).tolist()))


def _mean_rounds(walk: Course, rounds: Sequence[_Rounds], visits: Array) -> dict[Stage, RoundFacts]:
    """The mean round of every stage in which rounds are played."""
    found: dict[Stage, RoundFacts] = {}
    for stage, phases in _PHASES.items():
        if some := _weighted(rounds, np.where(walk.of_phases(*phases), visits, 0)):
            found[stage] = round_facts(walk.space.rules, some)
    return found


def _weighted(rounds: Sequence[_Rounds], weights: Array) -> list[tuple[RoundChances, Array]]:
    """Chances of rounds, with the `weights[state]` of their states, where there are any."""
    weighted = [(chances, weights[list(states)]) for states, chances in rounds]
    return [(chances, weight) for chances, weight in weighted if weight.any()]


def _even_states(table: GameValues) -> list[TokenState]:
    """The décharge shared evenly, or as nearly as can be: the richer by one token in every seat there is."""
    least = table.rules.tokens // table.players
    dealt = product((least, least + 1), repeat=table.players)
    stacks = [each for each in dealt if sum(each) == table.rules.tokens]
    return [TokenState("D", table.players, 0, each) for each in stacks if min(each)]


def _even_split(walk: Course, table: GameValues, rounds: Sequence[_Rounds], state: TokenState) -> EvenSplit:
    others = range(1, table.players)
    led = [
        TokenState("D", table.players, 0, state.stacks[leader:] + state.stacks[:leader]) for leader in others
    ]
    without = [_values(table, turned)[-leader] for leader, turned in zip(others, led, strict=True)]
    once = np.zeros(len(walk.begin))
    once[walk.space.number[state]] = 1
    return EvenSplit(
        position=str(round_start(table.rules, state)),
        leader=_values(table, state)[0],
        without_lead=sum(without) / len(without),
        round=round_facts(table.rules, _weighted(rounds, once)),
    )
