"""What `docs/advice.md` should hold; run as a program, it writes it, which takes some minutes.

    python tests/strategies/advice.py

Every tip is a file of `docs/advice/`. It is judged alone: where it says nothing, play goes on perfectly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from game421.advice.facts import facts_of_game
from game421.advice.variants import facts_of_variants
from game421.arena.policies import DoAsTheLeader, EveryThrow, Policy, TipPolicy
from game421.arena.pricing import bare_decisions, price_decided, price_game
from game421.rounds.decisions import RoundDecisions
from game421.rules import load_rules
from game421.rules.record import Rules
from game421.strategies.reading import load_strategy
from game421.tables.library import game_values

DOCS = Path(__file__).parents[2] / "docs"
TIPS = DOCS / "advice"
PAGE = DOCS / "advice.md"
RULES = "classic"
BUILT: dict[str, tuple[Policy, str]] = {
    "always-three-throws": (EveryThrow(), "best throws, never stopping early"),
    "do-as-the-leader": (DoAsTheLeader(), "the leader's best hold of the roll"),
}
"""Tips that no list of lines says: the way to play, and what the page calls it."""


class Tip(NamedTuple):
    """A tip: its file, and what the figures come to in words."""

    file: str
    said: str
    why: str


JUDGED = (
    Tip(
        "keep-the-aces",
        "“Keep the aces.”",
        "Taken at its word it breaks 4-2, 6-5-4 and every other good roll.",
    ),
    Tip(
        "stop-well-and-keep-the-aces",
        "The same once you have decided to go on, leading",
        "Stop on 642 or better, else keep the aces: nearly all there is to know of a round. In a manche it "
        "stops on too little: a round won for one token is hardly worth winning.",
    ),
    Tip(
        "keep-two-of-421", "“With two of 4-2-1, keep them.”", "Not where that breaks two aces or a good stop."
    ),
    Tip("keep-part-of-421", "“Go for the 421, always.”", "It comes once in five turns; the other four lose."),
    Tip(
        "chase-the-run", "“Go for the run.”", "Who says not to chase it is right: it pays 2 and beats little."
    ),
    Tip(
        "stop-on-a-tierce",
        "“Leading, stop on a run.”",
        "Good enough to be best; for its 2 tokens, not always.",
    ),
    Tip(
        "stop-on-a-brelan",
        "“Leading, stop on any three alike or two aces.”",
        "Right but for 211 after the second throw; in a manche small ones are worth another throw.",
    ),
    Tip(
        "three-aces-in-the-decharge",
        "“In the décharge, aim for three aces.”",
        "Going for nothing else they come in 7 turns of 100, and good rolls are broken for them.",
    ),
    Tip(
        "nenette-in-the-charge",
        "“In the charge a nénette only costs two”, so stop on it",
        "The round is lost, and the throws left are worth more than what it saves.",
    ),
    Tip("keep-the-pair", "“Keep the pair.”", "Most pairs are worth less than an ace, or than 4-2."),
    Tip(
        "keep-a-six",
        "“Keep 4-2, 2-1, the aces, a six, in this order; stop on 654.”",
        "It never stops on less.",
    ),
    Tip(
        "stop-at-once", "“Leading, stop at once: the others have one throw.”", "So had you; they come after."
    ),
    Tip("only-the-best", "“Leading, stop only on 421 or three aces.”", "Who goes on lets the others go on."),
    Tip("always-three-throws", "“Always take three throws.”", "Even a 421 in hand is thrown away."),
    Tip("beat-it-and-hold", "“Following and ahead, change one die only.”", "It depends on which die."),
    Tip(
        "do-as-the-leader",
        "“Following, do as the leader would.”",
        "He does not know what he has to beat; you do.",
    ),
    Tip(
        "always-throw-all-again", "“Following and behind, throw all again.”", "Aces and 4-2 are thrown away."
    ),
)
VERDICTS = ((0.0005, "right"), (0.01, "nearly right"), (0.05, "wrong"), (1.0, "very wrong"))
"""By what a tip costs in a round whose seats are drawn, and in a manche: less than this."""


def policy_of(file: str) -> Policy:
    """The tip as a way to play."""
    return BUILT[file][0] if file in BUILT else TipPolicy(load_strategy(TIPS / f"{file}.toml"))


@cache
def rules() -> Rules:
    return load_rules(RULES)


@cache
def decided() -> RoundDecisions:
    return bare_decisions(rules(), "duel", 2)


def percent(value: float) -> str:
    """As the page shows a loss."""
    return f"{100 * value:.3f} %" if value else "0"


def round_cells(tip: Tip) -> tuple[str, str]:
    """What a tip costs the leader and the follower of a round."""
    price = price_decided(decided(), "duel", policy_of(tip.file))
    leader, follower = price.loss
    return percent(leader), percent(follower)


def manche_loss(tip: Tip) -> float:
    """What it costs in a manche whose first leader is drawn."""
    return price_game(game_values(rules(), 2, "manche"), policy_of(tip.file)).mean


def verdict(cost: float) -> str:
    """In plain words."""
    return next(word for limit, word in VERDICTS if cost < limit)


def tip_row(tip: Tip, manche: float) -> str:
    """A tip's line of the table."""
    name = BUILT[tip.file][1] if tip.file in BUILT else f"[{tip.file}](advice/{tip.file}.toml)"
    leader, follower = round_cells(tip)
    mean = price_decided(decided(), "duel", policy_of(tip.file)).mean
    told = f"{verdict(mean)}; {verdict(manche)}"
    cells = (tip.said, name, leader, follower, percent(manche), told, tip.why)
    return f"| {' | '.join(cells)} |"


def questions() -> Iterator[str]:
    """What people argue about besides, with figures."""
    lead = decided().solution.start[:, 0]
    yield "## Is it good to lead?"
    yield ""
    yield (
        f"In a round of two the leader is best with {100 * lead[0]:.3f} %: he says how often all throw. "
        "That is of a round by itself; in the charge and over a whole manche the lead is worth less, as the "
        "table below says, for it is the loser of a round who leads the next."
    )
    yield ""
    yield "## 8, 10 or 11 for a 421? 11 tokens or 21?"
    yield ""
    yield "Under the classic rules with that changed alone, both playing perfectly:"
    yield ""
    yield "| tokens | 421 | first leader wins | going first is worth | rounds | Espagnole |"
    yield "|---|---|---|---|---|---|"
    for variant in facts_of_variants(rules()):
        facts = variant.facts
        if facts is not None:
            cells = (
                str(variant.tokens),
                str(variant.four_twenty_one),
                f"{100 * facts.values[0]:.3f} %",
                f"{100 * facts.lead:.3f} %",
                f"{facts.rounds['all'].mean:.3f}",
                f"{100 * sum(facts.espagnole or ()):.3f} %",
            )
            yield f"| {' | '.join(cells)} |"
    yield ""
    yield "## Two aces before three alike, or family by family?"
    yield ""
    yield (
        "In the classic order fiches and brelans alternate (611, 666, 511, 555 …); in the other all "
        'fiches come first (`ranking = "belgian"`). With that changed alone:'
    )
    yield ""
    yield "| order | first leader wins | going first is worth | rounds |"
    yield "|---|---|---|---|"
    for ranking in ("classic", "belgian"):
        facts = facts_of_game(replace(rules(), ranking=ranking, name=ranking), 2)
        mean = facts.rounds["all"].mean
        yield f"| {ranking} | {100 * facts.values[0]:.3f} % | {100 * facts.lead:.3f} % | {mean:.3f} |"
    yield ""
    yield "It is a matter of taste: the game is the same to within what anyone could notice."


HEAD = """# Popular advice, judged

Tips that go round at French tables and on the pages people read, each written as a strategy file and priced
exactly under the classic rules, against perfect play ([how](strategies.md#what-a-price-is)). A tip is judged
alone: wherever it says nothing, play goes on perfectly (`421 sheet --price FILE --tip`), so that all that
is lost is its fault. *Leader* and *follower* are the chance of being best of a round of two that it costs in
that place; *manche* is the chance of winning the manche, whose first leader is drawn, over all rounds. The
verdict is on the round, then on the manche: *right* if the tip costs less than 0.05 %, *nearly right* below
1 %, *wrong* below 5 %.

This page is made by `python tests/strategies/advice.py`; `tests/strategies/test_advice.py` says it is fresh.

| tip | as a strategy | leader | follower | manche | verdict | why |
|---|---|---|---|---|---|---|
"""


def main() -> None:
    rows = [tip_row(tip, manche_loss(tip)) for tip in JUDGED]
    PAGE.write_text(HEAD + "\n".join([*rows, "", *questions()]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
