"""A preset is data: the code knows none of them by name."""

import ast
import shutil
from pathlib import Path

import pytest

import game421
from game421.errors import InputError
from game421.rules import catalogue, default_rules_name, digest, load_rules, preset_names
from game421.rules.axes import AXES

CODE = sorted(Path(game421.__file__).parent.rglob("*.py"))
WORDS_OF_AXES = {choice for axis in AXES for choice in axis.choices}


def names_loaded(tree):
    """Names of rules that code hands to a function that loads them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in {
            "load_rules",
            "open_rules",
            "preset_text",
            "describe",
        }:
            yield from (argument.value for argument in node.args if isinstance(argument, ast.Constant))


def texts(tree):
    """Every text of the code that is no docstring."""
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and hasattr(node, "value")
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.name)
def test_no_module_names_a_preset(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not set(names_loaded(tree)) & set(preset_names())
    # a word that is also a value of an axis (the ranking "classic", the game "sips") is that value
    assert not set(texts(tree)) & (set(preset_names()) - WORDS_OF_AXES)


@pytest.fixture
def renamed(tmp_path, monkeypatch):
    """The presets under other names, as if the files had been renamed."""
    folder = tmp_path / "presets"
    shutil.copytree(catalogue.PRESETS, folder)
    index = folder / "index.toml"
    text = index.read_text(encoding="utf-8").replace("[presets.", "[presets.x-")
    other = f'default = "x-{preset_names()[-1]}"'
    index.write_text(text.replace(f'default = "{default_rules_name()}"', other), encoding="utf-8")
    for name in preset_names():
        (folder / f"{name}.toml").rename(folder / f"x-{name}.toml")
    monkeypatch.setattr(catalogue, "PRESETS", folder)
    catalogue._index.cache_clear()
    yield
    catalogue._index.cache_clear()


def test_renamed_presets_work_alike(request):
    before = {name: digest(load_rules(name)) for name in preset_names()}
    default = default_rules_name()
    request.getfixturevalue("renamed")
    assert default_rules_name() == f"x-{list(before)[-1]}"
    assert {name: digest(load_rules(name)) for name in preset_names()} == {
        f"x-{name}": identity for name, identity in before.items()
    }
    with pytest.raises(InputError):
        load_rules(default)
