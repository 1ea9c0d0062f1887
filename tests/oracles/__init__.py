"""Slow twins of the solver, written from the rules alone: they import nothing of the package they judge.

`axes` holds a table's rules as a plain dict, `turn` one player's turn, `rampo` the throw-offs, `round` one
round by all its histories, `game` small whole games. Exact answers are Fractions.
"""
