"""What stands on the table between two rounds: the pot, the stacks, and the manches lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game421.errors import InputError
from game421.rules.record import Rules
from game421.rules.worth import Phase

RoundPhase = Literal["R", "C", "D"]
"""A bare round, a round of the charge, a round of the décharge."""


@dataclass(frozen=True, slots=True)
class TokenState:
    """The state before a round, players numbered in playing order: seat 0 leads.

    A bare round has no tokens: `pot` is None and `stacks` empty. `lost` counts manches lost where a
    whole partie is played and is empty where only this manche counts. In the décharge of a partie a
    player who has left keeps his seat with 0 tokens; elsewhere he is not listed. As text it is what a
    position begins with: `D 0 8/13`, then `lost=1/0`.
    """

    phase: RoundPhase
    players: int
    pot: int | None = None
    stacks: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for name, counts in (("stacks", self.stacks), ("counts of lost manches", self.lost)):
            if counts and len(counts) != self.players:
                raise InputError(f"{len(counts)} {name} for {self.players} players: write one for each")

    def __str__(self) -> str:
        stacks = "/".join(map(str, self.stacks)) or "/".join("-" * self.players)
        lost = f" lost={'/'.join(map(str, self.lost))}" if self.lost else ""
        return f"{self.phase} {'-' if self.pot is None else self.pot} {stacks}{lost}"

    @property
    def is_bare(self) -> bool:
        """Whether the round stands alone, without stacks."""
        return not self.stacks

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats that play this round, in playing order."""
        if self.phase != "D" or self.is_bare:
            return tuple(range(self.players))
        return tuple(seat for seat, stack in enumerate(self.stacks) if stack)

    @property
    def seating(self) -> tuple[int, ...]:
        """The seats that play this round, in playing order, then those that only watch."""
        playing = self.seats_in
        return (*playing, *(seat for seat in range(self.players) if seat not in playing))


def rules_phase(phase: RoundPhase) -> Phase:
    """Whose values and throws a round uses: a bare round and sips use the décharge's (RULES, section 6)."""
    return "charge" if phase == "C" else "decharge"


def opening(rules: Rules, players: int, *, partie: bool = False) -> TokenState:
    """The state before the first round of a game: all tokens in the pot; in sips a bare round.

    `partie` counts the manches lost, from none. Raises RulesError where so many cannot play these rules.
    """
    from game421.rules.contradictions import check_players

    check_players(rules, players)
    if rules.game == "sips":
        return TokenState("R", players)
    none = (0,) * players
    return TokenState("C", players, rules.tokens, none, none if partie else ())


def game_opening(rules: Rules, players: int, *, partie: bool = False) -> TokenState:
    """The same of a game with tokens.

    Raises InputError for sips, which are bare rounds, and for a partie that nobody would lose.
    """
    state = opening(rules, players, partie=partie)
    if state.is_bare:
        raise InputError(
            f"{rules.name}: a game of sips is rounds only; ask for a round, such as duel or safe"
        )
    if partie and players > 2 and rules.ends == "first-out":
        raise InputError(
            f"first-out names no loser among {players} players, so no partie; allowed: goal manche, or rules "
            'with ends = "last-in"'
        )
    return state
