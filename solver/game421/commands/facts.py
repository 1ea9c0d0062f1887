"""`421 facts`: what players ask under optimal play, computed and not simulated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import click

from game421.advice.facts import PLAYERS, Count, EvenSplit, Facts, FactsGoal, Stage, facts_of
from game421.advice.round_facts import RoundFacts, Share
from game421.advice.variants import Variant, facts_of_variants
from game421.commands.facts_wording import FactsText
from game421.commands.options import json_option, lang_option, rules_option
from game421.commands.output import document, language, print_json
from game421.commands.progress import progress
from game421.commands.situations import tell
from game421.rules import digest
from game421.rules.record import Rules
from game421.states.goals import ROUND_GOALS

EPILOG = """\b
Examples:
  421 facts                          a manche under the default rules
  421 facts --rules my-table.toml --json    every figure, under its name
  421 facts --goal partie            how many manches it takes, too
  421 facts --players 3              the same of three
  421 facts --goal duel              a bare round, played for being its best
  421 facts --goal tokens            the tokens it moves"""


@click.command(epilog=EPILOG)
@click.option(
    "--players",
    type=int,
    default=PLAYERS,
    show_default=True,
    metavar="N",
    help="How many play; of a partie two.",
)
@click.option(
    "--goal",
    type=click.Choice(["manche", "partie", *ROUND_GOALS]),
    help="The manche, the partie (who is favoured, how many manches it takes), or a bare round played for "
    "itself. [default: manche; tokens in sips]",
)
@click.option(
    "--variants",
    is_flag=True,
    help="Also with 421 worth 8, 10 or 11 and with 11 or 21 tokens; a game not solved yet takes seconds.",
)
@click.option("--exact", is_flag=True, help="Give the values at the start as fractions too.")
@click.option("--plot", metavar="FILE", help="Draw it as well, into a file .svg, .png or .pdf.")
@rules_option
@json_option
@lang_option
def facts(
    players: int,
    goal: FactsGoal | Literal["partie"] | None,
    variants: bool,
    exact: bool,
    plot: str | None,
    rules: Rules,
    as_json: bool,
    lang: str | None,
) -> None:
    """What players ask, under optimal play: who is favoured, how long it lasts, when to stop."""
    if variants and goal not in {None, "manche"}:
        raise click.UsageError("--variants is about the manche: leave it out with another goal")
    if plot is not None:
        from game421.commands.drawing import draw_facts

        draw_facts(rules, goal, players, lang, Path(plot))
    if goal == "partie":
        from game421.commands.facts_partie import answer_partie

        answer_partie(rules, players, exact=exact, as_json=as_json, lang=lang)
        return
    asked = facts_of_variants(rules, players, tell) if variants else None
    found = _found(rules, goal, players)
    others = None if asked is None else list(asked)
    if as_json:
        print_json(_document(found, others, exact=exact))
        return
    click.echo(FactsText(found, language(lang), exact=exact).whole(others or []))


def _found(rules: Rules, goal: FactsGoal | None, players: int) -> Facts:
    """The facts; of more players than two that takes a while, and is shown."""
    if players <= PLAYERS:
        return facts_of(rules, goal, players, tell)
    with progress(f"421 facts: {rules.name}, {players} players") as report:
        return facts_of(rules, goal, players, tell, report)


def _document(found: Facts, others: list[Variant] | None, *, exact: bool) -> dict[str, object]:
    return document(
        found.source,
        players=found.players,
        values=list(found.values),
        exact=list(map(str, found.exact)) if exact and found.exact else None,
        lead=found.lead,
        even=[_even(split) for split in found.even],
        rounds=_counts(found.rounds),
        throws=_counts(found.throws),
        rampo_throws=found.rampo_throws,
        espagnole=_espagnole(found),
        round={stage: _round(mean) for stage, mean in found.round.items()},
        variants=None if others is None else [_variant(variant) for variant in others],
    )


def _even(split: EvenSplit) -> dict[str, object]:
    return {
        "position": split.position,
        "value": split.leader,
        "without_lead": split.without_lead,
        "lead": split.lead,
        "round": _round(split.round),
    }


def _counts(counts: Mapping[Stage, Count]) -> dict[str, object]:
    return {
        stage: {
            "mean": count.mean,
            "deviation": count.deviation,
            "median": count.median,
            "distribution": [
                {"count": number, "value": chance} for number, chance in enumerate(count.chances) if chance
            ],
        }
        for stage, count in counts.items()
    }


def _espagnole(found: Facts) -> dict[str, object] | None:
    if found.espagnole is None:
        return None
    return {"value": sum(found.espagnole), "by_seat": list(found.espagnole)}


def _round(mean: RoundFacts) -> dict[str, object]:
    return {
        "leader_best": mean.leader_best,
        "rampo": {"value": mean.rampo, "best": mean.rampo_best, "worst": mean.rampo_worst},
        "stops": [
            {
                "throws": stop.throws,
                "value": stop.value,
                "weakest": _shares(stop.weakest),
                "ends": _shares(stop.ends),
            }
            for stop in mean.stops
        ],
        "wins": _shares(mean.wins),
    }


def _shares(shares: Iterable[Share]) -> list[dict[str, object]]:
    return [share._asdict() for share in shares]


def _variant(variant: Variant) -> dict[str, object]:
    head: dict[str, object] = {
        "421": variant.four_twenty_one,
        "tokens": variant.tokens,
        "rules_digest": digest(variant.rules),
        "refused": variant.refused,
    }
    found = variant.facts
    if found is None:
        return head
    return head | {
        "values": list(found.values),
        "lead": found.lead,
        "rounds": {stage: count.mean for stage, count in found.rounds.items()},
        "throws": {stage: count.mean for stage, count in found.throws.items()},
        "espagnole": _espagnole(found),
        "rampo": found.round["all"].rampo if "all" in found.round else None,
        "even": [
            {"position": split.position, "value": split.leader, "lead": split.lead} for split in found.even
        ],
    }
