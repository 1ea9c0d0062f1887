"""`421 best --batch`: whatever way the file is written, and how quickly it is answered."""

import csv
import io
import resource
import subprocess
import sys
from itertools import product

import pytest

from commands.batches import ANSWERS, batch, rows_of
from game421.advice.batch import Desk
from game421.commands.batch import read_sheet
from game421.errors import InputError
from game421.rules import load_rules
from processes import PROGRAM, environment, read_a_line_of, run


def test_a_missing_file_is_named(tmp_path):
    done = run("best", "--batch", str(tmp_path / "none.csv"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"421: {tmp_path / 'none.csv'}: cannot be read: No such file or directory\n"


def test_a_file_by_its_name(tmp_path):
    (tmp_path / "rolls.csv").write_text("roll\n642\n")
    done = run("best", "--batch", str(tmp_path / "rolls.csv"))
    assert done.stdout.splitlines()[1].startswith("642,k42,")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_answer_is_written_as_the_question_was(encoding, newline, delimiter):
    lines = ["dés|remarque", "642|été à l’œil", "", "  |", '221|"a|""b"""', "777|œ"]
    data = (newline.join(lines) + newline).replace("|", delimiter).encode(encoding)
    status, output, _ = batch(data)
    assert status == 2
    text = output.decode(encoding)
    assert output.startswith(b"\xef\xbb\xbf") == (encoding == "utf-8-sig")
    assert text.count("\r\n") == (text.count("\n") if newline == "\r\n" else 0)
    assert "\r\r" not in text
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    assert rows[0] == ["dés", "remarque", *ANSWERS]
    assert rows[1][:3] == ["642", "été à l’œil", "k42"]
    assert ("," in rows[1][3]) == (delimiter == ";")
    assert rows[2] == []
    assert rows[3] == ["  ", *[""] * 6]
    assert rows[4][:2] == ["221", f'a{delimiter}"b"']
    assert rows[5][:2] == ["777", "œ"]
    assert "is not a face" in rows[5][-1]


def test_blank_rows_before_the_header_stay_rows():
    status, output, _ = batch("\n;;\na;b;c\n6;4;2\n")
    assert status == 0
    assert [row[:3] for row in rows_of(output, ";")] == [["a", "b", "c"], [], ["", "", ""], ["6", "4", "2"]]


def test_short_and_long_rows_keep_the_columns_in_place():
    status, output, _ = batch("roll,left,note\n642\n642,1,x,\n642,1,x,y\n")
    rows = rows_of(output)
    assert status == 2
    assert {len(row) for row in rows} == {9}
    assert rows[0] == ["roll", "left", "note", "", *ANSWERS]
    assert rows[1][4] == "k42"
    assert rows[2][:5] == ["642", "1", "x", "", rows[2][4]]
    assert rows[3] == ["642", "1", "x", "y", "", "", "", "", "the row has 4 cells and there are 3 columns"]


def test_only_a_header():
    assert batch("roll,left\n") == (0, b"roll,left,action,value,exact,ties,error\n", "")


def test_a_reader_that_stops_early_is_no_error(tmp_path):
    (tmp_path / "rolls.csv").write_text("roll\n" + "642\n" * 100_000)
    status, complaints = read_a_line_of("best", "--batch", str(tmp_path / "rolls.csv"))
    assert complaints == ""
    assert status in {"0", "141"}


def test_standard_output_that_is_full():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [*PROGRAM, "best", "--batch", "-"],
            input="roll\n642\n",
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "No space left on device" in done.stderr


def test_tens_of_thousands_of_rows_a_second_without_numpy():
    script = (
        "import sys\n"
        "from game421.commands import main\n"
        "try:\n    main()\n"
        "finally:\n    print([n for n in ('numpy', 'scipy', 'rich') if n in sys.modules], file=sys.stderr)\n"
    )
    faces = "123456"
    rolls = ["".join(dice) for dice in product(faces, repeat=3)]
    lines = [f"{a},{n},{b}" for a in rolls for b in rolls[::7] for n in (0, 1, 2)] * 2
    data = "roll,left,target\n" + "\n".join(lines) + "\n"
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        [sys.executable, "-c", script, "best", "--batch", "-"],
        input=data,
        capture_output=True,
        text=True,
        env=environment(),
    )
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    assert done.stderr == "[]\n"
    assert done.stdout.count("\n") == len(lines) + 1
    assert len(lines) == 40_176
    assert seconds < len(lines) / 10_000  # four times what an idle machine needs, starting included


def test_a_turn_is_solved_once_for_all_its_rows(monkeypatch):
    from game421.advice import turn

    solved = []
    solve = turn.solve_turn
    monkeypatch.setattr(turn, "solve_turn", lambda *asked: solved.append(asked) or solve(*asked))
    desk = Desk(rules=load_rules("classic"))
    for roll, left in product(("642", "246", "421", "6-4-2"), "012"):
        for target in ("654", "d654", "456", " 5-4-6"):
            assert not desk.of_cells(roll, left, target).error
    for position in ("T - - 654 3 642 1", "T - - 654 3 421 2", "T - - 654 2 421 1"):
        assert not desk.of_position(position).error
    assert len(solved) == 3


def test_desk_refuses_what_no_row_can_use():
    with pytest.raises(InputError, match="throws left 'x'"):
        Desk(rules=load_rules("classic"), left="x")
    assert (
        Desk(rules=load_rules("classic"), goal="combo").of_cells("642").error.startswith("goal combo needs")
    )
    assert "needs a position" in Desk(rules=load_rules("classic"), goal="manche").of_cells("642").error
    assert (
        "phase T" in Desk(rules=load_rules("classic"), goal="points").of_position("R - -/- - 3 642 2").error
    )


def test_a_sheet_taken_apart():
    sheet = read_sheet("\ufeffDé1;Dé2;Dé3;Cible\r\n6;4;2;654\r\n".encode())
    assert sheet.places == {"a": 0, "b": 1, "c": 2, "target": 3}
    assert (sheet.mark, sheet.delimiter, sheet.newline, sheet.width) == ("\ufeff", ";", "\r\n", 4)
