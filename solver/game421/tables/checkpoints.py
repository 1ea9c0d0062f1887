"""How far a long solve is, kept in a file after every sweep: it goes on from there, bit for bit.

    {"kind": "game-progress", "rules_digest": …, "players": 3, "goal": "manche", "solver": 1, …}
    (float64 vectors: the values, then point and image of each iterate, then of the best)

The header's sha256 covers the header (without itself) and every byte after it; a file that is cut, altered
or for another game is not used.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from game421.errors import TableError
from game421.games.equilibrium import Progress
from game421.games.mixing import Iterate
from game421.games.space import GameSpace
from game421.rules import digest
from game421.tables.atomic import write_whole
from game421.tables.origin import HASH

KIND = "game-progress"

_COUNTS = ("step", "since_best", "sweeps", "all_sweeps", "change")


@dataclass(frozen=True)
class Checkpoint:
    """The file in which the progress of solving `space` by solver number `solver` is kept."""

    path: Path
    space: GameSpace
    solver: int

    @property
    def _game(self) -> dict[str, Any]:
        space = self.space
        return {
            "kind": KIND,
            "rules_digest": digest(space.rules),
            "players": space.players,
            "goal": space.goal,
            "solver": self.solver,
        }

    def save(self, progress: Progress) -> None:
        """Keep this progress instead of any earlier; raises OSError."""
        pairs = [*progress.iterates, *([progress.best] if progress.best else [])]
        vectors = [progress.values, *(vector for pair in pairs for vector in (pair.point, pair.image))]
        body = b"".join(np.ascontiguousarray(vector, "<f8").tobytes() for vector in vectors)
        header = self._game | {name: getattr(progress, name) for name in _COUNTS}
        header |= {"iterates": len(progress.iterates), "has_best": progress.best is not None}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, _line(header | {HASH: _hash(header, body)}) + body)

    def load(self) -> Progress | None:
        """The progress kept, None where there is none. Raises TableError where it cannot be used."""
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
            raise TableError(f"{self.path}: it is no progress of a solve") from None
        if _hash(header, body) != stated or not self._game.items() <= header.items():
            raise TableError(f"{self.path}: it is damaged, or the progress of another game")
        vectors = np.frombuffer(body, "<f8").reshape(-1, self.space.size).astype(np.float64)
        pairs = [Iterate(point, image) for point, image in zip(vectors[1::2], vectors[2::2], strict=True)]
        return Progress(
            values=vectors[0],
            iterates=tuple(pairs[: header["iterates"]]),
            best=pairs[-1] if header["has_best"] else None,
            **{name: header[name] for name in _COUNTS},
        )

    def clear(self) -> None:
        """Forget the progress: the game is solved. What cannot be removed does no harm."""
        with suppress(OSError):
            self.path.unlink()


def _line(header: dict[str, Any]) -> bytes:
    return json.dumps(header, separators=(",", ":"), ensure_ascii=True).encode("ascii") + b"\n"


def _hash(header: dict[str, Any], body: bytes) -> str:
    return sha256(_line(header) + body).hexdigest()
