"""How far a long solve is, kept after every sweep: the values, then point and image of each iterate."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game421.games.equilibrium import Progress
from game421.games.mixing import Iterate
from game421.games.space import GameSpace
from game421.rules import digest
from game421.tables.kept import Kept

KIND = "game-progress"

_COUNTS = ("step", "since_best", "sweeps", "all_sweeps", "change")


@dataclass(frozen=True)
class Checkpoint:
    """The file in which the progress of solving `space` by solver number `solver` is kept."""

    path: Path
    space: GameSpace
    solver: int

    @property
    def _file(self) -> Kept:
        space = self.space
        game = {
            "kind": KIND,
            "rules_digest": digest(space.rules),
            "players": space.players,
            "goal": space.goal,
            "solver": self.solver,
        }
        return Kept(self.path, game, "progress of a solve")

    def save(self, progress: Progress) -> None:
        """Keep this progress instead of any earlier; raises OSError."""
        pairs = [*progress.iterates, *([progress.best] if progress.best else [])]
        vectors = [progress.values, *(vector for pair in pairs for vector in (pair.point, pair.image))]
        header = {name: getattr(progress, name) for name in _COUNTS}
        header |= {"iterates": len(progress.iterates), "has_best": progress.best is not None}
        self._file.save(header, vectors)

    def load(self) -> Progress | None:
        """The progress kept, None where there is none. Raises TableError where it cannot be used."""
        kept = self._file.load()
        if kept is None:
            return None
        header, numbers = kept
        vectors = numbers.reshape(-1, self.space.size)
        pairs = [Iterate(point, image) for point, image in zip(vectors[1::2], vectors[2::2], strict=True)]
        return Progress(
            values=vectors[0],
            iterates=tuple(pairs[: header["iterates"]]),
            best=pairs[-1] if header["has_best"] else None,
            **{name: header[name] for name in _COUNTS},
        )

    def clear(self) -> None:
        """Forget the progress: the game is solved. What cannot be removed does no harm."""
        self._file.clear()
