"""One table's rules, complete and checked: what every other module reads, and nothing but data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from game421.dice import ROLLS, RollIndex
from game421.rules.ranking import Tiers, named_order, strengths
from game421.rules.worth import PHASES, Phase, Value, WrittenValues, values_by_roll


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one table: each field is an axis of RULES.md, under its name there.

    The last three fields follow from the others: `strength[roll]` (higher is stronger, equal is a
    tie), and what each combination is worth in either phase. Two records are equal when their names,
    their axes and what combinations are worth are, however the values were written; whether two tables
    play alike, whatever they are called, is what `digest` says. Made by `load_rules`, which checks it.
    """

    name: str = "unnamed"
    game: Literal["tokens", "sips"] = "tokens"
    tokens: int = 21
    ranking: Literal["classic", "belgian"] | Tiers = "classic"
    tierces: int = 4
    nenette: Literal["lowest", "above-rest"] = "lowest"
    nenette_tie: Literal["rampo", "last-wins"] = "rampo"
    die: tuple[int, ...] = (1, 1, 1, 1, 1, 1)
    kept_dice: Literal["free", "locked"] = "free"
    cap: Literal["leader", "previous"] = "leader"
    followers: Literal["same", "up-to", "declare"] = "same"
    tie_by_throws: Literal["ignore", "fewer-wins"] = "ignore"
    ties: Literal["rampo", "later-wins", "earlier-wins"] = "rampo"
    rampo_value: Literal["tied", "rampo", "choice"] = "tied"
    next_leader: Literal["loser", "winner", "rotation"] = "loser"
    charge: Literal["rounds", "havraise"] = "rounds"
    charge_throws: int = 3
    decharge_throws: int = 3
    nenette_takes: int = 0
    nenette_each: bool = False
    espagnole: Literal["manche", "partie"] = "manche"
    transfer: Literal["best", "sum", "difference"] = "best"
    ends: Literal["first-out", "last-in"] = "first-out"
    manches: int = 1
    repeat_421: int = 0
    brelan_gift: bool = False
    values: WrittenValues = field(default_factory=dict, compare=False)

    strength: tuple[int, ...] = field(init=False, repr=False, compare=False)
    charge_values: tuple[Value, ...] = field(init=False, repr=False)
    decharge_values: tuple[Value, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.ranking, str):
            tiers = named_order(self.ranking, self.tierces, self.nenette)
        else:
            tiers = self.ranking
        written = {table: dict(entries) for table, entries in self.values.items() if entries}
        derived: dict[str, object] = {"values": written, "strength": strengths(tiers)}
        for phase in PHASES:
            derived[f"{phase}_values"] = values_by_roll(
                written, phase, tierces=self.tierces, nenette=self.nenette
            )
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def round_phases(self) -> tuple[Phase, ...]:
        """The phases played in rounds: sips and the décharge of a havraise game have no other."""
        return PHASES if self.game == "tokens" and self.charge == "rounds" else ("decharge",)

    def throws(self, phase: Phase) -> int:
        """The most throws a leader may make in `phase` (a bare round and sips use the décharge's)."""
        if phase == "decharge":
            return self.decharge_throws
        return 1 if self.charge == "havraise" else self.charge_throws

    def throws_break_ties(self, phase: Phase) -> bool:
        """Whether the one of two equal combinations made in fewer throws is the stronger in `phase`.

        Never where all players make as many throws as the leader, or only one.
        """
        return self.tie_by_throws == "fewer-wins" and self.followers != "same" and self.throws(phase) > 1

    def values_in(self, phase: Phase) -> tuple[Value, ...]:
        """`values[roll]` in `phase`: whole numbers, `all` or `all-but-one`."""
        return self.charge_values if phase == "charge" else self.decharge_values

    def strongest_first(self) -> tuple[RollIndex, ...]:
        """Every combination, the strongest first; equals as they are numbered, the highest dice first."""
        every = (RollIndex(roll) for roll in range(len(ROLLS)))
        return tuple(sorted(every, key=lambda roll: -self.strength[roll]))

    def shows(self, roll: RollIndex) -> bool:
        """Whether the die can show this combination at all."""
        return all(self.die[face - 1] > 0 for face in ROLLS[roll])
