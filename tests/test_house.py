"""How the house is built: who imports whom, how long things get, what an exception to a rule has to say."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tokenize
import tomllib
from pathlib import Path

import pytest

import game421
from processes import environment

CHECKOUT = Path(__file__).parents[1]
PACKAGE = CHECKOUT / "solver" / "game421"
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_MODULE = 350
LONGEST_FUNCTION = 30
IGNORES = re.compile(r"#\s*(ruff: noqa|noqa|type: ignore)")
SAYS_WHY = re.compile(r"(noqa: [A-Z0-9, ]+ - \w)|(type: ignore\[[\w, -]+\]  # \w)")
HEAVY_AT_THE_TOP = {
    "flint": {"games", "rounds", "retrograde"},
    "networkx": {"retrograde"},
    "numpy": {
        "certificates",
        "games",
        "retrograde",
        "rounds",
        "sheets",
        "strategies",
        "tables",
        "turns",
        "advice",
        "arena",
    },
    "pyarrow": set(),
    "rich": set(),
    "scipy": {"games", "retrograde"},
}
"""Heavy libraries, and the floors that may load them as soon as one of their modules is loaded."""

CALLED = {"flint": "python-flint", "pyspiel": "open_spiel"}
"""How a library is called where it is not called as what is imported of it."""


def names(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    return {names(path): ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}


def test_floors_import_downward_only():
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [program, "--no-cache"], cwd=CHECKOUT, env=environment(), capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_modules_are_short_enough_to_be_read():
    lengths = {names(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_functions_are_short_enough_to_be_seen_at_once(trees):
    """Without its docstring: what is said is not what is done."""
    found = {}
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
                if lines > LONGEST_FUNCTION:
                    found[f"{module}: {node.name}"] = lines
    assert found == {}


def test_an_ignored_rule_says_why():
    bare = []
    for path in MODULES:
        with tokenize.open(path) as file:
            for number, line in enumerate(file, start=1):
                if IGNORES.search(line) and not SAYS_WHY.search(line):
                    bare.append(f"{names(path)}:{number}")
    assert bare == []


def test_heavy_libraries_stay_off_the_cold_path(trees):
    found = set()
    for module, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                loaded = (
                    [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
                )
                heavy = {name.split(".")[0] for name in loaded} & HEAVY_AT_THE_TOP.keys()
                found |= {
                    (module, name) for name in heavy if module.split("/")[0] not in HEAVY_AT_THE_TOP[name]
                }
    assert found == set()


def test_what_is_imported_is_declared(trees):
    """Installed for the tests is more than a user has."""
    imported = set()
    for node in (node for tree in trees.values() for node in ast.walk(tree)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module).partition(".")[0])
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(each for extra in extras for each in extra)]
    declared = {re.split("[>=<]", each)[0].lower() for each in wanted}
    foreign = imported - sys.stdlib_module_names - {"game421"}
    assert {CALLED.get(name, name) for name in foreign} == declared


def test_the_version_is_said_once():
    project = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in project
    assert re.fullmatch(r"\d+\.\d+\.\d+", game421.__version__)
    changes = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {game421.__version__}" in changes
