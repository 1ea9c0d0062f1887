"""Games as the arena plays them: dice, seats, luck and skill, any number of players."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from random import Random

import pytest

from game421.arena.behaviours import BEHAVIOURS
from game421.arena.bots import Forfeit
from game421.arena.choosers import BehaviourChooser, BotChooser, PerfectChooser, RandomChooser
from game421.arena.dice import Dice, derived_seed
from game421.arena.exact_play import ExactPlay
from game421.arena.examination import examine
from game421.arena.games import play_game
from game421.arena.players import BuiltIn
from game421.arena.policies import BehaviourPolicy, RandomPolicy
from game421.arena.schedule import Schedule
from game421.arena.sittings import Sitting
from game421.arena.standings import Contest
from game421.dice import KEEP_NOTHING, parse_keep
from game421.dice.ways import reach
from game421.errors import InputError
from game421.rules import Rules, read_rules
from game421.states.checks import check_position
from game421.states.positions import Position
from games.small import THREE_FACES, both, goal_of, solved

from .test_examination import TABLES, Picking

FAIR = Rules()


def contest(name: str) -> Contest:
    rules, _ = both(TABLES[name])
    goal = goal_of(rules)
    return Contest(rules, 2, goal, ExactPlay(solved(rules, goal)))


@pytest.mark.parametrize("die", [(1, 1, 1, 1, 1, 1), (1, 2, 3, 4, 5, 6), THREE_FACES])
@pytest.mark.parametrize("kept", ["-", "1", "21"])
def test_dice_fall_as_often_as_they_should(die, kept):
    rules, keep = Rules(die=die), parse_keep(kept)
    dice, found, throws = Dice(rules, 2, seed=5), Counter[int](), 12_000
    for _ in range(throws // 6):
        dice.next_round()
        found.update(dice.throw(keep, place, throw) for place in (0, 1) for throw in range(3))
    ways = dict(reach(die)[keep])
    assert set(found) <= set(ways)
    expected = {roll: throws * count / sum(die) ** 3 for roll, count in ways.items()}
    chi = sum((found[roll] - mean) ** 2 / mean for roll, mean in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 4 * (2 * freedom) ** 0.5 + 8


def test_a_throw_does_not_depend_on_what_others_hold():
    one, other = Dice(FAIR, 2, seed=9), Dice(FAIR, 2, seed=9)
    for dice in (one, other):
        dice.next_round()
    one.throw(KEEP_NOTHING, 0, 0)
    assert one.throw(KEEP_NOTHING, 1, 2) == other.throw(KEEP_NOTHING, 1, 2)
    one.next_round()
    other.next_round()
    assert one.throw_all() == other.throw_all()
    seeds = {derived_seed(1, "deal", deal) for deal in range(1000)}
    assert len(seeds) == 1000
    assert all(0 <= one.way(total) < total for total in (1, 7, 10**30))


def test_keeping_nothing_throws_three_dice_and_keeping_all_none():
    class Always:
        def __init__(self, answer: str) -> None:
            self.answer, self.lying = answer, []

        def decide(self, position: str, legal: tuple[str, ...]) -> str:
            self.lying.append(position.split())
            return self.answer if self.answer in legal else legal[0]

    rules, _ = both({"die": (1, 1, 1, 1, 1, 1), "tokens": 2})
    none, every = Always("-"), Always("")
    play_game(Contest(rules, 2, "duel"), [BotChooser(none), BotChooser(every)], seed=1, moves=True)
    assert [lying[6] for lying in none.lying] == ["2", "1"]  # he threw three times
    assert [len(lying[3].split("/")) for lying in every.lying] == [1] * len(every.lying)


@pytest.mark.parametrize("name", TABLES)
def test_perfect_play_shows_no_skill_and_errors_cost_what_they_win(name):
    here = contest(name)
    perfect = PerfectChooser()
    for game in range(20):
        assert play_game(here, [perfect, perfect], game).skill == (0, 0)
    total = 0.0
    for game in range(20):
        played = play_game(here, [RandomChooser(), perfect], game)
        assert sum(played.payoffs) == 1
        assert played.skill is not None
        assert sum(played.skill) == pytest.approx(0)
        total += played.skill[0]
    assert total < 0


PLAYERS = {
    "random": (lambda rules: RandomChooser(), lambda: RandomPolicy()),
    "aces": (
        lambda rules: BehaviourChooser(rules, BEHAVIOURS["aces"]),
        lambda: BehaviourPolicy("aces", BEHAVIOURS["aces"]),
    ),
}


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", ["classic", "bistro", "havraise, partie"])
def test_a_long_match_confirms_the_examination(name, player):
    here, games = contest(name), 1500
    assert here.exact is not None
    chooser, policy = PLAYERS[player]
    exact = examine(here.exact.table, policy())
    mine, perfect = chooser(here.rules), PerfectChooser()
    for seat in (0, 1):
        seated = [mine, perfect] if seat == 0 else [perfect, mine]
        played = [play_game(here, seated, derived_seed(3, game)) for game in range(games)]
        won = sum(each.payoffs[seat] for each in played) / games
        chance = exact.chance[seat]
        assert abs(won - chance) < 4 * (chance * (1 - chance) / games) ** 0.5
        skills = [each.skill[seat] for each in played if each.skill]
        spread = sum((skill - sum(skills) / games) ** 2 for skill in skills) / games
        assert abs(exact.value[seat] + sum(skills) / games - chance) < 4 * (spread / games) ** 0.5 + 1e-4


def test_a_bot_is_shown_positions_that_can_be_and_their_legal_actions():
    here = contest("bistro")

    class Looking(Picking):
        def decide(self, position: str, legal: tuple[str, ...]) -> str:
            read = Position.parse(position)
            check_position(here.rules, read)
            assert str(read) == position
            assert len(legal) > 1
            return super().decide(position, legal)

    looking = BotChooser(Looking())
    for game in range(60):
        played = play_game(here, [looking, looking], game, moves=True)
        assert played.decisions == len(played.moves)
        assert played.forfeit is None, played.forfeit


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    ("ends", "goal"), [("first-out", "manche"), ("last-in", "manche"), ("last-in", "partie")]
)
def test_alike_players_win_alike_from_all_seats(players, ends, goal):
    manches = 2 if goal == "partie" else 1
    rules = Rules(tokens=5, ends=ends, charge_throws=1, decharge_throws=2, manches=manches)
    here, schedule = Contest(rules, players, goal), Schedule(players, players, seed=2)
    alike, sums, units = [RandomChooser() for _ in range(players)], Counter[int](), 40
    for unit in range(units):
        for fixture in schedule.unit(unit):
            played = play_game(here, alike, fixture.seed, game=fixture.game)
            assert sum(played.payoffs) == pytest.approx(1 if ends == "first-out" else players - 1)
            sums.update(dict(zip(fixture.seating, played.payoffs, strict=True)))
    share = (1 if ends == "first-out" else players - 1) / players
    games = units * players
    for player in range(players):
        assert abs(sums[player] / games - share) < 4.5 * (share * (1 - share) / games) ** 0.5 + 1e-9
    seatings = [fixture.seating for fixture in schedule.unit(0)]
    assert {seating[0] for seating in seatings} == set(range(players))
    assert len({fixture.seed for fixture in schedule.unit(0)}) == 1


def test_games_that_go_on_for_ever_are_cut_off_and_shared(monkeypatch):
    monkeypatch.setattr("game421.arena.games.MOST_ROUNDS", 3)
    here = Contest(Rules(tokens=999), 3, "manche")
    played = play_game(here, [RandomChooser()] * 3, 1)
    assert played.rounds == 3
    assert played.payoffs == (1 / 3,) * 3


def test_a_forfeit_loses_and_its_cost_is_what_the_position_was_worth():
    here = contest("classic")

    class Lost:
        def decide(self, position: str, legal: tuple[str, ...]) -> str:
            return "no idea"

    played = play_game(here, [BotChooser(Lost()), PerfectChooser()], 1)
    assert played.payoffs == (0, 1)
    assert played.forfeit is not None
    seat, reason, position = played.forfeit
    assert (seat, reason.cause) == (0, "not an answer")
    assert position.startswith("C 3 0/0 - 2 ")
    assert played.skill is not None
    assert -1 < played.skill[0] < 0
    three = play_game(Contest(Rules(), 3, "manche"), [BotChooser(Lost()), *[RandomChooser()] * 2], 1)
    assert three.payoffs == (0, 0.5, 0.5)


@pytest.mark.parametrize("name", ["classic", "havraise, partie"])
def test_who_is_not_there_loses_what_his_seat_was_worth(name):
    class Absent(RandomChooser):
        def newgame(self, game: int, seat: int, players: int, seed: int) -> None:
            raise Forfeit("no start", "not at home")

    here = contest(name)
    assert here.values is not None
    for seat, seated in enumerate(([Absent(), PerfectChooser()], [PerfectChooser(), Absent()])):
        played = play_game(here, seated, 1)
        assert played.payoffs[seat] == 0
        assert played.skill is not None
        assert played.skill[seat] == pytest.approx(-here.values[seat])
        assert sum(played.skill) == pytest.approx(0)
    assert here.values[0] != here.values[1]


def test_memory_stays_flat():
    here = contest("classic")
    players = [RandomChooser(), PerfectChooser()]
    for game in range(1500):
        play_game(here, players, game)
    tracemalloc.start()
    for game in range(300):
        play_game(here, players, game)
    before = tracemalloc.get_traced_memory()[0]
    for game in range(1200):
        play_game(here, players, game)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 60_000


def test_players_made_anew_are_noted_once():
    here, noted = Contest(Rules(), 2, "duel"), []
    for _ in range(2):
        play_game(here, [BuiltIn("card:3").chooser(here) for _ in range(2)], seed=1)
        noted.append(sum(len(node.notes) for node in here.at(here.opening).nodes._nodes.values()))
    assert noted[0] == noted[1] > 0


def test_what_cannot_be_played_is_refused():
    with pytest.raises(InputError, match="add up to 10001; dice of at most 10000 sides are thrown"):
        Dice(Rules(die=(9_996, 1, 1, 1, 1, 1)), 2, 0)
    with pytest.raises(InputError, match="goal 'points': matches are played for manche, partie, duel, safe"):
        Contest(Rules(), 2, "points")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="7 seats: a game has 2 to 6"):
        Schedule(7, 7, 0)
    with pytest.raises(InputError, match="2 players for 3 seats"):
        Schedule(2, 3, 0)


def test_environments_say_where_nobody_ever_has_a_choice(tmp_path):
    from game421.arena.gymnasium_envs import RoundEnv

    one_throw = 'name = "one"\ncharge_throws = 1\ndecharge_throws = 1\n'
    (tmp_path / "one.toml").write_text(one_throw)
    said = "rules one, goal duel: dice alone decide, nobody chooses"
    with pytest.raises(InputError, match=said):
        RoundEnv(str(tmp_path / "one.toml")).reset(seed=1)
    with pytest.raises(InputError, match=said):
        Sitting.begun(Contest(read_rules(one_throw), 2, "duel"), Random(1))
    assert not Sitting.begun(Contest(FAIR, 2, "duel"), Random(1)).over
    with pytest.raises(InputError, match="seat 2: of 2 players they are 0 to 1"):
        RoundEnv(seat=2)


def test_a_game_is_found_again_by_its_number():
    schedule = Schedule(4, 2, seed=8)
    assert len(schedule.lineups) == 6
    every = [fixture for unit in range(12) for fixture in schedule.unit(unit)]
    assert [fixture.game for fixture in every] == list(range(24))
    assert [schedule.game(number) for number in range(24)] == every
    assert schedule.units(3) == 2 * 6
    assert len({fixture.seed for fixture in every}) == 12  # every unit has dice of its own


def test_forfeits_say_why():
    assert str(Forfeit("silence", "no answer within 1 s")) == "silence: no answer within 1 s"


@pytest.mark.parametrize(("players", "goal"), [(2, "duel"), (3, "safe")])
def test_perfect_play_of_rounds_is_asked_for(players, goal):
    rules, _ = both({"die": THREE_FACES, "tokens": 3})
    here, games = Contest(rules, players, goal), 120
    perfect, others = BuiltIn("perfect").chooser(here), [RandomChooser() for _ in range(players - 1)]
    won = sum(play_game(here, [perfect, *others], derived_seed(1, game)).payoffs[0] for game in range(games))
    assert won / games > (0.6 if goal == "duel" else 0.72)
