"""Long work kept in a file, so that it goes on from there, bit for bit: a header of JSON, then numbers.

    {"kind": …, "rules_digest": …, …}
    (float64 vectors, one after the other)

The header's sha256 covers the header (without itself) and every byte after it; a file that is cut, altered
or of other work is not used.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game421.errors import TableError
from game421.tables.atomic import write_whole
from game421.tables.origin import HASH

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class Kept:
    """The file at `path`, of the work that `of` tells from any other; `named` says what it keeps."""

    path: Path
    of: dict[str, Any]
    named: str

    def save(self, header: dict[str, Any], vectors: Iterable[npt.NDArray[np.float64]]) -> None:
        """Keep this instead of anything earlier; raises OSError."""
        body = b"".join(vector.astype("<f8").tobytes() for vector in vectors)
        header = self.of | header
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, _line(header | {HASH: _hash(header, body)}) + body)

    def load(self) -> tuple[dict[str, Any], npt.NDArray[np.float64]] | None:
        """Header and numbers, None where nothing is kept. Raises TableError where it cannot be used."""
        import numpy as np

        try:
            content = self.path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise TableError(f"{self.path}: cannot be read: {error.strerror or error}") from None
        first, _, body = content.partition(b"\n")
        try:
            header = json.loads(first)
            stated = header.pop(HASH)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise TableError(f"{self.path}: it is no {self.named}") from None
        if _hash(header, body) != stated or not self.of.items() <= header.items():
            raise TableError(f"{self.path}: it is damaged, or the {self.named} of another game")
        return header, np.frombuffer(body, "<f8").astype(np.float64)

    def clear(self) -> None:
        """Forget it: the work is done. What cannot be removed does no harm."""
        with suppress(OSError):
            self.path.unlink()


def _line(header: dict[str, Any]) -> bytes:
    return json.dumps(header, separators=(",", ":"), ensure_ascii=True).encode("ascii") + b"\n"


def _hash(header: dict[str, Any], body: bytes) -> str:
    return sha256(_line(header) + body).hexdigest()
