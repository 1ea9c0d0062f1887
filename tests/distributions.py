"""Building what is published, and installing it into an environment of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEFT_BY_TOOLS = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*cache", ".benchmarks", ".hypothesis")
SOURCE = (
    ".ci",
    "CHANGELOG.md",
    "LICENSE",
    "MANIFEST.in",
    "README.md",
    "cli.py",
    "docs",
    "pyproject.toml",
    "solver",
    "tables",
    "tests",
)
"""Everything a checkout has that a build may read."""


@dataclass(frozen=True)
class Distributions:
    """The two files that are published."""

    sdist: Path
    wheel: Path


def quiet(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command that must succeed, in an environment that knows nothing of the checkout."""
    env = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    done = subprocess.run(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def build_distributions(place: Path) -> Distributions:
    """An sdist built from a clean copy of the checkout below `place`, and the wheel built from that sdist."""
    copy, out = place / "checkout", place / "dist"
    copy.mkdir()
    for name in SOURCE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=LEFT_BY_TOOLS)
        else:
            shutil.copy(ROOT / name, copy / name)
    quiet(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, copy)
    return Distributions(*out.glob("*.tar.gz"), *out.glob("*.whl"))


@dataclass(frozen=True)
class Installed:
    """A fresh environment that holds the wheel; the libraries are those of the environment of the tests."""

    python: Path
    folder: Path
    """Somewhere else than the checkout."""

    def script(self, name: str) -> Path:
        """An installed console script."""
        return self.python.with_name(name)

    def run(self, *command: str | Path) -> str:
        """Run a command there that must succeed."""
        return quiet(*command, cwd=self.folder)


def install(wheel: Path, place: Path) -> Installed:
    """The wheel installed into an environment of its own below `place`."""
    quiet(sys.executable, "-m", "venv", "--without-pip", place / "venv")
    python = place / "venv" / "bin" / "python"
    quiet(
        sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index",
        "--disable-pip-version-check", wheel,
    )  # fmt: skip
    site = Path(quiet(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (site / "libraries.pth").write_text("".join(f"{path}\n" for path in sorted(libraries)), encoding="utf-8")
    elsewhere = place / "elsewhere"
    elsewhere.mkdir()
    return Installed(python, elsewhere)
