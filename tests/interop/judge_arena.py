"""The environments of the arena, judged by the checks of the projects they are for."""

from __future__ import annotations

import copy
import pickle
import random
import warnings

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms.generate_playthrough import playthrough
from pettingzoo.test import api_test, seed_test

from game421.arena import gymnasium_envs, openspiel_game
from game421.arena.pettingzoo_env import Game421Env, env
from game421.rules import load_rules
from game421.states.play import legal_actions
from game421.states.positions import Position

SMALL = """
extends = "{base}"
tokens = {tokens}
"""


@pytest.fixture
def small(tmp_path):
    """A rules file of a preset with few tokens."""

    def write(base: str, tokens: int = 4) -> str:
        file = tmp_path / f"{base}-{tokens}.toml"
        file.write_text(SMALL.format(base=base, tokens=tokens), encoding="utf-8")
        return str(file)

    return write


TABLES = [
    ("classic", 2, "manche"),
    ("classic", 4, "manche"),
    ("bistro", 3, "partie"),
    ("havraise", 2, "manche"),
]


@pytest.mark.parametrize(("base", "players", "goal"), TABLES)
def test_pettingzoo_accepts_it(small, base, players, goal):
    rules = small(base)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*observation.*")  # theirs wants images or floats
        api_test(env(rules=rules, players=players, goal=goal), num_cycles=300)
    seed_test(lambda: env(rules=rules, players=players, goal=goal), num_cycles=100)


def masked(generator: np.random.Generator, mask: np.ndarray) -> int:
    return int(generator.choice(np.flatnonzero(mask)))


def finished(table: Game421Env, seed: int) -> dict[str, float]:
    """What a random game pays in all, every observation checked against the game's rules."""
    generator = np.random.default_rng(seed)
    table.reset(seed=seed)
    paid = dict.fromkeys(table.possible_agents, 0.0)
    rules = table._contest.rules
    while table.agents:
        agent = table.agent_selection
        seen, reward, over, cut, info = table.last()
        paid[agent] += reward
        if over or cut:
            table.step(None)
            continue
        legal = legal_actions(rules, Position.parse(info["position"]))
        assert seen["action_mask"].dtype == np.int8
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(legal)
        kept = copy.deepcopy(seen)
        table.step(masked(generator, seen["action_mask"]))
        assert all((kept[name] == seen[name]).all() for name in kept)  # copies, not views
    return paid


@pytest.mark.parametrize(("base", "players", "goal"), TABLES)
def test_pettingzoo_pays_every_result_once(small, base, players, goal):
    table = env(rules=small(base), players=players, goal=goal)
    last_in = load_rules(base).ends == "last-in"
    for seed in range(6):
        paid = finished(table, seed)
        assert sum(paid.values()) == pytest.approx(players - 1 if last_in else 1)
        assert all(table.terminations.values()) or not table.agents


def test_pettingzoo_ends_those_who_leave_before_the_others(small):
    table, early = env(rules=small("bistro", 3), players=4, goal="manche"), 0
    for seed in range(10):
        generator = np.random.default_rng(seed)
        table.reset(seed=seed)
        while table.agents:
            _, _, over, cut, _ = table.last()
            early += over and not all(table.terminations.values())
            table.step(
                None
                if over or cut
                else masked(generator, table.observe(table.agent_selection)["action_mask"])
            )
    assert early > 0


def test_pettingzoo_an_illegal_action_forfeits(small):
    table = env(rules=small("classic"))
    table.reset(seed=1)
    mover = table.agent_selection
    table.step(169)
    assert table.rewards[mover] == 0
    assert sum(table.rewards.values()) == 1
    assert all(table.terminations.values())


def test_environments_do_not_share_their_dice(small):
    rules = small("classic")
    alone, other = env(rules=rules), env(rules=rules)
    state = random.getstate()
    first = finished(alone, 3)
    other.reset(seed=9)
    alone.reset(seed=3)
    other.step(int(np.flatnonzero(other.observe(other.agent_selection)["action_mask"])[0]))
    assert finished(alone, 3) == first
    assert random.getstate() == state


@pytest.mark.parametrize(
    ("name", "options"),
    [
        (gymnasium_envs.TURN, {}),
        (gymnasium_envs.TURN, {"goal": "beat", "target": "654", "role": "follower", "rules": "bistro"}),
        (gymnasium_envs.ROUND, {"opponents": ["random", "points"]}),
        (gymnasium_envs.ROUND, {"goal": "manche", "opponents": ["aces"], "seat": 1}),
    ],
)
def test_gymnasium_accepts_what_is_registered(name, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make(name, **options)
        check_env(made.unwrapped)


@pytest.mark.parametrize("name", [gymnasium_envs.TURN, gymnasium_envs.ROUND])
def test_gymnasium_masks_are_right_from_the_first_state(name):
    made = gymnasium.make(name)
    rules, generator, rewards = (
        made.unwrapped.rules,
        np.random.default_rng(1),
        [],
    )
    for seed in range(40):
        seen, info = made.reset(seed=seed)
        again, same = made.reset(seed=seed)
        assert (seen == again).all()
        assert info["position"] == same["position"]
        over = False
        while not over:
            legal = legal_actions(rules, Position.parse(info["position"]))
            assert np.flatnonzero(info["action_mask"]).tolist() == sorted(legal)
            seen, reward, over, _, info = made.step(masked(generator, info["action_mask"]))
        assert not info["action_mask"].any()
        rewards.append(reward)
    assert len(set(rewards)) > 1


@pytest.mark.parametrize(("base", "players", "goal"), TABLES)
def test_openspiel_plays_it_at_random(small, base, players, goal):
    game = pyspiel.load_game(openspiel_game.NAME, {"rules": small(base), "players": players, "goal": goal})
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    kind = game.get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    for seed in range(4):
        generator, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                assert [number for number, _ in outcomes] == list(range(len(outcomes)))
                assert sum(chance for _, chance in outcomes) == pytest.approx(1)
                assert state.observation_string(0)
                state.apply_action(generator.choices(*map(list, zip(*outcomes, strict=True)))[0])
            else:
                state.apply_action(generator.choice(state.legal_actions()))
        returns = state.returns()
        assert sum(returns) == pytest.approx(game.utility_sum())
        assert all(game.min_utility() <= each <= game.max_utility() for each in returns)


def test_openspiel_plays_through_and_again_alike(small):
    name = f"{openspiel_game.NAME}(players=2,rules={small('classic', 2)},goal=manche)"
    shown = playthrough(name, None, alsologtostdout=False, seed=4)
    actions = [int(line.split(":")[1]) for line in shown.splitlines() if line.startswith("action: ")]
    assert playthrough(name, actions, alsologtostdout=False) == shown
    assert f'GameType.short_name = "{openspiel_game.NAME}"' in shown
    assert "IsTerminal() = True" in shown


def played_on(state: pyspiel.State, generator: random.Random) -> list[str]:
    """All that is seen of a game from here to its end."""
    seen = []
    while not state.is_terminal():
        seen.append(f"{state} {state.current_player()}")
        state.apply_action(generator.choice(state.legal_actions()))
    return [*seen, f"{state} {state.returns()}"]


def test_openspiel_states_reloaded_in_mid_round_play_on_alike(small):
    game = pyspiel.load_game(openspiel_game.NAME, {"rules": small("classic"), "players": 2, "goal": "manche"})
    generator, state = random.Random(5), game.new_initial_state()
    for _ in range(25):
        if state.is_terminal():
            break
        others = [state.clone(), pickle.loads(pickle.dumps(state))]
        _, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        for copied in (*others, other):
            assert str(copied) == str(state)
            assert copied.current_player() == state.current_player()
            assert copied.legal_actions() == state.legal_actions()
        ends = [played_on(copied, random.Random(7)) for copied in (*others, other)]
        assert ends[0] == ends[1] == ends[2] == played_on(state.clone(), random.Random(7))
        state.apply_action(generator.choice(state.legal_actions()))


def test_openspiel_agrees_on_the_value_of_the_end_of_a_game(tmp_path):
    """The last decision of a turn: the mean over its chance outcomes, by their library's own sums."""
    file = tmp_path / "end.toml"
    file.write_text(
        'extends = "classic"\ntokens = 1\ncharge_throws = 1\ndie = [1, 1, 0, 1, 0, 0]\n', encoding="utf-8"
    )
    game = pyspiel.load_game(openspiel_game.NAME, {"rules": str(file), "players": 2, "goal": "manche"})
    from game421.advice.library import value

    def worth(state: pyspiel.State) -> np.ndarray:
        if state.is_terminal():
            return np.array(state.returns())
        return sum(chance * worth(state.child(number)) for number, chance in state.chance_outcomes())

    expected = value("C 1 0/0 - 1 - 1", rules=file).values
    assert worth(game.new_initial_state()) == pytest.approx(expected, abs=1e-9)
