"""The axes of a rule set: what each one means and what it may be, in the order a file lists them."""

from __future__ import annotations

from typing import NamedTuple

from game421.rules.record import Rules


class Axis(NamedTuple):
    """One top-level key of a rules file.

    `kind` is choice, whole, flag, die or ranking; `choices` are all it may be (a ranking: all words),
    `low` and `high` bound another whole number (no `high`: no bound); `meaning` is one line for a player;
    `tokens_only` marks what has no place where only rounds are played.
    """

    name: str
    kind: str
    meaning: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int | None = None
    tokens_only: bool = False

    @property
    def default(self) -> object:
        """What holds where no file says otherwise."""
        return getattr(Rules, self.name)

    @property
    def allowed(self) -> str:
        """What a file may write, in words."""
        if self.kind == "choice":
            return ", ".join(f'"{choice}"' for choice in self.choices)
        if self.kind == "flag":
            return "true, false"
        if self.kind == "die":
            return "six whole numbers from 0, one per face from 1 to 6, at least two above 0"
        if self.kind == "ranking":
            return '"classic", "belgian", or a list of the 56 combinations, inner lists for equals'
        if self.choices:
            return ", ".join(self.choices)
        if self.high is None:
            return f"a whole number from {self.low}"
        return f"a whole number from {self.low} to {self.high}"


AXES: tuple[Axis, ...] = (
    Axis("game", "choice", "tokens to get rid of, or rounds alone, for sips", ("tokens", "sips")),
    Axis("tokens", "whole", "tokens in the pot when a manche starts", low=1, high=999, tokens_only=True),
    Axis(
        "ranking",
        "ranking",
        "order of the combinations: fiche before brelan of the same face, or every fiche before every brelan",
        ("classic", "belgian"),
    ),
    Axis("tierces", "whole", "how many runs are tierces: 654 543 432 321, or 654 543 alone", ("2", "4")),
    Axis(
        "nenette",
        "choice",
        "where 221 ranks: last, or just above the rest (and worth 4)",
        ("lowest", "above-rest"),
    ),
    Axis(
        "nenette_tie",
        "choice",
        "of several nénettes: a tie like any other, or the later is stronger",
        ("rampo", "last-wins"),
    ),
    Axis("die", "die", "weights of the faces 1 to 6; a fair die has equal ones"),
    Axis(
        "kept_dice",
        "choice",
        "may a die set aside be taken back for a later throw, or not",
        ("free", "locked"),
    ),
    Axis(
        "cap",
        "choice",
        "whose number of throws binds a player: the leader's, or the player's just before",
        ("leader", "previous"),
    ),
    Axis(
        "followers",
        "choice",
        'followers throw as often as the cap, at most as often, or as often unless they say "le bon" before',
        ("same", "up-to", "declare"),
    ),
    Axis(
        "tie_by_throws",
        "choice",
        "of equal combinations, the one made in fewer throws is stronger, or throws don't count",
        ("ignore", "fewer-wins"),
    ),
    Axis(
        "ties",
        "choice",
        "players still equal throw off, or the later or the earlier thrower's is stronger",
        ("rampo", "later-wins", "earlier-wins"),
    ),
    Axis(
        "rampo_value",
        "choice",
        "after a throw-off for best in the décharge: the tied value, the one thrown last, or as the first "
        "to rethrow chooses",
        ("tied", "rampo", "choice"),
        tokens_only=True,
    ),
    Axis(
        "next_leader",
        "choice",
        "who leads the next round: the loser, the winner, or the seat after this leader",
        ("loser", "winner", "rotation"),
    ),
    Axis(
        "charge",
        "choice",
        "the charge is played in rounds, or by two players giving each other tokens of the pot",
        ("rounds", "havraise"),
        tokens_only=True,
    ),
    Axis("charge_throws", "whole", "most throws in a turn of the charge", low=1, high=9, tokens_only=True),
    Axis(
        "decharge_throws",
        "whole",
        "most throws in a turn of the décharge, or of a round alone",
        low=1,
        high=9,
    ),
    Axis(
        "nenette_takes",
        "whole",
        "tokens that a loser with nénette takes in the charge, whatever the best was; 0: as any loser",
        tokens_only=True,
    ),
    Axis(
        "nenette_each",
        "flag",
        "in the charge every player with nénette takes those tokens, and nobody else any",
        tokens_only=True,
    ),
    Axis(
        "espagnole",
        "choice",
        "a player who took the whole pot has lost the manche, or the whole partie",
        ("manche", "partie"),
        tokens_only=True,
    ),
    Axis(
        "transfer",
        "choice",
        "the best gives his value, his and the worst's added, or his less the worst's",
        ("best", "sum", "difference"),
        tokens_only=True,
    ),
    Axis(
        "ends",
        "choice",
        "the first without tokens wins the manche, or the last who has any loses it",
        ("first-out", "last-in"),
        tokens_only=True,
    ),
    Axis("manches", "whole", "lost manches that lose the partie", low=1, tokens_only=True),
    Axis("repeat_421", "whole", "sips that each further 421 of a round adds to the value of 421"),
    Axis("brelan_gift", "flag", "in sips, a brelan of 2 to 6 also hands out its face"),
)
"""Every axis but the name and the values."""

AXIS: dict[str, Axis] = {axis.name: axis for axis in AXES}
"""Axes by name."""

KEYS: tuple[str, ...] = ("extends", "name", *AXIS, "values")
"""Every top-level key a rules file may have."""
