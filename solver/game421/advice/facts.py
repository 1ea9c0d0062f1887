"""What players ask about a game of two under optimal play, computed and not simulated.

Values are those of the exact tables; the policies that attain them are found in float64, one round backup
away, ties within 1e-12 decided by the tie rule. Means are solutions of linear systems in float64, and
distributions powers of the same chain, followed until less than 1e-12 is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from game421.advice.answers import Ratio, Source
from game421.advice.round_facts import RoundFacts, round_facts
from game421.dice import KEEP_NOTHING
from game421.dice.ways import reach
from game421.errors import InputError
from game421.games.space import game_space
from game421.games.values import GameValues
from game421.games.visits import Course, Played, course, distribution, play
from game421.rounds.chances import RoundChances, round_chances
from game421.rounds.rest import round_payoffs_of
from game421.rounds.solving import solve_round
from game421.rounds.stakes import RoundStakes
from game421.rounds.tree import round_tree
from game421.rules.families import NENETTE
from game421.rules.record import Rules
from game421.states.goals import RoundGoal
from game421.states.play import round_start
from game421.states.token_states import TokenState
from game421.tables.library import game_values
from game421.tables.solving import Notice, silent

if TYPE_CHECKING:
    from game421.turns.layout import Array

PLAYERS = 2
"""How many the facts are about."""

METHOD = "exact values; policies, means and distributions in float64"
ROUND_METHOD = "exact values and policies; chances in float64"

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
    """The chance of its leader."""
    without_lead: float
    """The chance of a player with as many tokens whom the other leads against."""
    round: RoundFacts
    """Its first round."""

    @property
    def lead(self) -> float:
        """How much the lead is worth to a player with these tokens."""
        return self.leader - self.without_lead


@dataclass(frozen=True)
class Facts:
    """What is known of a game, or of a bare round, of two who play at best."""

    source: Source
    values: tuple[float, float]
    """What the start is worth to the first leader and to the other."""
    exact: tuple[Ratio, Ratio]
    throws: Mapping[Stage, Count]
    """Throws of both players' turns (a bare round has the stage `all` alone); not those of throw-offs."""
    rounds: Mapping[Stage, Count]
    """Rounds; in a havraise charge throws. Empty for a bare round."""
    round: Mapping[Stage, RoundFacts]
    """The mean round of each stage that is played in rounds."""
    rampo_throws: float
    """Mean number of throws in throw-offs, from the start to the end."""
    espagnole: tuple[float, float] | None
    """Chance that the first leader, or the other, ends the charge with all tokens; None without charge."""
    even: tuple[EvenSplit, ...]

    @property
    def lead(self) -> float:
        """How much going first is worth: the start with the lead less the start without."""
        return self.values[0] - self.values[1]


def facts_of(
    rules: Rules, goal: FactsGoal | None = None, players: int = PLAYERS, notice: Notice = silent
) -> Facts:
    """The facts of a manche, or of a bare round played for `goal`; unless said, of what these rules play."""
    wanted = goal or ("tokens" if rules.game == "sips" else "manche")
    if wanted == "manche":
        return facts_of_game(rules, players, notice)
    return facts_of_round(rules, wanted, players)


def facts_of_game(rules: Rules, players: int = PLAYERS, notice: Notice = silent) -> Facts:
    """What players ask about a manche of two, from the charge to its end.

    Values that are not at hand are solved first, `notice` being told. Raises InputError for sips, which
    are bare rounds, and for other numbers of players.
    """
    _check(players)
    game_space(rules, players)  # refuses sips before anything is said to be solved
    return facts_of_values(game_values(rules, players, "manche", notice))


def facts_of_values(table: GameValues) -> Facts:
    """The same from exact values of a manche of two."""
    space = game_space(table.rules, PLAYERS)
    played = list(play(space, table))
    walk = course(space, played)
    places = walk.visits()
    visits = walk.by_state(places)
    begin = space.states[space.start]
    exact = _ratios(table, begin)
    start = str(round_start(table.rules, begin))
    return Facts(
        source=Source(table.rules, table.goal, "charge", start, METHOD, table.epsilon),
        values=(float(exact[0]), float(exact[1])),
        exact=exact,
        throws={stage: _count(walk, places, stage, by_throws=True) for stage in _PHASES},
        rounds={stage: _count(walk, places, stage, by_throws=False) for stage in _PHASES},
        round=_rounds(walk, played, visits),
        rampo_throws=_rampo_throws(table.rules, played, visits),
        espagnole=_espagnole(walk, places),
        even=tuple(_even_split(walk, table, played, state) for state in _even_states(table.rules)),
    )


def facts_of_round(rules: Rules, goal: RoundGoal = "duel", players: int = PLAYERS) -> Facts:
    """What players ask about a bare round of two who play for `goal`: exact values and policies."""
    _check(players)
    state = TokenState("R", players)
    stakes = RoundStakes(rules, goal, players)
    tree = round_tree(rules, "R", players)
    solution = solve_round(tree, round_payoffs_of(tree, state, stakes, [0, 1], exact=True))
    leader, other = (Ratio.of(int(worth), solution.scale[0] * stakes.unit) for worth in solution.start[:, 0])
    chances, once = round_chances(solution), np.ones(1)
    by_throws = chances.verdicts.sum(axis=(1, 2))
    mean = round_facts(rules, [(chances, once)])
    count = Count(float(by_throws @ np.arange(len(by_throws))), tuple(by_throws.tolist()))
    return Facts(
        source=Source(rules, goal, "decharge", str(round_start(rules, state)), ROUND_METHOD, 0),
        values=(float(leader), float(other)),
        exact=(leader, other),
        throws={"all": count},
        rounds={},
        round={"all": mean},
        rampo_throws=mean.rampo * _throws_of_rampo(rules) if mean.rampo else 0.0,
        espagnole=None,
        even=(),
    )


def _check(players: int) -> None:
    if players != PLAYERS:
        raise InputError(
            f"{players} players: facts are about {PLAYERS}; of more, ask for the value of a position"
        )


def _ratios(table: GameValues, state: TokenState) -> tuple[Ratio, Ratio]:
    leader, other = (Ratio.of(int(value), table.denominator) for value in table.of(state))
    return leader, other


def _count(walk: Course, places: Array, stage: Stage, *, by_throws: bool) -> Count:
    """How many rounds, or throws, a stage takes."""
    inside = walk.places(*_PHASES[stage])
    moves = walk.moves if by_throws else {1: walk.move}
    entry = np.zeros(walk.space.size)
    entry[walk.space.offset[walk.space.start]] = 1
    if stage == "decharge":
        entry = np.where(walk.places("C"), places, 0) @ walk.move
    mean = sum(count * float(places[inside] @ matrix[inside].sum(axis=1)) for count, matrix in moves.items())
    return Count(mean, tuple(distribution(moves, entry, inside).tolist()))


def _rounds(walk: Course, played: Sequence[Played], visits: Array) -> dict[Stage, RoundFacts]:
    """The mean round of every stage in which rounds are played."""
    found: dict[Stage, RoundFacts] = {}
    for stage, phases in _PHASES.items():
        wanted = np.array([state.phase in phases for state in walk.space.states])
        if rounds := _weighted(played, np.where(wanted, visits, 0)):
            found[stage] = round_facts(walk.space.rules, rounds)
    return found


def _weighted(played: Sequence[Played], weights: Array) -> list[tuple[RoundChances, Array]]:
    """Chances of rounds, with the `weights[state]` of their states, where there are any."""
    rounds = [(part.chances, weights[list(part.block.states)]) for part in played if part.chances is not None]
    return [(chances, weight) for chances, weight in rounds if weight.any()]


def _rampo_throws(rules: Rules, played: Sequence[Played], visits: Array) -> float:
    rampos = sum(float(chances.rampo[0] @ weights) for chances, weights in _weighted(played, visits))
    return rampos * _throws_of_rampo(rules) if rampos else 0.0


def _throws_of_rampo(rules: Rules) -> float:
    """Mean number of throws of a throw-off of two: pairs of throws until two are unequal."""
    ways: dict[int, int] = {}
    for roll, count in reach(rules.die)[KEEP_NOTHING]:
        ways[rules.strength[roll]] = ways.get(rules.strength[roll], 0) + count
    if rules.nenette_tie == "last-wins":
        ways.pop(rules.strength[NENETTE], None)
    whole = sum(rules.die) ** 6
    return 2 * whole / (whole - sum(count * count for count in ways.values()))


def _espagnole(walk: Course, places: Array) -> tuple[float, float]:
    """Chance that the first leader, or the other, ends the charge with all tokens."""
    ends = np.where(walk.places("C"), places, 0) @ walk.move
    return float(ends[0]), float(ends[1])


def _even_states(rules: Rules) -> list[TokenState]:
    """The décharge shared evenly, or as nearly as an odd number can be, the poorer and the richer leading."""
    half = rules.tokens // 2
    stacks = sorted({(half, rules.tokens - half), (rules.tokens - half, half)})
    return [TokenState("D", PLAYERS, 0, pair) for pair in stacks if min(pair)]


def _even_split(walk: Course, table: GameValues, played: Sequence[Played], state: TokenState) -> EvenSplit:
    own, others = state.stacks
    turned = TokenState("D", PLAYERS, 0, (others, own))
    once = np.zeros(len(walk.space.states))
    once[walk.space.number[state]] = 1
    return EvenSplit(
        position=str(round_start(table.rules, state)),
        leader=float(_ratios(table, state)[0]),
        without_lead=float(_ratios(table, turned)[1]),
        round=round_facts(table.rules, _weighted(played, once)),
    )
