"""Being asked to stop: at once, but never in the middle of what belongs together."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Stopping:
    """Makes Ctrl-C, and a request to end the program, a KeyboardInterrupt that can be put off."""

    def __init__(self) -> None:
        self._held = self._asked = False

    def __call__(self, _number: int, _frame: object) -> None:
        """What a signal does."""
        if not self._held:
            raise KeyboardInterrupt
        self._asked = True

    @contextmanager
    def put_off(self) -> Iterator[None]:
        """Finish the block first, and be interrupted then."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        if self._asked:
            self._asked = False
            raise KeyboardInterrupt


@contextmanager
def stoppable() -> Iterator[Stopping]:
    """Within the block both signals are interruptions."""
    stopping = Stopping()
    if sys.platform == "win32":  # has no request to end
        yield stopping
        return
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, stopping) for number in numbers]
    try:
        yield stopping
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
