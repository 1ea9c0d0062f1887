"""A stranger can read the checker in one sitting, and it owes nothing to what it judges."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import game421.certificates

MODULES = sorted(Path(game421.certificates.__file__).parent.glob("*.py"))
EXACT = [module for module in MODULES if module.stem in {"__init__", "proofs", "settlements"}]
OWN = {"game421.errors", "game421.lazily", "game421.rules.record"}
FLOATS = {"game421.exactly", "game421.lanes.rows", "numba", "numpy", "numpy.typing"}
"""What the checker of more players needs besides; it does not belong to the two-player proof."""


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
    allowed = OWN if module in EXACT else OWN | FLOATS
    for name in imported(ast.parse(module.read_text(encoding="utf-8"))):
        inside = name == "game421.certificates" or name.startswith("game421.certificates.")
        assert inside or name in allowed or name.split(".")[0] in sys.stdlib_module_names, name


def test_the_two_player_proof_loads_neither_numpy_nor_numba() -> None:
    program = (
        "import sys, game421.certificates as checkers; checkers.check_two_players;"
        "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("module", EXACT, ids=lambda module: module.name)
def test_it_has_no_number_that_is_not_whole(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
        assert not (isinstance(node, ast.Name) and node.id == "float")


def test_it_is_short() -> None:
    lines = doc = 0
    for module in EXACT:
        text = module.read_text(encoding="utf-8")
        lines += sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith("#"))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                doc += (node.end_lineno or node.lineno) - node.lineno + 1
    assert lines - doc <= 350
    assert lines <= 450
