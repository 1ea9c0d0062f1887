"""How the suite is run: shared among workers, and interrupted by its own tests alone."""

from __future__ import annotations

import signal
from typing import Any

import pytest

JOINS = {"advice": "games", "certificates": "games", "tables": "games", "strategies": "sheets"}
"""Folders whose tests need what those of another work out, or the code that is compiled for them."""


def pytest_configure() -> None:
    """Let children be interrupted: where whoever starts the suite ignores SIGINT, so would they."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give the tests of a folder to one worker: what they work out once is worked out by one worker only."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFolder(LoadScopeScheduling):  # type: ignore[misc]  # it comes without types
        def _split_scope(self, nodeid: str) -> str:
            folder = nodeid.removeprefix("tests/").partition("/")[0]
            return JOINS.get(folder, folder)

    return ByFolder(config, log)
