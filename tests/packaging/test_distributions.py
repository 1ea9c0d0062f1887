"""What is shipped: what the wheel and the sdist hold, and that the wheel works away from the checkout."""

from __future__ import annotations

import configparser
import json
import shutil
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "solver" / "game421"
SMOKE = ("processes.py", "oracles", "dice", "test_public_api.py")
"""The part of the suite that is run against the installed wheel."""


def inside(folder: Path, pattern: str) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob(pattern) if path.is_file()}


@pytest.fixture(scope="session")
def wheel(distributions):
    with zipfile.ZipFile(distributions.wheel) as archive:
        yield archive


@pytest.fixture(scope="session")
def sdist_names(distributions):
    with tarfile.open(distributions.sdist) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def test_the_wheel_holds_the_templates_of_sheets(wheel):
    folder = "game421/sheets/templates/"
    held = {name.removeprefix(folder) for name in wheel.namelist() if name.startswith(folder)}
    assert held == inside(PACKAGE / "sheets" / "templates", "*")
    assert held


def test_the_wheel_has_one_top_level_name(wheel):
    top = {name.split("/")[0] for name in wheel.namelist()}
    assert {name for name in top if not name.endswith(".dist-info")} == {"game421"}


def test_the_wheel_is_for_every_machine(distributions):
    assert distributions.wheel.name.endswith("-py3-none-any.whl")


def test_the_scripts_are_ours_alone(wheel):
    (entries,) = [name for name in wheel.namelist() if name.endswith("/entry_points.txt")]
    parser = configparser.ConfigParser()
    parser.read_string(wheel.read(entries).decode())
    assert {section: dict(parser[section]) for section in parser.sections()} == {
        "console_scripts": {"421": "game421.commands:main", "game421": "game421.commands:main"}
    }


def test_every_module_and_every_preset_is_in_the_wheel(wheel):
    shipped = set(wheel.namelist())
    wanted = {f"game421/{name}" for pattern in ("*.py", "*.toml") for name in inside(PACKAGE, pattern)}
    assert wanted <= shipped
    assert "game421/py.typed" in shipped


def test_the_tables_of_the_checkout_are_in_the_wheel_beside_the_package(wheel):
    shipped = {name.removeprefix("game421/_shipped/") for name in wheel.namelist() if "_shipped/" in name}
    assert inside(ROOT / "tables", "*") == shipped


def test_the_sdist_holds_what_it_takes_to_build_read_and_test(sdist_names):
    assert {"cli.py", "pyproject.toml", "LICENSE", "CHANGELOG.md", "README.md", ".ci/run"} <= sdist_names
    for folder, pattern in (("docs", "*.md"), ("tables", "*"), ("tests", "*.py"), ("solver", "*.py")):
        assert {f"{folder}/{name}" for name in inside(ROOT / folder, pattern)} <= sdist_names
    assert not any(name.endswith(".pyc") for name in sdist_names)


def test_packages_are_listed_as_they_lie():
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    found = {
        ".".join(path.parent.relative_to(ROOT / "solver").parts) for path in PACKAGE.rglob("__init__.py")
    }
    assert listed["packages"] == sorted(listed["packages"])
    assert set(listed["packages"]) - {"game421._shipped"} == found | {
        "game421.rules.presets",
        "game421.strategies.cards",
    }


def test_top_level_data_is_no_package():
    assert not list((ROOT / "tables").rglob("*.py"))


def test_the_installed_program_answers_away_from_the_checkout(installed):
    code = "import game421; print(game421.__file__, game421.best('642').best)"
    where, best = installed.run(installed.python, "-c", code).split()
    assert Path(where).is_relative_to(installed.python.parents[1])
    assert best == "42"
    for program in (
        [installed.script("421")],
        [installed.script("game421")],
        [installed.python, "-m", "game421"],
    ):
        shown = installed.run(*program, "best", "642", "--goal", "beat", "--target", "654", "--json")
        assert json.loads(shown)["exact"] == "875/2592"
        assert "21 tokens" in installed.run(*program, "rules", "list", "--lang", "en")


def test_every_preset_of_the_installed_program_loads(installed):
    code = (
        "import game421\n"
        "from game421.rules import preset_names\n"
        "print(*(game421.best('611', rules=name).source.rules.name for name in preset_names()))\n"
    )
    names = {path.stem for path in (PACKAGE / "rules" / "presets").glob("*.toml")} - {"index"}
    assert set(installed.run(installed.python, "-c", code).split()) == names


def test_the_installed_program_finds_the_shipped_tables(installed):
    """A question about a whole game is answered at once: nothing is solved, and nothing is said of it."""
    shown = installed.run(installed.script("421"), "value", "D 0 8/13 - 3 - 3", "--lang", "en")
    assert "solving" not in shown


def test_installed_beside_pytables_it_hides_nothing(installed, tmp_path):
    stranger = tmp_path / "tables"
    stranger.mkdir()
    (stranger / "__init__.py").write_text("whose = 'PyTables'\n", encoding="utf-8")
    code = (
        f"import sys, game421.tables; sys.path.append({str(tmp_path)!r}); import tables; print(tables.whose)"
    )
    assert installed.run(installed.python, "-c", code) == "PyTables\n"
    for name in ("tests", "cli", "docs", "solver"):
        assert "None" in installed.run(
            installed.python, "-c", f"from importlib.util import find_spec; print(find_spec({name!r}))"
        )


def test_the_smoke_part_of_the_suite_passes_against_the_wheel(installed):
    suite = installed.folder / "suite"
    suite.mkdir()
    for name in SMOKE:
        source = ROOT / "tests" / name
        if source.is_dir():
            shutil.copytree(source, suite / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, suite / name)
    (suite / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    shown = installed.run(
        installed.python, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--rootdir", suite, suite
    )
    assert " passed" in shown
