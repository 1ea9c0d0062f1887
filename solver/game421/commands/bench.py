"""`421 bench`: how far from perfect a player is, by exact examination or by matches."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from game421.commands.interrupting import stoppable
from game421.commands.options import json_option, lang_option, refuse, rules_option
from game421.commands.output import language, print_json
from game421.commands.progress import progress
from game421.commands.situations import tell
from game421.errors import MissingExtraError
from game421.rules.record import Rules
from game421.states.goals import GAME_GOALS, SituationGoal
from game421.states.token_states import TokenState
from game421.turns.goals import TURN_GOALS, TurnGoal
from game421.turns.questions import Role

if TYPE_CHECKING:
    from game421.arena.entrants import Entrant
    from game421.arena.matches import Match
    from game421.arena.protocol import Limits
    from game421.arena.results import Standings
    from game421.arena.statistics import SequentialTest

EPILOG = """\b
Examples:
  421 bench bot.py --exact                     its exact chance, loss and costliest blunders
  421 bench bot.py --exact --goal points       of a single turn
  421 bench aces --exact --players 3           of the game of three
  421 bench bot.py --exact --state "D 0 8/6/7" of one round of it
  421 bench bot.py random --games 2000         a match, every seating on the same dice
  421 bench bot.py perfect --sprt 0.45,0.5     stop as soon as it is decided
  421 bench a.py "node b.js" points --seats 2  a field: everyone meets everyone
  421 bench a.py b.py --log games.jsonl        keep every game; --resume goes on with it
\b
A player is built in (perfect, noisy:0.1, random, points, target, aces, throws, duel, safe, tokens, card:8),
a Python file (bot.py, bot.py:Name), a policy in a file (an export of ours, or HackaGames JSON), a strategy
file, or a command that speaks the protocol of docs/bots.md. Name=… before it gives it a name."""

FLAWED = 1
"""Exit status where a bot forfeited or a match was stopped, though what was played is told."""

GAMES = 1000
"""Games of every line-up where nothing is said."""

OF_ROUNDS = {"--players": "at_table", "--state": "round_of"}
OF_TURNS = {"--target": "targets", "--as": "role"}
OF_MATCHES = {"--seats": "seats", "--seed": "seed", "--game": "game"}
OF_ALL_GAMES = {
    "--games": "games",
    "--workers": "workers",
    "--log": "log",
    "--resume": "resume",
    "--sprt": "sprt",
}
"""Options by what they are about; beside anything else they would change nothing, and are refused."""


@click.command(epilog=EPILOG)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER…")
@click.option("--exact", is_flag=True, help="Examine the one PLAYER exactly: no games are played.")
@click.option(
    "--goal",
    type=click.Choice(["manche", "partie", "duel", "safe", *TURN_GOALS]),
    help="Of a game or a round; with --exact also of a turn. [default: manche; partie where several manches "
    "are played; safe in sips]",
)
@click.option(
    "--target", "targets", multiple=True, metavar="COMBINATION", help="Of a turn: what is aimed at."
)
@click.option("--as", "role", type=click.Choice(["leader", "follower"]), help="Of a turn: who plays it.")
@click.option(
    "--players",
    "at_table",
    type=click.IntRange(2, 6),
    help="With --exact: at the table. [default: 2]",
)
@click.option("--state", "round_of", metavar="STATE", help='With --exact: that round alone, as "D 0 8/6/7".')
@click.option("--games", type=click.IntRange(1, 10_000_000), help="Of every line-up. [default: 1000]")
@click.option("--seats", type=click.IntRange(2, 6), help="How many sit down. [default: all PLAYERs]")
@click.option("--seed", type=int, help="Decides all dice. [default: 0]")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes. [default: one for each processor]")
@click.option("--log", type=click.Path(path_type=Path), metavar="FILE", help="Write every game, a line each.")
@click.option("--resume", is_flag=True, help="Go on with --log FILE: finished games are not played again.")
@click.option("--game", type=click.IntRange(0), metavar="N", help="Play game N alone and print it.")
@click.option("--sprt", metavar="LOW,HIGH", help="Two PLAYERs: stop once the first one's score is decided.")
@click.option("--start-limit", type=float, default=10, show_default=True, help="Seconds a bot has to start.")
@click.option("--move-limit", type=float, default=5, show_default=True, help="Seconds it has to answer.")
@rules_option
@json_option
@lang_option
def bench(
    players: tuple[str, ...],
    rules: Rules,
    goal: str | None,
    exact: bool,
    start_limit: float,
    move_limit: float,
    as_json: bool,
    lang: str | None,
    **options: Any,
) -> None:
    """Judge players: one exactly (--exact), or two and more in matches with honest intervals."""
    from game421.arena.entrants import entrant
    from game421.arena.protocol import Limits

    if exact:
        _refuse(options, OF_MATCHES | OF_ALL_GAMES, "is about matches, not about --exact")
    else:
        _refuse(options, OF_ROUNDS | OF_TURNS, "goes with --exact")
    limits = Limits(start_limit, move_limit)
    entrants = tuple(map(entrant, players))
    for each in entrants:
        if each.file is not None and not each.file.suits(rules):
            tell(f"{each.name} is a policy for the rules {each.file.made_for}, and these are {rules.name}")
    shown = _Shown(rules, as_json=as_json, lang=language(lang))
    if exact:
        status = _examine(shown, entrants, goal, limits, options)
    else:
        status = _match(shown, entrants, goal, limits, options)
    click.get_current_context().exit(status)


def _refuse(options: dict[str, Any], wrong: dict[str, str], reason: str) -> None:
    """Raise UsageError for an option that was given and has no meaning here."""
    given = {name: options[key] for name, key in wrong.items() if options[key] is not False}
    refuse(given, reason)


class _Shown:
    """How results leave the program."""

    def __init__(self, rules: Rules, *, as_json: bool, lang: str) -> None:
        self.rules, self.as_json, self.lang = rules, as_json, lang

    def show(self, document: dict[str, object], text: str) -> None:
        """The one or the other."""
        if self.as_json:
            print_json(document)
        else:
            click.echo(text)


def _examine(
    shown: _Shown, entrants: tuple[Entrant, ...], goal: str | None, limits: Limits, options: dict[str, Any]
) -> int:
    from game421.arena.benches import Examining, default_goal, examine_entrant
    from game421.commands.bench_content import examination_content
    from game421.commands.bench_wording import BenchText

    if len(entrants) != 1:
        raise click.UsageError(f"--exact examines one PLAYER, not {len(entrants)}")
    if goal in TURN_GOALS:
        _refuse(options, OF_ROUNDS, "is about a game: a turn has its --goal and --target")
        return _examine_turn(shown, entrants[0], TURN_GOALS[goal], limits, options)
    table = _table_of(options, shown.rules)
    wanted = goal or default_goal(shown.rules, table[1])
    if wanted not in GAME_GOALS:
        raise click.UsageError(f"goal {wanted}: examined are whole games (manche, partie) and turns")
    _refuse(options, OF_TURNS, f"is about a turn, not about the goal {wanted}")
    examining = Examining(shown.rules, GAME_GOALS[wanted], *table)
    with stoppable(), progress("421 bench --exact") as report:
        found = examine_entrant(examining, entrants[0], limits, tell, report)
    text = BenchText(shown.lang)
    shown.show(examination_content(found), text.examination(found))
    return FLAWED if found.forfeits else 0


def _table_of(options: dict[str, Any], rules: Rules) -> tuple[int, TokenState | None]:
    """How many sit at the table, and the token state whose round is meant."""
    from game421.arena.benches import PLAYERS
    from game421.states.checks import parse_token_state

    if options["round_of"] is None:
        return options["at_table"] or PLAYERS, None
    state = parse_token_state(rules, options["round_of"])
    return options["at_table"] or state.players, state


def _examine_turn(
    shown: _Shown, entrant: Entrant, goal: TurnGoal, limits: Limits, options: dict[str, Any]
) -> int:
    from game421.advice.words import turn_question
    from game421.arena.benches import examine_entrant_turn
    from game421.commands.bench_content import turn_content
    from game421.commands.bench_wording import BenchText

    if goal == "combo" and not options["targets"]:
        raise click.UsageError("goal combo needs a --target: a combination (421) or a family (brelan)")
    role: Role = options["role"] or ("follower" if goal == "beat" else "leader")
    question = turn_question(shown.rules, goal, options["targets"], role=role)
    with stoppable():
        found = examine_entrant_turn(question, entrant, limits)
    text = BenchText(shown.lang)
    shown.show(turn_content(entrant.name, found), text.turn_examination(entrant.name, found))
    return FLAWED if found.forfeits else 0


def _match(
    shown: _Shown, entrants: tuple[Entrant, ...], goal: str | None, limits: Limits, options: dict[str, Any]
) -> int:
    from game421.arena.benches import contest_of, default_goal
    from game421.arena.entrants import Entrant
    from game421.arena.matches import Match
    from game421.arena.players import BuiltIn, told_apart
    from game421.arena.schedule import Schedule

    if goal is not None and goal in TURN_GOALS:
        raise click.UsageError(f"goal {goal} is about a turn: add --exact")
    if len(entrants) < 2:
        raise click.UsageError("a match takes two PLAYERs or more; --exact examines one")
    names = told_apart([entrant.name for entrant in entrants])
    seats = options["seats"] or len(entrants)
    schedule = Schedule(len(entrants), seats, options["seed"] or 0)
    wanted: SituationGoal = goal or default_goal(shown.rules)  # type: ignore[assignment]  # click's choices
    solved = any(isinstance(each.built_in, BuiltIn) and each.built_in.knows_values for each in entrants)
    contest = contest_of(shown.rules, seats, wanted, tell, solved=solved)
    named = tuple(
        Entrant(name, each.built_in, each.file, each.command)
        for name, each in zip(names, entrants, strict=True)
    )
    match = Match(contest, named, schedule, limits, moves=bool(options["log"]) or options["game"] is not None)
    if options["game"] is not None:
        _refuse(options, OF_ALL_GAMES, "is about many games, not about one --game")
        return _one_game(match, options["game"])
    return _played(shown, match, options)


def _one_game(match: Match, number: int) -> int:
    """Play one game again by its number, and print all of it as its line of a log."""
    with stoppable():
        try:
            result = match.game(number)
        finally:
            match.sweep()
    print_json(result.as_json())
    return FLAWED if result.forfeit else 0


def _played(shown: _Shown, match: Match, options: dict[str, Any]) -> int:
    from game421.arena.logs import Log
    from game421.arena.results import Standings
    from game421.commands.bench_content import match_content
    from game421.commands.bench_wording import BenchText

    test = _test(options["sprt"], match)
    standings = Standings(len(match.entrants), match.schedule.seats)
    log, units = None, list(range(match.schedule.units(options["games"] or GAMES)))
    if options["resume"] and options["log"] is None:
        raise click.UsageError("--resume goes on with a log: name it with --log")
    if options["resume"]:
        log, finished = Log.resumed(options["log"], match)
        for unit in finished:
            standings.add(unit)
        done = {unit[0].fixture.unit for unit in finished}
        units = [] if _is_decided(test, standings) else [unit for unit in units if unit not in done]
    elif options["log"] is not None:
        log = Log.new(options["log"], match)
    with log or nullcontext():
        partial = _play(match, units, options["workers"] or os.cpu_count() or 1, standings, log, test)
    ratings = _ratings(standings)
    content = match_content(match, standings, test, ratings, partial=partial)
    shown.show(content, BenchText(shown.lang).match(match, standings, test, ratings, partial=partial))
    forfeited = any(score.forfeits for score in standings.scores)
    return FLAWED if partial or forfeited else 0


def _play(
    match: Match,
    units: list[int],
    workers: int,
    standings: Standings,
    log: Any,
    test: SequentialTest | None,
) -> bool:
    """Play units until all are finished or the test is decided; whether it was interrupted before."""
    from game421.arena.workers import Crew

    total = len(units)
    with stoppable() as stopping, Crew(match, workers) as crew, progress("421 bench") as report:

        def take(unit: Any) -> None:
            with stopping.put_off():  # what is counted is what is written
                standings.add(unit)
                if log is not None:
                    log.add(unit)

        try:
            for done, unit in enumerate(crew.play(units), start=1):
                take(unit)
                report(done, total)
                if _is_decided(test, standings):
                    break
        except KeyboardInterrupt:
            for unit in crew.finished():
                take(unit)
            return True
    return False


def _is_decided(test: SequentialTest | None, standings: Standings) -> bool:
    """Whether a sequential test need not go on."""
    return test is not None and test.decision(standings.scores[0].units) is not None


def _test(written: str | None, match: Match) -> SequentialTest | None:
    """The sequential test that `LOW,HIGH` asks for."""
    from game421.arena.statistics import SequentialTest

    if written is None:
        return None
    if len(match.entrants) != 2:
        raise click.UsageError("--sprt is about two PLAYERs")
    low, comma, high = written.partition(",")
    try:
        bounds = float(low), float(high)
    except ValueError:
        bounds = (0.0, 0.0)
    if not comma or not 0 <= bounds[0] < bounds[1] <= 1:
        raise click.UsageError(f"--sprt {written}: write two scores from 0 to 1, for example 0.45,0.5")
    return SequentialTest(*bounds)


def _ratings(standings: Standings) -> Any:
    """Ratings of a field of three and more; None for two, or where the library for it is missing."""
    if standings.players < 3 or not standings.units:
        return None
    from game421.arena.ratings import ratings

    try:
        return ratings(standings.wins)
    except MissingExtraError as error:
        tell(f"no ratings: {error}")
        return None
