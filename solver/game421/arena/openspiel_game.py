"""The game for OpenSpiel, with explicit chance nodes. Needs the extra `arena`.

To import the module registers `python_game421`. Chance outcomes are numbered from 0 in the order in which
`game421.states.play.outcomes` gives them; actions as in `game421.states.actions`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from game421.arena.sittings import ACTIONS, OBSERVED, Sitting, observation
from game421.arena.standings import Contest
from game421.rules import default_rules_name, load_rules
from game421.states.actions import Action, format_action
from game421.states.play import Outcomes
from game421.states.positions import Position

NAME = "python_game421"
MOST_ROUNDS = 500
"""A game is cut off after so many rounds and shared evenly: here games have to have a greatest length."""

MOST_OUTCOMES = 512
"""More may not follow an action: 56 rolls, or the ways a round is settled."""

_PARAMETERS = {"players": 2, "rules": "", "goal": "manche"}

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="421, the three-dice game",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


@lru_cache(maxsize=16)
def _contest(rules: str, players: int, goal: Any) -> Contest:
    return Contest(load_rules(rules or default_rules_name()), players, goal)


class Game421Game(pyspiel.Game):
    """A manche, a partie or a duel; parameters `players`, `rules` (a name or a file) and `goal`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**_PARAMETERS, **(params or {})}
        self.contest = _contest(chosen["rules"], chosen["players"], chosen["goal"])
        players, rules = self.contest.players, self.contest.rules
        throws = max(rules.charge_throws, rules.decharge_throws)
        information = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0 if self.contest.one_wins else players - 1.0,
            max_game_length=MOST_ROUNDS * (players * throws + 1),
        )
        super().__init__(_TYPE, information, params or {})

    def new_initial_state(self) -> Game421State:
        """The leader is about to throw."""
        return Game421State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Everyone sees everything."""
        return _Observer(params)


class Game421State(pyspiel.State):
    """A position, or the dice of an action in the air."""

    def __init__(self, game: Game421Game) -> None:
        super().__init__(game)
        self._sitting = Sitting(game.contest)
        self._thrown: Outcomes = ()
        self._play_on()

    @property
    def position(self) -> Position:
        """What lies before the mover, or lay there before the dice were thrown."""
        return self._sitting.position

    def current_player(self) -> int:
        """Who moves: a player, chance, or nobody any more."""
        if self._thrown:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._sitting.over else self._sitting.mover

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self._sitting.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Numbers from 0, with their chances."""
        total = sum(ways for ways, _ in self._thrown)
        return [(number, ways / total) for number, (ways, _) in enumerate(self._thrown)]

    def _apply_action(self, action: int) -> None:
        if self._thrown:
            _, following = self._thrown[action]
            self._thrown = ()
            self._sitting.arrive(following)
        else:
            self._thrown = self._sitting.outcomes(Action(action))
        self._play_on()

    def _play_on(self) -> None:
        """Go on while nobody chooses and no dice fall."""
        if not self._thrown and self._sitting.rounds > MOST_ROUNDS and not self._sitting.over:
            self._sitting.cut_off()
        while not self._sitting.over:
            if not self._thrown:
                if len(self._sitting.legal) > 1:
                    return
                self._thrown = self._sitting.outcomes(self._sitting.legal[0])
            if len(self._thrown) > 1:
                return
            self._sitting.arrive(self._thrown[0][1])
            self._thrown = ()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            _, following = self._thrown[action]
            return str(following) if isinstance(following, Position) else f"settled {action}"
        return format_action(Action(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._sitting.over

    def returns(self) -> list[float]:
        """The payoffs, 0 while the game goes on."""
        if not self._sitting.over:
            return [0.0] * self.num_players()
        return [float(payoff or 0) for payoff in self._sitting.payoffs]

    def __str__(self) -> str:
        seats = "/".join(map(str, self._sitting.order))
        if self._sitting.over:
            return f"over {self._sitting.payoffs} after {self.history()}"
        return f"{self.position} players={seats}{' thrown' if self._thrown else ''}"


class _Observer:
    """The position, for whoever looks."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"an observer here has no parameters, not {params}")
        self.tensor = np.zeros(OBSERVED, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Game421State, _player: int) -> None:
        """Write what is seen into `tensor`."""
        self.tensor[:] = observation(state.position)

    def string_from(self, state: Game421State, _player: int) -> str:
        """The same as text."""
        return str(state)


pyspiel.register_game(_TYPE, Game421Game)
