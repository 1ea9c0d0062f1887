"""The six formats: nothing is lost, what other programs see, the same bytes every time."""

import csv
import io
import json
import math
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from fractions import Fraction
from hashlib import sha256

import numpy as np
import pytest
from pyarrow import parquet

from game421.errors import InputError, MissingExtraError, TableError
from game421.rules import digest, load_rules, read_rules
from game421.rules.record import Rules
from game421.tables import FORMATS, read, turn_policy
from game421.turns.questions import TurnQuestion
from processes import environment

LONG = {"decharge_throws": 9, "die": (1, 2, 3, 4, 5, 6)}
QUESTIONS = {
    "one target": TurnQuestion(load_rules("classic"), "beat", names=("111",)),
    "le bon": TurnQuestion(load_rules("bistro"), "beat", role="follower", names=("654@2", "611@1")),
    "single options": TurnQuestion(Rules(kept_dice="locked"), "points", role="follower"),
    "negative": TurnQuestion(read_rules('game = "sips"\n[values]\nrest = -3'), "points"),
    "long numbers": TurnQuestion(Rules(**LONG), "combo", names=("brelan", "421")),
    "enormous numbers": TurnQuestion(Rules(die=(1, 1, 1, 1, 1, 10**300), decharge_throws=6), "points"),
    "a name to trip over": TurnQuestion(
        read_rules('name = "Chez « Zoé », \\"Ż\\"; ⚃"\nranking = "belgian"'), "points", cap=2
    ),
}
POLICIES = {name: turn_policy(question) for name, question in QUESTIONS.items()}
TEXTS = ("csv", "csv-fr", "json")


@pytest.fixture(params=POLICIES, ids=str)
def policy(request):
    return POLICIES[request.param]


@pytest.fixture
def example():
    return POLICIES["one target"]


def bytes_of(policy, form):
    return b"".join(FORMATS[form].chunks(policy.table))


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_is_lost(policy, form, tmp_path):
    path = tmp_path / "table"
    policy.write(path, form)
    back = read(path, policy.rules)
    assert list(back) == list(policy)
    assert back.header == policy.header
    assert back.rules == policy.rules
    assert [row.exact for row in back] == [row.exact for row in policy]


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_names_its_question(form, tmp_path):
    policy = POLICIES["le bon"]
    policy.write(tmp_path / "table", form)
    header = read(tmp_path / "table").header
    rules = load_rules("bistro")
    assert header["rules_digest"] == digest(rules) == digest(read_rules(header["rules_text"]))
    said = {key: header[key] for key in ("kind", "schema", "goal", "phase", "as", "cap", "ties", "targets")}
    assert said == {
        "kind": "turn-policy",
        "schema": 1,
        "goal": "beat",
        "phase": "decharge",
        "as": "follower",
        "cap": 3,
        "ties": None,
        "targets": ["d654@2/d611@1"],
    }
    assert header["row_count"] == len(policy)


def test_the_hash_is_the_documented_one(example):
    header = dict(example.header)
    stated = header.pop("sha256")
    rows = bytes_of(example, "csv").split(b"\n", 2)[2]
    text = json.dumps(header, sort_keys=True, separators=(",", ":")).encode() + b"\n" + rows
    assert sha256(text).hexdigest() == stated


def test_the_international_dialect(policy):
    data = bytes_of(policy, "csv")
    assert data.isascii()
    assert b"\r" not in data
    assert data.endswith(b"\n")
    first, *lines = data.decode().splitlines()
    assert json.loads(first.removeprefix("# ")) == policy.header
    rows = list(csv.DictReader(lines))
    assert [row["ties"] for row in rows] == [row.ties for row in policy]
    assert [float(row["value"]) for row in rows] == [row.value for row in policy]
    assert [row["regret"] for row in rows] == ["" if r.regret is None else repr(r.regret) for r in policy]
    assert b'"' not in data.split(b"\n", 1)[1]


def test_the_french_dialect(policy):
    data = bytes_of(policy, "csv-fr")
    assert data.startswith(b'\xef\xbb\xbf"# {')
    assert data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r") == len(policy) + 2
    first, *rows = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";")
    assert len(first) == 1
    assert json.loads(first[0].removeprefix("# ")) == policy.header
    value = rows[0].index("value")
    assert [row[value] for row in rows[1:]] == [repr(row.value).replace(".", ",") for row in policy]
    assert all("." not in cell for row in rows for cell in row)


def test_json_is_strict_and_fractions_travel_as_text(policy):
    text = bytes_of(policy, "json").decode("ascii")

    def refuse(constant):
        raise ValueError(constant)

    document = json.loads(text, parse_constant=refuse)
    names = document["columns"]
    rows = [dict(zip(names, row, strict=True)) for row in document["rows"]]
    assert [Fraction(row["numerator"]) for row in rows[:9]] == [Fraction(r.numerator) for r in [*policy][:9]]
    assert all(isinstance(row["numerator"], str) and isinstance(row["denominator"], str) for row in rows)
    assert all(type(row["left"]) is int and type(row["value"]) is float for row in rows)
    assert {key: document[key] for key in policy.header} == policy.header
    assert next(iter(document)) == "schema"


def test_parquet_has_its_documented_types(policy, tmp_path):
    policy.write(tmp_path / "table", "parquet")
    found = parquet.read_table(tmp_path / "table")
    types = {field.name: (str(field.type), field.nullable) for field in found.schema}
    assert types == {
        "left": ("int32", False),
        "target": ("string", False),
        "roll": ("string", False),
        "locked": ("string", False),
        "action": ("string", False),
        "value": ("double", False),
        "numerator": ("string", False),
        "denominator": ("string", False),
        "regret": ("double", True),
        "ties": ("string", False),
    }
    assert [tuple(row.values()) for row in found.to_pylist()] == [tuple(row) for row in policy]
    metadata = parquet.read_metadata(tmp_path / "table").metadata
    assert json.loads(metadata[b"game421"]) == policy.header


def test_sqlite_is_indexed_and_typed(policy, tmp_path):
    policy.write(tmp_path / "table", "sqlite")
    with closing(sqlite3.connect(tmp_path / "table")) as database:
        assert database.execute("SELECT * FROM entries").fetchall() == [tuple(row) for row in policy]
        ((header,),) = database.execute("SELECT value FROM metadata WHERE name = 'header'")
        plan = str(
            database.execute(
                "EXPLAIN QUERY PLAN SELECT action FROM entries"
                " WHERE left = 1 AND target = 'd111' AND roll = 'd111' AND locked = 'k-'"
            ).fetchall()
        )
        kinds = database.execute("SELECT DISTINCT typeof(numerator), typeof(left) FROM entries").fetchall()
    assert json.loads(header) == policy.header
    assert "USING INDEX entries_key" in plan
    assert kinds == [("text", "integer")]


def test_npz_has_no_objects(policy, tmp_path):
    policy.write(tmp_path / "table", "npz")
    with np.load(tmp_path / "table", allow_pickle=False) as arrays:
        assert {arrays[name].dtype.kind for name in arrays.files} == {"U", "i", "f"}
        assert arrays["roll"].tolist() == [row.roll for row in policy]
        regrets = [None if math.isnan(regret) else regret for regret in arrays["regret"].tolist()]
        assert regrets == [row.regret for row in policy]
        assert json.loads(str(arrays["header"])) == policy.header
    with zipfile.ZipFile(tmp_path / "table") as archive:
        assert {member.date_time for member in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_key_111_stays_text(example, tmp_path):
    assert {row.target for row in example} == {"d111"}
    assert example.probe(2, "d111", "d111").ties == "k111"
    for form in FORMATS:
        example.write(tmp_path / form, form)
        assert read(tmp_path / form).probe(1, "d111", "d111").roll == "d111"


def test_long_numerators_keep_every_digit(tmp_path):
    policy = POLICIES["long numbers"]
    longest = max((row.numerator for row in policy), key=len)
    assert int(longest) > 2**53
    assert max(len(row.denominator) for row in POLICIES["enormous numbers"]) > 4300
    for form in TEXTS:
        assert longest.encode() in bytes_of(policy, form)


SCRIPT = """
import hashlib, sys
from pathlib import Path
from game421.rules import load_rules
from game421.tables import FORMATS, turn_policy
from game421.turns.questions import TurnQuestion
policy = turn_policy(TurnQuestion(load_rules("bistro"), "beat", role="follower", names=("654@2",)))
for form in FORMATS:
    path = Path(sys.argv[1]) / form
    policy.write(path, form)
    print(form, hashlib.sha256(path.read_bytes()).hexdigest())
"""


def test_the_same_bytes_whatever_the_hash_seed(tmp_path):
    shown = set()
    for seed in ("0", "1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(folder)],
            env=environment(PYTHONHASHSEED=seed),
            capture_output=True,
            text=True,
            check=True,
        )
        shown.add(done.stdout)
    assert len(shown) == 1
    assert shown.pop().count("\n") == len(FORMATS)


def test_writing_twice_gives_the_same_bytes(policy, tmp_path):
    for form in FORMATS:
        policy.write(tmp_path / "one", form)
        policy.write(tmp_path / "two", form)
        assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_missing_library_is_said_before_any_work(example, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "pyarrow.parquet", raising=False)
    with pytest.raises(MissingExtraError, match=r"pip install 'game421\[tables\]'"):
        example.write(tmp_path / "table", "parquet")
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_format_is_refused(example, tmp_path):
    with pytest.raises(InputError, match="format 'xlsx': there are csv, csv-fr, json"):
        example.write(tmp_path / "table", "xlsx")


@pytest.mark.parametrize("form", ["parquet", "sqlite", "npz"])
def test_a_binary_format_is_no_stream(example, form):
    from game421.tables.storage import table_chunks

    with pytest.raises(TableError, match="write it to a file"):
        table_chunks(example.table, FORMATS[form])


def test_importing_and_writing_text_needs_no_numpy(tmp_path):
    script = SCRIPT.replace("for form in FORMATS", "for form in ('csv', 'csv-fr', 'json', 'sqlite')")
    script += "print([name for name in ('numpy', 'pyarrow', 'scipy', 'rich') if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"
