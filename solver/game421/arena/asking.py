"""A bot asked about every situation there is: its answers as a policy that can be examined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game421.arena.bots import BatchBot, Bot, Cause, Forfeit, action_of, answers_of
from game421.arena.menus import NO_ACTION, certain, menu_codes
from game421.rounds.decisions import RoundDecisions
from game421.rounds.positions import RoundPositions
from game421.states.actions import format_action
from game421.states.token_states import TokenState
from game421.tables.pages import around
from game421.turns.layout import Array

AGAIN = 4
"""Of situations asked together about so many are asked twice: a bot that draws lots shows."""


class Faults(NamedTuple):
    """Answers that forfeit for one cause: how many, and the first of them."""

    times: int
    position: str
    detail: str


Codes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.intp]


class AskedPolicy:
    """What a deterministic bot does, each token state asked once and remembered."""

    def __init__(self, name: str, bot: Bot | BatchBot) -> None:
        self.name, self._bot = name, bot
        self._found: dict[TokenState, Codes] = {}
        self.asked = 0
        """Situations asked so far."""
        self.unsteady = 0
        """Of those asked twice, how many were answered otherwise the second time."""
        self.forfeits: dict[Cause, Faults] = {}
        """Answers that forfeit, by cause."""

    def chances(self, decided: RoundDecisions) -> Array:
        """Its answers; 1 in the slot of forfeiting where it gives no legal action."""
        positions = decided.positions
        answers = np.stack([self._answers(positions, state) for state in decided.states])
        chances = certain(positions, answers)
        chances[:, :, :-1] *= (answers != NO_ACTION)[:, :, None]
        chances[:, :, -1] = answers == NO_ACTION
        return chances

    def _answers(self, positions: RoundPositions, state: TokenState) -> Codes:
        """`[n]`: what it does in every position; the only action where there is no choice."""
        if state not in self._found:
            self._found[state] = self._ask(positions, state)
        return self._found[state]

    def answer(self, positions: RoundPositions, state: TokenState, numbers: Numbers) -> Codes:
        """What it does in some positions that leave a choice; nothing is remembered."""
        asked = numbers.tolist()
        head, lost = around(state)
        menus = [positions.menus[menu] for menu in positions.menu[asked].tolist()]
        legal = {menu: tuple(map(format_action, menu)) for menu in dict.fromkeys(menus)}
        readings = {menu: dict(zip(legal[menu], menu, strict=True)) for menu in legal}
        texts = [f"{head} {positions.texts[number]}{lost}" for number in asked]
        offered = [legal[menu] for menu in menus]
        codes = np.empty(len(asked), np.uint8)
        for place, (text, menu, answer) in enumerate(
            zip(texts, menus, answers_of(self._bot, texts, offered), strict=True)
        ):
            code = readings[menu].get(answer) if type(answer) is str else None
            codes[place] = self._read(text, answer, menu) if code is None else code
        self.asked += len(asked)
        self._ask_again(texts, offered, codes, menus)
        return codes

    def _ask(self, positions: RoundPositions, state: TokenState) -> Codes:
        numbers = np.flatnonzero(positions.is_choice)
        codes = menu_codes(positions)[:, 0].copy()
        codes[numbers] = self.answer(positions, state, numbers)
        return codes

    def _read(self, text: str, answer: object, menu: Sequence[int]) -> int:
        """The same for an answer that is not spelled as the legal actions were."""
        try:
            return action_of(answer, menu)  # type: ignore[arg-type]  # menus hold actions
        except Forfeit as forfeit:
            known = self.forfeits.get(forfeit.cause, Faults(0, text, forfeit.detail))
            self.forfeits[forfeit.cause] = known._replace(times=known.times + 1)
            return NO_ACTION

    def _ask_again(
        self,
        texts: list[str],
        offered: list[tuple[str, ...]],
        codes: Codes,
        menus: list[tuple[int, ...]],
    ) -> None:
        """Ask some situations once more."""
        places = range(0, len(texts), max(1, len(texts) // AGAIN))
        again = answers_of(
            self._bot, [texts[place] for place in places], [offered[place] for place in places]
        )
        counted = dict(self.forfeits)
        for place, answer in zip(places, again, strict=True):
            code = self._read(texts[place], answer, menus[place])
            self.unsteady += int(code != codes[place])
        self.forfeits = counted
