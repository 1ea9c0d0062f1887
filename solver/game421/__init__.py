"""421 solved: optimal play of the French three-dice café game, for every table's rules.

The names below are what other programs may rely on. Each is loaded when it is first used, so that
`import game421` costs nothing:

    >>> import game421
    >>> answer = game421.best("642", left=2, goal="beat", target="654")
    >>> answer.best, str(answer.exact)
    ('-', '875/2592')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game421.lazily import lazily

if TYPE_CHECKING:
    from game421.advice.answers import Option
    from game421.advice.library import best, facts, odds, read_table, situations, solve, value, verify
    from game421.dice.roll import Roll
    from game421.games.values import GameValues
    from game421.rules import Rules, load_rules
    from game421.states.positions import Position
    from game421.tables.columns import Table

__version__ = "0.1.0"

__all__ = [
    "GameValues",
    "Option",
    "Position",
    "Roll",
    "Rules",
    "Table",
    "best",
    "facts",
    "load_rules",
    "odds",
    "read_table",
    "situations",
    "solve",
    "value",
    "verify",
]

_HOMES = {
    "GameValues": "game421.games.values",
    "Option": "game421.advice.answers",
    "Position": "game421.states.positions",
    "Roll": "game421.dice.roll",
    "Rules": "game421.rules",
    "Table": "game421.tables.columns",
    "best": "game421.advice.library",
    "facts": "game421.advice.library",
    "load_rules": "game421.rules",
    "odds": "game421.advice.library",
    "read_table": "game421.advice.library",
    "situations": "game421.advice.library",
    "solve": "game421.advice.library",
    "value": "game421.advice.library",
    "verify": "game421.advice.library",
}
"""The module each public name lives in."""


__getattr__, __dir__ = lazily(__name__, _HOMES)
