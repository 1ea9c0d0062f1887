"""The values of a whole game as one file: a JSON line that says what they are, then the values.

    {"schema": 1, "version": …, "rules": …, "rules_digest": …, "players": 2, "goal": "manche", …}

Exact values follow as text, a line per state: the state as a position writes it and the numerators of
its players' values in playing order over the header's `denominator`, the last player's left out, as all
together always get `shared`. Others follow as little-endian float64 numbers, one per state and player,
the states in the order of `game421.states.listing`, and the header's `numbers` says so. The header's
sha256 covers the header (without itself) and every byte after it.
"""

from __future__ import annotations

import json
import sys
from array import array
from math import inf
from typing import TYPE_CHECKING, Any

from game421.errors import RulesError, TableError
from game421.exactly import decimal_text, whole_number
from game421.games.values import GameValues
from game421.rules import Rules, digest, read_rules
from game421.rules.contradictions import FEWEST_PLAYERS, MOST_PLAYERS
from game421.rules.identity import sha256
from game421.rules.source import printable
from game421.states.goals import GAME_GOALS
from game421.states.listing import every_state, state_groups
from game421.states.token_states import RoundPhase, TokenState
from game421.tables.listed import ListedValues
from game421.tables.origin import HASH, SCHEMA, origin

if TYPE_CHECKING:
    from pathlib import Path

KIND = "game-values"

NUMBERS = "<f8"
"""How values that are not exact are kept: little-endian float64."""

_PHASES: dict[str, RoundPhase] = {"C": "C", "D": "D"}


def save_values(values: GameValues, path: Path) -> None:
    """Write values to `path`, whole or not at all. The same values give the same bytes.

    Raises TableError naming the file and the reason.
    """
    from game421.tables.atomic import write_whole

    content = values_content(values)
    try:
        write_whole(path, content)
    except BrokenPipeError:
        raise  # whoever read it has seen enough
    except OSError as error:
        raise TableError(f"{printable(str(path))}: cannot be written: {error.strerror or error}") from None


def values_content(values: GameValues) -> bytes:
    """The bytes of a file of values."""
    kept: dict[str, object]
    if values.exact:
        lines = [_line(state, numerators) for state, numerators in values.values.items()]
        body = "".join(lines).encode("ascii")
        kept = {"shared": 1, "denominator": decimal_text(values.denominator)}
    else:
        body, kept = _numbers(values), {"numbers": NUMBERS}
    header = origin(
        values.rules,
        KIND,
        players=values.players,
        goal=values.goal,
        method=values.method,
        epsilon=values.epsilon,
        states=len(values.values),
        **kept,
    )
    return _compact(header | {HASH: _hash(header, body)}) + b"\n" + body


def load_values(path: str | Path, rules: Rules | None = None, file_hash: str | None = None) -> GameValues:
    """The values in a file, whole and unaltered; `file_hash` is the sha256 that all its bytes must have.

    Raises TableError, naming the file and the reason, where it is missing, cut, altered, foreign, of
    another schema version, or made for other rules than `rules`.
    """
    shown = printable(str(path))
    try:
        return _read(path, rules, file_hash)
    except TableError as error:
        raise TableError(f"{shown}: {error}") from None
    except OSError as error:
        raise TableError(f"{shown}: cannot be read: {error.strerror or error}") from None


def is_values_file(path: Path) -> bool:
    """Whether a file starts like one of these: its first line names this kind."""
    if path.exists() and not path.is_file():
        return False  # a pipe might never begin
    with path.open("rb") as file:
        return b'"kind":"game-values"' in file.readline(1 << 20)


def _read(path: str | Path, rules: Rules | None, file_hash: str | None) -> GameValues:
    with open(path, "rb") as file:  # noqa: PTH123 - pathlib takes longer to load than the values
        content = file.read()
    if file_hash is not None and sha256(content) != file_hash:
        raise TableError("it is not the file that was shipped: install the program again")
    first, _, body = content.partition(b"\n")
    header = _header(first, body)
    if "numbers" in header:
        return _of_numbers(header, _same_rules(header, rules), body)
    try:
        denominator = whole_number(header["denominator"])
        lines = body.decode("ascii").splitlines()
        values = dict(_parsed(line, header["players"], denominator) for line in lines)
    except (ValueError, TypeError, KeyError) as error:
        raise TableError(f"a line of it is none of a table of values ({error})") from None
    if not len(values) == len(lines) == header["states"]:
        raise TableError(f"it states {header['states']} states and has {len(values)} in {len(lines)} lines")
    return GameValues(
        rules=_same_rules(header, rules),
        players=header["players"],
        goal=header["goal"],
        method=header["method"],
        exact=True,
        epsilon=0,
        denominator=denominator,
        values=values,
    )


_FIELDS = {
    "rules": str,
    "rules_digest": str,
    "rules_text": str,
    "players": int,
    "goal": str,
    "method": str,
    "states": int,
}
_KEPT_AS = ({"numbers": str, "epsilon": float}, {"denominator": str})
"""What else says how the values are kept."""


def _header(first: bytes, body: bytes) -> dict[str, Any]:
    """The header of a file of values, whole and as it should be, without its hash."""
    try:
        header = json.loads(first)
        kind = header["kind"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise TableError(f"this is no file of {KIND}: its first line is not the header of one") from None
    if kind != KIND:
        raise TableError(f"it is of kind {kind!r}, not {KIND!r}")
    if header.get("schema") != SCHEMA or type(header["schema"]) is not int:
        raise TableError(
            f"it has schema version {header.get('schema')!r} and this program reads {SCHEMA}: solve it again"
        )
    if _compact(header) != first:
        raise TableError("its first line is not written as this program writes one: the file is altered")
    stated = header.pop(HASH, None)
    if _hash(header, body) != stated:
        raise TableError("its content does not have the hash it states: the file is cut or altered")
    for name, kind_of in (_FIELDS | _KEPT_AS["numbers" not in header]).items():
        if type(header.get(name)) is not kind_of:
            raise TableError(f"its header has no proper {name!r}: solve it again")
    if header["goal"] not in GAME_GOALS:
        raise TableError(f"its goal is {header['goal']!r}, which is that of no game")
    if not FEWEST_PLAYERS <= header["players"] <= MOST_PLAYERS:
        raise TableError(
            f"it is for {header['players']} players; a game has {FEWEST_PLAYERS} to {MOST_PLAYERS}"
        )
    return dict(header)


def _same_rules(header: dict[str, Any], wanted: Rules | None) -> Rules:
    if wanted is not None:
        if digest(wanted) != header["rules_digest"]:
            raise TableError(
                f"it was made for the rules {header['rules']} (digest {header['rules_digest'][:12]}…), "
                f"not for {wanted.name} (digest {digest(wanted)[:12]}…)"
            )
        return wanted
    try:
        rules = read_rules(header["rules_text"])
    except RulesError as error:
        raise TableError(f"its rules cannot be read by this program ({error.problems[0]})") from None
    if digest(rules) != header["rules_digest"]:
        raise TableError("its rules do not have the digest it states: solve it again")
    return rules


def _numbers(values: GameValues) -> bytes:
    """The numbers of all states, in their order."""
    numbers = array("d")
    for state in every_state(values.rules, values.players, partie=values.goal == "partie"):
        numbers.extend(values.of(state))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _of_numbers(header: dict[str, Any], rules: Rules, body: bytes) -> GameValues:
    if header["numbers"] != NUMBERS or len(body) % 8:
        raise TableError(f"its values are not {NUMBERS} numbers: solve it again")
    if not 0 <= header["epsilon"] < inf:  # of NaN nothing is too much
        raise TableError(f"its epsilon is {header['epsilon']}, which bounds no gain: solve it again")
    numbers = array("d", body)
    if sys.byteorder == "big":
        numbers.byteswap()
    groups = state_groups(rules, header["players"], partie=header["goal"] == "partie")
    values = ListedValues(groups, numbers)
    if len(values) != header["states"]:
        raise TableError(
            f"it states {header['states']} states and its game has {len(values)}: solve it again"
        )
    return GameValues(
        rules=rules,
        players=header["players"],
        goal=header["goal"],
        method=header["method"],
        exact=False,
        epsilon=header["epsilon"],
        denominator=1,
        values=values,
    )


def _line(state: TokenState, numerators: tuple[int, ...] | tuple[float, ...]) -> str:
    lost = f" lost={'/'.join(map(str, state.lost))}" if state.lost else ""
    shown = " ".join(decimal_text(int(numerator)) for numerator in numerators[:-1])
    return f"{state.phase} {state.pot} {'/'.join(map(str, state.stacks))}{lost} {shown}\n"


def _parsed(line: str, players: int, denominator: int) -> tuple[TokenState, tuple[int, ...]]:
    """A state and its values. Raises ValueError or KeyError for a line that is none."""
    phase, pot, stacks, *rest = line.split(" ")
    lost: tuple[int, ...] = ()
    if rest and rest[0].startswith("lost="):
        lost = tuple(map(int, rest.pop(0)[5:].split("/")))
    held = tuple(map(int, stacks.split("/")))
    if len(held) > players or len(rest) != len(held) - 1 or len(lost) not in {0, len(held)}:
        raise ValueError(f"{line[:40]}…")
    numerators = tuple(map(whole_number, rest))
    state = TokenState(_PHASES[phase], len(held), int(pot), held, lost)
    return state, (*numerators, denominator - sum(numerators))


def _compact(header: dict[str, Any]) -> bytes:
    return json.dumps(header, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def _hash(header: dict[str, Any], body: bytes) -> str:
    return sha256(_compact(header) + b"\n" + body)
