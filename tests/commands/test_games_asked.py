"""Whole games and finished combinations on the command line: right values, proofs, and long fractions."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from fractions import Fraction
from hashlib import sha256
from itertools import combinations_with_replacement

import pytest

from commands.asking import HEAD, strict
from game421 import solve
from game421.exactly import at_most
from game421.rules.record import Rules
from game421.tables.shipped import shipped_path
from game421.tables.values import save_values
from oracles.axes import rules
from oracles.round import Round, goal
from oracles.settle import read_results
from processes import PROGRAM, environment, run

SMALL = Rules(name="small", tokens=3, charge_throws=1, decharge_throws=2)


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A rules file of one's own, and a cache that nobody else has written to."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def written(text: str) -> str:
        path = tmp_path / "own.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return written


# Finished combinations


@pytest.mark.parametrize("wanted", ["safe", "duel", "tokens", "relative"])
@pytest.mark.parametrize(
    ("before", "held", "to_come"), [("", "653@2", 1), ("642@2", "653@2", 0), ("421@1", "111@1", 0)]
)
def test_what_a_finished_combination_is_worth(ask, own, wanted, before, held, to_come):
    file = own("decharge_throws = 2\n")
    made = [f"--before={result}" for result in before.split("/") if result]
    asked = ("--rules", file, "--goal", wanted, "--holding", held, "--to-come", str(to_come))
    document = ask("odds", *asked, *made)
    table = rules(decharge_throws=2)
    line = f"{before}/{held}" if before else held
    vector = Round(table, len(made) + 1 + to_come, goal(wanted, 2)).values(read_results(line))
    assert Fraction(document["exact"]) == vector[len(made)]
    assert document["value"] == float(vector[len(made)])
    assert [document[name] for name in ("holding", "to_come")] == [held, to_come]


def test_in_the_charge_its_values_count(ask, own):
    """The nénette takes two tokens in the charge whatever the best was, and one of these two loses."""
    file = own("nenette_takes = 2\n")
    asked = ("--rules", file, "--goal", "tokens", "--holding", "221@1", "--before", "421@1")
    assert ask("odds", *asked, "--phase", "charge")["exact"] == "-2"
    assert ask("odds", *asked)["exact"] == "-10"


# Proofs


def test_verify_says_what_it_proved_in_json(shown):
    status, out, err = shown("verify", str(shipped_path("beat-classic.csv")), "--json")
    document = strict(out)
    assert (status, err) == (0, "")
    assert list(document) == [*HEAD, "verified"]
    assert (document["rules"], document["goal"], document["phase"]) == ("classic", "beat", "decharge")
    assert [each["kind"] for each in document["verified"]] == ["turn-policy"]


def test_a_spoiled_digit_under_a_hash_that_fits_does_not_pass(shown, tmp_path):
    path = tmp_path / "small.values"
    save_values(solve(SMALL), path)
    status, out, err = shown("verify", str(path), "--json")
    document = strict(out)
    assert (status, err) == (0, "")
    assert [document[name] for name in ("goal", "phase", "epsilon")] == ["manche", None, 0]
    first, *lines = path.read_text().splitlines()
    lines[2] = lines[2][:-1] + str((int(lines[2][-1]) + 1) % 10)
    header, body = json.loads(first), "".join(f"{line}\n" for line in lines)
    del header["sha256"]
    compact = json.dumps(header, separators=(",", ":"))
    header["sha256"] = sha256(f"{compact}\n{body}".encode()).hexdigest()
    path.write_text(json.dumps(header, separators=(",", ":")) + "\n" + body)
    status, out, err = shown("verify", str(path))
    assert (status, out) == (1, "")
    assert err.startswith(f"421: {path}: ")
    assert "is not what best play makes" in err


def test_values_go_to_standard_output_alone_and_what_is_said_of_them_to_the_other(own, tmp_path):
    file = own("tokens = 2\ncharge_throws = 1\ndecharge_throws = 1\n")
    done = run("solve", "--rules", file, "-o", "-", "--lang", "en")
    assert done.stderr.startswith("own, manche: 4 states solved exactly")
    path = tmp_path / "own.values"
    path.write_text(done.stdout)
    assert run("verify", str(path)).returncode == 0
    device = run("solve", "--rules", file, "-o", "/dev/stdout")
    assert (device.returncode, device.stdout) == (0, done.stdout)


def test_who_reads_the_first_rows_only_is_no_error():
    command = f"{shlex.join(PROGRAM)} export --goal beat -o /dev/stdout | head -c 10"
    done = subprocess.run(
        ["bash", "-c", f'{command}; echo "${{PIPESTATUS[0]}}"'],
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ('# {"schema0\n', "")


# Fractions of any length


def value_of(document: dict) -> Fraction:
    """The first player's share; Python itself refuses to read so many digits unless it is told."""
    shares = [Fraction(text) for text in document["exact"]]
    assert sum(shares) == 1
    assert document["values"] == [float(share) for share in shares]
    return shares[0]


def test_forty_one_tokens(shown, own):
    file = own('extends = "classic"\ntokens = 41\ndie = [1, 1, 0, 1, 0, 0]\n')
    asked = ("value", "C 41 0/0 - 3 - 3", "--rules", file, "--exact", "--json")
    status, out, err = shown(*asked)
    assert (status, err) == (0, "421: solving the manche of own for 2 players …\n")
    assert len(strict(out)["exact"][0]) > 1000
    assert 0.5 < value_of(strict(out)) < 0.55
    again = shown(*asked)
    assert again == (0, out, "")


def test_more_digits_than_python_prints(shown, own):
    file = own(f"tokens = 3\ncharge_throws = 2\ndecharge_throws = 2\ndie = [{10**90 + 1}, 3, 0, 7, 0, 0]\n")
    status, out, _ = shown("value", "C 3 0/0 - 2 - 2", "--rules", file, "--exact", "--json")
    assert status == 0
    numerator, denominator = strict(out)["exact"][0].split("/")
    assert min(len(numerator), len(denominator)) > 5000
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        assert 0.49 < value_of(strict(out)) < 0.51
    finally:
        sys.set_int_max_str_digits(limit)
    shown_in_text = shown("value", "C 3 0/0 - 2 - 2", "--rules", file, "--exact")[1]
    assert f"{numerator}/{denominator}" in shown_in_text


# A partie


@pytest.mark.parametrize("name", ["bistro", "havraise", "fiches"])
def test_the_facts_of_a_partie_follow_from_those_of_its_manches(ask, name):
    """Whoever leads a manche loses it as its own values say, whatever was lost before; the loser leads on."""
    opening = {"bistro": "C 21 0/0 - 1 - 1", "havraise": "C 21 0/0 - 1 - 1", "fiches": "C 11 0/0 - 1 - 1"}[
        name
    ]
    loses = 1 - Fraction(ask("value", opening, "--rules", name, "--exact")["exact"][0])
    found = ask("facts", "--goal", "partie", "--rules", name, "--exact")
    assert list(found)[:9] == HEAD
    assert found["loses_first"] == float(loses)
    assert found["manches"]["distribution"] == [
        {"count": 2, "value": float(loses)},
        {"count": 3, "value": float(1 - loses)},
    ]
    assert found["manches"]["mean"] == float(3 - loses)
    # both; or the first and the third, which the other leads; or the second, led by him, and the third
    lost = loses**2 + loses * (1 - loses) * (1 - loses) + (1 - loses) * (1 - loses) * loses
    assert Fraction(found["exact"][0]) == 1 - lost
    assert sum(map(Fraction, found["exact"])) == 1


def test_a_partie_of_four_lost_manches(shown, own):
    file = own("tokens = 3\ncharge_throws = 2\ndecharge_throws = 2\nmanches = 4\n")
    status, out, _ = shown("facts", "--goal", "partie", "--rules", file, "--json")
    assert status == 0
    found = strict(out)["manches"]["distribution"]
    assert [each["count"] for each in found] == [4, 5, 6, 7]
    assert sum(each["value"] for each in found) == pytest.approx(1)


def test_a_partie_whose_leader_never_loses_a_manche(shown, own):
    """All combinations are equals, and of equals the earlier wins: the two lose a manche in turn."""
    equals = [f"{high}{middle}{low}" for high, middle, low in combinations_with_replacement("654321", 3)]
    values = "".join(f"{name} = 1\n" for name in ("421", "111", "fiche", "brelan", "tierce", "rest", "221"))
    file = own(
        f'tokens = 2\ncharge_throws = 1\ndecharge_throws = 2\nmanches = 3\nties = "earlier-wins"\n'
        f"ranking = [{equals}]\n[values]\n{values}"
    )
    status, out, _ = shown("facts", "--goal", "partie", "--rules", file, "--json")
    found = strict(out)
    assert (status, found["values"], found["loses_first"]) == (0, [1, 0], 0)
    assert found["manches"] == {"mean": 5, "distribution": [{"count": 5, "value": 1}]}


def test_the_facts_of_a_partie_in_words(shown):
    asked = ("facts", "--goal", "partie", "--rules", "havraise", "--lang")
    english, french = (shown(*asked, lang)[1] for lang in ("en", "fr"))
    assert english.splitlines()[:4] == [
        "not losing the partie · two players · rules havraise",
        "",
        "Who is favoured",
        "  first leader          50.885%",
    ]
    assert "En combien de manches\n  2  48,232 %\n  3  51,768 %\n  2,518 en moyenne\n" in french


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--rules", "sips"), "a game of sips is rounds only"),
        (("--players", "3"), "3 players: facts of a partie are about 2"),
        (("--variants",), "--variants is about the manche"),
    ],
)
def test_facts_of_a_partie_that_cannot_be(refused, options, reason):
    assert reason in refused("facts", "--goal", "partie", *options)


def test_where_an_espagnole_costs_the_partie_manches_are_not_counted(refused, own):
    file = own('manches = 2\nespagnole = "partie"\nends = "last-in"\n')
    assert "421 value tells who is favoured" in refused("facts", "--goal", "partie", "--rules", file)


# Many players


def test_what_five_can_do_is_announced_and_answered():
    """With 421 on the table the leader has more than before his turn."""
    start = run("value", "D 0 5/4/4/4/4 - 3 - 3", "--json")
    assert start.stderr == ""
    values = json.loads(start.stdout)["values"]
    assert sum(values) == pytest.approx(1, abs=1e-12)
    done = run("best", "--position", "D 0 5/4/4/4/4 - 3 421 2", "--json")
    assert done.stderr == "421: working out what 4 others can do, which takes some seconds …\n"
    found = json.loads(done.stdout)
    assert found["best"] == "421"
    assert found["value"] > values[0]
    assert found["epsilon"] < 1e-10


@pytest.mark.parametrize(
    ("rules", "announced", "shared"),
    [
        ("classic", "", 1),
        ("bistro", "421: working out what 3 others can do, which takes some seconds …\n", 3),
    ],
)
def test_what_takes_long_depends_on_the_rules(rules, announced, shared):
    done = run("value", "D 0 6/5/5/5 - 3 421 2", "--rules", rules, "--json")
    assert done.stderr == announced
    assert sum(json.loads(done.stdout)["values"]) == pytest.approx(shared, abs=1e-9)


@pytest.mark.parametrize("asked", ["D 0 6/5/5/5 654@2 2 - 2", "D 0 6/5/5/5 - 3 - 3", "R - -/-/- - 3 - 3"])
def test_only_what_has_to_be_worked_out_is_announced(asked):
    """Three to come take long here; the table knows the leader's worth before his first throw."""
    done = run("value", asked, "--rules", "bistro")
    assert (done.returncode, done.stderr) == (0, "")


def test_no_table_knows_what_a_bare_round_is_worth():
    done = run("value", "R - -/-/-/- - 3 - 3", "--rules", "bistro", "--json")
    assert done.stderr == "421: working out what 3 others can do, which takes some seconds …\n"
    assert sum(json.loads(done.stdout)["values"]) == pytest.approx(1, abs=1e-12)


# Of three and more


def test_every_answer_says_how_near_it_is():
    """The epsilon of the table, in words as in JSON."""
    epsilon = json.loads(run("value", "D 0 8/8/5 - 3 - 3", "--json").stdout)["epsilon"]
    said = f"nobody gains more than {at_most(epsilon)} by playing otherwise."
    asked = ("best", "--position", "D 0 8/8/5 654@2/611@2 2 642 1")
    for question in (asked, (*asked, "--hold", "4"), ("value", "D 0 8/8/5 - 3 - 3")):
        assert run(*question, "--lang", "en").stdout.splitlines()[-1].endswith(said)
    assert "nobody gains" not in run("value", "D 0 8/13 - 3 - 3", "--lang", "en").stdout


@pytest.mark.parametrize("command", [("value",), ("best", "--position")])
def test_fractions_of_float_values_are_refused_before_anything_is_solved(refused, own, command):
    file = own('extends = "classic"\ntierces = 2')
    line = refused(*command, "D 0 8/8/5 654@2/611@2 2 642 1", "--exact", "--rules", file)
    assert line.startswith("3 players: the values of a game are float64, within an epsilon, no fractions; ")


def test_a_partie_that_nobody_loses_is_refused_in_one_line(refused):
    assert "so no partie; allowed: goal manche" in refused("solve", "--players", "3", "--goal", "partie")
    assert "so no partie" in refused("value", "D 0 5/6/7/3 - 3 - 3", "--goal", "partie")
    assert "so no partie" in refused("export", "--goal", "partie", "--players", "3")


def test_a_game_of_too_many_states_is_refused_for_that(refused, own):
    file = own(f'extends = "fiches"\nmanches = {10**114}')
    line = refused("value", "D 0 4/4/3 - 3 - 3 lost=0/0/0", "--rules", file)
    assert "play with fewer tokens or manches" in line


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("solve -o", "own.values"),
        ("export --goal manche -o", "own.csv"),
        ("facts --plot", "own.svg"),
        ("sheet -o", "own.md"),
    ],
)
def test_where_nothing_can_be_written_nothing_is_solved(shown, own, tmp_path, asked, name):
    """The rules are new, so solving would be told of."""
    file = own("tokens = 5")
    nowhere = tmp_path / "nowhere" / name
    told = shown(*asked.split(), str(nowhere), "--rules", file)
    assert told == (1, "", f"421: {nowhere.parent}: there is no such folder\n")
    (tmp_path / name).mkdir()
    told = shown(*asked.split(), str(tmp_path / name), "--rules", file)
    assert told[1:] == ("", f"421: {tmp_path / name}: is a directory; name a file in it\n")
