"""Public names of a package, each loaded when it is first used."""

from __future__ import annotations

from collections.abc import Callable


def lazily(package: str, homes: dict[str, str]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package whose names live in the modules `homes` says."""

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}; it has {', '.join(homes)}")
        from importlib import import_module

        return getattr(import_module(homes[name]), name)

    return get, lambda: sorted(homes)
