"""A file is replaced whole or not at all, whatever happens while it is written."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EISDIR, ELOOP, ENOENT
from pathlib import Path
from typing import BinaryIO

_ENDING = ".421-part"
_LONGEST = 60
"""Characters of the file's name kept in that of the unfinished one: names have a limit."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A new, empty file beside `path` to write to; it takes the place of `path` when the block ends.

    It is on the disk before it does, with the mode that the umask gives. If the block raises, `path`
    stays as it was and the new file is removed; what a killed writer left behind, the next one
    removes. Raises OSError.
    """
    target = _resolved(path)
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(EACCES, "the file is read-only", str(path))
    _remove_abandoned(target)
    try:
        part, held = _reserve(target)
    except OSError as error:  # nobody has heard of the unfinished file
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        yield part
        os.fsync(held.fileno())
        if sys.platform == "win32":  # which moves no open file
            held.close()
        part.replace(target)
        _sync_folder(target.parent)
    except BaseException:
        held.close()
        part.unlink(missing_ok=True)
        raise
    finally:
        held.close()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so; what is no regular file, a pipe or a device, is written to and never replaced.

    Raises OSError.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    with replacing(path) as part:
        part.write_bytes(content)


def require_place(path: Path) -> None:
    """Say at once where nothing can be written: before anything is worked out for it. Raises OSError."""
    if path.is_dir():
        raise IsADirectoryError(EISDIR, "is a directory; name a file in it", str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(ENOENT, "there is no such folder", str(path.parent))


def _resolved(path: Path) -> Path:
    """The file that `path` leads to. Raises OSError where links lead in a circle."""
    try:
        return path.resolve()
    except RuntimeError:  # Python 3.11 and 3.12 say it so
        raise OSError(ELOOP, os.strerror(ELOOP), str(path)) from None


def _reserve(target: Path) -> tuple[Path, BinaryIO]:
    """A new file, held open: its lock shows other writers that this one lives."""
    while True:
        part = target.with_name(f".{target.name[:_LONGEST]}.{secrets.token_hex(4)}{_ENDING}")
        held = part.open("xb")
        try:
            if _lock(held) and part.stat().st_ino == os.fstat(held.fileno()).st_ino:
                return part, held
        except FileNotFoundError:
            pass  # another writer took it for abandoned before the lock was there
        except OSError:
            return part, held  # no locks here, so nobody can find it abandoned
        held.close()


def _remove_abandoned(target: Path) -> None:
    """Remove what killed writers of `target` left: unfinished files that nobody holds locked."""
    with suppress(OSError):
        for part in list(target.parent.iterdir()):
            if part.name.startswith(f".{target.name[:_LONGEST]}.") and part.name.endswith(_ENDING):
                with suppress(OSError), part.open("rb+") as held:
                    if _lock(held):
                        part.unlink()


if sys.platform == "win32":

    def _lock(held: BinaryIO) -> bool:
        """An open file cannot be removed there: to hold it open is all the lock it takes."""
        return not held.closed

    def _sync_folder(folder: Path) -> None:
        """A folder cannot be opened there."""

else:
    import fcntl

    def _lock(held: BinaryIO) -> bool:
        """Take the lock; False where another process has it. Raises OSError where there are no locks."""
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _sync_folder(folder: Path) -> None:
        """Put the new name on the disk too, where the file system can."""
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
