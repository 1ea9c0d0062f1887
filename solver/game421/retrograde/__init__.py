"""Retrograde analysis of any finite game with chance: in which order to solve it, and linear systems."""

from game421.retrograde.chains import solve_chain, solve_moves
from game421.retrograde.order import solving_order

__all__ = ["solve_chain", "solve_moves", "solving_order"]
