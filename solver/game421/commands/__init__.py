"""The command line: arguments in, text or JSON out, one module per subcommand."""

from __future__ import annotations

import gc
from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the program.

    It loads much and makes little garbage: looking for it less often saves a short run a twentieth.
    """
    gc.set_threshold(100_000, 20, 20)
    from game421.commands.app import main as run

    run()
