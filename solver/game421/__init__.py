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
    from game421.advice.library import best, odds
    from game421.dice import Roll
    from game421.rules import Rules, load_rules
    from game421.states.positions import Position

__version__ = "0.1.0"

__all__ = ["Option", "Position", "Roll", "Rules", "best", "load_rules", "odds"]

_HOMES = {
    "Option": "game421.advice.answers",
    "Position": "game421.states.positions",
    "Roll": "game421.dice",
    "Rules": "game421.rules",
    "best": "game421.advice.library",
    "load_rules": "game421.rules",
    "odds": "game421.advice.library",
}
"""The module each public name lives in."""


__getattr__, __dir__ = lazily(__name__, _HOMES)
