"""A small checker, written from RULES.md alone, that proves or refuses a solved game.

It shares no code with the solver whose tables it judges, and works in whole numbers only.
"""

from game421.certificates.proofs import Proof, bellman_backup, check_two_players

__all__ = ["Proof", "bellman_backup", "check_two_players"]
