"""A bot's process: in a group of its own, spoken to line by line against the clock, ended for certain."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import IO

from game421.arena.bots import Forfeit, shown
from game421.errors import InputError

MARK = "GAME421_BOT"
"""The environment variable by which everything a bot has started is found again."""

LONGEST_LINE = 1 << 20
"""Bytes of one answer, or of what is said without being asked; more is no answer."""

_READ = 1 << 16
_GLANCE = 0.05
"""Seconds after which it is looked whether a silent process still lives."""
_KEPT = 2000
"""Bytes of what it last wrote to standard error that are kept."""
_FAREWELL = 0.3
"""Seconds in which a bot that was told bye may end by itself."""


class BotProcess:
    """One running bot. Raises Forfeit where it cannot be started."""

    def __init__(self, command: Sequence[str], mark: str) -> None:
        if sys.platform == "win32":
            raise InputError("bots in a process of their own need Linux, macOS or another Unix")
        self._mark = mark
        try:
            self._process = subprocess.Popen(  # noqa: S603 - to run the bot is what the user asks for
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env={**os.environ, MARK: mark},
                bufsize=0,
            )
        except OSError as error:
            raise Forfeit("no start", f"{command[0]}: {error.strerror}") from error
        self._stdin, self._stdout, self._stderr = map(
            _unblocked, (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._heard, self._complaint = bytearray(), bytearray()
        self._deaf, self._quiet = False, False

    def tell(self, line: bytes, seconds: float) -> None:
        """Send a line that has no answer. Raises Forfeit where it is not taken in time."""
        self.exchange(line, 0, seconds)

    def exchange(self, sent: bytes, answers: int, seconds: float) -> list[bytes]:
        """Send lines and wait for so many lines of answer, `seconds` for each.

        Raises Forfeit for silence, an end of the process, and a line without end; what was answered before
        is in its `answered`.
        """
        pending, found = memoryview(sent), list[bytes]()
        deadline = monotonic() + seconds
        while pending or len(found) < answers:
            lines = self._lines(answers - len(found))
            if lines:
                found += lines
                deadline = monotonic() + seconds
                continue
            left = deadline - monotonic()
            try:
                if left <= 0:
                    raise Forfeit("silence", f"no answer within {seconds:g} s")
                written = self._attend(pending, min(left, _GLANCE), wanted=answers > len(found))
            except Forfeit as forfeit:
                forfeit.answered = found
                raise
            pending = pending[written:]
        return found

    def unasked(self) -> bytes:
        """What it has said without being asked."""
        self._attend(memoryview(b""), 0, wanted=False)
        return bytes(self._heard).strip()

    def end(self, farewell: bytes = b"") -> None:
        """End the process and everything it started: a farewell, a moment, and then by force."""
        with suppress(Forfeit, OSError):
            if farewell:
                self.exchange(farewell, 0, _FAREWELL)
        with suppress(OSError):
            os.close(self._stdin)
        if farewell:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_FAREWELL)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for descriptor in (self._stdout, self._stderr):
            with suppress(OSError):
                os.close(descriptor)

    def _lines(self, most: int) -> list[bytes]:
        """Whole lines that have been heard."""
        lines = list[bytes]()
        while len(lines) < most:
            end = self._heard.find(b"\n")
            if end < 0:
                break
            lines.append(bytes(self._heard[:end]))
            del self._heard[: end + 1]
        return lines

    def _attend(self, pending: memoryview, seconds: float, *, wanted: bool) -> int:
        """Listen and write for a moment; how many bytes were taken. Raises Forfeit where the bot is gone."""
        ended = wanted and self._process.poll() is not None  # asked first: what it said before is heard now
        with selectors.DefaultSelector() as selector:
            if not self._deaf:
                selector.register(self._stdout, selectors.EVENT_READ)
            if not self._quiet:  # closed, it would be ready for ever
                selector.register(self._stderr, selectors.EVENT_READ)
            if pending:
                selector.register(self._stdin, selectors.EVENT_WRITE)
            ready = {key.fd for key, _ in selector.select(seconds)}
        if self._stderr in ready:
            complaint = self._read(self._stderr)
            self._quiet = not complaint
            self._complaint += complaint
            del self._complaint[:-_KEPT]
        if self._stdout in ready:
            self._hear()
        silent = self._deaf or (ended and self._stdout not in ready)
        if wanted and silent and b"\n" not in self._heard:
            self._gone("output")
        if self._stdin in ready:
            try:
                return os.write(self._stdin, pending[:_READ])
            except BlockingIOError:
                return 0
            except OSError:
                self._gone("input")
        return 0

    def _hear(self) -> None:
        heard = self._read(self._stdout)
        self._heard += heard
        self._deaf = not heard
        if self._deaf and self._heard and not self._heard.endswith(b"\n"):
            self._heard += b"\n"  # the last line of an output that ends is a line
        if len(self._heard) > LONGEST_LINE:
            what = "lines" if b"\n" in self._heard else "a line"
            raise Forfeit("not an answer", f"{what} of more than {LONGEST_LINE} bytes")

    @staticmethod
    def _read(descriptor: int) -> bytes:
        try:
            return os.read(descriptor, _READ)
        except BlockingIOError:
            return b" "
        except OSError:
            return b""

    def _gone(self, closed: str) -> None:
        """Say how the process ended, or what it closed, with the last it complained."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GLANCE)
        if (rest := self._read(self._stderr)).strip():
            self._complaint += rest
        code = self._process.returncode
        if code is None:
            how = f"it closed its standard {closed}"
        else:
            how = f"exit status {code}" if code >= 0 else f"killed by signal {-code}"
        complaint = self._complaint.decode("utf-8", "replace").strip().splitlines()
        raise Forfeit("crash", f"{how}; {shown(complaint[-1])}" if complaint else how)


def _unblocked(stream: IO[bytes] | None) -> int:
    """A descriptor of our own for a pipe, that never blocks."""
    if stream is None:
        raise InputError("a pipe is missing")
    descriptor = os.dup(stream.fileno())
    stream.close()
    os.set_blocking(descriptor, False)
    return descriptor


def end_stragglers(mark: str) -> int:
    """End what the bots of a run have left running, even outside their groups; how many there were.

    They are known by the mark in their environment, where the system shows it (Linux). When this returns
    they are gone, or a second has passed.
    """
    found, deadline = set[int](), monotonic() + 1
    while (left := _marked(f"{MARK}={mark}".encode())) and monotonic() < deadline:
        found |= left
        for process in left:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        sleep(_GLANCE / 5)
    return len(found)


def _marked(needle: bytes) -> set[int]:
    """The processes that have this in their environment, this one excepted."""
    marked = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if needle in (folder / "environ").read_bytes().split(b"\0"):
                marked.add(int(folder.name))
    return marked - {os.getpid()}
