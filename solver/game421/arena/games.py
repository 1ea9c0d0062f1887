"""One game played to its end between players of any kind, by the rules of `states` and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game421.arena.bots import Forfeit
from game421.arena.choosers import Chooser, PerfectChooser
from game421.arena.dice import Dice
from game421.arena.nodes import Node
from game421.arena.standings import Contest, Standing
from game421.dice import ROLLS
from game421.states.actions import TIED, Action, format_action
from game421.states.goals import GAME_GOALS, ROUND_GOALS, SituationGoal
from game421.states.payoffs import game_payoffs, round_payoffs
from game421.states.play import with_gifts
from game421.states.settlements import Settlement

MOST_ROUNDS = 10_000
"""A game that has not ended by then is cut off and shared evenly (RULES, section 6)."""

_STOPS = len(ROLLS)
"""Smaller actions end a turn."""


Move = tuple[str, str, int]
"""Position and action of a decision, and who took it."""


class Played(NamedTuple):
    """A finished game; payoffs by seat in the first round."""

    payoffs: tuple[float, ...]
    skill: tuple[float, ...] | None
    """What the errors of all brought each: his own cost him, those of others may give or cost him. The rest
    of a payoff is the value of the seat, and luck, which has mean 0. None where values are not known."""
    rounds: int
    decisions: int
    forfeit: tuple[int, Forfeit, str] | None
    """The seat that forfeited, why, and in which position."""
    moves: tuple[Move, ...]
    """Position, action and seat of every decision, where they were asked for."""


def play_game(
    contest: Contest, players: Sequence[Chooser], seed: int, *, game: int = 0, moves: bool = False
) -> Played:
    """Play one game, `players[seat]` sitting at each seat of the first round; `seed` decides all chance."""
    flawless = frozenset(seat for seat, player in enumerate(players) if type(player) is PerfectChooser)
    dice = Dice(contest.rules, contest.players, seed)
    table = _Table(contest, players, dice, moves, flawless=flawless)
    played = table.start(game, seed) or table.play()
    for seat, player in enumerate(players):
        lost = played.forfeit is not None and played.forfeit[0] == seat
        player.result(game, played.payoffs[seat], str(played.forfeit[1]) if lost and played.forfeit else None)
    return played


@dataclass
class _Table:
    """A game going on."""

    contest: Contest
    players: Sequence[Chooser]
    dice: Dice
    remember: bool
    decisions: int = 0
    rounds: int = 0
    moves: list[Move] = field(default_factory=list)
    skill: list[float] | None = None
    flawless: frozenset[int] = frozenset()
    """Seats whose decisions cost nothing and need not be priced."""

    def start(self, game: int, seed: int) -> Played | None:
        """Tell the players; the game is over at once where one of them is not there."""
        for seat, player in enumerate(self.players):
            try:
                player.newgame(game, seat, self.contest.players, seed)
            except Forfeit as forfeit:
                order = tuple(range(self.contest.players))
                payoffs = self._forfeited([1.0] * len(order), order, seat)
                if (values := self.contest.values) is not None:
                    self.skill = [payoff - value for payoff, value in zip(payoffs, values, strict=True)]
                return self._finish(payoffs, _ForfeitedError(seat, forfeit, ""))
        return None

    def play(self) -> Played:
        """Round after round, until someone has won, lost or forfeited."""
        contest = self.contest
        state = contest.opening
        order = tuple(range(contest.players))
        """`order[seat]`: the first seat of who sits at a seat now."""
        payoffs = [1.0] * contest.players
        """Who leaves without losing has won."""
        if contest.exact is not None:
            self.skill = [0.0] * contest.players
        while self.rounds < MOST_ROUNDS:
            self.rounds += 1
            self.dice.next_round()
            try:
                settlement = self._round(contest.at(state), order)
            except _ForfeitedError as lost:
                return self._finish(self._forfeited(payoffs, order, lost.seat), lost)
            if settlement.state is None:
                for seat, payoff in zip(order, payoffs_of(contest.goal, settlement), strict=True):
                    payoffs[seat] = payoff
                return self._finish(payoffs)
            order = tuple(order[seat] for seat in settlement.seats)
            state = settlement.state
        for seat in order:
            payoffs[seat] = shares(contest, len(order)) * (len(order) - 1) / len(order)
        return self._finish(payoffs)

    def _round(self, standing: Standing, order: tuple[int, ...]) -> Settlement:
        """One round, from the leader's first throw to who pays whom."""
        dice = self.dice
        if standing.single_throw:
            return standing.thrown(dice.throw_all())
        node = standing.nodes.root
        while True:
            action = node.forced
            if action is None:
                action = self._decide(standing, node, order)
            if action < _STOPS:
                node = node.stopped(action)
                if node.settles:
                    return self._settled(standing, node, None)
            elif action < TIED:
                row = node.rows.get(action) or node.row(action)
                roll = dice.throw(row.keep, node.place, node.throws)
                node = row.nodes[roll] or node.thrown(action, roll)
            else:
                return self._settled(standing, node, action)

    def _settled(self, standing: Standing, node: Node, choice: Action | None) -> Settlement:
        law = node.law(choice)
        verdict = law.at(self.dice.way(law.total)) if len(law.verdicts) > 1 else law.verdicts[0]
        return with_gifts(self.contest.rules, node.position, standing.settled(verdict))

    def _decide(self, standing: Standing, node: Node, order: tuple[int, ...]) -> Action:
        """Ask who is to move; count what his choice brings everyone."""
        self.decisions += 1
        decided = standing.decided
        seat = order[standing.seats[node.place]]
        if seat in self.flawless and decided is not None and not self.remember:
            return decided.action(node)
        try:
            action = self.players[seat].choose(standing, node)
        except Forfeit as forfeit:
            if decided is not None:
                self._count_forfeit(standing, decided.worths(node), order, seat)
            raise _ForfeitedError(seat, forfeit, standing.text(node)) from forfeit
        if self.remember:
            self.moves.append((standing.text(node), format_action(action), seat))
        if seat not in self.flawless and decided is not None and action != decided.action(node):
            self._count(standing, decided.shift(node, action), order)
        return action

    def _count(self, standing: Standing, shift: tuple[float, ...], order: tuple[int, ...]) -> None:
        """Count what an action brings each player of a token state, those who play first."""
        if self.skill is not None:
            for seat, change in zip(standing.state.seating, shift, strict=True):
                self.skill[order[seat]] += change

    def _count_forfeit(
        self, standing: Standing, worths: tuple[float, ...], order: tuple[int, ...], loser: int
    ) -> None:
        """The same of a forfeit: what everyone gets is settled by it."""
        share = shares(self.contest, len(order))
        seating = standing.state.seating
        gets = [0.0 if order[seat] == loser else share for seat in seating]
        self._count(standing, tuple(get - worth for get, worth in zip(gets, worths, strict=True)), order)

    def _forfeited(self, payoffs: list[float], order: tuple[int, ...], loser: int) -> list[float]:
        """Nothing for who forfeits; the others who are still in share what there is to win."""
        for seat in order:
            payoffs[seat] = shares(self.contest, len(order))
        payoffs[loser] = 0.0
        return payoffs

    def _finish(self, payoffs: list[float], lost: _ForfeitedError | None = None) -> Played:
        forfeit = None if lost is None else (lost.seat, lost.forfeit, lost.position)
        skill = None if self.skill is None else tuple(self.skill)
        return Played(tuple(payoffs), skill, self.rounds, self.decisions, forfeit, tuple(self.moves))


class _ForfeitedError(Exception):
    """A seat has forfeited the game, in a position."""

    def __init__(self, seat: int, forfeit: Forfeit, position: str) -> None:
        self.seat, self.forfeit, self.position = seat, forfeit, position
        super().__init__(str(forfeit))


def payoffs_of(goal: SituationGoal, settlement: Settlement) -> list[float]:
    """What the last round of a game brings to each of its seats."""
    if settlement.ending is None:
        numerators, over = round_payoffs(ROUND_GOALS[goal], settlement)
    else:
        numerators, over = game_payoffs(GAME_GOALS[goal], settlement.ending, len(settlement.scores))
    return [numerator / over for numerator in numerators]


def fair_share(contest: Contest) -> float:
    """What a game brings each seat on average: payoffs add up to the same whoever wins."""
    return shares(contest, contest.players) * (contest.players - 1) / contest.players


def shares(contest: Contest, playing: int) -> float:
    """What each of the others gets when one of so many who are still in has lost the game."""
    return 1 / (playing - 1) if contest.one_wins else 1.0
