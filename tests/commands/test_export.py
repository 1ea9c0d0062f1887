"""`421 export`: what comes out, where it goes, and what is refused before any work is done."""

import json
import sys

import pytest

from game421.commands import export
from game421.errors import MissingExtraError
from game421.rules import load_rules
from game421.tables import FORMATS, read, turn_policy
from game421.turns.questions import TurnQuestion
from processes import environment, read_a_line_of, run, run_here


def test_the_policy_goes_to_standard_output_as_csv():
    done = run("export", "--goal", "beat")
    first, names, *rows = done.stdout.splitlines()
    assert (done.returncode, done.stderr, len(rows)) == (0, "", 6272)
    assert json.loads(first[2:])["goal"] == "beat"
    assert names == "left,target,roll,locked,action,value,numerator,denominator,regret,ties"
    assert "2,d654,d642,k-,k-,0.33757716049382713,875,2592,0.019675925925925927,k-" in rows


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_in_every_format(form, tmp_path):
    path = tmp_path / "policy"
    done = run_here("export", "--target", "654", "--format", form, "-o", str(path))
    expected = turn_policy(TurnQuestion(load_rules("classic"), "beat", names=("654",)))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{path}: 112 rows, sha256 {expected.header['sha256']}\n"
    assert list(read(path)) == list(expected)


def test_a_name_with_a_line_end_is_told_in_a_line(tmp_path):
    path = tmp_path / "two\nlines.csv"
    written, proved = run_here("export", "--target", "654", "-o", str(path)), run_here("verify", str(path))
    assert (written.returncode, written.stderr.count("\n")) == (0, 1)
    assert (proved.returncode, proved.stdout.count("\n")) == (0, 1)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.csv", "csv"),
        ("a.json", "json"),
        ("a.parquet", "parquet"),
        ("a.SQLITE", "sqlite"),
        ("a.db", "sqlite"),
        ("a.npz", "npz"),
        ("a", "csv"),
    ],
)
def test_the_ending_of_the_name_means_a_format(name, form, tmp_path):
    run_here("export", "-o", str(tmp_path / name))
    run_here("export", "-o", str(tmp_path / "same"), "--format", form)
    assert (tmp_path / name).read_bytes() == (tmp_path / "same").read_bytes()


@pytest.mark.parametrize("name", ["a.xlsx", "a.txt", "b.CS"])
def test_an_ending_that_no_format_has_is_refused(refused, name, tmp_path):
    line = refused("export", "-o", str(tmp_path / name))
    assert f"{name}: no format has the ending {name[1:].lower()}; known: .csv, .json, .parquet," in line
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "form", "said"),
    [("a.json", "csv", True), ("a.csv", "json", True), ("a.csv", "csv-fr", False), ("a.txt", "csv", False)],
)
def test_a_format_asked_for_goes_before_the_name_and_says_so(shown, tmp_path, name, form, said):
    path = tmp_path / name
    status, _, err = shown("export", "--target", "654", "-o", str(path), "--format", form)
    assert status == 0
    assert (f"421: {path} will hold {form}, whatever its name ends with\n" in err) == said
    assert read(path).header["goal"] == "beat"


def test_many_rows_are_announced_before_they_are_written(monkeypatch, tmp_path):
    file = tmp_path / "points.csv"
    monkeypatch.setattr(export, "MANY", 100)
    done = run_here("export", "--goal", "points", "-o", str(file))
    announced, written = done.stderr.splitlines()
    assert announced == "421: 112 rows to write, which takes some seconds …"
    assert written.startswith(f"{file}: 112 rows, ")


def test_every_option_is_part_of_the_question(tmp_path):
    options = "--goal beat --target 654@2 --target 611@1 --as follower --cap 2 --ties 1 --rules bistro"
    done = run_here("export", *options.split(), "-o", str(tmp_path / "a.json"))
    header = json.loads((tmp_path / "a.json").read_text())
    assert done.returncode == 0
    said = {key: header[key] for key in ("rules", "goal", "phase", "as", "cap", "ties", "targets")}
    assert said == {
        "rules": "bistro",
        "goal": "beat",
        "phase": "decharge",
        "as": "follower",
        "cap": 2,
        "ties": "1",
        "targets": ["d654@2/d611@1"],
    }
    done = run_here("export", "--goal", "combo", "--target", "baraque", "--phase", "charge")
    header = json.loads(done.stdout.splitlines()[0][2:])
    assert (header["goal"], header["phase"], header["targets"]) == ("combo", "charge", ["brelan"])
    assert json.loads(run("export").stdout.splitlines()[0][2:])["goal"] == "points"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--format parquet", "--format parquet is no text: name a file with -o"),
        ("--format xlsx", "Invalid value for '--format'"),
        ("--target 744", "'7' at place 1 is not a face"),
        ("--goal points --target 654", "a target goes with the goals combo and beat"),
        ("--goal combo --ties 1", "goes with the goal beat"),
        ("--cap 4", "these rules allow 1 to 3 throws"),
        ("--cap 1", "a turn of one throw has no decision"),
        ("--rules nobody", "no preset and no file called"),
        ("--phase charge --rules bistro", "no decision"),
    ],
)
def test_what_was_typed_wrong_gets_one_line_and_status_2(options, message):
    done = run_here("export", *options.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_missing_library_is_said_before_any_work(monkeypatch):
    from game421.commands import export

    def solved(question):
        raise AssertionError("solved without the library to write it")

    monkeypatch.setattr(export, "turn_policy", solved)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "pyarrow.parquet", raising=False)
    with pytest.raises(MissingExtraError, match=r"pip install 'game421\[tables\]'") as caught:
        export.export.main(["-o", "a.parquet"], standalone_mode=False)
    assert caught.value.exit_status == 1


def test_a_reader_that_stops_early_is_no_error():
    status, complaints = read_a_line_of("export", "--goal", "beat")
    assert complaints == ""
    assert status in {"0", "141"}


@pytest.mark.parametrize("locale", ["C", "fr_FR.UTF-8", "tr_TR.UTF-8"])
def test_no_locale_changes_a_byte(locale):
    plain = run("export", "--target", "654", "--format", "csv-fr", encoding="utf-8-sig")
    other = run(
        "export",
        "--target",
        "654",
        "--format",
        "csv-fr",
        env=environment(LC_ALL=locale),
        encoding="utf-8-sig",
    )
    assert other.stdout == plain.stdout
    assert other.stdout.startswith('"# {')
