"""Every mistake of a file at once, each with its line, its field and what is allowed."""

import os
from pathlib import Path

import pytest

from game421.errors import InputError, RulesError
from game421.rules import load_rules, read_rules
from processes import run

from .writing import COMBINATIONS


def problems(text, label="mine.toml"):
    with pytest.raises(RulesError) as caught:
        read_rules(text, label)
    assert str(caught.value) == "\n".join(caught.value.problems)
    assert all("\n" not in problem for problem in caught.value.problems)
    return list(caught.value.problems)


def test_all_mistakes_of_a_file_in_the_order_of_its_lines():
    text = """# a table
extends = "bistr"
name = 12

tokens = true
folowers = "same"  # spelled wrong
421 = 8
die = [1, 0, 0, 0, 0, 0]
ranking = [421, "111",
  543, [543, 665, "x"], []]
tierces = 2
[values]
412 = 8
421 = 9
baraque = 3
tokens = 5
rest = 0
tierce = "face"
111 = true
[values.charge]
brelan = "al"
"""
    expected = [
        (2, "extends", '(did you mean "bistro"?)'),
        (3, "name", "12 is no name"),
        (5, "tokens", "true is not a whole number; allowed: a whole number from 1 to 999"),
        (6, "folowers", 'no such field; the nearest is "followers"'),
        (7, "421", "[values]"),
        (8, "die", "fewer than two faces"),
        (9, "ranking", "place 4: 543 again, it already is at place 3"),
        (9, "ranking", 'place 4: "x" is no combination'),
        (9, "ranking", "place 5: an empty list"),
        (9, "ranking", "322, 321, 311, 222, 221, 211 missing"),
        (11, "tierces", "a ranking written as a list says it all"),
        (14, "values.421", "421 is written twice here (also as 412)"),
        (15, "values.baraque", '(did you mean "brelan"?)'),
        (16, "values.tokens", "write the axis tokens above [values]"),
        (17, "values.rest", "0 is no payment in tokens; allowed: 1 or more"),
        (18, "values.tierce", '"face" is for fiche and brelan only'),
        (19, "values.111", "true is no value"),
        (21, "values.charge.brelan", '(did you mean "all"?)'),
    ]
    found = problems(text)
    assert len(found) == len(expected)
    for problem, (line, field, part) in zip(found, expected, strict=True):
        assert problem.startswith(f"mine.toml:{line}: {field}: ")
        assert part in problem


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("tokens = 0", "tokens: 0 is out of range; allowed: a whole number from 1 to 999"),
        ("tokens = 1000", "tokens: 1000 is out of range"),
        ("tokens = 21.0", "tokens: 21.0 is not a whole number"),
        ('tokens = "21"', 'tokens: "21" is not a whole number'),
        ("tokens = nan", "tokens: nan is not a whole number"),
        ("tokens = 2024-01-01", "tokens: 2024-01-01 is not a whole number"),
        ("tokens = [21]", "tokens: [21] is not a whole number"),
        ("tokens = {a = 1}", "tokens: a table is not a whole number"),
        (f"tokens = 0x{'f' * 5000}", "tokens: a number of 20000 bits is out of range"),
        (f"tierces = 0x{'f' * 5000}", "tierces: a number of 20000 bits is out of range; allowed: 2, 4"),
        ("tierces = 3", "tierces: 3 is out of range; allowed: 2, 4"),
        ("charge_throws = 10", "charge_throws: 10 is out of range; allowed: a whole number from 1 to 9"),
        ("decharge_throws = 0", "decharge_throws: 0 is out of range; allowed: a whole number from 1 to 9"),
        ("manches = 0", "manches: 0 is out of range; allowed: a whole number from 1"),
        ("nenette_takes = -1", "nenette_takes: -1 is out of range; allowed: a whole number from 0"),
        ("repeat_421 = -2", "repeat_421: -2 is out of range; allowed: a whole number from 0"),
        ("brelan_gift = 1", "brelan_gift: 1 is neither true nor false; allowed: true, false"),
        ('nenette_each = "yes"', 'nenette_each: "yes" is neither true nor false'),
        (
            'followers = "upto"',
            'followers: "upto" is not known (did you mean "up-to"?); allowed: "same", "up-to", "declare"',
        ),
        ("followers = true", 'followers: true is not known; allowed: "same", "up-to", "declare"'),
        ('ranking = "belgium"', 'ranking: "belgium" is not known (did you mean "belgian"?)'),
        ("ranking = 421", 'ranking: 421 is not known; allowed: "classic", "belgian", or a list of the 56'),
        ("die = [1, 1, 1]", "die: 3 weights for six faces"),
        ("die = [1, 1, 1, 1, 1, -1]", "die: [1, 1, 1, 1, 1, -1] has a weight out of range"),
        ("die = [1, 1, 1, 1, 1, true]", "die: [1, 1, 1, 1, 1, true] is not a list of whole numbers"),
        ("die = [1, 1, 1, 1, 1, 0.5]", "die: [1, 1, 1, 1, 1, 0.5] is not a list of whole numbers"),
        ("die = 6", "die: 6 is not a list of whole numbers"),
        ("die = [0, 0, 0, 0, 0, 0]", "lets fewer than two faces show"),
        ('name = ""', 'name: "" is no name'),
        (r'name = "a\nb"', r'name: "a\nb" is no name'),
        (r'name = "\u202ename"', "is no name; allowed: one line of text"),
        ("values = 3", "values: 3 is not a table; allowed: lines under [values]"),
        ("values = {charge = 8}", "values.charge: 8 is not a table; allowed: lines under [values.charge]"),
        ("values = {422 = {a = 1}}", "values.422: a table is no value"),
        ("[values]\n4211 = 8", "values.4211: neither a combination nor a family; allowed: three dice"),
        ("[values]\n721 = 8", "values.721: neither a combination nor a family"),
        ('[values]\n"" = 8', "values.: neither a combination nor a family"),
        ("[values]\nnenete = 8", 'values.nenete: neither a combination nor a family (did you mean "221"?)'),
        ("[values]\nfiches = 8", '(did you mean "fiche"?)'),
        ("[values]\ndecharg.421 = 8", '(did you mean "decharge"?)'),
        (f"[values]\n642 = 0x{'f' * 5000}", "values.642: a number of 20000 bits is too large"),
        ("[values]\n642 = 1.5", 'values.642: 1.5 is no value; allowed: a whole number, "all"'),
        ("[values]\n641 = 2\n6-1-4 = 2", "values.6-1-4: 641 is written twice here (also as 641)"),
        ("extends = 3", "extends: 3 is not text; allowed: a preset's name, or a path from this file"),
        ("[valeurs]\n421 = 8", 'valeurs: no such field; the nearest is "values"'),
        ("[tokens]", "tokens: a table is not a whole number"),
        ("Tokens = 3", 'Tokens: no such field; the nearest is "tokens"'),
        ("zzz = 3", "zzz: no such field; the nearest is "),
        ('"a\\nb" = 3', r"a\nb: no such field; the nearest is "),
    ],
)
def test_one_mistake(line, part):
    number = 2 if line.startswith("[valeurs]") else line.count("\n") + 2
    found = problems(f"# one\n{line}\n")
    assert len(found) == 1
    assert found[0].startswith(f"mine.toml:{number}: ")
    assert part in found[0]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("tokens = 3\ntokens = 4\n", "mine.toml:2: tokens: written twice"),
        ("tokens = \n", "mine.toml:1: not TOML: "),
        ("\n[values\n", "mine.toml:2: not TOML: "),
        ("a = 1\n[values]\n[values]\n", "mine.toml:3: not TOML: "),
        ('name = "abc\n', "mine.toml:1: not TOML: "),
        ('name = """abc\n', "mine.toml:2: not TOML: "),
        ("tokens = 1\rmanches = 2", "mine.toml:1: not TOML: "),
        ("tokens = 1\n\0", "mine.toml:2: not TOML: "),
        (
            f"a = 1\ntokens = {'9' * 20_000}",
            "mine.toml:2: a number of thousands of digits; allowed: ",
        ),
        (f"ranking = {'[' * 100_000}", "mine.toml:1: nested too deep"),
        (f"tokens = 11\n{'a.' * 20_000}a = 1", "mine.toml:2: nested too deep"),
        (f"[{'a.' * 200}a]", "mine.toml:1: nested too deep"),
        (f"x = {{{'a.' * 2000}a = 1}}", "mine.toml:1: nested too deep"),
        (f'tokens = 11\n"=".{"a." * 2000}a = 1', "mine.toml:2: nested too deep"),
        (f"""'#'."#"{".a" * 2000} = 1""", "mine.toml:1: nested too deep"),
        (f"x = {{{'a.' * 90}a = 1}}", "mine.toml:1: x: "),
        (f"x = {('{' + 'a.' * 90 + 'a = ') * 20}1{'}' * 20}", "mine.toml:1: nested too deep"),
        (f'name = "{"." * 120}"', "mine.toml:1: name: "),
        (f"die = [{'1.5, ' * 120}]", "mine.toml:1: die: "),
        ("x = " + '\\"' * 50_000 + "." * 200, "mine.toml:1: not TOML: "),
    ],
)
def test_not_toml_is_one_line(text, start):
    found = problems(text)
    assert len(found) == 1
    assert found[0].startswith(start)


def test_line_of_a_key_among_look_alikes():
    text = (
        'name = "tokens = 5"  # tokens = 6\r\n# tokens = 7\r\nranking = [\r\n  ["666"],\r\n]\r\n\r\n'
        'tokens = 0\r\n[ values . charge ]\r\n"6-5-5" = 0\r\n[values]\r\n  2-2-1 = "x"\r\n'
    )
    found = problems(text)
    assert [problem.split(": ")[0] for problem in found] == [
        "mine.toml:3",
        "mine.toml:7",
        "mine.toml:9",
        "mine.toml:11",
    ]


def test_dotted_and_inline_tables_have_lines_too():
    assert problems("\nvalues.charge.421 = 0")[0].startswith("mine.toml:2: values.charge.421: ")
    assert problems("\n\nvalues = {charge = {421 = 0}}")[0].startswith("mine.toml:3: values.charge.421: ")


@pytest.mark.parametrize("place", [1, 17, 56])
def test_a_ranking_says_the_place_and_the_dice(place):
    names = list(COMBINATIONS)
    lost = names[place - 1]
    names[place - 1] = "543" if lost != "543" else "654"
    text = f"ranking = {names!r}".replace("'", '"')
    found = problems(text)
    again = names[place - 1]
    first, second = sorted([place, COMBINATIONS.index(again) + 1])
    assert found == [
        f"mine.toml:1: ranking: place {second}: {again} again, it already is at place {first}",
        f"mine.toml:1: ranking: {lost} missing; a ranking list names all 56 combinations",
    ]


def test_combinations_of_a_ranking_in_any_spelling():
    spelled = [int(name[::-1]) if place % 2 else "-".join(name) for place, name in enumerate(COMBINATIONS)]
    text = f"ranking = {spelled!r}".replace("'", '"')
    assert read_rules(text).strength == tuple(range(55, -1, -1))


@pytest.mark.parametrize(
    "entry", ["-421", "4211", "true", "4.21", '"fiche"', "[[421]]", "{a = 1}", "0x1a5f0"]
)
def test_what_is_no_combination_of_a_ranking(entry):
    found = problems(f"ranking = [{entry}]")
    assert found[0].startswith("mine.toml:1: ranking: place 1: ")
    assert "no combination; allowed: three dice, for example 642" in found[0]


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("clasic", '(did you mean "classic"?)'),
        ("Bistro", '(did you mean "bistro"?)'),
        ("", 'no preset and no file called ""'),
        ("a\0b", "no preset and no file called"),
        ("no/such/file.toml", "no preset and no file called"),
        ("../classic", "no preset and no file called"),
        ("line\nbreak", r'called "line\nbreak"'),
    ],
)
def test_nothing_of_that_name(name, part):
    with pytest.raises(InputError) as caught:
        load_rules(name)
    assert not isinstance(caught.value, RulesError)
    assert caught.value.exit_status == 2
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nearest_file_is_named(tmp_path):
    (tmp_path / "lucette.toml").write_text("")
    with pytest.raises(InputError, match=r"did you mean .*lucette\.toml"):
        load_rules(str(tmp_path / "lucete.toml"))


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="a directory, not a rules file"):
        load_rules(tmp_path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes('tokens = 11\nname = "Zoé"\n'.encode("latin-1"))
    with pytest.raises(InputError, match=r"latin\.toml:2: byte 0xe9 is not UTF-8"):
        load_rules(latin)
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * 1_000_001)
    with pytest.raises(InputError, match="larger than 1000000 bytes"):
        load_rules(large)
    loop = tmp_path / "loop.toml"
    loop.symlink_to(loop)
    with pytest.raises(InputError, match="cannot be read: "):
        load_rules(loop)
    gone = tmp_path / "gone.toml"
    gone.symlink_to(tmp_path / "away.toml")
    with pytest.raises(InputError, match="cannot be read: No such file"):
        load_rules(gone)


def test_a_pipe_or_a_device_is_no_rules_file(tmp_path):
    """Opening a pipe that nobody writes to would wait for ever."""
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(InputError, match="no regular file; a rules file is one, or - for standard input"):
            load_rules(path)
    (tmp_path / "child.toml").write_text('extends = "pipe.toml"\n')
    with pytest.raises(RulesError, match=r"extends: .*no regular file"):
        load_rules(tmp_path / "child.toml")


def test_rules_may_come_on_standard_input():
    done = run("rules", "check", "-", typed='extends = "bistro"\ntokens = 12\n')
    assert (done.returncode, done.stdout.partition(",")[0]) == (0, "-: OK: unnamed")
    done = run("best", "421", "--rules", "-", typed='tokens = 12\nfollwers = "same"\n')
    assert done.returncode == 2
    assert done.stderr.startswith("421: standard input:2: follwers: no such field")


def test_bom_and_crlf_are_read(tmp_path):
    file = tmp_path / "notepad.toml"
    file.write_bytes(b"\xef\xbb\xbf" + 'name = "Zoé"\r\ntokens = 11\r\n'.encode())
    rules = load_rules(file)
    assert (rules.name, rules.tokens) == ("Zoé", 11)


def test_an_unnamed_file_is_called_after_itself(tmp_path):
    file = tmp_path / "chez lucette.toml"
    file.write_text('extends = "bistro"\n')
    assert load_rules(str(file)).name == "chez lucette"
    assert read_rules("tokens = 11").name == "unnamed"
