"""Float values in the order of `game421.states.listing`, as they lie in a file, looked up group by group."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping

from game421.errors import TableError
from game421.states.listing import StateGroup
from game421.states.token_states import RoundPhase, TokenState


class ListedValues(Mapping[TokenState, tuple[float, ...]]):
    """The numbers of every state, one a player, as a mapping. Raises TableError unless they are as many.

    A question meets a few groups of states and looks up some of each, so a group is listed when it is met.
    """

    def __init__(self, groups: Iterable[StateGroup], numbers: array[float]) -> None:
        self._numbers = numbers
        self._groups: dict[_Alike, tuple[StateGroup, int]] = {}
        """Every group, and where its numbers start."""
        self._places: dict[_Alike, dict[tuple[int, ...], int]] = {}
        """For the groups met so far, where the numbers of each state start, by its stacks."""
        at = 0
        for group in groups:
            self._groups[_alike(group)] = group, at
            at += group.size * group.players
            if at > len(numbers):  # there may be any number of groups more
                break
        if at != len(numbers):
            raise TableError(f"its {len(numbers)} numbers are not those of its game: solve it again")

    def __getitem__(self, state: TokenState) -> tuple[float, ...]:
        alike = _alike(state)
        if alike not in self._places:
            group, start = self._groups[alike]
            self._places[alike] = {
                stacks: start + number * group.players for number, stacks in enumerate(group.stacks())
            }
        at = self._places[alike][state.stacks]
        return tuple(self._numbers[at : at + state.players])

    def __iter__(self) -> Iterator[TokenState]:
        for group, _ in self._groups.values():
            yield from group.states()

    def __len__(self) -> int:
        return sum(group.size for group, _ in self._groups.values())


_Alike = tuple[RoundPhase, int, int | None, tuple[int, ...]]
"""What the states of a group have in common: phase, players, pot, manches lost."""


def _alike(states: StateGroup | TokenState) -> _Alike:
    return states.phase, states.players, states.pot, states.lost
