"""Every example in README.md and docs/ is run, each page in a folder of its own, and prints what it shows."""

import doctest
import shlex
from pathlib import Path

import pytest

from docs.examples import PAGES, Block, Call, blocks, calls, matches
from processes import run_here

SHOWN_LANGUAGES = {"console", "python", "toml", "csv", "json", "text", "sh"}


def run_console(call: Call) -> None:
    """Run a command in this process, which knows already what the page's other commands have worked out."""
    program, *words = shlex.split(call.command)
    assert program == "421", f"not a command of ours: {call.command}"
    done = run_here(*words)
    printed = done.stderr + done.stdout
    assert matches(call.shown, printed), f"$ {call.command}\n{printed}"


def run_python(block: Block, page: Path, names: dict) -> None:
    example = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
    assert example.examples, f"{page.name}:{block.line}: a Python block without a >>> prompt is not tested"
    complaints: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=complaints.append, clear_globs=False)
    names.update(example.globs)
    assert not complaints, "".join(complaints)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_print_what_is_shown(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for block in blocks(page):
        assert block.language in SHOWN_LANGUAGES, f"{page.name}:{block.line}: {block.language}"
        if block.title:
            (tmp_path / block.title).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for call in calls(block.text):
                run_console(call)
        elif block.language == "python":
            run_python(block, page, names)


def test_the_front_page_has_examples_for_every_audience():
    front = blocks(PAGES[0])
    assert {"console", "python", "toml", "sh"} <= {block.language for block in front}


def test_shown_output_is_compared_line_by_line():
    assert matches("a\n...\nd\n", "a\nb\nc\nd\n")
    assert matches("a.c\n", "a.c\n")
    assert matches("digest 12…\nb\n", "digest 1234\nb\n")
    assert not matches("digest 12…\nb\n", "digest 1334\nb\n")
    assert not matches("a.c\n", "abc\n")
    assert not matches("a\n...\nd\n", "a\nb\nc\n")
    assert not matches("a\n", "a\nb\n")
