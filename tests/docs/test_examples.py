"""Every example in README.md and docs/ is run, each page in a folder of its own, and prints what it shows."""

import doctest
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from docs.examples import PAGES, Block, Call, blocks, calls, matches
from processes import PROGRAM, environment

SHOWN_LANGUAGES = {"console", "python", "toml", "csv", "json", "text", "sh"}


def run_console(call: Call, folder: Path) -> None:
    assert call.command.startswith("421 "), f"not a command of ours: {call.command}"
    command = f"{shlex.join(PROGRAM)} {call.command.removeprefix('421 ')}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert matches(call.shown, done.stdout), f"$ {call.command}\n{done.stdout}"


def run_python(block: Block, page: Path, folder: Path, names: dict) -> None:
    example = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
    assert example.examples, f"{page.name}:{block.line}: a Python block without a >>> prompt is not tested"
    complaints: list[str] = []
    before = Path.cwd()
    os.chdir(folder)
    try:
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
            example, out=complaints.append, clear_globs=False
        )
    finally:
        os.chdir(before)
    names.update(example.globs)
    assert not complaints, "".join(complaints)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_print_what_is_shown(page, tmp_path):
    names: dict = {}
    for block in blocks(page):
        assert block.language in SHOWN_LANGUAGES, f"{page.name}:{block.line}: {block.language}"
        if block.title:
            (tmp_path / block.title).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for call in calls(block.text):
                run_console(call, tmp_path)
        elif block.language == "python":
            run_python(block, page, tmp_path, names)


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
