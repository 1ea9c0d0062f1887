"""Asking `421 best --batch`, and reading what it answers."""

import csv
import io

from processes import run_here

ANSWERS = ["action", "value", "exact", "ties", "error"]


def batch(data, *options):
    """Run the program on a file of bytes: exit status, standard output, standard error."""
    done = run_here("best", "--batch", "-", *options, typed=data, encoding=None)
    return done.returncode, done.stdout, done.stderr.decode()


def rows_of(output, delimiter=","):
    return list(csv.reader(io.StringIO(output.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def answers(text, *options):
    """The rows answered, as dictionaries; no row may be wrong, and only a column `note` not read."""
    status, output, complaint = batch(text, *options)
    own = "note" in text.partition("\n")[0]
    assert (status, complaint) == (0, "421: carried along, not read: note\n" if own else "")
    return list(csv.DictReader(io.StringIO(output.decode())))


def told(answer):
    """The cells that a single answer of the library makes."""
    return (
        f"k{answer.best}",
        repr(answer.value),
        str(answer.exact),
        " ".join(f"k{tie}" for tie in answer.ties),
    )


def cells(row):
    """The same of a row of a batch."""
    return tuple(row[name] for name in ANSWERS[:4])
