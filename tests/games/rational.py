"""How far exact arithmetic goes with several players: python tests/games/rational.py RULES PLAYERS TOKENS."""

from __future__ import annotations

import sys
from dataclasses import replace
from time import process_time

from game421.games.equilibrium import solve_equilibrium
from game421.games.rational import rational_values
from game421.games.space import game_space
from game421.games.sweeps import Threads
from game421.rules import load_rules


def main(name: str, players: int, tokens: int) -> None:
    """Solve a game in float64, then in rationals; say what it took and how long the numbers are."""
    space, started = game_space(replace(load_rules(name), tokens=tokens), players), process_time()
    *_, progress = solve_equilibrium(space, Threads(2), lambda _done, _of: None)
    solved = process_time()
    table = rational_values(space, progress.values, tell)
    apart = max(
        abs(value / table.denominator - near)
        for state, values in table.values.items()
        for value, near in zip(values, progress.values[space.offset[space.number[state]] :], strict=False)
    )
    print(
        f"{name}, {players} players, {tokens} tokens: {len(space.states)} states, a denominator of "
        f"{len(str(table.denominator))} digits, {process_time() - solved:.0f} s of processor time after "
        f"{solved - started:.0f} s in float64, whose values are off by at most {apart:.1e}"
    )


def tell(done: int, of: int) -> None:
    """Say on stderr how many states are confirmed."""
    print(f"{done} of {of}", file=sys.stderr)


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
