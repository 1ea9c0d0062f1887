"""`421 best --batch`: a row of answer for a row of question."""

from itertools import permutations, product

import pytest

import game421
from commands.batches import ANSWERS, answers, batch, cells, rows_of, told
from game421.dice import ROLLS


def test_the_exercise_sheet():
    """Three columns as a French spreadsheet writes them, the hand as played, blank rows between."""
    data = "a;b;c\r\n3;5;4\r\n\r\n1;2;4\r\n;;\r\n6;6;4\r\n"
    status, output, complaint = batch(data, "--left", "1")
    assert (status, complaint) == (0, "")
    assert output.decode() == (
        "a;b;c;action;value;exact;ties;error\r\n"
        "3;5;4;k543;2,0;2;k543;\r\n"
        "\r\n"
        "1;2;4;k421;10,0;10;k421;\r\n"
        ";;;;;;;\r\n"
        "6;6;4;k66;1,8333333333333333;11/6;k66 k4;\r\n"
    )
    assert game421.best("543", left=1).best == "543"


@pytest.mark.parametrize(
    "header",
    ["a;b;c", "dé 1;dé 2;dé 3", "Dé1;Dé2;Dé3", "D1;D2;D3", "de_1;de_2;de_3", "DIE1;DIE2;DIE3", "c;b;a"],
)
def test_columns_of_dice_by_many_names(header):
    status, output, _ = batch(f"{header};note\n3;5;4;x\n")
    assert status == 0
    assert rows_of(output, ";")[0] == [*header.split(";"), "note", *ANSWERS]
    assert rows_of(output, ";")[1][:5] == ["3", "5", "4", "x", "k4"]


@pytest.mark.parametrize(
    "header", ["roll,left,target", "lancer,reste,cible", "Jet,Lancers restants,Target", "DES,left,TARGETS"]
)
def test_named_columns_in_any_order_with_others_between(header):
    roll, left, target = header.split(",")
    (row,) = answers(f"{target},note,{left},{roll}\n654,x,2,642\n")
    assert (row["action"], row["exact"], row["note"]) == ("k-", "875/2592", "x")


def test_without_a_header_columns_are_in_order():
    assert answers("642,2,654\n552,1\n") == [
        {
            "roll": "642",
            "left": "2",
            "target": "654",
            "locked": "",
            "action": "k-",
            "value": "0.33757716049382713",
            "exact": "875/2592",
            "ties": "k-",
            "error": "",
        },
        {
            "roll": "552",
            "left": "1",
            "target": "",
            "locked": "",
            "action": "k55",
            "value": "1.6666666666666667",
            "exact": "5/3",
            "ties": "k55 k2 k-",
            "error": "",
        },
    ]
    (row,) = answers("2;4;6;2;654\n".replace(";", ","))
    assert (row["a"], row["target"], row["exact"]) == ("2", "654", "875/2592")
    (row,) = answers("T - - 654@2 2 642 1\n")
    assert (row["position"], row["action"]) == ("T - - 654@2 2 642 1", "k42")


def test_one_column_of_rolls_with_commas_in_them():
    assert [row["action"] for row in answers('roll\n5,5,2\n"5,5,2"\n552\n', "--left", "1")] == ["k55"] * 3


def test_every_spelling_of_every_roll():
    spelled = []
    for dice in ROLLS:
        for order in permutations(map(str, dice)):
            pictures = "".join(chr(0x2680 + int(die) - 1) for die in order)
            spelled += ["".join(order), "-".join(order), " ".join(order), f'"{",".join(order)}"', pictures]
        spelled.append("d" + "".join(map(str, dice)))
    found = answers("roll,left\n" + "".join(f"{roll},1\n" for roll in spelled))
    assert len(found) == len(spelled) == 56 * 31
    for start in range(0, len(found), 31):
        assert len({(row["action"], row["exact"], row["ties"]) for row in found[start : start + 31]}) == 1


def test_rows_are_answered_as_single_questions_are():
    choice = list(product(("642", "421", "221"), (0, 1, 2), ("", "654")))
    found = answers("roll,left,target\n" + "".join(f"{r},{n},{t}\n" for r, n, t in choice))
    for (roll, left, target), row in zip(choice, found, strict=True):
        assert cells(row) == told(game421.best(roll, left=left, target=target or ()))


def test_what_a_row_leaves_out_the_options_say():
    data = "roll,left,target\n642,,\n642,1,\n642,,611\n"
    rows = answers(data, "--left", "2", "--target", "654", "--ties", "0", "--as", "follower")
    for row, (left, target) in zip(rows, [(2, "654"), (1, "654"), (2, "611")], strict=True):
        single = game421.best("642", left=left, target=target, goal="beat", ties="0", role="follower")
        assert cells(row) == told(single)


def test_targets_of_a_row():
    rows = answers("roll,target\n642,d654\n642,654/666\n642,-\n", "--left", "2")
    assert [cells(row) for row in rows] == [
        told(game421.best("642", target="654")),
        told(game421.best("642", target="666")),
        told(game421.best("642")),
    ]
    rows = answers("roll,target\n211,421\n211,brelan/Mac\n", "--goal", "combo")
    assert cells(rows[0]) == told(game421.best("211", goal="combo", target="421"))
    assert rows[1]["exact"] == "1"


def test_locked_dice(tmp_path):
    rules = tmp_path / "locked.toml"
    rules.write_text('kept_dice = "locked"\n')
    rows = answers("roll,left,locked\n642,1,k6\n642,1,6\n642,1,-\n642,1,\n", "--rules", str(rules))
    assert [cells(row) for row in rows[:2]] == [
        told(game421.best("642", left=1, locked="6", rules=rules))
    ] * 2
    assert cells(rows[2]) == cells(rows[3]) == told(game421.best("642", left=1))
    (row,) = answers("roll,left\n642,1\n", "--rules", str(rules), "--locked", "6")
    assert row["exact"] == rows[0]["exact"]


def test_a_loaded_die(tmp_path):
    rules = tmp_path / "loaded.toml"
    rules.write_text("die = [1, 2, 3, 4, 5, 6]\n")
    (row,) = answers("a,b,c,left\n3,5,4,2\n", "--rules", str(rules))
    assert cells(row) == told(game421.best("543", rules=rules))


def test_le_bon_and_the_decision_before_the_first_throw():
    options = ("--rules", "bistro", "--as", "follower", "--target", "421@3")
    rows = answers("roll,left\n-,3\nd-,3\n642,2\n", *options)
    assert [row["action"] for row in rows] == ["k-", "k-", "k42!"]


def test_positions_of_turns_and_of_rounds():
    rows = answers(
        "position,note\nT - - 654@2 2 642 1,a\nR - -/- 654@3 3 642 1,b\nR - -/-/- 421@1/421@1/111@1 1 - -,c\n"
    )
    assert cells(rows[0]) == told(game421.best("T - - 654@2 2 642 1"))
    assert cells(rows[1]) == told(game421.best("R - -/- 654@3 3 642 1"))
    assert (rows[2]["action"], rows[2]["ties"]) == ("tied", "tied")


def test_positions_of_games_have_no_exact_value_for_it_is_too_long():
    (row,) = answers("position\nD 0 8/13 654@3 3 642 1\n")
    single = game421.best("D 0 8/13 654@3 3 642 1")
    assert cells(row) == (f"k{single.best}", repr(single.value), "", f"k{single.best}")


WRONG = {
    "4--2-1": "nothing at place 2 is not a face",
    "-421": "is not a face",
    "42": "it has 2 dice",
    "4211": "it has 4 dice",
    "021": "'0' at place 1 is not a face",
    "721": "'7' at place 1 is not a face",
    "4.2.1": "'.' at place 2 is not a face",
    "": "an empty roll",
    "x": "'x' at place 1 is not a face",
    "dog": "'dog' is not a roll",
    "421.0": "is not a face",
}


def test_a_bad_row_says_why_and_the_rest_goes_on():
    lines = [f"{roll},1,," for roll in WRONG] + ["642,3,,", "642,-1,,", "642,two,,", "642,2.0,,"]
    lines += ["642,1,7,", "642,1,654@0,", "642,1,,77", "642,1,,4", "642,1,,,5", "642,1,654,"]
    status, output, complaint = batch("roll,left,target,locked\n" + "".join(line + "\n" for line in lines))
    header, *rows = rows_of(output)
    found = [dict(zip(header[:4] + ANSWERS, [*row[:4], *row[-5:]], strict=True)) for row in rows]
    assert status == 2
    assert complaint == f"421: {len(lines) - 1} of {len(lines)} rows have no answer: see the column error\n"
    assert len(found) == len(lines)
    for row, reason in zip(found, WRONG.values(), strict=False):
        assert reason in row["error"]
    for row in found[:-1]:
        assert row["error"]
        assert "\n" not in row["error"]
        assert [row[name] for name in ANSWERS[:4]] == [""] * 4
    assert (found[-1]["exact"], found[-1]["error"]) == ("1/6", "")
    assert all(len(row) == len(header) for row in rows)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the batch is empty"),
        (b"\n;;\n  \n", "the batch is empty"),
        (b"foo;bar\n1;2\n", "no column is known in the header 'foo bar'; name a column roll"),
        (b"left,target\n2,654\n", "name a column roll"),
        (b"a,b,left\n1,2,2\n", "name a column roll"),
        (b"roll,a,b,c\n642,1,2,3\n", "do not go together"),
        (b"position,left\nT - - - 3 642 2,1\n", "do not go together"),
        (b"roll,lancer\n642,642\n", "two columns mean roll: 'roll' and 'lancer'"),
        (b"roll\n\x00\x00\n", "no text in UTF-8 or Windows-1252"),
        ("roll\n642\n".encode("utf-16"), "no text in UTF-8 or Windows-1252"),
        (b"roll\n\x81\x8d\n", "no text"),
    ],
)
def test_a_file_that_is_no_batch(data, reason):
    status, output, complaint = batch(data)
    assert (status, output) == (2, b"")
    assert reason in complaint
    assert complaint.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "options", "reason"),
    [
        ("roll\n642\n", ("--json",), "--batch answers in CSV"),
        ("roll\n642\n", ("--hold", "42"), "--batch answers in CSV"),
        ("roll\n642\n", ("--left", "two"), "throws left 'two'"),
        ("roll\n642\n", ("--locked", "77"), "'7' at place 1 is not a face"),
        ("roll\n642\n", ("--target", "700"), "'7' at place 1 is not a face"),
        ("roll\n642\n", ("--goal", "points", "--target", "654"), "a target goes with"),
        ("roll\n642\n", ("--goal", "duel"), "--goal duel is about a round or a game"),
        ("position\nT - - - 3 642 2\n", ("--left", "1"), "--left is part of the position"),
        ("position\nT - - - 3 642 2\n", ("--cap", "3"), "--cap is part of the position"),
        ("position\nT - - - 3 642 2\n", ("--target", "654"), "--target is part of the position"),
    ],
)
def test_options_that_fit_no_row_are_refused_at_once(data, options, reason):
    status, output, complaint = batch(data, *options)
    assert (status, output) == (2, b"")
    assert reason in complaint


def test_columns_of_ones_own_are_carried_along_and_named():
    """A misspelled column must not look as if it had counted."""
    status, output, complaint = batch("id;tirage;;lefft;goal\n7;642;;1;beat\n")
    assert (status, complaint) == (
        0,
        '421: carried along, not read: id, lefft (did you mean "left"?), '
        "goal (--goal says it for all rows)\n",
    )
    assert output.decode().splitlines() == [
        "id;tirage;;lefft;goal;action;value;exact;ties;error",
        "7;642;;1;beat;k42;3,888888888888889;35/9;k42;",
    ]
    assert batch("tirage;reste;cible;bloqués\n642;1;654;\n")[2] == ""
