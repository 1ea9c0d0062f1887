"""Lists of rules of thumb by plain recursion: what one does, and what it costs in a duel.

A list is what a strategy file says, as the standard library reads it. Only duels under `followers = "same"`
or `"up-to"` are played, where all make any number of throws and equals throw off.
"""

from fractions import Fraction
from typing import Any, TypeAlias

from oracles.axes import ALL_DICE, Axes, Dice, dice, family, ranks
from oracles.turn import Turn, beat, holds_of, throws_of

File: TypeAlias = dict[str, Any]


class Player:
    """Who plays by a strategy file, in the décharge of a game of two."""

    def __init__(self, table: Axes, file: File) -> None:
        self.table, self.file = table, file
        self.rank = ranks(table)

    def keeps(self, roll: Dice, left: int, thrown: int, target: Dice | None, *, may_stop: bool) -> Dice:
        """The dice kept; all three is to stop."""
        ahead = target is not None and self.rank[roll] > self.rank[target]
        if self.file.get("stops_ahead", True) and ahead and may_stop:
            return roll
        for line in self.file.get("leader" if target is None else "follower", []):
            if all(
                self.holds(key, line[key], roll, left, thrown, target)
                for key in line
                if key not in {"do", "declare"}
            ):
                kept = self.told(line["do"], roll, may_stop)
                if kept is not None:
                    return kept
        return ()

    def holds(self, key: str, asked: Any, roll: Dice, left: int, thrown: int, target: Dice | None) -> bool:
        """Whether a condition does."""
        rank = self.rank
        pairs = {face for face in roll if roll.count(face) > 1}
        if key == "aces":
            return roll.count(1) >= asked
        if key == "pair":
            return bool(pairs) if asked is True else int(asked) in pairs
        if key == "two_of_421":
            return len({4, 2, 1} & set(roll)) > 1 if asked is True else set(map(int, asked)) <= set(roll)
        if key == "face":
            return asked in roll
        if key == "run":
            return any(face + 1 in roll for face in roll)
        if key == "least":
            return rank[roll] >= rank[dice(str(asked))]
        if key == "family":
            return family(self.table, roll) in ([asked] if isinstance(asked, str) else asked)
        if key == "target":
            return target is not None and rank[target] >= rank[dice(str(asked))]
        if key == "against":
            how = (
                "better" if rank[roll] > rank[target] else "equal" if rank[roll] == rank[target] else "worse"
            )
            return how in ([asked] if isinstance(asked, str) else asked)
        return {"left": left, "thrown": thrown, "opponents": 1, "phase": "decharge"}[key] == asked

    def told(self, do: str, roll: Dice, may_stop: bool) -> Dice | None:
        """The dice that an instruction keeps, None where it says nothing."""
        if do == "stop":
            return roll if may_stop else None
        what = do.removeprefix("keep ")
        if what == "nothing":
            return ()
        if what in {"aces", "part of 421"}:
            aces = tuple(die for die in roll if die == 1)
            kept = aces if what == "aces" else tuple(die for die in (4, 2, 1) if die in roll)
            return (kept if len(kept) < 3 or may_stop else kept[:2]) or None
        if what == "pair":
            return next(((face, face) for face in roll if roll.count(face) > 1), None)
        if what == "run":
            return next(((face, face - 1) for face in (6, 5, 4, 3, 2) if {face, face - 1} <= set(roll)), None)
        if what == "best two":
            return roll[:2]
        kept = (1,) if what == "ace" else dice(what)
        return kept if all(roll.count(die) >= kept.count(die) for die in kept) else None


class Duel:
    """A round of two, being best of it."""

    def __init__(self, table: Axes, file: File, throws: int = 3) -> None:
        assert table["followers"] in {"same", "up-to"}
        assert table["tie_by_throws"] == "ignore"
        self.table, self.player, self.throws = table, Player(table, file), throws
        self.free = table["followers"] == "up-to"
        self._answers: dict[tuple[Dice, int], Fraction] = {}

    def answer(self, target: Dice, cap: int) -> Fraction:
        """What a perfect follower gets against a result."""
        if (target, cap) not in self._answers:
            payoff = beat(self.table, "".join(map(str, target)))
            turn = Turn(self.table, payoff, cap, "free" if self.free else "forced")
            self._answers[target, cap] = turn.value()
        return self._answers[target, cap]

    def leader(self, *, listed: bool) -> Fraction:
        """What the leader gets against a perfect follower, by the list or at best."""

        def stop(roll: Dice, used: int) -> Fraction:
            return 1 - self.answer(roll, used)

        if not listed:
            return Turn(self.table, stop, self.throws, "free").value()
        return self._listed((), self.throws, None, stop, self.throws, may_stop=True)

    def follower(self, *, listed: bool) -> Fraction:
        """What the follower gets against a perfect leader."""
        leading = Turn(self.table, lambda roll, used: 1 - self.answer(roll, used), self.throws, "free")
        total = Fraction(0)
        for (target, cap), chance in leading.outcomes().items():
            payoff = beat(self.table, "".join(map(str, target)))
            total += chance * (
                self._listed((), cap, target, payoff, cap, may_stop=self.free)
                if listed
                else self.answer(target, cap)
            )
        return total

    def _listed(
        self, kept: Dice, left: int, target: Dice | None, payoff: Any, cap: int, *, may_stop: bool
    ) -> Fraction:
        """What is come to by throwing all but these dice and playing on by the list."""
        ends = throws_of(tuple(self.table["die"]), kept)
        total = Fraction(0)
        for roll, ways in ends:
            total += ways * self._after(roll, left - 1, target, payoff, cap, may_stop=may_stop)
        return total / sum(ways for _, ways in ends)

    def _after(
        self, roll: Dice, left: int, target: Dice | None, payoff: Any, cap: int, *, may_stop: bool
    ) -> Fraction:
        if not left:
            return Fraction(payoff(roll, cap))
        kept = self.player.keeps(roll, left, cap - left, target, may_stop=may_stop)
        if len(kept) == 3:
            return Fraction(payoff(roll, cap - left))
        assert kept in holds_of(roll, ())
        return self._listed(kept, left, target, payoff, cap, may_stop=may_stop)


def every_roll() -> tuple[Dice, ...]:
    """The 56 rolls."""
    return tuple(ALL_DICE)
