"""A game as a PettingZoo environment, players one after the other (AEC). Needs the extra `arena`."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from game421.arena.benches import default_goal
from game421.arena.sittings import ACTIONS, MOST_OBSERVED, OBSERVED, Sitting, mask, observation
from game421.arena.standings import Contest
from game421.rules import default_rules_name, load_rules
from game421.states.actions import Action
from game421.states.goals import SituationGoal


class Game421Env(AECEnv):
    """A manche (or a partie, a duel, a round of sips) of two to six players.

    An action is a number of `game421.states.actions`; what cannot be chosen is played by the environment. An
    observation holds `observation` (see `game421.arena.sittings`) and `action_mask`; a player's `infos` also
    have the position in one line. The payoff is paid once, when a player's game is over: a player who leaves
    without losing is done before the others. An illegal action forfeits the game.
    """

    metadata = {"name": "game421_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as all of theirs

    def __init__(
        self,
        rules: str | None = None,
        players: int = 2,
        goal: SituationGoal | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        table = load_rules(default_rules_name() if rules is None else rules)
        self._contest = Contest(table, players, goal or default_goal(table))
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._action_space = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._observation_space = {agent: _observation_space() for agent in self.possible_agents}
        self._generator, _ = seeding.np_random(None)
        self._sitting = Sitting(self._contest)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_space[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._generator, _ = seeding.np_random(seed)
        self._random = Random(int(self._generator.integers(1 << 63)))  # noqa: S311 - dice of a game
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._sitting = Sitting.begun(self._contest, self._random)
        self._pay([None] * len(self.agents))
        self._turn()
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, Any]:
        moves = not self._sitting.over and agent == self._name(self._sitting.mover)
        return {
            "observation": observation(self._sitting.position),
            "action_mask": mask(self._sitting.legal if moves else ()),
        }

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        player = self.possible_agents.index(self.agent_selection)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        before = list(self._sitting.payoffs)
        if action is None or int(action) not in self._sitting.legal:
            self._sitting.forfeit(player)
        else:
            self._sitting.step(Action(int(action)), self._random)
        self._pay(before)
        self._turn()
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        return str(self._sitting.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def _name(self, player: int) -> str:
        return self.possible_agents[player]

    def _pay(self, before: list[float | None]) -> None:
        """Pay whoever's game is now over, once."""
        for player, payoff in enumerate(self._sitting.payoffs):
            if payoff is not None and before[player] is None:
                self.rewards[self._name(player)] = payoff
                self.terminations[self._name(player)] = True

    def _turn(self) -> None:
        """Whose turn it is."""
        if not self._sitting.over:
            self.agent_selection = self._name(self._sitting.mover)
        for agent in self.agents:
            self.infos[agent] = {"position": str(self._sitting.position)}


def _observation_space() -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, MOST_OBSERVED, (OBSERVED,), np.int16),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def env(**options: Any) -> Game421Env:
    """The environment, as PettingZoo's own games are made."""
    return Game421Env(**options)
