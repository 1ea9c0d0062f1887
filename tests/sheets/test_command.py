"""`421 sheet` as people run it: where it writes, what it refuses, names and dates and languages."""

from __future__ import annotations

import os
import re

import pypdfium2 as pdfium
import pytest

from game421.rules import Rules, load_rules
from game421.sheets import contents, paper, web
from game421.sheets.contents import sheet
from game421.sheets.paper import MISSING, on_paper, unprinted
from game421.sheets.phrases import ENGLISH, FRENCH, LANGUAGES, power_above, typeset
from game421.sheets.picture_words import WORDS
from game421.sheets.plain import as_markdown, as_text
from game421.sheets.regulations import ENGLISH as ENGLISH_RULES
from game421.sheets.regulations import FRENCH as FRENCH_RULES
from game421.sheets.saving import FORMS, save
from game421.sheets.telling import told
from sheets.running import run

FRENCH_MARKS = re.compile(r"[^\u202f] ?[;?!:%»]|«[^\u202f]")


def test_text_goes_to_standard_output_and_a_file_by_its_ending(tmp_path):
    assert run("sheet", "--lang", "fr").out.startswith("421 · Être le meilleur du coup\n")
    path = tmp_path / "mine.md"
    done = run("sheet", "--lang", "en", "--goal", "safe", "-o", str(path))
    assert (done.out, done.err) == ("", "")
    assert path.read_text(encoding="utf-8").startswith("# 421: Not be worst of the round\n")
    assert [found.name for found in tmp_path.iterdir()] == ["mine.md"]


def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    save(b"a sheet", pipe)
    assert pipe.is_fifo()
    assert os.read(held, 100) == b"a sheet"
    os.close(held)
    assert [found.name for found in tmp_path.iterdir()] == ["pipe.txt"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "sheet.doc"], "allowed: .pdf, .svg, .png, .html, .md, .txt"),
        (["--stacks", "8/13"], "stacks are for goal manche"),
        (["--goal", "manche", "--stacks", "8/14"], "hold 22 tokens; these rules have 21"),
        (["--goal", "manche", "--stacks", "8/8/5"], "3 for 2 players"),
        (["--goal", "manche", "--stacks", "8,13"], "for example 8/13"),
        (["--goal", "manche", "--rules", "sips"], "sips is rounds only"),
        (["--players", "7"], "allowed: 2 to 6"),
        (["--players", "5"], "at most 4"),
        (["--players", "3", "--rules", "havraise"], "for two players"),
        (["--date", "tomorrow"], "write YYYY-MM-DD"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("sheet", *words)
    assert done.status == 2
    assert said in done.err
    assert done.err.count("\n") == 1
    assert done.out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("module", "form"), [(paper, "pdf"), (web, "html")])
def test_a_missing_library_is_named_with_its_extra(module, form, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, {"pdf": "typst", "html": "jinja2"}[form], None)
    path = tmp_path / f"sheet.{form}"
    done = run("sheet", "-o", str(path))
    assert done.status == 1
    assert "pip install 'game421[sheets]'" in done.err
    assert not path.exists()


def test_a_date_stands_on_a_sheet_that_was_given_one(monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert not re.search(r"\b20\d\d-", run("sheet").out)
    assert run("sheet", "--date", "2026-11-30").out.endswith(" · 2026-11-30\n")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert run("sheet").out.endswith(" · 1970-01-02\n")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    assert run("sheet").status == 2


def test_the_same_bytes_whatever_the_locale_says_beside_the_language(monkeypatch):
    first = run("sheet", "--lang", "fr").out
    for locale in ("C", "tr_TR.UTF-8"):
        monkeypatch.setenv("LC_ALL", locale)
        assert run("sheet", "--lang", "fr").out == first
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert run("sheet").out == first, "French by the locale"


def test_names_of_any_letters_are_printed_or_said_to_be_missing(tmp_path):
    name = "Chez Łucja żółw, œuvre « ≥ » ⚃⚁⚀ 汉"
    rules = tmp_path / "table.toml"
    rules.write_text(f'extends = "classic"\nname = "{name}"\n', encoding="utf-8")
    path = tmp_path / "table.pdf"
    done = run("sheet", "--lang", "en", "--rules", str(rules), "--level", "full", "-o", str(path))
    assert done.err == "421: the fonts of pdf have no 汉: a mark stands for it; html, md and txt show it\n"
    words = pdfium.PdfDocument(path)[0].get_textpage().get_text_range()
    assert f"Rules: {name.replace('汉', MISSING)}" in words
    assert f"Rules: {name}" in run("sheet", "--lang", "en", "--rules", str(rules)).out


@pytest.mark.parametrize(("words", "start"), [((), 1 / 4), (("--picture", "stops"), 0)])
def test_a_name_as_long_as_names_may_be_stands_on_the_page(words, start, tmp_path):
    rules = tmp_path / "table.toml"
    rules.write_text(f'extends = "classic"\nname = "{"Ż" * 100}"\n', encoding="utf-8")
    path = tmp_path / "table.pdf"
    assert run("sheet", *words, "--lang", "en", "--rules", str(rules), "-o", str(path)).err == ""
    (page,) = pdfium.PdfDocument(path)
    text = page.get_textpage()
    places = [text.get_charbox(place) for place, sign in enumerate(text.get_text_range()) if sign == "Ż"]
    assert len(places) == 100
    assert min(left for left, *_ in places) > start * page.get_width()
    assert max(right for _, _, right, _ in places) < page.get_width()


def test_a_name_that_looks_like_a_layout_is_only_a_name():
    rules = load_rules("classic")
    object.__setattr__(rules := type(rules)(name="a|b *c* <i>d</i> #e\n`f`"), "name", rules.name)
    page = told(sheet(rules), "en")
    assert "a\\|b \\*c\\* \\<i\\>d\\</i\\> \\#e \\`f\\`" in as_markdown(page)
    assert "&lt;i&gt;d&lt;/i&gt;" in web.on_the_web(page)
    assert "<i>" not in web.on_the_web(page)


@pytest.mark.parametrize(
    ("epsilon", "written"), [(9.1e-13, "10⁻¹²"), (1e-12, "10⁻¹²"), (1.1e-12, "10⁻¹¹"), (0.2, "10⁰")]
)
def test_how_near_an_equilibrium_is_never_said_nearer_than_it_is(epsilon, written):
    assert power_above(epsilon) == written


def test_both_languages_have_the_same_words_and_real_french_spaces():
    assert ENGLISH.keys() == FRENCH.keys()
    assert ENGLISH_RULES.keys() == FRENCH_RULES.keys()
    for name in ("bistro", "sips"):
        for goal in ("duel", "tokens"):
            text = as_text(told(sheet(load_rules(name), goal), "fr"))
            for line in text.splitlines():
                marks = [mark for mark in FRENCH_MARKS.findall(line) if mark[-1] in ";?:»" or mark[0] == "«"]
                assert marks == [], line
            assert not re.search(r"\d\.\d", text.replace(text.splitlines()[-1], "")), "a decimal comma"
    assert LANGUAGES.keys() == {"en", "fr"}


def test_everything_that_sheets_say_can_be_printed():
    for words in (*WORDS.values(), ENGLISH_RULES, FRENCH_RULES, *LANGUAGES.values()):
        for lang in LANGUAGES:
            assert [text for text in words.values() if unprinted(typeset(text, lang))] == []


@pytest.mark.parametrize(("lang", "said"), [("en", "1 token in the pot."), ("fr", "1 jeton au pot.")])
def test_one_token_is_one(lang, said):
    assert said in as_text(told(sheet(Rules(tokens=1)), lang))


def test_no_sheet_is_in_two_languages():
    page = as_text(told(sheet(load_rules("bistro"), "tokens"), "fr"))
    for english in (" the ", " of ", "better", "Leader", "Facing", "throw"):
        assert english not in page
    page = as_text(told(sheet(load_rules("bistro"), "tokens"), "en"))
    for french in (" le ", " de ", "mieux", "Premier", "Face", "lancer"):
        assert french not in page.replace("“le bon”", "")


def test_every_format_has_the_minus_and_the_signs(tmp_path):
    """Of a round one mostly loses: − is a true minus everywhere, and the PDF gives it back."""
    page = told(sheet(load_rules("sips"), "tokens"), "fr")
    assert "−1,16" in as_text(page)
    (pdf,) = on_paper(page, "pdf", single=False)
    assert "−1,16" in pdfium.PdfDocument(pdf)[0].get_textpage().get_text_range()
    assert set(FORMS) == {"pdf", "svg", "png", "html", "md", "txt"}


def test_a_page_leaves_out_the_followers_of_the_charge_where_it_has_no_room(monkeypatch):
    rules = load_rules("classic")
    whole = sheet(rules, "tokens")
    monkeypatch.setattr(contents, "MOST_ROWS", 109)
    page = sheet(rules, "tokens")
    assert [bool(part.facing) for part in whole.parts] == [True, True]
    assert [bool(part.facing) for part in page.parts] == [True, False]
    assert page.parts[1].leading == whole.parts[1].leading
    assert "For the followers see the full sheet." in as_text(told(page, "en"))
    assert sheet(rules, "tokens", level="full").parts[1].facing == whole.parts[1].facing
