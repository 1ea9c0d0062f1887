"""Requests to stop, in this process: at once, or when what belongs together is done."""

import os
import signal

import pytest

from game421.commands.interrupting import stoppable


def work(number, done):
    """Three steps, the first two of which belong together; the signal comes between these."""
    with stoppable() as stopping:
        with stopping.put_off():
            done.append(1)
            os.kill(os.getpid(), number)
            done.append(2)
        done.append(3)


def work_apart(number, done):
    """Two steps of which nothing is put off; the signal comes between them."""
    with stoppable() as stopping:
        with stopping.put_off():
            done.append(1)
        os.kill(os.getpid(), number)
        done.append(2)


@pytest.mark.parametrize(("steps", "finished"), [(work, [1, 2]), (work_apart, [1])])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_belongs_together_is_finished_and_nothing_else(number, steps, finished):
    before, done = signal.getsignal(number), []
    with pytest.raises(KeyboardInterrupt):
        steps(number, done)
    assert done == finished
    assert signal.getsignal(number) == before
