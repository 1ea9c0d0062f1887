"""A strategy as the TOML file that reads back as itself."""

from __future__ import annotations

from collections.abc import Iterator

from game421.strategies.vocabulary import Condition, Line, Strategy


def strategy_text(strategy: Strategy) -> str:
    """The file: `read_strategy(strategy_text(s)) == s`."""
    return "\n".join(_lines(strategy)) + "\n"


def _lines(strategy: Strategy) -> Iterator[str]:
    yield f"name = {_quoted(strategy.name)}"
    if not strategy.stops_ahead:
        yield "stops_ahead = false"
    if strategy.throw_off != "tied":
        yield f'throw_off = "{strategy.throw_off}"'
    for role, lines in (("leader", strategy.leader), ("follower", strategy.follower)):
        for line in lines:
            yield from ("", f"[[{role}]]", *_line(line))


def _line(line: Line) -> Iterator[str]:
    yield from map(_condition, line.when)
    yield f'do = "{line.do if line.do == "stop" else f"keep {line.do}"}"'
    if line.declare:
        yield "declare = true"


def _condition(condition: Condition) -> str:
    kind, value = condition
    if isinstance(value, tuple):
        written = ", ".join(f'"{each}"' for each in value)
        return f"{kind} = [{written}]" if len(value) > 1 else f"{kind} = {written}"
    if value == "any":
        return f"{kind} = true"
    return f"{kind} = {value}" if isinstance(value, int) else f'{kind} = "{value}"'


def _quoted(text: str) -> str:
    """Text as TOML writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
