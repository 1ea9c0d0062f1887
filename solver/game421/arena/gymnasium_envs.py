"""A turn alone, and a round or a game against chosen opponents, as Gymnasium environments.

Needs the extra `arena`. To import the module registers `game421/Turn-v0` and `game421/Round-v0`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from game421.advice.turn import turn_position
from game421.advice.words import turn_question
from game421.arena.benches import contest_of
from game421.arena.choosers import Chooser
from game421.arena.nodes import round_nodes
from game421.arena.players import BuiltIn
from game421.arena.sittings import (
    ACTIONS,
    MOST_EMPTY,
    MOST_OBSERVED,
    OBSERVED,
    Sitting,
    Turn,
    mask,
    never_a_choice,
    observation,
)
from game421.errors import InputError
from game421.rules import default_rules_name, load_rules
from game421.states.actions import Action
from game421.states.goals import SituationGoal
from game421.turns.goals import TurnGoal
from game421.turns.questions import Role

Observation = npt.NDArray[np.int16]
Info = dict[str, Any]

TURN, ROUND = "game421/Turn-v0", "game421/Round-v0"


class _Environment(gymnasium.Env[Observation, np.int64]):
    """What both have: numbers of `game421.arena.sittings`, masks and positions in the infos."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - as all of theirs

    def __init__(self, rules: str | None, render_mode: str | None) -> None:
        self.rules = load_rules(default_rules_name() if rules is None else rules)
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(ACTIONS)
        self.observation_space = spaces.Box(0, MOST_OBSERVED, (OBSERVED,), np.int16)

    def _dice(self) -> Random:
        return Random(int(self.np_random.integers(1 << 63)))  # noqa: S311 - dice of a game


class TurnEnv(_Environment):
    """One turn. The reward comes at its end: the goal's payoff of what it ended on; 0 for an illegal action.

    `goal`, `target`, `role` and `cap` are those of `game421.best`.
    """

    def __init__(
        self,
        rules: str | None = None,
        goal: TurnGoal = "points",
        target: str | Sequence[str] = (),
        role: Role = "leader",
        cap: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(rules, render_mode)
        self.question = turn_question(self.rules, goal, target, role=role, cap=cap)
        self._payoff = self.question.payoff
        self._turn = Turn(self.rules, turn_position(self.question, None))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        super().reset(seed=seed)
        self._random = self._dice()
        self._turn = Turn(self.rules, turn_position(self.question, None))
        self._turn.play_on(self._random)
        return observation(self._turn.position), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, Info]:
        reward, over = 0.0, True
        if int(action) in self._turn.legal:
            self._turn.step(Action(int(action)), self._random)
            over = self._turn.ended is not None
        if over and self._turn.ended is not None:
            roll, throws = self._turn.ended.result
            reward = self._payoff.numerators[(throws or 1) - 1][roll] / self._payoff.denominator
        return observation(self._turn.position), reward, over, False, self._info()

    def render(self) -> str | None:
        return str(self._turn.position) if self.render_mode == "ansi" else None

    def _info(self) -> Info:
        legal = () if self._turn.ended is not None else self._turn.legal
        return {"action_mask": mask(legal), "position": str(self._turn.position)}


class RoundEnv(_Environment):
    """A bare round (`duel`, `safe`) or a whole game (`manche`, `partie`) against built-in players.

    One sits down at `seat`, or at one drawn for every game, and has the others around in their order. The
    reward comes at the end: the payoff; 0 for an illegal action. Raises InputError for a seat there is not,
    and at the first game under rules that leave one no choice.
    """

    def __init__(
        self,
        rules: str | None = None,
        opponents: Sequence[str] = ("points",),
        goal: SituationGoal = "duel",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(rules, render_mode)
        players = len(opponents) + 1
        if seat is not None and not 0 <= seat < players:
            raise InputError(f"seat {seat}: of {players} players they are 0 to {players - 1}")
        self._contest = contest_of(self.rules, players, goal)
        self._opponents: list[Chooser] = [BuiltIn(name).chooser(self._contest) for name in opponents]
        self._wanted_seat = seat
        self._sitting, self._seat = Sitting(self._contest), 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        super().reset(seed=seed)
        players = len(self._opponents) + 1
        drawn = int(self.np_random.integers(players))
        self._random = self._dice()
        for _ in range(MOST_EMPTY):  # a game may be over before one has anything to choose
            self._seat = drawn if self._wanted_seat is None else self._wanted_seat
            self._sitting = Sitting(self._contest)
            for place, opponent in enumerate(self._opponents):
                opponent.newgame(0, (self._seat + 1 + place) % players, players, self._random.getrandbits(63))
            self._sitting.play_on(self._random)
            self._others_play()
            if self._payoff() is None:
                return observation(self._sitting.position), self._info()
        raise never_a_choice(self._contest)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, Info]:
        if int(action) in self._sitting.legal:
            self._sitting.step(Action(int(action)), self._random)
            self._others_play()
        else:
            self._sitting.forfeit(self._seat)
        payoff = self._payoff()
        return (
            observation(self._sitting.position),
            0.0 if payoff is None else payoff,
            payoff is not None,
            False,
            self._info(),
        )

    def render(self) -> str | None:
        return str(self._sitting.position) if self.render_mode == "ansi" else None

    def _payoff(self) -> float | None:
        return self._sitting.payoffs[self._seat]

    def _others_play(self) -> None:
        """Let the opponents play until one's own game goes on or is over."""
        sitting, players = self._sitting, len(self._opponents) + 1
        while self._payoff() is None and sitting.mover != self._seat:
            state = sitting.position.token_state
            nodes = round_nodes(self.rules, state.phase, len(state.seats_in))
            node = nodes.node(nodes.bare(sitting.position))
            opponent = self._opponents[(sitting.mover - self._seat - 1) % players]
            sitting.step(opponent.choose(self._contest.at(state), node), self._random)

    def _info(self) -> Info:
        moves = self._payoff() is None
        return {
            "action_mask": mask(self._sitting.legal if moves else ()),
            "position": str(self._sitting.position),
        }


gymnasium.register(TURN, entry_point=TurnEnv)
gymnasium.register(ROUND, entry_point=RoundEnv)
