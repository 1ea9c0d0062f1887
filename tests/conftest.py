"""How the suite is run: shared among workers, and interrupted by its own tests alone."""

from __future__ import annotations

import signal

import pytest


def pytest_configure() -> None:
    """Let children be interrupted: where whoever starts the suite ignores SIGINT, so would they."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a module on one worker, or of several that name one group.

    What they work out once, games above all, is then worked out by one worker only.
    """
    for item in items:
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
