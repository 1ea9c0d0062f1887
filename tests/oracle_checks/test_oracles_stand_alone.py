"""No oracle, and no check of one, may import what it judges."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
ORACLES = sorted((TESTS / "oracles").glob("**/*.py"))
CHECKS = sorted((TESTS / "oracle_checks").glob("**/*.py"))
ALLOWED = {"fractions", "functools", "itertools", "math", "operator", "oracles"}
TYPING_ONLY = {"typing", "collections"}


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." if node.level else str(node.module).split(".")[0])
    return found


def test_there_are_oracles():
    assert len(ORACLES) > 2


@pytest.mark.parametrize("path", ORACLES, ids=lambda path: path.name)
def test_oracles_import_nothing_of_the_solver(path):
    assert imported(path) <= ALLOWED | TYPING_ONLY


@pytest.mark.parametrize("path", [*ORACLES, *CHECKS], ids=lambda path: path.name)
def test_nobody_here_imports_the_package(path):
    assert "game421" not in imported(path)
    assert not imported(path) & {".", "importlib", "runpy", "subprocess"}
    names = {
        node.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name)
    }
    assert not names & {"__import__", "eval", "exec"}
