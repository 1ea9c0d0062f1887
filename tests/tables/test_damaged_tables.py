"""A table that is cut, altered, foreign or of other rules is refused, with the file and the reason."""

import random
from dataclasses import replace

import pytest

from game421.errors import TableError
from game421.rules import load_rules
from game421.tables import FORMATS, read
from game421.tables.columns import Table
from game421.tables.policy import COLUMNS
from game421.tables.proving import verify_file
from game421.tables.storage import save_table
from tables.damaging import CLASSIC, POLICY, refused, written

FLIPS = 60
"""Bytes altered one at a time in each format."""


@pytest.fixture(params=FORMATS)
def form(request):
    return request.param


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table"


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_cut_file(form, path, share):
    POLICY.write(path, form)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    refused(path)


def test_a_text_cut_between_two_rows_is_missed_by_no_parser_but_by_the_hash(path):
    POLICY.write(path, "csv")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    refused(path, "it has 111 rows of 112: the file is cut or altered")


def test_an_altered_byte_is_refused_or_says_the_same(form, path):
    POLICY.write(path, form)
    data = path.read_bytes()
    caught = 0
    for seed in range(FLIPS):
        choice = random.Random(seed)
        place = choice.randrange(len(data))
        altered = data[place] ^ 1 << choice.randrange(8)
        path.write_bytes(data[:place] + bytes([altered]) + data[place + 1 :])
        try:
            found = read(path)
        except TableError:
            refused(path)
            caught += 1
        else:  # a byte that carries nothing: a time stamp of a zip file, an empty place in a database
            assert found.header == POLICY.header
            assert list(found) == list(POLICY)
    assert caught > FLIPS / 2


def test_an_altered_cell_is_refused_in_every_format(form, path):
    cells = list(POLICY.table.cells)
    cells[4] = ("k-", *cells[4][1:])
    altered = Table(POLICY.table.header, COLUMNS, tuple(cells))
    altered.__dict__["full_header"] = POLICY.header
    save_table(altered, path, FORMATS[form])
    refused(path, "does not have the hash it states: the file is altered")


def test_an_altered_header_is_refused_in_every_format(form, path):
    altered = Table({**POLICY.table.header, "goal": "combo"}, COLUMNS, POLICY.table.cells)
    altered.__dict__["full_header"] = {**POLICY.header, "goal": "combo"}
    save_table(altered, path, FORMATS[form])
    refused(path, "hash")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b"\n", "no table of this program"),
        (b"roll,left\n642,2\n", "no table of this program"),
        (b"{}", "lacks columns or rows"),
        (b"[]", "no table of this program"),
        (b'{"columns": 1, "rows": 2}', "lacks columns or rows"),
        (b'{"columns": [], "rows": []}', "schema version None"),
        (b"# {}\nleft\n1\n", "schema version None"),
        (b"# []\n", "no table of this program"),
        (b'# {"schema": NaN}\n', "NaN is no JSON number"),
        (b'# {"schema": true}\nleft\n', "schema version True"),
        (b"# {" + b'"a":[' * 5000, "not whole"),
        (b"SQLite format 3\0", "does not have the checksum"),
        (b"SQLite format 3\0" + bytes(84), "does not have the checksum"),
        (b"PAR1PAR1", "Parquet cannot read it"),
        (b"PK\x03\x04 nothing", "numpy cannot read it"),
        (b'"# {', "header is not whole"),
        (b'\xef\xbb\xbf"# {}"\r\nleft\r\n', "schema version None"),
    ],
)
def test_a_foreign_file(path, content, reason):
    path.write_bytes(content)
    refused(path, reason)


def test_no_file_and_no_regular_file(tmp_path):
    refused(tmp_path / "missing", "cannot be read: No such file")
    refused(tmp_path, "no regular file")


def test_other_rules(form, path):
    POLICY.write(path, form)
    assert read(path, CLASSIC).rules == CLASSIC
    assert read(path, replace(CLASSIC, name="another name"))
    for other in (load_rules("bistro"), replace(CLASSIC, tokens=11)):
        refused(path, r"made for the rules classic \(digest [0-9a-f]{12}…\), not for", other)


def test_another_schema_version(form, path):
    for version in (0, 2, "1", None):
        written({**POLICY.table.header, "schema": version}, form, path)
        refused(path, f"schema version {version!r} and this program reads 1: export it again")


def test_another_kind(form, path):
    written({**POLICY.table.header, "kind": "game-values"}, form, path)
    refused(path, "of kind 'game-values', and here turn-policy or situation-policy is read")
    written({**POLICY.table.header, "kind": ["turn-policy"]}, form, path)
    refused(path, "of kind")


def test_a_dropped_column_or_one_under_another_name(form, path):
    written(POLICY.table.header, form, path, POLICY.table.cells[:-1], COLUMNS[:-1])
    refused(path, "its columns are left, .*, regret, not left, .*, regret, ties")
    renamed = (*COLUMNS[:-1], replace(COLUMNS[-1], name="best"))
    written(POLICY.table.header, form, path, POLICY.table.cells, renamed)
    refused(path, "regret, best, not")


def test_rules_that_cannot_be_read_or_are_not_those_of_the_digest(form, path):
    written({**POLICY.table.header, "rules_text": "tokens = 0"}, form, path)
    refused(path, "its rules cannot be read by this program")
    written({**POLICY.table.header, "rules_text": "tokens = 11"}, form, path)
    refused(path, "its rules do not have the digest it states")
    written({key: value for key, value in POLICY.table.header.items() if key != "rules_text"}, form, path)
    refused(path, "its rules cannot be read")


FOREIGN = [
    *({"targets": targets} for targets in (["d654", "d653"], [], "d654", None, [5], {}, ["d"])),
    *({"cap": cap} for cap in (3.5, 99, None, "three")),
    *({"ties": ties} for ties in ("9", [])),
    *({"goal": goal} for goal in ([], "combo", "duel")),
    {"method": "a guess"},
    {"epsilon": 0},
]


@pytest.mark.parametrize("change", FOREIGN, ids=str)
def test_a_header_of_no_such_policy_is_found(path, change):
    written({**POLICY.table.header, **change}, "json", path)
    with pytest.raises(TableError, match=f"{path}: .*(its header|it is not|its policy)"):
        verify_file(path)


@pytest.mark.parametrize("name", sorted({*POLICY.table.header} - {"schema", "version", "kind"}))
def test_a_header_without_a_field_is_found(path, name):
    written({key: value for key, value in POLICY.table.header.items() if key != name}, "json", path)
    with pytest.raises(TableError, match=f"{path}: .*(its header|its rules)"):
        verify_file(path)
