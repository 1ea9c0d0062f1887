"""Values of whole games in files: written, read back, proved; whatever is not as it should be is refused."""

import json
from errno import EACCES
from hashlib import sha256
from pathlib import Path

import pytest

from game421 import read_table, solve, verify
from game421.errors import InputError, TableError
from game421.rules import digest, load_rules, read_rules
from game421.rules.record import Rules
from game421.tables import library
from game421.tables.shipped import shipped_path
from game421.tables.values import load_values, save_values

SMALL = Rules(name="small", tokens=3, charge_throws=1, decharge_throws=2)


@pytest.fixture(scope="module")
def values():
    return solve(SMALL)


@pytest.fixture
def file(values, tmp_path):
    path = tmp_path / "small.values"
    save_values(values, path)
    return path


def rehashed(path, change_header=lambda header: header, change_lines=lambda lines: lines):
    """The file with its header and lines changed, and a hash that fits them."""
    first, *lines = path.read_text(encoding="ascii").splitlines()
    header = json.loads(first)
    del header["sha256"]
    header = change_header(header)
    body = "".join(f"{line}\n" for line in change_lines(lines)).encode()
    compact = json.dumps(header, separators=(",", ":")).encode()
    header["sha256"] = sha256(compact + b"\n" + body).hexdigest()
    path.write_bytes(json.dumps(header, separators=(",", ":")).encode() + b"\n" + body)


def test_a_file_reads_back_as_it_was_written(values, file):
    assert load_values(file) == values
    assert read_table(file) == values
    assert load_values(file, SMALL).values == values.values


def test_two_runs_give_the_same_bytes(file, tmp_path):
    save_values(solve(SMALL), tmp_path / "again.values")
    assert (tmp_path / "again.values").read_bytes() == file.read_bytes()


def test_verify_proves_it_and_says_what(file):
    verdict = verify(file)
    assert verdict.rules == SMALL
    assert "whatever both do, the game ends" in verdict.sentence


def test_a_spoiled_digit_of_any_value_is_caught_even_under_a_hash_that_fits(file):
    original = file.read_bytes()
    lines = original.decode().splitlines()[1:]
    for place, line in enumerate(lines):
        state, _, digits = line.rpartition(" ")
        for at, digit in list(enumerate(digits))[:: max(1, len(digits) // 3)]:
            spoiled = f"{state} {digits[:at]}{(int(digit) + 1) % 10}{digits[at + 1 :]}"
            file.write_bytes(original)
            rehashed(file, change_lines=lambda rows, p=place, s=spoiled: [*rows[:p], s, *rows[p + 1 :]])
            with pytest.raises(TableError, match=r"is not what best play makes|is no state"):
                verify(file)


def test_a_reader_who_has_seen_enough_is_no_fault_of_the_place(values, monkeypatch):
    def leave(_path, _content):
        raise BrokenPipeError

    monkeypatch.setattr(Path, "write_bytes", leave)
    with pytest.raises(BrokenPipeError):
        save_values(values, Path("/dev/null"))


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_cut_file_is_refused(file, share):
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(TableError, match=str(file)):
        load_values(file)


def test_every_changed_byte_is_refused(file):
    content = file.read_bytes()
    for place in range(0, len(content), 7):
        changed = bytearray(content)
        changed[place] ^= 1
        file.write_bytes(changed)
        with pytest.raises(TableError):
            load_values(file)


@pytest.mark.parametrize(
    "field", ["players", "goal", "denominator", "states", "method", "rules_text", "rules_digest", "schema"]
)
def test_a_header_without_a_field_is_refused(file, field):
    rehashed(file, change_header=lambda header: {k: v for k, v in header.items() if k != field})
    with pytest.raises(TableError):
        load_values(file)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("schema", 2),
        ("goal", "chess"),
        ("players", "two"),
        ("players", 0),
        ("players", 7),
        ("denominator", "x"),
        ("states", 1),
        ("kind", "x"),
    ],
)
def test_a_header_with_a_foreign_field_is_refused(file, field, value):
    rehashed(file, change_header=lambda header: header | {field: value})
    with pytest.raises(TableError):
        load_values(file)


def test_values_of_rules_that_are_no_game_are_refused_by_the_name_of_the_file(file):
    text = 'name = "sips"\ngame = "sips"'
    changed = {"rules_text": text, "rules_digest": digest(read_rules(text))}
    rehashed(file, change_header=lambda header: header | changed)
    with pytest.raises(TableError, match=f"{file}: only a manche or a partie with tokens"):
        verify(file)


@pytest.mark.parametrize(
    "line", ["", "D", "D 0 1/2", "X 0 1/2 5", "D 0 1/1/1 5", "D 0 1/2 5 5", "D 0 1/2 x", "D 0 1/2 lost=1 5"]
)
def test_a_line_that_is_none_is_refused(file, line):
    rehashed(file, change_lines=lambda lines: [*lines[:-1], line])
    with pytest.raises(TableError, match=r"line of it|states"):
        load_values(file)


def test_a_line_written_twice_is_refused(file):
    rehashed(file, change_lines=lambda lines: [*lines[:-1], lines[0]])
    with pytest.raises(TableError, match="states"):
        load_values(file)


def test_a_first_line_that_has_no_end_of_brackets_is_refused(file):
    file.write_bytes(b"[" * 100_000 + b'"kind":"game-values"\n')
    with pytest.raises(TableError, match="no file of game-values"):
        verify(file)


def test_other_rules_are_refused(file):
    with pytest.raises(TableError, match="made for the rules small"):
        load_values(file, Rules(tokens=4))


def test_missing_files_and_folders_are_named(tmp_path):
    for path in (tmp_path / "none.values", tmp_path):
        with pytest.raises(TableError, match=str(path)):
            load_values(path)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(library, "cache_file", lambda rules, players, goal: tmp_path / "kept" / goal)
    return tmp_path / "kept"


def test_the_first_question_solves_and_keeps_and_the_next_reads(cache, values):
    heard = []
    assert library.game_values(SMALL, 2, notice=heard.append) == values
    assert [notice for notice in heard if "solving the manche of small" in notice]
    heard.clear()
    assert library.game_values(SMALL, 2, notice=heard.append) == values
    assert heard == []


@pytest.mark.parametrize("content", [b"", b"rubbish", b'{"kind":"game-values"}\n'])
def test_a_damaged_cache_is_never_used(cache, values, content):
    cache.mkdir()
    (cache / "manche").write_bytes(content)
    heard = []
    assert library.game_values(SMALL, 2, notice=heard.append) == values
    assert heard[0].startswith("cannot be used: ")
    assert heard[1].startswith("solving the manche of small for 2 players")
    assert load_values(cache / "manche") == values


def test_another_games_values_in_the_cache_are_never_used(cache, values):
    cache.mkdir()
    save_values(solve(SMALL, goal="partie"), cache / "manche")
    heard = []
    assert library.game_values(SMALL, 2, notice=heard.append) == values
    assert heard[0].startswith("cannot be used: ")
    assert heard[1].startswith("solving the manche of small for 2 players")
    save_values(solve(Rules(tokens=2)), cache / "manche")
    assert library.game_values(SMALL, 2) == values


def test_a_cache_that_cannot_be_written_is_said_and_does_no_harm(tmp_path, monkeypatch, values):
    (tmp_path / "file").write_text("in the way", encoding="ascii")
    monkeypatch.setattr(library, "cache_file", lambda *_: tmp_path / "file" / "x.values")
    heard = []
    assert library.game_values(SMALL, 2, notice=heard.append) == values
    assert "could not be kept" in heard[-1]


def test_a_cache_that_may_not_be_looked_into_does_no_harm(cache, monkeypatch, values):
    def closed(self, **_follow):
        raise PermissionError(EACCES, "Permission denied", str(self))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "exists", closed)  # root may look everywhere
        assert not library.at_hand(SMALL, 2)
        assert library.game_values(SMALL, 2) == values


def test_games_that_take_long_are_not_solved_in_passing(cache):
    heard = []
    with pytest.raises(InputError, match=r"4 players is not solved yet, which takes about \d+ s of one proc"):
        library.game_values(SMALL, 4, notice=heard.append)
    assert heard == []


@pytest.mark.parametrize(
    ("text", "players", "named"),
    [
        ('extends = "classic"\nname = "my $(table)"', 6, "FILE"),
        ('extends = "classic"\nname = "bistro"', 6, "FILE"),
        ('extends = "bistro"\nname = "bistro"', 6, "bistro"),
        ('extends = "classic"\nkept_dice = "locked"', 3, "FILE"),
    ],
)
def test_what_takes_long_is_said_with_a_command_that_does_it(cache, text, players, named):
    remedy = f"421 solve --rules {named} --players {players} --goal manche, and ask again"
    with pytest.raises(InputError, match=remedy):
        library.game_values(read_rules(text), players)


def test_a_partie_that_nobody_loses_is_refused_before_anything_is_solved(cache):
    heard = []
    for players in (3, 4):
        with pytest.raises(
            InputError, match=f"first-out names no loser among {players} players, so no partie"
        ):
            library.game_values(load_rules("classic"), players, "partie", heard.append)
    assert heard == []


def test_shipped_values_are_found_by_the_rules_whatever_their_name(monkeypatch):
    def never(*_args):
        raise AssertionError("solved what is shipped")

    monkeypatch.setattr(library, "solve_game", never)
    found = library.game_values(Rules(name="ours", nenette_takes=2), 2)
    assert len(found.values) == 251


def test_numbers_of_any_length_are_kept(values, tmp_path):
    from dataclasses import replace

    scale = 10**5000 + 1
    long = replace(
        values,
        denominator=values.denominator * scale,
        values={s: tuple(v * scale for v in numerators) for s, numerators in values.values.items()},
    )
    save_values(long, tmp_path / "long.values")
    assert load_values(tmp_path / "long.values") == long


def test_a_device_or_a_pipe_is_written_to_and_never_replaced(values):
    with pytest.raises(TableError, match="/dev/full"):
        save_values(values, Path("/dev/full"))
    assert Path("/dev/full").is_char_device()


def test_a_shipped_file_that_was_changed_is_never_used(monkeypatch, tmp_path):
    shipped = shipped_path("fiches-2-manche.values")
    copy = tmp_path / shipped.name
    copy.write_bytes(shipped.read_bytes())
    lines = copy.read_text(encoding="ascii").splitlines()
    rehashed(copy, change_lines=lambda rows: [rows[0].replace(" 1", " 2", 1), *rows[1:]])
    assert lines[0] != copy.read_text(encoding="ascii").splitlines()[0]
    monkeypatch.setattr(library, "shipped_file", lambda _file: str(copy))
    with pytest.raises(TableError, match="not the file that was shipped"):
        library.game_values(load_rules("fiches"), 2)


@pytest.mark.parametrize(
    "axes", [{"tokens": 999}, {"manches": 10**20, "tokens": 3}, {"manches": 300, "tokens": 3}]
)
def test_games_of_too_many_states_are_refused_at_once(axes):
    with pytest.raises(InputError, match="states; play with fewer tokens or manches"):
        solve(Rules(**axes), goal="partie" if "manches" in axes else "manche")
