"""Random rule sets that a table could play."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from .writing import COMBINATIONS, DEFAULTS, TOKENS_ONLY

CHOICES: dict[str, list[Any]] = {
    "game": ["tokens", "sips"],
    "tokens": [1, 11, 21, 999],
    "repeat_421": [0, 2, 5],
    "brelan_gift": [False, True],
    "ranking": ["classic", "belgian"],
    "tierces": [2, 4],
    "nenette": ["lowest", "above-rest"],
    "nenette_tie": ["rampo", "last-wins"],
    "kept_dice": ["free", "locked"],
    "followers": ["same", "up-to", "declare"],
    "cap": ["leader", "previous"],
    "tie_by_throws": ["ignore", "fewer-wins"],
    "ties": ["rampo", "later-wins", "earlier-wins"],
    "rampo_value": ["tied", "rampo", "choice"],
    "next_leader": ["loser", "winner", "rotation"],
    "charge": ["rounds", "havraise"],
    "charge_throws": [1, 2, 3, 9],
    "decharge_throws": [1, 2, 3, 9],
    "nenette_takes": [0, 2, 3],
    "nenette_each": [False, True],
    "transfer": ["best", "sum", "difference"],
    "espagnole": ["manche", "partie"],
    "ends": ["first-out", "last-in"],
    "manches": [1, 2, 7],
}

DICE = [[1, 1, 1, 1, 1, 1], [1, 2, 3, 4, 5, 6], [2, 2, 2, 2, 2, 2], [0, 1, 1, 1, 1, 3], [1, 1, 0, 1, 1, 1]]

KEYS = st.sampled_from(["421", "111", "fiche", "brelan", "tierce", "rest", "221", *COMBINATIONS])


def _tables(words: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    worths = st.integers(1, 1000) | st.sampled_from(words) if words else st.integers(-5, 1000)
    return st.dictionaries(KEYS, worths, max_size=6)


@st.composite
def rule_sets(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """(axes, values) of a rules file that contradicts nothing; any axis may be left out."""
    axes = {axis: draw(st.sampled_from(choices)) for axis, choices in CHOICES.items() if draw(st.booleans())}
    if draw(st.booleans()):
        axes["die"] = draw(st.sampled_from(DICE))
    sips = axes.get("game") == "sips"
    if sips:
        axes = {axis: value for axis, value in axes.items() if axis not in TOKENS_ONLY}
    if draw(st.integers(0, 3)) == 0:
        axes = {axis: value for axis, value in axes.items() if axis not in ("tierces", "nenette")}
        axes["ranking"] = draw(st.permutations(COMBINATIONS))
    full = {**DEFAULTS, **axes}
    if 0 in full["die"][:2]:
        axes.pop("nenette_takes", None)
    last = full["nenette"] == "lowest" if isinstance(full["ranking"], str) else full["ranking"][-1] == "221"
    if not (axes.get("nenette_takes") and last):
        axes.pop("nenette_each", None)
    words = [] if sips else ["all", "all-but-one"]
    values = {"both": draw(_tables(words)), "decharge": draw(_tables(words))}
    if not sips:
        values["charge"] = draw(_tables(words))
    return axes, values
