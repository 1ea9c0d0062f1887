"""Bots as files: a well-behaved one that speaks the protocol, and what can be wrong with it."""

from __future__ import annotations

import sys
from pathlib import Path

SPEAKING = """
import json, os, subprocess, sys, time

mode = sys.argv[1] if len(sys.argv) > 1 else ""
asked = 0

def say(message):
    sys.stdout.buffer.write((message if isinstance(message, bytes) else message.encode()) + b"\\n")
    sys.stdout.buffer.flush()

if mode == "dies at once":
    sys.stderr.write("Traceback: no such weights\\n")
    sys.exit(3)
if mode == "starts slowly":
    time.sleep(0.4)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        if mode == "never ready":
            time.sleep(60)
        if mode == "closes its input":
            os.close(0)
        say("421!" if mode == "greets oddly" else json.dumps({"ready": mode != "not ready"}))
        if mode == "closes its input":
            time.sleep(60)
    if message["type"] == "bye":
        break
    if message["type"] != "decide":
        continue
    asked += 1
    good = json.dumps({"action": message["legal"][0]})
    if mode == "dies in a game" and asked == 3:
        os._exit(7)
    if mode == "silent":
        time.sleep(60)
    if mode == "leaves a child":
        subprocess.Popen(["sleep", "60"])
        os._exit(0)
    if mode == "leaves a child of its own":
        subprocess.Popen(["sleep", "60"], start_new_session=True)
        os._exit(0)
    if mode == "complains":
        sys.stderr.write("x" * 1_000_000 + "\\n")
    if mode == "thinks aloud":
        say("thinking...")
    if mode == "talks on":
        say(good)
        say("and another thing")
        time.sleep(0.05)
        continue
    if mode == "endless line":
        say("x" * 2_000_000)
    answers = {
        "illegal": '{"action": "66655"}' if asked % 2 else '{"action": "555"}',
        "rubbish": "%$!",
        "empty": "",
        "number": '{"action": 42}',
        "true": '{"action": true}',
        "null": '{"action": null}',
        "list": '["42"]',
        "nested": "[" * 100_000,
        "no action": '{"move": "42"}',
        "not a number": '{"action": NaN}',
        "errs at length": '{"error": "\\\\ud800 \\\\u001b[31mred\\\\nand more"}',
        "cp1252": '{"action": "4\\u20ac"}'.encode("cp1252"),
        "carriage return": good + "\\r",
        "spaces": "  " + good + " \\t ",
        "byte order mark": "\\ufeff" + good,
        "other spelling": good.replace('": "', '": " '),
    }
    say(answers.get(mode, good))
"""

PYTHON = '''
import gc, os, random, sys

class Bot:
    """Meddles with everything it can reach."""

    def __init__(self):
        self.kept = []

    def newgame(self, game, seat, players):
        self.kept.clear()

    def decide(self, position, legal):
        self.kept += [position, legal]
        print("what I think of", position)
        for found in gc.get_objects():
            if isinstance(found, random.Random):
                found.seed(0)
        random.seed(0)
        for name, module in list(sys.modules.items()):
            if name.startswith("game421.") and hasattr(module, "MOST_ROUNDS"):
                module.MOST_ROUNDS = 0
        return legal[0]

def beside(position, legal):
    from neighbour import choose
    return choose(legal)

def number(position, legal):
    import numpy
    return numpy.int64(42)

def text(position, legal):
    import numpy
    return numpy.str_(legal[0])

def several(position, legal):
    return (answer for answer in legal)

def lots(position, legal):
    return random.choice(legal)

def raises(position, legal):
    raise ValueError("not today")

def leaves(position, legal):
    os._exit(5)
'''


def speaking(folder: Path, mode: str = "") -> tuple[str, ...]:
    """The command of a bot that speaks the protocol, with what is wrong with it."""
    file = folder / "speaking.py"
    if not file.exists():
        file.write_text(SPEAKING, encoding="utf-8")
    return (sys.executable, "-S", "-E", str(file), mode)


def python(folder: Path) -> Path:
    """A Python file with several bots."""
    file = folder / "meddling.py"
    if not file.exists():
        file.write_text(PYTHON, encoding="utf-8")
    return file
