"""Games reviewed: what every player's decisions cost him, by kind, and the costliest of them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from game421.arena.accounts import BLUNDERS, Kind
from game421.arena.costs import Asked, Costs, cost, goal_meant, right
from game421.arena.records import Name, Records, Told, open_records
from game421.arena.results import Loss
from game421.arena.several_play import Play
from game421.arena.standings import GOALS
from game421.errors import InputError
from game421.reports import Notice, silent
from game421.rules import Rules, default_rules_name, digest, load_rules, preset_names
from game421.rules.source import printable
from game421.states.actions import Action, format_action
from game421.states.goals import SITUATION_GOALS, SituationGoal
from game421.states.positions import Position
from game421.states.token_states import TokenState

TOGETHER = 50_000
"""Decisions priced together, token state after token state; so memory does not grow with the file."""

EVERY, SHORT = 100, 12
"""Lines between two reports; characters of a digest that are told."""

Reading = Callable[[int], None]
"""Told how many bytes have been read."""


@dataclass
class CostTally:
    """Decisions of one kind, or all of them."""

    decisions: int = 0
    choices: int = 0
    """Those that left a choice."""
    errors: int = 0
    """Those that cost anything."""
    cost: float = 0.0
    """What they cost together, in wins."""

    @property
    def each(self) -> float | None:
        """What a decision that left a choice cost on average; None without any."""
        return self.cost / self.choices if self.choices else None

    def add(self, lost: float, *, choice: bool) -> None:
        """One more decision."""
        self.decisions += 1
        self.choices += choice
        self.errors += lost > 0
        self.cost += lost

    def merge(self, other: CostTally) -> None:
        """What is in another tally."""
        self.decisions += other.decisions
        self.choices += other.choices
        self.errors += other.errors
        self.cost += other.cost


@dataclass
class Reviewed:
    """The decisions of one player."""

    games: int = 0
    """Games he sat in; of decisions written down one by one, those that stand together and name one."""
    kinds: dict[Kind, CostTally] = field(default_factory=dict)
    forfeits: Counter[str] = field(default_factory=Counter)
    """Games he forfeited, by cause."""
    first_forfeit: dict[str, Loss] = field(default_factory=dict)
    forfeited: float = 0.0
    """What the positions were worth to him in which he forfeited."""
    outside: int = 0
    """Decisions of no game in particular."""
    last: Name = None

    @property
    def total(self) -> CostTally:
        """All decisions together."""
        total = CostTally()
        for tally in self.kinds.values():
            total.merge(tally)
        return total

    @property
    def each_game(self) -> float | None:
        """What a game's decisions cost on average; None where some are of no game."""
        return self.total.cost / self.games if self.games and not self.outside else None


class Costly(NamedTuple):
    """A decision that cost something."""

    line: int
    game: Name
    player: Name
    position: str
    action: str
    right: tuple[str, ...]
    """Every action that costs nothing, in the order of the tie rule."""
    cost: float


@dataclass(frozen=True)
class Review:
    """What a file of games or decisions comes to; its size does not grow with the file."""

    label: str
    """What the file is called."""
    rules: Rules
    goal: SituationGoal
    games: int
    players: dict[Name, Reviewed]
    """In the order of a log's heading, else as they come up; None is who has no name."""
    costliest: tuple[Costly, ...]
    """Costliest first, of equals the earlier."""
    epsilon: float | None
    """Of the values of games that were needed: 0 where exact, None of bare rounds."""
    cut_off: int | None
    """The line that ended in its middle, which was left out."""


class _Waiting(NamedTuple):
    """What is to be priced: a decision, or the position of a forfeit, which has no action."""

    told: Told
    player: Name
    asked: Asked
    action: Action | None


class _Reviewer:
    """Takes what was played line by line and adds up what it cost."""

    def __init__(self, costs: Costs, records: Records, worst: int) -> None:
        self._costs, self._records, self._worst = costs, records, worst
        self._waiting: list[_Waiting] = []
        self._costliest: list[tuple[float, int, Costly]] = []
        self._priced = self._games = 0
        self._last: Name = None
        heading = records.heading
        self._players: dict[Name, Reviewed] = {
            player: Reviewed() for player in (heading.players if heading else ())
        }

    def add(self, told: Told) -> None:
        """What a line tells. Raises InputError or TableError for a position or an action that cannot be."""
        try:
            for decision in told.decisions:
                asked = self._costs.asked(decision.position)
                action = asked.action(decision.action)
                self._waiting.append(_Waiting(told, decision.player, asked, action))
            if told.forfeit is not None:
                self._forfeit(told, told.forfeit)
        except InputError as error:
            raise self._records.wrong(error, told.line) from None
        self._count(told)
        if len(self._waiting) >= TOGETHER:
            self._price_all()

    def _count(self, told: Told) -> None:
        """Count games; those of lines stand together."""
        whole = self._records.heading is not None
        self._games += told.game is not None and (whole or told.game != self._last)
        self._last = told.game
        for player in told.seating:
            reviewed = self._of(player)
            reviewed.outside += told.game is None
            reviewed.games += told.game is not None and (whole or told.game != reviewed.last)
            reviewed.last = told.game

    def _of(self, player: Name) -> Reviewed:
        found = self._players.get(player)
        if found is None:
            found = self._players[player] = Reviewed()
        return found

    def _forfeit(self, told: Told, loss: Loss) -> None:
        player = told.seating[loss.player]
        reviewed = self._of(player)
        reviewed.forfeits[loss.cause] += 1
        reviewed.first_forfeit.setdefault(loss.cause, loss)
        if not loss.position:
            reviewed.forfeited += self._costs.opening_worths(len(told.seating))[loss.player]
            return
        asked = self._costs.asked(loss.position)
        if asked.node.forced is not None:
            raise InputError(f"position {loss.position}: nothing can be chosen, so nobody forfeits there")
        self._waiting.append(_Waiting(told, player, asked, None))

    def _price_all(self) -> None:
        """Price what waits, the decisions in one token state after those in another."""
        places: dict[TokenState, list[int]] = {}
        for place, waiting in enumerate(self._waiting):
            places.setdefault(waiting.asked.standing.state, []).append(place)
        for state in sorted(places, key=_neighbourhood):
            here = [(self._priced + place, self._waiting[place]) for place in places[state]]
            decided = any(waiting.asked.node.forced is None for _, waiting in here)
            play = self._costs.play(here[0][1].asked.standing) if decided else None
            for number, waiting in here:
                self._price(waiting, play, number)
        self._priced += len(self._waiting)
        self._waiting.clear()

    def _price(self, waiting: _Waiting, play: Play | None, number: int) -> None:
        node, action, reviewed = waiting.asked.node, waiting.action, self._of(waiting.player)
        choice, lost = play is not None and node.forced is None, 0.0
        if play is not None and action is None:
            reviewed.forfeited += play.worths(node)[node.place]
            return
        if play is not None and action is not None and choice:
            lost = cost(play, node, action)
            if lost:
                self._keep(waiting, play, lost, number)
        kind = kind_of(node.position)
        tally = reviewed.kinds.get(kind)
        if tally is None:
            tally = reviewed.kinds[kind] = CostTally()
        tally.add(lost, choice=choice)

    def _keep(self, waiting: _Waiting, play: Play, lost: float, number: int) -> None:
        """Keep an error as long as it is among the costliest."""
        told, player, (standing, node), action = waiting
        full = len(self._costliest) >= self._worst
        if action is None or not self._worst or (full and (lost, -number) < self._costliest[0][:2]):
            return
        what = standing.text(node), format_action(action), right(play, node)
        kept = (lost, -number, Costly(told.line, told.game, player, *what, lost))
        (heappushpop if full else heappush)(self._costliest, kept)

    def finish(self) -> Review:
        """What all of it comes to."""
        self._price_all()
        costs, records = self._costs, self._records
        return Review(
            records.label,
            costs.rules,
            costs.goal,
            self._games,
            self._players,
            tuple(found for _, _, found in sorted(self._costliest, reverse=True)),
            costs.epsilon,
            records.line if records.cut_off else None,
        )


def _neighbourhood(state: TokenState) -> tuple[object, ...]:
    """Token states that are solved together come one after the other."""
    return state.players, state.phase, -(state.pot or 0), state.stacks, state.lost


def kind_of(position: Position) -> Kind:
    """Which kind of decision a position asks for."""
    if position.left is None:
        return Kind(position.phase, "throw-off", None)
    return Kind(position.phase, "leader" if position.leads else "follower", position.left)


def review_records(
    records: Records,
    rules: Rules,
    goal: SituationGoal | None = None,
    *,
    worst: int = BLUNDERS,
    notice: Notice = silent,
    report: Reading | None = None,
) -> Review:
    """What is in records, reviewed; `rules` are theirs, see `rules_of`. Raises InputError, TableError."""
    lines, heading = iter(records), records.heading
    if heading is not None and goal not in {None, heading.goal}:
        raise InputError(f"{records.label}: played for the goal {heading.goal}; leave --goal {goal} out")
    first = next(lines, None)
    meant = heading.goal if heading else goal or _meant(records, rules, first)
    reviewer = _Reviewer(Costs(rules, meant, notice), records, worst)
    for told in lines if first is None else chain((first,), lines):
        reviewer.add(told)
        if report is not None and told.line % EVERY == 0:
            report(records.read)
    return reviewer.finish()


def _meant(records: Records, rules: Rules, first: Told | None) -> SituationGoal:
    """What lines are about, by the first of them."""
    if first is None:
        raise AssertionError("lines without a heading have a first")
    try:
        return goal_meant(rules, Position.parse(first.decisions[0].position))
    except InputError as error:
        raise records.wrong(error, first.line) from None


def rules_of(records: Records, rules: Rules, *, given: bool) -> Rules:
    """The rules that records are of: `rules`; or where they were not `given`, the preset a log names.

    Raises InputError where a log was played by others.
    """
    heading = records.heading
    if heading is None or digest(rules) == heading.digest:
        return rules
    preset = load_rules(heading.rules) if heading.rules in preset_names() else None
    fits = preset is not None and digest(preset) == heading.digest
    if preset is not None and fits and not given:
        return preset
    remedy = f"leave --rules {rules.name} out" if fits else "give the file of its rules with --rules"
    raise InputError(
        f"{records.label}: played by the rules {printable(heading.rules)} of digest "
        f"{printable(heading.digest[:SHORT])}…, and {rules.name} has {digest(rules)[:SHORT]}…: {remedy}"
    )


def review(
    source: str | Path,
    *,
    rules: Rules | str | Path | None = None,
    goal: str | None = None,
    worst: int = BLUNDERS,
) -> Review:
    """What the decisions in a file cost: the log of a match, or a JSON line for each; `-`: standard input.

    A log says its goal, and where it names a preset its rules. Of lines they are the default rules, and the
    goal of the first position: the partie where manches lost are counted, else the manche; of bare rounds
    the duel, or in sips to be safe. `worst`: how many of the costliest are kept. Values of games that are
    not at hand are solved first. Raises InputError, RulesError, TableError.
    """
    if goal is not None and goal not in SITUATION_GOALS:
        raise InputError(f"goal {goal!r}: reviewed are {', '.join(GOALS)}")
    named = default_rules_name() if rules is None else rules
    meant = named if isinstance(named, Rules) else load_rules(named)
    with open_records(str(source)) as records:
        table = rules_of(records, meant, given=rules is not None)
        return review_records(records, table, SITUATION_GOALS[goal] if goal else None, worst=worst)
