"""421 solved: optimal play of the French three-dice café game, for every table's rules."""

__version__ = "0.1.0"
