"""A small policy to be damaged, and what must be said of it."""

import pytest

from game421.errors import TableError
from game421.rules import load_rules
from game421.tables import FORMATS, read, turn_policy
from game421.tables.columns import Table
from game421.tables.policy import COLUMNS
from game421.tables.storage import save_table
from game421.turns.questions import TurnQuestion

CLASSIC = load_rules("classic")


POLICY = turn_policy(TurnQuestion(CLASSIC, "beat", names=("654",)))


def refused(path, match=None, rules=None):
    """What the reader says; it names the file in one line and is a TableError."""
    with pytest.raises(TableError, match=match) as caught:
        read(path, rules)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def written(header, form, path, cells=POLICY.table.cells, columns=COLUMNS):
    """A whole table with another header: its hash is right."""
    save_table(Table(header, columns, cells), path, FORMATS[form])
