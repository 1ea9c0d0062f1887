"""`421 rules` as it is typed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from game421.rules import (
    default_rules_name,
    describe,
    digest,
    load_rules,
    preset_names,
    read_rules,
    write_rules,
)
from game421.rules.catalogue import PRESETS


def run(*arguments, **environment):
    done = subprocess.run(
        [sys.executable, "-m", "game421", "rules", *map(str, arguments)],
        capture_output=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join(filter(None, sys.path)), **environment},
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "lucette.toml"
    path.write_text('extends = "bistro"\nname = "chez Lucette — Zoé"\nfollowers = "same"\n', encoding="utf-8")
    return path


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text('tokens = 0\nfolowers = "same"\n')
    return path


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_list(lang):
    status, out, err = run("list", "--lang", lang, PYTHONUTF8="1")
    assert (status, err) == (0, "")
    lines = out.decode().splitlines()
    assert [line.split()[0] for line in lines] == list(preset_names())
    for line, name in zip(lines, preset_names(), strict=True):
        assert describe(name, lang) in line
    marked = [line.split()[0] for line in lines if line.endswith(("(the default)", "(par défaut)"))]
    assert marked == [default_rules_name()]


def test_list_follows_the_locale():
    _, out, _ = run("list", LC_ALL="fr_FR.UTF-8", PYTHONUTF8="1")
    assert describe("bistro", "fr") in out.decode()


def test_list_json():
    status, out, _ = run("list", "--json")
    content = json.loads(out)
    assert status == 0
    assert content["schema"] == 1
    assert [preset["name"] for preset in content["presets"]] == list(preset_names())
    assert all(preset["rules_digest"] == digest(load_rules(preset["name"])) for preset in content["presets"])
    assert [preset["name"] for preset in content["presets"] if preset["default"]] == [default_rules_name()]


@pytest.mark.parametrize("name", preset_names())
def test_show_a_preset_is_its_file(name):
    status, out, err = run("show", name)
    assert (status, err) == (0, "")
    assert out == (Path(PRESETS) / f"{name}.toml").read_bytes()


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
def test_show_a_file_is_complete_and_reads_back(good, tmp_path, encoding):
    status, out, err = run("show", good, PYTHONIOENCODING=encoding)
    assert (status, err) == (0, "")
    copy = tmp_path / "copy.toml"
    copy.write_bytes(out)
    assert load_rules(copy) == load_rules(good)
    assert out.decode("utf-8") == write_rules(load_rules(good))


def test_check_a_good_file(good):
    status, out, err = run("check", good, PYTHONUTF8="1")
    assert (status, err) == (0, "")
    first, *rest = out.decode().splitlines()
    assert first == f"{good}: OK: chez Lucette — Zoé, digest {digest(load_rules(good))}"
    assert len(rest) == 2
    assert rest[0].startswith("  idle: tie_by_throws: ")
    assert rest[1].startswith("  idle for 2 players: ends: ")


def test_check_says_what_the_number_of_players_does(tmp_path):
    path = tmp_path / "two.toml"
    path.write_text('followers = "up-to"\ncap = "previous"\nmanches = 2\n')
    _, out, _ = run("check", path)
    first, *rest = out.decode().splitlines()
    assert "OK" in first
    assert rest[0].startswith("  idle for 2 players: cap: ")
    assert rest[1].startswith(
        "  note: two players only: manches = 2 with three or more players needs a loser"
    )


def test_check_a_good_file_in_json(good):
    status, out, err = run("check", good, "--json")
    content = json.loads(out)
    assert (status, err, content["ok"], content["problems"]) == (0, "", True, [])
    assert content["rules"] == "chez Lucette — Zoé"
    assert content["rules_digest"] == digest(load_rules(good))
    assert [(entry["axis"], entry["players"]) for entry in content["idle"]] == [
        ("tie_by_throws", None),
        ("ends", 2),
    ]


def test_check_a_bad_file(bad):
    status, out, err = run("check", bad)
    assert (status, out) == (2, b"")
    lines = err.splitlines()
    assert len(lines) == 2
    assert f"{bad}:1: tokens: 0 is out of range" in lines[0]
    assert f'{bad}:2: folowers: no such field; the nearest is "followers"' in lines[1]


def test_check_a_bad_file_in_json(bad):
    status, out, err = run("check", bad, "--json")
    content = json.loads(out)
    assert (status, content["ok"]) == (2, False)
    assert len(content["problems"]) == len(err.splitlines()) == 2


@pytest.mark.parametrize("command", ["show", "check"])
@pytest.mark.parametrize("name", ["clasic", "no/such.toml", ".", "", "/dev/zero"])
def test_nothing_to_read_is_one_line(command, name):
    status, out, err = run(command, name)
    assert (status, out) == (2, b"")
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err


def test_a_preset_shown_is_a_file_to_start_from(tmp_path):
    for name in preset_names():
        text = run("show", name)[1].decode("utf-8")
        assert digest(read_rules(text)) == digest(load_rules(name))
        assert "extends" not in text
