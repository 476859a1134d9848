"""Arrays of positions from finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forthgame.play.processes import messages
from forthgame.play.tuning.game_features import GameFeatures

Array = NDArray[Any]
KINDS = {
    "cells": np.uint16, "stored": np.int32, "movers": np.int8, "counts": np.int32,
    "games": np.int32, "scores": np.float32, "points": np.float32,
}  # fmt: skip


@dataclass(frozen=True)
class Samples:
    """Positions of finished games, game by game in the order of play.

    cells    a row for each position: player and type of the piece on each place
    stored   storage of the script and hands, in the order of the facts
    movers   the seat to move
    counts   moves of each seat when it was last to move
    games    the number of the game
    scores   a search's score for the mover as a chance of winning; NaN if there was none
    points   points of each seat at the end of the game: 1, 0.5 or 0
    """

    cells: NDArray[np.uint16]
    stored: NDArray[np.int32]
    movers: NDArray[np.int8]
    counts: NDArray[np.int32]
    games: NDArray[np.int32]
    scores: NDArray[np.float32]
    points: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.movers)

    def chosen(self, which: Array) -> Samples:
        return Samples(**{f.name: getattr(self, f.name)[which] for f in fields(self)})

    def blocks(self) -> list[bytes]:
        return [np.ascontiguousarray(getattr(self, f.name)).tobytes() for f in fields(self)]


def joined(parts: Sequence[Samples]) -> Samples:
    """Concatenate samples of several plays and renumber their games."""
    first, numbered = 0, []
    for part in parts:
        numbered.append(replace(part, games=part.games + np.int32(first)))
        first += int(part.games.max()) + 1 if len(part) else 0
    return Samples(
        **{f.name: np.concatenate([getattr(p, f.name) for p in numbered]) for f in fields(Samples)}
    )


def samples_of(blocks: Sequence[bytes], facts: GameFeatures) -> Samples:
    """Read samples from the blocks of a message. Raises BadMessage."""
    if len(blocks) != len(KINDS):
        raise messages.BadMessage(f"samples in {len(blocks)} blocks")
    seats, stored = len(facts.seats), len(facts.storage) + len(facts.hands)
    columns = {"cells": len(facts.positions), "stored": stored, "counts": seats, "points": seats}
    rows = len(blocks[list(KINDS).index("movers")])  # a byte for each
    found: dict[str, Any] = {}
    for (name, kind), data in zip(KINDS.items(), blocks, strict=True):
        shape = (rows, columns[name]) if name in columns else (rows,)
        if len(data) != prod(shape) * np.dtype(kind).itemsize:
            raise messages.BadMessage("samples that do not fit together")
        found[name] = np.frombuffer(data, kind).reshape(shape)
    points, movers = found["points"], found["movers"]
    if rows and not (
        np.isfinite(points).all() and points.min() >= 0 and points.max() <= 1
        and movers.min() >= 0 and movers.max() < seats and found["games"].min() >= 0
    ):  # fmt: skip
        raise messages.BadMessage("samples that no play has made")
    return Samples(**found)
