"""Small checkers, written from RULES.md alone, that judge a solved game; they share no code with the solver.

Two players: every value proved or refused, in whole numbers only. More: an honest ε, an upper bound of
what anyone could gain by playing otherwise, in float64 with its rounding accounted for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game421.lazily import lazily

if TYPE_CHECKING:
    from game421.certificates.equilibrium import Equilibrium, check_equilibrium
    from game421.certificates.proofs import Proof, bellman_backup, check_two_players

__all__ = ["Equilibrium", "Proof", "bellman_backup", "check_equilibrium", "check_two_players"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "Equilibrium": "game421.certificates.equilibrium",
        "Proof": "game421.certificates.proofs",
        "bellman_backup": "game421.certificates.proofs",
        "check_equilibrium": "game421.certificates.equilibrium",
        "check_two_players": "game421.certificates.proofs",
    },
)
