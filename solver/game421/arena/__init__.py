"""The arena: how far from perfect a way to play is, by exact examination and by matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game421.lazily import lazily

if TYPE_CHECKING:
    from game421.arena.grading import grade, grade_turn
    from game421.arena.hackagames import HackaGamesPlayer
    from game421.arena.reviews import review

__all__ = ["HackaGamesPlayer", "grade", "grade_turn", "review"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "HackaGamesPlayer": "game421.arena.hackagames",
        "grade": "game421.arena.grading",
        "grade_turn": "game421.arena.grading",
        "review": "game421.arena.reviews",
    },
)
