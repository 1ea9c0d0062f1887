"""A stranger can read the checker in one sitting, and it owes nothing to what it judges."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import game421.certificates

MODULES = sorted(Path(game421.certificates.__file__).parent.glob("*.py"))
OWN = {"game421.errors", "game421.rules.record"}


def imported(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(str(node.module))
    return names


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_it_imports_the_record_of_rules_the_errors_and_the_standard_library(module: Path) -> None:
    for name in imported(ast.parse(module.read_text(encoding="utf-8"))):
        inside = name == "game421.certificates" or name.startswith("game421.certificates.")
        assert inside or name in OWN or name.split(".")[0] in sys.stdlib_module_names, name


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_it_has_no_number_that_is_not_whole(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
        assert not (isinstance(node, ast.Name) and node.id == "float")


def test_it_is_short() -> None:
    lines = doc = 0
    for module in MODULES:
        text = module.read_text(encoding="utf-8")
        lines += sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith("#"))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                doc += (node.end_lineno or node.lineno) - node.lineno + 1
    assert lines - doc <= 350
    assert lines <= 450
