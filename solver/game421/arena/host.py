"""Runs a bot written in Python as a process of the arena: `python -P host.py FILE:NAME`.

NAME is a class without arguments or a function; without a name, `Bot` or `decide`. What the bot prints goes
to standard error: standard output is for answers.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

USUAL = ("Bot", "decide")
"""What a bot is called where nothing else is said."""


def main(argument: str) -> int:
    """Load the bot and answer until there is nothing more to read; the exit status."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    file, _, name = argument.rpartition(":")
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))  # noqa: PTH100, PTH120 - pathlib takes longer to load
    bot = _bot(runpy.run_path(file), name)
    decide = bot if not hasattr(bot, "decide") else bot.decide
    for said in sys.stdin.buffer:
        message = json.loads(said)
        if _answered(message, bot, decide, answers):
            return 0
    return 0


def _bot(names: dict[str, Any], name: str) -> Any:
    wanted = (name,) if name else USUAL
    for each in wanted:
        if each in names:
            found = names[each]
            return found() if isinstance(found, type) else found
    raise SystemExit(f"the file defines no {' and no '.join(wanted)}")


def _answered(message: dict[str, Any], bot: Any, decide: Callable[..., Any], answers: BinaryIO) -> bool:
    """Answer one message; whether it was the last."""
    kind = message.pop("type")
    if kind == "hello":
        _tell(bot, kind, message)
        _say(answers, {"ready": True, "batch": True})
    elif kind == "decide":
        _say(answers, _reply(decide(message["position"], tuple(message["legal"]))))
    elif kind == "batch":
        _say(answers, {"actions": _batch(decide, message["positions"], message["legal"])})
    else:
        _tell(bot, kind, message)
    return bool(kind == "bye")


def _batch(decide: Callable[..., Any], positions: list[str], legal: list[list[str]]) -> list[str] | None:
    """All answers, or None where one is no text: then they are asked for one by one."""
    menus = {tuple(menu): tuple(menu) for menu in legal}
    found = [decide(*pair) for pair in zip(positions, [menus[tuple(menu)] for menu in legal], strict=True)]
    return list(map(str, found)) if all(isinstance(answer, str) for answer in found) else None


def _reply(answer: Any) -> dict[str, Any]:
    if isinstance(answer, str):
        return {"action": str(answer)}
    shown = repr(answer)
    return {"error": f"{shown[:60]} is a {type(answer).__name__}, not an action's text"}


def _tell(bot: Any, kind: str, message: dict[str, Any]) -> None:
    """Tell the bot where it has a method of that name."""
    method = getattr(bot, kind, None)
    if method is not None:
        method(**message)


def _say(answers: BinaryIO, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message).encode("ascii") + b"\n")
    answers.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
