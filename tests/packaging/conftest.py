"""The distributions, built once, and the wheel installed on its own."""

from __future__ import annotations

import pytest

from distributions import Distributions, Installed, build_distributions, install


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    """The sdist and the wheel built from it."""
    return build_distributions(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="session")
def installed(distributions: Distributions, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel installed into an environment of its own."""
    return install(distributions.wheel, tmp_path_factory.mktemp("installed"))
